"""The file beside the journal that stores the running clock of a game."""

import asyncio
from contextlib import suppress
from pathlib import Path

from firmware_host.journal.file import overwrite
from firmware_host.session.stored.resuming import write_clock
from firmware_host.table.table import Table

#: The time in ms between two syncs to the card, which wears. Without a power cut a
#: restart loses one second.
SYNC_MS = 5000


async def keep_clock(table: Table, path: Path) -> None:
    """
    Save the running clock of the game to a file each second, until cancelled.

    Nothing is written while no clock runs. A failed write costs nothing else.

    Args:
        table: The table; it yields each second while a clock runs.
        path: The file.
    """
    synced_ms = table.now_ms - SYNC_MS
    async for _ in table.watch():
        now_ms = table.now_ms
        content = write_clock(table.session.playing, now_ms)
        if content is None:
            continue
        is_due = now_ms - synced_ms >= SYNC_MS
        synced_ms = now_ms if is_due else synced_ms
        with suppress(OSError):
            await asyncio.to_thread(overwrite, path, content, is_synced=is_due)
