"""
What every game is made of: what players can do in any game, and one typed base class.

A game is a table of pure functions, and a state that does not change.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import reduce
from typing import Any, Generic, Self, TypeVar, cast

from firmware_host.board.events import BoardEvent
from firmware_host.board.faces import Face, TableFace, ZoneFace
from firmware_host.board.json import Json, JsonObject, plain, text
from firmware_host.board.messages import Message, Refused, say, together
from firmware_host.board.moments import Moment, What
from firmware_host.board.options import Option
from firmware_host.board.pieces import BOARD, ZONES, Card, Kind, Piece, Seat, Zone
from firmware_host.board.record import Record, replace
from firmware_host.errors import RuleError, SettingsError
from firmware_host.games.analysis import Insight
from firmware_host.games.bots import Move
from firmware_host.games.chance import commitment
from firmware_host.games.codec import Codec
from firmware_host.games.contract import (
    AT_ONCE,
    Header,
    Needs,
    Result,
    Secret,
    Value,
    Verb,
    Wake,
    points_of,
)
from firmware_host.games.forms import Context, Form
from firmware_host.games.meaning import (
    EndsRound,
    InZone,
    NeedsChance,
    RightOrWrong,
    ShowsWord,
    TellsMore,
    YesOrNo,
    turn_of,
)
from firmware_host.games.views import StateView, View, Viewer

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


# --- moments ----------------------------------------------------------------

# Most games have the moments of a fact that stand here.


#: What is said of most moments.
YES, NO = (say("yes"),), (say("no"),)
RIGHT, WRONG = (say("told-right"),), (say("told-wrong"),)

#: Whoever has a symbol is named by it instead.
NEXT = say("clip-turn-next")


def of_fact(fact: object) -> Iterator[Moment]:
    """Yield the moments of a fact as most games have them."""
    match fact:
        case Undone():
            yield Moment(What.UNDONE, said=(say("told-undo"),))
        case Joined(by=seat):
            yield Moment(What.JOINED, seat)
        case Left(by=seat):
            yield Moment(What.LEFT, seat)
        case Voided():
            yield Moment(What.VOIDED, said=(say("clip-round-voided"),))
        case GameEnded(winners=(seat,)):
            yield Moment(What.GAME, seat, said=(say("clip-game-won"),))
        case GameEnded(winners=winners):
            code = "clip-game-shared" if winners else "clip-game-unfinished"
            yield Moment(What.GAME, said=(say(code),))
        case _:
            yield from _answered(fact)
            if isinstance(fact, EndsRound):
                by, said = fact.result.guessed_by, _ended(fact.result)
                yield Moment(What.ROUND, by, said=said)


def _answered(fact: object) -> Iterator[Moment]:
    """Yield the moment of an answer: right or wrong of a word, yes or no of a piece."""
    if isinstance(fact, RightOrWrong):
        yield judged(seat_of(fact), right=fact.right)
    elif isinstance(fact, YesOrNo) and fact.yes is not None:
        what, said = (What.YES, YES) if fact.yes else (What.NO, NO)
        zone = fact.zone if isinstance(fact, InZone) else None
        yield Moment(what, seat_of(fact), zone, said=said)


def judged(seat: Seat | None, word: str = "", *, right: bool) -> Moment:
    """Return the moment in which somebody's word is judged."""
    what, said = (What.RIGHT, RIGHT) if right else (What.WRONG, WRONG)
    return Moment(what, seat, word=word, said=said)


def _ended(result: Result) -> tuple[Message, ...]:
    """Return what is said of a word that somebody has made."""
    if result.maker is None:
        return ()
    found = result.guessed_by is not None
    return (say("clip-round-guessed" if found else "clip-round-unguessed"),)


A = TypeVar("A")
F = TypeVar("F")


# --- the base class ----------------------------------------------------------


