"""
Copies of the journal: made, carried away, brought back.

A backup is never opened while a table runs on the journal. Bringing one back lays it
beside the journal; the next start takes it, and keeps what was there as a backup.
"""

import logging
import os
from filecmp import cmp
from pathlib import Path

from firmware_host.app.archive.cutting import cuts
from firmware_host.app.daemon.resume import plays
from firmware_host.board.messages import Refused
from firmware_host.errors import JournalError
from firmware_host.journal.file import beside, lock, look_through, set_aside, sync
from firmware_host.journal.reader import Reader
from firmware_host.journal.salvage import BACKUPS as FOLDER
from firmware_host.journal.salvage import backups_of

_log = logging.getLogger(__name__)

#: What waits for the next start, and what is still arriving; after the journal's name.
WAITING, ARRIVING = ".restore", ".arriving"

#: So many backups are kept; the oldest go first.
KEPT = 20

#: The largest backup that may arrive.
MOST_BYTES = 64 * 1024 * 1024


class Backups:
    """
    The backups of one journal.

    Args:
        path: The journal's file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._folder = path.parent / FOLDER

    def all(self) -> list[dict[str, int]]:
        """
        Return every backup, the newest first: its ``number``, its size in ``bytes``.

        ``made`` is when it was made, in seconds by the board's clock.
        """
        found = ((n, path.stat()) for n, path in backups_of(self._path).items())
        return [
            {"number": number, "bytes": file.st_size, "made": int(file.st_mtime)}
            for number, file in found
        ]

    def files(self) -> tuple[Path, ...]:
        """Return every file that is a copy of the journal, wherever it lies."""
        others = (beside(self._path, end) for end in (WAITING, ARRIVING))
        here = (path for path in others if path.exists())
        return (*backups_of(self._path).values(), *here)

    def path(self, number: int) -> Path:
        """Return where a backup lies."""
        return self._folder / f"{self._path.stem}-{number}.db"

    def make(self, journal: Reader) -> int:
        """
        Copy the journal as it is now, but for the round that is being played.

        Returns:
            The backup's number.

        Raises:
            JournalError: There is no room.
        """
        number = self._next()
        journal.backup(self.path(number), cuts=cuts)
        self._tidy()
        return number

    def make_if_new(self, journal: Reader) -> int | None:
        """
        Do what `make` does, unless the newest backup is just that.

        Raises:
            JournalError: There is no room.
        """
        number = self._next()
        newest = backups_of(self._path).get(number - 1)
        journal.backup(self.path(number), cuts=cuts)
        if newest and cmp(newest, self.path(number), shallow=False):
            self.path(number).unlink()
            return None
        self._tidy()
        return number

    def content(self, number: int) -> bytes | None:
        """
        Return a backup to carry away; of an older one the running round stays here.

        Raises:
            JournalError: It is damaged.
        """
        if number not in backups_of(self._path):
            return None
        with Reader(self.path(number)) as copy:
            return copy.content(cuts) if cuts(copy) else self.path(number).read_bytes()

    def arrive(self, content: bytes, *, at: int, last: bool) -> Refused | int:
        """
        Take a piece of a backup that comes from somewhere else.

        Args:
            content: The piece.
            at: Where in the file it belongs; 0 begins anew.
            last: True for the last piece.

        Returns:
            The number of the backup after the last piece, or else 0.
        """
        part = beside(self._path, ARRIVING)
        size = part.stat().st_size if part.exists() and at else 0
        if at != size or at + len(content) > MOST_BYTES:
            return Refused("backup-file")
        flags = os.O_WRONLY | os.O_CREAT | (os.O_APPEND if at else os.O_TRUNC)
        descriptor = os.open(part, flags, 0o600)
        try:
            os.write(descriptor, content)
        finally:
            os.close(descriptor)
        if not last:
            return 0
        if not _is_journal(part):
            part.unlink()
            return Refused("backup-file")
        number = self._next()
        part.replace(self.path(number))
        self._tidy()
        return number

    def restore(self, number: int) -> Refused | None:
        """Lay a backup beside the journal, for the next start to take."""
        if number not in backups_of(self._path):
            return Refused("backup-gone")
        if not plays(self.path(number)):
            return Refused("backup-file")
        try:
            with Reader(self.path(number)) as copy:
                copy.backup(beside(self._path, WAITING))
        except JournalError:
            return Refused("backup-file")
        return None

    def waits(self) -> bool:
        """Tell whether the next start will bring a backup back."""
        return beside(self._path, WAITING).exists()

    def take_back(self) -> Path | None:
        """
        Put the waiting backup in the journal's place; before anybody opens it.

        It is tried first, and set aside where the board could not go on with it. What
        it replaces cannot stop it. A journal of an older version, which opening it will
        alter, is copied.

        Returns:
            Where a waiting backup lies that could not be taken.

        Raises:
            JournalError: Another process has the journal open.
        """
        aside = None
        if self.waits():
            held = lock(self._path)
            try:
                aside = self._replace()
            finally:
                os.close(held)
        if self._path.exists() and self._outdated():
            self._keep()
        return aside

    def _replace(self) -> Path | None:
        waiting = beside(self._path, WAITING)
        if not plays(waiting):
            aside = set_aside(waiting)
            _log.warning("%s is damaged, and lies in %s now", waiting, aside)
            return aside
        if self._path.exists() and not self._keep():
            set_aside(self._path)
        for end in ("-wal", "-shm"):
            beside(self._path, end).unlink(missing_ok=True)
        waiting.replace(self._path)
        sync(self._path.parent)
        return None

    def _keep(self) -> bool:
        """Copy the journal into the backups; return whether that was possible."""
        try:
            with Reader(self._path) as journal:
                self.make(journal)
        except OSError as fault:  # it is damaged, or there is no room
            _log.warning("no backup could be made of %s: %s", self._path, fault)
            return False
        return True

    def _outdated(self) -> bool:
        try:
            with Reader(self._path) as journal:
                return journal.outdated
        except JournalError:
            return False  # whoever opens it to write knows what to do

    def _next(self) -> int:
        self._folder.mkdir(mode=0o700, exist_ok=True)
        return 1 + max(backups_of(self._path), default=0)

    def _tidy(self) -> None:
        for path in [*backups_of(self._path).values()][KEPT:]:
            path.unlink()


def _is_journal(path: Path) -> bool:
    try:
        look_through(path)
    except JournalError:
        return False
    return True
