"""
Guards a game from outside, so that its faults affect nothing else.

A game is ended as soon as it raises an exception, does not answer in time, or returns a
value that JSON cannot represent or that is too large. Then it is not called any more;
the board ends it in the journal with a message, and another game can be begun.
"""

import json
import logging
import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import asdict, dataclass, field, fields, is_dataclass
from functools import partial
from inspect import getmembers, isfunction
from itertools import islice
from types import UnionType
from typing import Any, NamedTuple, Self, TypeVar

from firmware_host.app.content.languages import load_texts
from firmware_host.app.content.time_limit import (
    HangError,
    Limited,
    error_place,
    game_error,
    game_limits,
)
from firmware_host.board.events import BoardEvent, Button, Woke
from firmware_host.board.faces import Face, Mark, TableFace
from firmware_host.board.json import Json, JsonObject
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.moments import KEPT, Moment, What
from firmware_host.board.pieces import ZONES, Item, Kind, Seat, Zone
from firmware_host.board.record import replace
from firmware_host.errors import LetterzoneError, RuleError
from firmware_host.games import grammar
from firmware_host.games.codec import Codec
from firmware_host.games.contract import AT_ONCE, ENTROPY_BYTES, Header, Result, Wake
from firmware_host.games.forms import (
    Again,
    Answer,
    Answer as FormAnswer,
    AnyContext,
    AnyForm,
    Close,
    Context,
    Form,
    Give,
    Touch,
)
from firmware_host.games.game import (
    CALLED_OFF,
    End,
    Engine,
    Game,
    GameEnded,
    Joined,
    State,
)
from firmware_host.games.views import NoView, View, Viewer, common, public_of
from firmware_host.languages import CODES
from firmware_host.limits import GAME_BYTES, GAME_MOVES, GAME_SLOW_S, SEATS
from firmware_host.table import sight

T = TypeVar("T")

#: The touch that called the game off does nothing more.
_OVER: Answer = Refused("game-over")


class GuardedForm(Form[object]):
    """
    A form whose functions are called under guard.

    Args:
        form: The form of the game.
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
        """Return the result of the game's form, or *instead* after a fault."""

        def inside() -> T:
            at = self.guard.inside(self.at)
            return call(replace(self.form, at=at, refused=self.refused))

        return self.guard.guarded_form(self.at, inside, instead)

    def _answer(self, call: Callable[[AnyForm], Answer]) -> Answer:
        """Return an answer whose forms are guarded, too; a refusal after a fault."""
        found: Answer = self._call(lambda form: check_form_answer(call(form)), _OVER)
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
        """Return the form's answer to the touch that begins it."""
        return self._answer(lambda form: form.begin(touch))

    def current(self) -> Self | None:
        """Return the form in the present game, or None if no player can fill it in."""
        found = self._call(lambda form: form.current(), None)
        return None if found is None else self._around(found)

    def zone(self, zone: Zone) -> Answer:
        """Return the form's answer to a zone's button."""
        return self._answer(lambda form: form.zone(zone))

    def tick(self) -> Answer:
        """Return the form's answer to the tick button."""
        return self._answer(lambda form: form.tick())

    def cross(self) -> Answer:
        """Return the form's answer to the cross button."""
        return self._answer(lambda form: form.cross())

    def held(self, button: Button) -> Answer:
        """Return the form's answer to a tick or cross that was held for one second."""
        return self._answer(lambda form: form.held(button))

    def released(self, button: Button) -> Answer:
        """Return the form's answer to the release of tick or cross."""
        return self._answer(lambda form: form.released(button))

    def rack(self, item: Item) -> Answer:
        """Return the form's answer to a tile or a card on the rack."""
        return self._answer(lambda form: form.rack(item))

    def own(self, seats: Sequence[Seat]) -> Answer:
        """Return the form's answer to its player's own button."""
        return self._answer(lambda form: form.own(seats))

    def other(self, seats: Sequence[Seat]) -> Answer:
        """Return the form's answer to the button of another player."""
        return self._answer(lambda form: form.other(seats))

    def seen(self) -> Hashable | None:
        """Return the form for others; None if they see all of it, or after a fault."""
        return self._call(lambda form: form.seen(), None)

    def announced(self) -> bool:
        """Return True if the small print of the table screen is its own."""
        return self._call(lambda form: bool(form.announced()), instead=True)

    def hint(self, face: Face) -> Face:
        """Return the board's face while the form is offered."""
        return self._call(lambda form: check_form_face(form.hint(face)), face)

    def show(self, face: Face) -> Face:
        """Return the board's screens while the form is filled in."""
        return self._call(lambda form: check_form_face(form.show(face)), face)


