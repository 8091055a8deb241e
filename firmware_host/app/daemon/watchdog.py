"""
Reports to systemd that the board has started, its status, and that all parts run.

A thread that hangs raises nothing and logs nothing. So each part with a loop of its own
calls `alive` every second, and the watchdog is fed once all of them have called.

Source: sd_notify(3), sd_watchdog_enabled(3). The protocol is a datagram of lines.
"""

import asyncio
import os
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING

from firmware_host.board.entries import Entry

if TYPE_CHECKING:  # imported late, by whoever opens the board
    from firmware_host.journal.store import Journal

#: The period of the checks in seconds if systemd names no interval.
EVERY_S = 5.0

#: The period of the checks in seconds until all parts have started.
RISING_S = 0.05

#: The journal's name among the parts.
JOURNAL = "journal"

Alive = Callable[[], None]


def notify(*lines: str) -> None:
    """Send *lines*, such as ``READY=1``, to systemd, if it listens."""
    where = os.environ.get("NOTIFY_SOCKET", "")
    if not where:
        return
    name = f"\0{where[1:]}" if where.startswith("@") else where
    # A systemd that is too busy to read must not block the board.
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as speaking:
        speaking.setblocking(False)  # noqa: FBT003 - the library's own shape
        with suppress(OSError):
            speaking.sendto("\n".join(lines).encode(), name)


def is_heard() -> bool:
    """Return True if systemd has started the program and expects notifications."""
    return bool(os.environ.get("NOTIFY_SOCKET"))


def watchdog_s() -> float:
    """Return the watchdog's interval in seconds; 0 without a watchdog."""
    if os.environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return 0.0
    given = os.environ.get("WATCHDOG_USEC", "")
    return int(given) / 1_000_000 if given.isdecimal() else 0.0


class Watchdog:
    """Which parts must call `alive`, and which have since all had called last."""

    def __init__(self) -> None:
        self._silent: dict[str, bool] = {}

    def join(self, part: str) -> Alive:
        """Expect *part* from now on; return the function that it has to call."""
        self._silent[part] = True
        return partial(self._silent.update, {part: False})

    @property
    def silent(self) -> tuple[str, ...]:
        """The parts of the program that have not reported since the last check."""
        return tuple(part for part, silent in self._silent.items() if silent)

    def begin_anew(self) -> None:
        """Expect every part to call again."""
        for part in self._silent:
            self._silent[part] = True


@asynccontextmanager
async def feed_watchdog(
    watchdog: Watchdog,
    journal: "Journal",
    *,
    status: Callable[[], str],
    tell: Callable[..., None] = notify,
) -> AsyncIterator[None]:
    """
    Report to systemd when the board has started and all parts run; feed its watchdog.

    Args:
        watchdog: The parts that run by themselves; the journal is added here.
        journal: The journal, which runs while it answers an empty entry.
        status: One line for ``systemctl status``.
        tell: Sends a message to systemd.
    """
    every_s, alive = watchdog_s() / 4 or EVERY_S, watchdog.join(JOURNAL)

    async def watch() -> None:
        rest_s = RISING_S
        while True:
            # An entry that could not be written was answered too: the thread lives.
            journal.append(Entry()).add_done_callback(lambda _: alive())
            await asyncio.sleep(rest_s)
            while watchdog.silent:
                if rest_s == every_s:
                    tell(f"STATUS=no sign of life from: {', '.join(watchdog.silent)}")
                await asyncio.sleep(rest_s)
            tell("READY=1", "WATCHDOG=1", f"STATUS={status()}")
            watchdog.begin_anew()
            rest_s = every_s

    task = asyncio.create_task(watch())
    try:
        yield
    finally:
        tell("STOPPING=1")
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
