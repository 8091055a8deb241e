"""
A game from outside at the board: whatever is wrong with it ends here.

A game is called off as soon as it raises, does not answer in time, says what is no
JSON, or says too much. It is asked nothing more then, the board ends it in the journal
and says so, and another one can be begun.
"""

import logging
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Self, TypeVar

from firmware_host.app.content import checked
from firmware_host.app.content.time_limit import HangError, Limited
from firmware_host.board.events import BoardEvent, Button, Woke
from firmware_host.board.faces import Face, TableFace
from firmware_host.board.json import Json, JsonObject
from firmware_host.board.messages import Refused, say
from firmware_host.board.moments import Moment, What
from firmware_host.board.pieces import ZONES, Item, Seat, Zone
from firmware_host.board.record import replace
from firmware_host.errors import RuleError
from firmware_host.games.codec import Codec
from firmware_host.games.contract import AT_ONCE, Header, Wake
from firmware_host.games.forms import (
    Again,
    Answer,
    AnyContext,
    AnyForm,
    Context,
    Form,
    Give,
    Touch,
)
from firmware_host.games.game import CALLED_OFF, End, Engine, GameEnded, Joined
from firmware_host.games.views import NoView, View, Viewer
from firmware_host.limits import GAME_MOVES

T = TypeVar("T")

#: The touch that called the game off does nothing more.
_OVER: Answer = Refused("game-over")


class GuardedForm(Form[object]):
    """
    A form whose functions are called under guard.

    Args:
        form: The game's own.
        guard: Calls the game.
    """

    form: AnyForm = field(repr=False)
    guard: "StrangersGame" = field(repr=False, compare=False)

    @classmethod
    def around(cls, form: AnyForm, at: AnyContext, guard: "StrangersGame") -> Self:
        """Return a form under guard."""
        return cls(
            at,
            form.key,
            form,
            guard,
            seat=form.seat,
            refused=form.refused,
            has_zones=form.has_zones,
            waits=form.waits,
            menu=form.menu,
        )

    def _call(self, call: Callable[[AnyForm], T], instead: T) -> T:
        """Return what the game's form says; *instead* of it after a fault."""

        def inside() -> T:
            at = self.guard.inside(self.at)
            return call(replace(self.form, at=at, refused=self.refused))

        return self.guard.guarded_form(self.at, inside, instead)

    def _answer(self, call: Callable[[AnyForm], Answer]) -> Answer:
        """Return an answer whose forms are guarded, too; a refusal after a fault."""
        found: Answer = self._call(lambda form: checked.answered(call(form)), _OVER)
        if isinstance(found, Form):
            return self._around(found)
        if isinstance(found, Again):
            return Again(self._around(found.form))
        if isinstance(found, Give) and found.then is not None:
            return replace(found, then=self._around(found.then))
        return found

    def _around(self, form: AnyForm) -> Self:
        return self.around(form, self.at, self.guard)

    def open(self, seat: Seat) -> Self | Refused | None:
        """Return the empty form of a player, or a refusal."""
        found = self._call(lambda form: form.open(seat), None)
        return self._around(found) if isinstance(found, Form) else found

    def begin(self, touch: Touch) -> Answer:
        """Return the answer to another touch that begins the form."""
        return self._answer(lambda form: form.begin(touch))

    def current(self) -> Self | None:
        """Return the form in the game as it is now; None if nobody can fill it in."""
        found = self._call(lambda form: form.current(), None)
        return None if found is None else self._around(found)

    def zone(self, zone: Zone) -> Answer:
        """Return the answer to a zone's button."""
        return self._answer(lambda form: form.zone(zone))

    def tick(self) -> Answer:
        """Return the answer to the tick."""
        return self._answer(lambda form: form.tick())

    def cross(self) -> Answer:
        """Return the answer to the cross."""
        return self._answer(lambda form: form.cross())

    def held(self, button: Button) -> Answer:
        """Return what tick or cross means if it is held for a second."""
        return self._answer(lambda form: form.held(button))

    def released(self, button: Button) -> Answer:
        """Return the answer to tick or cross that comes up again."""
        return self._answer(lambda form: form.released(button))

    def rack(self, item: Item) -> Answer:
        """Return the answer to a tile or a card that is held to the rack."""
        return self._answer(lambda form: form.rack(item))

    def own(self, seats: Sequence[Seat]) -> Answer:
        """Return the answer to its player's own button."""
        return self._answer(lambda form: form.own(seats))

    def other(self, seats: Sequence[Seat]) -> Answer:
        """Return the answer to a button of others."""
        return self._answer(lambda form: form.other(seats))

    def seen(self) -> Hashable | None:
        """Return what everybody sees of it."""
        return self._call(lambda form: form.seen(), None)

    def announced(self) -> bool:
        """Return True if the small print of the table screen is its own."""
        return self._call(lambda form: bool(form.announced()), instead=True)

    def hint(self, face: Face) -> Face:
        """Return the board's face while the form is offered."""
        return self._call(lambda form: checked.shown(form.hint(face)), face)

    def show(self, face: Face) -> Face:
        """Return the board's face while it is filled in."""
        return self._call(lambda form: checked.shown(form.show(face)), face)


