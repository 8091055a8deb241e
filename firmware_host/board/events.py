"""Events of a board: taps, buttons, faults and due times, as the table gets them."""

from collections.abc import Mapping
from enum import StrEnum

from firmware_host.board.messages import Message
from firmware_host.board.pieces import KINDS, ZONES, Item, Kind, Seat, Zone
from firmware_host.board.record import Record


class Button(StrEnum):
    """
    A button of the board; zone buttons are `ZONE_1` to `ZONE_6`.

    A board without tags has four symbol buttons for each zone, such as `RED_1`. The
    order of the members is the order of the buttons' numbers on the wire.
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

#: The zone and the kind of piece that each symbol button stands for.
SYMBOL_BUTTONS: Mapping[Button, tuple[Zone, Kind]] = {
    Button(f"{kind}-{zone}"): (zone, kind) for zone in ZONES for kind in KINDS
}


class Tapped(Record):
    """An item was held to a pad; the piece is None for a tag that is not enrolled."""

    zone: Zone
    piece: Item | None


class Unclear(Record):
    """
    Two pieces were on one pad, or one piece on two pads; neither counts.

    If *again* is True, one piece left the pad before it could be read.
    """

    zone: Zone
    again: bool = False


class TooLate(Record):
    """A tap that arrived too late to be answered."""

    zone: Zone


#: A touch of a pad, readable or not.
Touch = Tapped | Unclear | TooLate


class Lost(Record):
    """The controller's memory was full; *count* touches were lost."""

    count: int


class Damaged(Record):
    """The journal was checked; *count* of its games are damaged."""

    count: int


class Compared(Record):
    """A finished game was compared with earlier ones; *said* is the resulting text."""

    game: int
    said: Message


class Pressed(Record):
    """A button went down."""

    button: Button


class Released(Record):
    """A button came up."""

    button: Button


class Failed(Record):
    """A part such as ``screen-3`` stopped working; the game continues without it."""

    part: str


class Healed(Record):
    """A part works again."""

    part: str


class Called(Record):
    """A player's own button was pressed where the button alone has no meaning."""

    seat: Seat


class Woke(Record):
    """The time has come at which the session asked to be called."""


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
