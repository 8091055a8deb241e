"""
Use a board's whole data folder while every write is recorded: plugged.py FOLDER LOG.

An old journal is migrated and games are played. A backup is made and restored, names
are erased, a damaged file is set aside. Before each step the log gets the states
allowed after a power cut; behind it the required one.
"""

import json
import os
import sqlite3
import struct
import sys
from collections.abc import Iterable
from contextlib import closing, contextmanager
from pathlib import Path

from firmware_host.app.archive import trial
from firmware_host.app.archive.backups import Backups
from firmware_host.app.archive.erasing import erase_names, go_on
from firmware_host.app.daemon.restoring import Restoring
from firmware_host.board.entries import JOURNAL, Entry, NewGame, RowEntry
from firmware_host.errors import JournalError
from firmware_host.journal import writer
from firmware_host.journal.checks import header_crc, with_crc
from firmware_host.journal.file import scripts, upgrade
from firmware_host.journal.store import Journal

NAME = "Zacharias"

#: Rows of each game, all of them committed together.
ROWS = 3


def facts(game: int, row: int) -> str:
    """Return the facts of a row: each has its own."""
    return json.dumps([{"is": "asked", "of": f"{game}.{row}"}])


def whole_game(game: int) -> Entry:
    """Return a game that is over, all of it at once."""
    rows = (RowEntry(game, n, n, 0, "{}", facts(game, n)) for n in range(1, ROWS + 1))
    new = NewGame(game, "{}", (NAME,))
    return Entry(new_game=new, rows=tuple(rows), ended=game, event=(7, game))


def old_journal(path: Path, games: int) -> None:
    """Make a journal of an older version."""
    with closing(sqlite3.connect(path, isolation_level=None)) as old:
        upgrade(old, {n: one for n, one in scripts().items() if n <= 2})
        for game in range(1, games + 1):
            crc = header_crc(game, "{}")
            old.execute("INSERT INTO games VALUES (?, '{}', 1, 1, ?)", (game, crc))
            old.execute("INSERT INTO names VALUES (?, 0, ?)", (game, NAME))
            for n in range(1, ROWS + 1):
                row = with_crc("rows", (game, n, n, 0, "{}", facts(game, n)))
                old.execute("INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    for one in (path, path.parent):
        descriptor = os.open(one, os.O_RDONLY)
        os.fsync(descriptor)
        os.close(descriptor)


def passes(path: Path, *, whole: bool) -> bool:
    """Try a copy as `trial` does, but in this process, which is recorded."""
    del whole
    try:
        with Journal(path, reserve_bytes=0) as journal:
            return journal.set_aside is None
    except JournalError:
        return False
    finally:
        path.with_name(path.name + ".lock").unlink(missing_ok=True)


@contextmanager
def started(path: Path) -> Iterable[Journal]:
    """Start as the board does, and be up; then end."""
    restoring = Restoring(path)
    restoring.take_back()
    with Journal(path, reserve_bytes=0) as journal:
        restoring.carry_over(journal)
        restoring.settle()
        go_on(journal, Backups(path))
        yield journal


class Evening:
    """
    The steps on the folder, with the allowed states that are logged for each.

    Args:
        path: The journal.
        log: Where to say it.
    """

    def __init__(self, path: Path, log: int) -> None:
        self.path = path
        self.log = log
        self.now = {"games": [0], "backups": 0, "named": True}

    def say(self, **what: object) -> None:
        """
        Log the states that are allowed from now on.

        The other keys keep their values.
        """
        self.now |= what
        data = json.dumps(self.now).encode()
        os.write(self.log, struct.pack("<ciqI", b"A", 0, 1, len(data)) + data)

    def play(self, journal: Journal, *games: int) -> None:
        """Play games, one after the other."""
        for game in games:
            self.say(games=[game - 1, game])
            journal.append(whole_game(game)).result()
            self.say(games=[game])

    def damage(self) -> None:
        """Overwrite a part of the first page, which is the same in every journal."""
        with self.path.open("r+b") as file:
            file.seek(100)
            file.write(b"\xff" * 512)
            file.flush()
            os.fsync(file.fileno())

    def go(self) -> None:
        """Do all of it."""
        path, backups = self.path, Backups(self.path)
        with started(path) as journal:  # from the older version, with a backup of it
            self.say(backups=1)
            self.play(journal, *range(4, 9))
            made = backups.make()
            self.say(backups=made)
            self.play(journal, *range(9, 13))
            self.say(games=[8, 12])
            Restoring(path).restore(made)
            self.say(games=[8])
        with started(path) as journal:
            self.say(backups=made + 1)
            self.play(journal, 9, 10)
            self.say(named=None)
            erase_names(journal, backups)
            self.say(named=False)
        self.damage()
        with started(path) as journal:
            journal.append(Entry(settings=(("place", "home"),))).result()


def main() -> None:
    """Prepare, and do it while it is recorded."""
    writer.TIDY_AFTER, writer.QUIET_S, writer.PAUSE_S = 12, 0.005, 0.005
    trial.passes = passes
    path = Path(sys.argv[1]) / JOURNAL
    log = os.open(sys.argv[2], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    old_journal(path, 3)
    evening = Evening(path, log)
    evening.say(games=[3])
    evening.go()


if __name__ == "__main__":
    main()
