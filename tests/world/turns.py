"""
One clock and one order: a loop in virtual time, and threads that wait for turns.

A thread of the journal runs only while the loop stands still, from one wait to the
next. The time of its turn is random, so that a seed gives the same order each time.
"""

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty
from types import SimpleNamespace
from typing import Any

from tests.net.virtual import VirtualLoop


class GoneError(BaseException):
    """Ends a thread whose process was killed; nothing of the board catches it."""


class Loop(VirtualLoop):
    """A virtual loop that has ports; its helpers work between two callbacks."""

    def __init__(self) -> None:
        super().__init__()
        self.readers: dict[int, Callable[[], object]] = {}

    def add_reader(self, fd: int, callback: Callable[..., object], *_: Any) -> None:
        """Call *callback* when the port has bytes."""
        self.readers[fd] = callback

    def remove_reader(self, fd: int) -> bool:
        """Remove a reader."""
        return self.readers.pop(fd, None) is not None

    def add_writer(self, *_: Any) -> None:
        """Do nothing: these ports take all."""

    def remove_writer(self, _fd: int) -> bool:
        """Do nothing."""
        return False

    def run_in_executor(
        self, _executor: Any, func: Callable[..., Any], *args: Any
    ) -> "asyncio.Future[Any]":
        """Do it a moment later, while nothing else moves."""
        made: asyncio.Future[Any] = self.create_future()

        def work() -> None:
            if made.cancelled():
                return
            try:
                made.set_result(func(*args))
            except Exception as fault:  # noqa: BLE001 - it is for whoever waits
                made.set_exception(fault)

        self.call_later(0.001, work)
        return made

    def until(self, done: Callable[[], Any], most_ms: int) -> bool:
        """Let time pass until something is done, with a limit; return whether it is."""
        self.settle()
        end = self.time() + most_ms / 1000
        while not done():
            at = self._next()
            if at > end:
                self._at = end
                return bool(done())
            self._at = max(self._at, at)
            self.settle()
        return True


class Turns:
    """
    The threads of one board.

    Args:
        loop: What gives them their turns.
        pace_s: Returns how long something waits until a thread takes it, in seconds.
    """

    def __init__(self, loop: Loop, pace_s: Callable[[], float]) -> None:
        self.loop = loop
        self.pace_s = pace_s
        self.running: Thread | None = None
        self.threads: list[Thread] = []

    def rest(self, ms: float) -> None:
        """Make the running thread wait for *ms*; do nothing outside of a thread."""
        thread = self.running
        if thread is not None and ms > 0:
            self.loop.call_later(ms / 1000, thread.give)
            thread.park()

    def pump(self, done: Callable[[], bool]) -> None:
        """Let threads run until something is done that blocks."""
        for _ in range(1000):
            if done():
                return
            for thread in list(self.threads):
                thread.give()
        msg = "somebody waits for a thread that never ends"
        raise AssertionError(msg)

    def kill(self) -> None:
        """End every thread at its current point."""
        for thread in list(self.threads):
            thread.gone = True
            thread.give()

    # --- replacements of library classes ---

    def thread(self, target: Callable[[], None], name: str = "") -> "Thread":
        """Stand for `threading.Thread`."""
        return Thread(self, target, name)

    def queue(self) -> "Queue":
        """Stand for `queue.SimpleQueue`."""
        return Queue(self)

    def timer(self, delay_s: float, call: Callable[[], object]) -> Any:
        """Stand for `threading.Timer`."""
        handles: list[asyncio.TimerHandle] = []
        return SimpleNamespace(
            start=lambda: handles.append(self.loop.call_later(delay_s, call)),
            cancel=lambda: [one.cancel() for one in handles],
            daemon=True,
        )

    def future(self) -> "Future[Any]":
        """Replace `Future`: blocking for it lets the threads run."""
        return _Future(self)


class Thread:
    """A thread that runs from one wait to the next, when it is given its turn."""

    def __init__(self, turns: Turns, target: Callable[[], None], name: str) -> None:
        self._turns = turns
        self._target = target
        self._go, self._waits = threading.Semaphore(0), threading.Semaphore(0)
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self.gone = False
        self.over = True

    def start(self) -> None:
        """Begin, and run up to the first wait."""
        self.over = False
        self._turns.threads.append(self)
        self._thread.start()
        self.give()

    def _run(self) -> None:
        self._go.acquire()
        with suppress(GoneError):
            self._target()
        self.over = True
        self._turns.threads.remove(self)
        self._waits.release()

    def give(self) -> None:
        """Let it run up to its next wait."""
        if self.over or self._turns.running is not None:
            return
        self._turns.running = self
        self._go.release()
        self._waits.acquire()
        self._turns.running = None

    def park(self) -> None:
        """Wait for the next turn; on this thread alone."""
        self._waits.release()
        self._go.acquire()
        if self.gone:
            raise GoneError

    def join(self) -> None:
        """Let it run to its end."""
        self._turns.pump(lambda: self.over)


class Queue:
    """A queue whose reader gets a turn some time after something was put in."""

    def __init__(self, turns: Turns) -> None:
        self._turns = turns
        self._items: deque[Any] = deque()
        self._reader: Thread | None = None

    def put(self, item: Any) -> None:
        """Put something in."""
        self._items.append(item)
        self._turns.loop.call_later(self._turns.pace_s(), self._wake)

    def _wake(self) -> None:
        if self._reader is not None:
            self._reader.give()

    def empty(self) -> bool:
        """Return whether the queue is empty."""
        return not self._items

    def get(self, timeout: float | None = None) -> Any:
        """
        Wait for something, *timeout* seconds at most.

        Raises:
            Empty: Nothing has come.
        """
        thread = self._turns.running
        assert thread is not None, "only a thread of the board may wait"
        while not self._items:
            self._reader = thread
            if timeout is not None:
                self._turns.loop.call_later(timeout, self._wake)
            thread.park()
            self._reader = None
            if timeout is not None and not self._items:
                raise Empty
        return self._items.popleft()


class _Future(Future[Any]):
    def __init__(self, turns: Turns) -> None:
        super().__init__()
        self._turns = turns

    def result(self, timeout: float | None = None) -> Any:
        self._turns.pump(self.done)
        return super().result(timeout)
