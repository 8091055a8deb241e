"""
The actions of any game, and the typed base class of all games.

A game consists of pure functions and an immutable state.
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

#: A numbered piece with its zone: kind, number, zone.
Lying = tuple[Kind, int, Zone]


class BySeat(Record):
    """An action or a fact of one player; *by* is the seat."""

    by: Seat


def seat_of(one: object) -> Seat | None:
    """Return the seat of an action or a fact, or None if it has no single seat."""
    return one.by if isinstance(one, BySeat) else None


class Undo(Record, tag="undo"):
    """Take the last accepted action of the round back."""


class Void(Record, tag="void"):
    """Count this round as not played; the same maker makes another word."""


class Leave(BySeat, tag="leave"):
    """A player leaves the game and keeps the points."""


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
    """The action that ends the game after the finished rounds."""


class Check(Record, tag="check"):
    """
    Change the record of laid pieces to the pieces that were seen; no answer changes.

    Args:
        seen: The pieces that were looked at, with their zones.
    """

    seen: tuple[Lying, ...] = ()


class Undone(Record, tag="undone"):
    """
    The fact that the last `count` actions were undone.

    Args:
        count: The number of undone actions.
        unseated: The seats of the players whose joining was undone. Other players who
            joined meanwhile stay and are not counted; only older journals contain such
            joinings.
    """

    count: int
    unseated: tuple[Seat, ...] = ()


class Checked(Record, tag="checked"):
    """The new record of laid pieces."""

    laid: tuple[Lying, ...]


class Joined(Join, tag="joined"):
    """A player has joined, for the next round."""


class Voided(Record, tag="voided"):
    """The round was cancelled: it gives no points, and its word is not shown."""


class Left(BySeat, tag="left"):
    """The fact that a player has left the game for good."""


class RoundEnded(Record, EndsRound, tag="roundended"):
    """The word is shown and the points are written down."""

    word: str
    maker: Seat
    guessed_by: Seat | None
    points: tuple[int, ...]
    nonce: str

    @property
    def result(self) -> Result:
        """The word, the maker, the finder and the points of the round."""
        return Result(self.word, self.maker, self.guessed_by, self.points, self.nonce)


class GameEnded(Record, tag="gameended"):
    """
    The game is over.

    Args:
        totals: Points by seat, the board last if it plays.
        winners: The seats that won; empty if no round was finished.
    """

    totals: tuple[int, ...]
    winners: tuple[Seat, ...]


class Scored(Record, EndsRound, tag="scored"):
    """
    The fact that a round without a hidden word has ended, with its points.

    Args:
        by: The seat that won the round; None for no seat.
        points: The points of the round, by seat.
    """

    by: Seat | None
    points: tuple[int, ...]

    @property
    def result(self) -> Result:
        """The result of the round."""
        return Result("", None, self.by, self.points)


#: The end of a game that cannot continue; its points are unknown.
CALLED_OFF = GameEnded((), ())


def is_called_off(lines: Sequence[JsonObject]) -> bool:
    """Return True if a row's facts, as JSON, are `CALLED_OFF`."""
    return list(lines) == [{"is": "gameended", "totals": [], "winners": []}]


#: The actions of players in any game.
Action = Undo | Void | Leave | Join | End

#: The facts of every game; and of games without more specific ones.
Shared = Undone | Joined | GameEnded
Fact = Shared | Voided | Left | Scored


# --- what every game can be asked -------------------------------------------


@dataclass(frozen=True, kw_only=True)
class State:
    """
    The fields of every game's state.

    Args:
        header: The settings of the game.
        players: Seats that have not left, in turn order.
        seats: The number of seats, including those of players who left.
        results: Every finished round.
        before: The state before the last accepted action; None if no action can be
            undone.
        by_board: True if that action was the board's own.
        over: True after the end of the game.
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

    @property
    def undoable(self) -> bool:
        """True if the last action can be undone."""
        return self.before is not None

    def next_from(self, seat: int) -> Seat:
        """Return *seat*, or the next one in turn order that has not left."""
        later = [one for one in self.players if one >= seat]
        return (later or self.players)[0]

    def score(self, by: Seat, points: int) -> Scored:
        """Return the fact of a round that ends with *points* for the seat *by*."""
        return Scored(by, tuple((seat == by) * points for seat in range(self.seats)))


def seated(
    state: type[State], header: Header, needs: Needs, options: Sequence[Option]
) -> dict[str, Any]:
    """
    Return the common fields of a game's first state: its seats and options.

    Args:
        state: The game's own state class; its fields with an option's name get the
            value.
        header: The settings.
        needs: The game's limits for players and lengths.
        options: The game's options.

    Raises:
        SettingsError: The number of players or of letters is not allowed.
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
    """Return the end of a game with its present points: the highest total wins."""
    totals = state.totals
    best = max(totals, default=0)
    winners = (Seat(n) for n, points in enumerate(totals) if points == best)
    return GameEnded(totals, tuple(winners) if state.results else ())