_log = logging.getLogger(__name__)

#: The actions and facts that are read here if the game itself cannot read them.
_Action = End | Joined
_Fact = GameEnded | Joined
_ACTIONS: Codec[_Action] = Codec("do", _Action)
_FACTS: Codec[_Fact] = Codec("is", _Fact)


@dataclass(slots=True)
class StrangerPosition:
    """
    A state of a game from outside, with cached results.

    Args:
        state: The game's own state.
        seats: The seats that have not left.
        fault: True if the game cannot continue after a fault.
        over: True if the board has ended the game after that.
        moves: The number of the board's own moves since the last action of a player.
        asked: The cached results of the game's functions.
        looked: True if all functions that board and pages need were called.
        ahead: The facts of tried actions, with the position after them.
    """

    state: object = field(repr=False)
    seats: tuple[Seat, ...]
    fault: bool = field(default=False, compare=False)
    over: bool = False
    moves: int = field(default=0, compare=False)
    asked: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)
    looked: bool = field(default=False, compare=False)
    ahead: "tuple[object, StrangerPosition] | None" = field(
        default=None, compare=False, repr=False
    )


U = TypeVar("U")


class StrangersGame:
    """
    A game from outside, with substitutes after it is called off.

    The log contains the game's name, the function and the line of a fault. It never
    contains the exception's message, which may contain a secret.

    Args:
        engine: The game.
        limited: Calls it within a time limit.
    """

    def __init__(self, engine: Engine, limited: Limited) -> None:
        self._engine = engine
        self._limited = limited
        self._killed = limited.killed == engine.NAME
        self._names: tuple[str, ...] = ()
        self._woke = False
        self._ended_by: object = None

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the game; a wrapped function never raises."""
        if name in OF_STATE:
            instead = OF_STATE[name].instead
            return lambda at: self._ask(at, name, instead=instead)
        if name in OF_FACTS:
            instead = OF_FACTS[name].instead
            return lambda *given: self._ask_once(name, *given, instead=instead)
        return getattr(self._engine, name)

    # --- going on -----------------------------------------------------------------

    def start(self, header: Header) -> StrangerPosition:
        """Return the position before the first round."""
        seats = tuple(map(Seat, range(header.seats)))
        at = StrangerPosition(None, seats)
        if self._killed:
            self._fail(at, "the last start", HangError())
        self._guarded(at, "start", partial(self._start, at, header), None)
        return at

    def _start(self, at: StrangerPosition, header: Header) -> None:
        """Begin the game and call all functions now, as other threads have no limit."""
        at.state = self._engine.start(header)
        self._look_at(at)

    def interpret(self, at: StrangerPosition, event: BoardEvent) -> object:
        """Return the action that an event means now."""
        self._woke = isinstance(event, Woke)
        return self._ask(at, "interpret", event, instead=None)

    def with_entropy(self, action: object, entropy: bytes) -> object:
        """Return *action* with the chance that it needs."""
        return self._ask_once("with_entropy", action, entropy, instead=action)

    def look(self, at: StrangerPosition, seat: Seat) -> object:
        """Return the action to do when a player looks at the shared screen."""
        return self._ask(at, "look", seat, instead=None)

    def at_screen(self, action: object, seats: tuple[Seat, ...], at_ms: int) -> object:
        """Return *action* with the fields for players who share a screen."""
        return self._ask_once("at_screen", action, seats, at_ms, instead=action)

    def act(self, at: StrangerPosition, action: object) -> tuple[object, ...] | Refused:
        """Return the facts of *action*; if anything is wrong, the end of the game."""
        if at.over:
            return Refused("game-over")
        own, self._woke = self._woke, False
        facts = self._guarded(at, "act", partial(self._act, at, action, own=own), ())
        if not at.fault:
            return facts
        self._ended_by, self._killed = action, False
        return (CALLED_OFF,)

    def _act(
        self, at: StrangerPosition, action: object, *, own: bool
    ) -> tuple[object, ...] | Refused:
        """Return the facts of *action*, after a check that all can be shown."""
        if own and at.moves == GAME_MOVES:
            msg = "it moves without end"
            raise RuleError(msg)
        facts = check_facts(self._engine, at.state, action, own=own)
        if isinstance(facts, Refused):
            return facts
        after = self.fold(at, facts)
        after.moves = at.moves + 1 if own and self.wake(at) == AT_ONCE else 0
        self._look_at(after)
        self.moments(at, facts, after)
        if not after.fault:
            check_secret(self._engine, at.state, action, facts, after.state)
        at.ahead, at.fault = (facts, after), after.fault
        return facts

    def fold(self, at: StrangerPosition, facts: tuple[object, ...]) -> StrangerPosition:
        """Return the position after *facts*."""
        if at.ahead is not None and at.ahead[0] is facts:
            return at.ahead[1]
        after = StrangerPosition(at.state, at.seats, at.fault)
        if facts == (CALLED_OFF,):
            after.fault = after.over = True
        after.state = self._ask(after, "fold", facts, instead=None)
        after.seats = self.sitting(after)
        return after

    # --- looking at a position ----------------------------------------------------

    def _look_at(self, at: StrangerPosition) -> None:
        """Call all functions that a board and its pages need for a position."""
        at.looked = True
        for name in OF_STATE:
            self._ask(at, name, instead=None)
        self.wake(at)
        count = seats_of(at.state)
        others = ("?",) * (count - len(self._names))
        self.face(at, (*self._names, *others)[:count])
        self.view(at, Viewer.PUBLIC)
        for seat in self.sitting(at):
            self.view(at, seat)
        for lid in (False, True):
            self._look_at_forms(at, lid=lid)

    def _look_at_forms(self, at: StrangerPosition, *, lid: bool) -> None:
        """Call all functions of each form, before and after it is begun."""
        none = lambda _: None  # noqa: E731 - the guard puts the game's own in its place
        context = Context(at, self._names, len(ZONES), lid, rack=True, refusal=none)
        bare = self.face(at, self._names)
        for form in self.forms(context):
            form.hint(bare)
            opened = (form.open(seat) for seat in self.sitting(at))
            for one in (one for one in opened if isinstance(one, Form)):
                one.show(bare)

    def wake(self, at: StrangerPosition) -> Wake | None:
        """Return when the game must act next; at once after a fault, or None."""
        if at.fault:
            return None if at.over else AT_ONCE
        due = partial(check_wake, self._engine, at.state)
        return self._once(at, ("wake",), due, AT_ONCE)

    def moments(
        self,
        before: StrangerPosition | None,
        facts: tuple[object, ...],
        after: StrangerPosition,
    ) -> tuple[Moment, ...]:
        """Return the moments of *facts*; the end after the game is called off."""
        was = None if before is None else before.state
        made = partial(check_moments, self._engine, was, facts, after.state)
        return self._once(after, ("moments",), made, (Moment(What.GAME),))

    def sitting(self, at: StrangerPosition) -> tuple[Seat, ...]:
        """Return the seats that have not left."""
        sitting: tuple[Seat, ...] = self._ask(at, "sitting", instead=at.seats)
        return sitting

    def view(self, at: StrangerPosition, viewer: Viewer | Seat) -> View:
        """Return the view of *viewer*, after a check that it can be sent."""
        seen = partial(check_view, self._engine, at.state, viewer)
        return self._once(at, ("view", viewer), seen, NoView(over=True))

    def face(self, at: StrangerPosition, names: tuple[str, ...]) -> Face:
        """Return the face of the game; the fault after the game is called off."""
        self._names = names
        if not at.looked:  # it was folded from the journal
            self._guarded(at, "face", partial(self._look_at, at), None)
        fault = say("fault-game", name=say(f"game-{self._engine.NAME}"))
        none = Face(TableFace(fault, fault=fault))
        seen = partial(check_face, self._engine, at.state, names)
        return self._once(at, ("face", names), seen, none)

    # --- its forms ----------------------------------------------------------------

    def forms(self, at: Context[StrangerPosition]) -> tuple[AnyForm, ...]:
        """Return the forms that can be filled in now; none after a fault."""
        offered = partial(check_forms, self._engine, self.inside(at))
        found = self._guarded(at.game, "forms", offered, ())
        return tuple(GuardedForm.around(form, at, self) for form in found)

    def inside(self, at: AnyContext) -> AnyContext:
        """Return the context as the game's own forms know it."""
        state = _position(at).state
        refusal = partial(check_refusal, self._engine, state)
        return replace(at, game=state, refusal=refusal)

    def guarded_form(self, at: AnyContext, call: Callable[[], T], instead: T) -> T:
        """Return the result of a form, or *instead* if the game has a fault."""
        return self._guarded(_position(at), "forms", call, instead)

    # --- in lines -----------------------------------------------------------------

    def action(self, line: JsonObject) -> object:
        """
        Return the action of a line.

        The end of a game also if the game cannot read it.
        """
        self._woke = False
        found = self._ask_once("action", line, instead=None)
        ends = found is None and line.get("do") == "end"
        return _ACTIONS.read(line) if ends else found

    def action_json(self, action: object) -> dict[str, Json]:
        """Return an action as JSON for the journal."""
        if action is self._ended_by or isinstance(action, End):
            return _ACTIONS.write(End())
        return self._engine.action_json(action)

    def fact(self, line: JsonObject) -> object:
        """Return a fact of the journal; None if the game cannot read it any more."""
        if self._killed:
            with suppress(RuleError):
                return _FACTS.read(line)
        return self._ask_once("fact", line, instead=None)

    def fact_json(self, fact: object) -> dict[str, Json]:
        """Return a fact as JSON for the journal."""
        return (
            _FACTS.write(fact) if fact is CALLED_OFF else self._engine.fact_json(fact)
        )

    # --- under guard --------------------------------------------------------------

    def _ask(
        self,
        at: StrangerPosition,
        name: str,
        *given: object,
        instead: object,
        **named: object,
    ) -> Any:
        """Return the result of the game's function *name* for a position."""
        call = partial(self._call, name, *(at.state, *given), **named)
        return self._guarded(at, name, call, instead)

    def _ask_once(self, name: str, *given: object, instead: object) -> Any:
        """Return the result of the function *name*, which belongs to no position."""
        return self._guarded(None, name, partial(self._call, name, *given), instead)

    def _call(self, name: str, *given: object, **named: object) -> Any:
        return check_kind(name, getattr(self._engine, name)(*given, **named))

    def _once(
        self,
        at: StrangerPosition,
        what: tuple[str, *tuple[Hashable, ...]],
        call: Callable[[], T],
        instead: U,
    ) -> T | U:
        """Return the result of *call* for a position, cached with the position."""
        if what not in at.asked and not at.fault:
            at.asked[what] = self._guarded(at, what[0], call, instead)
        said: T | U = instead if at.fault else at.asked[what]
        return said

    def _guarded(
        self, at: StrangerPosition | None, name: str, call: Callable[[], T], instead: U
    ) -> T | U:
        """Return the result of *call*, or *instead* after a fault of the position."""
        if self._killed if at is None else at.fault:
            return instead
        try:
            return self._limited(self._engine.NAME, call)
        except BaseException as fault:  # noqa: BLE001 - nobody knows what others write
            self._fail(at, name, fault)
            return instead

    def _fail(
        self, at: StrangerPosition | None, name: str, fault: BaseException
    ) -> None:
        """Log a fault; one of a position ends the game."""
        what = "has a fault in"
        if at is not None:
            at.fault, what = True, "is called off for a fault in"
        told = self._engine.NAME, what, name, error_place(fault)
        _log.error("the game %s %s %s: %s", *told)


