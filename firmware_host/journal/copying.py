"""
Copies of a journal, written table by table into a new file.

Omitted rows are never written to the new file, so no byte of them is on the disk.
Deleted rows in free pages of the source are not copied either.
"""

import os
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from firmware_host.board.entries import Cut
from firmware_host.errors import JournalError
from firmware_host.journal.checks import count_more
from firmware_host.journal.copies import leave_off
from firmware_host.journal.file import explaining_faults, open_own, tolerant, version_of
from firmware_host.journal.reader import Reader

#: Returns for a journal the games that a copy ends early, and where.
Cuts = Callable[[Reader], Iterable[Cut]]

#: Tables that are not copied: they can be rebuilt from others, and may contain secrets
#: or, in a manipulated copy, anything.
_LEFT = frozenset({"snapshots", "summaries"})

#: The folder of the backups, beside the journal.
BACKUPS = "backups"

#: The number of games whose rows are copied before a sync to the card; another writer
#: waits at most for these.
_GAMES_AT_ONCE = 100

#: Below every number that a damaged file may call a game.
_FIRST = -(1 << 63)

#: The beginning of a statement that creates a part of the schema; in the copy the name
#: of the copy's database is inserted after it.
_MADE = re.compile("^CREATE (TABLE|INDEX|UNIQUE INDEX|TRIGGER) ")


class Source(Reader):
    """
    The source of a copy: a journal, or a copy of one, with its own connection.

    A daemon may write it meanwhile; the copy has the state of one moment.
    """

    def copy(
        self,
        target: Path,
        *,
        cuts: Cuts = lambda _journal: (),
        keeps: Callable[[str], bool] = lambda _key: True,
        names: bool = True,
    ) -> None:
        """
        Write a copy; on return it is complete, and only its owner can read it.

        Args:
            target: The path of the copy; an existing file is replaced.
            cuts: Returns the last row to copy of each incomplete game.
            keeps: Returns True for the key of a setting to copy.
            names: False for a copy without the names of players.

        Raises:
            JournalError: There is no room, or the file is damaged or no journal of this
                program.
        """
        with explaining_faults(target):
            target.unlink(missing_ok=True)
            descriptor = open_own(target)
            try:
                with self._attached(target):
                    left_off = tuple(cuts(self))
                    tables = self._tables() - _LEFT - (set() if names else {"names"})
                    self._fill(descriptor, tables, left_off)
                    fewer = self._choose(keeps)
                with closing(tolerant(target)) as made:
                    made.execute("PRAGMA journal_mode=OFF")
                    if "counts" in tables:
                        count_more(made, "settings", more=-fewer)
                    for cut in left_off:
                        leave_off(cut, made)
                os.fsync(descriptor)
            except BaseException:
                with suppress(OSError):
                    target.unlink()
                raise
            finally:
                os.close(descriptor)

    @contextmanager
    def _attached(self, target: Path) -> Iterator[None]:
        execute = self._file.execute
        version = version_of(self._file)
        if version is None:
            msg = f"{self._path} is damaged, or none of ours; use a backup"
            raise JournalError(msg)
        (application,) = execute("PRAGMA application_id").fetchone()
        execute("ATTACH ? AS copy", (f"{target.resolve().as_uri()}?mode=rw",))
        try:
            # An incomplete copy is deleted, so no rollback is needed.
            for pragma in ("journal_mode=OFF", "synchronous=OFF"):
                execute(f"PRAGMA copy.{pragma}")
            execute("BEGIN")  # from here on the journal is as at one moment
            yield
            execute(f"PRAGMA copy.application_id={application}")
            execute(f"PRAGMA copy.user_version={version}")
            execute("COMMIT")
        finally:
            if self._file.in_transaction:
                execute("ROLLBACK")
            execute("DETACH copy")

    @property
    def _file(self) -> sqlite3.Connection:
        """The connection to the source file; to the file before an upgrade, if any."""
        return self._older or self._connection

    def _tables(self) -> set[str]:
        sql = "SELECT name FROM main.sqlite_schema WHERE type = 'table'"
        return {name for (name,) in self._file.execute(sql)}

    def _fill(self, descriptor: int, tables: set[str], cuts: tuple[Cut, ...]) -> None:
        """Create all tables and indexes, and copy some tables' rows in portions."""
        execute = self._file.execute
        sql = "SELECT sql FROM main.sqlite_schema WHERE sql NOT NULL"
        for (made,) in execute(sql).fetchall():  # in the order in which they were made
            execute(_MADE.sub(r"\g<0>copy.", made))
        for table in sorted(tables - {"settings"}):
            leaving = _exclusion(table, tables, cuts)
            for some in self._portions(table):
                execute(
                    f"INSERT INTO copy.{table} SELECT * FROM main.{table}"  # noqa: S608 - ours
                    f" WHERE {some}{leaving}"
                )
                os.fdatasync(descriptor)

    def _choose(self, keeps: Callable[[str], bool]) -> int:
        """Copy the settings to keep; return how many were omitted."""
        execute, fewer = self._file.execute, 0
        for (key,) in execute("SELECT key FROM main.settings ORDER BY key").fetchall():
            if keeps(key):
                sql = (
                    "INSERT INTO copy.settings SELECT * FROM main.settings WHERE key=?"
                )
                execute(sql, (key,))
            else:
                fewer += 1
        return fewer

    def _portions(self, table: str) -> Iterator[str]:
        """Yield SQL conditions, each for one portion of the table `rows`; else one."""
        if table != "rows":
            yield "1"
            return
        sql, first = "SELECT min(game) FROM main.rows WHERE game >= ?", _FIRST
        while (found := self._file.execute(sql, (first,)).fetchone()[0]) is not None:
            first = found + _GAMES_AT_ONCE
            yield f"game >= {found} AND game < {first}"


def _exclusion(table: str, tables: set[str], cuts: Iterable[Cut]) -> str:
    """Return the SQL that excludes what a copy omits of a table; empty for nothing."""
    ends: list[str] = []
    if table == "rows":
        ends = [f"game = {cut.game} AND number > {cut.row}" for cut in cuts]
    elif table == "names":
        ends = [
            f"game = {cut.game} AND seat >= {cut.seats}"
            for cut in cuts
            if cut.seats is not None
        ]
    elif table == "counts" and "names" not in tables:
        ends = ["what = 'names'"]
    return "".join(f" AND NOT ({end})" for end in ends)


def backups_of(path: Path) -> dict[int, Path]:
    """Return the backups of a journal by their numbers, the newest first."""
    folder = path.parent / BACKUPS
    pattern = re.compile(rf"{re.escape(path.stem)}-(\d+)\.db")
    files = tuple(folder.iterdir()) if folder.is_dir() else ()
    found = {int(m[1]): one for one in files if (m := pattern.fullmatch(one.name))}
    return dict(sorted(found.items(), reverse=True))
