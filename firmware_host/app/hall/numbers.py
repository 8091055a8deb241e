"""
The numbers under which a board sends rows of its journal to a hall.

The file is an index: it maps each number to the place of a row in the journal, and
holds the last number that the hall has received. The content of a row is read from the
journal each time. If the journal is another one, as after a backup was restored, all
rows are sent again in a new stream.
"""

import os
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from firmware_host.board.entries import RowEntry
from firmware_host.journal.checks import row_crc
from firmware_host.journal.reader import Reader

#: The file's name, after the journal's.
NUMBERS = ".told"

_TABLES = """
CREATE TABLE IF NOT EXISTS known (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS told (
  n INTEGER PRIMARY KEY,
  game INTEGER NOT NULL,
  number INTEGER NOT NULL,
  crc INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS by_game ON told (game, number);
"""


class Place(NamedTuple):
    """A row's number in what is told, its game, and its number there; 0 begins one."""

    n: int
    game: int
    number: int


class Numbers:
    """
    The numbers of what one board has told.

    Args:
        path: The file; a damaged one is made anew, and all is told once more.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._file = self._open()
        except sqlite3.DatabaseError:
            self._file.close()
            for end in ("", "-wal", "-shm"):
                path.with_name(path.name + end).unlink(missing_ok=True)
            self._file = self._open()
        self.board = self._known("board") or self._keep("board", os.urandom(4).hex())
        self.stream = self._known("stream") or self._anew()
        self.heard = int(self._known("heard") or 0)

    def _open(self) -> sqlite3.Connection:
        self._file = sqlite3.connect(self._path, isolation_level=None)
        for pragma in ("journal_mode=WAL", "synchronous=NORMAL"):
            self._file.execute(f"PRAGMA {pragma}")
        self._file.executescript(_TABLES)
        self._file.execute("SELECT max(n) FROM told").fetchone()
        return self._file

    def close(self) -> None:
        """Let the file go."""
        self._file.close()

    @property
    def last(self) -> int:
        """The highest number that was given to a row; 0 before the first."""
        (last,) = self._file.execute("SELECT ifnull(max(n), 0) FROM told").fetchone()
        return int(last)

    def hear(self, n: int) -> None:
        """Store that the hall has all rows up to a number, and none after it."""
        self.heard = n
        self._keep("heard", str(n))

    def after(self, n: int, most: int) -> list[Place]:
        """Return at most so many rows after a number, in order."""
        sql = "SELECT n, game, number FROM told WHERE n > ? ORDER BY n LIMIT ?"
        return [Place(*row) for row in self._file.execute(sql, (n, most))]

    def follow(self, journal: Reader) -> bool:
        """Number the rows that are new in the journal; tell whether there are any."""
        new = [
            one
            for game in self._open_games(journal)
            for one in self._new(journal, game)
        ]
        if not new:
            return False
        (newest,) = self._file.execute(
            "SELECT ifnull(max(game), 0) FROM told"
        ).fetchone()
        # In the order of their games they get the same numbers again after a power cut.
        late = new[0][0] < newest
        self._file.execute(f"PRAGMA synchronous={'FULL' if late else 'NORMAL'}")
        sql = "INSERT INTO told (game, number, crc) VALUES (?, ?, ?)"
        with self._file:
            self._file.execute("BEGIN")
            self._file.executemany(sql, new)
        return True

    def check(self, journal: Reader) -> None:
        """Begin another stream where the journal is not the one that was told of."""
        newest = journal.newest() or 0
        sql = "SELECT game, max(number), crc FROM told GROUP BY game ORDER BY game DESC"
        for game, number, crc in self._file.execute(sql).fetchall():
            gone = journal.game(game) is None and not journal.row_count(game)
            if gone and (game < newest or journal.row_count(game) == 0):
                continue  # somebody has deleted it
            if not any(crc == one for one in _crc_of(journal, game, number)):
                self._file.execute("DELETE FROM told")
                self._anew()
                self.hear(0)
                return

    def _open_games(self, journal: Reader) -> Iterable[int]:
        (known,) = self._file.execute(
            "SELECT ifnull(max(game), 0) FROM told"
        ).fetchone()
        new = range(known, (journal.newest() or 0) + 1)
        return sorted({*journal.all_left_open(), *new} - {0})

    def _new(self, journal: Reader, game: int) -> Iterator[tuple[int, int, int]]:
        """Yield the rows of a game that have no number yet; none of a damaged one."""
        sql = "SELECT max(number) FROM told WHERE game = ?"
        (last,) = self._file.execute(sql, (game,)).fetchone()
        if journal.game(game) is None:
            return
        if last is None:
            yield game, 0, 0
        for row in journal.rows(game, after=last or 0):
            yield game, row.number, row_crc(row)

    def _known(self, key: str) -> str:
        sql = "SELECT value FROM known WHERE key = ?"
        found = self._file.execute(sql, (key,)).fetchone()
        return str(found[0]) if found else ""

    def _keep(self, key: str, value: str) -> str:
        self._file.execute("REPLACE INTO known VALUES (?, ?)", (key, value))
        return value

    def _anew(self) -> str:
        self.stream = self._keep("stream", os.urandom(4).hex())
        return self.stream


def _crc_of(journal: Reader, game: int, number: int) -> Iterator[int]:
    """Yield the crc of a row, if it is there; 0 for the beginning of a game."""
    if number == 0:
        yield 0
        return
    if (journal.row_count(game) or 0) >= number:
        rows: Iterator[RowEntry] = journal.rows(game, after=number - 1)
        yield row_crc(next(rows))
