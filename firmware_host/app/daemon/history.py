"""
Background work: compare a single player's game with the best, store summaries.

A game is compared at its end; the history needs the summary of each finished game.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TypeVar

from firmware_host.board.events import Compared
from firmware_host.errors import LetterzoneError
from firmware_host.games.catalogue import NAMES
from firmware_host.journal.reader import Reader
from firmware_host.journal.store import Journal
from firmware_host.languages import FIRST
from firmware_host.table.table import Table

_log = logging.getLogger(__name__)
_T = TypeVar("_T")

#: The module that compares games and writes summaries; it is imported only when needed.
_PAST = "firmware_host.app.archive.summaries"

#: The pause in seconds after each game, so that other work runs first.
REST_S = 0.004


async def compare_alone(table: Table, journal: Journal) -> None:
    """
    Find the best earlier game during a single player's game; compare at its end.

    Run until cancelled. The comparison delays nothing: lamps and winner are shown
    before it. Games from outside are not compared, since a thread could not end one
    that hangs.

    Args:
        table: The table.
        journal: Its journal, read on a separate connection.
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
            past = await asyncio.to_thread(import_module, _PAST)
            rest = partial(time.sleep, REST_S)
            look = partial(past.best_before, game=game, keep=journal.append, rest=rest)
            best = await asyncio.to_thread(_read, journal.path, look)
        if playing.is_over and playing.game_id == game != told:
            told = game
            beside = partial(past.compare_result, game=game, best=best)
            said = await asyncio.to_thread(_read, journal.path, beside)
            if said is not None:
                table.tell(Compared(game, said))


def _read(path: Path, look: Callable[[Reader], _T]) -> _T | None:
    """Return a result read from the journal, or None if it cannot be read."""
    try:
        with Reader(path) as reader:
            return look(reader)
    except LetterzoneError as fault:
        _log.warning("the history cannot be read: %s", type(fault).__name__)
        return None


# --- written down --------------------------------------------------------------


async def keep_summaries(table: Table, journal: Journal, path: Path) -> None:
    """
    Store the summaries of the history's first page; run until cancelled.

    This is done after the start and after each game, while no game is played. The
    summary of an older game is stored when its page is opened.

    Args:
        table: The table.
        journal: Its journal.
        path: The journal's file, read on a separate connection.
    """
    done: int | None = -1
    async for _ in table.watch():
        playing = table.session.playing
        over = None if playing is None else playing.game_id
        if (playing is None or playing.is_over) and over != done:
            done = over
            await asyncio.to_thread(_read, path, partial(_write, journal))


def _write(journal: Journal, reader: Reader) -> None:
    """Store the missing summaries; load no module on a board without games."""
    if reader.games_before(reader.next_game(), 1):
        past = import_module(_PAST)
        past.write_newest(reader, lambda one: journal.append(one).result(), FIRST)
