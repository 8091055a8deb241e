"""Whoever plays alone is told at the end how it was beside the best on this board."""

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import TypeVar

from firmware_host.board.events import Compared
from firmware_host.errors import LetterzoneError
from firmware_host.games.catalogue import NAMES
from firmware_host.journal.reader import Reader
from firmware_host.journal.store import Journal
from firmware_host.table.table import Table

_log = logging.getLogger(__name__)
_T = TypeVar("_T")

#: What compares games: a start need not load it.
_BEST = "firmware_host.app.archive.summaries"

#: After each game that is looked at others come first for so long.
REST_S = 0.004


async def compare_alone(table: Table, journal: Journal) -> None:
    """
    Find the best while a game alone is played, and tell of it at the end.

    Until cancelled. Nobody waits for it: the lamps and the winner are shown before. A
    game from outside is not compared: a thread could not end one that hangs.

    Args:
        table: What is played.
        journal: What was played; it is read on a connection of its own.
    """
    game, best, told = 0, None, 0
    async for _ in table.watch():
        playing = table.session.playing
        if playing is None or playing.tutorial or not playing.header.board_makes:
            continue
        if playing.engine.NAME not in NAMES:
            continue
        if playing.game_id != game and len(playing.players) == 1:
            game = playing.game_id
            past = await asyncio.to_thread(import_module, _BEST)
            rest = partial(time.sleep, REST_S)
            look = partial(past.best_before, game=game, keep=journal.append, rest=rest)
            best = await asyncio.to_thread(_read, journal, look)
        if playing.is_over and playing.game_id == game != told:
            told = game
            beside = partial(past.told_beside, game=game, best=best)
            said = await asyncio.to_thread(_read, journal, beside)
            if said is not None:
                table.tell(Compared(game, said))


def _read(journal: Journal, look: Callable[[Reader], _T]) -> _T | None:
    """Read the journal; None where it cannot be read: a game is told without it."""
    try:
        with Reader(journal.path) as reader:
            return look(reader)
    except LetterzoneError as fault:
        _log.info("the best cannot be told: %s", type(fault).__name__)
        return None
