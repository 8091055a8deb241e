"""
Check the whole journal while no game is played; a start reads only what it needs.

Every page, row and checksum is read in small steps, so that a tap does not wait. A
damaged game is reported by its number. If pages are torn, the next start copies the
readable part of the file.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from pathlib import Path

from firmware_host.board.events import Damaged, Failed
from firmware_host.board.record import Record
from firmware_host.errors import JournalError
from firmware_host.journal.file import check_file, is_damage, mark_damaged
from firmware_host.journal.inspection import DamagedError
from firmware_host.journal.reader import Reader
from firmware_host.table.table import Table

_log = logging.getLogger(__name__)

#: The time in seconds without changes after which no game counts as being played.
QUIET_S = 30.0

#: The time in seconds between two checks of a board that is never switched off.
AGAIN_S = 24 * 3600.0

#: The pause in seconds between two steps, so that other work runs first.
REST_S = 0.004


class JournalCheck(Record):
    """
    The result of a check of the journal.

    Args:
        torn: Whether pages are damaged, or rows are missing.
        games: The numbers of the damaged games.
    """

    torn: bool = False
    games: tuple[int, ...] = ()


def check(path: Path, *, rest_s: float = REST_S) -> JournalCheck:
    """
    Read a whole journal and return its faults; a daemon may write to it meanwhile.

    Args:
        path: The file.
        rest_s: The pause in seconds after each few milliseconds of work.
    """

    def rest() -> None:
        time.sleep(rest_s)

    try:
        check_file(path, rest=rest)
        with Reader(path) as journal:
            return JournalCheck(
                torn=journal.games_gone(), games=journal.damaged(rest=rest)
            )
    except JournalError as fault:
        _log.warning("%s", fault)
        cause = fault.__cause__
        return JournalCheck(torn=isinstance(cause, DamagedError) or is_damage(cause))


async def check_when_quiet(
    table: Table,
    path: Path,
    *,
    quiet_s: float = QUIET_S,
) -> None:
    """
    Check the journal when no game is played, then each day; run until cancelled.

    Args:
        table: Gets the faults.
        path: The journal's file.
        quiet_s: The time without changes before a check, in seconds.
    """
    while True:
        await _quiet(table.watch(), quiet_s)
        found = await asyncio.to_thread(check, path)
        for game in found.games:
            _log.warning("game %d cannot be read, and is left aside", game)
        if found.torn:
            mark_damaged(path)
            table.tell(Failed("damage"))
        elif found.games:
            table.tell(Damaged(len(found.games)))
        await asyncio.sleep(AGAIN_S)


async def _quiet(changes: AsyncIterator[None], quiet_s: float) -> None:
    """Wait until no change has happened for *quiet_s* seconds."""
    while True:
        try:
            async with asyncio.timeout(quiet_s):  # `wait_for` may swallow a cancel
                await anext(changes)
        except TimeoutError:
            return
