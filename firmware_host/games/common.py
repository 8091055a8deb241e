"""What players can do in any game, and what comes of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from firmware_host.board.messages import Message, Refused, say, together
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
class Undone:
    """The last *count* actions have not happened."""

    count: int


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
    """
    Nothing more is played.

    Args:
        totals: By seat, the board last where it plays.
        winners: Who has won; nobody where no round was finished.
    """

    totals: tuple[int, ...]
    winners: tuple[Seat, ...]


# --- what every game can be asked -------------------------------------------


class Played(Protocol):
    """What the states of all games have."""

    @property
    def results(self) -> tuple[Any, ...]:
        """What each finished round brought."""

    @property
    def players(self) -> tuple[Seat, ...]:
        """The seats that have not left."""

    @property
    def over(self) -> bool:
        """True once nothing more is played."""


def results(state: Played) -> tuple[Any, ...]:
    """Return what each finished round brought."""
    return state.results


def sitting(state: Played) -> tuple[Seat, ...]:
    """Return the seats that have not left."""
    return state.players


def is_over(state: Played) -> bool:
    """Tell whether nothing more is played."""
    return state.over


def undo(state: Any) -> tuple[Undone] | Refused:
    """
    Return what takes back somebody's last action, and what the board did after it.

    Args:
        state: A game's, with the way back in ``before`` and ``by_board``.
    """
    step, count = state, 1
    while step.by_board and step.before is not None:
        step, count = step.before, count + 1
    return Refused("nothing-to-undo") if step.before is None else (Undone(count),)


def told_in_any_game(action: object, name: str) -> Message | None:
    """Return in words what *name* did, where any game has such an action; else None."""
    match action:
        case Undo():
            return say("told-undo")
        case Void():
            return say("told-void")
        case End():
            return say("told-end")
        case Leave():
            return say("told-leave", name=name)
        case Join():
            return say("told-join", name=name)
        case _:
            return None


def won_by(names: Sequence[str | Message]) -> Message:
    """Return in words who has won, or who share the victory; nobody by no round."""
    if not names:
        return say("game-unfinished")
    return say("game-won" if len(names) == 1 else "game-shared", names=together(names))


# --- what a game without letter pieces answers -------------------------------


def no_pieces(_state: object) -> None:
    """Return None: no letter piece lies on the board in this game."""


def no_tally(_facts: object) -> tuple[tuple[str, bool], ...]:
    """Return nothing: no letter piece is answered in this game."""
    return ()


def no_word(_state: object) -> None:
    """Return None: no word is spelled at the board in this game."""
