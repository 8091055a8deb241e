"""
Copies of the journal: made, carried away, brought from elsewhere, without names.

A backup has the board's seal, and nothing that opens the class or shows a secret. A
seal is a keyed hash over the whole file, behind its last page, where SQLite does not
look: by it a board knows which backups it has made itself. The key is made once on each
board, lies beside the journal, and is in no backup.
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
    beside,
    check_file,
    open_own,
    remove,
    set_aside_files,
    sync,
)

#: What is still arriving; after the journal's name.
ARRIVING = ".arriving"

#: So many backups are kept; the oldest go first.
KEPT = 20

#: The largest backup that may arrive.
MOST_BYTES = 64 * 1024 * 1024

#: Whoever makes or erases copies holds this file of their folder.
_ALONE = ".lock"

#: What SQLite may leave beside a file.
_LOGS = ("-journal", "-wal", "-shm")

#: A backup leaves the board in pieces of so many bytes.
PIECE_BYTES = 192 * 1024

#: Another program makes or erases copies for so long at most.
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
        Return every backup, the newest first: its ``number``, its size in ``bytes``.

        ``made`` is when it was made, in seconds by the board's clock; ``own`` is 1
        where this board has made it, as its seal says.
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
        """Return where a backup lies."""
        return self._folder / f"{self._path.stem}-{number}.db"

    # --- made ---

    def make(self, source: Path | None = None) -> int:
        """
        Copy the journal as it is now, but for the round that is being played.

        Args:
            source: The journal; None for the board's own.

        Returns:
            The backup's number.

        Raises:
            JournalError: There is no room.
        """
        with self.alone():
            return self._make(source or self._path)

    def make_if_new(self) -> int | None:
        """
        Do what `make` does, unless the newest backup is just that.

        Raises:
            JournalError: There is no room.
        """
        with self.alone():
            newest = next(iter(backups_of(self._path).values()), None)
            number = self._make(self._path)
            if newest and cmp(newest, self.path(number), shallow=False):
                self.path(number).unlink()
                return None
            return number

    def _make(self, source: Path) -> int:
        number = 1 + max(backups_of(self._path), default=0)
        self.write(source, self.path(number), cuts=cuts)
        for path in [*backups_of(self._path).values()][KEPT:]:
            path.unlink()
        return number

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
        Write a copy that may leave the board, complete or not at all.

        Args:
            source: The journal, or a copy of one.
            target: Where to; it may be the source.
            names: Whether the names of players are in it.
            sealed: Whether it gets the board's seal.
            cuts: Tells where it leaves games off.
            keeps: Tells whether it has a setting, by its key.

        Raises:
            JournalError: There is no room, or the source is damaged.
        """
        part = beside(target, ".part")
        try:
            with Source(source, traceless=source != self._path) as journal:
                journal.copy(part, cuts=cuts, keeps=keeps, names=names)
            if sealed:
                self._seal.put_on(part)
            part.replace(target)
            sync(target.parent)
        finally:
            part.unlink(missing_ok=True)

    # --- carried away, and brought from elsewhere ---

    def piece(self, number: int, at: int) -> bytes | None:
        """
        Return a piece of a backup to carry away; None where there is no such backup.

        One without the seal, of an older version or another board, may hold what must
        not leave the board: it is written anew first.

        Args:
            number: The backup's.
            at: Where the piece begins; the last piece is followed by an empty one.

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
        Write every copy anew without a name, wherever it lies.

        One that is damaged, or half there, is deleted: nobody can say what it holds.

        Args:
            keeps: Tells whether a copy keeps a setting, by its key.

        Raises:
            JournalError: There is no room.
        """
        with self.alone():
            beside(self._path, ARRIVING).unlink(missing_ok=True)
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
                    beside(path, end).unlink(missing_ok=True)
            for folder in (self._folder, self._path.parent):
                sync(folder)  # no power cut brings back what was deleted

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

#: What a seal begins with; the HMAC-SHA256 of all before it follows.
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
        self._file = beside(journal, KEY)

    def put_on(self, path: Path) -> None:
        """
        Seal a file that has no seal; it is on the card then.

        Raises:
            OSError: There is no room.
        """
        with path.open("r+b") as file:
            made = self._hash(path, path.stat().st_size)
            file.seek(0, os.SEEK_END)
            file.write(_MARK + made)
        sync(path)

    def is_on(self, path: Path) -> bool:
        """Tell whether a file is as this board has sealed it."""
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
        """Make the key; where two programs do so at once, the first one counts."""
        key = os.urandom(_KEY_BYTES)
        part = beside(self._file, f".{os.getpid()}")
        descriptor = open_own(part)
        try:
            os.write(descriptor, key)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        try:
            if self._file.exists():  # half a key is none
                self._file.unlink()
            os.link(part, self._file)
        except FileExistsError:
            key = self._file.read_bytes()
        finally:
            part.unlink()
        sync(self._file.parent)
        return key
