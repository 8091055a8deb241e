"""The journal: entries are on the card before their effects are shown."""

import os
import sqlite3
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import astuple
from functools import partial
from pathlib import Path
from typing import Self

from firmware_host.board.entries import Entry, NameEntry, NewGame
from firmware_host.errors import JournalError
from firmware_host.journal.checks import (
    Columns,
    count,
    count_more,
    is_sound,
    row_crc,
    with_crc,
)
from firmware_host.journal.file import (
    explaining_faults,
    lock,
    set_aside_files,
    sync,
    with_ending,
)
from firmware_host.journal.inspection import SMALL
from firmware_host.journal.opening import Opened, connect
from firmware_host.journal.reader import Reader, item_columns
from firmware_host.journal.writer import RESERVE_BYTES, Do, InDoubt, Reserve, Writer

#: The number of controller boots for which the last event number is stored.
KEPT_STARTS = 16


class Journal(Reader):
    """
    The journal of a board, open for writing; only one process at a time can open it.

    Entering opens the file; leaving writes the queued entries and closes it::

        with Journal("letterzone.db") as journal:
            journal.append(Entry(rows=(row,)), then=lamp.on).result()

    Args:
        path: The file, which is created if it is missing, with a ``.lock`` and a
            ``.reserve`` file beside it.
        before_commit: Called on the writer's thread before each COMMIT, for tests that
            simulate a slow card.
        reserve_bytes: The space on the disk to reserve for the last entries on a full
            disk.
        in_doubt: Called on the writer's thread after a COMMIT of unknown outcome.
            Nothing is written after it: close the journal and open it again.
        salvaging: True to treat the file as damaged in any case.
    """

    #: The class of the writer; where threads do not exist, one without a thread.
    writer_kind: type[Writer] = Writer

    def __init__(
        self,
        path: Path | str,
        *,
        before_commit: Callable[[], object] | None = None,
        reserve_bytes: int = RESERVE_BYTES,
        in_doubt: InDoubt = lambda _doubt: None,
        salvaging: bool = False,
    ) -> None:
        super().__init__(path)
        self._salvaging = salvaging
        self._in_doubt = in_doubt
        self._before_commit = before_commit
        self._reserve_bytes = reserve_bytes
        self._writer: Writer | None = None
        self._lock: int | None = None
        #: The new path of a damaged file; None if the file was sound.
        self.set_aside: Path | None = None
        #: The names of lost parts of a damaged file, and of those taken from a backup.
        self.lost: tuple[str, ...] = ()

    def __enter__(self) -> Self:
        self._lock = lock(self._path)
        file = with_ending(self._path, ".reserve")
        reserve = Reserve(file, size_bytes=self._reserve_bytes)
        try:
            connection, self.set_aside, self.lost = self._connect(reserve)
            self._writer = self.writer_kind(
                connection,
                path=self._path,
                reserve=reserve,
                before_commit=self._before_commit,
                in_doubt=self._in_doubt,
            )
            self._writer.start()
            return super().__enter__()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Write all queued entries and close the file; closing twice is allowed."""
        super().close()
        if self._writer is not None:
            self._writer.stop()
            self._writer = None
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def append(
        self, entry: Entry, *, then: Do | None = None, meanwhile: Do = int
    ) -> Future[None]:
        """
        Queue an entry, which is written completely or not at all; return at once.

        Entries are written in order; all queued ones share one COMMIT.

        Args:
            entry: The entry.
            then: Called on the writer's thread as soon as the entry is durable, for
                example to light a lamp. It should be quick. It is not called after a
                failure.
            meanwhile: Called on that thread right before COMMIT, for work that another
                thread can do during it. It must not raise.

        Returns:
            A future, done after *then*. Its exception is a `JournalError` if the entry
            was not written, a `DoubtError` if this is unknown, a `RuleError` for an
            invalid entry (a number used twice, a game that was not begun), or an
            exception of *then*. It cannot be cancelled.

        Raises:
            JournalError: The journal is not open.
        """
        write = partial(_write, entry)
        return self._open_writer.put(write, then=then, meanwhile=meanwhile)

    def put_setting(self, key: str, value: str | None) -> Future[None]:
        """Store a setting; None deletes it."""
        return self.append(Entry(settings=((key, value),)))

    def delete_game(self, game: int) -> Future[None]:
        """
        Delete a game with its rows and names; backups keep it.

        This waits for a pause between entries. The caller must make sure that the game
        is not being played.

        Args:
            game: The number of the game; an unknown one has no effect.
        """
        return self._open_writer.put(partial(_delete, game), can_wait=True)

    def erase_names(self, game: int | None = None) -> Future[None]:
        """
        Delete the names of players, who are then shown as "Player 1" and so on.

        This waits for a pause between entries.

        Args:
            game: The number of the game; None for all games.
        """
        return self._open_writer.put(partial(_erase, game), can_wait=True)

    def leave_no_trace(self) -> Future[None]:
        """
        Overwrite all bytes of deleted rows in the file and its write-ahead log.

        Damaged files that were set aside are deleted. Backups are not changed here.

        Returns:
            A future. Its exception is a `JournalError` if a process is reading the
            journal: try again later. It does not delay other entries.
        """
        forget = self._forget
        return self._open_writer.put(lambda _: None, then=forget, can_wait=True)

    def _connect(self, reserve: Reserve) -> Opened:
        """Open the file; on a full disk delete the reserve and try again."""
        try:
            return connect(self._path, salvaging=self._salvaging)
        except JournalError:
            reserve.release()
            return connect(self._path, salvaging=self._salvaging)

    def _forget(self) -> None:
        with explaining_faults(self._path):
            self._open_writer.empty_log()
            for path in set_aside_files(self._path):
                path.unlink()
            sync(self._path.parent)

    @property
    def _open_writer(self) -> Writer:
        if self._writer is None:
            msg = f"{self._path} is closed"
            raise JournalError(msg)
        return self._writer


def _write(entry: Entry, connection: sqlite3.Connection) -> None:
    execute = connection.execute
    if entry.new_game is not None:
        _begin(entry.new_game, connection)
    for row in entry.rows:
        values = (*vars(row).values(), row_crc(row))
        execute("INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?, ?)", values)
    for game, more in Counter(row.game for row in entry.rows).items():
        count_more(connection, "rows", game, more=more)
    if entry.event is not None:
        _count_event(*entry.event, connection)
    if entry.ended is not None:
        _change_game(entry.ended, connection, ended=1)
    if entry.settings or entry.names or entry.tags or entry.forgotten:
        _write_seldom(entry, connection)
    if entry.snapshot is not None:
        _replace("snapshots", astuple(entry.snapshot), connection)
    if entry.summary is not None:
        _replace("summaries", astuple(entry.summary), connection)
    if entry.touch:
        (version,) = execute("PRAGMA user_version").fetchone()
        execute(f"PRAGMA user_version={version}")


def _write_seldom(entry: Entry, connection: sqlite3.Connection) -> None:
    execute = connection.execute
    for key, value in entry.settings:
        if value is None:
            execute("DELETE FROM settings WHERE key = ?", (key,))
        else:
            _replace("settings", (key, value), connection)
    for who in entry.names:
        _name(who, connection)
    for uid in entry.forgotten:
        execute("DELETE FROM tags WHERE uid = ?", (uid,))
    for tag in entry.tags:
        box = _box(tag.box, connection)
        _replace("tags", (tag.uid, *item_columns(tag.item), box), connection)
    for game in {who.game for who in entry.names}:
        count(connection, "names", game)
    for table in SMALL:
        count(connection, table)


def _replace(table: str, columns: Columns, connection: sqlite3.Connection) -> None:
    """Write a row with its checksum; replace rows with the same key."""
    marks = ", ".join("?" * (len(columns) + 1))
    sql = f"REPLACE INTO {table} VALUES ({marks})"  # noqa: S608 - our own names
    connection.execute(sql, with_crc(table, columns))


def _box(name: str, connection: sqlite3.Connection) -> int:
    """Return the number of a set of pieces; a new one gets the next."""
    execute = connection.execute
    known = execute("SELECT id FROM boxes WHERE name = ?", (name,)).fetchone()
    if known is None:
        known = execute("SELECT 1 + ifnull(max(id), 0) FROM boxes").fetchone()
        _replace("boxes", (*known, name), connection)
    number: int = known[0]
    return number


def _count_event(boot_id: int, n: int, connection: sqlite3.Connection) -> None:
    """Store an event's number as the last one of its controller's boot."""
    execute = connection.execute
    sql = "SELECT n, age FROM events WHERE boot_id = ?"
    last, age = execute(sql, (boot_id,)).fetchone() or (0, None)
    if age is None:
        (age,) = execute("SELECT 1 + ifnull(max(age), 0) FROM events").fetchone()
        execute("DELETE FROM events WHERE age <= ?", (age - KEPT_STARTS,))
    _replace("events", (boot_id, max(last, n), age), connection)


def _change_game(
    game: int,
    connection: sqlite3.Connection,
    *,
    seats: int | None = None,
    ended: int | None = None,
) -> None:
    """Update the seats and the end of a game's row, unless the row is damaged."""
    sql = "SELECT * FROM games WHERE id = ?"
    row = connection.execute(sql, (game,)).fetchone()
    if row is None or not is_sound("games", row):
        return
    id_, header, had, was, _ = row
    seats, ended = had if seats is None else seats, was if ended is None else ended
    *_, crc = with_crc("games", (id_, header, seats, ended))
    connection.execute(
        "UPDATE games SET seats = ?, ended = ?, crc = ? WHERE id = ?",
        (seats, ended, crc, id_),
    )


