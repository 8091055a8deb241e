"""
What a game from outside says, checked: a board and its pages can use all of it.

Each function asks the game, and raises where it has a fault of whatever kind.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, fields, is_dataclass
from itertools import islice
from pathlib import Path
from traceback import extract_tb
from types import UnionType
from typing import NamedTuple

from firmware_host.app.content.languages import load_texts
from firmware_host.board.events import Woke
from firmware_host.board.faces import Face, Mark
from firmware_host.board.json import Json, JsonObject
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.moments import KEPT, Moment, What
from firmware_host.board.pieces import ZONES, Kind, Seat
from firmware_host.errors import RuleError
from firmware_host.games import grammar
from firmware_host.games.contract import ENTROPY_BYTES, Result, Wake
from firmware_host.games.forms import (
    Again,
    Answer as FormAnswer,
    AnyContext,
    AnyForm,
    Close,
    Form,
    Give,
)
from firmware_host.games.game import Engine, State
from firmware_host.games.views import Common, Question, View, Viewer, common, public_of
from firmware_host.languages import CODES
from firmware_host.limits import GAME_BYTES, SEATS
from firmware_host.table import sight


class Answer(NamedTuple):
    """
    What one of a game's functions answers.

    Args:
        kind: What it is.
        instead: What stands in for it once the game is called off.
    """

    kind: UnionType | type
    instead: object


#: What a game is asked of a state.
OF_STATE: Mapping[str, Answer] = {
    "advice": Answer(Message | None, None),
    "at_board": Answer(frozenset, frozenset()),
    "is_over": Answer(object, instead=True),
    "pieces_on_board": Answer(tuple | None, None),
    "results": Answer(tuple, ()),
}

#: What it is asked of an action and its facts, also later: for the history and a
#: transcript.
OF_FACTS: Mapping[str, Answer] = {
    "answer": Answer(dict, {"answer": "ok"}),
    "answer_counts": Answer(tuple, ()),
    "begins": Answer(object, instead=False),
    "describe_action": Answer(Message, say("fault-showing")),
    "describe_fact": Answer(Message | None, None),
    "result": Answer(Result | None, None),
    "to_transcript": Answer(dict, {}),
    "voided": Answer(str | None, None),
}

_KINDS = {name: one.kind for name, one in (*OF_STATE.items(), *OF_FACTS.items())}
_KINDS |= {"sitting": tuple, "view": View}

#: So many other values are tried in the place of a secret.
TWINS = 8


def facts(
    engine: Engine, state: object, action: object, *, own: bool
) -> tuple[object, ...] | Refused:
    """
    Return what *action* brings, all of which can be written down and told.

    Args:
        engine: The game.
        state: Its state.
        action: Somebody's, or the board's own.
        own: True for a move that the game has waited for; it may not be refused.
    """
    found: tuple[object, ...] | Refused = engine.act(state, action)
    if isinstance(found, Refused):
        if own:
            msg = "it waits for a move that it refuses"
            raise RuleError(msg)
        sayable((found.message, found.reason))
        return found
    if not (isinstance(found, tuple) and found):
        msg = "it brings neither facts nor a refusal"
        raise RuleError(msg)
    as_json(engine.action_json(action))
    written = as_json([engine.fact_json(fact) for fact in found])
    read = tuple(engine.fact(line) for line in json.loads(written))
    for name in ("answer", "answer_counts", "result", "voided"):
        shaped(name, getattr(engine, name)(read))
    engine.begins(read)
    as_json([engine.answer(read), engine.voided(read)])
    as_json(shaped("to_transcript", engine.to_transcript(action, read, 1)))
    shaped("describe_action", engine.describe_action(action, ""))
    return found


def moments(
    engine: Engine, before: object, found: tuple[object, ...], after: object
) -> tuple[Moment, ...]:
    """
    Return what has just happened, all of which a page can be told, and a voice say.

    Args:
        engine: The game.
        before: Its state before; None where it begins.
        found: What has come of an action.
        after: Its state after that.

    Raises:
        TypeError: It is made of something else than moments.
        ValueError: It is too much, or not at this board.
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


