"""
Backups: copies of the journal without secrets, exported, imported and sealed.

A backup contains the board's seal, but no passphrase and no secret of a game. A seal is
a keyed hash of the whole file, stored after its last page, which SQLite ignores. With
it a board recognizes its own backups. The key is created once on each board. It is
stored next to the journal, and is in no backup.
"""

import fcntl
import glob
import hmac
import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from filecmp import cmp
from pathlib import Path

from firmware_host.app.archive.cutting import cuts, leaves
from firmware_host.board.messages import Refused
from firmware_host.errors import JournalError
from firmware_host.journal.copying import BACKUPS, Cuts, Source, backups_of
from firmware_host.journal.file import (
    check_file,
    open_own,
    remove,
    set_aside_files,
    sync,
    with_ending,
)

#: The ending of the file of an incomplete upload, after the journal's name.
ARRIVING = ".arriving"

#: The number of backups that are kept; the oldest are deleted first.
KEPT = 20

#: The largest size of an uploaded backup in bytes.
MOST_BYTES = 64 * 1024 * 1024

#: The lock file of the folder, for making and erasing copies.
_ALONE = ".lock"

#: The endings of SQLite's additional files.
_LOGS = ("-journal", "-wal", "-shm")

#: The size in bytes of the pieces in which a backup is downloaded.
PIECE_BYTES = 192 * 1024

#: The longest wait in seconds for another program that makes or erases copies.
PATIENCE_S = 60.0


class Backups:
    """
    The backups of one journal.

    Args:
        path: The journal's file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._folder = path.parent / BACKUPS
        self._seal = Seal(path)

    def all(self) -> list[dict[str, int]]:
        """
        Return every backup, the newest first.

        ``number`` identifies it, ``bytes`` is its size, and ``made`` the time of its
        creation in seconds by the board's clock. ``own`` is 1 if this board has made
        it, as its seal proves, else 0.
        """
        found = ((n, path, path.stat()) for n, path in backups_of(self._path).items())
        return [
            {
                "number": number,
                "bytes": file.st_size,
                "made": int(file.st_mtime),
                "own": int(self._seal.is_on(path)),
            }
            for number, path, file in found
        ]

    def path(self, number: int) -> Path:
        """Return the path of a backup."""
        return self._folder / f"{self._path.stem}-{number}.db"

    # --- making backups ---

    def make(self, source: Path | None = None) -> int:
        """
        Make a backup of the journal without the round in progress.

        Args:
            source: The journal; None for the board's own.

        Returns:
            The backup's number.

        Raises:
            JournalError: There is no room on the card.
        """
        with self.alone():
            return self._make(source or self._path)

    def make_if_new(self) -> int | None:
        """
        Make a backup unless it would equal the newest one; return its number or None.

        Raises:
            JournalError: There is no room.
        """
        number, is_new = self.make_once()
        return number if is_new else None

    def make_once(self) -> tuple[int, bool]:
        """
        Return the number of a backup of the present journal, and whether it is new.

        Raises:
            JournalError: There is no room.
        """
        with self.alone():
            newest = max(backups_of(self._path), default=0)
            number = self._make(self._path, once=True)
            return number, number != newest

    def _make(self, source: Path, *, once: bool = False) -> int:
        newest = max(backups_of(self._path), default=0)
        made = self.path(newest + 1)
        self.write(source, made, cuts=cuts)
        if once and newest and cmp(self.path(newest), made, shallow=False):
            made.unlink()
            return newest
        for path in [*backups_of(self._path).values()][KEPT:]:
            path.unlink()
        return newest + 1

    def write(  # noqa: PLR0913 - what a copy may leave off
        self,
        source: Path,
        target: Path,
        *,
        names: bool = True,
        sealed: bool = True,
        cuts: Cuts = lambda _journal: (),
        keeps: Callable[[str], bool] = leaves,
    ) -> None:
        """
        Write a copy of a journal that contains no secrets, completely or not at all.

        Args:
            source: The journal, or a copy of one.
            target: The path of the copy; it may be *source*.
            names: True to keep the names of players.
            sealed: True to add the board's seal.
            cuts: Returns the games to cut, with the last row to copy.
            keeps: Returns True for the key of a setting to copy.

        Raises:
            JournalError: There is no room, or the source is damaged.
        """
        part = with_ending(target, ".part")
        try:
            with Source(source, traceless=source != self._path) as journal:
                journal.copy(part, cuts=cuts, keeps=keeps, names=names)
            if sealed:
                self._seal.put_on(part)
            part.replace(target)
            sync(target.parent)
        finally:
            part.unlink(missing_ok=True)

    # --- download and upload ---

    def piece(self, number: int, at: int) -> bytes | None:
        """
        Return a piece of a backup for export, or None if there is no such backup.

        A backup without the seal, from an older version or another board, may contain
        secrets: it is rewritten without them first.

        Args:
            number: The number of the backup.
            at: The offset of the piece in bytes; an empty piece follows the last one.

        Raises:
            JournalError: It is damaged.
        """
        path = self.path(number)
        if number not in backups_of(self._path):
            return None
        if at == 0 and not self._seal.is_on(path):
            with self.alone():
                self.write(path, path, sealed=False, cuts=cuts)
        with path.open("rb") as file:
            file.seek(at)
            return file.read(PIECE_BYTES)

    def arrive(self, content: bytes, *, at: int, last: bool) -> Refused | int:
        """
        Receive a piece of a backup from another place.

        Args:
            content: The piece.
            at: Its offset in the file in bytes; 0 starts a new file.
            last: True for the last piece.

        Returns:
            The number of the backup after the last piece, or else 0.
        """
        part = with_ending(self._path, ARRIVING)
        size = part.stat().st_size if part.exists() and at else 0
        if at != size or at + len(content) > MOST_BYTES:
            return Refused("backup-file")
        descriptor = open_own(part)
        try:
            os.ftruncate(descriptor, at)
            os.pwrite(descriptor, content, at)
        finally:
            os.close(descriptor)
        return self._take_in(part) if last else 0

    def _take_in(self, part: Path) -> Refused | int:
        if not _is_whole(part):
            part.unlink()
            return Refused("backup-file")
        with self.alone():
            number = 1 + max(backups_of(self._path), default=0)
            sync(part)
            part.replace(self.path(number))
            sync(self._folder)
        return number

    # --- names ---

    def erase_names(self, keeps: Callable[[str], bool]) -> None:
        """
        Rewrite every copy of the journal without names.

        A damaged or incomplete copy is deleted, since its contents are unknown.

        Args:
            keeps: Returns True for the key of a setting that copies keep.

        Raises:
            JournalError: There is no room.
        """
        with self.alone():
            with_ending(self._path, ARRIVING).unlink(missing_ok=True)
            for path in self._copies():
                if not _is_whole(path):
                    remove(path)
                    continue
                own = self._seal.is_on(path)
                self.write(
                    path,
                    path,
                    names=False,
                    sealed=own,
                    keeps=lambda key: leaves(key) and keeps(key),
                )
                for end in _LOGS:
                    with_ending(path, end).unlink(missing_ok=True)
            for folder in (self._folder, self._path.parent):
                sync(folder)  # else a power cut could restore deleted files

    def _copies(self) -> list[Path]:
        """Return every file that may be a copy of the journal, or a part of one."""
        name = re.escape(self._path.name)
        others = re.compile(
            rf"{name}\.(lock|reserve|key|damaged)|.*-(wal|shm|journal)|.*\.lock"
        )
        beside_it = self._path.parent.glob(f"{glob.escape(self._path.name)}.*")
        found = {*self._folder.iterdir(), *beside_it} - {*set_aside_files(self._path)}
        return sorted(
            one for one in found if one.is_file() and not others.fullmatch(one.name)
        )

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep every other program and thread from making or erasing copies."""
        if not self._folder.exists():
            self._folder.mkdir(mode=0o700, exist_ok=True)
            sync(self._folder.parent)
        descriptor = open_own(self._folder / _ALONE)
        try:
            until = time.monotonic() + PATIENCE_S
            while True:
                try:
                    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    if time.monotonic() > until:
                        msg = f"{self._folder}: another copy is being made; try again"
                        raise JournalError(msg) from None
                    time.sleep(0.05)
            yield
        finally:
            os.close(descriptor)


