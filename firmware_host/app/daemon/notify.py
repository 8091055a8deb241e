"""
What systemd is told: that the board is up, how it does, and that it lives.

Source: sd_notify(3), sd_watchdog_enabled(3). The protocol is a datagram of lines.
"""

import os
import socket
from contextlib import suppress


def notify(*lines: str) -> None:
    """Send *lines*, such as ``READY=1``, to systemd, if it listens."""
    where = os.environ.get("NOTIFY_SOCKET", "")
    if not where:
        return
    name = f"\0{where[1:]}" if where.startswith("@") else where
    # systemd that is too busy to listen must not keep the board waiting.
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as speaking:
        speaking.setblocking(False)  # noqa: FBT003 - the library's own shape
        with suppress(OSError):
            speaking.sendto("\n".join(lines).encode(), name)


def is_heard() -> bool:
    """Tell whether systemd listens."""
    return bool(os.environ.get("NOTIFY_SOCKET"))


def watchdog_s() -> float:
    """Return the watchdog's interval in seconds; 0 without a watchdog."""
    if os.environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return 0.0
    given = os.environ.get("WATCHDOG_USEC", "")
    return int(given) / 1_000_000 if given.isdecimal() else 0.0
