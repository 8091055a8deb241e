"""An event loop whose time passes only when a test lets it: nothing ever sleeps."""

import asyncio
from asyncio import events
from collections.abc import Callable
from heapq import heappop
from typing import Any

#: So many callbacks in one moment mean that something calls itself without end.
MOST_TURNS = 20_000


class _Idle:
    """Replaces a loop's selector: there is no socket to wait for."""

    def select(self, _timeout: float | None) -> tuple[()]:
        return ()


class VirtualLoop(asyncio.BaseEventLoop):
    """
    A loop for one thread, driven by `settle` and `advance`.

    *faults* collects what went wrong in callbacks and tasks; *late* how many ms in the
    past each timer was set that was due before it was set.
    """

    def __init__(self) -> None:
        super().__init__()
        self._selector = _Idle()
        self._at = 0.0
        self.faults: list[BaseException | str] = []
        self.late: list[float] = []
        self.set_exception_handler(self._note)

    def __del__(self) -> None:
        """Go without a warning: it holds no socket that could be left open."""

    def time(self) -> float:
        """Return the time, in seconds."""
        return self._at

    def now_ms(self) -> int:
        """Return the time in whole ms."""
        return round(self._at * 1000)

    def _process_events(self, _events: Any) -> None:
        """Do nothing; there are no events."""

    def _write_to_self(self) -> None:
        """Do nothing; no other thread waits."""

    def _note(self, _loop: Any, context: dict[str, Any]) -> None:
        self.faults.append(context.get("exception") or context["message"])

    def call_at(self, when: float, *args: Any, **more: Any) -> asyncio.TimerHandle:
        """Set a timer, and note one that should have gone off already."""
        if when < self._at - 0.0005:
            self.late.append((self._at - when) * 1000)
        return super().call_at(when, *args, **more)

    def run(self, do: Callable[[], Any]) -> Any:
        """Call *do* on the loop, and return its result once the loop is idle."""
        made: list[Any] = []
        self.call_soon(lambda: made.append(do()))
        self.settle()
        return made[0] if made else None

    def settle(self) -> None:
        """Let everything happen that is due now."""
        before = events._get_running_loop()
        events._set_running_loop(self)
        try:
            for _ in range(MOST_TURNS):
                if not (self._ready or self._next() <= self._at):
                    return
                self._run_once()
        finally:
            events._set_running_loop(before)
        msg = "the table never comes to rest"
        raise AssertionError(msg)

    def advance(self, ms: int) -> None:
        """Let *ms* pass, and everything happen that is due in them."""
        self.settle()
        until = round(self._at * 1000 + ms) / 1000
        while self._next() <= until:
            self._at = max(self._at, self._next())
            self.settle()
        self._at = until
        self.settle()

    def _next(self) -> float:
        """Return when the next timer is due that is not cancelled."""
        while self._scheduled and self._scheduled[0]._cancelled:
            heappop(self._scheduled)._scheduled = False
            self._timer_cancelled_count -= 1
        return self._scheduled[0].when() if self._scheduled else float("inf")
