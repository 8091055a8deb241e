"""The states of a disk after a power cut, computed from recorded writes."""

import random
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

HEAD = struct.Struct("<ciqI")

#: A card writes this much whole or not at all.
SECTOR = 512


@dataclass(frozen=True, slots=True)
class Record:
    """Something that happened: kind, file, offset, and data."""

    kind: str
    file: int
    offset: int
    data: bytes


def read_log(path: Path) -> Iterator[Record]:
    """Yield the records that the shim and the session have written."""
    log, at = path.read_bytes(), 0
    while at < len(log):
        kind, file, offset, size = HEAD.unpack_from(log, at)
        at += HEAD.size
        yield Record(kind.decode(), file, offset, log[at : at + size])
        at += size


@dataclass(slots=True)
class File:
    """A file's content on the card for sure, and its pending writes."""

    kept: bytearray = field(default_factory=bytearray)
    pending: list[Record] = field(default_factory=list)

    def sync(self) -> None:
        """Apply all pending writes."""
        for record in self.pending:
            apply(self.kept, record)
        self.pending.clear()


def apply(content: bytearray, record: Record) -> None:
    """Apply a recorded change to *content*."""
    if record.kind == "T":
        del content[record.offset :]
        content.extend(bytes(record.offset - len(content)))
        return
    end = record.offset + len(record.data)
    content.extend(bytes(max(0, end - len(content))))
    content[record.offset : end] = record.data


@dataclass(slots=True)
class Folder:
    """The names in a folder, each with its file; and how they are being changed."""

    kept: dict[str, int] = field(default_factory=dict)
    pending: list[dict[str, int | None]] = field(default_factory=list)

    def after(self, count: int) -> dict[str, int]:
        """Return the names after the first *count* changes."""
        names: dict[str, int | None] = dict(self.kept)
        for change in self.pending[:count]:
            names |= change
        return {name: file for name, file in names.items() if file is not None}

    def sync(self) -> None:
        """Every change has arrived."""
        self.kept = self.after(len(self.pending))
        self.pending.clear()


#: The placeholder in the file table for the name of a folder.
INNER = -1


class Disk:
    """
    Files and folders, as records come in.

    Args:
        top: The folder that was recorded.
    """

    def __init__(self, top: Path) -> None:
        self.top = top
        self.files: dict[int, File] = {}
        self.folders: dict[Path, Folder] = {top: Folder()}
        #: The last logged state: the one that is required after a cut.
        self.acknowledged = 0
        self.said = b""

    def take(self, record: Record) -> None:
        """Let one more record happen."""
        named = record.data if record.kind in "CLMURD" else b""
        paths = [Path(one.decode()) for one in named.split(b"\0")]
        match record.kind:
            case "A":
                self.acknowledged, self.said = record.offset, record.data
            case "C" | "L":
                self._change(paths[0], {paths[0].name: record.file})
            case "M":
                self.folders[paths[0]] = Folder()
                self._change(paths[0], {paths[0].name: INNER})
            case "U":
                self._change(paths[0], {paths[0].name: None})
            case "R":
                old, new = paths
                assert old.parent == new.parent, "a name is changed within its folder"
                self._change(old, {old.name: None, new.name: record.file})
            case "D":
                self.folders[paths[0]].sync()
            case "S":
                self._file(record).sync()
            case _:
                self._file(record).pending.append(record)

    def _file(self, record: Record) -> File:
        return self.files.setdefault(record.file, File())

    def _change(self, path: Path, change: dict[str, int | None]) -> None:
        self.folders[path.parent].pending.append(change)

    def cut(self, folder: Path, chance: random.Random) -> None:
        """Write into *folder* a state that a power cut now may leave."""
        self._cut(self.top, folder, chance, {})

    def _cut(
        self, of: Path, folder: Path, chance: random.Random, made: dict[int, bytes]
    ) -> None:
        there = self.folders[of]
        most = len(there.pending)
        count = chance.choice((0, most, chance.randint(0, most)))
        for name, number in there.after(count).items():
            if number == INNER:
                (folder / name).mkdir()
                self._cut(of / name, folder / name, chance, made)
                continue
            if number not in made:  # whatever it is called, it is one file
                made[number] = self._content(number, chance)
            (folder / name).write_bytes(made[number])

    def _content(self, number: int, chance: random.Random) -> bytes:
        file = self.files.get(number, File())
        content = bytearray(file.kept)
        for record in file.pending:
            for part in torn(record, chance):
                apply(content, part)
        return bytes(content)


def torn(record: Record, chance: random.Random) -> Iterator[Record]:
    """Yield the part of a write that arrives: all, nothing, or some of its sectors."""
    fate = chance.choice(("whole", "lost", "torn"))
    if fate == "lost":
        return
    if fate == "whole" or record.kind == "T":
        yield record
        return
    for at in range(0, len(record.data), SECTOR):
        if chance.random() < 0.5:
            piece = record.data[at : at + SECTOR]
            yield Record("W", record.file, record.offset + at, piece)
