"""
The clocks of the machine, for devices, table and simulated boards.

A Pi has no battery-backed clock: without a network its date continues from the last
shutdown. So on Linux the date is used only after a synchronization, or with a
battery-backed clock that agrees. Other systems run on computers that have a battery.
"""

import sys
import time
from datetime import date
from hashlib import sha256
from pathlib import Path

from firmware_host.board.pieces import Millis
from firmware_host.board.record import Record

#: This file exists once the time was synchronized from the network since the boot.
#: Source: systemd-timesyncd.service(8), "Files".
SYNCHRONIZED = Path("/run/systemd/timesync/synchronized")

#: The time of a battery-backed clock. A clock without a battery begins in 1970.
BATTERY = Path("/sys/class/rtc/rtc0/since_epoch")

#: A file with a random number that is new at each boot.
STARTED = Path("/proc/sys/kernel/random/boot_id")

#: The day with the number 0.
FIRST_DAY = date(2026, 1, 1)

#: The largest difference in seconds at which two clocks count as equal.
NEARLY_S = 60


class Reading(Record):
    """
    The time by the clocks of the machine.

    Args:
        start: An identifier of this boot of the machine; empty if unknown.
        up_s: Seconds since the boot.
        at_s: Seconds since 1970, UTC; None if the date is not reliable.
    """

    start: str
    up_s: int
    at_s: int | None


def monotonic_ms() -> Millis:
    """Return the ms of the monotonic clock, which `loop.time` shows in seconds."""
    return Millis(time.monotonic_ns() // 1_000_000)


def reading() -> Reading:
    """Read the clocks of the machine."""
    try:
        start = sha256(STARTED.read_bytes()).hexdigest()[:12]
    except OSError:
        start = ""
    now_s = int(time.time())
    return Reading(start, int(time.monotonic()), now_s if _is_known(now_s) else None)


def day_of(now: Reading) -> int:
    """Return the number of the day in the local time zone, or 0 if it is unknown."""
    if now.at_s is None:
        return 0
    today = date.fromtimestamp(now.at_s)  # noqa: DTZ012 - the local day
    return max(0, (today - FIRST_DAY).days)


def _is_known(now_s: int) -> bool:
    """Return True if the clock is synchronized, or agrees with a battery-backed one."""
    if sys.platform != "linux" or SYNCHRONIZED.exists():
        return True
    try:
        return abs(int(BATTERY.read_text("ascii")) - now_s) <= NEARLY_S
    except (OSError, ValueError):
        return False
