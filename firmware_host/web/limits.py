"""Rate limits: the number of tries of a caller, and a fair order of waiting tries."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from heapq import heappop, heappush
from itertools import count


class Limiter:
    """
    Allows each caller a number of tries within a time.

    Args:
        tries: The number of tries.
        within_ms: The time in ms.
        clock_ms: Returns the ms of a monotonic clock.
    """

    #: The most callers whose tries are counted; those without a try for longest are
    #: dropped.
    MOST = 1000

    def __init__(
        self, *, tries: int, within_ms: int, clock_ms: Callable[[], int]
    ) -> None:
        self._tries = tries
        self._within_ms = within_ms
        self._clock_ms = clock_ms
        self._past: dict[str, deque[int]] = {}

    def wait_ms(self, who: str) -> int:
        """Return the ms that the caller *who* must wait before the next try, or 0."""
        past = self._past.get(who)
        if past is None or len(past) < self._tries:
            return 0
        return max(0, past[0] + self._within_ms - self._clock_ms())

    def allow(self, who: str) -> bool:
        """Count a try of the caller *who*; return True if it is allowed."""
        if self.wait_ms(who):
            return False
        past = self._past.pop(who, None) or deque(maxlen=self._tries)
        past.append(self._clock_ms())
        self._past[who] = past
        if len(self._past) > self.MOST:
            del self._past[next(iter(self._past))]
        return True

    def made(self, who: str) -> int:
        """Return the number of counted tries of the caller *who*."""
        return len(self._past.get(who, ()))

    def forgive(self, who: str) -> None:
        """Reset the number of tries of the caller *who*."""
        self._past.pop(who, None)


class Turns:
    """
    A queue that admits one caller at a time: the one with the fewest tries first.

    Among equals the latest goes first. So a caller with a first try waits only for the
    try in progress, however many attackers wait.
    """

    def __init__(self) -> None:
        self._busy = False
        self._numbers = count()
        self._line: list[tuple[int, int, asyncio.Future[None]]] = []

    @asynccontextmanager
    async def turn(self, tries: int) -> AsyncIterator[None]:
        """
        Wait to be admitted, and block others while the context lasts.

        Args:
            tries: The number of earlier tries of the caller.
        """
        if self._busy:
            mine: asyncio.Future[None] = asyncio.Future()
            heappush(self._line, (tries, -next(self._numbers), mine))
            try:
                await mine
            except asyncio.CancelledError:
                if not mine.cancelled():  # it had come just now
                    self._next()
                raise
        self._busy = True
        try:
            yield
        finally:
            self._next()

    def _next(self) -> None:
        self._busy = False
        while self._line and not self._busy:
            _, _, turn = heappop(self._line)
            if not turn.done():
                self._busy = True
                turn.set_result(None)
