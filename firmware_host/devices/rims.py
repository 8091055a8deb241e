"""
The zones' rims: WS2812 LEDs on the controller, which show what the lamps show.

The controller draws them; what it is told is which rims show a cross and which a tick.
"""

import asyncio
from collections.abc import Callable
from threading import Lock

from firmware_host.board.pieces import Zone


class Rims:
    """
    Every rim of a board; to be made in the event loop.

    Args:
        show: Tells the controller which zones show a cross and which a tick, a bit for
            each; called in the event loop.
    """

    def __init__(self, show: Callable[[int, int], None]) -> None:
        self._show = show
        self._loop = asyncio.get_running_loop()
        self._crosses = self._ticks = 0
        self._due = False
        self._lock = Lock()

    def show(self, zone: Zone, *, cross: bool, tick: bool) -> None:
        """
        Show what a zone's pair of lamps shows; what is so already costs nothing.

        Any thread may call it. Rims that change together are told together.
        """
        bit = 1 << zone
        with self._lock:
            was = self._crosses, self._ticks
            self._crosses = self._crosses | bit if cross else self._crosses & ~bit
            self._ticks = self._ticks | bit if tick else self._ticks & ~bit
            if self._due or (self._crosses, self._ticks) == was:
                return
            self._due = True
        self._loop.call_soon_threadsafe(self._tell)

    def _tell(self) -> None:
        with self._lock:
            self._due = False
            wish = self._crosses, self._ticks
        self._show(*wish)
