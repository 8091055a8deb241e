"""
Checks of a journal's file at a start.

A start reads the rows that it needs and tries a write; the time for both does not
depend on the number of games. The whole file is checked later, while nobody plays
(`app/archive/checking.py`).
"""

import sqlite3

from firmware_host.journal.checks import counted

#: The largest plausible number of a game; a larger one is damage.
MOST_GAMES = 1 << 40

#: Selects the newest game, any row of a damaged game, or a missing one.
LAST_GAME = (
    "SELECT max(last) FROM (SELECT max(id) AS last FROM games WHERE id < ?1"
    " UNION ALL SELECT max(game) FROM rows WHERE game < ?1"
    " UNION ALL SELECT max(game) FROM names WHERE game < ?1"
    " UNION ALL SELECT max(game) FROM counts WHERE what = 'rows' AND game < ?1)"
)

#: Selects the newest unfinished game. An index may have lost an entry, so the newest
#: game is read without it.
LEFT_OPEN = (
    "SELECT max(id) FROM (SELECT max(id) AS id FROM games"
    " WHERE NOT ended AND id < ?1 UNION ALL SELECT id FROM (SELECT id, ended"
    " FROM games WHERE id < ?1 ORDER BY id DESC LIMIT 1) WHERE NOT ended)"
)

#: Tables that are read whole at each start.
SMALL = ("boxes", "tags", "settings")


class DamagedError(Exception):
    """The file is a damaged journal; `opening` catches this and salvages the file."""


def check_pages(connection: sqlite3.Connection, what: str = "1") -> None:
    """
    Run SQLite's quick check; raise `DamagedError` if it fails.

    Args:
        connection: The file.
        what: The name of a table; ``1`` for the whole file, up to its first fault.
    """
    sql = f"PRAGMA quick_check({what})"
    if connection.execute(sql).fetchone() != ("ok",):
        raise DamagedError


def check_small(connection: sqlite3.Connection) -> None:
    """
    Raise `DamagedError` unless the small tables are sound and have all their rows.

    A damaged page can still have all its rows if its header names used space as free.
    The next write would overwrite another row, such as the teacher's passphrase.
    """
    for table in SMALL:
        check_pages(connection, table)
        sql = f"SELECT * FROM {table}"  # noqa: S608 - our own names
        # A pointer may lead to a row twice.
        there = len({row[0] for row in connection.execute(sql)})
        if counted(connection, table) not in (there, None):
            raise DamagedError


def check_newest(connection: sqlite3.Connection) -> None:
    """Read the newest game and the newest unfinished one, which a start may resume."""
    execute = connection.execute
    execute("SELECT sum(n + age + crc) FROM events").fetchall()
    found = [execute(sql, (MOST_GAMES,)).fetchone() for sql in (LAST_GAME, LEFT_OPEN)]
    for newest in found:
        sql = "SELECT sum(length(header) + ended + crc) FROM games WHERE id = ?"
        execute(sql, newest).fetchall()
        for table, text in (("rows", "facts"), ("names", "name"), ("counts", "what")):
            sql = f"SELECT sum(length({text}) + crc) FROM {table} WHERE game = ?"  # noqa: S608 - ours
            execute(sql, newest).fetchall()


def try_to_write(connection: sqlite3.Connection) -> None:
    """Insert a game and roll back: this touches the pages that the next write needs."""
    execute = connection.execute
    execute("BEGIN IMMEDIATE")
    sql = "SELECT 1 + ifnull(max(id), 0) FROM games WHERE id < ?"
    (game,) = execute(sql, (MOST_GAMES,)).fetchone()
    execute("INSERT INTO games VALUES (?, '', 1, 0, 0)", (game,))
    execute("INSERT OR IGNORE INTO names VALUES (?, 0, '', 0)", (game,))
    execute("INSERT OR IGNORE INTO rows VALUES (?, 1, 0, 0, '', '', 0)", (game,))
    for what in ("names", "rows"):
        execute("INSERT OR IGNORE INTO counts VALUES (?, ?, 1, 0)", (what, game))
    execute("ROLLBACK")
