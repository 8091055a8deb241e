"""Games played, for the web: looked at, put right, carried away, forgotten."""

import asyncio
import logging
import random
from base64 import b64decode, b64encode
from collections.abc import Callable, Sequence
from dataclasses import asdict, astuple, replace
from json import dumps
from pathlib import Path
from typing import TypeVar

from firmware_host.app.archive.backups import Backups
from firmware_host.app.archive.cutting import cut_of
from firmware_host.app.archive.export import export_game
from firmware_host.app.archive.hardness import hardness
from firmware_host.app.archive.kept import KeptGame
from firmware_host.app.archive.past import (
    Summary,
    positions,
    summary,
)
from firmware_host.app.archive.sheets import Cell, Remarks, sheet
from firmware_host.app.content.languages import load_nicknames
from firmware_host.board.json import (
    Json,
    as_list,
    as_number,
    as_text,
    flag,
    read_object,
)
from firmware_host.board.json import text as text_in
from firmware_host.board.messages import Refused
from firmware_host.errors import AskedError, JournalError
from firmware_host.games.contract import points_of
from firmware_host.journal.store import Journal
from firmware_host.languages import FIRST
from firmware_host.session import phones
from firmware_host.web import values
from firmware_host.words.folding import fold

_T = TypeVar("_T")

_log = logging.getLogger(__name__)

#: Settings of the journal: what people wrote about a game, and about a group.
GAME, GROUP = "correct:", "group:"

#: Everything in the settings that may hold somebody's name.
NAMED = (GAME, GROUP, "web:room")


