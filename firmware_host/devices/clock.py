"""The clock of the machine that devices, table and simulated boards go by."""

import time

from firmware_host.board.pieces import Millis


def monotonic_ms() -> Millis:
    """Return milliseconds that never go back; `loop.time` shows the same clock."""
    return Millis(time.monotonic_ns() // 1_000_000)
