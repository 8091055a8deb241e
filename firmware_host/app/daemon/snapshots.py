"""
Stores a snapshot of the game after each round, so that resuming stays quick.

Each snapshot is checked before it is stored: it is computed from the rows on the card,
it equals the game of the table, and reading it gives the same game.
"""

import asyncio
import logging

from firmware_host.app.archive.kept import StoredGame
from firmware_host.app.content.games import board_games
from firmware_host.app.daemon.resume import fold_stored
from firmware_host.board.entries import Entry
from firmware_host.errors import RuleError
from firmware_host.games.codec import write_state
from firmware_host.journal.store import Journal
from firmware_host.session.play import Playing
from firmware_host.session.stored import resuming
from firmware_host.table.table import Table

_log = logging.getLogger(__name__)

#: The time in seconds until the first snapshot of a resumed game, after the start.
FIRST_S = 5.0


async def keep_snapshots(
    table: Table, journal: Journal, *, first_s: float = FIRST_S
) -> None:
    """Store a snapshot after each round, in a thread; run until cancelled."""
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
    Store a snapshot of a game, computed from the rows on the card.

    Args:
        journal: The journal.
        playing: The game of the table.

    Raises:
        JournalError: The game is damaged, or there is no room.
        RuleError: The rows give another game, or the snapshot cannot be read again.
    """
    kept = StoredGame(journal, playing.game_id, board_games().__getitem__)
    now, ms = fold_stored(journal, kept, until=playing.number)
    snapshot = resuming.take_snapshot(now, ms=ms)
    if write_state(now.game) != write_state(playing.game):
        msg = f"the rows of game {playing.game_id} make another game of it"
        raise RuleError(msg)
    if resuming.from_snapshot(now, snapshot) != (now, ms):
        msg = f"game {playing.game_id} cannot be read from its snapshot"
        raise RuleError(msg)
    journal.append(Entry(snapshot=snapshot)).result()
