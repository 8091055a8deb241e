"""
The ladder of starts: a board that fails to start leaves out more at each step.

A start has failed if its process ended before the board was up. Two failures in a row
lead one rung down; a successful start leads back to the top. Nothing on the card is
deleted: a game stays in the journal, and a journal is renamed. If not even an empty
journal helps, the journal was not the cause, and it is put back.

The state is stored on the card, since people unplug a board that does not start. It is
written without a sync: if the plug is pulled in the first moments and the state is
lost, the journal was not at fault.
"""

import json
import os
import sqlite3
from contextlib import suppress
from enum import IntEnum
from errno import EACCES, EAGAIN, EDQUOT, ENOMEM, ENOSPC, EPERM, EROFS
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_host import __version__
from firmware_host.app.daemon.crashes import causes
from firmware_host.board.json import (
    JsonObject,
    flag,
    number,
    numbers,
    read_object,
    text,
    texts,
)
from firmware_host.board.messages import Message, say
from firmware_host.board.record import Record, replace
from firmware_host.errors import BoardMissingError, SettingsError
from firmware_host.journal.file import primary_code, sync

if TYPE_CHECKING:  # only for type checking
    from firmware_host.app.daemon.restoring import Restoring

#: The file with the state of the ladder, next to the journal.
NAME = "starts.json"

#: The number of failed starts on a rung before the next rung is tried.
TRIES = 2

#: Faults that no rung fixes: a full or read-only disk, a second process.
_ELSEWHERE = {EACCES, EAGAIN, EDQUOT, ENOMEM, ENOSPC, EPERM, EROFS}
_ELSEWHERE_SQLITE = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
}


class Rung(IntEnum):
    """The kinds of start; each loads less of what was stored than the one before."""

    NORMAL = 0
    WITHOUT_GAME = 1
    SALVAGED = 2
    FROM_BACKUP = 3
    EMPTY = 4


class Start(Record):
    """
    The kind of a start, and the games and the journal that it uses.

    Args:
        rung: The rung.
        is_first: Whether it is the first start on this rung, which makes the journal
            for the second one.
        left: Games of the journal that are not resumed.
        back: The journal that was renamed in vain; empty for none.
    """

    rung: Rung = Rung.NORMAL
    is_first: bool = False
    left: tuple[int, ...] = ()
    back: str = ""

    def said(self, gone: int) -> Message | None:
        """
        Return the board's message about the start; None for a normal start.

        Args:
            gone: The number of parts that are lost or come from a backup.
        """
        match self.rung:
            case Rung.NORMAL:
                return None
            case Rung.WITHOUT_GAME:
                return say("start-without-game", n=self.left[-1] if self.left else 0)
            case Rung.SALVAGED:
                return say("start-salvaged", n=gone)
            case Rung.FROM_BACKUP:
                return say("start-from-backup")
            case Rung.EMPTY:
                return say("start-empty")

    def without(self, game: int | None) -> "Start":
        """Return the ladder's state with *game* set aside, if it would be resumed."""
        if self.rung is Rung.NORMAL or game is None or game in self.left:
            return self
        return replace(self, left=(*self.left, game))


def prepare(start: Start, restoring: "Restoring") -> Start:
    """
    Write the replacement journal that the next start will use.

    Returns:
        The kind of the start: with an empty journal if no backup is usable.

    Raises:
        JournalError: Another process has the journal open.
    """
    if start.is_first and start.rung is Rung.FROM_BACKUP:
        if restoring.begin_anew(empty=False):
            return start
        start = replace(start, rung=Rung.EMPTY)
    if start.is_first and start.rung is Rung.EMPTY:
        restoring.begin_anew(empty=True)
        start = replace(start, left=())
    if start.back:
        restoring.put_back(start.back)
    return start


class Memory(Record):
    """
    The stored state of a `Ladder`, from which the next start is chosen.

    Args:
        rung: The rung of the next start, unless that goes one rung down.
        failed: The number of starts on that rung that failed or have not ended yet.
        left: Games that are not resumed.
        played: The last rung from `SALVAGED` on for which a journal was made.
        aside: The name of the journal that was renamed for it; empty for none.
        gone: The lost parts of a damaged journal, or those from a backup, by name.
        in_vain: Whether all rungs failed: then no more rungs are tried.
    """

    rung: Rung = Rung.NORMAL
    failed: int = 0
    left: tuple[int, ...] = ()
    played: Rung = Rung.NORMAL
    aside: str = ""
    gone: tuple[str, ...] = ()
    in_vain: bool = False

    def down(self) -> "Memory":
        """Return the state in which the next start uses less of the stored data."""
        if self.rung is Rung.EMPTY:
            return replace(self, rung=Rung.NORMAL, failed=0, in_vain=True)
        aside = "" if self.rung is Rung.NORMAL else self.aside
        return replace(self, rung=Rung(self.rung + 1), failed=0, aside=aside)