def timed(engine: Engine) -> Engine:
    """
    Return a copy of a game whose functions raise only `LetterzoneError`.

    A command cannot continue with another game: the first fault ends it, with one line.
    """
    copied = copy(engine)
    for name, _ in getmembers(Game, isfunction):
        setattr(copied, name, partial(_timed, engine, name))
    return copied


def _timed(engine: Engine, name: str, *given: Any, **named: Any) -> object:
    """Return the result of a function of a game within `GAME_SLOW_S`."""
    call = getattr(engine, name)
    if name == "view":
        call = partial(check_view, engine)
    elif name == "act":
        call = partial(check_facts, engine, own=False)
    try:
        done = game_limits()(engine.NAME, partial(call, *given, **named), GAME_SLOW_S)
        return check_kind(name, done)
    except (KeyboardInterrupt, LetterzoneError):
        raise
    except BaseException as fault:
        raise game_error(engine.NAME, name, fault) from fault


def _position(at: AnyContext) -> StrangerPosition:
    assert isinstance(at.game, StrangerPosition)  # noqa: S101 - whose forms these are
    return at.game


# --- checks of a game's results -------------------------------------------------


class GameAnswer(NamedTuple):
    """
    The declaration of a game's function: its result, and a substitute.

    Args:
        kind: The type of the result.
        instead: The result after the game was called off.
    """

    kind: UnionType | type
    instead: object


