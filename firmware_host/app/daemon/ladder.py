"""
The ladder of starts: a board that does not come up leaves more and more aside.

A start has failed where its process ended before the board was up, however it ended.
Two in a row lead one rung down, and a start that goes well leads back to the top.
Nothing on the card is deleted: a game stays in the journal, a journal is set aside.
Where not even an empty one helps, it was not the journal's fault, and it comes back.

What is remembered lies on the card, for whoever finds a board that does not start pulls
its plug. It is written without a sync: what a plug takes along that is pulled in the
first moments was no fault of the journal's.
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

if TYPE_CHECKING:  # whoever counts starts need not know how a backup comes back
    from firmware_host.app.daemon.restoring import Restoring

#: What is remembered of the starts, beside the journal.
NAME = "starts.json"

#: So many starts fail on a rung before the next one is tried.
TRIES = 2

#: Faults that no rung mends: a full disk, one that nobody may write, a second process.
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
    """How a board starts; each one leaves aside what those before it do, and more."""

    NORMAL = 0
    WITHOUT_GAME = 1
    SALVAGED = 2
    FROM_BACKUP = 3
    EMPTY = 4


class Start(Record):
    """
    How a board is to start.

    Args:
        rung: How much is left aside.
        is_first: Whether it is the first start on this rung: it makes the journal that
            the second one finds.
        left: Games of the journal that are not gone on with.
        back: The journal that was set aside in vain; empty for none.
    """

    rung: Rung = Rung.NORMAL
    is_first: bool = False
    left: tuple[int, ...] = ()
    back: str = ""

    def said(self, gone: int) -> Message | None:
        """
        Return what the board says of it; None for a start as usual.

        Args:
            gone: So many things could not be salvaged, or come from a backup.
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
        """Return it with the *game* left aside that would be gone on with."""
        if self.rung is Rung.NORMAL or game is None or game in self.left:
            return self
        return replace(self, left=(*self.left, game))


def prepare(start: Start, restoring: "Restoring") -> Start:
    """
    Lay beside the journal what a board is to start with instead of it.

    Returns:
        How it starts: where no backup can be played with, that is empty.

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
    What is remembered of the starts.

    Args:
        rung: The next start's, unless it is one down.
        failed: So many starts on that rung have failed, or have not ended yet.
        left: Games that are not gone on with.
        played: The last rung but the first two that a journal was made for.
        aside: The name of the journal that was set aside for it; empty for none.
        gone: What of a damaged journal is gone, or comes from a backup, by name.
        in_vain: Whether all rungs were tried in vain: then they are left alone.
    """

    rung: Rung = Rung.NORMAL
    failed: int = 0
    left: tuple[int, ...] = ()
    played: Rung = Rung.NORMAL
    aside: str = ""
    gone: tuple[str, ...] = ()
    in_vain: bool = False

    def down(self) -> "Memory":
        """Return what is to be remembered one rung further down."""
        if self.rung is Rung.EMPTY:
            return replace(self, rung=Rung.NORMAL, failed=0, in_vain=True)
        aside = "" if self.rung is Rung.NORMAL else self.aside
        return replace(self, rung=Rung(self.rung + 1), failed=0, aside=aside)


class Ladder:
    """
    The starts of one board, remembered over its processes.

    Another version of the program begins at the top, with all games: it may have mended
    what stood in the way.

    Args:
        folder: Where the journal lies.
        spare: Where to remember what the card does not take; None for nowhere.
    """

    def __init__(self, folder: Path, spare: Path | None = None) -> None:
        self._places = [one / NAME for one in (folder, spare) if one is not None]
        self._memory = Memory()

    def begin(self, restoring: "Restoring") -> Start:
        """
        Return how to start; until `failed` or `up` says otherwise, it has failed.

        Args:
            restoring: A backup that does not come up goes by itself, after two starts.
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
        Remember where the journal was put that the board could not start with.

        Args:
            start: How the board starts.
            aside: Where its journal was put now; None: it is in its place.
            gone: What of it is gone, or comes from a backup, by name.
        """
        if gone:
            self._memory = replace(self._memory, gone=gone)
        if start.rung >= Rung.SALVAGED and aside is not None:
            first = self._memory.aside or aside.name  # what it began with
            self._memory = replace(self._memory, played=start.rung, aside=first)
            self._write(self._memory, synced=True)

    def failed(self, fault: Exception) -> bool:
        """
        Count a start that failed, unless its fault is none that a rung would mend.

        Returns:
            Whether the next starts lead down.
        """
        memory = self._memory
        counts = not isinstance(fault, SettingsError | BoardMissingError)
        counts = counts and not any(map(_is_elsewhere, causes(fault)))
        if not counts:
            memory = replace(memory, failed=memory.failed - 1)
        self._write(memory, synced=True)
        return counts and not memory.in_vain

    def up(self, start: Start) -> None:
        """Remember that the board is up, and how it has started."""
        known = self._memory
        now = Memory(
            left=start.left, played=known.played, aside=known.aside, gone=known.gone
        )
        if now == Memory():
            self._forget(self._places)
        else:
            self._write(now, synced=now != replace(known, failed=0))

    def read(self) -> Memory:
        """Return what is remembered; nothing of what cannot be read."""
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