class Archive:
    """
    Everything that reads the past, or erases it.

    Args:
        journal: The board's journal, open.
        path: Its file; backups lie in a folder beside it.
    """

    def __init__(self, journal: Journal, path: Path) -> None:
        self._journal = journal
        self._backups = Backups(path)
        self._known: dict[tuple[int, str], Summary] = {}
        self._chance = random.SystemRandom()

    # --- for joining and guessing ---

    def nicknames(self, language: str, n: int) -> list[str]:
        """Return some names to pick from."""
        return self._chance.sample(load_nicknames(language), n)

    def fold(self, word: str) -> str:
        """Return a word as it is laid in letter tiles."""
        return fold(word)

    # --- looking ---

    async def chronicle(self, language: str) -> values.Chronicle:
        """Return every game; the nameless are called in *language*."""
        return await asyncio.to_thread(self._chronicle, language)

    async def game(self, number: int, language: str) -> values.Sheet | None:
        """Return one game; None where there is none, or it is damaged."""
        told = await asyncio.to_thread(self._summary, number, language)
        return None if told is None else self._sheet(told)

    async def positions(self, number: int, language: str) -> list[values.Position]:
        """Return every position of a game's finished rounds."""
        return await self._read(
            lambda: positions(self._journal, number, language=language), []
        )

    async def transcript(self, number: int, language: str) -> str:
        """Return a game as a transcript; empty where there is none."""
        return await self._read(lambda: self._transcript(number, language), "")

    def newest(self) -> int:
        """Return the number of the newest game; 0 where there is none."""
        return self._journal.next_game() - 1

    # --- putting right ---

    async def rename(self, number: int, name: str) -> Refused | None:
        """Call a game by a name; empty for none."""
        if number not in self._numbered():
            return Refused("history-gone")
        await self._remark(number, replace(self._remarks(number), name=name))
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
        told = await asyncio.to_thread(self._summary, number, FIRST)
        counted = None if told is None else _counted(told, round_, seat)
        if counted is None:
            return Refused("history-gone")
        remarks = self._remarks(number)
        cells = {(one.round, one.seat): one for one in remarks.cells}
        cells.pop((round_, seat), None)
        if points != counted or note:
            cells[round_, seat] = Cell(round_, seat, points, note)
        ordered = tuple(cell for _, cell in sorted(cells.items()))
        await self._remark(number, replace(remarks, cells=ordered))
        return None

    async def delete(self, number: int) -> Refused | None:
        """Delete a game for ever; not the one at the table."""
        if number not in self._numbered():
            return Refused("history-gone")
        if number == self._journal.unfinished():
            return Refused("history-running")
        await self._put(f"{GAME}{number}", None)
        await asyncio.wrap_future(self._journal.delete_game(number))
        self._known.clear()
        return None

    async def name_group(self, group: str, name: str) -> Refused | None:
        """Call a set of players by a name; empty for none."""
        known = await self.chronicle(FIRST)
        if group not in {told["group"] for told in known["games"]}:
            return Refused("history-gone")
        await self._put(f"{GROUP}{group}", name or None)
        return None

    # --- forgetting ---

    async def erase_names(self) -> None:
        """Forget every name: in the journal, its log, and every copy of it."""
        self._known.clear()
        cells = {
            number: replace(
                remarks,
                name="",
                cells=tuple(replace(c, note="") for c in remarks.cells),
            )
            for number in self._numbered()
            if (remarks := self._remarks(number)).cells
        }
        await asyncio.to_thread(self._erase)
        for number, remarks in cells.items():
            await self._remark(number, remarks)

    def _erase(self) -> None:
        erase(self._journal)
        for path in self._backups.files():
            erase_copy(path)

    # --- backups ---

    async def backups(self) -> list[dict[str, int]]:
        """Return the backups there are, the newest first."""
        return await asyncio.to_thread(self._backups.all)

    async def back_up(self) -> int:
        """Make a backup, and return its number."""
        return await asyncio.to_thread(self._backups.make, self._journal)

    async def backup(self, number: int) -> str | None:
        """Return a backup, in base64; None where there is none, or it is damaged."""
        content = await self._read(lambda: self._backups.content(number), None)
        return None if content is None else b64encode(content).decode()

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
        return await asyncio.to_thread(self._backups.arrive, content, at=at, last=last)

    async def restore(self, number: int) -> Refused | None:
        """Let the next start begin with a backup."""
        return await asyncio.to_thread(self._backups.restore, number)

    def restores(self) -> bool:
        """Tell whether the next start will begin with a backup."""
        return self._backups.waits()

    # --- inside ---

    async def _read(self, read: Callable[[], _T], nothing: _T) -> _T:
        try:
            return await asyncio.to_thread(read)
        except Exception as fault:  # noqa: BLE001 - no game takes the pages along
            _log.warning("a game cannot be read: %s", type(fault).__name__)
            return nothing

    def _chronicle(self, language: str) -> values.Chronicle:
        settings = self._journal.settings()
        games = [self._summary(one, language) for one in reversed(self._numbered())]
        found = [told for told in games if told is not None]
        words, kinds = hardness(found)
        groups = {
            key.removeprefix(GROUP): name
            for key, name in settings.items()
            if key.startswith(GROUP)
        }
        return {
            "games": [self._sheet(told) for told in found],
            "groups": groups,
            "words": [{"word": word, **asdict(one)} for word, one in words.items()],
            "kinds": [{"kind": kind, **asdict(one)} for kind, one in kinds.items()],
        }

    def _summary(self, number: int, language: str) -> Summary | None:
        """Return a game in short; None where there is none, or it is damaged."""
        try:
            known = self._known.get((number, language))
            known = known or summary(self._journal, number, language=language)
        except Exception as fault:  # noqa: BLE001 - no game takes the others along
            _log.warning("game %d cannot be told: %s", number, type(fault).__name__)
            return None
        if known.ended:
            self._known[number, language] = known
        return known

    def _sheet(self, told: Summary) -> values.Sheet:
        remarks, running = self._remarks(told.game), self._journal.unfinished()
        return sheet(told, remarks, running=told.game == running)

    def _transcript(self, number: int, language: str) -> str:
        game = KeptGame(self._journal, number)
        cut = None if game.ended else cut_of(self._journal, number)
        last = None if cut is None else cut.row
        lines = export_game(game, game.names(language), last=last)
        return "".join(f"{line}\n" for line in lines)

    def _numbered(self) -> list[int]:
        return [one.id for one in self._journal.games()]

    def _remarks(self, number: int) -> Remarks:
        text = self._journal.settings().get(f"{GAME}{number}")
        try:
            item = read_object(text) if text else {"cells": []}
            cells = tuple(_cell(as_list(one)) for one in as_list(item.get("cells")))
            return Remarks(text_in(item, "name", ""), cells)
        except ValueError:  # a bit has changed on the card; the game is not its remark
            return Remarks()

    async def _remark(self, number: int, remarks: Remarks) -> None:
        if remarks == Remarks():
            await self._put(f"{GAME}{number}", None)
            return
        cells = list(map(astuple, remarks.cells))
        text = dumps({"name": remarks.name, "cells": cells}, ensure_ascii=False)
        await self._put(f"{GAME}{number}", text)

    async def _put(self, key: str, text: str | None) -> None:
        await asyncio.wrap_future(self._journal.put_setting(key, text))


def erase(journal: Journal) -> None:
    """Forget every name, and whatever people wrote that may hold one."""
    for key in journal.settings():
        if key.startswith(NAMED):
            journal.put_setting(key, None).result()
    journal.erase_names().result()


def erase_copy(path: Path) -> None:
    """Forget every name in a copy of the journal; one that is damaged is deleted."""
    try:
        with Journal(path, reserve_bytes=0) as copy:
            whole = copy.set_aside is None
            copy.put_setting(phones.PHONES, None).result()
            erase(copy)
    except JournalError:
        whole = False
    path.with_name(f"{path.name}.lock").unlink(missing_ok=True)
    if not whole:
        path.unlink(missing_ok=True)


def _counted(summary: Summary, round_: int, seat: int) -> int | None:
    """Return what was counted in a cell; None where there is no such cell."""
    if not 1 <= round_ <= len(summary.rounds):
        return None
    points = summary.rounds[round_ - 1].result.points
    return points_of(points, seat, board_makes=flag(summary.header, "board_makes"))


def _cell(values: Sequence[Json]) -> Cell:
    """Return a cell as it was kept: round, seat, points and note."""
    round_, seat, points = map(as_number, values[:3])
    return Cell(round_, seat, points, *map(as_text, values[3:4]))
