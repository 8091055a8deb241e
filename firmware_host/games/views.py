"""What a viewer may know of a game, and the fields that all games share."""

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
    """Who looks, where it is nobody with a seat."""

    PUBLIC = "public"


class Question(Record):
    """
    What everybody may predict until a moment with an `answer`; a No locks it before.

    Args:
        of: Which one it is: by another text it is another question.
        asks: What is asked: ``zone``, or a name of the game's own, of which
            ``predict-NAME`` is the sentence and ``predict-NAME-is`` an answer's.
        answers: What may be answered now, numbers from 0 on; none where nothing is.
    """

    of: str = ""
    asks: str = "zone"
    answers: tuple[int, ...] = ()


class Common(Record):
    """
    What the house reads of a game's view; a view that lacks one has this default.

    Args:
        results: The finished rounds.
        over: True once nothing more is played.
        turn: Whose turn it is; None for nobody's, or everybody's.
        maker: Who makes the word; None where nobody alone does.
        waiting: True before a round: there is nothing to call off.
        commitment: What promises the secret, 64 hex digits; empty without one.
        commitments: The same for each seat, where everybody has a secret.
        making: The seats whose secrets are being made.
        sealed: The seats that have a secret now; None in a game that does not say.
        may: The verbs that make sense now for whoever looks.
        placed: Pieces that lie in each zone of the word.
        question: What everybody may predict now; without answers nothing.
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

    @property
    def secret(self) -> bool:
        """Whether something is hidden now that the journal knows."""
        begun = not (self.waiting or self.over)
        return begun or bool(self.commitment or self.sealed)


@dataclass(frozen=True, kw_only=True)
class PublicView:
    """
    What everybody may know of any game: a view, or the ``public`` of a seat's own view.

    A game's own has more fields, and says by `common` which of them the board reads.

    Args:
        results: What each finished round brought.
        totals: Points by seat.
        over: True once nothing more is played.
        winners: Seats that won; nobody before the end.
    """

    results: tuple[Result, ...] = ()
    totals: tuple[int, ...] = ()
    over: bool = False
    winners: tuple[Seat, ...] = ()

    def common(self) -> Common:
        """Return what the board reads of this view, but for its verbs."""
        return Common(results=self.results, over=self.over)

    def may_on_turn(self) -> tuple[str, ...] | None:
        """Return the verbs for the seat on turn; None in a game that does not say."""
        return None


@dataclass(frozen=True, kw_only=True)
class SeatView:
    """
    What a seat knows; a game adds what only this seat may read.

    Args:
        public: What everybody may know.
        seat: Whose view it is.
        may: What makes sense now: the verbs of a line, and ``hunch`` where a word that
            one believes in can be locked, ``predict`` where this seat may answer the
            `Question`.
    """

    public: PublicView
    seat: Seat
    may: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class StateView(PublicView):
    """
    What `Game.PUBLIC` names of a state, in a game without views of its own.

    Args:
        seat: Whose view it is.
        named: What `PUBLIC` names, by its name.
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
        """Return the value with that name, if there is one."""
        return self.named.get("may")


#: What a viewer may know of a game.
View = PublicView | SeatView


@dataclass(frozen=True, kw_only=True)
class NoView(PublicView):
    """What a page is told of a game that cannot say what it may know."""


V = TypeVar("V", bound=PublicView)

#: What a source has of a field that it does not have.
_NOTHING = object()


def view_of(view: type[V], *sources: Any, **own: object) -> V:
    """
    Return a public view: each field as given, else as the first source has it.

    A field that no source has keeps its default.

    Args:
        view: The game's own.
        sources: Dataclasses, such as the round and the state; None for one that is not
            there now.
        own: Fields that are not simply copied.

    Raises:
        RuleError: A source keeps such a field out of its `repr`: it is secret there.
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
    """Return the fields of a view but for `results`, and those that stay *inside*."""
    names = (one.name for one in fields(view))
    return tuple(name for name in names if name not in ("results", *inside))


def own_fields(view: type[SeatView]) -> tuple[str, ...]:
    """Return the fields that a game's view of a seat adds."""
    shared = {one.name for one in fields(SeatView)}
    return tuple(one.name for one in fields(view) if one.name not in shared)


def public_of(view: View) -> PublicView:
    """Return what everybody may know: the view, or the public part of a seat's view."""
    return view.public if isinstance(view, SeatView) else view


def common(
    view: View | None, viewer: Viewer | Seat, verbs: tuple[str, ...] = ()
) -> Common:
    """
    Return what the board reads of a view, with the verbs that make sense.

    A seat's own view says them for that seat, everybody's view for the seat on turn.

    Args:
        view: A game's; None without a game.
        viewer: Whose view it is.
        verbs: What makes sense in a game that does not say: for the seat on turn,
            or for every seat where nobody is on turn.
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