def undo(state: State) -> tuple[Undone] | Refused:
    """Return the undo of a person's last action and the board's moves after it."""
    step, count = state, 1
    while step.by_board and step.before is not None:
        step, count = step.before, count + 1
    if step.before is None or not step.undoable:
        return Refused("nothing-to-undo")
    return (Undone(count, _came(step, step.before)),)


def _came(state: State, before: State) -> tuple[Seat, ...]:
    """Return the seats that joined since the state *before*."""
    return tuple(seat for seat in state.players if seat not in before.players)


def unseated(facts: Iterable[object]) -> tuple[Seat, ...]:
    """Return the seats whose joining was undone by *facts*."""
    undone = (fact for fact in facts if isinstance(fact, Undone))
    return tuple(seat for fact in undone for seat in fact.unseated)


def take_back(
    done: list[T], undone: Undone, facts: Callable[[T], Sequence[object]]
) -> list[T]:
    """
    Take the undone actions off the end of `done`, and return them.

    Args:
        done: The actions in order.
        undone: The fact of the undo, with the number of actions.
        facts: Returns the facts of an action.
    """
    taken, stay = list[T](), list[T]()
    while len(taken) < undone.count and done:
        joined = isinstance(facts(done[-1])[0], Joined) and not undone.unseated
        (stay if joined else taken).append(done.pop())
    done += reversed(stay)
    return taken


def back(state: S, undone: Undone, fold: Callable[[S, tuple[Any, ...]], S]) -> S:
    """
    Return the state before the actions that are `undone`.

    Args:
        state: The state of a game.
        undone: The fact of the undo, with the number of actions.
        fold: The game's own `fold`, which lets players who stay join again.

    Raises:
        RuleError: There are fewer actions: the journal is damaged.
    """
    count, stay = undone.count, list[Joined]()
    while count:
        before = state.before
        if before is None:
            msg = f"{count} more actions are undone than there were"
            raise RuleError(msg)
        joined = _came(state, before)
        if set(joined) <= set(undone.unseated):
            count -= 1
        stay += [Joined(seat) for seat in joined if seat not in undone.unseated]
        state = cast("S", before)
    return reduce(lambda now, fact: fold(now, (fact,)), stay, state)


def won_by(names: Sequence[str | Message]) -> Message:
    """Return the message that names the winners; "unfinished" without winners."""
    if not names:
        return say("game-unfinished")
    return say("game-won" if len(names) == 1 else "game-shared", names=together(names))


def points_line(names: Sequence[str], points: Sequence[int]) -> Message:
    """
    Return the small print of the table screen: each name with its points.

    If they do not fit: the best ones, and the number of all others.
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


#: The spoken texts of most moments.
YES, NO = (say("yes"),), (say("no"),)
RIGHT, WRONG = (say("told-right"),), (say("told-wrong"),)

#: The text for a turn; a player with a symbol is named by the symbol instead.
NEXT = say("clip-turn-next")


def of_fact(fact: object) -> Iterator[Moment]:
    """Yield the moments of a fact; the default for most games."""
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
    """
    Yield the moment of an answer.

    A word is right or wrong, a piece has yes or no.
    """
    if isinstance(fact, RightOrWrong):
        yield judged(seat_of(fact), right=fact.right)
    elif isinstance(fact, YesOrNo) and fact.yes is not None:
        what, said = (What.YES, YES) if fact.yes else (What.NO, NO)
        zone = fact.zone if isinstance(fact, InZone) else None
        yield Moment(what, seat_of(fact), zone, said=said)


def judged(seat: Seat | None, word: str = "", *, right: bool) -> Moment:
    """Return the moment in which a player's word is judged right or wrong."""
    what, said = (What.RIGHT, RIGHT) if right else (What.WRONG, WRONG)
    return Moment(what, seat, word=word, said=said)


