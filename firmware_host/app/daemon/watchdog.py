"""
The hearts of a board: the watchdog is fed only while each of them beats.

A thread that hangs raises nothing and logs nothing; what it does not do any more is all
that can be noticed. So each part that works by itself says every second that it goes
round, and whoever feeds the watchdog first looks whether all of them have.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

from firmware_host.app.daemon.notify import notify, watchdog_s
from firmware_host.journal.entries import Entry
from firmware_host.table.parts import WrittenDown

#: Looked at so often where systemd does not say how often it wants to be fed.
EVERY_S = 5.0

#: Looked at so often until everything has come up.
RISING_S = 0.05

#: The journal's name among the hearts.
JOURNAL = "journal"

Alive = Callable[[], None]


class Watchdog:
    """Who is to beat, and who has since the last time all had."""

    def __init__(self) -> None:
        self._silent: dict[str, bool] = {}

    def join(self, part: str) -> Alive:
        """Expect *part* to beat from now on; it does by calling what is returned."""
        self._silent[part] = True
        return partial(self._silent.update, {part: False})

    @property
    def silent(self) -> tuple[str, ...]:
        """Who has not beaten yet."""
        return tuple(part for part, silent in self._silent.items() if silent)

    def begin_anew(self) -> None:
        """Expect everybody to beat once more."""
        for part in self._silent:
            self._silent[part] = True


@asynccontextmanager
async def watched(
    watchdog: Watchdog,
    journal: WrittenDown,
    *,
    status: Callable[[], str],
    tell: Callable[..., None] = notify,
) -> AsyncIterator[None]:
    """
    Tell systemd that the board is up once all hearts beat, and feed its watchdog.

    Args:
        watchdog: Every part that works by itself; the journal joins here.
        journal: It beats by writing nothing, like any other entry.
        status: One line for ``systemctl status``.
        tell: Tells systemd.
    """
    every_s = watchdog_s() / 4 or EVERY_S
    task = asyncio.create_task(
        _watch(watchdog, journal, every_s=every_s, status=status, tell=tell)
    )
    try:
        yield
    finally:
        tell("STOPPING=1")
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _watch(
    watchdog: Watchdog,
    journal: WrittenDown,
    *,
    every_s: float,
    status: Callable[[], str],
    tell: Callable[..., None],
) -> None:
    alive, rest_s = watchdog.join(JOURNAL), RISING_S
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
