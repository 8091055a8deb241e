"""What players can do in any game, and what comes of it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, Protocol, TypeVar

from firmware_host.board.messages import Message, Refused, say, together
from firmware_host.board.pieces import Kind, Seat, Zone

T = TypeVar("T")

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
    """
    The last *count* actions have not happened.

    Args:
        count: How many.
        unseated: The seats of those who sat down by one of them: they have not. Whoever
            else sat down meanwhile stays and is not counted; older journals have such,
            of a time when joining could not be taken back.
    """

    count: int
    unseated: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Checked:
    """The record of which piece lies where is this from now on."""

    laid: tuple[Lying, ...]


@dataclass(frozen=True, slots=True)
class Joined:
    """A player has sat down, for the next round; *button* is the symbol."""

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
        state: A game's, with the way back in ``before``; in a game in which the board
            acts by itself also ``by_board``.
    """
    step, count = state, 1
    while getattr(step, "by_board", False) and step.before is not None:
        step, count = step.before, count + 1
    if step.before is None:
        return Refused("nothing-to-undo")
    return (Undone(count, _came(step)),)


def _came(state: Any) -> tuple[Seat, ...]:
    """Return who has sat down since the state before."""
    players: tuple[Seat, ...] = state.players
    return tuple(seat for seat in players if seat not in state.before.players)


def unseated(facts: Iterable[object]) -> tuple[Seat, ...]:
    """Return the seats that nobody has any more: the joining was undone."""
    undone = (fact for fact in facts if isinstance(fact, Undone))
    return tuple(seat for fact in undone for seat in fact.unseated)


def take_back(
    done: list[T], undone: Undone, facts: Callable[[T], Any] = lambda one: one
) -> list[T]:
    """
    Take the actions that are *undone* from those that were *done*, and return them.

    Args:
        done: Actions in their order, as far as they are known.
        undone: How many go.
        facts: Returns the facts of one of them.
    """
    taken, stay = list[T](), list[T]()
    while len(taken) < undone.count and done:
        joined = isinstance(facts(done[-1])[0], Joined) and not undone.unseated
        (stay if joined else taken).append(done.pop())
    done += reversed(stay)
    return taken


def back(state: Any, undone: Undone, fold: Callable[[Any, Any], Any]) -> Any:
    """
    Return the state before the actions that are *undone*.

    Args:
        state: A game's, with the way back in ``before``.
        undone: How many go.
        fold: The game's own: by it those sit down again who stay.
    """
    count, stay = undone.count, list[Joined]()
    while count:
        joined = _came(state)
        if set(joined) <= set(undone.unseated):
            count -= 1
        stay += [Joined(seat) for seat in joined if seat not in undone.unseated]
        state = state.before
    return reduce(lambda now, fact: fold(now, (fact,)), stay, state)


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
