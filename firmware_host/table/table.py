"""
The table: a committer and a presenter, put together.

Beside them stand what the controller's heartbeat tells, service mode, which takes the
board out of play, and the alarm for what happens by itself.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from firmware_host.board.events import (
    BoardEvent,
    Failed,
    Healed,
    Pressed,
    Released,
    Woke,
)
from firmware_host.board.faces import Face
from firmware_host.board.json import Json
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Millis
from firmware_host.errors import AskedError, DoubtError
from firmware_host.link.frames import Noise
from firmware_host.link.link import (
    Connected,
    Event,
    Heartbeat,
    LinkEvent,
    Offline,
    Reads,
    Unreadable,
    Unsupported,
)
from firmware_host.session.asked import Asked
from firmware_host.session.modes.choosing import Chosen
from firmware_host.session.result import StepResult, refuse
from firmware_host.session.state import Player, Session
from firmware_host.session.step import Event as SessionEvent
from firmware_host.session.step import Submitted
from firmware_host.table.committer import Committer, InLine
from firmware_host.table.guard import SHOWING
from firmware_host.table.heartbeats import Heartbeats
from firmware_host.table.incoming import board_event_of, service_event_of
from firmware_host.table.parts import Parts
from firmware_host.table.presenter import Listener, Outcome, Presenter
from firmware_host.table.service_mode import ServiceMode, Tagged, TwoAtOnce, Unknown

#: What cannot be written, or cannot be shown, is tried again after so long.
RETRY_S = 1.0


class Table:
    """
    A running table.

    Args:
        session: How it stands.
        parts: Its devices, its journal, its clock.
        last_events: The last event number of each controller start, by boot id.
    """

    def __init__(
        self,
        session: Session,
        parts: Parts,
        *,
        last_events: dict[int, int] | None = None,
    ) -> None:
        self._parts = parts
        self._loop = asyncio.get_running_loop()
        self._presenter = Presenter(parts, self.tell)
        self._committer = Committer(
            session,
            parts,
            self._presenter,
            interpret=self._interpret,
            last_events=last_events,
        )
        self._presenter.listen(lambda _heard, _outcome: self._set_alarm())
        self._alarm: asyncio.TimerHandle | None = None
        self._heartbeats = Heartbeats()
        self._service_mode: ServiceMode | None = None
        self._unknown = Unknown()

    def start(self) -> None:
        """Show how things stand, and begin to wait."""
        self._presenter.show(self.session)
        self._set_alarm()

    def close(self) -> None:
        """Stop every timer; what still waits in line is not done any more."""
        self._committer.close()
        self._set_alarm()

    def give_up(self, doubt: DoubtError) -> None:
        """Answer nothing more, neither yes nor no, from any thread; then set `off`."""
        self._loop.call_soon_threadsafe(self._committer.give_up, doubt)

    # --- how it stands ---

    @property
    def session(self) -> Session:
        """What memory holds."""
        return self._committer.session

    @session.setter
    def session(self, session: Session) -> None:
        self._committer.session = session

    @property
    def off(self) -> asyncio.Event:
        """Set once nothing is done any more: it was switched off, or is in doubt."""
        return self._committer.off

    @property
    def doubt(self) -> DoubtError | None:
        """Why nobody knows what the journal holds; None while that is known."""
        return self._committer.doubt

    @property
    def face(self) -> Face:
        """What the board shows now."""
        return self._presenter.face or self._presenter.render(self.session)[0]

    @property
    def now_ms(self) -> Millis:
        """The clock the table goes by."""
        return Millis(self._parts.clock_ms())

    @property
    def changes(self) -> int:
        """How often anything has changed."""
        return self._presenter.changes

    @property
    def unknown(self) -> tuple[Tagged, ...]:
        """Tags that were tapped and nobody has enrolled, and where; the newest last."""
        return self._unknown.left(self._parts.pieces)

    def watch(self) -> AsyncGenerator[None, None]:
        """Yield now, and whenever anything has changed since; a slow watcher, once."""
        return self._presenter.watch()

    def listen(self, listener: Listener) -> None:
        """Tell *listener* of everything, once it is durable and shown."""
        self._presenter.listen(listener)

    # --- what happens ---

    def happen(self, event: BoardEvent | Asked) -> None:
        """Put a event in line. On the event loop only."""
        self._committer.put(event)

    def tell(self, event: BoardEvent) -> None:
        """Put a event in line, from any thread: a part failed or healed."""
        self._loop.call_soon_threadsafe(self.happen, event)

    async def submit(
        self,
        action: object,
        *,
        player: Player | None = None,
        phone: str = "",
        typed: tuple[Json, ...] = (),
    ) -> Outcome:
        """
        Do *action* in the game; the rest is as `Submitted` has it.

        Returns:
            Its facts once they are durable and shown, or why it is refused.
        """
        return await self._committer.ask(Submitted(action, player, phone, typed))

    async def choose(self, chosen: Chosen) -> Outcome:
        """Begin a game with a whole setup."""
        return await self._committer.ask(chosen)

    async def ask(self, asked: Asked) -> Outcome:
        """Do what somebody asks from elsewhere than pads and buttons."""
        return await self._committer.ask(asked)

    def hear(self, event: LinkEvent) -> None:
        """Take what the controller says."""
        match event:
            case Event() if self._heartbeats.repeats(event):
                self._committer.skip(event)
            case Event():
                self._committer.put(event)
            case Heartbeat():
                for news in self._heartbeats.news(event):
                    self.happen(news)
            case Connected(boot_id=boot_id):
                self._heartbeats.connected(boot_id)
                self.happen(Healed("controller"))
                self.happen(Healed("protocol"))
            case Offline():
                self.happen(Failed("controller"))
            case Unreadable() | Unsupported():
                self.happen(Failed("protocol"))
            case Reads() if self._service_mode is not None:
                self._service_mode.put(event)
            case Reads() | Noise():
                pass  # noise is repeated until it arrives whole

    def _interpret(self, item: InLine) -> SessionEvent | StepResult:
        """Return what the session hears of it; a step that is done, where nothing."""
        if self._service_mode is not None:
            return self._in_service(self._service_mode, item.heard)
        if not isinstance(item.heard, Event):
            return item.heard
        pieces, late_ms = self._parts.pieces, self.now_ms - item.heard_ms
        self._unknown.note(item.heard, pieces)
        event = board_event_of(item.heard, pieces, late_ms=late_ms)
        return StepResult(self.session) if event is None else event

    # --- service mode ---

    @asynccontextmanager
    async def service_mode(self) -> AsyncIterator[ServiceMode]:
        """
        Take the board out of play; leaving puts it back, the game untouched.

        Raises:
            AskedError: Somebody else has it out of play already.
        """
        if self._service_mode is not None:
            msg = "the board is out of play already; end that first"
            raise AskedError(msg)
        presenter = self._presenter
        self._service_mode = ServiceMode(presenter.show_instead, presenter.buzz)
        presenter.in_service = True
        try:
            yield self._service_mode
        finally:
            self._service_mode, presenter.in_service = None, False
            # Whoever held a button meanwhile has let it go unheard.
            self.session = replace(self.session, held=(), code=None)
            if not self._committer.closed:
                presenter.show(self.session)
                presenter.wake_watchers()
                self._set_alarm()

    def _in_service(
        self, service_mode: ServiceMode, heard: SessionEvent | Event
    ) -> SessionEvent | StepResult:
        """Tell service mode; the session hears of faults, and of who comes and goes."""
        told = service_event_of(heard) if isinstance(heard, Event) else heard
        if isinstance(told, Submitted | Chosen):
            refused = Refused("in-service")
            return refuse(self.session, refused, told, now_ms=self.now_ms)
        if isinstance(told, Pressed | Released | Tagged | TwoAtOnce | Failed | Healed):
            service_mode.put(told)
        if isinstance(told, Failed | Healed):
            return told
        if isinstance(heard, Event | Pressed | Released | Woke):
            return StepResult(self.session, quiet=True)
        return heard

    # --- the alarm ---

    def _set_alarm(self) -> None:
        """Be woken when the session wants it, or what failed is to be tried again."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if self._committer.closed or self._service_mode is not None:
            return
        delay_s = self._presenter.guard("the alarm", self._delay_s)
        faults = self.session.faults
        if "journal" in faults:
            delay_s = RETRY_S
        elif SHOWING in faults or self._presenter.guard.broken:
            delay_s = RETRY_S if delay_s is None else min(delay_s, RETRY_S)
        if delay_s is not None:
            self._alarm = self._loop.call_later(delay_s, self._ring)

    def _delay_s(self) -> float | None:
        due_ms = self._presenter.due_ms
        return None if due_ms is None else max(0, (due_ms - self.now_ms) / 1000)

    def _ring(self) -> None:
        if SHOWING in self.session.faults and not self._presenter.guard.broken:
            self.happen(Healed(SHOWING))
        self.happen(Woke())