_log = logging.getLogger(__name__)

#: How the end of a game is written, where the game itself cannot.
_Action = End | Joined
_Fact = GameEnded | Joined
_ACTIONS: Codec[_Action] = Codec("do", _Action)
_FACTS: Codec[_Fact] = Codec("is", _Fact)


@dataclass(slots=True)
class Position:
    """
    A state of a game from outside, and what is known of it.

    Args:
        state: The game's own.
        seats: Who has not left.
        fault: True where the game cannot be gone on with.
        over: True where the board has ended it for that.
        moves: How often the board has moved by itself since somebody acted.
        asked: What the game has said of it already.
        looked: Whether it was asked for all that a board and its pages want to know.
        ahead: Facts that were tried, and the position after them.
    """

    state: object = field(repr=False)
    seats: tuple[Seat, ...]
    fault: bool = field(default=False, compare=False)
    over: bool = False
    moves: int = field(default=0, compare=False)
    asked: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)
    looked: bool = field(default=False, compare=False)
    ahead: "tuple[object, Position] | None" = field(
        default=None, compare=False, repr=False
    )


U = TypeVar("U")


class StrangersGame:
    """
    A game from outside, and what stands in for it once it is called off.

    The log has the game's name, the function and the line of its fault, and never the
    exception's own sentence: it may hold a secret.

    Args:
        engine: The game.
        limited: Calls it.
    """

    def __init__(self, engine: Engine, limited: Limited) -> None:
        self._engine = engine
        self._limited = limited
        self._killed = limited.killed == engine.NAME
        self._names: tuple[str, ...] = ()
        self._woke = False
        self._ended_by: object = None

    def __getattr__(self, name: str) -> Any:
        """Return what the game has of that name; a function never raises."""
        if name in checked.OF_STATE:
            instead = checked.OF_STATE[name].instead
            return lambda at: self._ask(at, name, instead=instead)
        if name in checked.OF_FACTS:
            instead = checked.OF_FACTS[name].instead
            return lambda *given: self._guarded(
                None, name, lambda: self._call(name, *given), instead
            )
        return getattr(self._engine, name)

    # --- going on -----------------------------------------------------------------

    def start(self, header: Header) -> Position:
        """Return the position before the first round."""
        seats = tuple(map(Seat, range(header.seats)))
        at = Position(None, seats)
        if self._killed:
            self._fail(at, "the last start", HangError())
        self._guarded(at, "start", partial(self._start, at, header), None)
        return at

    def _start(self, at: Position, header: Header) -> None:
        """Begin, and ask at once: the thread that shows it may have no limit."""
        at.state = self._engine.start(header)
        self._look_at(at)

    def interpret(self, at: Position, event: BoardEvent) -> object:
        """Return the action that an event means now."""
        self._woke = isinstance(event, Woke)
        return self._ask(at, "interpret", event, instead=None)

    def with_entropy(self, action: object, entropy: bytes) -> object:
        """Return *action* with the chance that it needs."""
        drawn = lambda: self._call("with_entropy", action, entropy)  # noqa: E731 - one line
        return self._guarded(None, "with_entropy", drawn, action)

    def act(self, at: Position, action: object) -> tuple[object, ...] | Refused:
        """Return the facts of *action*; the end where anything is wrong with them."""
        if at.over:
            return Refused("game-over")
        own, self._woke = self._woke, False
        facts = self._guarded(at, "act", partial(self._act, at, action, own=own), ())
        if not at.fault:
            return facts
        self._ended_by, self._killed = action, False
        return (CALLED_OFF,)

    def _act(
        self, at: Position, action: object, *, own: bool
    ) -> tuple[object, ...] | Refused:
        """Return the facts of *action*, after which all can be shown and told."""
        if own and at.moves == GAME_MOVES:
            msg = "it moves without end"
            raise RuleError(msg)
        facts = checked.facts(self._engine, at.state, action, own=own)
        if isinstance(facts, Refused):
            return facts
        after = self.fold(at, facts)
        after.moves = at.moves + 1 if own and self.wake(at) == AT_ONCE else 0
        self._look_at(after)
        self.moments(at, facts, after)
        if not after.fault:
            checked.secret(self._engine, at.state, action, facts, after.state)
        at.ahead, at.fault = (facts, after), after.fault
        return facts

    def fold(self, at: Position, facts: tuple[object, ...]) -> Position:
        """Return the position after *facts*."""
        if at.ahead is not None and at.ahead[0] is facts:
            return at.ahead[1]
        after = Position(at.state, at.seats, at.fault)
        if facts == (CALLED_OFF,):
            after.fault = after.over = True
        after.state = self._ask(after, "fold", facts, instead=None)
        after.seats = self.sitting(after)
        return after

    # --- looking at a position ----------------------------------------------------

    def _look_at(self, at: Position) -> None:
        """Ask for all that a board and its pages will want to know of a position."""
        at.looked = True
        for name in checked.OF_STATE:
            self._ask(at, name, instead=None)
        self.wake(at)
        count = checked.seats_of(at.state)
        others = ("?",) * (count - len(self._names))
        self.face(at, (*self._names, *others)[:count])
        self.view(at, Viewer.PUBLIC)
        for seat in self.sitting(at):
            self.view(at, seat)
        for lid in (False, True):
            self._look_at_forms(at, lid=lid)

    def _look_at_forms(self, at: Position, *, lid: bool) -> None:
        """Ask what the board shows of each form, before and after somebody begins."""
        none = lambda _: None  # noqa: E731 - the guard puts the game's own in its place
        context = Context(at, self._names, len(ZONES), lid, rack=True, refusal=none)
        bare = self.face(at, self._names)
        for form in self.forms(context):
            form.hint(bare)
            opened = (form.open(seat) for seat in self.sitting(at))
            for one in (one for one in opened if isinstance(one, Form)):
                one.show(bare)

    def wake(self, at: Position) -> Wake | None:
        """Return when the game wants to be woken for a move that it can make."""
        if at.fault:
            return None if at.over else AT_ONCE
        due = partial(checked.wake, self._engine, at.state)
        return self._once(at, ("wake",), due, AT_ONCE)

    def moments(
        self, before: Position | None, facts: tuple[object, ...], after: Position
    ) -> tuple[Moment, ...]:
        """Return what has just happened; the end once the game is called off."""
        was = None if before is None else before.state
        made = partial(checked.moments, self._engine, was, facts, after.state)
        return self._once(after, ("moments",), made, (Moment(What.GAME),))

    def sitting(self, at: Position) -> tuple[Seat, ...]:
        """Return the seats that have not left."""
        sitting: tuple[Seat, ...] = self._ask(at, "sitting", instead=at.seats)
        return sitting

    def view(self, at: Position, viewer: Viewer | Seat) -> View:
        """Return what *viewer* may know, all of which a page can be told."""
        seen = partial(checked.view, self._engine, at.state, viewer)
        return self._once(at, ("view", viewer), seen, NoView(over=True))

    def face(self, at: Position, names: tuple[str, ...]) -> Face:
        """Return what lamps and screens show; the fault once the game is called off."""
        self._names = names
        if not at.looked:  # it was folded from the journal
            self._guarded(at, "face", partial(self._look_at, at), None)
        fault = say("fault-game", name=say(f"game-{self._engine.NAME}"))
        none = Face(TableFace(fault, fault=fault))
        seen = partial(checked.face, self._engine, at.state, names)
        return self._once(at, ("face", names), seen, none)

    # --- its forms ----------------------------------------------------------------

    def forms(self, at: Context[Position]) -> tuple[AnyForm, ...]:
        """Return the forms that can be filled in now; none after a fault."""
        offered = partial(checked.forms, self._engine, self.inside(at))
        found = self._guarded(at.game, "forms", offered, ())
        return tuple(GuardedForm.around(form, at, self) for form in found)

    def inside(self, at: AnyContext) -> AnyContext:
        """Return the context as the game's own forms know it."""
        state = _position(at).state
        refusal = partial(checked.refusal, self._engine, state)
        return replace(at, game=state, refusal=refusal)

    def guarded_form(self, at: AnyContext, call: Callable[[], T], instead: T) -> T:
        """Return what a form says; *instead* if the game has a fault."""
        return self._guarded(_position(at), "forms", call, instead)

    # --- in lines -----------------------------------------------------------------

    def action(self, line: JsonObject) -> object:
        """Return the action of a line; of the end also where the game reads none."""
        self._woke = False
        found = self._guarded(None, "action", partial(self._call, "action", line), None)
        ends = found is None and line.get("do") == "end"
        return _ACTIONS.read(line) if ends else found

    def action_json(self, action: object) -> dict[str, Json]:
        """Return an action as the journal keeps it."""
        if action is self._ended_by or isinstance(action, End):
            return _ACTIONS.write(End())
        return self._engine.action_json(action)

    def fact(self, line: JsonObject) -> object:
        """Return a fact of the journal; None where it cannot be read any more."""
        if self._killed:
            with suppress(RuleError):
                return _FACTS.read(line)
        return self._guarded(None, "fact", partial(self._call, "fact", line), None)

    def fact_json(self, fact: object) -> dict[str, Json]:
        """Return a fact as the journal keeps it."""
        return (
            _FACTS.write(fact) if fact is CALLED_OFF else self._engine.fact_json(fact)
        )

    # --- under guard --------------------------------------------------------------

    def _ask(
        self, at: Position, name: str, *given: object, instead: object, **named: object
    ) -> Any:
        """Return what the game's function *name* says of a position."""
        call = partial(self._call, name, *(at.state, *given), **named)
        return self._guarded(at, name, call, instead)

    def _call(self, name: str, *given: object, **named: object) -> Any:
        return checked.shaped(name, getattr(self._engine, name)(*given, **named))

    def _once(
        self,
        at: Position,
        what: tuple[str, *tuple[Hashable, ...]],
        call: Callable[[], T],
        instead: U,
    ) -> T | U:
        """Return what *call* has said of a position, and does not say otherwise."""
        if what not in at.asked and not at.fault:
            at.asked[what] = self._guarded(at, what[0], call, instead)
        said: T | U = instead if at.fault else at.asked[what]
        return said

    def _guarded(
        self, at: Position | None, name: str, call: Callable[[], T], instead: U
    ) -> T | U:
        """Return what *call* says: of a position, or of something else without one."""
        if self._killed if at is None else at.fault:
            return instead
        try:
            return self._limited(self._engine.NAME, call)
        except BaseException as fault:  # noqa: BLE001 - nobody knows what others write
            self._fail(at, name, fault)
            return instead

    def _fail(self, at: Position | None, name: str, fault: BaseException) -> None:
        """Log a fault; one of a position ends the game."""
        what = "has a fault in"
        if at is not None:
            at.fault, what = True, "is called off for a fault in"
        told = self._engine.NAME, what, name, checked.where(fault)
        _log.error("the game %s %s %s: %s", *told)


def _position(at: AnyContext) -> Position:
    assert isinstance(at.game, Position)  # noqa: S101 - whose forms these are
    return at.game
