"""
The committer: events one at a time, each stored before it is shown.

Events wait in a queue. The first one is passed to the session. If the result has rows
to store, they are passed to the journal, and the rest of the queue waits for the
commit. Then the session in memory is replaced, shown, acknowledged and answered. So no
answer is shown that a power cut could undo.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from firmware_host.board.commands import BeginEvening
from firmware_host.board.entries import Entry
from firmware_host.board.events import Failed, Healed, Woke
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Millis
from firmware_host.board.record import replace
from firmware_host.errors import DoubtError, place_of
from firmware_host.link.events import Event
from firmware_host.session.render import restart_face
from firmware_host.session.state import Now, Session, StepResult
from firmware_host.session.step import Event as SessionEvent, call_off, step
from firmware_host.session.stored.headers import with_date
from firmware_host.table.parts import Parts
from firmware_host.table.presenter import Outcome, Presenter

if TYPE_CHECKING:
    from firmware_host.hall.evening import Key

_log = logging.getLogger(__name__)

#: The longest time in ms that a frame is under way. An event with a lower number that
#: happened later than this after the last one is no repetition.
UNDER_WAY_MS = 1000


@dataclass(slots=True)
class InLine:
    """
    An event in the queue.

    Args:
        heard: The event as it arrived: from the controller, or one of the session.
        heard_ms: The time at which it was queued.
        waiter: The future that gets its outcome; None for no future.
        event: The session's event for it; None until it is processed.
    """

    heard: SessionEvent | Event
    heard_ms: int
    waiter: "asyncio.Future[Outcome] | None" = None
    event: SessionEvent | None = None

    @property
    def wire(self) -> Event | None:
        """The controller's event; None for an event of the session."""
        return self.heard if isinstance(self.heard, Event) else None


#: Returns the session's event for a queued one at a time in ms; or a finished step if
#: the session gets no event.
Interpret = Callable[[InLine, Millis], SessionEvent | StepResult]


