"""
The zones' rims: WS2812 LEDs on the controller, which repeat the lamps.

The controller draws them; it gets one bit for each cross and for each tick.
"""

import asyncio
from collections.abc import Callable
from threading import Lock

from firmware_host.board.pieces import Zone


class Rims:
    """
    All rims of a board; to be created in the event loop.

    Args:
        show: Sends the bits of all crosses and of all ticks to the controller; called
            in the event loop.
    """

    def __init__(self, show: Callable[[int, int], None]) -> None:
        self._show = show
        self._loop = asyncio.get_running_loop()
        self._crosses = self._ticks = 0
        self._due = False
        self._lock = Lock()

    def show(self, zone: Zone, *, cross: bool, tick: bool) -> None:
        """
        Show a zone's cross and tick on its rim; without a change this returns at once.

        Any thread may call it. Changes of several rims are sent in one message.
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