def wake(engine: Engine, state: object) -> Wake | None:
    """Return when the game wants to be woken, for a move that it can make."""
    found = engine.wake(state)
    if found is not None:
        own = engine.with_entropy(engine.interpret(state, Woke()), bytes(ENTROPY_BYTES))
        if found.ms < 0 or isinstance(engine.act(state, own), Refused):
            msg = "it waits for a move that it refuses"
            raise RuleError(msg)
    return found


def view(engine: Engine, state: object, viewer: Viewer | Seat) -> View:
    """Return what *viewer* may know, all of which a page can be told."""
    found = engine.view(state, viewer)
    shaped("view", found)
    as_json(_told(engine, found, viewer))
    return found


def _told(engine: Engine, found: View, viewer: Viewer | Seat) -> object:
    """Return what a page is told of a view."""
    public, known = public_of(found), common(found, viewer)
    rest = [getattr(known, one.name) for one in fields(Common)][1:]
    rest = [asdict(one) if isinstance(one, Question) else one for one in rest]
    told = (sight.view(engine, found), sight.secret(engine, found))
    return [told, rest, public.totals[:], public.winners[:], bool(public.over)]


def face(engine: Engine, state: object, names: tuple[str, ...]) -> Face:
    """Return what lamps and screens show, all of which has its words."""
    found = engine.face(state, names)
    as_json(asdict(found))
    sayable(found)
    if len(found.zones) != len(ZONES):
        msg = "a face has a zone too many or too few"
        raise ValueError(msg)
    return found


def secret(
    engine: Engine,
    state: object,
    action: object,
    found: tuple[object, ...],
    after: object,
) -> None:
    """
    Hold the game to what it has declared: nobody can tell a secret from another one.

    The transcript's line is done once more with another value in the secret's place.
    Where that is answered alike, board and pages have to look alike.

    Args:
        engine: The game.
        state: Its state before.
        action: What was done.
        found: What has come of it.
        after: The state after it.

    Raises:
        RuleError: Somebody else than the owner can tell them.
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
    """Yield what another value under *key*, answered alike, brings, and the state."""
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
    """Return what *viewers* see, but for promises, which differ as they should."""
    names = tuple(f"Player {at}" for at in range(seats_of(state)))
    shown, just = engine.face(state, names), engine.moments(before, found, state)
    told = [_told(engine, view(engine, state, one), one) for one in viewers]
    text = json.dumps([*told, str(shown.table), str(shown.zones), str(just)])
    return re.sub(r"\b[0-9a-f]{64}\b", "", text)


def refusal(engine: Engine, state: object, line: JsonObject) -> Refused | None:
    """Return why a game would not take a line; None if it would."""
    found = engine.act(state, engine.action(line))
    return found if isinstance(found, Refused) else None


def forms(engine: Engine, at: AnyContext) -> tuple[AnyForm, ...]:
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


def answered(found: FormAnswer) -> FormAnswer:
    """
    Return what a form has answered to a touch.

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


def shown(found: Face) -> Face:
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
    """Return how many seats there have been; the most where nobody can tell."""
    return state.seats if isinstance(state, State) else SEATS


def shaped(name: str, found: object) -> object:
    """
    Return what the function called *name* has said.

    Raises:
        TypeError: It is of another kind than that function's.
    """
    if not isinstance(found, _KINDS.get(name, object)):
        msg = f"{name} brings {type(found).__name__}"
        raise TypeError(msg)
    return found


def as_json(value: object) -> str:
    """
    Return a value as JSON.

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
    Say every message in *value*.

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


def where(fault: BaseException) -> str:
    """Return the kind of an exception, and where it was raised."""
    found = type(fault).__name__
    for last in extract_tb(fault.__traceback__)[-1:]:
        found += f" at {Path(last.filename).name}:{last.lineno}"
    return found
