"""
The table: connects the committer, the presenter and the controller's events.

The table also compares the controller's heartbeats, provides service mode, and sets a
timer for the next `Woke`.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

from firmware_host.board.events import (
    BoardEvent,
    Failed,
    Healed,
    Pressed,
    Released,
    Tapped,
    Woke,
)
from firmware_host.board.faces import Face
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Millis
from firmware_host.errors import AskedError, DoubtError
from firmware_host.link.events import (
    Connected,
    Event,
    Heartbeat,
    LinkEvent,
    Offline,
    Reads,
    Unreadable,
    Unsupported,
)
from firmware_host.link.frames import Noise
from firmware_host.link.messages import ButtonChange
from firmware_host.session import play
from firmware_host.session.acting import Submitted
from firmware_host.session.asked import Asked
from firmware_host.session.modes.choosing import ChosenGame
from firmware_host.session.play import Playing
from firmware_host.session.setups import Player
from firmware_host.session.state import Now, Session, StepResult
from firmware_host.session.step import Event as SessionEvent
from firmware_host.table.committer import Committer, InLine
from firmware_host.table.incoming import Heartbeats, board_event_of, service_event_of
from firmware_host.table.parts import SHOWING, Parts
from firmware_host.table.presenter import Listener, Outcome, Presenter
from firmware_host.table.service_mode import ServiceMode, TagSettled, TwoAtOnce, Unknown

#: The time in seconds after which a failed write or a failed display is retried.
RETRY_S = 1.0


class Table:
    """
    A running table: its session, its devices, and the queue of its events.

    Args:
        session: The session to begin with.
        parts: The devices, the journal and the clock.
    """

    def __init__(self, session: Session, parts: Parts) -> None:
        self._parts = parts
        self._loop = asyncio.get_running_loop()
        self._presenter = Presenter(parts, self.tell)
        self._committer = Committer(
            session, parts, self._presenter, interpret=self._interpret
        )
        self._presenter.listen(lambda _heard, _outcome: self._set_alarm())
        self._alarm: asyncio.TimerHandle | None = None
        self._heartbeats = Heartbeats()
        self._service_mode: ServiceMode | None = None
        self._unknown = Unknown()

    def start(self) -> None:
        """Show the first state of the session, and start its timer."""
        self._presenter.show(self.session)
        self._set_alarm()

    def close(self) -> None:
        """Stop every timer and drop the queued events."""
        self._committer.close()
        self._set_alarm()

    def give_up(self, doubt: DoubtError) -> None:
        """
        Stop because of a COMMIT of unknown outcome; set `off`.

        Any thread may call it.
        """
        self._loop.call_soon_threadsafe(self._committer.give_up, doubt)

    # --- the state ---

    @property
    def session(self) -> Session:
        """The session, with all changes that are stored in the journal."""
        return self._committer.session

    @session.setter
    def session(self, session: Session) -> None:
        self._committer.session = session

    @property
    def off(self) -> asyncio.Event:
        """Set once the table has stopped: switched off, or after an unclear COMMIT."""
        return self._committer.off

    @property
    def doubt(self) -> DoubtError | None:
        """The error after a COMMIT of unknown outcome; None without one."""
        return self._committer.doubt

    @property
    def face(self) -> Face:
        """The face that the board shows, or will show first."""
        return self._presenter.face or self._presenter.render(self.session)[0]

    @property
    def now_ms(self) -> Millis:
        """The time on the table's clock."""
        return Millis(self._parts.clock_ms())

    @property
    def today(self) -> int:
        """The number of the day, from 1; 0 without a known date."""
        return self._parts.today()

    @property
    def changes(self) -> int:
        """The number of visible changes so far."""
        return self._presenter.changes

    @property
    def unknown(self) -> tuple[TagSettled, ...]:
        """The tapped tags that are not enrolled, with their pads; the newest last."""
        return self._unknown.left(self._parts.pieces)

    def watch(self) -> AsyncGenerator[None, None]:
        """Yield now and after each change; a slow watcher gets only the newest one."""
        return self._presenter.watch()

    def on_ahead(self, call: Callable[[Session, Face], object]) -> None:
        """Register *call* for each session about to be stored, with its face."""
        self._presenter.on_ahead(call)

    def on_change(self, call: Callable[[], object]) -> None:
        """Register *call*, which must not raise, for each visible change."""
        self._presenter.on_change(call)

    def listen(self, listener: Listener) -> None:
        """Register *listener* for each event and its outcome, once that is shown."""
        self._presenter.listen(listener)

    # --- events ---

    def happen(self, event: BoardEvent | Asked) -> None:
        """Queue an event; only the thread of the event loop may call it."""
        self._committer.put(event)

    def tell(self, event: BoardEvent) -> None:
        """Queue the event of a part that failed or works again; for any thread."""
        self._loop.call_soon_threadsafe(self.happen, event)

    async def submit(self, action: object, *, player: Player | None = None) -> Outcome:
        """
        Execute an action of the game; if it is a `Join`, *player* takes the seat.

        Returns:
            The facts, once they are durable and shown, or the refusal.
        """
        return await self.ask(Submitted(action, player))

    async def choose(self, chosen: ChosenGame) -> Outcome:
        """Begin a game with a complete setup; return the outcome once it is shown."""
        return await self._committer.ask(chosen)

    async def ask(self, asked: Asked | Submitted) -> Outcome:
        """Queue a request of a page or a program; return its outcome once shown."""
        return await self._committer.ask(asked)

    def hear(self, event: LinkEvent) -> None:
        """Handle an event of the link to the controller."""
        match event:
            case Event(body=ButtonChange()) if self._repeats(event):
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

    def _repeats(self, event: Event) -> bool:
        """Return True if a heartbeat has already reported this button press."""
        # An event that was processed before a restart is no repetition of a heartbeat.
        return not self._committer.counted(event) and self._heartbeats.repeats(event)

    def _interpret(self, item: InLine, now_ms: Millis) -> SessionEvent | StepResult:
        """Return the session's event, or a finished step if the session gets none."""
        if self._service_mode is not None:
            return self._in_service(self._service_mode, item)
        if not isinstance(item.heard, Event):
            return item.heard
        pieces, late_ms = self._parts.pieces, now_ms - item.heard_ms
        event = board_event_of(item.heard, pieces, late_ms=late_ms)
        if not isinstance(event, Tapped) or event.piece is None:
            self._unknown.note(item.heard, pieces, item.heard_ms)
        return StepResult(self.session) if event is None else event

    # --- service mode ---

    @asynccontextmanager
    async def service_mode(self) -> AsyncIterator[ServiceMode]:
        """
        Take the board out of play; leaving the context continues the game.

        Raises:
            AskedError: Service mode is on already.
        """
        if self._service_mode is not None:
            msg = "the board is out of play already; end that first"
            raise AskedError(msg)
        presenter = self._presenter
        self._service_mode = ServiceMode(presenter.show_instead, presenter.buzz)
        presenter.in_service = True
        stops = self._set_clock(play.stop_clock)
        try:
            yield self._service_mode
        finally:
            self._service_mode, presenter.in_service = None, False
            if stops and not self.session.paused:
                self._set_clock(play.start_clock)
            # Releases of buttons during service mode were not received.
            self.session = replace(self.session, held=(), code=None)
            if not self._committer.closed:
                presenter.show(self.session)
                presenter.wake_watchers()
                self._set_alarm()

    def _set_clock(self, clock: Callable[[Playing, Millis], Playing]) -> bool:
        """Stop or start the clock of the game; return True if that changed it."""
        before = self.session.playing
        after = before and clock(before, self.now_ms)
        self.session = replace(self.session, playing=after)
        return after is not before

    def _in_service(
        self, service_mode: ServiceMode, item: InLine
    ) -> SessionEvent | StepResult:
        """Pass an event to service mode; faults and requests also go to the session."""
        heard, ms = item.heard, item.heard_ms
        told = service_event_of(heard, ms) if isinstance(heard, Event) else heard
        if isinstance(told, Submitted | ChosenGame):
            refused = Refused("in-service")
            return Now(self.session, self.now_ms).refuse(refused, told)
        if isinstance(
            told, Pressed | Released | TagSettled | TwoAtOnce | Failed | Healed
        ):
            service_mode.put(told)
        if isinstance(told, Failed | Healed):
            return told
        if isinstance(heard, Event | Pressed | Released | Woke):
            return StepResult(self.session, quiet=True)
        return heard

    # --- the alarm ---

    def _set_alarm(self) -> None:
        """Set the timer for the next `Woke`, or for a retry of failed calls."""
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