def _is_whole(path: Path) -> bool:
    try:
        check_file(path)
    except JournalError:
        return False
    return True


# --- the seal ---

#: The key's file, after the journal's name.
KEY = ".key"

#: The beginning of a seal; the HMAC-SHA256 of the whole file before it follows.
_MARK = b"letterzone-seal1"

_KEY_BYTES = _HASH_BYTES = 32
_SEAL_BYTES = len(_MARK) + _HASH_BYTES
_AT_ONCE = 1 << 20


class Seal:
    """
    The seal of one board.

    Args:
        journal: The journal's file.
    """

    def __init__(self, journal: Path) -> None:
        self._file = with_ending(journal, KEY)

    def put_on(self, path: Path) -> None:
        """
        Add a seal to a file without one, and sync the file to the card.

        Raises:
            OSError: There is no room.
        """
        with path.open("r+b") as file:
            made = self._hash(path, path.stat().st_size)
            file.seek(0, os.SEEK_END)
            file.write(_MARK + made)
        sync(path)

    def is_on(self, path: Path) -> bool:
        """Return True if a file has a valid seal of this board."""
        try:
            size = path.stat().st_size - _SEAL_BYTES
            if size < 0:
                return False
            with path.open("rb") as file:
                file.seek(size)
                seal = file.read()
            return hmac.compare_digest(seal, _MARK + self._hash(path, size))
        except OSError:
            return False

    def _hash(self, path: Path, size: int) -> bytes:
        """Return the keyed hash of the first *size* bytes of a file."""
        made = hmac.new(self._key(), digestmod="sha256")
        with path.open("rb") as file:
            while size > 0 and (piece := file.read(min(size, _AT_ONCE))):
                made.update(piece)
                size -= len(piece)
        return made.digest()

    def _key(self) -> bytes:
        with suppress(FileNotFoundError):
            key = self._file.read_bytes()
            if len(key) == _KEY_BYTES:
                return key
        return self._new_key()

    def _new_key(self) -> bytes:
        """Create the key; if two programs do so at once, the first key is used."""
        key = os.urandom(_KEY_BYTES)
        part = with_ending(self._file, f".{os.getpid()}")
        descriptor = open_own(part)
        try:
            os.write(descriptor, key)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        try:
            if self._file.exists():  # an incomplete key is replaced
                self._file.unlink()
            os.link(part, self._file)
        except FileExistsError:
            key = self._file.read_bytes()
        finally:
            part.unlink()
        sync(self._file.parent)
        return key
