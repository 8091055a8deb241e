"""The archive of a board: corrects, backs up and erases stored games for the web."""

import asyncio
import logging
import os
import random
import threading
from base64 import b64decode, b64encode
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from firmware_host.app.archive.backups import Backups
from firmware_host.app.archive.erasing import (
    GAME,
    GROUP,
    erase_names,
    leave_no_trace,
    until_erased,
)
from firmware_host.app.archive.history import JournalHistory, is_running
from firmware_host.app.archive.summaries import CorrectedCell, Remarks, cell_points
from firmware_host.app.content.languages import load_nicknames
from firmware_host.app.daemon.restoring import Restoring
from firmware_host.board.events import BoardEvent
from firmware_host.board.messages import Refused
from firmware_host.errors import AskedError
from firmware_host.journal.reader import Reader
from firmware_host.journal.store import Journal
from firmware_host.languages import CODES, FIRST
from firmware_host.web import values
from firmware_host.words.folding import fold

_T = TypeVar("_T")
_Sheet = values.Sheet | Refused | None

_log = logging.getLogger(__name__)

#: The priority (nice value) of threads that copy, below that of the game.
_NICE = 10


class JournalArchive(JournalHistory):
    """
    Reads, corrects, copies, restores and erases the games of a journal.

    Copies are made and erased on their own thread, so the table does not wait. Pages
    read the history in another process (`app/pages/reading.py`).

    Args:
        journal: The board's open journal, which stores corrections.
        path: Its file; backups are in a folder next to it.
        tell: Called with an event while an erasure has not succeeded.
        let_go: Ends each other process of this program that reads the journal.
        sheet: Returns the scoresheet of a game, as `JournalHistory.game` does. The
            table's process asks another process, since a game from outside might hang.
            None to use this object's own.
    """

    def __init__(
        self,
        journal: Journal,
        path: Path,
        *,
        tell: Callable[[BoardEvent], None] = lambda _: None,
        let_go: Callable[[], None] = lambda: None,
        sheet: Callable[[int, str], Awaitable[_Sheet]] | None = None,
    ) -> None:
        super().__init__(path, journal.append)
        self._sheet = sheet or self.game
        self._journal = journal
        self._backups = Backups(path)
        self._restoring = Restoring(path)
        self._chance = random.SystemRandom()
        self._copying = ThreadPoolExecutor(
            1, thread_name_prefix="copies", initializer=_stand_back
        )
        self._tell = tell
        self._let_go = let_go
        self._unerased: list[Callable[[], None]] = []
        self._erasing: asyncio.Task[None] | None = None
        # Held from reading a text to storing it again, and while texts are erased.
        self._changing = asyncio.Lock()

    # --- nicknames and words ---

    def nicknames(self, language: str, n: int) -> list[str]:
        """Return *n* random nicknames of a language."""
        return self._chance.sample(load_nicknames(language), n)

    def is_nickname(self, name: str) -> bool:
        """Return True if a name is in the list of nicknames of any language."""
        return any(name in load_nicknames(code) for code in CODES)

    def fold(self, word: str) -> str:
        """Return a word in the letters of letter tiles."""
        return fold(word)

    # --- corrections ---

    async def rename(self, number: int, name: str) -> Refused | None:
        """Store the name of a game; an empty name deletes it."""
        return await self._remark(number, lambda remarks: replace(remarks, name=name))

    async def correct(
        self, number: int, round_: int, seat: int, *, points: int, note: str = ""
    ) -> Refused | None:
        """
        Correct a cell of a scoresheet; the original points are kept.

        Args:
            number: The number of the game.
            round_: The number of the finished round, from 1.
            seat: The seat of the cell; below 0 for the board.
            points: The correct points. The original points without a note remove the
                correction.
            note: The reason.
        """
        told = await self._sheet(number, FIRST)
        if isinstance(told, Refused):
            return told
        was = None if told is None else cell_points(told, round_, seat)
        if was is None:
            return Refused("history-gone")

        def corrected(remarks: Remarks) -> Remarks:
            cells = {(one.round, one.seat): one for one in remarks.cells}
            cells.pop((round_, seat), None)
            if points != was or note:
                cells[round_, seat] = CorrectedCell(round_, seat, points, note)
            return replace(
                remarks, cells=tuple(one for _, one in sorted(cells.items()))
            )

        return await self._remark(number, corrected)

    async def delete(self, number: int) -> Refused | None:
        """Delete a game for ever; refuse this for the game at the table."""
        async with self._changing:
            if await self._read(partial(_remarks, number=number)) is None:
                return Refused("history-gone")
            if await self._read(partial(is_running, number=number)):
                return Refused("history-running")
            await self._put(f"{GAME}{number}", None)
            await asyncio.wrap_future(self._journal.delete_game(number))
        return await self._erase(partial(leave_no_trace, self._journal))

    async def name_group(self, number: int, name: str) -> Refused | None:
        """Store a name for the group of a game's players; an empty name deletes it."""
        async with self._changing:
            told = await self._sheet(number, FIRST)
            if isinstance(told, Refused):
                return told
            if told is None or not told["group"]:
                return Refused("history-gone")
            await self._put(f"{GROUP}{told['group']}", name or None)
        return None

    # --- erasing names ---

    async def erase_names(self) -> Refused | None:
        """Erase every name in the journal, its log, and every copy of it."""
        return await self._erase(partial(erase_names, self._journal, self._backups))

    async def _erase(self, erase: Callable[[], None]) -> Refused | None:
        """Run an erasing function; if it fails, repeat it until it succeeds."""
        async with self._changing:
            self._let_go()  # another reader would keep the log from being emptied
            refused = await self._copy(erase, Refused("erase-trace"))
        self._last = ((), "")  # drop what was read before
        self._let_go()  # and drop it in the other process
        if refused is not None:
            self._unerased.append(erase)
            if self._erasing is None or self._erasing.done():
                again = until_erased(self._erase_rest, self._tell)
                self._erasing = asyncio.create_task(again)
        return refused

    async def _erase_rest(self) -> bool:
        """Retry all failed erasures in order; return True if all succeed."""
        while self._unerased:
            async with self._changing:
                if await self._copy(self._unerased[0], Refused("erase-trace")):
                    return False
            del self._unerased[0]
        return True

    # --- backups ---

    async def backups(self) -> list[dict[str, int]]:
        """Return all backups, the newest first, as `Backups.all` describes them."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reading, self._backups.all)

    async def back_up(self) -> int | Refused:
        """Make a backup unless the newest one equals it; return the newest number."""
        made = await self._copy(self._backups.make_once, Refused("backup-room"))
        return made if isinstance(made, Refused) else made[0]

    async def backup(self, number: int, at: int = 0) -> str | None:
        """
        Return a piece of a backup in base64, from byte *at*; empty after the last one.

        None if there is no such backup, or it is damaged.
        """
        piece = await self._copy(
            partial(self._backups.piece, number, at), Refused("backup-file")
        )
        return b64encode(piece).decode() if isinstance(piece, bytes) else None

    async def arrive(self, data: str, *, at: int, last: bool) -> Refused | int:
        """
        Store a piece of an uploaded backup, given in base64.

        Raises:
            AskedError: The piece is not base64.
        """
        try:
            content = b64decode(data, validate=True)
        except ValueError:
            msg = "data is not base64"
            raise AskedError(msg) from None
        arrive = partial(self._backups.arrive, content, at=at, last=last)
        return await self._copy(arrive, Refused("backup-room"))

    async def restore(self, number: int, *, foreign: bool = False) -> Refused | None:
        """
        Restore a backup at the next start.

        Args:
            number: The number of the backup.
            foreign: True to allow a backup that this board has not made.
        """
        restore = partial(self._restoring.restore, number, foreign=foreign)
        return await self._copy(restore, Refused("backup-room"))

    def restores(self) -> bool:
        """Return True if the next start will restore a backup."""
        return self._restoring.waits()

    # --- work on the thread of copies ---

    async def _copy(self, work: Callable[[], _T], refused: Refused) -> _T | Refused:
        """Run a function that writes or erases copies; return *refused* if it fails."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._copying, work)
        except OSError as fault:
            _log.warning("%s: %s", refused.code, fault)
            return refused

    async def _remark(
        self, number: int, change: Callable[[Remarks], Remarks]
    ) -> Refused | None:
        """Change the stored name and corrections of a game."""
        async with self._changing:
            remarks = await self._read(partial(_remarks, number=number))
            if remarks is None:
                return Refused("history-gone")
            await self._put(f"{GAME}{number}", change(remarks).written())
        return None

    async def _put(self, key: str, text: str | None) -> None:
        await asyncio.wrap_future(self._journal.put_setting(key, text))


def _stand_back() -> None:
    """Lower the priority of this thread, so that the game runs first; on Linux only."""
    with suppress(OSError):  # it is not required
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)


def _remarks(journal: Reader, *, number: int) -> Remarks | None:
    """
    Return the stored name and corrections of a game.

    None if there is no such game.
    """
    if journal.game(number) is None:
        return None
    return Remarks.read(journal.setting(f"{GAME}{number}"))
