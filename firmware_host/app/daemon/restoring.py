"""
A backup that is brought back: tried, taken by the next start, or undone.

It waits beside the journal, tried and sealed. What it replaces waits until the board is
up, and becomes a backup then; where the board does not come up twice it comes back.
"""

import logging
import os
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_host.app.daemon.rights import inherited
from firmware_host.board.entries import Entry
from firmware_host.board.messages import Refused
from firmware_host.errors import JournalError
from firmware_host.journal.copying import backups_of
from firmware_host.journal.file import (
    beside,
    check_file,
    lock,
    open_whole,
    remove,
    set_aside,
    sync,
)
from firmware_host.journal.opening import PART, SALVAGED
from firmware_host.journal.reader import Reader
from firmware_host.journal.store import Journal

if TYPE_CHECKING:
    from firmware_host.app.archive.backups import Backups, Seal

_log = logging.getLogger(__name__)

#: What waits for the next start; after the journal's name.
WAITING = ".restore"

#: What a backup has replaced, until the board is up: at its first start, its second.
BEFORE, AGAIN = ".before", ".before.again"


class Restoring:
    """
    Brings backups of one journal back.

    Args:
        path: The journal's file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    @cached_property
    def _backups(self) -> "Backups":
        from firmware_host.app.archive.backups import Backups  # noqa: PLC0415 - few starts restore

        return Backups(self._path)

    @cached_property
    def _seal(self) -> "Seal":
        from firmware_host.app.archive.backups import Seal  # noqa: PLC0415 - as above

        return Seal(self._path)

    def restore(self, number: int, *, foreign: bool = False) -> Refused | None:
        """
        Lay a backup beside the journal, for the next start to take.

        It is tried before: a process of its own starts with it, and tells its games.

        Args:
            number: The backup's.
            foreign: Whether it may be one without this board's seal. Whoever made it
                may have written anything.
        """
        path = self._backups.path(number)
        if number not in backups_of(self._path):
            return Refused("backup-gone")
        own = self._seal.is_on(path)
        if not own and not foreign:
            return Refused("backup-foreign")
        waiting = beside(self._path, WAITING)
        tried = beside(waiting, ".tried")
        try:
            check_file(path)
            with self._backups.alone():
                self._backups.write(path, tried, sealed=False)
                if not _passes(tried, whole=not own):
                    return Refused("backup-fails")
                self._seal.put_on(tried)
                tried.replace(waiting)
                sync(waiting.parent)
        except JournalError as fault:
            _log.warning("backup %d is not taken: %s", number, fault)
            return Refused("backup-file")
        finally:
            remove(tried)
        return None

    def goes_on(self) -> bool:
        """Tell whether a backup is coming back, or has come and is not up yet."""
        ends = (WAITING, BEFORE, AGAIN)
        return any(beside(self._path, end).exists() for end in ends)

    def waits(self) -> bool:
        """Tell whether the next start will bring a backup back."""
        return beside(self._path, WAITING).exists()

    def take_back(self) -> Path | None:
        """
        Put the waiting backup in the journal's place; before anybody opens it.

        It is taken where the seal says that it was tried, and set aside else. What it
        replaces cannot stop it. One with which the board has not come up twice goes
        again. A journal of an older version, which opening it will alter, is copied.

        Returns:
            Where a backup lies that could not be taken.

        Raises:
            JournalError: Another process has the journal open.
        """
        aside = None
        if self.goes_on():
            held = lock(self._path)
            try:
                aside = self._take() if self.waits() else self._look_back()
            finally:
                os.close(held)
        if self._path.exists() and self._outdated():
            self._keep(self._path)
        return aside

    def begin_anew(self, *, empty: bool) -> bool:
        """
        Lay another journal beside the board's, which opening takes in its place.

        Args:
            empty: True for one without anything; else it is the newest backup that
                this board has made and that a start plays with.

        Returns:
            Whether there is one.

        Raises:
            JournalError: Another process has the journal open.
        """
        held = lock(self._path)
        try:
            part = beside(self._path, PART)
            remove(part)
            if empty:
                open_whole(part).close()
            elif not self._try_backups(part):
                return False
            part.replace(beside(self._path, SALVAGED))
            sync(self._path.parent)
        finally:
            os.close(held)
        return True

    def put_back(self, name: str) -> None:
        """
        Put a journal that was set aside in its place again; what is there goes aside.

        Raises:
            JournalError: Another process has the journal open.
        """
        aside = self._path.with_name(name)
        held = lock(self._path)
        try:
            if aside.exists():
                if self._path.exists():
                    set_aside(self._path)
                _move(beside(aside, "-wal"), beside(self._path, "-wal"))
                aside.rename(self._path)
                sync(self._path.parent)
        finally:
            os.close(held)

    def _try_backups(self, part: Path) -> bool:
        """Copy the newest backup that a start plays with; return whether there is."""
        for number, path in backups_of(self._path).items():
            with suppress(OSError):
                if not self._seal.is_on(path):
                    continue
                check_file(path)
                self._backups.write(path, part, sealed=False)
                if _passes(part, whole=False):
                    _log.warning("the board begins with its backup %d", number)
                    return True
            remove(part)
        return False

    def carry_over(self, journal: Journal, *, replaced: Path | None = None) -> None:
        """
        Copy this board's passphrase, room and place into a restored journal.

        Args:
            journal: The one that is played with.
            replaced: One that lies beside now; None for what a restore has replaced.
        """
        places = (beside(self._path, end) for end in (BEFORE, AGAIN))
        for before in places if replaced is None else (replaced,):
            if not before.exists():
                continue
            own = inherited(journal, None)
            with suppress(JournalError), Reader(before) as known:
                own = inherited(journal, known)
            journal.append(Entry(settings=tuple(own.items()))).result()

    def settle(self) -> None:
        """
        Be content with the backup that was brought back: the board is up with it.

        What was replaced becomes a backup; where it is damaged, or the disk is full, it
        is set aside.
        """
        for end in (BEFORE, AGAIN):
            before = beside(self._path, end)
            if not before.exists():
                continue
            if self._keep(before):
                remove(before)
            else:
                set_aside(before, named=self._path)

    def _take(self) -> Path | None:
        waiting, before = (beside(self._path, end) for end in (WAITING, BEFORE))
        if not self._seal.is_on(waiting) and not _passes(waiting, whole=True):
            aside = set_aside(waiting)
            _log.warning("%s is damaged, and lies in %s now", waiting, aside)
            return aside
        if self._path.exists():  # or else a power cut came in between
            for end in (BEFORE, AGAIN):
                if beside(self._path, end).exists():
                    set_aside(beside(self._path, end), named=self._path)
            self._path.rename(before)
        if before.exists():
            _move(beside(self._path, "-wal"), beside(before, "-wal"))
        for end in ("-wal", "-shm"):
            beside(self._path, end).unlink(missing_ok=True)
        sync(self._path.parent)
        waiting.replace(self._path)
        sync(self._path.parent)
        return None

    def _look_back(self) -> Path | None:
        """Count a start with a backup that has not come up; the third is without it."""
        before, again = (beside(self._path, end) for end in (BEFORE, AGAIN))
        if before.exists():
            _move(beside(before, "-wal"), beside(again, "-wal"))
            before.rename(again)
            sync(self._path.parent)
            return None
        aside = None
        if self._path.exists():  # or else a power cut came in between
            for end in ("-wal", "-shm"):
                beside(self._path, end).unlink(missing_ok=True)
            aside = set_aside(self._path, named=beside(self._path, WAITING))
            _log.warning("the board did not start with a backup; it lies in %s", aside)
        _move(beside(again, "-wal"), beside(self._path, "-wal"))
        again.rename(self._path)
        beside(again, "-shm").unlink(missing_ok=True)
        sync(self._path.parent)
        return aside or beside(self._path, WAITING)

    def _keep(self, path: Path) -> bool:
        """Copy a journal into the backups; return whether that was possible."""
        try:
            self._backups.make(path)
        except OSError as fault:  # it is damaged, or there is no room
            _log.warning("no backup could be made of %s: %s", path, fault)
            return False
        return True

    def _outdated(self) -> bool:
        try:
            with Reader(self._path) as journal:
                return journal.outdated
        except JournalError:
            return False  # whoever opens it to write knows what to do


def _move(source: Path, target: Path) -> None:
    if source.exists():
        source.rename(target)


def _passes(path: Path, *, whole: bool) -> bool:
    """Try a journal as `trial.passes` does; few starts need the module."""
    from firmware_host.app.archive import trial  # noqa: PLC0415 - as said above

    return trial.passes(path, whole=whole)
