"""
What a game from outside says, checked: a board and its pages can use all of it.

Each function asks the game, and raises where it has a fault of whatever kind.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, fields, is_dataclass
from pathlib import Path
from traceback import extract_tb
from types import SimpleNamespace
from typing import Any

from firmware_host.app.content.languages import load_texts
from firmware_host.board.events import Woke
from firmware_host.board.faces import Face
from firmware_host.board.messages import Message, Refused
from firmware_host.board.pieces import ZONES, Seat
from firmware_host.board.table_view import Common
from firmware_host.errors import RuleError
from firmware_host.games.contract import (
    ENTROPY_BYTES,
    Viewer,
    Wake,
    common,
    public_of,
)
from firmware_host.games.game import Engine
from firmware_host.languages import CODES
from firmware_host.limits import GAME_BYTES
from firmware_host.web import documents


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
    found: Any = engine.act(state, action)
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
    for ask in (engine.aloud, engine.answer_counts, engine.begins, engine.buzz):
        ask(read)
    as_json([engine.answer(read), engine.voided(read)])
    engine.result(read)
    as_json(engine.to_transcript(action, read, 1))
    engine.describe_action(action, "")
    return found


def wake(engine: Engine, state: object) -> Wake | None:
    """Return when the game wants to be woken, for a move that it can make."""
    found = engine.wake(state)
    if found is not None:
        own = engine.with_entropy(engine.interpret(state, Woke()), bytes(ENTROPY_BYTES))
        if found.ms < 0 or isinstance(engine.act(state, own), Refused):
            msg = "it waits for a move that it refuses"
            raise RuleError(msg)
    return found


def view(engine: Engine, state: object, viewer: Viewer | Seat) -> object:
    """Return what *viewer* may know, all of which a page can be told."""
    found = engine.view(state, viewer)
    public, known = public_of(found), common(found, viewer)
    seen: Any = SimpleNamespace(  # as much of `TableView` as is read
        view=found,
        shared=public,
        common=known,
        public=engine.PUBLIC,
        own=engine.OWN,
    )
    rest = [getattr(known, one.name) for one in fields(Common)][1:]
    told = (documents.view(seen), documents.secret(seen))
    as_json([told, rest, public.totals[:], public.winners[:], bool(public.over)])
    return found


def face(engine: Engine, state: object, names: tuple[str, ...]) -> Face:
    """Return what lamps and screens show, all of which has its words."""
    found = engine.face(state, names)
    as_json(asdict(found))
    sayable(found)
    if len(found.zones) != len(ZONES):
        msg = "a face has a zone too many or too few"
        raise ValueError(msg)
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
    last = extract_tb(fault.__traceback__)[-1:]
    return " at ".join(
        [
            type(fault).__name__,
            *(f"{Path(one.filename).name}:{one.lineno}" for one in last),
        ]
    )
