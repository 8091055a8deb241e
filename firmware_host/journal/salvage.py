"""
Recovery of a damaged journal into a new one: first its readable rows, then backups.

The damaged file is read through a copy and never changed. If no source has all rows of
a game, the rows before its first gap are kept.
"""

import os
import shutil
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from firmware_host.journal.checks import (
    Columns,
    count,
    counted,
    header_crc,
    is_sound,
    with_crc,
)
from firmware_host.journal.copying import backups_of
from firmware_host.journal.file import (
    FAULTS,
    scripts,
    tolerant,
    upgrade,
    version_of,
    with_ending,
)
from firmware_host.journal.pages import scan

#: Tables whose rows are independent; a table that others refer to comes first.
_TABLES = ("boxes", "tags", "settings", "events")

#: Fields of a file's header: its format versions, its size in pages, its free pages.
#: Source: sqlite.org/fileformat2.html, "The Database Header".
_HEADER_BYTES, _PAGE_BYTES = 100, 4096
_WRITTEN, _SIZE, _FREE = slice(18, 20), slice(28, 32), slice(32, 40)

#: The least number of pages of a copy: SQLite needs the first page of each table.
_LEAST_PAGES = 64

#: From this version on every row carries a checksum.
_CHECKED = 3

#: Makes an empty journal, or opens one.
Open = Callable[[Path], sqlite3.Connection]


class _Copy:
    """
    A copy of a file that may be damaged.

    Args:
        connection: The connection to the copy.
        path: The path of the copy.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self.execute = connection.execute
        self._connection, self._path = connection, path
        version: int = self.execute("PRAGMA user_version").fetchone()[0]
        #: Whether all its rows carry a checksum.
        self.is_checked = version >= _CHECKED

    def counted(self, table: str, game: int = 0) -> int | None:
        """Return the stored number of rows, or None if it is damaged."""
        if not self.is_checked:
            return None
        with suppress(*FAULTS):
            return counted(self._connection, table, game)
        counts = {one[:2]: one[2] for one in self.scattered["counts"]}
        return counts.get((table, game))

    @cached_property
    def scattered(self) -> Mapping[str, list[Columns]]:
        """Every sound row on any page, by its table, found without the B-tree."""
        if not self.is_checked:
            return defaultdict(list)
        with suppress(*FAULTS):  # what the log has, too
            self.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        return scan(self._path)

    @cached_property
    def of_games(self) -> Mapping[tuple[str, int], dict[int, Columns]]:
        """The rows of each game, found on any page, by row number or by seat."""
        found = defaultdict[tuple[str, int], dict[int, Columns]](dict)
        for table in ("rows", "names"):
            for row in self.scattered[table]:
                found[table, row[0]][row[1]] = row
        return found


class _Part(NamedTuple):
    """
    The recovered rows and names of a game that is whole or cut short.

    Args:
        settled: The row of the game itself.
        rows: Its rows from the first one on, without a gap.
        names: Its names.
        lacks: Why it is not whole, for the message, such as ``cut short after row 7``.
    """

    settled: Columns
    rows: list[Columns]
    names: list[Columns]
    lacks: str


def salvage(damaged: Path, target: Path, make: Open) -> tuple[str, ...]:
    """
    Write all recoverable rows of a damaged journal and of its backups to a new one.

    Args:
        damaged: The journal's file, with its write-ahead log beside it.
        target: The path of the new file, which must not exist.
        make: Creates and opens an empty journal.

    Returns:
        The names of parts that are lost, incomplete, or taken from a backup.
    """
    missing: set[str] = set(_TABLES)
    games: set[int] | None = None  # unknown
    parts: dict[int, _Part] = {}
    told: list[str] = []
    with closing(make(target)) as into:
        for source in (damaged, *backups_of(damaged).values()):
            with suppress(*FAULTS, OSError), _open_copy(source, target) as copy:
                into.execute("BEGIN IMMEDIATE")
                whole = {one for one in _TABLES if one in missing}
                whole -= {one for one in whole if not _table(copy, into, one)}
                listed, played = _games(copy, into, games, parts)
                for one in (*_TABLES, "games"):
                    count(into, one)
                into.execute("COMMIT")
                missing -= whole
                games = listed if source == damaged else games
                games = None if games is None else games - played
                if source != damaged:
                    told += [*sorted(whole), *(f"game {one}" for one in sorted(played))]
            if not missing and games == set():
                break
        cut = {game for game, part in parts.items() if _write(into, part)}
        count(into, "games")
        games = games and games - cut
        for game in games or ():  # no other one gets its number
            _insert(into, "counts", ("rows", game, 0))
    gone = [*sorted(missing), *(f"game {one}" for one in sorted(games or ()))]
    gone += ["the list of games"] if games is None else []
    return (
        *(f"{one} is gone, or not all there" for one in gone),
        *(f"game {one} is {parts[one].lacks}" for one in sorted(cut)),
        *(f"{one} is as a backup has it" for one in told),
    )


def _table(copy: _Copy, into: sqlite3.Connection, table: str) -> bool:
    """Copy every sound row of a table; return True if none is missing."""
    rows, whole = _readable(copy, table)
    sound = [one for row in rows if (one := _sound_row(copy, table, row)) is not None]
    whole = whole and len(sound) == len(rows)
    there = len({one[0] for one in sound})  # a pointer may lead to a row twice
    if not (whole and _all_there(copy, table, 0, there)):
        sound += [row[:-1] for row in copy.scattered[table]]
        whole = copy.counted(table) == len({one[0] for one in sound})
    for columns in sound:
        with suppress(sqlite3.IntegrityError):
            _insert(into, table, columns)
    return whole


def _sound_row(copy: _Copy, table: str, row: Columns) -> tuple[object, ...] | None:
    """Return a row in today's schema without its checksum, or None if damaged."""
    if copy.is_checked:
        return row[:-1] if is_sound(table, row) else None
    if table == "games":
        return row[:-1] if header_crc(*row[:2]) == row[-1] else None
    if table == "rows":
        return row[:-1] if is_sound(table, row) else None
    return (*row, 0) if table == "events" else row


