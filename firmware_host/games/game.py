"""One game: a typed table of pure functions, and what all games have in common."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce
from typing import Any, Generic, TypeVar, cast

from firmware_host.board.events import BoardEvent
from firmware_host.board.faces import Face, TableFace, ZoneFace
from firmware_host.board.json import Json, JsonObject, plain, text
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.moments import Moment, What
from firmware_host.board.options import Option
from firmware_host.board.pieces import ZONES, Card, Piece, Seat, Zone
from firmware_host.board.record import Record, replace
from firmware_host.games.analysis import Insight
from firmware_host.games.bots import Move
from firmware_host.games.chance import commitment
from firmware_host.games.codec import Codec
from firmware_host.games.common import (
    End,
    GameEnded,
    Join,
    Joined,
    Leave,
    Left,
    State,
    Undo,
    Undone,
    Voided,
    apply,
    back,
    final,
    seated,
    undo,
    won_by,
)
from firmware_host.games.contract import (
    AT_ONCE,
    Header,
    Needs,
    Result,
    Secret,
    Value,
    Verb,
    Wake,
)
from firmware_host.games.forms import Context, Form
from firmware_host.games.meaning import (
    EndsRound,
    NeedsChance,
    RightOrWrong,
    ShowsWord,
    TellsMore,
    YesOrNo,
    turn_of,
)
from firmware_host.games.moments import NEXT, of_fact
from firmware_host.games.views import StateView, View, Viewer

S = TypeVar("S", bound=State)
A = TypeVar("A")
F = TypeVar("F")


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