#: The functions of a state that are called and cached.
OF_STATE: Mapping[str, GameAnswer] = {
    "advice": GameAnswer(Message | None, None),
    "at_board": GameAnswer(frozenset, frozenset()),
    "is_over": GameAnswer(object, instead=True),
    "pieces_on_board": GameAnswer(tuple | None, None),
    "results": GameAnswer(tuple, ()),
}

#: The functions of an action and its facts, which the history and transcripts call
#: later.
OF_FACTS: Mapping[str, GameAnswer] = {
    "answer": GameAnswer(dict, {"answer": "ok"}),
    "answer_counts": GameAnswer(tuple, ()),
    "begins": GameAnswer(object, instead=False),
    "describe_action": GameAnswer(Message, say("fault-showing")),
    "describe_fact": GameAnswer(Message | None, None),
    "result": GameAnswer(Result | None, None),
    "to_transcript": GameAnswer(dict, {}),
    "voided": GameAnswer(str | None, None),
}

_KINDS = {name: one.kind for name, one in (*OF_STATE.items(), *OF_FACTS.items())}
_KINDS |= {"sitting": tuple, "view": View, "wake": Wake | None, "moments": tuple}

#: The number of other values of a secret that are tried.
TWINS = 8


def check_facts(
    engine: Engine, state: object, action: object, *, own: bool
) -> tuple[object, ...] | Refused:
    """
    Return the facts of *action*, after a check that they can be stored and described.

    Args:
        engine: The game.
        state: Its state.
        action: An action of a player or of the board.
        own: True for a move that the game has waited for; it must not be refused.
    """
    found: tuple[object, ...] | Refused = engine.act(state, action)
    if isinstance(found, Refused):
        if own:
            msg = "it waits for a move that it refuses"
            raise RuleError(msg)
        sayable((found.message, found.reason))
        return found
    if not (isinstance(found, tuple) and found):
        msg = "act brings neither facts nor a refusal"
        raise TypeError(msg)
    as_json(engine.action_json(action))
    written = as_json([engine.fact_json(fact) for fact in found])
    read = tuple(engine.fact(line) for line in json.loads(written))
    for name in ("answer", "answer_counts", "result", "voided"):
        check_kind(name, getattr(engine, name)(read))
    engine.begins(read)
    as_json([engine.answer(read), engine.voided(read)])
    as_json(check_kind("to_transcript", engine.to_transcript(action, read, 1)))
    check_kind("describe_action", engine.describe_action(action, ""))
    return found