class Tip(Record):
    """
    What is told at one moment of a tutorial: one idea.

    Args:
        line: What to do, or what has come of it.
        why: One sentence that explains it.
    """

    line: Message
    why: Message


@dataclass(frozen=True)
class Tutorial(Generic[S]):
    """
    One round against the board that counts nowhere and promises nothing.

    Args:
        length: Letters of its word.
        entropy: Returns the chance of its round, 32 bytes, from a state before it and
            32 bytes of chance.
        tip: Returns what is told of a state.
        rules: The options that are turned for it.
    """

    length: int
    entropy: Callable[[S, bytes], bytes]
    tip: Callable[[S], Tip]
    rules: Mapping[str, str | int] = field(default_factory=dict)


#: Fields of each view that are public only where `PUBLIC` names them.
_OF_ALL = ("totals", "over", "winners")


class Game(ABC, Generic[S, A, F]):
    """
    A game: its name, its rules, and a few pure functions of state, action and fact.

    A game says what differs. Whatever it leaves out is as most games have it: no letter
    pieces, no words at the board, no clock of its own, nothing to hear.

    The type checker holds every function to the game's own types, also where it is
    written in another file and stands here as ``view = staticmethod(view)``.
    """

    NAME: str
    RULE: str
    OPTIONS: tuple[Option, ...] = ()
    NEEDS: Needs

    #: The lines of a transcript, and what is right in them; see `grammar`.
    VERBS: Mapping[str, Verb]
    VALUES: Mapping[str, Value]

    #: The fields of a view that may go out: to everybody, and to the seat it is of.
    PUBLIC: tuple[str, ...]
    OWN: tuple[str, ...] = ()
    #: What is secret of the lines, at most one key of a verb.
    SECRETS: tuple[Secret, ...] = ()

    #: The first minute of who has never played it; None for a game without one.
    TUTORIAL: Tutorial[S] | None = None

    #: How strong its bots can be, of `bots.STRENGTHS`; empty for a game without bots.
    BOTS: tuple[str, ...] = ()

    #: The cards of its own that have tags, to be enrolled.
    CARDS: tuple[Card, ...] = ()

    #: Sentences of its own by language and code.
    TEXTS: Mapping[str, Mapping[str, str]] = {}

    #: The state where `start` is that of most games, and the facts by which a round
    #: has its secret.
    STATE: type[S]
    BEGINS: tuple[type, ...] = ()

    #: The folder of what else it brings: `game.js` for the pages, style sheets,
    #: drawings, and `texts/en.mo`; empty for nothing.
    FILES: str = ""

    #: What people want, as lines of a transcript; what comes of it, as rows.
    ACTIONS: Codec[A]
    FACTS: Codec[F]

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"

    # --- the rules --------------------------------------------------------------

    def start(self, header: Header, /) -> S:
        """
        Return the state before the first round.

        As most games have it: a `STATE` in which all sit, and a field that is called
        as an option is has its value.

        Raises:
            SettingsError: So many do not play it, or not with words of that length.
        """
        return self.STATE(**seated(self.STATE, header, self.NEEDS, self.OPTIONS))

    def act(self, state: S, action: A, /) -> tuple[F, ...] | Refused:
        """Return the facts that any *action* brings, or why it is refused."""
        if state.over:
            return Refused("game-over")
        shared: tuple[object, ...] | Refused | None = None
        match action:
            case Undo():
                shared = undo(state)
            case Join():
                shared = self.join(state, action)
            case Leave(by=seat):
                here = seat in state.players
                shared = self.leave(state, seat) if here else Refused("out-of-round")
            case End():
                shared = (self.end(state),)
            case _:
                pass
        if shared is None:
            return self.decide(state, action)
        return cast("tuple[F, ...] | Refused", shared)

    @abstractmethod
    def decide(self, state: S, action: A, /) -> tuple[F, ...] | Refused:
        """
        Return the facts that an *action* of this game brings, or why it is refused.

        Nothing changes. What all games have does not come here, nor does anything once
        the game is over.
        """

    def join(self, state: S, action: Join, /) -> tuple[Joined] | Refused:
        """Return the facts of a player who sits down on the next seat."""
        full = len(state.players) >= self.NEEDS.seats[1]
        if full or action.by != state.seats:
            return Refused("no-seat")
        return (Joined(action.by, action.button, action.bot),)

    def leave(
        self, state: S, seat: Seat, /
    ) -> tuple[Left | GameEnded | F, ...] | Refused:
        """Return the facts of a player who goes home; nobody left is the end."""
        last = state.players == (seat,)
        return (Left(seat), self.end(state)) if last else (Left(seat),)

    def end(self, state: S, /) -> GameEnded:
        """Return the end of the game as it stands: the most points win."""
        return final(state)

    def ended(self, state: S, facts: tuple[F, ...], /) -> tuple[F | GameEnded, ...]:
        """Return *facts*, and the end of the game that they bring."""
        return (*facts, self.end(reduce(self.apply, facts, state)))

    def apply(self, state: S, fact: F, /) -> S:
        """
        Return the state after one fact. Nothing is decided here.

        A game has its own facts first, and leaves the rest to this.
        """
        return apply(state, fact)

    def fold(self, state: S, facts: tuple[F, ...], /) -> S:
        """Return the state after one accepted action, with the way back kept."""
        first = facts[0]
        if isinstance(first, Undone):
            return back(state, first, self.fold)
        after = reduce(self.apply, facts, state)
        if after.over or self.is_final(state, facts):
            return replace(after, before=None, by_board=False)
        return replace(after, before=state, by_board=self.is_own(state, facts))

    def is_final(self, state: S, facts: tuple[F, ...], /) -> bool:
        """
        Tell whether nothing before these *facts* can be undone.

        As most games have it: a round has its secret, or shows it.
        """
        ended = self.result(facts) is not None or self.voided(facts) is not None
        return ended or self.begins(facts)

    def is_own(self, state: S, facts: tuple[F, ...], /) -> bool:
        """Tell whether the board itself has done this: an undo goes back further."""
        return False

    def results(self, state: S, /) -> tuple[Result, ...]:
        """Return what each finished round brought."""
        return state.results

    def sitting(self, state: S, /) -> tuple[Seat, ...]:
        """Return the seats that have not left."""
        return state.players

    def is_over(self, state: S, /) -> bool:
        """Tell whether the last round has been played."""
        return state.over

    # --- at the board -----------------------------------------------------------

    def face(self, state: S, names: tuple[str, ...], /) -> Face:
        """Return what lamps and screens show: the big `line` and the `zones`."""
        return Face(TableFace(self.line(state, names)), self.zones(state))

    def line(self, state: S, names: tuple[str, ...], /) -> Message:
        """
        Return for whom the board waits, and for what; *names* by seat.

        As most games have it: who has won, or ``turn-GAME`` with the name of whoever
        is on turn, or ``wait-GAME`` where nobody is.
        """
        turn = turn_of(state)
        if state.over:
            return won_by([names[seat] for seat in state.winners])
        if turn is None:
            return say(f"wait-{self.NAME}")
        return say(f"turn-{self.NAME}", name=names[turn])

    def zones(self, state: S, /) -> tuple[ZoneFace, ...]:
        """Return what the six zones show, where `face` is that of most games."""
        return (ZoneFace(),) * len(ZONES)

    def view(self, state: S, viewer: Viewer | Seat, /) -> View:
        """Return what *viewer* may know: what `PUBLIC` names, as the state has it."""
        named = {name: getattr(state, name) for name in self.PUBLIC}
        shared = {name: named[name] for name in _OF_ALL if name in named}
        return StateView(seat=viewer, named=named, results=state.results, **shared)

    def interpret(self, state: S, event: BoardEvent, /) -> A | None:
        """Return the action that an event means now, or None."""
        return None

    def wake(self, state: S, /) -> Wake | None:
        """Return when the game wants `Woke`; None for never."""
        return None

    def with_entropy(self, action: A, entropy: bytes, /) -> A:
        """
        Return *action* with the chance it needs, where a round begins by it.

        As most games have it: one that `NeedsChance` and has none yet.
        """
        if not isinstance(action, NeedsChance) or action.entropy:
            return action
        given: Any = action
        return cast("A", replace(given, entropy=entropy))

    def bot(
        self, view: View, header: Header, strength: str, chance: bytes, /
    ) -> Move | None:
        """
        Return what a bot does next; None where it waits for others.

        It is asked again after each action of anybody. Asked twice for the same it says
        the same: whatever it throws a die for is drawn from *chance*.

        Args:
            view: What its own seat knows, and nothing else.
            header: What was settled before the game.
            strength: One of `BOTS`.
            chance: 32 bytes of its own for this move, as `bots.chance` has them.
        """
        return None

    def pieces_on_board(self, state: S, /) -> tuple[tuple[Zone, Piece], ...] | None:
        """Return every letter piece and its zone; None without a round of such."""
        return None

    def forms(self, at: Context[S], /) -> tuple[Form[S], ...]:
        """Return the forms that can be filled in at the board now, each empty."""
        return ()

    def advice(self, state: S, /) -> Message | None:
        """Return what a newcomer can do now; None where the table's line says it."""
        return None

    def at_board(self, state: S, /) -> frozenset[str]:
        """Return the verbs that no page may send as the game stands."""
        return frozenset()

    # --- what has come of it ----------------------------------------------------

    def moments(
        self, before: S | None, facts: tuple[F, ...], after: S, /
    ) -> tuple[Moment, ...]:
        """Return what has just happened by *facts*; no state *before* at the start."""
        made = [one for fact in facts for one in self.moments_of(before, fact, after)]
        return (*made, *turn_moments(self, before, after))

    def moments_of(self, before: S | None, fact: F, after: S, /) -> Iterator[Moment]:
        """
        Yield what has just happened by one fact, as everybody may know it.

        As most games have it: yes or no by a field ``yes``, right or wrong by a field
        ``right``, the end of a round by a property ``result``; and what all share.
        """
        return of_fact(fact)

    def insight(
        self, before: object, action: A, after: object, header: Header, /
    ) -> Insight | None:
        """Return what an action was worth, by everybody's views; None for nothing."""
        return None

    def hindsight(self, views: tuple[View, ...], header: Header, /) -> Insight | None:
        """
        Return the best that players could have done in a round, or None.

        During a game the board asks for one seat alone, and tells that player alone.
        It asks for all seats after the game: before, the cards are secret.

        Args:
            views: What each seat knew as the round began.
            header: What was settled before the game.
        """
        return None

    def answer(self, facts: tuple[F, ...], /) -> dict[str, Json]:
        """
        Return ``{"answer": ...}``: ``ok``, ``yes``, ``no``, ``right``, ``wrong``.

        As most games have it: by the first fact, where it is `RightOrWrong` or
        `YesOrNo`.
        """
        first, said = facts[0], "ok"
        if isinstance(first, RightOrWrong):
            said = "right" if first.right else "wrong"
        elif isinstance(first, YesOrNo):
            said = "yes" if first.yes else "no"
        return {"answer": said}

    def begins(self, facts: tuple[F, ...], /) -> bool:
        """Tell whether a round has its secret by these *facts*."""
        return isinstance(facts[0], self.BEGINS)

    def result(self, facts: tuple[F, ...], /) -> Result | None:
        """
        Return what the round brought that these *facts* end; None where none.

        As most games have it: of the fact that `EndsRound`.
        """
        return next((x.result for x in facts if isinstance(x, EndsRound)), None)

    def voided(self, facts: tuple[F, ...], /) -> str | None:
        """Return the word of a `Voided` at their head, or nothing; else None."""
        word = facts[0].word if isinstance(facts[0], ShowsWord) else ""
        return word if isinstance(facts[0], Voided) else None

    def answer_counts(self, facts: tuple[F, ...], /) -> tuple[tuple[str, bool], ...]:
        """Return what was answered: of what kind, and whether it was right."""
        return ()

    # --- in words and lines -----------------------------------------------------

    def describe_action(self, action: A, name: str, /) -> Message:
        """
        Return in words what *name* did; the name is empty for the one on turn.

        ``told-GAME-VERB`` may name what stands in the line, but for `SECRETS`; of what
        the board did it has the name alone.
        """
        line = self.action_json(action)
        do = text(line, "do")
        if do not in self.VERBS:  # any game has it
            return say(f"told-{do}", name=name) if "by" in line else say(f"told-{do}")
        verb = self.VERBS[do]
        hidden = {one.key for one in self.SECRETS if one.do == do}
        keys = set[str]() if verb.board else {*verb.needs, *verb.may} - hidden
        shown = {k: v for k, v in plain(line).items() if k in keys}
        return say(f"told-{self.NAME}-{do}", **shown | {"name": name})

    def describe_fact(
        self, fact: F, name_of: Callable[[Seat], str], /
    ) -> Message | None:
        """Return in words what has come of it; None where nothing is to be said."""
        return None

    def to_transcript(
        self, action: A, facts: tuple[F, ...], round_number: int, /
    ) -> dict[str, Json]:
        """
        Return a transcript's line that brings the same *facts* without chance.

        It has the keys of its verb. One that *action* leaves open is as the facts have
        it: in a field of that name, or in ``told`` of one that `TellsMore`.
        A key ``commitment`` promises the ``word`` that the facts have with a ``nonce``.
        """
        line = self.action_json(action)
        verb = self.VERBS.get(text(line, "do"), Verb(("by",), ("bot",)))
        keys = (*verb.needs, *verb.may)
        drawn: dict[str, Json] = {}
        for fact in reversed(facts):
            drawn |= self.fact_json(fact)
            drawn |= fact.told if isinstance(fact, TellsMore) else {}
        if "commitment" in keys and "nonce" in drawn:
            opens, word = bytes.fromhex(text(drawn, "nonce")), text(drawn, "word")
            drawn["commitment"] = commitment(opens, round_number, word)
        for key in keys:
            if key in drawn:
                line.setdefault(key, drawn[key])
        return {key: line[key] for key in line if key in ("do", *keys)}

    def action_json(self, action: A, /) -> dict[str, Json]:
        """Return *action* as a transcript's line, seats as numbers."""
        return self.ACTIONS.write(action)

    def action(self, line: JsonObject, /) -> A:
        """Return the action that a transcript's line means."""
        return self.ACTIONS.read(line)

    def fact_json(self, fact: F, /) -> dict[str, Json]:
        """Return *fact* as JSON."""
        return self.FACTS.write(fact)

    def fact(self, line: JsonObject, /) -> F:
        """Return the fact that `fact_json` wrote."""
        return self.FACTS.read(line)


#: A game whose types nobody need know.
Engine = Game[Any, Any, Any]


def turn_moments(
    engine: Engine, before: State | None, after: State
) -> Iterator[Moment]:
    """
    Yield whose turn it is now, and what is waited for, where either is new.

    What the board itself does at once is not waited for.
    """
    if engine.is_over(after):
        return
    seat, line = turn_of(after), _said_line(engine, after)
    said = (NEXT,) * (seat not in (None, turn_of(before)))
    if before is None or line != _said_line(engine, before):
        said += () if engine.wake(after) == AT_ONCE else (line,)
    if said:
        yield Moment(What.TURN, seat, said=said)


def _said_line(engine: Engine, state: State) -> Message:
    """Return the big line of the table screen, as it is said: without its gaps."""
    return say(f"clip-{engine.line(state, ('',) * state.seats).code}")
