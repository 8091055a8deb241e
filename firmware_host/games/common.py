"""What players can do in any game, and what comes of it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields
from functools import reduce
from typing import Any, Self, TypeVar

from firmware_host.board.json import JsonObject
from firmware_host.board.messages import Message, Refused, say, together
from firmware_host.board.options import Option
from firmware_host.board.pieces import BOARD, Kind, Seat, Zone
from firmware_host.board.record import Record, replace
from firmware_host.errors import RuleError, SettingsError
from firmware_host.games.contract import Header, Needs, Result, points_of
from firmware_host.games.meaning import EndsRound

T = TypeVar("T")
S = TypeVar("S", bound="State")

#: Characters of points that the small print of the table screen has room for.
POINTS_ROOM = 40

#: A piece whose number is known, and the zone where it lies.
Lying = tuple[Kind, int, Zone]


class BySeat(Record):
    """What one player does or has done; *by* is the seat."""

    by: Seat


def seat_of(one: object) -> Seat | None:
    """Return who does an action, or of whom a fact is; None for nobody alone."""
    return one.by if isinstance(one, BySeat) else None


class Undo(Record, tag="undo"):
    """Take the last accepted action of the round back."""


class Void(Record, tag="void"):
    """Count this round as not played; the same maker makes another word."""


class Leave(BySeat, tag="leave"):
    """A player goes home; the points stand."""


class Join(BySeat, tag="join"):
    """
    A player sits down and plays from the next round.

    Args:
        button: The symbol of a person who has one.
        bot: The `Bot.text` of a bot; empty for a person.
    """

    button: str = ""
    bot: str = ""


class End(Record, tag="end"):
    """Stop after the rounds that are finished."""


class Check(Record, tag="check"):
    """
    The record of which piece lies where follows what was seen; no answer changes.

    Args:
        seen: The pieces that were looked at, and where they lie.
    """

    seen: tuple[Lying, ...] = ()


class Undone(Record, tag="undone"):
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


class Checked(Record, tag="checked"):
    """The record of which piece lies where is this from now on."""

    laid: tuple[Lying, ...]


class Joined(Join, tag="joined"):
    """A player has sat down, for the next round."""


class Voided(Record, tag="voided"):
    """The round counts nothing, and has no word to show."""


class Left(BySeat, tag="left"):
    """A player has gone home."""


class RoundEnded(Record, EndsRound, tag="roundended"):
    """The word is shown and the points are written down."""

    word: str
    maker: Seat
    guessed_by: Seat | None
    points: tuple[int, ...]
    nonce: str

    @property
    def result(self) -> Result:
        """What the round brought."""
        return Result(self.word, self.maker, self.guessed_by, self.points, self.nonce)


class GameEnded(Record, tag="gameended"):
    """
    Nothing more is played.

    Args:
        totals: By seat, the board last where it plays.
        winners: Who has won; nobody where no round was finished.
    """

    totals: tuple[int, ...]
    winners: tuple[Seat, ...]


class Scored(Record, EndsRound, tag="scored"):
    """
    A round without a word is over.

    Args:
        by: Who has won it; None for nobody.
        points: What it brings, by seat.
    """

    by: Seat | None
    points: tuple[int, ...]

    @property
    def result(self) -> Result:
        """What the round brought."""
        return Result("", None, self.by, self.points)


#: The end of a game that cannot be gone on with: nobody knows its points.
CALLED_OFF = GameEnded((), ())


def is_called_off(lines: Sequence[JsonObject]) -> bool:
    """Tell whether the facts of a row, as JSON, are `CALLED_OFF`."""
    return list(lines) == [{"is": "gameended", "totals": [], "winners": []}]


#: What players can do in any game.
Action = Undo | Void | Leave | Join | End

#: What comes of it in any game; and in those that do not say more of the same.
Shared = Undone | Joined | GameEnded
Fact = Shared | Voided | Left | Scored


# --- what every game can be asked -------------------------------------------


@dataclass(frozen=True, kw_only=True)
class State:
    """
    What the state of every game has.

    Args:
        header: What was settled before.
        players: Seats that have not left, in turn order.
        seats: How many seats there have ever been.
        results: Every finished round.
        before: The state before the last accepted action; None where nothing before can
            be taken back.
        by_board: True where that action was the board's own.
        over: True once nothing more is played.
        winners: Seats that have won.
    """

    header: Header
    players: tuple[Seat, ...]
    seats: int
    results: tuple[Result, ...] = field(default=(), repr=False)
    before: Self | None = field(default=None, repr=False, compare=False)
    by_board: bool = False
    over: bool = False
    winners: tuple[Seat, ...] = ()

    @property
    def totals(self) -> tuple[int, ...]:
        """Points of all finished rounds, by seat; the board last if it makes words."""
        board_makes = self.header.board_makes
        return tuple(
            sum(
                points_of(one.points, seat, board_makes=board_makes) or 0
                for one in self.results
            )
            for seat in (*range(self.seats), *[BOARD] * board_makes)
        )

    def next_from(self, seat: int) -> Seat:
        """Return *seat*, or the next one in turn order that has not left."""
        later = [one for one in self.players if one >= seat]
        return (later or self.players)[0]

    def score(self, by: Seat, points: int) -> Scored:
        """Return the end of a round that brings *points* to one seat."""
        return Scored(by, tuple((seat == by) * points for seat in range(self.seats)))

    def earlier(self) -> Self | None:
        """Return the state before; None where nothing can be taken back."""
        return self.before


def seated(
    state: type[State], header: Header, needs: Needs, options: Sequence[Option]
) -> dict[str, Any]:
    """
    Return what the first state of any game is made of: who sits there, and its options.

    Args:
        state: The game's own; a field that is called as an option is has its value.
        header: What was settled.
        needs: How many play the game, and how long its words are.
        options: The game's.

    Raises:
        SettingsError: So many do not play it, or not with words of that length.
    """
    least, most = needs.seats
    if not least <= header.seats <= most:
        msg = f"{header.seats} do not play {header.game}, but {least} to {most}"
        raise SettingsError(msg)
    if needs.lengths and header.length not in (0, *needs.lengths):
        lengths = ", ".join(map(str, needs.lengths))
        msg = f"{header.game} has words of {lengths} letters, not {header.length}"
        raise SettingsError(msg)
    own = {one.name for one in fields(state)}
    chosen = {one.name: one.default for one in options} | dict(header.options)
    seats = tuple(map(Seat, range(header.seats)))
    known = {name: value for name, value in chosen.items() if name in own}
    return {"header": header, "players": seats, "seats": len(seats), **known}


def beginning_with(first: Seat, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return *seats* in their order round the table, from *first* on."""
    at = seats.index(first)
    return (*seats[at:], *seats[:at])


