"""Games played, for the web: looked at, put right, carried away, forgotten."""

import asyncio
import logging
import os
import random
import threading
from base64 import b64decode, b64encode
from collections.abc import Callable, Hashable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import TypeVar, cast

from firmware_host.app.archive.backups import Backups
from firmware_host.app.archive.erasing import (
    GAME,
    GROUP,
    erase_names,
    leave_no_trace,
    until_erased,
)
from firmware_host.app.archive.export import exported
from firmware_host.app.archive.hardness import hardness, practice
from firmware_host.app.archive.past import positions
from firmware_host.app.archive.restoring import Restoring
from firmware_host.app.archive.sheets import Cell, Remarks, counted, sheet
from firmware_host.app.archive.summaries import PAGE, Summary, summary
from firmware_host.app.content.languages import load_nicknames
from firmware_host.board.events import BoardEvent
from firmware_host.board.messages import Refused
from firmware_host.errors import AskedError
from firmware_host.journal.reader import Reader
from firmware_host.journal.store import Journal
from firmware_host.languages import CODES, FIRST
from firmware_host.web import values
from firmware_host.words.folding import fold

_T = TypeVar("_T")
_Pieces = TypeVar("_Pieces", str, list[values.Position])

_log = logging.getLogger(__name__)

#: So many positions, and letters of a transcript, are handed out at once.
POSITIONS, LETTERS = 200, 200_000

#: Of so many games, in pages, a page of the history is chosen.
_PAGES_READ = 10

#: How far whoever copies stands behind whoever plays.
_NICE = 10


