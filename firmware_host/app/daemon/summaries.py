"""What the history tells of a game, written down once the game is over."""

import asyncio
import logging
from pathlib import Path

from firmware_host.board.entries import Entry
from firmware_host.errors import LetterzoneError
from firmware_host.journal.reader import Reader
from firmware_host.journal.store import Journal
from firmware_host.languages import FIRST
from firmware_host.table.table import Table

_log = logging.getLogger(__name__)


async def keep_summaries(table: Table, journal: Journal, path: Path) -> None:
    """
    Write down the games on the history's first page; until cancelled.

    That is done while nobody plays: after the start, and whenever a game is over. An
    older game is written down when somebody looks at its page.

    Args:
        table: What is played.
        journal: Where it is written down.
        path: Its file, which is read on a connection of its own.
    """
    done: int | None = -1
    async for _ in table.watch():
        playing = table.session.playing
        over = None if playing is None else playing.game_id
        if (playing is None or playing.is_over) and over != done:
            done = over
            await asyncio.to_thread(_try_to_write, journal, path)


def _try_to_write(journal: Journal, path: Path) -> None:
    def keep(entry: Entry) -> None:
        journal.append(entry).result()

    try:
        with Reader(path) as reader:
            if not reader.games_before(reader.next_game(), 1):
                return
            from firmware_host.app.archive import summaries  # noqa: PLC0415 - a new board needs none

            summaries.write_newest(reader, keep, language=FIRST)
    except LetterzoneError as fault:  # the page is told from the rows
        _log.warning("the history is not written down: %s", fault)
