"""
Reads the disk writes that QEMU's `blklogwrites` logs, to simulate a power cut.

Flushed data is kept; of later writes each is kept, lost or torn at random, sector by
sector. The file of such a disk is sparse.

Source: Linux, Documentation/admin-guide/device-mapper/log-writes.rst; QEMU,
block/blklogwrites.c.
"""

import random
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

MAGIC, VERSION = 0x6A736677736872, 1
HEAD, ENTRY = struct.Struct("<QQQI"), struct.Struct("<QQQQ")
FLUSH, FUA, DISCARD = 1, 2, 4

#: A card writes so much at once or not at all.
SECTOR = 512


@dataclass(frozen=True, slots=True)
class Write:
    """
    One entry.

    Args:
        at: Where on the disk, in bytes.
        data: What was written; nothing for a flush.
        flushes: Whether all that was written before it is there for good.
        stays: Whether it is itself there for good at once.
    """

    at: int
    data: bytes = field(repr=False)
    flushes: bool = False
    stays: bool = False


class LogFile:
    """
    A log that is being written.

    Args:
        path: The file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._at = 0
        self._sector = SECTOR
        self.writes: list[Write] = []

    def read_on(self) -> int:
        """Read new entries, and return how many there are."""
        with self._path.open("rb") as file:
            if not self._at:
                head = file.read(HEAD.size)
                if len(head) < HEAD.size or not head.strip(b"\0"):
                    return 0
                magic, version, _, self._sector = HEAD.unpack(head)
                assert (magic, version) == (MAGIC, VERSION), "no log of writes"
                self._at = self._sector
            while self._take(file):
                pass
        return len(self.writes)

    def _take(self, file) -> bool:
        file.seek(self._at)
        head = file.read(ENTRY.size)
        if len(head) < ENTRY.size or not head.strip(b"\0"):
            return False
        sector, count, flags, _ = ENTRY.unpack(head)
        length = 0 if flags & DISCARD else count * self._sector
        file.seek(self._at + self._sector)
        data = file.read(length)
        if len(data) < length:
            return False
        at = sector * self._sector
        if flags & DISCARD:
            data = bytes(count * self._sector)
        self.writes.append(Write(at, data, bool(flags & FLUSH), bool(flags & FUA)))
        self._at += self._sector + length
        return True


class Disk:
    """
    A part of a disk, as it is after each entry.

    Args:
        path: A file with what was there before; it takes what is there for good.
        start: Where the part begins on the disk, in bytes.
        honest: False for a card that forgets what it has flushed, one time in three.
    """

    def __init__(self, path: Path, start: int = 0, *, honest: bool = True) -> None:
        self.path = path
        self.length = path.stat().st_size
        self.outside = 0
        self._start = start
        self._honest = honest
        self._pending: list[Write] = []

    def take(self, write: Write, chance: random.Random) -> None:
        """Take one entry in."""
        if write.flushes:
            kept = self._pending
            if not self._honest:
                kept = [one for one in kept if chance.random() > 1 / 3]
            self._settle(kept)
            self._pending = []
        if not write.data:
            return
        if not self._start <= write.at < self._start + self.length:
            self.outside += 1
        elif write.stays:
            self._settle([write])
        else:
            self._pending.append(write)

    def cut(self, chance: random.Random, copy: Path) -> None:
        """Lay the disk as a cut now may leave it into *copy*, which is as it was."""
        with copy.open("r+b") as file:
            for write in self._pending:
                for offset, sector in self._arrived(write, chance):
                    file.seek(write.at - self._start + offset)
                    file.write(sector)

    @staticmethod
    def _arrived(write: Write, chance: random.Random) -> Iterator[tuple[int, bytes]]:
        """Yield the parts of a write that arrived: all, none, or some sectors."""
        how = chance.randrange(3)
        for offset in range(0, len(write.data), SECTOR):
            if how == 1 or (how == 2 and chance.random() < 1 / 2):
                yield offset, write.data[offset : offset + SECTOR]

    def _settle(self, writes: list[Write]) -> None:
        with self.path.open("r+b") as file:
            for write in writes:
                file.seek(write.at - self._start)
                file.write(write.data)