def check_moments(
    engine: Engine, before: object, found: tuple[object, ...], after: object
) -> tuple[Moment, ...]:
    """
    Return the moments of an action, after a check that they can be sent and spoken.

    Args:
        engine: The game.
        before: The state before the action; None at the start.
        found: The facts of the action.
        after: The state after the action.

    Raises:
        TypeError: The result contains other values than moments.
        ValueError: It is too long, or names a zone or seat that does not exist.
    """
    just = engine.moments(before, found, after)
    if not isinstance(just, tuple) or not all(type(one) is Moment for one in just):
        msg = "its moments are none"
        raise TypeError(msg)
    zones = [one.zone for one in just] + [zone for one in just for zone, _ in one.marks]
    seats = {None, *range(seats_of(after))}
    fits = {*zones} <= {None, *ZONES} and {one.seat for one in just} <= seats
    if len(just) > KEPT or not fits:
        msg = f"it has moments that this board has not: {len(just)}"
        raise ValueError(msg)
    for one in just:
        told = What(one.what), one.kind and Kind(one.kind), one.word + ""
        as_json([*told, [[zone, Mark(mark)] for zone, mark in one.marks]])
        sayable(one.said)
    return just


def check_wake(engine: Engine, state: object) -> Wake | None:
    """Return the wake of a game, after a check that its move is accepted."""
    found = engine.wake(state)
    if found is not None:
        own = engine.with_entropy(engine.interpret(state, Woke()), bytes(ENTROPY_BYTES))
        if found.ms < 0 or isinstance(engine.act(state, own), Refused):
            msg = "it waits for a move that it refuses"
            raise RuleError(msg)
    return found


