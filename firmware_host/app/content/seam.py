"""A game from outside at the board: whatever it raises ends here."""

import json
import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, fields, is_dataclass, replace
from pathlib import Path
from traceback import extract_tb
from types import SimpleNamespace
from typing import Any

from firmware_host.app.content.languages import load_texts
from firmware_host.board.events import BoardEvent, Woke
from firmware_host.board.faces import Face, TableFace
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.pieces import ZONES, Seat
from firmware_host.board.table_view import Common
from firmware_host.errors import RuleError
from firmware_host.games.codec import Codec
from firmware_host.games.common import End, GameEnded, Joined, Leave
from firmware_host.games.contract import (
    ENTROPY_BYTES,
    NoView,
    Viewer,
    Wake,
    common,
    public_of,
)
from firmware_host.games.game import Engine
from firmware_host.languages import CODES
from firmware_host.web import documents

_log = logging.getLogger(__name__)

#: What a fault costs, where a game can say nothing else.
REFUSED = Refused("game-fault")
ENDED = GameEnded((), ())

#: How the end of a game is written, where the game itself cannot.
_Action = End | Leave
_Fact = GameEnded | Joined
_ACTIONS: Codec[_Action] = Codec("do", _Action)
_FACTS: Codec[_Fact] = Codec("is", _Fact)


#: What a function gives that raises; those with more to it are methods of `Seam`.
_INSTEAD: Mapping[str, Any] = {
    "advice": None,
    "aloud": None,
    "answer": {"answer": "ok"},
    "begins": False,
    "buzz": None,
    "pieces_on_board": None,
    "results": (),
    "result": None,
    "spoken_guess": None,
    "answer_counts": (),
    "describe_fact": None,
    "describe_action": say("fault-showing"),
    "voided": None,
    "to_transcript": {},
}


