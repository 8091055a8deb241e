"""
The transactions in the write-ahead log, as the next start will read them.

After a failed COMMIT SQLite does not report whether its transaction is in the log. If
all its frames are there, SQLite treats it as stored at the next start of the board. So
this module reads the log in the same way.

Source: sqlite.org/walformat.html (log and index), and sqlite.org/fileformat2.html, "WAL
File Format" and "Checksum Algorithm".
"""

import os
from pathlib import Path
from struct import Struct, iter_unpack, unpack_from

from firmware_host.journal.file import with_ending

#: The log's header, before its frames, and a frame's own, before its page.
_LOG_BYTES, _FRAME_BYTES = 32, 24

#: A frame's header: page, size of the file after a COMMIT (else 0), salt, checksum.
_FRAME = Struct(">II8sII")

#: The index: endian mark, page size, frames that count, their checksum, salt.
_INDEX = Struct("=13xBHI4xII8s")

_WORD = 0xFFFFFFFF


class Log:
    """
    The write-ahead log of an open journal, read beside the connection that writes it.

    Args:
        path: The journal's file, whose connection is open already.
    """

    def __init__(self, path: Path) -> None:
        self._path = with_ending(path, "-wal")
        # The file stays open as long as SQLite's own: closing any descriptor of a file
        # releases every lock of the process on it.
        self._index = os.open(with_ending(path, "-shm"), os.O_RDONLY)

    def close(self) -> None:
        """Close the log's index file; call it after closing the connection."""
        os.close(self._index)

    def holds_more(self) -> bool:
        """
        Return True if a start would read more transactions than the open connection.

        Raises:
            OSError: The log cannot be read.
        """
        swapped, page, frames, *checksum, salt = _INDEX.unpack(
            os.pread(self._index, _INDEX.size, 0)
        )
        page = page if page > 1 else 65536
        with self._path.open("rb") as log:
            head = log.read(_LOG_BYTES)
            if not frames:  # they begin with the header's own checksum
                if len(head) < _LOG_BYTES or (any(salt) and head[16:24] != salt):
                    return False
                salt, checksum = head[16:24], list(unpack_from(">II", head, 24))
            log.seek(_LOG_BYTES + frames * (_FRAME_BYTES + page))
            while len(frame := log.read(_FRAME_BYTES + page)) == _FRAME_BYTES + page:
                _, commits, own_salt, *told = _FRAME.unpack_from(frame)
                for part in (frame[:8], frame[_FRAME_BYTES:]):
                    checksum = _added(checksum, part, big=bool(swapped))
                if own_salt != salt or told != checksum:
                    return False
                if commits:
                    return True
        return False


def _added(checksum: list[int], data: bytes, *, big: bool) -> list[int]:
    """Return the log's running checksum, continued over *data*."""
    one, two = checksum
    for first, second in iter_unpack(">II" if big else "<II", data):
        one = (one + first + two) & _WORD
        two = (two + second + one) & _WORD
    return [one, two]
