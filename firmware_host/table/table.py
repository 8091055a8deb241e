"""
The table: one thing after the other, and each written down before it is shown.

What happens is put in line. The first in line is stepped; if it is to be remembered,
the next one waits until the journal has it. So nobody ever sees an answer that a
power cut could take back.
"""

import asyncio
from collections import defaultdict, deque
from collections.abc import AsyncGenerator, AsyncIterator
from concurrent.futures import Future
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from firmware_host.board.faces import Face
from firmware_host.board.happenings import (
    Failed,
    Happening,
    Healed,
    Pressed,
    Released,
    Woke,
)
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Millis
from firmware_host.errors import AskedError, DoubtError
from firmware_host.journal.entries import Entry
from firmware_host.link.frames import Noise
from firmware_host.link.link import (
    Beat,
    Connected,
    Event,
    LinkEvent,
    Offline,
    Reads,
    Unreadable,
    Unsupported,
)
from firmware_host.session.asked import Asked
from firmware_host.session.effects import Sound, Store, SwitchOff
from firmware_host.session.look import starting_again
from firmware_host.session.modes.choosing import Chosen
from firmware_host.session.result import Step, refuse
from firmware_host.session.state import Player, Session
from firmware_host.session.step import Submitted, step, wake_at
from firmware_host.table.beats import Beats
from firmware_host.table.bench import Bench, Tagged, TwoAtOnce, Unknown
from firmware_host.table.guard import SHOWING
from firmware_host.table.hear import bench_event_of, happening_of
from firmware_host.table.parts import Parts
from firmware_host.table.presenter import Listener, Outcome, Presenter
from firmware_host.table.writing import entry_of

#: A card slower than this shows an hourglass.
PATIENCE_S = 0.1

#: What cannot be written, or cannot be shown, is tried again after so long.
RETRY_S = 1.0