def _all_there(copy: _Copy, table: str, game: int, there: int) -> bool:
    """Return True if *there* is the stored number of rows, or that is unknown."""
    return copy.counted(table, game) in (there, None)


def _readable(copy: _Copy, table: str) -> tuple[list[Columns], bool]:
    """
    Return the rows of a table, read from both ends up to a damaged page.

    Args:
        copy: The copy to read.
        table: The table; its first column is its key.

    Returns:
        The rows, in which a row may occur twice; and True if no page was damaged.
    """
    rows: list[Columns] = []
    for order in ("", " ORDER BY 1 DESC"):
        with suppress(*FAULTS):
            sql = f"SELECT * FROM {table}{order}"  # noqa: S608 - our own names
            rows.extend(copy.execute(sql))  # up to a fault, it keeps what was read
            return rows, not order
    return rows, False


def _games(
    copy: _Copy,
    into: sqlite3.Connection,
    wanted: set[int] | None,
    parts: dict[int, _Part],
) -> tuple[set[int] | None, set[int]]:
    """
    Copy each complete game.

    Args:
        copy: The source.
        into: The connection to the new journal.
        wanted: The numbers of the games to copy; None for all that it lacks.
        parts: The incomplete games by number; replaced if the source has more rows.

    Returns:
        The numbers of all games of the source, None if unknown; and those copied.
    """
    rows, whole = _readable(copy, "games")
    games = {one[0]: one for one in rows if isinstance(one[0], int)}
    listed: set[int] | None = set(games)
    if not (whole and _all_there(copy, "games", 0, len(games))):
        games = {one[0]: one for one in copy.scattered["games"]} | games
        listed = set(games)
        if copy.counted("games") != len(games):
            listed = _games_with_rows(copy)
            listed = listed and listed | set(games)
    if listed is not None and any(
        _sound_row(copy, "games", one) is None for one in games.values()
    ):
        listed |= _games_with_rows(copy) or set()  # its number may be what has changed
    here = [one for one in games if wanted is None or one in wanted]
    return listed, {one for one in here if _game(copy, into, games[one], parts)}


def _games_with_rows(copy: _Copy) -> set[int] | None:
    """Return the numbers of the games that have rows, or None if there are none."""
    with suppress(*FAULTS):
        found = copy.execute("SELECT DISTINCT game FROM rows")
        return {one for (one,) in found if isinstance(one, int)}
    return {one[0] for one in copy.scattered["rows"]} or None