def _name(who: NameEntry, connection: sqlite3.Connection) -> None:
    if who.name is None:
        _change_game(who.game, connection, seats=who.seat)
        gone = (who.game, who.seat)
        connection.execute("DELETE FROM names WHERE game = ? AND seat >= ?", gone)
        return
    sql = "SELECT max(seats, ?) FROM games WHERE id = ?"
    (seats,) = connection.execute(sql, (who.seat + 1, who.game)).fetchone() or (None,)
    _change_game(who.game, connection, seats=seats)
    _replace("names", (who.game, who.seat, who.name), connection)


def _begin(game: NewGame, connection: sqlite3.Connection) -> None:
    # Who played the last game is asked until the next one begins.
    connection.execute(
        "DELETE FROM snapshots WHERE game IN (SELECT id FROM games WHERE ended)"
    )
    columns = (game.id, game.header, len(game.names), 0)
    connection.execute(
        "INSERT INTO games VALUES (?, ?, ?, ?, ?)", with_crc("games", columns)
    )
    count_more(connection, "games", more=1)
    for seat, name in enumerate(game.names):
        _replace("names", (game.id, seat, name), connection)
    count(connection, "names", game.id)


def _erase(game: int | None, connection: sqlite3.Connection) -> None:
    execute = connection.execute
    _rewrite("names", "0" if game is None else f"game <> {game:d}", connection)
    _rewrite("settings", "1", connection)
    # As above; the counts of a game are deleted with its names.
    sql = "DELETE FROM counts WHERE what = 'names' AND game = ifnull(?, game)"
    execute(sql, (game,))