def check_view(engine: Engine, state: object, viewer: Viewer | Seat) -> View:
    """Return the view of *viewer*, after a check that it can be sent."""
    found = engine.view(state, viewer)
    check_kind("view", found)
    as_json(_told(engine, found, viewer))
    return found


def _told(engine: Engine, found: View, viewer: Viewer | Seat) -> object:
    """Return the part of a view that a page gets."""
    public, known = public_of(found), common(found, viewer)
    rest = asdict(replace(known, results=()))
    told = (sight.view(engine, found), sight.secret(engine, found))
    return [told, rest, public.totals[:], public.winners[:], bool(public.over)]


def check_face(engine: Engine, state: object, names: tuple[str, ...]) -> Face:
    """Return a game's face after a check: JSON, six zones, texts in each language."""
    found = engine.face(state, names)
    as_json(asdict(found))
    sayable(found)
    if len(found.zones) != len(ZONES):
        msg = "a face has a zone too many or too few"
        raise ValueError(msg)
    return found


def check_secret(
    engine: Engine,
    state: object,
    action: object,
    found: tuple[object, ...],
    after: object,
) -> None:
    """
    Check that the public cannot distinguish two values of a declared secret.

    The action is repeated with another value of the secret. If its public answer is
    equal, board and pages must look equal, too.

    Args:
        engine: The game.
        state: The state before the action.
        action: The action.
        found: The facts of the action.
        after: The state after the action.

    Raises:
        RuleError: A viewer other than the owner sees a difference.
    """
    line = engine.to_transcript(action, found, 1)
    for one in engine.SECRETS:
        opened = one.opened_by in engine.answer(found)
        if one.do != line["do"] or one.key not in line or opened:
            continue
        viewers: list[Viewer | Seat] = [Viewer.PUBLIC]
        if not one.each:
            viewers += [at for at in engine.sitting(after) if at != line.get("by")]
        real = _seen(engine, state, found, after, viewers)
        for brought, twin in _twins(engine, state, line, one.key, found):
            if _seen(engine, state, brought, twin, viewers) != real:
                msg = f"it shows the {one.key} of {one.do}"
                raise RuleError(msg)


def _twins(
    engine: Engine, state: object, line: JsonObject, key: str, found: tuple[object, ...]
) -> Iterator[tuple[tuple[object, ...], object]]:
    """Yield facts and state for other values under *key* with an equal answer."""
    right = grammar.value(engine, key)
    for other in islice(_others(state, line[key]), TWINS):
        if right.fits(other):
            twin = {k: v for k, v in line.items() if not k.startswith("commitment")}
            action = engine.action({**twin, key: other})
            brought = engine.act(state, action)
            if not isinstance(brought, Refused) and (
                engine.answer(brought) == engine.answer(found)
                and engine.result(brought) is engine.result(found) is None
            ):
                yield brought, engine.fold(state, brought)


