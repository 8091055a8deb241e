"""A journal as version 2 of it was, with a damaged game."""

import sqlite3
from contextlib import closing
from pathlib import Path

from firmware_host.journal.checks import header_crc, with_crc
from firmware_host.journal.file import scripts, upgrade


def old_journal(folder: Path) -> Path:
    """Make one; game 2 is damaged."""
    file = folder / "j.db"
    rows = [with_crc("rows", (1, n, n, 0, "{}", "[]")) for n in (1, 2)]
    with closing(sqlite3.connect(file, isolation_level=None)) as old:
        upgrade(old, {n: one for n, one in scripts().items() if n <= 2})
        good = header_crc(1, "{}")
        for game in (1, 2):
            old.execute("INSERT INTO games VALUES (?, '{}', 1, 1, ?)", (game, good))
        old.executemany("INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        old.execute("INSERT INTO names VALUES (1, 0, 'Änn')")
        old.execute("INSERT INTO settings VALUES ('place', 'home')")
        old.execute("INSERT INTO tags VALUES (x'040000ab', 'piece', 'red', 1, 0)")
        old.execute("INSERT INTO events VALUES (7, 5)")
    return file
