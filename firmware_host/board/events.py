"""Whatever can happen to a board, from the table's side of the wire."""

from collections.abc import Mapping
from enum import StrEnum

from firmware_host.board.messages import Message
from firmware_host.board.pieces import KINDS, ZONES, Item, Kind, Seat, Zone
from firmware_host.board.record import Record


class Button(StrEnum):
    """
    A button of the board; zone buttons are `ZONE_1` to `ZONE_6`.

    A board without tags has four symbol buttons a zone, such as `RED_1`. A button's
    place here is its number on the wire.
    """

    TICK = "tick"
    CROSS = "cross"
    CIRCLE = "circle"
    SQUARE = "square"
    TRIANGLE = "triangle"
    STAR = "star"
    SERVICE = "service"
    # The idiom of the enum module for members that are counted: `ZONE_1` to `ZONE_6`,
    # then `RED_1` to `GREEN_6`.
    _ignore_ = "members number zone kind"
    members = vars()
    for number in ZONES:
        members[f"ZONE_{number}"] = f"zone-{number}"
    for zone in ZONES:
        for kind in KINDS:
            members[f"{kind.upper()}_{zone}"] = f"{kind}-{zone}"


#: The four player buttons, in the order in which seats are offered.
PLAYER_BUTTONS = (Button.CIRCLE, Button.SQUARE, Button.TRIANGLE, Button.STAR)

#: The zone buttons, zone 1 first.
ZONE_BUTTONS = tuple(Button(f"zone-{zone}") for zone in ZONES)

#: What each symbol button stands for: a piece of that kind, tapped in that zone.
SYMBOL_BUTTONS: Mapping[Button, tuple[Zone, Kind]] = {
    Button(f"{kind}-{zone}"): (zone, kind) for zone in ZONES for kind in KINDS
}


class Tapped(Record):
    """A piece was held to a zone's pad; None is a tag nobody has enrolled."""

    zone: Zone
    piece: Item | None


class Unclear(Record):
    """
    Two pieces on one pad, or one piece on two; it counts for neither.

    With *again* a piece was seen, and left before anybody could tell.
    """

    zone: Zone
    again: bool = False


class TooLate(Record):
    """Something happened so long ago that its answer would puzzle people."""

    zone: Zone


#: Somebody touched a pad, whatever could be read there.
Touch = Tapped | Unclear | TooLate


class Lost(Record):
    """The controller's memory ran over; *count* touches were never told."""

    count: int


class Damaged(Record):
    """The journal was looked through; *count* games in it have changed on the card."""

    count: int


class Compared(Record):
    """A game that has ended was compared with earlier ones; *said* is what it gave."""

    game: int
    said: Message


class Pressed(Record):
    """A button went down."""

    button: Button


class Released(Record):
    """A button came up."""

    button: Button


class Failed(Record):
    """A part stopped working, such as ``screen-3``; play goes on without it."""

    part: str


class Healed(Record):
    """A part works again."""

    part: str


class Called(Record):
    """A player pressed a button of one's own, where the button alone means nothing."""

    seat: Seat


class Woke(Record):
    """The moment came that somebody had asked to be woken at."""


BoardEvent = (
    Touch
    | Lost
    | Damaged
    | Compared
    | Pressed
    | Released
    | Called
    | Failed
    | Healed
    | Woke
)
