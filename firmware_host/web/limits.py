"""Rate limits: how often a caller may try something."""

from collections import deque
from collections.abc import Callable


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

    def forgive(self, who: str) -> None:
        """Forget the tries of *who*."""
        self._past.pop(who, None)
