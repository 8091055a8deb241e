"""
Checksums of rows and counts of rows: they reveal changed bits and missing rows.

The crc of a row is the CRC-32 of its table's name and all other columns in their order,
separated by spaces; the table `rows` uses an older form of it. The table `counts` has
the number of rows of each table, or of each game in a table.
"""

import sqlite3
from typing import Any
from zlib import crc32

from firmware_host.board.entries import RowEntry

#: The columns of a row as SQLite returns them; of any type in a damaged file.
Columns = tuple[Any, ...]


def row_crc(row: RowEntry) -> int:
    """Return the crc of a row of a game."""
    text = f"{row.game} {row.number} {row.ms} {row.seat} {row.action}\0{row.facts}"
    return crc32(text.encode())


def header_crc(game: int, header: str) -> int:
    """Return the crc of a game in a journal of version 1 or 2."""
    return crc32(f"{game} {header}".encode())


def is_sound(table: str, columns: Columns) -> bool:
    """Return True if the crc in a row's last column fits its other columns."""
    return with_crc(table, columns[:-1]) == columns


def with_crc(table: str, columns: Columns) -> Columns:
    """Return a complete row of *table*: its columns, then the CRC of their values."""
    if table == "rows":
        return (*columns, row_crc(RowEntry(*columns)))
    texts = [
        one.hex().upper() if isinstance(one, bytes) else str(one) for one in columns
    ]
    return (*columns, crc32(" ".join((table, *texts)).encode()))


def counted(connection: sqlite3.Connection, what: str, game: int = 0) -> int | None:
    """Return the stored number of rows, or None if it is missing or damaged."""
    sql = "SELECT * FROM counts WHERE what = ? AND game = ?"
    row = connection.execute(sql, (what, game)).fetchone()
    return row[2] if row is not None and is_sound("counts", row) else None


def count(connection: sqlite3.Connection, what: str, game: int = 0) -> None:
    """Count the rows of a table, or of a game in it, and store the number."""
    by_game = what in {"rows", "names"}
    sql = f"SELECT count(*) FROM {what}"  # noqa: S608 - our own names
    found = (
        connection.execute(f"{sql} WHERE game = ?", (game,))
        if by_game
        else connection.execute(sql)
    )
    (n,) = found.fetchone()
    if counted(connection, what, game) != n:  # else no page is written
        _write_count(connection, what, game, n)


def count_more(
    connection: sqlite3.Connection, what: str, game: int = 0, *, more: int
) -> None:
    """Add *more* to the stored number of rows; count them if it is missing."""
    known = counted(connection, what, game)
    if known is None:  # it is new, or damaged
        count(connection, what, game)
    elif more:
        _write_count(connection, what, game, known + more)


def _write_count(connection: sqlite3.Connection, what: str, game: int, n: int) -> None:
    """Store a number of rows; delete the entry of a game without any."""
    if n or not game:
        values = with_crc("counts", (what, game, n))
        connection.execute("REPLACE INTO counts VALUES (?, ?, ?, ?)", values)
    else:
        sql = "DELETE FROM counts WHERE what = ? AND game = ?"
        connection.execute(sql, (what, game))