class Committer:
    """
    The queue, the journal, and the session in memory.

    Args:
        session: The session at the start.
        parts: The journal, the clock and the source of entropy.
        presenter: Shows the session; it raises no exception of a device.
        interpret: Returns the session's event for a queued one when it is processed.
    """

    def __init__(
        self,
        session: Session,
        parts: Parts,
        presenter: Presenter,
        *,
        interpret: Interpret,
    ) -> None:
        self.session = session
        self.off = asyncio.Event()
        self.doubt: DoubtError | None = None
        self.closed = False
        self._parts = parts
        self._presenter = presenter
        self._interpret = interpret
        self._last: dict[int, int] = {}
        self._last_ms: dict[int, int] = {}
        self._anew: set[int] = set()
        self._line: deque[InLine] = deque()
        self._writing = False
        self._loop = asyncio.get_running_loop()

    def put(self, heard: SessionEvent | Event) -> None:
        """Put an event into the queue. On the event loop only."""
        self._line.append(InLine(heard, self._parts.clock_ms()))
        self._next()

    async def ask(self, heard: SessionEvent) -> Outcome:
        """Put an event into the queue; return its outcome, once durable and shown."""
        waiter: asyncio.Future[Outcome] = self._loop.create_future()
        if self.closed:
            waiter.cancel()
        self._line.append(InLine(heard, self._parts.clock_ms(), waiter))
        self._next()
        return await waiter

    def counted(self, event: Event) -> bool:
        """Return True if an event of the controller was processed already."""
        return event.n <= self._last_n(event.boot_id)

    def skip(self, event: Event) -> None:
        """Acknowledge an event of the controller without processing it."""
        if event.n > self._last_n(event.boot_id):
            self._count(event, self._parts.clock_ms())
        self._presenter.acknowledge(event)

    def close(self) -> None:
        """Stop: drop the queue and cancel the futures of its events."""
        self.closed = True
        for item in self._line:
            if item.waiter is not None:
                item.waiter.cancel()
        self._presenter.close()

    def give_up(self, doubt: DoubtError) -> None:
        """Stop, as the outcome of a COMMIT is unknown: blank the board, set `off`."""
        if self.closed:
            return
        self.doubt = doubt
        self.close()
        self._presenter.show_instead(restart_face())
        self.off.set()

    # --- processing ---

    def _next(self) -> None:
        while self._line and not self._writing and not self.closed:
            self._take(self._line.popleft())

    def _take(self, item: InLine) -> None:
        wire = item.wire
        if wire is not None and wire.n <= self._last_n(wire.boot_id):
            self._look_again(item, wire)
            self.skip(wire)  # a repetition does not count again
            return
        now_ms = Millis(self._parts.clock_ms())
        event = self._interpret(item, now_ms)
        if isinstance(event, StepResult):
            self._finish(item, event)
            return
        item.event = event
        after = self._stepped(event, now_ms)
        if after.entry is not None:
            told = None if wire is None else (wire.boot_id, wire.n)
            entry = replace(after.entry, event=told)
            if (begun := entry.new_game) is not None:
                entry = replace(entry, new_game=with_date(begun, self._parts.when()))
            self._write(item, after, entry)
        elif isinstance(event, Woke) and "journal" in self.session.faults:
            self._write(item, after, Entry(touch=True))
        else:
            self._finish(item, after)

    def _look_again(self, item: InLine, wire: Event) -> None:
        """
        Report a controller that numbers its events from 1 again within one boot.

        A repetition of the last number is normal until its acknowledgement arrives.
        """
        happened_ms = item.heard_ms - wire.age_ms
        again = wire.n == self._last_n(wire.boot_id)
        if again or happened_ms <= self._last_ms[wire.boot_id] + UNDER_WAY_MS:
            return
        if wire.boot_id not in self._anew:
            self._anew.add(wire.boot_id)
            _log.error(
                "the controller counts its events anew within one boot, from %d after"
                " %d: they are left aside; letterzone flash puts our program onto it",
                *(wire.n, self._last_n(wire.boot_id)),
            )
        if "protocol" not in self.session.faults:
            self._line.append(InLine(Failed("protocol"), item.heard_ms))

    def _stepped(self, event: SessionEvent, now_ms: Millis) -> StepResult:
        """Return the result of an event; end the game if its engine raises."""
        entropy = self._parts.entropy()
        try:
            today = self._parts.today() if self.session.going is None else 0
            after = step(
                self.session, event, now_ms=now_ms, entropy=entropy, today=today
            )
        except Exception as fault:
            called_off = call_off(self.session, now_ms=now_ms)
            if called_off is None:
                raise
            _log.error("the game is called off for a fault: %s", place_of(fault))
            return called_off
        if after.fault:
            _log.error("a bot has gone home for a fault: %s", after.fault)
        return after

    def _write(self, item: InLine, after: StepResult, entry: Entry) -> None:
        """Queue an entry in the journal, whose thread lights the lamps after COMMIT."""
        self._writing = True
        ahead = self._presenter.prepare(after.session)
        written = self._parts.journal.append(
            entry,
            then=partial(self._presenter.light, ahead),
            meanwhile=partial(
                self._loop.call_soon_threadsafe, self._presenter.look_ahead, ahead
            ),
        )
        written.add_done_callback(
            lambda done: self._loop.call_soon_threadsafe(
                self._written, item, after, done
            )
        )

    def _written(self, item: InLine, after: StepResult, done: "Future[None]") -> None:
        fault = done.exception()
        if isinstance(fault, DoubtError):
            self.give_up(fault)
            return
        self._writing = False
        if fault is None:
            if "journal" in self.session.faults:
                self._line.appendleft(InLine(Healed("journal"), item.heard_ms))
            self._finish(item, after)
        elif after.entry is None:
            self._finish(item, replace(after, quiet=True))  # the card still fails
        else:
            now_ms, full = Millis(self._parts.clock_ms()), Failed("journal")
            failed = step(self.session, full, now_ms=now_ms, entropy=b"").session
            refused = Refused("journal-failed")
            self._finish(item, Now(failed, now_ms).refuse(refused, item.event))
        self._next()

    def _last_n(self, boot_id: int) -> int:
        """Return the last event number of a controller's boot, from the journal."""
        if boot_id not in self._last:
            self._last[boot_id] = self._parts.journal.last_event(boot_id)
            self._last_ms[boot_id] = self._parts.clock_ms()
        return self._last[boot_id]

    def _count(self, wire: Event, heard_ms: int) -> None:
        self._last[wire.boot_id] = wire.n
        self._last_ms[wire.boot_id] = heard_ms

    def _finish(self, item: InLine, after: StepResult) -> None:
        """
        Replace the session in memory; then show, acknowledge and answer.

        Lamps come first, then the pages get the news, and the screens are drawn last:
        a screen needs 25 ms for its picture anyway.
        """
        self.session, wire = after.session, item.wire
        if wire is not None:
            self._count(wire, item.heard_ms)
        self._presenter.light_up(after.session)
        if after.off:
            self.off.set()
        if wire is not None:
            self._presenter.acknowledge(wire)
        if item.waiter is not None and not item.waiter.done():
            item.waiter.set_result(after.outcome)
        self._presenter.tell(item.heard, after.outcome, quiet=after.quiet)
        self._loop.call_soon(self._presenter.finish)
        if after.key is not None:
            self._reckon(after.key)

    def _reckon(self, key: "Key") -> None:
        """Compute an evening's seed in a thread, then queue the start of its game."""
        from firmware_host.hall.evening import seed_of  # noqa: PLC0415 - evenings are rare

        reckoning = self._loop.run_in_executor(None, seed_of, key)
        asked = partial(BeginEvening, key=key.text, at_board=True)
        reckoning.add_done_callback(
            lambda done: self.put(asked(seed=done.result().hex()))
        )
