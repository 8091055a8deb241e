"""The disk as a power cut may leave it, from what was recorded before."""

import random
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

HEAD = struct.Struct("<cBqI")

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
    """Yield what the shim and the evening have written down."""
    log, at = path.read_bytes(), 0
    while at < len(log):
        kind, file, offset, size = HEAD.unpack_from(log, at)
        at += HEAD.size
        yield Record(kind.decode(), file, offset, log[at : at + size])
        at += size


@dataclass(slots=True)
class File:
    """What is on the card for sure, and what is still on its way there."""

    kept: bytearray = field(default_factory=bytearray)
    pending: list[Record] = field(default_factory=list)
    there: bool = True

    def sync(self) -> None:
        """Everything on its way has arrived."""
        for record in self.pending:
            apply(self.kept, record)
        self.pending.clear()


def apply(content: bytearray, record: Record) -> None:
    """Do to *content* what was done to the file."""
    if record.kind == "T":
        del content[record.offset :]
        content.extend(bytes(record.offset - len(content)))
        return
    end = record.offset + len(record.data)
    content.extend(bytes(max(0, end - len(content))))
    content[record.offset : end] = record.data


class Disk:
    """Files by name, as records come in."""

    def __init__(self) -> None:
        self.files: dict[int, File] = {}
        self.names: dict[int, str] = {}
        self.acknowledged = 0

    def take(self, record: Record) -> None:
        """Let one more record happen."""
        if record.kind == "A":
            self.acknowledged = record.offset
            return
        file = self.files.setdefault(record.file, File())
        match record.kind:
            case "O":
                self.names[record.file] = Path(record.data.decode()).name
                file.there = True
            case "U":
                self.files[record.file] = File(there=False)
            case "S":
                file.sync()
            case _:
                file.pending.append(record)

    def cut(self, folder: Path, chance: random.Random) -> None:
        """Write into *folder* what may be left if the power goes now."""
        for number, file in self.files.items():
            if not file.there:
                continue
            content = bytearray(file.kept)
            for record in file.pending:
                for part in torn(record, chance):
                    apply(content, part)
            (folder / self.names[number]).write_bytes(content)


def torn(record: Record, chance: random.Random) -> Iterator[Record]:
    """Yield what arrives of a write: all of it, nothing, or some of its sectors."""
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
