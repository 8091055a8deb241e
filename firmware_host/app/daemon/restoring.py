"""
Restore a backup: check it, let the next start use it, or undo the restore.

The checked and sealed backup waits next to the journal. The replaced journal is kept
until the board is up, and then becomes a backup. If two starts fail, it is put back.
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
    check_file,
    lock,
    open_whole,
    remove,
    set_aside,
    sync,
    with_ending,
)
from firmware_host.journal.opening import PART, SALVAGED
from firmware_host.journal.reader import Reader
from firmware_host.journal.store import Journal

if TYPE_CHECKING:
    from firmware_host.app.archive.backups import Backups, Seal

_log = logging.getLogger(__name__)

#: What waits for the next start; after the journal's name.
WAITING = ".restore"

#: The endings of a replaced journal until the board has started: at its first start,
#: and at its second.
BEFORE, AGAIN = ".before", ".before.again"


class Restoring:
    """
    Restores backups of one journal.

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
        Write a backup next to the journal, for the next start to use.

        It is checked before: a separate process starts with it, and reads its games.

        Args:
            number: The number of the backup.
            foreign: Whether a backup without this board's seal is accepted; its
                contents may be malicious.
        """
        path = self._backups.path(number)
        if number not in backups_of(self._path):
            return Refused("backup-gone")
        own = self._seal.is_on(path)
        if not own and not foreign:
            return Refused("backup-foreign")
        waiting = with_ending(self._path, WAITING)
        tried = with_ending(waiting, ".tried")
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
        """Return True if a restore is in progress and the board is not up yet."""
        ends = (WAITING, BEFORE, AGAIN)
        return any(with_ending(self._path, end).exists() for end in ends)

    def waits(self) -> bool:
        """Return True if the next start will restore a backup."""
        return with_ending(self._path, WAITING).exists()

    def take_back(self) -> Path | None:
        """
        Replace the journal by the waiting backup, before the journal is opened.

        It is used if its seal shows that it was checked, else renamed. A damaged
        journal does not prevent this. After two failed starts the backup is removed
        again. A journal of an older version is copied before opening upgrades it.

        Returns:
            The path of a backup that could not be used, or None.

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
        Write another journal next to the board's, which the next opening uses.

        Args:
            empty: True for an empty journal; else the board's newest own backup that
                passes the check.

        Returns:
            True if there is such a journal.

        Raises:
            JournalError: Another process has the journal open.
        """
        held = lock(self._path)
        try:
            part = with_ending(self._path, PART)
            remove(part)
            if empty:
                open_whole(part).close()
            elif not self._try_backups(part):
                return False
            part.replace(with_ending(self._path, SALVAGED))
            sync(self._path.parent)
        finally:
            os.close(held)
        return True

    def put_back(self, name: str) -> None:
        """
        Put a journal that was set aside back in its place.

        The present one is set aside.

        Raises:
            JournalError: Another process has the journal open.
        """
        aside = self._path.with_name(name)
        held = lock(self._path)
        try:
            if aside.exists():
                if self._path.exists():
                    set_aside(self._path)
                _move(with_ending(aside, "-wal"), with_ending(self._path, "-wal"))
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
            journal: The restored journal.
            replaced: The replaced journal; None for the one that the restore has
                renamed.
        """
        places = (with_ending(self._path, end) for end in (BEFORE, AGAIN))
        for before in places if replaced is None else (replaced,):
            if not before.exists():
                continue
            own = inherited(journal, None)
            with suppress(JournalError), Reader(before) as known:
                own = inherited(journal, known)
            journal.append(Entry(settings=tuple(own.items()))).result()

    def settle(self) -> None:
        """
        Finish a restore: the board has started with the backup.

        The replaced journal becomes a backup; if it is damaged, or the disk is full, it
        is set aside.
        """
        for end in (BEFORE, AGAIN):
            before = with_ending(self._path, end)
            if not before.exists():
                continue
            if self._keep(before):
                remove(before)
            else:
                set_aside(before, named=self._path)

    def _take(self) -> Path | None:
        waiting, before = (with_ending(self._path, end) for end in (WAITING, BEFORE))
        if not self._seal.is_on(waiting) and not _passes(waiting, whole=True):
            aside = set_aside(waiting)
            _log.warning("%s is damaged, and lies in %s now", waiting, aside)
            return aside
        if self._path.exists():  # or else a power cut came in between
            for end in (BEFORE, AGAIN):
                if with_ending(self._path, end).exists():
                    set_aside(with_ending(self._path, end), named=self._path)
            self._path.rename(before)
        if before.exists():
            _move(with_ending(self._path, "-wal"), with_ending(before, "-wal"))
        for end in ("-wal", "-shm"):
            with_ending(self._path, end).unlink(missing_ok=True)
        sync(self._path.parent)
        waiting.replace(self._path)
        sync(self._path.parent)
        return None

    def _look_back(self) -> Path | None:
        """Count a failed start with a backup; the third start is without it."""
        before, again = (with_ending(self._path, end) for end in (BEFORE, AGAIN))
        if before.exists():
            _move(with_ending(before, "-wal"), with_ending(again, "-wal"))
            before.rename(again)
            sync(self._path.parent)
            return None
        aside = None
        if self._path.exists():  # or else a power cut came in between
            for end in ("-wal", "-shm"):
                with_ending(self._path, end).unlink(missing_ok=True)
            aside = set_aside(self._path, named=with_ending(self._path, WAITING))
            _log.warning("the board did not start with a backup; it lies in %s", aside)
        _move(with_ending(again, "-wal"), with_ending(self._path, "-wal"))
        again.rename(self._path)
        with_ending(again, "-shm").unlink(missing_ok=True)
        sync(self._path.parent)
        return aside or with_ending(self._path, WAITING)

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
