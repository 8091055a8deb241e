"""Whatever can happen to a board, from the table's side of the wire."""

from dataclasses import dataclass
from enum import StrEnum

from firmware_host.board.pieces import Piece, Zone


class Button(StrEnum):
    """A button of the board; zone buttons are `ZONE_1` to `ZONE_6`."""

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


@dataclass(frozen=True, slots=True)
class Tapped:
    """A piece was held to a zone's pad; None is a tag nobody has enrolled."""

    zone: Zone
    piece: Piece | None


@dataclass(frozen=True, slots=True)
class Unclear:
    """Two pieces on one pad, or one piece on two; it counts for neither."""

    zone: Zone


@dataclass(frozen=True, slots=True)
class TooLate:
    """Something happened so long ago that its answer would puzzle people."""

    zone: Zone


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
class Woke:
    """The moment came that somebody had asked to be woken at."""


Happening = (
    Tapped | Unclear | TooLate | Lost | Pressed | Released | Failed | Healed | Woke
)
