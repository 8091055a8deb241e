"""Two megabytes kept back, so that a full disk can still be got out of."""

import contextlib
import os
from pathlib import Path

from firmware_host.journal.file import open_own

#: Source: notes on a full 16 MB disk: 2 MiB let a journal and an export go on.
RESERVE_BYTES = 2 * 1024 * 1024


class Reserve:
    """
    A file of zeros that is deleted when the disk is full, so that a game can end.

    Once deleted it is written again only if twice its size is free.

    Args:
        path: The file, on the journal's disk.
        size_bytes: Its size; 0 for no reserve.
    """

    def __init__(self, path: Path, *, size_bytes: int = RESERVE_BYTES) -> None:
        self._path = path
        self._size_bytes = size_bytes
        self._held = size_bytes == 0
        self._given = False

    def hold(self) -> None:
        """Write the file if it is missing; a disk without room is no error."""
        if self._held or (self._given and not self._has_room()):
            return
        try:
            self._fill()
        except OSError:
            self.release()
        else:
            self._held, self._given = True, False

    def release(self) -> None:
        """Give the space back."""
        self._held, self._given = self._size_bytes == 0, True
        with contextlib.suppress(OSError):  # it may be gone, or the disk with it
            self._path.unlink()

    def _has_room(self) -> bool:
        try:
            disk = os.statvfs(self._path.parent)
        except OSError:
            return False
        return disk.f_bavail * disk.f_frsize >= 2 * self._size_bytes

    def _fill(self) -> None:
        descriptor = open_own(self._path)
        try:
            os.posix_fallocate(descriptor, 0, self._size_bytes)
        finally:
            os.close(descriptor)
