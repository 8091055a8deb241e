"""What a hall has heard, on its own card: nothing that boards cannot tell again."""

import os
import sqlite3
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from firmware_host.errors import SettingsError
from firmware_host.journal.file import open_own

#: The file's name in the hall's folder.
HALL = "hall.db"

_TABLES = """
CREATE TABLE IF NOT EXISTS known (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS boards (
  board TEXT PRIMARY KEY,
  stream TEXT NOT NULL,
  name TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS heard (
  board TEXT NOT NULL,
  n INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  line BLOB NOT NULL,
  PRIMARY KEY (board, n)
) STRICT, WITHOUT ROWID;
"""


class Heard(NamedTuple):
    """A row that was heard: of which board, its number, when, and the message."""

    board: str
    n: int
    at_ms: int
    line: bytes


class Store:
    """
    The hall's file.

    Args:
        folder: Where it lies.

    Raises:
        SettingsError: It cannot be used.
    """

    def __init__(self, folder: Path) -> None:
        path = folder / HALL
        try:
            os.close(open_own(path))
            self._file = sqlite3.connect(path, isolation_level=None)
            for pragma in ("journal_mode=WAL", "synchronous=NORMAL"):
                self._file.execute(f"PRAGMA {pragma}")
            self._file.executescript(_TABLES)
        except (OSError, sqlite3.Error) as fault:
            msg = f"{path} cannot be used: {fault}; delete it, and boards tell all anew"
            raise SettingsError(msg) from None

    def close(self) -> None:
        """Let the file go."""
        self._file.close()

    def boards(self) -> list[tuple[str, str, str]]:
        """Return each board, its stream, and its name."""
        return self._file.execute("SELECT * FROM boards").fetchall()

    def heard(self) -> Iterator[Heard]:
        """Yield every received row, by board and then by the row's number."""
        sql = "SELECT board, n, at_ms, line FROM heard ORDER BY board, n"
        return map(Heard._make, self._file.execute(sql))

    def keep(
        self,
        boards: Iterable[tuple[str, str, str]],
        anew: Iterable[str],
        rows: Iterable[Heard],
    ) -> None:
        """
        Write down what was heard, all of it or nothing.

        Args:
            boards: Each board that is new, or has changed.
            anew: Those of them that tell all once more: what they told is forgotten.
            rows: What they told.
        """
        execute = self._file.execute
        execute("BEGIN")
        try:
            many = self._file.executemany
            many("DELETE FROM heard WHERE board = ?", ((one,) for one in anew))
            many("REPLACE INTO boards VALUES (?, ?, ?)", boards)
            many("INSERT OR IGNORE INTO heard VALUES (?, ?, ?, ?)", rows)
            execute("COMMIT")
        except BaseException:
            execute("ROLLBACK")
            raise

    def get(self, key: str) -> str:
        """Return what is known under a key; empty for nothing."""
        sql = "SELECT value FROM known WHERE key = ?"
        found = self._file.execute(sql, (key,)).fetchone()
        return str(found[0]) if found else ""

    def put(self, **values: str) -> None:
        """Know each of some values under its key."""
        self._file.executemany("REPLACE INTO known VALUES (?, ?)", values.items())


def now_ms() -> int:
    """Return the time of day, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000