class Ladder:
    """
    Counts the failed starts of one board, and decides what the next start leaves out.

    After `TRIES` failed starts in a row, the next start uses less of the stored data
    (see `Rung`). A new version of the program begins with a normal start again, since
    it may have fixed the fault.

    Args:
        folder: The folder of the journal.
        spare: A second folder for the state if the card accepts no data; None for none.
    """

    def __init__(self, folder: Path, spare: Path | None = None) -> None:
        self._places = [one / NAME for one in (folder, spare) if one is not None]
        self._memory = Memory()

    def begin(self, restoring: "Restoring") -> Start:
        """
        Return the kind of this start; until `up` is called, it counts as failed.

        Args:
            restoring: The restored backup; it is removed after two failed starts.
        """
        known = self.read()
        if restoring.waits():  # with games of its own
            known = replace(known, left=())
        tries = 2 * TRIES if restoring.goes_on() else TRIES
        leads_down = known.failed >= tries and not known.in_vain
        known = known.down() if leads_down else known
        self._memory = replace(known, failed=known.failed + 1)
        self._write(self._memory, synced=leads_down)
        back = known.aside if leads_down and known.in_vain else ""
        return Start(known.rung, is_first=leads_down, left=known.left, back=back)

    def opened(self, start: Start, aside: Path | None, gone: tuple[str, ...]) -> None:
        """
        Store the new path of a journal with which the board could not start.

        Args:
            start: The kind of this start.
            aside: The new path of its journal; None if it was not moved.
            gone: The names of lost parts, and of those from a backup.
        """
        if gone:
            self._memory = replace(self._memory, gone=gone)
        if start.rung >= Rung.SALVAGED and aside is not None:
            first = self._memory.aside or aside.name  # what it began with
            self._memory = replace(self._memory, played=start.rung, aside=first)
            self._write(self._memory, synced=True)

    def failed(self, fault: Exception) -> bool:
        """
        Count a failed start, unless leaving out data cannot fix its fault.

        Returns:
            Whether the next starts leave out more data.
        """
        memory = self._memory
        counts = not isinstance(fault, SettingsError | BoardMissingError)
        counts = counts and not any(map(_is_elsewhere, causes(fault)))
        if not counts:
            memory = replace(memory, failed=memory.failed - 1)
        self._write(memory, synced=True)
        return counts and not memory.in_vain

    def up(self, start: Start) -> None:
        """Store that the board has started, and by which kind of start."""
        known = self._memory
        now = Memory(
            left=start.left, played=known.played, aside=known.aside, gone=known.gone
        )
        if now == Memory():
            self._forget(self._places)
        else:
            self._write(now, synced=now != replace(known, failed=0))

    def read(self) -> Memory:
        """Return the stored state; the default if it cannot be read."""
        for place in reversed(self._places):  # the spare one is the newer one
            with suppress(OSError, ValueError):
                return _memory(read_object(place.read_text(encoding="utf-8")))
        return Memory()

    def _write(self, memory: Memory, *, synced: bool) -> None:
        told = {
            "maker": __version__,
            "rung": memory.rung,
            "failed": memory.failed,
            "left": memory.left,
            "played": memory.played,
            "aside": memory.aside,
            "gone": memory.gone,
            "in_vain": memory.in_vain,
        }
        for at, place in enumerate(self._places):
            part = place.with_name(f"{place.name}.part")
            with suppress(OSError):
                part.write_text(json.dumps(told), encoding="utf-8")
                if synced:
                    sync(part)
                os.replace(part, place)  # noqa: PTH105 - one step, as os has it
                if synced:
                    sync(place.parent)
                self._forget(self._places[at + 1 :])
                return

    def _forget(self, places: list[Path]) -> None:
        for place in places:
            with suppress(OSError):
                place.unlink(missing_ok=True)


def _memory(told: JsonObject) -> Memory:
    if text(told, "maker") != __version__:
        return Memory()
    return Memory(
        rung=Rung(number(told, "rung")),
        failed=max(0, number(told, "failed")),
        left=numbers(told, "left"),
        played=Rung(number(told, "played")),
        aside=Path(text(told, "aside")).name,
        gone=texts(told, "gone"),
        in_vain=flag(told, "in_vain"),
    )


def _is_elsewhere(fault: BaseException) -> bool:
    of_system = isinstance(fault, OSError) and fault.errno in _ELSEWHERE
    return of_system or primary_code(fault) in _ELSEWHERE_SQLITE