def _ended(result: Result) -> tuple[Message, ...]:
    """Return the spoken messages about a word that a person made."""
    if result.maker is None:
        return ()
    found = result.guessed_by is not None
    return (say("clip-round-guessed" if found else "clip-round-unguessed"),)


A = TypeVar("A")
F = TypeVar("F")


# --- the base class ----------------------------------------------------------


class Tip(Record):
    """
    A tip of a tutorial.

    Args:
        line: The instruction, or what has happened.
        why: One sentence that explains it.
    """

    line: Message
    why: Message


@dataclass(frozen=True)
class Tutorial(Generic[S]):
    """
    A round against the board that does not count and has no commitment.

    Args:
        length: The number of letters of its word.
        entropy: Returns the entropy of its round, 32 bytes, from the state before it
            and 32 random bytes.
        tip: Returns the tip for a state.
        rules: The options that differ from the default.
    """

    length: int
    entropy: Callable[[S, bytes], bytes]
    tip: Callable[[S], Tip]
    rules: Mapping[str, str | int] = field(default_factory=dict)


#: The fields of every view that are public only if `PUBLIC` names them.
_OF_ALL = ("totals", "over", "winners")


class Game(ABC, Generic[S, A, F]):
    """
    A game: its name, its rules, and a few pure functions of state, action and fact.

    A game overrides what differs from these defaults: no letter pieces, no forms at the
    board, no clock of its own, no sound.

    The type checker applies the game's own types to each function, also to one from
    another file that is assigned here as ``view = staticmethod(view)``.
    """

    NAME: str
    RULE: str
    OPTIONS: tuple[Option, ...] = ()
    NEEDS: Needs

    #: The lines of a transcript, and what is right in them; see `grammar`.
    VERBS: Mapping[str, Verb]
    VALUES: Mapping[str, Value]

    #: The view's fields that may be sent: to everybody, and to the view's own seat.
    PUBLIC: tuple[str, ...]
    OWN: tuple[str, ...] = ()
    #: The secret values of lines, at most one key for each verb.
    SECRETS: tuple[Secret, ...] = ()

    #: The tutorial for new players; None for a game without one.
    TUTORIAL: Tutorial[S] | None = None

    #: The strengths of its bots, of `bots.STRENGTHS`; empty for a game without bots.
    BOTS: tuple[str, ...] = ()

    #: The game's own cards that have tags.
    CARDS: tuple[Card, ...] = ()

    #: The game's own sentences, by language and code.
    TEXTS: Mapping[str, Mapping[str, str]] = {}

    #: The state class for the default `start`, and the facts that start a round with a
    #: secret.
    STATE: type[S]
    BEGINS: tuple[type, ...] = ()

    #: The folder of its other files: `game.js` for the pages, style sheets, drawings,
    #: and `texts/en.mo`; empty for none.
    FILES: str = ""

    #: The codecs of actions, as lines of a transcript, and of facts, as journal rows.
    ACTIONS: Codec[A]
    FACTS: Codec[F]

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"

    # --- the rules --------------------------------------------------------------

    def start(self, header: Header, /) -> S:
        """
        Return the state before the first round.

        By default it is a `STATE` in which all players sit, and each field that has the
        name of an option has that option's value.

        Raises:
            SettingsError: The number of players or of letters is not allowed.
        """
        return self.STATE(**seated(self.STATE, header, self.NEEDS, self.OPTIONS))

    def act(self, state: S, action: A, /) -> tuple[F, ...] | Refused:
        """Return the facts that follow from any *action*, or its refusal."""
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
        Return the facts of an `action` of this game, or a refusal.

        The state does not change. Actions that all games share are handled before, and
        no action arrives after the end of the game.
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
        """Return the facts of a player who leaves; the last one ends the game."""
        last = state.players == (seat,)
        return (Left(seat), self.end(state)) if last else (Left(seat),)

    def end(self, state: S, /) -> GameEnded:
        """Return the end of the game now: the highest total wins."""
        return final(state)

    def ended(self, state: S, facts: tuple[F, ...], /) -> tuple[F | GameEnded, ...]:
        """Return `facts` followed by the end of the game."""
        return (*facts, self.end(reduce(self.apply, facts, state)))

    def apply(self, state: S, fact: F, /) -> S:
        """
        Return the state after one fact. It makes no decision.

        A game handles its own facts, and calls this function for all others.
        """
        return apply(state, fact)

    def fold(self, state: S, facts: tuple[F, ...], /) -> S:
        """
        Return the state after one accepted action.

        It keeps the state before for undo.
        """
        first = facts[0]
        if isinstance(first, Undone):
            return back(state, first, self.fold)
        after = reduce(self.apply, facts, state)
        if after.over or self.is_final(state, facts):
            return replace(after, before=None, by_board=False)
        return replace(after, before=state, by_board=self.is_own(state, facts))

    def is_final(self, state: S, facts: tuple[F, ...], /) -> bool:
        """
        Return True if no action up to these `facts` can be undone.

        By default these are facts that begin or end a round, or call it off.
        """
        ended = self.result(facts) is not None or self.voided(facts) is not None
        return ended or self.begins(facts)

    def is_own(self, state: S, facts: tuple[F, ...], /) -> bool:
        """
        Return True if the board itself caused the facts, and no person did.

        An undo reverts such facts together with the person's action before them.
        """
        return False

    def results(self, state: S, /) -> tuple[Result, ...]:
        """Return the results of all finished rounds."""
        return state.results

    def sitting(self, state: S, /) -> tuple[Seat, ...]:
        """Return the seats that have not left."""
        return state.players

    def is_over(self, state: S, /) -> bool:
        """Return True after the end of the game."""
        return state.over

    # --- at the board -----------------------------------------------------------

    def face(self, state: S, names: tuple[str, ...], /) -> Face:
        """Return the face of lamps and screens: the big `line` and the `zones`."""
        return Face(TableFace(self.line(state, names)), self.zones(state))

    def line(self, state: S, names: tuple[str, ...], /) -> Message:
        """
        Return the big line of the table screen; *names* by seat.

        By default it names the winners, or is ``turn-GAME`` with the name of the player
        on turn, or ``wait-GAME`` if no single player is on turn.
        """
        turn = turn_of(state)
        if state.over:
            return won_by([names[seat] for seat in state.winners])
        if turn is None:
            return say(f"wait-{self.NAME}")
        return say(f"turn-{self.NAME}", name=names[turn])

    def zones(self, state: S, /) -> tuple[ZoneFace, ...]:
        """Return the faces of the six zones, for the default `face`."""
        return (ZoneFace(),) * len(ZONES)

    def view(self, state: S, viewer: Viewer | Seat, /) -> View:
        """Return the view of *viewer*: the fields of the state that `PUBLIC` names."""
        named = {name: getattr(state, name) for name in self.PUBLIC}
        shared = {name: named[name] for name in _OF_ALL if name in named}
        return StateView(seat=viewer, named=named, results=state.results, **shared)

    def interpret(self, state: S, event: BoardEvent, /) -> A | None:
        """Return the action that an event means now, or None."""
        return None

    def wake(self, state: S, /) -> Wake | None:
        """Return the time after which the game needs `Woke`; None for never."""
        return None

    def look(self, state: S, seat: Seat, /) -> A | None:
        """
        Return the action to do when a player looks at the shared screen, or None.

        It is called each time before the screen opens what this seat alone may see.
        """
        return None

    def at_screen(self, action: A, seats: tuple[Seat, ...], at_ms: int, /) -> A:
        """
        Return `action` with the fields that it needs if players share a screen.

        Args:
            action: The action of a player.
            seats: The seats that share the screen.
            at_ms: The time on the game's clock, in ms.
        """
        return action

    def with_entropy(self, action: A, entropy: bytes, /) -> A:
        """
        Return `action` with the random bytes that begin a round.

        By default it completes an action that derives from `NeedsChance` and has none
        yet.
        """
        if not isinstance(action, NeedsChance) or action.entropy:
            return action
        given: Any = action
        return cast("A", replace(given, entropy=entropy))

    def bot(
        self, view: View, header: Header, strength: str, chance: bytes, /
    ) -> Move | None:
        """
        Return the next move of a bot, or None while it waits for others.

        It is asked again after each action of any player. Its answer depends on the
        arguments alone: random choices are drawn from *chance*.

        Args:
            view: The view of the bot's own seat.
            header: The settings of the game.
            strength: One of `BOTS`.
            chance: 32 random bytes of its own for this move, as `bots.chance` returns
                them.
        """
        return None

    def pieces_on_board(self, state: S, /) -> tuple[tuple[Zone, Piece], ...] | None:
        """
        Return every letter piece with its zone.

        The result is None without a round that uses them.
        """
        return None

    def forms(self, at: Context[S], /) -> tuple[Form[S], ...]:
        """Return the forms that can be filled in at the board now, each empty."""
        return ()

    def advice(self, state: S, /) -> Message | None:
        """Return a hint for a new player; None if the table's line is enough."""
        return None

    def at_board(self, state: S, /) -> frozenset[str]:
        """Return the verbs that no page may send in this state."""
        return frozenset()

    # --- after an action ----------------------------------------------------

    def moments(
        self, before: S | None, facts: tuple[F, ...], after: S, /
    ) -> tuple[Moment, ...]:
        """Return the moments of *facts*; *before* is None at the start of a game."""
        made = [one for fact in facts for one in self.moments_of(before, fact, after)]
        return (*made, *turn_moments(self, before, after))

    def moments_of(self, before: S | None, fact: F, after: S, /) -> Iterator[Moment]:
        """
        Yield the public moments of one fact.

        By default these are: yes or no by a field ``yes``, right or wrong by a field
        ``right``, the end of a round by a property ``result``, and the moments of all
        games.
        """
        return of_fact(fact)

    def insight(
        self, before: object, action: A, after: object, header: Header, /
    ) -> Insight | None:
        """Return the insight into an action from public views, or None for none."""
        return None

    def hindsight(self, views: tuple[View, ...], header: Header, /) -> Insight | None:
        """
        Return the best possible play of a round, or None.

        During a game the board asks for one seat alone, and shows the result to that
        player alone. After the game it asks for all seats: before, the cards are
        secret.

        Args:
            views: The view of each seat at the beginning of the round.
            header: The settings of the game.
        """
        return None

    def answer(self, facts: tuple[F, ...], /) -> dict[str, Json]:
        """
        Return ``{"answer": ...}``: ``ok``, ``yes``, ``no``, ``right``, ``wrong``.

        By default it depends on the first fact, if that is `RightOrWrong` or `YesOrNo`.
        """
        first, said = facts[0], "ok"
        if isinstance(first, RightOrWrong):
            said = "right" if first.right else "wrong"
        elif isinstance(first, YesOrNo):
            said = "yes" if first.yes else "no"
        return {"answer": said}

    def begins(self, facts: tuple[F, ...], /) -> bool:
        """Return True if these *facts* begin a round."""
        return isinstance(facts[0], self.BEGINS)

    def result(self, facts: tuple[F, ...], /) -> Result | None:
        """
        Return the result of the round that these *facts* end, or None.

        By default it is the result of the fact that derives from `EndsRound`.
        """
        return next((x.result for x in facts if isinstance(x, EndsRound)), None)

    def voided(self, facts: tuple[F, ...], /) -> str | None:
        """
        Return the word of a round that was called off; None if it was not.

        The text is empty if the `Voided` fact has no word.
        """
        word = facts[0].word if isinstance(facts[0], ShowsWord) else ""
        return word if isinstance(facts[0], Voided) else None

    def answer_counts(self, facts: tuple[F, ...], /) -> tuple[tuple[str, bool], ...]:
        """Return the kind of each answer in the facts, and whether it was right."""
        return ()

    # --- in words and lines -----------------------------------------------------

    def describe_action(self, action: A, name: str, /) -> Message:
        """
        Return a sentence about an action by *name*, empty for the seat on turn.

        ``told-GAME-VERB`` may contain the values of the line without `SECRETS`; for an
        action of the board it has the name alone.
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
        """Return a sentence about a fact, or None for no sentence."""
        return None

    def to_transcript(
        self, action: A, facts: tuple[F, ...], round_number: int, /
    ) -> dict[str, Json]:
        """
        Return the transcript's line that gives the same *facts* without chance.

        It has the keys of its verb. A key without a value in *action* gets it from the
        facts: from a field of that name, or from ``told`` of a fact that `TellsMore`.
        A key ``commitment`` commits to the facts' ``word`` with their ``nonce``.
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
        """Return *fact* as JSON for the journal."""
        return self.FACTS.write(fact)

    def fact(self, line: JsonObject, /) -> F:
        """Return the fact in a JSON value of `fact_json`."""
        return self.FACTS.read(line)


#: A game with any types.
Engine = Game[Any, Any, Any]


def turn_moments(
    engine: Engine, before: State | None, after: State
) -> Iterator[Moment]:
    """
    Yield the moment of a new turn, and of a new line on the table screen.

    There is none for an action that the board itself takes at once.
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
    """Return the spoken form of the table screen's big line, without values."""
    return say(f"clip-{engine.line(state, ('',) * state.seats).code}")