def _game(
    copy: _Copy, into: sqlite3.Connection, game: Columns, parts: dict[int, _Part]
) -> bool:
    """Recover a game if it is whole, else note its part; return True if recovered."""
    settled = _sound_row(copy, "games", game)
    if settled is None:
        return False
    rows, all_rows = _all_of(copy, "rows", game[0])
    names, all_names = _all_of(copy, "names", game[0])
    start = [row for at, row in enumerate(rows, 1) if row[1] == at]
    known = len(parts[game[0]].rows) if game[0] in parts else 0
    has_rows = all_rows and len(start) == len(rows)
    lacks = "without all names" if has_rows else f"cut short after row {len(start)}"
    part = _Part(settled, start, names, lacks)
    if has_rows and all_names and known <= len(start):
        parts.pop(game[0], None)
        return _write(into, part)
    if len(start) > known:
        parts[game[0]] = part
    return False


def _write(into: sqlite3.Connection, part: _Part) -> bool:
    """Write a recovered game; return False if its number is already there."""
    if not _insert(into, "games", part.settled):
        return False
    for table, rows in (("rows", part.rows), ("names", part.names)):
        for row in rows:
            _insert(into, table, row)
        count(into, table, part.settled[0])
    return True


def _all_of(copy: _Copy, table: str, game: int) -> tuple[list[Columns], bool]:
    """Return the sound rows of a game in a table, and True if none is missing."""
    sql = f"SELECT * FROM {table} WHERE game = ? ORDER BY 2"  # noqa: S608 - ours
    rows: list[Columns] = []
    with suppress(*FAULTS):
        rows.extend(copy.execute(sql, (game,)))  # up to a fault
        sound = [
            one for row in rows if (one := _sound_row(copy, table, row)) is not None
        ]
        there = len({one[1] for one in sound})
        if len(sound) == len(rows) and _all_there(copy, table, game, there):
            return sound, True
    sound = [one for row in rows if (one := _sound_row(copy, table, row)) is not None]
    found = {one[1]: one for one in sound}
    found |= {at: row[:-1] for at, row in copy.of_games[table, game].items()}
    whole = bool(found) and copy.counted(table, game) == len(found)
    return [row for _, row in sorted(found.items())], whole


def _insert(into: sqlite3.Connection, table: str, columns: tuple[object, ...]) -> bool:
    """Insert a row with its checksum; return False if its key exists already."""
    marks = ", ".join("?" * (len(columns) + 1))
    sql = f"INSERT OR IGNORE INTO {table} VALUES ({marks})"  # noqa: S608 - our own names
    return into.execute(sql, with_crc(table, columns)).rowcount == 1


@contextmanager
def _open_copy(source: Path, target: Path) -> Iterator[_Copy]:
    """Open a copy of a file with its log; repair its first page if necessary."""
    work = with_ending(target, ".torn")
    files = [with_ending(work, end) for end in ("", "-wal", "-shm")]
    try:
        for end, file in zip(("", "-wal"), files, strict=False):
            if with_ending(source, end).exists():
                shutil.copy(with_ending(source, end), file)
        _pad(work)
        for size in (_HEADER_BYTES, _PAGE_BYTES):
            if not _is_legible(work):
                _graft(work, size)
        with closing(tolerant(work)) as copy:
            copy.execute(f"PRAGMA user_version={version_of(copy) or 0}")
            # What follows reads every row, and one of them may be damaged.
            upgrade(copy, {n: one for n, one in scripts().items() if n < _CHECKED})
            yield _Copy(copy, work)
    finally:
        for file in files:
            file.unlink(missing_ok=True)


def _pad(path: Path) -> None:
    """Extend a database file by zero bytes to a whole number of pages."""
    size = max(path.stat().st_size, _LEAST_PAGES * _PAGE_BYTES)
    os.truncate(path, size + -size % _PAGE_BYTES)


def _is_legible(path: Path) -> bool:
    with suppress(*FAULTS), closing(tolerant(path)) as copy:
        copy.execute("BEGIN IMMEDIATE")  # a header may forbid to write, too
        return version_of(copy) is not None
    return False


def _graft(path: Path, size: int) -> None:
    """
    Overwrite the beginning of a file with that of an empty journal.

    The first page has only the header and the root page of each table, which are the
    same in every journal of a version.

    Args:
        path: A copy of the damaged file.
        size: The number of bytes: those of the header, or of the whole page.
    """
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as empty:
        upgrade(empty, scripts())
        empty.execute("VACUUM")  # as `file` has it
        page = bytearray(empty.serialize()[:size])
    page[_WRITTEN] = b"\x02\x02"  # with a log
    page[_SIZE] = (path.stat().st_size // _PAGE_BYTES).to_bytes(4)
    page[_FREE] = bytes(8)
    with path.open("r+b") as file:
        file.write(page)
