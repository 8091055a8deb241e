"""The calls of `os` that the board makes: a card notes them, and they may fail."""

import errno
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

if TYPE_CHECKING:
    from tests.world.card import Card

_fsync, _rename, _unlink = os.fsync, os.rename, os.unlink
_fallocate, _ftruncate, _pwrite = os.posix_fallocate, os.ftruncate, os.pwrite


def _path_of(descriptor: int) -> Path:
    return Path(f"/proc/self/fd/{descriptor}").readlink()


class Calls:
    """
    What stands in the place of six calls, for everybody in this process.

    Args:
        card: What they are about; files elsewhere are used as ever.
    """

    def __init__(self, card: "Card") -> None:
        self._card = card

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Stand there."""
        calls = {
            "fsync": self._fsync,
            "unlink": self._unlink,
            "pwrite": self._pwrite,
            **dict.fromkeys(("rename", "replace"), self._rename),
            "posix_fallocate": self._fallocate,
        }
        with ExitStack() as stack:
            for name, call in calls.items():
                stack.enter_context(patch.object(os, name, call))
            yield

    def _fsync(self, descriptor: int) -> None:
        card, path = self._card, _path_of(descriptor)
        if card.image is not None or not path.is_relative_to(card.folder):
            if not path.is_relative_to(card.top):
                _fsync(descriptor)
            return
        card.happens()
        if card.mode == "sync":
            raise OSError(errno.EIO, "Input/output error")
        if path.is_dir():
            card.synced_folder()
        else:
            card.synced(os.fstat(descriptor).st_ino, path, whole=True)

    def _rename(self, source: Any, target: Any, **more: Any) -> None:
        card = self._card
        _rename(source, target, **more)
        one, other = card.name_of(source), card.name_of(target)
        if card.image is None and one and other:
            card.moved(one, other)
            card.happens()

    def _unlink(self, path: Any, **more: Any) -> None:
        card = self._card
        name = card.name_of(path)
        known = Path(path).stat() if name and Path(path).exists() else None
        _unlink(path, **more)
        if card.image is None and name and known is not None:
            card.unlinked(name, known)
            card.happens()

    def _fallocate(self, descriptor: int, at: int, size: int) -> None:
        if self._needs(descriptor, at + size):
            _ftruncate(descriptor, at + size)
        else:
            _fallocate(descriptor, at, size)

    def _pwrite(self, descriptor: int, data: bytes, at: int) -> int:
        self._needs(descriptor, at + len(data))
        return _pwrite(descriptor, data, at)

    def _needs(self, descriptor: int, size: int) -> bool:
        """Reserve room for a file's new size; return whether it is on the card."""
        card = self._card
        if not _path_of(descriptor).is_relative_to(card.folder):
            return False
        if not card.takes(size - os.fstat(descriptor).st_size):
            raise OSError(errno.ENOSPC, "No space left on device")
        return True