def _others(state: object, given: Json) -> Iterator[Json]:
    """Yield values like the one that was given: other words, numbers, orders."""
    match given:
        case str() if isinstance(state, State):
            words = state.header.language.common.words(len(given))
            yield given[::-1]
            yield from (word for word in words[:: max(1, len(words) // TWINS)])
        case str():
            yield given[::-1]
        case bool():
            yield not given
        case int():
            yield from (other for other in range(TWINS) if other != given)
        case list() | tuple():
            yield from (list(given[at:]) + list(given[:at]) for at in range(1, 4))
        case _:
            pass


def _seen(
    engine: Engine,
    before: object,
    found: tuple[object, ...],
    state: object,
    viewers: list[Viewer | Seat],
) -> str:
    """Return what *viewers* see as text, without commitments, which always differ."""
    names = tuple(f"Player {at}" for at in range(seats_of(state)))
    shown, just = engine.face(state, names), engine.moments(before, found, state)
    told = [_told(engine, check_view(engine, state, one), one) for one in viewers]
    text = json.dumps([*told, str(shown.table), str(shown.zones), str(just)])
    return re.sub(r"\b[0-9a-f]{64}\b", "", text)


def check_refusal(engine: Engine, state: object, line: JsonObject) -> Refused | None:
    """Return a game's refusal of a line, or None if the game accepts it."""
    found = engine.act(state, engine.action(line))
    return found if isinstance(found, Refused) else None


def check_forms(engine: Engine, at: AnyContext) -> tuple[AnyForm, ...]:
    """
    Return the forms that a game offers.

    Raises:
        TypeError: It offers something else.
    """
    found: object = engine.forms(at)
    if not isinstance(found, tuple) or not all(isinstance(x, Form) for x in found):
        msg = f"forms brings {type(found).__name__}"
        raise TypeError(msg)
    return found


def check_form_answer(found: FormAnswer) -> FormAnswer:
    """
    Return the answer of a form to a touch, after a check of its type and texts.

    Raises:
        TypeError: It is no answer, or its line is no JSON.
        ValueError: The line is too long.
        KeyError: A sentence has a gap that nothing fills.
    """
    if not isinstance(found, Form | Again | Give | Close | Refused | None):
        msg = f"a form answers {type(found).__name__}"
        raise TypeError(msg)
    if isinstance(found, Refused):
        sayable((found.message, found.reason))
    if isinstance(found, Give):
        as_json(found.line)
        sayable((found.wrong,))
    return found


def check_form_face(found: Face) -> Face:
    """
    Return the face of a form.

    Raises:
        TypeError: It is no face.
        KeyError: A sentence has a gap that nothing fills.
    """
    if not isinstance(found, Face):
        msg = f"a form shows {type(found).__name__}"
        raise TypeError(msg)
    sayable(found)
    return found


def seats_of(state: object) -> int:
    """Return the number of seats of a game; the maximum if it is unknown."""
    return state.seats if isinstance(state, State) else SEATS


def check_kind(name: str, found: object) -> object:
    """
    Return the result of the function *name*, after a check of its type.

    Raises:
        TypeError: The result has a wrong type.
    """
    if not isinstance(found, _KINDS.get(name, object)):
        msg = f"{name} brings {type(found).__name__}"
        raise TypeError(msg)
    return found


def as_json(value: object) -> str:
    """
    Return a value of the game as JSON, after a check.

    Raises:
        TypeError: It is none.
        ValueError: It is none, or too long.
    """
    text = json.dumps(value, allow_nan=False)
    if len(text) > GAME_BYTES:
        msg = f"it says {len(text)} bytes at once, more than {GAME_BYTES}"
        raise ValueError(msg)
    return text


def sayable(value: object) -> None:
    """
    Check that every message in *value* has a text in each language.

    Raises:
        KeyError: A sentence has a gap that nothing fills.
    """
    for message in _messages(value):
        for code in CODES:
            load_texts(code).say(message, "screen")


def _messages(value: object) -> Iterator[Message]:
    """Yield every message of a face."""
    if isinstance(value, Message):
        yield value
    elif is_dataclass(value):
        for one in fields(value):
            yield from _messages(getattr(value, one.name))
    elif isinstance(value, tuple):
        for one in value:
            yield from _messages(one)