class Archive:
    """
    Everything that reads the past, or erases it.

    It reads on a connection and a thread of its own, one thing after another, and makes
    and erases copies on another; so neither keeps the table waiting, however many ask.

    Args:
        journal: The board's journal, open: what is put right goes there.
        path: Its file; backups lie in a folder beside it.
        tell: Hears while something that was to be erased is not.
    """

    def __init__(
        self,
        journal: Journal,
        path: Path,
        *,
        tell: Callable[[BoardEvent], None] = lambda _: None,
    ) -> None:
        self._journal = journal
        self._path = path
        self._backups = Backups(path)
        self._restoring = Restoring(path)
        self._chance = random.SystemRandom()
        self._reading = ThreadPoolExecutor(1, thread_name_prefix="archive")
        self._copying = ThreadPoolExecutor(
            1, thread_name_prefix="copies", initializer=_stand_back
        )
        self._asked: dict[tuple[Hashable, ...], asyncio.Future[object]] = {}
        self._last: tuple[tuple[Hashable, ...], object] = ((), "")
        self._tell = tell
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

    # --- looking ---

    async def chronicle(self, language: str, before: int = 0) -> values.Chronicle:
        """
        Return a page of games, the newest first.

        Args:
            language: In which to call the nameless.
            before: The games before this one; 0 for the newest ones.
        """
        read = partial(self._chronicle, language=language, before=before)
        return await self._read(read, "chronicle", language, before)

    async def game(self, number: int, language: str) -> values.Sheet | None:
        """Return one game; None where there is none, or it is damaged."""
        read = partial(self._game, number=number, language=language)
        return await self._read(read, "game", number, language)

    async def positions(
        self, number: int, language: str, at: int = 0
    ) -> list[values.Position]:
        """Return some positions of a game's finished rounds; none after the last."""
        read = partial(positions, game=number, language=language)
        found = await self._whole(read, [], "positions", number, language, at=at)
        return found[at : at + POSITIONS]

    async def practice(self) -> list[values.Practice]:
        """Return the words that are needed again, of the last games."""
        return await self._read(self._practice, "practice")

    async def transcript(self, number: int, language: str, at: int = 0) -> str:
        """Return a piece of a game as a transcript; empty where there is none."""
        read = partial(exported, number=number, language=language)
        found = await self._whole(read, "", "transcript", number, language, at=at)
        return found[at : at + LETTERS]

    async def newest(self) -> int:
        """Return the number of the newest game; 0 where there is none."""
        return await self._read(Reader.next_game) - 1

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
        told = await self._read(partial(self._summary, number=number, language=FIRST))
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
        if await self._read(partial(_is_running, number=number)):
            return Refused("history-running")
        await self._put(f"{GAME}{number}", None)
        await asyncio.wrap_future(self._journal.delete_game(number))
        return await self._erase(partial(leave_no_trace, self._journal))

    async def name_group(self, number: int, name: str) -> Refused | None:
        """Call the players of a game by a name; empty for none."""
        told = await self._read(partial(self._summary, number=number, language=FIRST))
        if told is None or not told.group:
            return Refused("history-gone")
        await self._put(f"{GROUP}{told.group}", name or None)
        return None

    # --- forgetting ---

    async def erase_names(self) -> Refused | None:
        """Forget every name: in the journal, its log, and every copy of it."""
        return await self._erase(partial(erase_names, self._journal, self._backups))

    async def _erase(self, erase: Callable[[], None]) -> Refused | None:
        """Erase something; what cannot be erased now is tried again until it is."""
        refused = await self._copy(erase, Refused("erase-trace"))
        self._last = ((), "")  # nothing stays of what is no more
        if refused is not None:
            self._unerased.append(erase)
            if self._erasing is None or self._erasing.done():
                again = until_erased(self._erase_rest, self._tell)
                self._erasing = asyncio.create_task(again)
        return refused

    async def _erase_rest(self) -> bool:
        """Try to erase what is left; return whether nothing is."""
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

    async def _read(self, read: Callable[[Reader], _T], *asked: Hashable) -> _T:
        """Read the journal; who asks the same meanwhile gets the same answer."""
        answer = self._asked.get(asked) if asked else None
        if answer is None:
            loop = asyncio.get_running_loop()
            answer = loop.run_in_executor(self._reading, self._look, read)
            if asked:
                self._asked[asked] = answer
                answer.add_done_callback(lambda _: self._asked.pop(asked))
        return cast("_T", await asyncio.shield(answer))

    def _look(self, read: Callable[[Reader], object]) -> object:
        with Reader(self._path) as journal, journal.at_one_moment():
            return read(journal)

    async def _whole(
        self,
        read: Callable[[Reader], _Pieces],
        nothing: _Pieces,
        *asked: Hashable,
        at: int,
    ) -> _Pieces:
        """Return what is handed out in pieces: read for the first one, then kept."""
        if at and self._last[0] == asked:
            return cast("_Pieces", self._last[1])
        try:
            found = await self._read(read, *asked)
        except Exception as fault:  # noqa: BLE001 - no game takes the pages along
            _log.warning("a game cannot be read: %s", type(fault).__name__)
            return nothing
        self._last = (asked, found)
        return found

    async def _copy(self, work: Callable[[], _T], refused: Refused) -> _T | Refused:
        """Make or erase copies, or say why that is not done."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._copying, work)
        except OSError as fault:
            _log.warning("%s: %s", refused.code, fault)
            return refused

    def _chronicle(
        self, journal: Reader, *, language: str, before: int
    ) -> values.Chronicle:
        found, older = self._listed(journal, language=language, before=before)
        words, kinds = hardness(found)
        return {
            "games": [_sheet(told, journal) for told in found],
            "older": older,
            "groups": _groups(found, journal),
            "words": [{"word": word, **asdict(one)} for word, one in words.items()],
            "kinds": [{"kind": kind, **asdict(one)} for kind, one in kinds.items()],
        }

    def _practice(self, journal: Reader) -> list[values.Practice]:
        games = journal.games_before(journal.next_game(), PAGE * _PAGES_READ)
        told = (self._summary(journal, number=one.id, language=FIRST) for one in games)
        return [
            {
                "word": one.word,
                "language": one.language,
                "games": one.games,
                "found": one.found,
                "no": one.no,
                "wrong": one.wrong,
            }
            for one in practice([one for one in told if one])
        ]

    def _listed(
        self, journal: Reader, *, language: str, before: int
    ) -> tuple[list[Summary], int]:
        """
        Return a page of games, and where the next one begins; 0 for nowhere.

        Left out is a game in which nobody has done anything, but for the one that goes
        on. So many in a row end a page early.
        """
        first, found = before or journal.next_game(), list[Summary]()
        for one in journal.games_before(first, PAGE * _PAGES_READ):
            first = one.id
            told = self._summary(journal, number=first, language=language)
            if told and (not told.empty or _is_running(journal, number=first)):
                found.append(told)
            if len(found) == PAGE:
                break
        return found, first if journal.games_before(first, 1) else 0

    def _game(
        self, journal: Reader, *, number: int, language: str
    ) -> values.Sheet | None:
        told = self._summary(journal, number=number, language=language)
        return None if told is None else _sheet(told, journal)

    def _summary(
        self, journal: Reader, *, number: int, language: str
    ) -> Summary | None:
        """Return a game in short; None where there is none, or it is damaged."""
        try:
            keep = self._journal.append
            return summary(journal, number, language=language, keep=keep)
        except Exception as fault:  # noqa: BLE001 - no game takes the others along
            _log.warning("game %d cannot be told: %s", number, type(fault).__name__)
            return None

    async def _remark(self, number: int, remarks: Remarks) -> None:
        await self._put(f"{GAME}{number}", remarks.written())

    async def _put(self, key: str, text: str | None) -> None:
        await asyncio.wrap_future(self._journal.put_setting(key, text))


def _stand_back() -> None:
    """Let whoever plays have the processor first; on Linux that is for one thread."""
    with suppress(OSError):  # it is courtesy alone
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)


def _sheet(told: Summary, journal: Reader) -> values.Sheet:
    remarks = Remarks.read(journal.setting(f"{GAME}{told.game}"))
    return sheet(told, remarks, running=told.game == journal.left_open())


def _groups(games: Iterable[Summary], journal: Reader) -> dict[str, str]:
    """Return the names of the groups that have one, by their code."""
    codes = {told.group for told in games}
    named = ((code, journal.setting(f"{GROUP}{code}")) for code in sorted(codes))
    return {code: name for code, name in named if name is not None}


def _remarks(journal: Reader, *, number: int) -> Remarks | None:
    """Return what people wrote about a game; None where there is no such game."""
    if journal.game(number) is None:
        return None
    return Remarks.read(journal.setting(f"{GAME}{number}"))


def _is_running(journal: Reader, *, number: int) -> bool:
    """Tell whether the table may go on with a game."""
    return number == journal.left_open() and number == journal.unfinished()