def apply(state: S, fact: object) -> S:
    """Return the state after one of the facts that any game has."""
    match fact:
        case Joined(by=seat):
            players = (*state.players, seat)
            return replace(state, players=players, seats=state.seats + 1)
        case Left(by=seat):
            players = tuple(one for one in state.players if one != seat)
            return replace(state, players=players)
        case Scored():
            return replace(state, results=(*state.results, fact.result))
        case GameEnded(winners=winners):
            return replace(state, over=True, winners=winners)
        case _:
            raise AssertionError(fact)


def final(state: State) -> GameEnded:
    """Return the end of a game as it stands: the most points win, or share."""
    totals = state.totals
    best = max(totals, default=0)
    winners = (Seat(n) for n, points in enumerate(totals) if points == best)
    return GameEnded(totals, tuple(winners) if state.results else ())


def undo(state: State) -> tuple[Undone] | Refused:
    """Return what takes back somebody's last action, and what the board did after."""
    step, count = state, 1
    while step.by_board and step.before is not None:
        step, count = step.before, count + 1
    if step.before is None:
        return Refused("nothing-to-undo")
    return (Undone(count, _came(step, step.before)),)


def _came(state: State, before: State) -> tuple[Seat, ...]:
    """Return who has sat down since the state *before*."""
    return tuple(seat for seat in state.players if seat not in before.players)


def unseated(facts: Iterable[object]) -> tuple[Seat, ...]:
    """Return the seats that nobody has any more: the joining was undone."""
    undone = (fact for fact in facts if isinstance(fact, Undone))
    return tuple(seat for fact in undone for seat in fact.unseated)


def take_back(
    done: list[T], undone: Undone, facts: Callable[[T], Sequence[object]]
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


def back(state: S, undone: Undone, fold: Callable[[S, tuple[Any, ...]], S]) -> S:
    """
    Return the state before the actions that are *undone*.

    Args:
        state: A game's.
        undone: How many go.
        fold: The game's own: by it those sit down again who stay.

    Raises:
        RuleError: There are not so many: a damaged journal.
    """
    count, stay = undone.count, list[Joined]()
    while count:
        before = state.earlier()
        if before is None:
            msg = f"{count} more actions are undone than there were"
            raise RuleError(msg)
        joined = _came(state, before)
        if set(joined) <= set(undone.unseated):
            count -= 1
        stay += [Joined(seat) for seat in joined if seat not in undone.unseated]
        state = before
    return reduce(lambda now, fact: fold(now, (fact,)), stay, state)


def won_by(names: Sequence[str | Message]) -> Message:
    """Return in words who has won, or who share the victory; nobody by no round."""
    if not names:
        return say("game-unfinished")
    return say("game-won" if len(names) == 1 else "game-shared", names=together(names))


def points_line(names: Sequence[str], points: Sequence[int]) -> Message:
    """
    Return the small print of the table screen: each name with its points.

    Where that is more than it has room for: the best, and how many others there are.
    """
    pairs = list(zip(names, points, strict=False))
    told = _counted(pairs)
    if len(told) <= POINTS_ROOM:
        return say("status-points", points=told)
    pairs.sort(key=lambda one: -one[1])
    fit = [n for n in range(2, len(pairs)) if len(_counted(pairs[:n])) <= POINTS_ROOM]
    best = max(fit, default=1)
    return say("status-best", points=_counted(pairs[:best]), n=len(pairs) - best)


def _counted(pairs: Sequence[tuple[str, int]]) -> str:
    return "  ".join(f"{name} {count}" for name, count in pairs)
