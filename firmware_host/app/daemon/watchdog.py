"""
Feeds systemd's watchdog only while every part of the board is alive.

A thread that hangs raises nothing and logs nothing. So each part with a loop of its own
calls `alive` every second, and the watchdog is fed once all of them have called.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

from firmware_host.app.daemon.notify import notify, watchdog_s
from firmware_host.board.entries import Entry

if TYPE_CHECKING:  # imported late, by whoever opens the board
    from firmware_host.journal.store import Journal

#: Seconds between two looks, if systemd names no interval.
EVERY_S = 5.0

#: Seconds between two looks until every part has come up.
RISING_S = 0.05

#: The journal's name among the parts.
JOURNAL = "journal"

Alive = Callable[[], None]


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
        """The parts that have not called yet."""
        return tuple(part for part, silent in self._silent.items() if silent)

    def begin_anew(self) -> None:
        """Expect every part to call again."""
        for part in self._silent:
            self._silent[part] = True


@asynccontextmanager
async def watched(
    watchdog: Watchdog,
    journal: "Journal",
    *,
    status: Callable[[], str],
    tell: Callable[..., None] = notify,
) -> AsyncIterator[None]:
    """
    Tell systemd that the board is up once every part is alive; feed its watchdog.

    Args:
        watchdog: Every part that works by itself; the journal joins here.
        journal: It is alive while it answers an empty entry.
        status: One line for ``systemctl status``.
        tell: Tells systemd.
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