@dataclass(slots=True)
class _Waiting:
    """Something in line: what it is, where it came from, and who wants to know."""

    event: Happening | Submitted | Chosen | Asked | Event
    heard_ms: int
    waiter: "asyncio.Future[Outcome] | None" = None

    @property
    def wire(self) -> Event | None:
        """The controller's event, where it came by wire."""
        return self.event if isinstance(self.event, Event) else None


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
        self.session = session
        self.off = asyncio.Event()
        self.doubt: DoubtError | None = None
        self._parts = parts
        self._presenter = Presenter(parts, self.tell)
        self._line: deque[_Waiting] = deque()
        self._writing = False
        self._wake: asyncio.TimerHandle | None = None
        self._hourglass: asyncio.TimerHandle | None = None
        self._last: dict[int, int] = (
            defaultdict(int) if last_events is None else last_events
        )
        self._closed = False
        self._beats = Beats()
        self._bench: Bench | None = None
        self._unknown = Unknown()
        self._loop = asyncio.get_running_loop()

    # --- what others may ask of a table ---

    @property
    def face(self) -> Face:
        """What the board shows now."""
        return self._presenter.face or self._presenter.look(self.session)

    def start(self) -> None:
        """Show how things stand, and begin to wait."""
        self._present(self.session)
        self._set_alarm()

    def close(self) -> None:
        """Stop every timer; what still waits in line is not done any more."""
        self._closed = True
        for item in self._line:
            if item.waiter is not None:
                item.waiter.cancel()
        self._presenter.close()
        for timer in (self._wake, self._hourglass):
            if timer is not None:
                timer.cancel()

    def give_up(self, doubt: DoubtError) -> None:
        """Answer nothing more, neither yes nor no, from any thread; then set `off`."""
        self._loop.call_soon_threadsafe(self._give_up, doubt)

    def _give_up(self, doubt: DoubtError) -> None:
        if self._closed:
            return
        self.doubt = doubt
        self.close()
        self._present_instead(starting_again())
        self.off.set()

    def happen(self, event: Happening | Asked) -> None:
        """Put a happening in line. On the event loop only."""
        self._put(_Waiting(event, self._parts.clock_ms()))

    def tell(self, event: Happening) -> None:
        """Put a happening in line, from any thread: a part failed or healed."""
        self._loop.call_soon_threadsafe(self.happen, event)

    async def submit(self, action: Any, *, player: Player | None = None) -> Outcome:
        """
        Do *action* in the game.

        Returns:
            Its facts once they are durable and shown, or why it is refused.
        """
        return await self._ask(Submitted(action, player))

    async def choose(self, chosen: Chosen) -> Outcome:
        """Begin a game with a whole setup."""
        return await self._ask(chosen)

    async def ask(self, asked: Asked) -> Outcome:
        """Do what somebody asks from elsewhere than pads and buttons."""
        return await self._ask(asked)

    @property
    def now_ms(self) -> Millis:
        """The clock the table goes by."""
        return Millis(self._parts.clock_ms())

    @property
    def changes(self) -> int:
        """How often anything has changed."""
        return self._presenter.changes

    def watch(self) -> AsyncGenerator[None, None]:
        """Yield now, and whenever anything has changed since; whoever is slow, once."""
        return self._presenter.watch()

    def listen(self, listener: Listener) -> None:
        """Tell *listener* of everything, once it is durable and shown."""
        self._presenter.listen(listener)

    @property
    def unknown(self) -> tuple[Tagged, ...]:
        """Tags that were tapped and nobody has enrolled, and where; the newest last."""
        return self._unknown.left(self._parts.pieces)

    @asynccontextmanager
    async def bench(self) -> AsyncIterator[Bench]:
        """
        Take the board out of play; leaving puts it back, the game untouched.

        Raises:
            AskedError: Somebody else has it out of play already.
        """
        if self._bench is not None:
            msg = "the board is out of play already; end that first"
            raise AskedError(msg)
        self._bench = Bench(self._present_instead, self._presenter.buzz)
        try:
            yield self._bench
        finally:
            self._bench = None
            # Whoever held a button meanwhile has let it go unheard.
            self.session = replace(self.session, held=(), code=None)
            if not self._closed:
                self._present(self.session)
                self._presenter.tell_watchers()
                self._set_alarm()

    def hear(self, event: LinkEvent) -> None:
        """Take what the controller says."""
        match event:
            case Event() if self._beats.repeats(event):
                self._last[event.boot_id] = event.n
                self._presenter.acknowledge(event)
            case Event():
                self._put(_Waiting(event, self._parts.clock_ms()))
            case Beat():
                for news in self._beats.news(event):
                    self.happen(news)
            case Connected(boot_id=boot_id):
                self._beats.connected(boot_id)
                self.happen(Healed("controller"))
                self.happen(Healed("protocol"))
            case Offline():
                self.happen(Failed("controller"))
            case Unreadable() | Unsupported():
                self.happen(Failed("protocol"))
            case Reads() if self._bench is not None:
                self._bench.put(event)
            case Reads() | Noise():
                pass  # noise is repeated until it arrives whole

    # --- one after the other ---

    async def _ask(self, event: Submitted | Chosen | Asked) -> Outcome:
        waiter: asyncio.Future[Outcome] = self._loop.create_future()
        if self._closed:
            waiter.cancel()
        self._put(_Waiting(event, self._parts.clock_ms(), waiter))
        return await waiter

    def _put(self, item: _Waiting) -> None:
        self._line.append(item)
        self._next()

    def _next(self) -> None:
        while self._line and not self._writing and not self._closed:
            self._take(self._line.popleft())

    def _take(self, item: _Waiting) -> None:
        wire, now_ms = item.wire, Millis(self._parts.clock_ms())
        if wire is not None and wire.n <= self._last[wire.boot_id]:
            self._presenter.acknowledge(wire)  # a repetition: it counts no second time
            return
        if self._bench is not None and self._to_bench(self._bench, item, now_ms):
            return
        event = item.event
        if isinstance(event, Event):
            late_ms = now_ms - item.heard_ms
            self._unknown.note(event, self._parts.pieces)
            happening = happening_of(event, self._parts.pieces, late_ms=late_ms)
            if happening is None:
                self._finish(item, Step(self.session))
                return
            event = happening
        after = step(self.session, event, now_ms=now_ms, entropy=self._parts.entropy())
        store = next((one for one in after.effects if isinstance(one, Store)), None)
        if store is not None:
            self._write(item, after, entry_of(store, wire))
        elif isinstance(event, Woke) and "journal" in self.session.faults:
            self._write(item, after, Entry(touch=True))
        else:
            self._finish(item, after)

    def _to_bench(self, bench: Bench, item: _Waiting, now_ms: Millis) -> bool:
        """Tell the bench instead of the game; False for what the table sees to too."""
        event = item.event
        told = bench_event_of(event) if isinstance(event, Event) else event
        if isinstance(told, Submitted | Chosen):
            refused = Refused("in-service")
            self._finish(item, refuse(self.session, refused, told, now_ms=now_ms))
            return True
        if isinstance(told, Pressed | Released | Tagged | TwoAtOnce | Failed | Healed):
            bench.put(told)
        if isinstance(event, Event) and not isinstance(told, Failed | Healed):
            self._finish(item, Step(self.session))
            return True
        return isinstance(event, Pressed | Released | Woke)

    def _write(self, item: _Waiting, after: Step, entry: Entry) -> None:
        """
        Have the journal write; light the lamps on its thread once it is durable.

        While the card is busy there is time to find out what the face will be.
        """
        self._writing = True
        face = cache(lambda: self._presenter.look(after.session))
        written = self._parts.journal.append(
            entry, then=lambda: self._presenter.light(face)
        )
        self._loop.call_soon(face)
        self._hourglass = self._loop.call_later(PATIENCE_S, self._presenter.busy)
        written.add_done_callback(
            lambda done: self._loop.call_soon_threadsafe(
                self._written, item, after, done
            )
        )

    def _written(self, item: _Waiting, after: Step, done: "Future[None]") -> None:
        fault = done.exception()
        if isinstance(fault, DoubtError):
            self._give_up(fault)
            return
        self._writing = False
        if self._hourglass is not None:
            self._hourglass.cancel()
        if fault is None:
            if "journal" in self.session.faults:
                self._line.appendleft(_Waiting(Healed("journal"), item.heard_ms))
            self._finish(item, after)
        elif not any(isinstance(one, Store) for one in after.effects):
            self._finish(item, replace(after, quiet=True))  # the card is no better yet
        else:
            now_ms = Millis(self._parts.clock_ms())
            failed = step(
                self.session, Failed("journal"), now_ms=now_ms, entropy=b""
            ).session
            event, refused = item.event, Refused("journal-failed")
            if isinstance(event, Event):
                event = happening_of(event, self._parts.pieces, late_ms=0) or Woke()
            self._finish(item, refuse(failed, refused, event, now_ms=now_ms))
        self._next()

    def _finish(self, item: _Waiting, after: Step) -> None:
        """Let memory move on, show what came of it, and tell whoever waits for it."""
        self.session = after.session
        wire, presenter = item.wire, self._presenter
        if wire is not None:
            self._last[wire.boot_id] = wire.n
        self._present(after.session)
        for effect in after.effects:  # what is to be stored is on the card already
            if isinstance(effect, Sound):
                presenter.buzz(effect.buzz)
            elif isinstance(effect, SwitchOff):
                self.off.set()
        if wire is not None:
            presenter.acknowledge(wire)
        if item.waiter is not None and not item.waiter.done():
            item.waiter.set_result(after.outcome)
        if not after.quiet:
            presenter.tell_watchers()
        self._set_alarm()
        presenter.tell_listeners(item.event, after.outcome)

    # --- what it shows, and when it wakes ---

    def _present(self, session: Session) -> None:
        if self._bench is not None:
            return  # whoever holds the bench says what is shown
        face = self._presenter.look(session)
        self._presenter.present(face, session.setup.language)

    def _present_instead(self, face: Face) -> None:
        self._presenter.present(face, self.session.setup.language)
        self._presenter.tell_watchers()

    def _set_alarm(self) -> None:
        """Be woken when the session wants it, or what failed is to be tried again."""
        if self._wake is not None:
            self._wake.cancel()
            self._wake = None
        if self._closed:
            return
        delay_s = self._presenter.guard("the alarm", self._due_s)
        if "journal" in self.session.faults:
            delay_s = RETRY_S
        elif SHOWING in self.session.faults or self._presenter.guard.broken:
            delay_s = RETRY_S if delay_s is None else min(delay_s, RETRY_S)
        if delay_s is not None:
            self._wake = self._loop.call_later(delay_s, self._ring)

    def _ring(self) -> None:
        if SHOWING in self.session.faults and not self._presenter.guard.broken:
            self.happen(Healed(SHOWING))
        self.happen(Woke())

    def _due_s(self) -> float | None:
        now_ms = self.now_ms
        at_ms = wake_at(self.session, now_ms)
        return None if at_ms is None else max(0, (at_ms - now_ms) / 1000)
