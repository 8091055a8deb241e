"""
The presenter: it shows and tells what memory says, and decides nothing.

What it calls is called under a guard, so no exception of a device, a game's view, a
listener or the wire reaches whoever has committed.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import Any

from firmware_host.board.faces import Buzz, Face
from firmware_host.board.happenings import Happening
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Millis
from firmware_host.link.link import Event
from firmware_host.session.look import look, unseen
from firmware_host.session.state import Session
from firmware_host.table.guard import Guard
from firmware_host.table.parts import Parts
from firmware_host.table.show import Show

Outcome = tuple[Any, ...] | Refused | None

#: Told of each thing that was dealt with: what it was, and what came of it.
Listener = Callable[[Any, Outcome], None]


class Presenter:
    """
    Lamps, screens, buzzer, wire, watchers and listeners of a table.

    `light` may be called on the journal's thread; all else belongs to the event loop.

    Args:
        parts: The devices.
        tell: Told that something cannot be shown; from any thread.
    """

    def __init__(self, parts: Parts, tell: Callable[[Happening], None]) -> None:
        self._parts = parts
        self.guard = Guard(tell)
        self._show = Show(parts, self.guard)
        self._changed: set[asyncio.Event] = set()
        self._listeners: list[Listener] = []
        self.changes = 0

    @property
    def face(self) -> Face | None:
        """What is shown now; None before the first face."""
        return self._show.face

    def look(self, session: Session) -> Face:
        """Return what the board shows of *session*; the fault where nothing can be."""
        return self.guard("the face", self._look, session) or unseen()

    def _look(self, session: Session) -> Face:
        texts = self._parts.texts[session.setup.language]
        return look(session, texts, Millis(self._parts.clock_ms()))

    def light(self, face: Callable[[], Face]) -> None:
        """Light the lamps of what has just become durable, before all else."""
        self.guard("lamps", lambda: self._show.light(face().zones))

    def present(self, face: Face, language: str) -> None:
        """Show *face* on everything there is."""
        self.guard("the board", self._show.present, face, language)

    def busy(self) -> None:
        """Show that the card keeps everybody waiting."""
        self._show.busy()
        self.tell_watchers()

    def buzz(self, buzz: Buzz) -> None:
        """Play a sound."""
        self.guard("the sound", self._show.buzz, buzz)

    def acknowledge(self, event: Event) -> None:
        """Tell the controller that *event* is done with; else it comes again."""
        self.guard("the wire", self._parts.wire.acknowledge, event)

    def listen(self, listener: Listener) -> None:
        """Tell *listener* of everything, once it is durable and shown."""
        self._listeners.append(listener)

    def tell_listeners(self, event: Any, outcome: Outcome) -> None:
        """Tell each listener what was dealt with."""
        for number, listener in enumerate(self._listeners, 1):
            self.guard(f"listener {number}", listener, event, outcome)

    async def watch(self) -> AsyncGenerator[None, None]:
        """Yield now, and whenever anything has changed since; whoever is slow, once."""
        changed = asyncio.Event()
        self._changed.add(changed)
        try:
            while True:
                yield None
                await changed.wait()
                changed.clear()
        finally:
            self._changed.discard(changed)

    def tell_watchers(self) -> None:
        """Wake whoever looks on."""
        self.changes += 1
        for changed in self._changed:
            changed.set()

    def close(self) -> None:
        """Stop every timer; the devices go dark by themselves."""
        self._show.close()
