"""
The presenter: shows the session and notifies listeners. It decides nothing.

Each call of a device, a game's view, a listener or the wire goes through a guard, so
that none of their exceptions reaches the committer.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from threading import Lock

from firmware_host.board.commands import PhoneCommand
from firmware_host.board.events import BoardEvent
from firmware_host.board.faces import Buzz, Face
from firmware_host.board.messages import Refused
from firmware_host.board.moments import Moment, last, since, tune
from firmware_host.board.pieces import Millis
from firmware_host.link.events import Event
from firmware_host.picture.beats import Beat, beats
from firmware_host.session.render import render, unseen
from firmware_host.session.state import Session
from firmware_host.session.step import wake_at
from firmware_host.table.parts import Guard, Parts
from firmware_host.table.show import Show

#: A card slower than this shows an hourglass.
PATIENCE_S = 0.1

Outcome = tuple[object, ...] | Refused | None

#: Called with each event that was dealt with, and its outcome.
Listener = Callable[[object, Outcome], None]


class Presenter:
    """
    Lamps, screens, buzzer, wire, watchers and listeners of a table.

    The function that `prepare` returns may run on the journal's thread; everything else
    runs on the event loop.

    Args:
        parts: The devices.
        fault: Called by any thread when a part of the board cannot be shown.
    """

    def __init__(self, parts: Parts, fault: Callable[[BoardEvent], None]) -> None:
        self._parts = parts
        self.guard = Guard(fault)
        self._show = Show(parts, self.guard)
        self._due_ms: Millis | None = None
        self._ahead: _Picture | None = None
        self._language = ""
        self._hourglass: asyncio.TimerHandle | None = None
        self._changed: set[asyncio.Event] = set()
        self._listeners: list[Listener] = []
        self._heard = 0
        self.changes = 0
        self.in_service = False

    @property
    def face(self) -> Face | None:
        """The face that is shown; None before the first one."""
        return self._show.face

    @property
    def due_ms(self) -> Millis | None:
        """The time of the shown session's next `Woke`; None for never."""
        return self._due_ms

    # --- what memory says ---

    def prepare(self, session: Session) -> Callable[[], None]:
        """
        Return a function that lights the lamps of *session*; any thread may call it.

        The face is built on the event loop while the journal writes. If the commit
        takes longer than `PATIENCE_S`, an hourglass is shown.
        """
        self._ahead = ahead = _Picture(session, self.render)
        loop = asyncio.get_running_loop()
        loop.call_soon(ahead)
        self._hourglass = loop.call_later(PATIENCE_S, self.busy)
        return lambda: self._light(ahead)

    def _light(self, ahead: "_Picture") -> None:
        if not self.in_service:
            self.guard("lamps", lambda: self._show.light(ahead()[0].zones))

    def show(self, session: Session) -> None:
        """Show a session unless service mode is on; play the beats of new moments."""
        ahead, self._ahead = self._ahead, None
        if self._hourglass is not None:
            self._hourglass.cancel()
        new, sound = since(session.moments, self._heard), session.setup.sound
        self._heard = last(session.moments)
        script: tuple[Beat, ...] = ()
        if not self.in_service:
            if ahead is None or ahead.session is not session:
                ahead = _Picture(session, self.render)
            face, self._due_ms = ahead()
            self._language = session.setup.language
            script = self.guard("the beats", self._script, new, face) or ()
            self._present(face, script, sound=sound)
        buzz = tune(new)
        if buzz is not None and sound and not any(beat.tones for beat in script):
            self.buzz(buzz)

    def _script(self, new: tuple[Moment, ...], face: Face) -> tuple[Beat, ...]:
        """Return the beats of new moments, shown before *face*."""
        before = None if self.face is None else self.face.zones
        return beats(new, before, face.zones)

    def render(self, session: Session) -> tuple[Face, Millis | None]:
        """Return the face of a session and the time of its next `Woke`."""
        now_ms = Millis(self._parts.clock_ms())
        due_ms = self.guard("what is due", wake_at, session, now_ms)
        face = self.guard("the face", self._face_of, session, now_ms)
        return face or unseen(), due_ms

    def _face_of(self, session: Session, now_ms: Millis) -> Face:
        texts = self._parts.texts[session.setup.language]
        return render(session, texts, now_ms)

    def show_instead(self, face: Face) -> None:
        """Show *face* instead of the session's, as service mode does."""
        self._present(face)
        self.wake_watchers()

    def _present(
        self, face: Face, script: tuple[Beat, ...] = (), *, sound: bool = False
    ) -> None:
        show = self._show.present
        self.guard("the board", show, face, self._language, script, sound=sound)

    def busy(self) -> None:
        """Show the hourglass, as a commit takes long."""
        if not self.in_service:
            self._show.busy()
            self.wake_watchers()

    def buzz(self, buzz: Buzz) -> None:
        """Play a sound."""
        self.guard("the sound", self._show.buzz, buzz)

    # --- who is told ---

    def acknowledge(self, event: Event) -> None:
        """Acknowledge *event* to the controller, so that it is not repeated."""
        self.guard("the wire", self._parts.wire.acknowledge, event)

    def listen(self, listener: Listener) -> None:
        """Call *listener* with each event and its outcome, once durable and shown."""
        self._listeners.append(listener)

    def tell(self, heard: object, outcome: Outcome, *, quiet: bool) -> None:
        """Call each listener with the event; wake the watchers unless it is *quiet*."""
        if not quiet:
            self.wake_watchers()
        if isinstance(heard, PhoneCommand):
            outcome = None  # a refused phone is no news at the board
        for number, listener in enumerate(self._listeners):  # 0 is the table's alarm
            self.guard(f"listener {number}", listener, heard, outcome)

    async def watch(self) -> AsyncGenerator[None, None]:
        """Yield now, and after each change; a slow watcher skips to the newest one."""
        changed = asyncio.Event()
        self._changed.add(changed)
        try:
            while True:
                yield None
                await changed.wait()
                changed.clear()
        finally:
            self._changed.discard(changed)

    def wake_watchers(self) -> None:
        """Wake every watcher."""
        self.changes += 1
        for changed in self._changed:
            changed.set()

    def close(self) -> None:
        """Stop every timer; the devices go dark by themselves."""
        if self._hourglass is not None:
            self._hourglass.cancel()
        self._show.close()


class _Picture:
    """
    The face of a session, built once by the first thread that calls this.

    Args:
        session: The session.
        render: Returns its face, and the time of its next `Woke`.
    """

    def __init__(
        self, session: Session, render: Callable[[Session], tuple[Face, Millis | None]]
    ) -> None:
        self.session = session
        self._render = render
        self._door = Lock()
        self._found: tuple[Face, Millis | None] | None = None

    def __call__(self) -> tuple[Face, Millis | None]:
        """Return the face and the time of the session's next `Woke`; None for never."""
        with self._door:
            if self._found is None:
                self._found = self._render(self.session)
            return self._found
