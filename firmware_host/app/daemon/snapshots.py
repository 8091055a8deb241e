"""
A snapshot of the game at each round's end, so that going on with it does not grow.

Each is checked before it is kept: it is made of the rows that are on the card, it is
the game that the table has, and it is read again as it was written.
"""

import asyncio
import logging

from firmware_host.app.archive.kept import KeptGame
from firmware_host.app.content.games import board_games
from firmware_host.app.daemon.resume import stood
from firmware_host.board.entries import Entry
from firmware_host.errors import RuleError
from firmware_host.games.codec import write_state
from firmware_host.journal.store import Journal
from firmware_host.session.play import Playing
from firmware_host.session.stored import resuming
from firmware_host.table.table import Table

_log = logging.getLogger(__name__)

#: The first one, of a game that was gone on with, has time until the board is up.
FIRST_S = 5.0


async def keep_snapshots(
    table: Table, journal: Journal, *, first_s: float = FIRST_S
) -> None:
    """Keep a snapshot whenever a round is over, beside the loop; until cancelled."""
    await asyncio.sleep(first_s)
    kept: tuple[int, int, bool] | None = None
    async for _ in table.watch():
        playing = table.session.playing
        if playing is None or not resuming.can_take_snapshot(playing):
            continue
        stands = (playing.game_id, playing.reveals, playing.is_over)
        if playing.number and stands != kept:
            kept = stands  # also where it fails: it would do so again
            await asyncio.to_thread(_try_to_keep, journal, playing)


def _try_to_keep(journal: Journal, playing: Playing) -> None:
    try:
        keep_snapshot(journal, playing)
    except Exception as fault:  # noqa: BLE001 - the rows are there; play goes on
        kind = type(fault).__name__
        _log.warning("no snapshot of game %s is kept: %s", playing.game_id, kind)


def keep_snapshot(journal: Journal, playing: Playing) -> None:
    """
    Write a snapshot of a game, as the rows on the card have it.

    Args:
        journal: Where the game is written down.
        playing: The game, as the table has it.

    Raises:
        JournalError: The game is damaged, or there is no room.
        RuleError: What was made of the rows is another game, or cannot be read again.
    """
    kept = KeptGame(journal, playing.game_id, board_games().__getitem__)
    now, ms = stood(journal, kept, until=playing.number)
    snapshot = resuming.take_snapshot(now, ms=ms)
    if write_state(now.game) != write_state(playing.game):
        msg = f"the rows of game {playing.game_id} make another game of it"
        raise RuleError(msg)
    if resuming.from_snapshot(now, snapshot) != (now, ms):
        msg = f"game {playing.game_id} cannot be read from its snapshot"
        raise RuleError(msg)
    journal.append(Entry(snapshot=snapshot)).result()
