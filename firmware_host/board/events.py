"""Whatever can happen to a board, from the table's side of the wire."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from firmware_host.board.pieces import KINDS, ZONES, Item, Kind, Seat, Zone


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
    ZONE_1 = "zone-1"
    ZONE_2 = "zone-2"
    ZONE_3 = "zone-3"
    ZONE_4 = "zone-4"
    ZONE_5 = "zone-5"
    ZONE_6 = "zone-6"
    RED_1 = "red-1"
    YELLOW_1 = "yellow-1"
    BLUE_1 = "blue-1"
    GREEN_1 = "green-1"
    RED_2 = "red-2"
    YELLOW_2 = "yellow-2"
    BLUE_2 = "blue-2"
    GREEN_2 = "green-2"
    RED_3 = "red-3"
    YELLOW_3 = "yellow-3"
    BLUE_3 = "blue-3"
    GREEN_3 = "green-3"
    RED_4 = "red-4"
    YELLOW_4 = "yellow-4"
    BLUE_4 = "blue-4"
    GREEN_4 = "green-4"
    RED_5 = "red-5"
    YELLOW_5 = "yellow-5"
    BLUE_5 = "blue-5"
    GREEN_5 = "green-5"
    RED_6 = "red-6"
    YELLOW_6 = "yellow-6"
    BLUE_6 = "blue-6"
    GREEN_6 = "green-6"


#: The four player buttons, in the order in which seats are offered.
PLAYER_BUTTONS = (Button.CIRCLE, Button.SQUARE, Button.TRIANGLE, Button.STAR)

#: The zone buttons, zone 1 first.
ZONE_BUTTONS = (
    Button.ZONE_1,
    Button.ZONE_2,
    Button.ZONE_3,
    Button.ZONE_4,
    Button.ZONE_5,
    Button.ZONE_6,
)

#: What each symbol button stands for: a piece of that kind, tapped in that zone.
SYMBOL_BUTTONS: Mapping[Button, tuple[Zone, Kind]] = {
    Button(f"{kind}-{zone}"): (zone, kind) for zone in ZONES for kind in KINDS
}


@dataclass(frozen=True, slots=True)
class Tapped:
    """A piece was held to a zone's pad; None is a tag nobody has enrolled."""

    zone: Zone
    piece: Item | None


@dataclass(frozen=True, slots=True)
class Unclear:
    """Two pieces on one pad, or one piece on two; it counts for neither."""

    zone: Zone


@dataclass(frozen=True, slots=True)
class TooLate:
    """Something happened so long ago that its answer would puzzle people."""

    zone: Zone


#: Somebody touched a pad, whatever could be read there.
Touch = Tapped | Unclear | TooLate


@dataclass(frozen=True, slots=True)
class Lost:
    """The controller's memory ran over; *count* touches were never told."""

    count: int


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button went down."""

    button: Button


@dataclass(frozen=True, slots=True)
class Released:
    """A button came up."""

    button: Button


@dataclass(frozen=True, slots=True)
class Failed:
    """A part stopped working, such as ``screen-3``; play goes on without it."""

    part: str


@dataclass(frozen=True, slots=True)
class Healed:
    """A part works again."""

    part: str


@dataclass(frozen=True, slots=True)
class Called:
    """A player pressed a button of one's own, where the button alone means nothing."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Woke:
    """The moment came that somebody had asked to be woken at."""


BoardEvent = Touch | Lost | Pressed | Released | Called | Failed | Healed | Woke
