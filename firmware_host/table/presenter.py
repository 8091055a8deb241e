"""
The presenter: shows the session on the devices and notifies listeners.

It decides nothing. Each call of a device, a game's view, a listener or the wire goes
through a guard, so that none of their exceptions reaches the committer.
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
from firmware_host.session.render import failure_face, render
from firmware_host.session.state import Session
from firmware_host.session.step import wake_at
from firmware_host.table.parts import PartGuard, Parts
from firmware_host.table.show import Show

#: The duration of a commit in seconds after which an hourglass is shown.
PATIENCE_S = 0.1

Outcome = tuple[object, ...] | Refused | None

#: Called with each processed event and its outcome.
Listener = Callable[[object, Outcome], None]


class Presenter:
    """
    Lamps, screens, buzzer, wire, watchers and listeners of a table.

    `light` may run on the journal's thread; everything else runs on the event loop.

    Args:
        parts: The devices.
        fault: Called by any thread when a part of the board cannot be shown.
    """

    def __init__(self, parts: Parts, fault: Callable[[BoardEvent], None]) -> None:
        self._parts = parts
        self.guard = PartGuard(fault)
        self._show = Show(parts, self.guard)
        self._due_ms: Millis | None = None
        self._ahead: _Picture | None = None
        self._language = ""
        self._hourglass: asyncio.TimerHandle | None = None
        self._changed: set[Callable[[], object]] = set()
        self._listeners: list[Listener] = []
        self._previews: list[Callable[[Session, Face], object]] = []
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

    # --- showing a session ---

    def prepare(self, session: Session) -> "_Picture":
        """
        Return the lazily built face of a session that the journal is about to store.

        If the commit takes longer than `PATIENCE_S`, an hourglass is shown.
        """
        self._ahead = _Picture(session, self.render)
        loop = asyncio.get_running_loop()
        self._hourglass = loop.call_later(PATIENCE_S, self.busy)
        return self._ahead

    def look_ahead(self, ahead: "_Picture") -> None:
        """Build a face, and what pages will request, while a commit is under way."""
        face, _ = ahead()
        for call in self._previews:
            self.guard("a preview", call, ahead.session, face)

    def light(self, ahead: "_Picture") -> None:
        """Light the lamps of a face that is stored now; any thread may call it."""
        if not self.in_service:
            self.guard("lamps", lambda: self._show.light(ahead()[0].zones))

    def show(self, session: Session) -> None:
        """Show a session at once, unless service mode is on."""
        self.light_up(session)
        self.finish()

    def light_up(self, session: Session) -> None:
        """
        Light the lamps of a session and play its sound; `finish` draws its screens.

        In service mode nothing of the session is shown.
        """
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
            light_up, language = self._show.light_up, self._language
            self.guard("the board", light_up, face, language, script, sound=sound)
        buzz = tune(new)
        if buzz is not None and sound and not any(beat.tones for beat in script):
            self.buzz(buzz)

    def _script(self, new: tuple[Moment, ...], face: Face) -> tuple[Beat, ...]:
        """Return the beats that animate new moments before *face* is shown."""
        before = None if self.face is None else self.face.zones
        return beats(new, before, face.zones)

    def render(self, session: Session) -> tuple[Face, Millis | None]:
        """Return the face of a session and the time of its next `Woke`."""
        now_ms = Millis(self._parts.clock_ms())
        due_ms = self.guard("what is due", wake_at, session, now_ms)
        texts, language = self._parts.texts, session.setup.language
        face = self.guard("the face", lambda: render(session, texts[language], now_ms))
        return face or failure_face(), due_ms

    def show_instead(self, face: Face) -> None:
        """Show *face* in place of the session's face, as service mode does."""
        self.guard("the board", self._show.present, face, self._language)
        self.wake_watchers()

    def finish(self) -> None:
        """Draw the screens that have changed, those that answer an event first."""
        self.guard("the board", self._show.finish)

    def busy(self) -> None:
        """Show the hourglass while a commit takes long."""
        if not self.in_service:
            self._show.busy()
            self.wake_watchers()

    def buzz(self, buzz: Buzz) -> None:
        """Play a sound."""
        self.guard("the sound", self._show.buzz, buzz)

    # --- acknowledgements ---

    def acknowledge(self, event: Event) -> None:
        """Acknowledge *event* to the controller, so that it is not repeated."""
        self.guard("the wire", self._parts.wire.acknowledge, event)

    def listen(self, listener: Listener) -> None:
        """Register *listener* for each event and its outcome, once that is shown."""
        self._listeners.append(listener)

    def tell(self, heard: object, outcome: Outcome, *, quiet: bool) -> None:
        """Call each listener with the event; wake the watchers unless it is *quiet*."""
        if not quiet:
            self.wake_watchers()
        if isinstance(heard, PhoneCommand):
            outcome = None  # the board does not show that a phone was refused
        for number, listener in enumerate(self._listeners):  # 0 is the table's alarm
            self.guard(f"listener {number}", listener, heard, outcome)

    def on_ahead(self, call: Callable[[Session, Face], object]) -> None:
        """Register *call* for each session about to be stored, with its face."""
        self._previews.append(call)

    def on_change(self, call: Callable[[], object]) -> None:
        """Register *call*, which must not raise, for each visible change."""
        self._changed.add(call)

    async def watch(self) -> AsyncGenerator[None, None]:
        """Yield now and after each change; a slow watcher gets only the newest one."""
        changed = asyncio.Event()
        self._changed.add(changed.set)
        try:
            while True:
                yield None
                await changed.wait()
                changed.clear()
        finally:
            self._changed.discard(changed.set)

    def wake_watchers(self) -> None:
        """Count a visible change and notify every watcher."""
        self.changes += 1
        for call in self._changed:
            call()

    def close(self) -> None:
        """Stop every timer; the devices go dark by themselves."""
        if self._hourglass is not None:
            self._hourglass.cancel()
        self._show.close()


class _Picture:
    """
    The face of a session, built by the first call, on whichever thread that is.

    Args:
        session: The session.
        render: Returns the session's face, and the time of its next `Woke`.
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
