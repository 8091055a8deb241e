"""
The board's seal on its backups: by it a board knows which of them it has made itself.

A seal is a keyed hash over the whole file, behind its last page, where SQLite does not
look. The key is made once on each board, lies beside the journal, and is in no backup.
"""

import hmac
import os
from contextlib import suppress
from pathlib import Path

from firmware_host.journal.file import beside, open_own, sync

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
