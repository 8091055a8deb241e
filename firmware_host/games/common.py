"""What players can do in any game, and what comes of it."""

from dataclasses import dataclass

from firmware_host.board.pieces import Kind, Seat, Zone

#: A piece whose number is known, and the zone where it lies.
Lying = tuple[Kind, int, Zone]


@dataclass(frozen=True, slots=True)
class Undo:
    """Take the last accepted action of the round back."""


@dataclass(frozen=True, slots=True)
class Void:
    """Count this round as not played; the same maker makes another word."""


@dataclass(frozen=True, slots=True)
class Leave:
    """A player goes home; the points stand."""

    by: Seat


@dataclass(frozen=True, slots=True)
class Join:
    """A player sits down and plays from the next round; *button* is the symbol."""

    by: Seat
    button: str = ""


@dataclass(frozen=True, slots=True)
class End:
    """Stop after the rounds that are finished."""


@dataclass(frozen=True, slots=True)
class Check:
    """
    The record of which piece lies where follows what was seen; no answer changes.

    Args:
        seen: The pieces that were looked at, and where they lie.
    """

    seen: tuple[Lying, ...] = ()


@dataclass(frozen=True, slots=True)
class Checked:
    """The record of which piece lies where is this from now on."""

    laid: tuple[Lying, ...]


@dataclass(frozen=True, slots=True)
class Joined:
    """A player has sat down, for the next round."""

    by: Seat
    button: str = ""


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """The word is shown and the points are written down."""

    word: str
    maker: Seat
    guessed_by: Seat | None
    points: tuple[int, ...]
    nonce: str


@dataclass(frozen=True, slots=True)
class GameEnded:
    """Nothing more is played; *totals* by seat, the board last where it plays."""

    totals: tuple[int, ...]
    winners: tuple[Seat, ...]