class Seam:
    """
    A game from outside, and what stands in for each answer that it fails to give.

    The first exception of each function is logged with the game's name, and without the
    exception's own sentence: it may hold a secret. A game that can say nothing of its
    state is over.

    Args:
        engine: The game.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._told: set[str] = set()
        self._seats: tuple[Seat, ...] = ()

    def __getattr__(self, name: str) -> Any:
        """Return what the game has of that name; a function never raises."""
        found = getattr(self._engine, name)
        if name not in _INSTEAD:
            return found

        def guarded(*given: Any, **named: Any) -> Any:
            return self._try(name, lambda: found(*given, **named), _INSTEAD[name])

        return guarded

    def start(self, header: Any) -> Any:
        """Return the state before the first round; None where there is none."""
        self._seats = tuple(map(Seat, range(header.seats)))
        return self._try("start", lambda: self._engine.start(header), None)

    def interpret(self, state: Any, event: BoardEvent) -> Any:
        """Return the action that a event means now."""
        return self._try(
            "interpret", lambda: self._engine.interpret(state, event), None
        )

    def requests(self, state: Any) -> tuple[Any, ...]:
        """Return what can be given now at the board."""
        found: tuple[Any, ...] = self._try(
            "requests", lambda: tuple(self._engine.requests(state)), ()
        )
        return found

    def act(self, state: Any, action: Any) -> tuple[Any, ...] | Refused:
        """Return the facts of *action*, all of which can be written and folded."""
        ended = isinstance(action, End)
        instead = (ENDED,) if ended else REFUSED
        facts: tuple[Any, ...] | Refused = self._try(
            "act", lambda: self._act(state, action), instead
        )
        return facts

    def _act(self, state: Any, action: Any) -> tuple[Any, ...] | Refused:
        facts = self._engine.act(state, action)
        if not isinstance(facts, Refused):
            json.dumps([self._engine.action_json(action)])
            written = json.dumps([self._engine.fact_json(fact) for fact in facts])
            read = tuple(self._engine.fact(line) for line in json.loads(written))
            self._engine.is_over(self._engine.fold(state, read))
        return facts

    def fold(self, state: Any, facts: tuple[Any, ...]) -> Any:
        """Return the state after *facts*; None where nobody knows it any more."""
        return self._try("fold", lambda: self._engine.fold(state, facts), None)

    def fact(self, line: Any) -> Any:
        """Return a fact of the journal; None where it cannot be read any more."""
        return self._try("fact", lambda: self._engine.fact(line), None)

    def fact_json(self, fact: Any) -> dict[str, Any]:
        """Return a fact as the journal keeps it."""
        if fact is ENDED:
            return _FACTS.write(fact)
        return self._engine.fact_json(fact)

    def action(self, line: Mapping[str, Any]) -> Any:
        """Return the action of a line; of the end also where the game reads none."""
        found = self._try("action", lambda: self._engine.action(line), None)
        ends = found is None and line.get("do") == "end"
        return _ACTIONS.read(line) if ends else found

    def action_json(self, action: Any) -> dict[str, Any]:
        """Return an action as the journal keeps it."""
        own = isinstance(action, End)
        return _ACTIONS.write(action) if own else self._engine.action_json(action)

    def with_entropy(self, action: Any, entropy: bytes) -> Any:
        """Return *action* with the chance that it needs."""
        engine = self._engine
        given = lambda: engine.with_entropy(action, entropy)  # noqa: E731 - one line
        return self._try("with_entropy", given, action)

    def at_board(self, state: Any) -> frozenset[str]:
        """Return the verbs that no page may send now."""
        told = lambda: self._engine.at_board(state)  # noqa: E731 - one line
        closed: frozenset[str] = self._try("at_board", told, frozenset())
        return closed

    def wake(self, state: Any) -> Any:
        """Return when the game wants to be woken for a move that it can make."""
        return self._try("wake", lambda: self._wake(state), None)

    def _wake(self, state: Any) -> Wake | None:
        engine = self._engine
        wake = engine.wake(state)
        if wake is not None:
            own = engine.with_entropy(
                engine.interpret(state, Woke()), bytes(ENTROPY_BYTES)
            )
            if isinstance(self._act(state, own), Refused):
                msg = "it waits for a move that it refuses"
                raise RuleError(msg)
        return wake

    def sitting(self, state: Any) -> Any:
        """Return the seats that have not left; all that began, where nobody knows."""
        sitting = self._engine.sitting
        return self._try("sitting", lambda: sitting(state), self._seats)

    def is_over(self, state: Any) -> bool:
        """Tell whether the last round has been played."""
        is_over = self._engine.is_over
        return bool(self._try("is_over", lambda: is_over(state), "over"))

    def view(self, state: Any, viewer: Viewer | Seat) -> Any:
        """Return what *viewer* may know, all of which a page can be told."""
        none = NoView(over=self.is_over(state))
        return self._try("view", lambda: self._view(state, viewer), none)

    def _view(self, state: Any, viewer: Viewer | Seat) -> Any:
        view = self._engine.view(state, viewer)
        public, known = public_of(view), common(view, viewer)
        own = SimpleNamespace(
            view=view,
            shared=public,
            common=known,
            public=self._engine.PUBLIC,
            own=self._engine.OWN,
        )
        rest = [getattr(known, one.name) for one in fields(Common)][1:]
        told = (documents.view(own), documents.secret(own))  # type: ignore[arg-type] # as much of `TableView` as they read
        json.dumps([told, rest, public.totals[:], public.winners[:], bool(public.over)])
        return view

    def face(self, state: Any, names: tuple[str, ...]) -> Face:
        """Return what lamps and screens show, and that the game has a fault."""
        fault = say("fault-game", name=say(f"game-{self._engine.NAME}"))
        none = Face(TableFace(fault, fault=fault))
        face: Face = self._try("face", lambda: self._face(state, names), none)
        asked = (self.requests, self.wake, self.pieces_on_board, self.is_over)
        for ask in asked:
            ask(state)
        self.view(state, Viewer.PUBLIC)
        if self._told:
            return replace(face, table=replace(face.table, fault=fault))
        return face

    def _face(self, state: Any, names: tuple[str, ...]) -> Face:
        face = self._engine.face(state, names)
        json.dumps(asdict(face))
        for message in _messages(face):
            for code in CODES:
                load_texts(code).say(message, "screen")
        if len(face.zones) != len(ZONES):
            msg = "a face has a zone too many or too few"
            raise ValueError(msg)
        return face

    def _try(self, name: str, call: Callable[[], Any], instead: Any) -> Any:
        try:
            result = call()
        except Exception as fault:  # noqa: BLE001 - nobody knows what others write
            if name not in self._told:
                self._told.add(name)
                told = self._engine.NAME, name, _where(fault)
                _log.error("the game %s has a fault in %s: %s", *told)
            return instead
        self._told.discard(name)
        return result


def _messages(value: Any) -> Iterator[Message]:
    """Yield every message of a face."""
    if isinstance(value, Message):
        yield value
    elif is_dataclass(value):
        for one in fields(value):
            yield from _messages(getattr(value, one.name))
    elif isinstance(value, tuple):
        for one in value:
            yield from _messages(one)


def _where(fault: Exception) -> str:
    """Return the kind of an exception, and where it was raised."""
    last = extract_tb(fault.__traceback__)[-1]
    return f"{type(fault).__name__} at {Path(last.filename).name}:{last.lineno}"
