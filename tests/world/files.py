"""
SQLite's way to the files of a card: every write is noted, and may fail.

It is a file system of SQLite's own kind, which passes everything on to the usual one.

Source: sqlite.org/vfs.html.
"""

import ctypes
from ctypes import c_char_p, c_int, c_int64, c_void_p
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.world.card import Card

#: SQLite's answers. Source: sqlite.org/rescode.html.
OK, FULL, IOERR_WRITE, IOERR_FSYNC = 0, 13, 778, 1034


class _Vfs(ctypes.Structure):
    """`sqlite3_vfs`. Source: sqlite.org/c3ref/vfs.html."""

    _fields_ = (
        ("iVersion", c_int),
        ("szOsFile", c_int),
        ("mxPathname", c_int),
        ("pNext", c_void_p),
        ("zName", c_char_p),
        ("pAppData", c_void_p),
        ("xOpen", c_void_p),
        ("xDelete", c_void_p),
        ("rest", c_void_p * 14),
    )


class _Methods(ctypes.Structure):
    """`sqlite3_io_methods`. Source: sqlite.org/c3ref/io_methods.html."""

    _fields_ = (
        ("iVersion", c_int),
        ("xClose", c_void_p),
        ("xRead", c_void_p),
        ("xWrite", c_void_p),
        ("xTruncate", c_void_p),
        ("xSync", c_void_p),
        ("rest", c_void_p * 13),
    )


# A name is passed on as an address: SQLite goes on using it.
_OPEN = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
_DELETE = ctypes.CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)
_CLOSE = ctypes.CFUNCTYPE(c_int, c_void_p)
_WRITE = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_TRUNCATE = ctypes.CFUNCTYPE(c_int, c_void_p, c_int64)
_SYNC = ctypes.CFUNCTYPE(c_int, c_void_p, c_int)


#: An open file: its card, its number there, and its path.
_Open = tuple["Card", int, Path]


class _Watched:
    """
    What is done to open files.

    Args:
        files: The files, by SQLite's address of each.
        under: How they are really used.
    """

    def __init__(self, files: dict[int, _Open], under: _Methods) -> None:
        self._files = files
        self._close, self._write = _CLOSE(under.xClose), _WRITE(under.xWrite)
        self._truncate = _TRUNCATE(under.xTruncate)

    def closed(self, file: int) -> int:
        """Let a file go."""
        self._files.pop(file, None)
        return int(self._close(file))

    def wrote(self, file: int, data: int, size: int, at: int) -> int:
        """Write, as far as the card takes it."""
        card, number, path = self._files[file]
        if card.image is None:
            card.happens()
        if card.image is not None:  # the power is gone, and this process with it
            return int(self._write(file, data, size, at))
        if not card.takes(0 if card.room is None else at + size - path.stat().st_size):
            return FULL
        part = {"eio": 0, "half": size // 2}.get(card.mode, size)
        if part:
            card.file(number, path)
            result = int(self._write(file, data, part, at))
            card.wrote(number, path, at, ctypes.string_at(data, part))
            if result != OK:
                return result
        return OK if part == size else IOERR_WRITE

    def shortened(self, file: int, size: int) -> int:
        """Cut a file off."""
        card, number, path = self._files[file]
        if card.image is None:
            card.happens()
        if card.image is None:
            card.file(number, path)
            card.frees(path.stat().st_size - size)
            card.wrote(number, path, size, None)
        return int(self._truncate(file, size))

    def synced(self, file: int, _flags: int) -> int:
        """Sync a file on the simulated card only."""
        card, number, path = self._files[file]
        if card.image is None:
            card.happens()
        if card.image is None:
            if card.mode == "sync":
                return IOERR_FSYNC
            card.synced(number, path)
        return OK


class _FileSystem:
    """The one file system of this process that SQLite is given; cards come and go."""

    def __init__(self) -> None:
        self.cards: list[Card] = []
        self.open: dict[int, _Open] = {}
        self._methods: dict[int, _Methods] = {}
        self._calls: list[Any] = []
        self._library: Any = None

    def register(self) -> None:
        """Be SQLite's own from here on; doing so twice is fine."""
        if self._library is not None:
            return
        import _sqlite3  # noqa: PLC0415 - loads the library that is meant

        with open("/proc/self/maps", encoding="ascii") as maps:  # noqa: PTH123 - no file
            found = [line.split()[-1] for line in maps if "libsqlite3" in line]
        self._library = ctypes.CDLL(found[0] if found else _sqlite3.__file__)
        self._library.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
        self._under = self._library.sqlite3_vfs_find(None)
        under = self._under.contents
        self._own = _Vfs()
        ctypes.memmove(ctypes.byref(self._own), self._under, ctypes.sizeof(_Vfs))
        self._own.zName, self._own.pNext = b"letterzone", None
        self._under_open, self._under_delete = (
            _OPEN(under.xOpen),
            _DELETE(under.xDelete),
        )
        self._own.xOpen = self._call(_OPEN(self._opened))
        self._own.xDelete = self._call(_DELETE(self._deleted))
        self._library.sqlite3_vfs_register(ctypes.byref(self._own), 1)

    def seed(self, number: int) -> None:
        """Let SQLite draw the same numbers each time."""
        # Source: sqlite3.h, SQLITE_TESTCTRL_PRNG_SEED.
        self._library.sqlite3_test_control(28, c_int(number & 0x7FFFFFFF or 1), None)
        self._library.sqlite3_randomness(0, None)

    def _call(self, function: Any) -> Any:
        self._calls.append(function)  # as long as SQLite has it, it must live
        return ctypes.cast(function, c_void_p)

    def _opened(self, _vfs: int, name: int, file: int, flags: int, out: int) -> int:
        result = self._under_open(
            ctypes.cast(self._under, c_void_p), name, file, flags, out
        )
        path = Path(ctypes.string_at(name).decode()) if name else None
        card = next((one for one in self.cards if path and one.name_of(path)), None)
        if result != OK or card is None or path is None:
            return result
        place = c_void_p.from_address(file)
        if place.value not in self._methods:
            self._methods[place.value or 0] = self._watching(place.value or 0)
        place.value = ctypes.addressof(self._methods[place.value or 0])
        self.open[file] = card, path.stat().st_ino, path
        return OK

    def _watching(self, under: int) -> _Methods:
        """Return how a file is used whose own methods are at an address."""
        own = _Methods()
        ctypes.memmove(ctypes.byref(own), under, ctypes.sizeof(_Methods))
        watched = _Watched(self.open, own)
        own.xClose = self._call(_CLOSE(watched.closed))
        own.xWrite = self._call(_WRITE(watched.wrote))
        own.xTruncate = self._call(_TRUNCATE(watched.shortened))
        own.xSync = self._call(_SYNC(watched.synced))
        return own

    def _deleted(self, vfs: int, name: bytes, sync: int) -> int:
        path = Path(name.decode())
        card = next((one for one in self.cards if one.name_of(path)), None)
        if card is None or card.image is not None:
            return self._under_delete(vfs, name, sync)
        known = path.stat() if path.exists() else None
        result = self._under_delete(vfs, name, 0)
        if result == OK and known is not None:
            card.unlinked(card.name_of(path) or "", known)
            card.happens()
        return result


FILES = _FileSystem()
