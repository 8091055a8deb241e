"""Games played, for the web: put right, backed up, forgotten."""

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
from firmware_host.app.archive.history import History, is_running
from firmware_host.app.archive.summaries import Cell, Remarks, counted
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

#: How far whoever copies stands behind whoever plays.
_NICE = 10


class Archive(History):
    """
    Store of all games in a journal: reads, copies, restores and erases them.

    Copies are made and erased on a thread of their own, so the table waits for none.
    Pages read the history in another process (`app/pages/reading.py`).

    Args:
        journal: The board's journal, open: what is put right goes there.
        path: Its file; backups lie in a folder beside it.
        tell: Hears while something that was to be erased is not.
        let_go: Ends every other process of ours that reads the journal.
        sheet: Returns the scoresheet of a game, as `History.game`. In the table's
            process it asks another one: a game from outside might hang in it. None
            for this history's own.
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

    # --- for joining and guessing ---

    def nicknames(self, language: str, n: int) -> list[str]:
        """Return some names to pick from."""
        return self._chance.sample(load_nicknames(language), n)

    def is_nickname(self, name: str) -> bool:
        """Tell whether a name is one of those, in any language."""
        return any(name in load_nicknames(code) for code in CODES)

    def fold(self, word: str) -> str:
        """Return a word as it is laid in letter tiles."""
        return fold(word)

    # --- putting right ---

    async def rename(self, number: int, name: str) -> Refused | None:
        """Call a game by a name; empty for none."""
        remarks = await self._read(partial(_remarks, number=number))
        if remarks is None:
            return Refused("history-gone")
        await self._remark(number, replace(remarks, name=name))
        return None

    async def correct(
        self, number: int, round_: int, seat: int, *, points: int, note: str = ""
    ) -> Refused | None:
        """
        Put a cell of a scoresheet right; what was counted stays beside it.

        Args:
            number: The game's.
            round_: Which of its finished rounds, from 1.
            seat: Whose cell; below 0 the board's.
            points: What is right. The counted points without a note take it back.
            note: Why.
        """
        told = await self._sheet(number, FIRST)
        if isinstance(told, Refused):
            return told
        remarks = await self._read(partial(_remarks, number=number))
        was = None if told is None else counted(told, round_, seat)
        if was is None or remarks is None:
            return Refused("history-gone")
        cells = {(one.round, one.seat): one for one in remarks.cells}
        cells.pop((round_, seat), None)
        if points != was or note:
            cells[round_, seat] = Cell(round_, seat, points, note)
        ordered = tuple(cell for _, cell in sorted(cells.items()))
        await self._remark(number, replace(remarks, cells=ordered))
        return None

    async def delete(self, number: int) -> Refused | None:
        """Delete a game for ever; not the one at the table."""
        if await self._read(partial(_remarks, number=number)) is None:
            return Refused("history-gone")
        if await self._read(partial(is_running, number=number)):
            return Refused("history-running")
        await self._put(f"{GAME}{number}", None)
        await asyncio.wrap_future(self._journal.delete_game(number))
        return await self._erase(partial(leave_no_trace, self._journal))

    async def name_group(self, number: int, name: str) -> Refused | None:
        """Call the players of a game by a name; empty for none."""
        told = await self._sheet(number, FIRST)
        if isinstance(told, Refused):
            return told
        if told is None or not told["group"]:
            return Refused("history-gone")
        await self._put(f"{GROUP}{told['group']}", name or None)
        return None

    # --- forgetting ---

    async def erase_names(self) -> Refused | None:
        """Forget every name: in the journal, its log, and every copy of it."""
        return await self._erase(partial(erase_names, self._journal, self._backups))

    async def _erase(self, erase: Callable[[], None]) -> Refused | None:
        """Run an erasing function; if it fails, repeat it until it succeeds."""
        self._let_go()  # a reader would keep the log
        refused = await self._copy(erase, Refused("erase-trace"))
        self._last = ((), "")  # nothing stays of what is no more
        self._let_go()  # nor in another process
        if refused is not None:
            self._unerased.append(erase)
            if self._erasing is None or self._erasing.done():
                again = until_erased(self._erase_rest, self._tell)
                self._erasing = asyncio.create_task(again)
        return refused

    async def _erase_rest(self) -> bool:
        """Retry all failed erasures in order; return True if all succeed."""
        while self._unerased:
            if await self._copy(self._unerased[0], Refused("erase-trace")):
                return False
            del self._unerased[0]
        return True

    # --- backups ---

    async def backups(self) -> list[dict[str, int]]:
        """Return the backups there are, the newest first."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reading, self._backups.all)

    async def back_up(self) -> int | Refused:
        """Make a backup, and return its number."""
        return await self._copy(self._backups.make, Refused("backup-room"))

    async def backup(self, number: int, at: int = 0) -> str | None:
        """
        Return a piece of a backup, in base64; empty after the last one.

        None where there is no such backup, or it is damaged.
        """
        piece = await self._copy(
            partial(self._backups.piece, number, at), Refused("backup-file")
        )
        return b64encode(piece).decode() if isinstance(piece, bytes) else None

    async def arrive(self, data: str, *, at: int, last: bool) -> Refused | int:
        """
        Take a piece of a backup that comes from somewhere else, in base64.

        Raises:
            AskedError: It is not base64.
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
        Let the next start begin with a backup.

        Args:
            number: The backup's.
            foreign: Whether it may be one that this board has not made.
        """
        restore = partial(self._restoring.restore, number, foreign=foreign)
        return await self._copy(restore, Refused("backup-room"))

    def restores(self) -> bool:
        """Tell whether the next start will begin with a backup."""
        return self._restoring.waits()

    # --- inside ---

    async def _copy(self, work: Callable[[], _T], refused: Refused) -> _T | Refused:
        """Make or erase copies, or say why that is not done."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._copying, work)
        except OSError as fault:
            _log.warning("%s: %s", refused.code, fault)
            return refused

    async def _remark(self, number: int, remarks: Remarks) -> None:
        await self._put(f"{GAME}{number}", remarks.written())

    async def _put(self, key: str, text: str | None) -> None:
        await asyncio.wrap_future(self._journal.put_setting(key, text))


def _stand_back() -> None:
    """Let whoever plays have the processor first; on Linux that is for one thread."""
    with suppress(OSError):  # it is courtesy alone
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)


def _remarks(journal: Reader, *, number: int) -> Remarks | None:
    """Return what people wrote about a game; None where there is no such game."""
    if journal.game(number) is None:
        return None
    return Remarks.read(journal.setting(f"{GAME}{number}"))
