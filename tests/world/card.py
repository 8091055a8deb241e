"""
The card of a simulated board: real files whose writes are recorded and may fail.

SQLite writes through our own file system, which passes everything on to the usual one;
the program's own calls of `os` are recorded. So it is always known which data is on the
card for sure and which is still being written; of the latter a power cut keeps a random
part: whole writes, sectors of 512 bytes, renames in order up to some point.

Not covered: a disk that lies about a sync, bits that change while the power is on, and
files that Python writes in pieces (a cut leaves such a file whole, half or empty).
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from tests.world.calls import Calls
from tests.world.files import FILES

SECTOR = 512

#: The ending of files that a cut removes.
VOLATILE = "-shm"


@dataclass
class _File:
    """The data of a file that is on the card for sure, and the pending writes."""

    kept: bytes | None = None
    pending: list[tuple[int, bytes | None]] = field(default_factory=list)


def _apply(content: bytearray, at: int, data: bytes | None) -> None:
    if data is None:  # cut off, or made longer
        del content[at:]
        content.extend(bytes(at - len(content)))
        return
    content.extend(bytes(max(0, at + len(data) - len(content))))
    content[at : at + len(data)] = data


def _size(files: dict[str, bytes]) -> int:
    return sum(map(len, files.values()))


class Card:
    """
    One card, in one folder at a time; each cut moves what is left into a new one.

    Args:
        top: A folder of its own.
        chance: What decides of what is on its way.
    """

    def __init__(self, top: Path, chance: Random) -> None:
        self.top = top
        self._chance = chance
        self._life = 0
        self.folder = top / "0"
        self.folder.mkdir()
        self._files: dict[int, _File] = {}
        self._names: dict[str, int] = {}
        self._moves: list[Callable[[dict[str, int]], None]] = []
        self.mode = "good"
        self.room: int | None = None
        self.armed: int | None = None
        self.image: dict[str, bytes] | None = None
        self.writes = 0
        self.power = True
        #: Called when the power, or the process, is gone.
        self.fallen: Callable[[], object] = lambda: None

    # --- power ---

    def cut(self, *, power: bool = True) -> None:
        """Record the card's content after a power cut, or if only the process dies."""
        if self.image is None:
            whole, self.power = dict(self._whole()), power
            self.image = dict(self._torn()) if power else whole
            self.armed = None
            if self.room is not None:
                self.room += _size(whole) - _size(self.image)
            self.fallen()

    def next_life(self) -> Path:
        """Return a new folder with the content after the cut, or with everything."""
        image = dict(self._whole()) if self.image is None else self.image
        self._life += 1
        self.folder = self.top / str(self._life)
        self.image, self.armed = None, None
        self._files.clear()
        self._moves.clear()
        for name, content in image.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        self.folder.mkdir(exist_ok=True)
        self._names = dict(self._there())
        return self.folder

    def _whole(self) -> Iterator[tuple[str, bytes]]:
        for name in dict(self._there()):
            yield name, (self.folder / name).read_bytes()

    def _torn(self) -> Iterator[tuple[str, bytes]]:
        there = dict(self._there())
        names = dict(self._names)
        for move in self._moves[: self._chance.randint(0, len(self._moves))]:
            move(names)
        for name, number in there.items():  # made, and its folder not synced
            if number not in self._names.values() and self._chance.random() < 0.5:
                names.setdefault(name, number)
        where = {number: name for name, number in there.items()}
        for name, number in names.items():
            if not name.endswith(VOLATILE):
                content = self._left(number, where.get(number))
                if content is not None:
                    yield name, content

    def _left(self, number: int, now: str | None) -> bytes | None:
        file = self._files.get(number)
        if file is None:
            if now is None:
                return None  # its last name is gone: nobody knows it any more
            if number in self._names.values():
                return (self.folder / now).read_bytes()
            file = _File(b"", [(0, (self.folder / now).read_bytes())])
        content = bytearray(file.kept or b"")
        for at, data in file.pending:
            for piece, part in self._arrives(at, data):
                _apply(content, piece, part)
        return bytes(content)

    def _arrives(
        self, at: int, data: bytes | None
    ) -> Iterator[tuple[int, bytes | None]]:
        fate = self._chance.choice(("whole", "lost", "torn"))
        if fate == "lost":
            return
        if fate == "whole" or data is None:
            yield at, data
            return
        for begin in range(0, len(data), SECTOR):
            if self._chance.random() < 0.5:
                yield at + begin, data[begin : begin + SECTOR]

    def _there(self) -> Iterator[tuple[str, int]]:
        for path in self.folder.rglob("*"):
            if path.is_file():
                yield str(path.relative_to(self.folder)), path.stat().st_ino

    # --- events ---

    def name_of(self, path: Any) -> str | None:
        """Return a file's name on this card, or None if it is elsewhere."""
        text = os.fspath(path)
        text = text.decode() if isinstance(text, bytes) else text
        own = f"{self.folder}/"
        return text[len(own) :] if text.startswith(own) else None

    def happens(self) -> None:
        """Count a write, and cut the power if this one was chosen."""
        self.writes += 1
        if self.armed is not None:
            self.armed -= 1
            if self.armed <= 0:
                self.cut()

    def file(self, number: int, path: Path) -> _File:
        """Return a file's state; its content at the start is certain."""
        if number not in self._files:
            known = number in self._names.values()
            self._files[number] = _File(path.read_bytes() if known else None)
        return self._files[number]

    def wrote(self, number: int, path: Path, at: int, data: bytes | None) -> None:
        """Record a write that is not synced yet."""
        self.file(number, path).pending.append((at, data))

    def synced(self, number: int, path: Path, *, whole: bool = False) -> None:
        """
        Record that all data of a file is on the card, and that it has a name.

        Args:
            number: The file's.
            path: Where it lies.
            whole: Whether others than SQLite may have written to it.
        """
        if whole or number not in self._files:
            self._files[number] = _File(path.read_bytes())
        file = self._files[number]
        content = bytearray(file.kept or b"")
        for at, data in file.pending:
            _apply(content, at, data)
        file.kept = bytes(content)
        file.pending.clear()
        if number not in self._names.values():
            for name, other in self._there():
                if other == number:
                    self._names[name] = number

    def synced_folder(self) -> None:
        """Note that every name is on the card."""
        self._names = dict(self._there())
        self._moves.clear()

    def moved(self, source: str, target: str) -> None:
        """Note a new name."""
        number = (self.folder / target).stat().st_ino
        if number not in self._names.values():  # it was made since, and never synced
            self._moves.append(lambda names: names.__setitem__(target, number))
            return

        def move(names: dict[str, int]) -> None:
            if names.get(source) == number:
                del names[source]
            names[target] = number

        self._moves.append(move)

    def unlinked(self, name: str, known: os.stat_result) -> None:
        """Note that a file has lost its name, which is on the card some time."""
        self.frees(known.st_size)
        number = known.st_ino

        def move(names: dict[str, int]) -> None:
            if names.get(name) == number:
                del names[name]

        self._moves.append(move)

    def takes(self, more: int) -> bool:
        """Return whether there is room for so many bytes, and use it."""
        if self.room is None or more <= 0:
            return True
        if more > self.room:
            return False
        self.room -= more
        return True

    def frees(self, less: int) -> None:
        """Give room back."""
        if self.room is not None:
            self.room += less

    @contextmanager
    def mounted(self) -> Iterator[None]:
        """Direct the writes of SQLite and of the program to this card."""
        FILES.cards.append(self)
        try:
            with Calls(self).watched():
                yield
        finally:
            FILES.cards.remove(self)
