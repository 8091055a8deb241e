"""Rate limits: how often a caller may try something, and who goes first."""

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
        tries: How many there are.
        within_ms: In how long.
        clock_ms: A clock that never goes back.
    """

    #: So many are remembered; the ones silent for longest are forgotten first.
    MOST = 1000

    def __init__(
        self, *, tries: int, within_ms: int, clock_ms: Callable[[], int]
    ) -> None:
        self._tries = tries
        self._within_ms = within_ms
        self._clock_ms = clock_ms
        self._past: dict[str, deque[int]] = {}

    def wait_ms(self, who: str) -> int:
        """Return how long *who* must wait before the next try, in ms; 0 for no wait."""
        past = self._past.get(who)
        if past is None or len(past) < self._tries:
            return 0
        return max(0, past[0] + self._within_ms - self._clock_ms())

    def allow(self, who: str) -> bool:
        """Count a try of *who*, and return whether it is allowed."""
        if self.wait_ms(who):
            return False
        past = self._past.pop(who, None) or deque(maxlen=self._tries)
        past.append(self._clock_ms())
        self._past[who] = past
        if len(self._past) > self.MOST:
            del self._past[next(iter(self._past))]
        return True

    def made(self, who: str) -> int:
        """Return how many tries of *who* are remembered."""
        return len(self._past.get(who, ()))

    def forgive(self, who: str) -> None:
        """Forget the tries of *who*."""
        self._past.pop(who, None)


class Turns:
    """
    One at a time: whoever has tried least goes first, and the latest of equals.

    So many who guess keep somebody waiting who comes once: for the one that is under
    way, and no other.
    """

    def __init__(self) -> None:
        self._busy = False
        self._numbers = count()
        self._line: list[tuple[int, int, asyncio.Future[None]]] = []

    @asynccontextmanager
    async def turn(self, tries: int) -> AsyncIterator[None]:
        """
        Wait for a turn, and have it.

        Args:
            tries: How often one has tried already.
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
