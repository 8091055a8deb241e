"""
The whole journal is read while nobody plays: a start reads no more than it needs.

Every page, every row and every checksum is looked at, a little at a time, so that a tap
that comes meanwhile does not wait. A game that is damaged is named; a file whose pages
are torn is copied by the next start, as far as it is sound.
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

#: Nobody plays where nothing has changed for so long.
QUIET_S = 30.0

#: A board that is never switched off is checked each day.
AGAIN_S = 24 * 3600.0

#: Between two pieces of work others come first for so long.
REST_S = 0.004


class Check(Record):
    """
    What is wrong with a journal.

    Args:
        torn: Whether its pages are not as they were written, or rows are gone.
        games: The games of which something has changed.
    """

    torn: bool = False
    games: tuple[int, ...] = ()


def check(path: Path, *, rest_s: float = REST_S) -> Check:
    """
    Read all of a journal; a daemon may go on writing it.

    Args:
        path: The file.
        rest_s: How long to let others come first, after each few milliseconds.
    """

    def rest() -> None:
        time.sleep(rest_s)

    try:
        check_file(path, rest=rest)
        with Reader(path) as journal:
            return Check(torn=journal.games_gone(), games=journal.damaged(rest=rest))
    except JournalError as fault:
        _log.warning("%s", fault)
        cause = fault.__cause__
        return Check(torn=isinstance(cause, DamagedError) or is_damage(cause))


async def check_when_quiet(
    table: Table,
    path: Path,
    *,
    quiet_s: float = QUIET_S,
    again_s: float = AGAIN_S,
) -> None:
    """
    Check the journal when nobody plays, and each day; until cancelled.

    Args:
        table: Is told what is wrong.
        path: The journal's file.
        quiet_s: Nobody plays where nothing has changed for so long.
        again_s: After so long it is checked again.
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
        await asyncio.sleep(again_s)


async def _quiet(changes: AsyncIterator[None], quiet_s: float) -> None:
    """Wait until nothing has changed for so long."""
    while True:
        try:
            async with asyncio.timeout(quiet_s):  # `wait_for` may swallow a cancel
                await anext(changes)
        except TimeoutError:
            return
