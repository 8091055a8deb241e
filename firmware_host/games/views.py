"""The views of a game for each viewer, and the fields that all games share."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any, TypeVar

from firmware_host.board.pieces import Counts, Seat
from firmware_host.board.record import Record, replace
from firmware_host.errors import RuleError
from firmware_host.games.contract import Result
from firmware_host.games.meaning import override


class Viewer(Enum):
    """A viewer without a seat."""

    PUBLIC = "public"


class Question(Record):
    """
    A question whose answer all viewers can predict.

    The next `Moment` of the game that has an `answer` ends the question.

    Args:
        of: The identity of the question: a different text is a different question.
        asks: The kind of question: ``zone``, or a name that the game chooses. For such
            a name, the game defines the message ``predict-NAME`` with the question,
            and the message ``predict-NAME-is`` with an answer.
        answers: The possible answers now, numbers from 0; empty for no question.
    """

    of: str = ""
    asks: str = "zone"
    answers: tuple[int, ...] = ()


class PrivateTurn(Record):
    """
    An action that one seat must do now, unseen by the others.

    Args:
        seat: The seat.
        why: The kind of action: ``word`` to hide a word, ``cards`` to play from a hand,
            ``attempt`` to try a word, ``marks`` to mark one, ``name`` to name a card;
            empty for any other.
    """

    seat: Seat
    why: str = ""


class Common(Record):
    """
    The fields that the board reads of any game's view, with their defaults.

    Args:
        results: The finished rounds.
        over: True after the end of the game.
        turn: The seat on turn; None if no single seat is.
        maker: The seat that makes the word; None without a single maker.
        waiting: True before a round, so that no round can be called off.
        commitment: The commitment to the secret, 64 hex digits; empty without one.
        commitments: The commitments by seat, in games in which each seat has a secret.
        making: The seats whose secrets are being made.
        sealed: The seats that have a secret now; None if the game does not report it.
        may: The verbs that the viewer can use now.
        placed: The pieces in each zone of the word.
        question: The question that all viewers can predict now; no answers for none.
        private_turns: The unseen actions of seats, in order. None if the game does not
            report them: then the seats that make a secret, else the seat on turn.
    """

    results: tuple[Result, ...] = ()
    over: bool = False
    turn: Seat | None = None
    maker: Seat | None = None
    waiting: bool = False
    commitment: str = ""
    commitments: tuple[str, ...] = ()
    making: tuple[Seat, ...] = ()
    sealed: tuple[Seat, ...] | None = None
    may: tuple[str, ...] = ()
    placed: tuple[Counts, ...] = ()
    question: Question = Question()
    private_turns: tuple[PrivateTurn, ...] | None = None

    @property
    def secret(self) -> bool:
        """Whether the journal contains a secret now."""
        begun = not (self.waiting or self.over)
        return begun or bool(self.commitment or self.sealed)


@dataclass(frozen=True, kw_only=True)
class PublicView:
    """
    The public view of any game, alone or as ``public`` of a seat's view.

    A game's own view has more fields; its `common` returns those that the board reads.

    Args:
        results: The results of all finished rounds.
        totals: Points by seat.
        over: True after the end of the game.
        winners: The seats that won; empty before the end.
    """

    results: tuple[Result, ...] = ()
    totals: tuple[int, ...] = ()
    over: bool = False
    winners: tuple[Seat, ...] = ()

    def common(self) -> Common:
        """Return the fields of this view that the board reads, without verbs."""
        return Common(results=self.results, over=self.over)

    def may_on_turn(self) -> tuple[str, ...] | None:
        """Return the verbs for the seat on turn; None in a game that does not say."""
        return None


@dataclass(frozen=True, kw_only=True)
class SeatView:
    """
    The view of a seat; a game adds the fields that only this seat may read.

    Args:
        public: The public view.
        seat: The seat.
        may: The possible actions now: verbs of lines, and ``hunch`` if the seat can
            lock a word that it believes in, ``predict`` if it may answer the
            `Question`.
    """

    public: PublicView
    seat: Seat
    may: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class StateView(PublicView):
    """
    The view of a game without view classes: fields of the state by `Game.PUBLIC`.

    Args:
        seat: The viewer.
        named: The fields that `PUBLIC` names, by name.
    """

    seat: "Viewer | Seat"
    named: Mapping[str, Any]

    def __getattr__(self, name: str) -> object:
        """Return a value that `PUBLIC` names."""
        try:
            return self.__dict__["named"][name]
        except KeyError:
            raise AttributeError(name) from None

    @override
    def common(self) -> Common:
        """Return the values with the names that `Common` has."""
        own = {one.name for one in fields(Common)} - {"results", "over", "may"}
        known = {name: self.named[name] for name in own & self.named.keys()}
        return Common(results=self.results, over=self.over, **known)

    @override
    def may_on_turn(self) -> tuple[str, ...] | None:
        """Return the verbs under `may`, or None if the view has no such field."""
        return self.named.get("may")


#: The view of any viewer.
View = PublicView | SeatView


@dataclass(frozen=True, kw_only=True)
class NoView(PublicView):
    """The view of a game that failed to make one."""


V = TypeVar("V", bound=PublicView)

#: The marker for a missing field.
_NOTHING = object()


def view_of(view: type[V], *sources: Any, **own: object) -> V:
    """
    Return a public view. Each field is as given, else as the first source has it.

    A field that no source has keeps its default.

    Args:
        view: The game's own view class.
        sources: Dataclasses, such as the round and the state; None for a missing
            one.
        own: Fields that are not copied.

    Raises:
        RuleError: A source hides such a field from its `repr`, so it is secret.
    """
    made: Callable[..., V] = view
    wanted = [one.name for one in fields(view) if one.name not in own]
    there = [source for source in sources if source is not None]
    secret = {one.name for source in there for one in fields(source) if not one.repr}
    secret -= {"results"}  # finished rounds are open to all
    if not secret.isdisjoint(wanted):
        msg = f"{view.__qualname__} would show {secret.intersection(wanted)}"
        raise RuleError(msg)
    for name in wanted:
        found = (getattr(source, name, _NOTHING) for source in there)
        value = next((one for one in found if one is not _NOTHING), _NOTHING)
        if value is not _NOTHING:
            own[name] = value
    return made(**own)


def public_fields(view: type[PublicView], *inside: str) -> tuple[str, ...]:
    """
    Return the names of the fields of a game's public view, for `Game.PUBLIC`.

    Args:
        view: The class of the public view.
        inside: The names of the fields to leave out because only the program uses them;
            `results` is always left out.
    """
    names = (one.name for one in fields(view))
    return tuple(name for name in names if name not in ("results", *inside))


def own_fields(view: type[SeatView]) -> tuple[str, ...]:
    """Return the fields that a game's view of a seat adds."""
    shared = {one.name for one in fields(SeatView)}
    return tuple(one.name for one in fields(view) if one.name not in shared)


def public_of(view: View) -> PublicView:
    """Return the public view: the view itself, or the public part of a seat's view."""
    return view.public if isinstance(view, SeatView) else view


def common(
    view: View | None, viewer: Viewer | Seat, verbs: tuple[str, ...] = ()
) -> Common:
    """
    Return the fields of a view that the board reads, with the possible verbs.

    A seat's own view has the verbs of that seat, a public view those of the seat on
    turn.

    Args:
        view: A game's view; None without a game.
        viewer: The viewer.
        verbs: The verbs for a game that does not report them: for the seat on turn, or
            for every seat if no single seat is on turn.
    """
    if view is None:
        return Common()
    public = public_of(view)
    known, shared = public.common(), public.may_on_turn()
    if isinstance(view, SeatView):
        return replace(known, may=view.may)
    if shared is not None:
        return replace(known, may=shared)
    on_turn = known.turn == viewer
    anybody = known.turn is None and viewer is not Viewer.PUBLIC
    may = verbs if (on_turn or anybody) and not known.over else ()
    return replace(known, may=may)