def _rewrite(table: str, stays: str, connection: sqlite3.Connection) -> None:
    """
    Rewrite a table with the rows that fit a condition, and overwrite its old pages.

    Deleting a row may leave an older copy of it in a page that was once split; emptying
    the whole table overwrites each of its pages.
    """
    sql = f"CREATE TEMP TABLE stay AS SELECT * FROM {table} WHERE {stays}"  # noqa: S608 - our own words
    connection.execute(sql)
    # Row by row, since this can be interrupted; then the rest of the table.
    connection.execute(f"DELETE FROM {table} WHERE 1")  # noqa: S608 - as above
    connection.execute(f"DELETE FROM {table}")  # noqa: S608 - as above
    connection.execute(f"INSERT INTO {table} SELECT * FROM temp.stay")  # noqa: S608 - as above
    connection.execute("DROP TABLE temp.stay")


def _delete(game: int, connection: sqlite3.Connection) -> None:
    execute = connection.execute
    _erase(game, connection)
    for table in ("rows", "snapshots", "summaries"):
        sql = f"DELETE FROM {table} WHERE game = ?"  # noqa: S608 - our own names
        execute(sql, (game,))
    execute("DELETE FROM counts WHERE game = ?", (game,))
    if execute("DELETE FROM games WHERE id = ?", (game,)).rowcount:
        count_more(connection, "games", more=-1)
