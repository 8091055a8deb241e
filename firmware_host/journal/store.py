"""The journal: what it is told is on the card before anybody is shown it."""

import os
import sqlite3
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import astuple
from functools import partial
from pathlib import Path
from typing import Self

from firmware_host.board.entries import Entry, Name, NewGame
from firmware_host.errors import JournalError
from firmware_host.journal.file import beside, explained, lock, set_aside_files
from firmware_host.journal.opening import Opened, connect
from firmware_host.journal.reader import Reader, header_crc, item_columns, row_crc
from firmware_host.journal.reserve import RESERVE_BYTES, Reserve
from firmware_host.journal.writer import InDoubt, Writer


class Journal(Reader):
    """
    The one journal of a board, and the only one who writes it.

    Entering opens the file, leaving writes what waits and closes it::

        with Journal("letterzone.db") as journal:
            journal.append(Entry(rows=(row,)), then=lamp.on).result()

    Args:
        path: The file; it is made where there is none. A ``.lock`` and a
            ``.reserve`` lie beside it.
        before_commit: Called on the writer's thread before each COMMIT. It is the
            door by which a simulation or a test makes the card slow.
        reserve_bytes: How much of the disk is kept back for a way out when it is full.
        in_doubt: Called on the writer's thread when nobody knows whether a COMMIT was
            kept. Nothing is written from then on: close the journal and open it anew.
    """

    def __init__(
        self,
        path: Path | str,
        *,
        before_commit: Callable[[], object] | None = None,
        reserve_bytes: int = RESERVE_BYTES,
        in_doubt: InDoubt = lambda _doubt: None,
    ) -> None:
        super().__init__(path)
        self._in_doubt = in_doubt
        self._before_commit = before_commit
        self._reserve_bytes = reserve_bytes
        self._writer: Writer | None = None
        self._lock: int | None = None
        #: Where the file was put that was found damaged; None: it was whole.
        self.set_aside: Path | None = None
        #: What of a damaged file is gone, or comes from a backup, by name.
        self.lost: tuple[str, ...] = ()

    def __enter__(self) -> Self:
        self._lock = lock(self._path)
        file = beside(self._path, ".reserve")
        reserve = Reserve(file, size_bytes=self._reserve_bytes)
        try:
            connection, self.set_aside, self.lost = self._connect(reserve)
            self._writer = Writer(
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
        """Write what waits and let the file go; closing twice is fine."""
        super().close()
        if self._writer is not None:
            self._writer.stop()
            self._writer = None
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def append(
        self, entry: Entry, *, then: Callable[[], None] | None = None
    ) -> Future[None]:
        """
        Write *entry*, whole or not at all; returns before it is written.

        Entries are written in the order they come, as many at once as are waiting.

        Args:
            entry: What to keep.
            then: Called on the writer's thread as soon as the entry is durable:
                here a lamp may be lit. It should be quick. Not called when the
                entry could not be written.

        Returns:
            A future, done after *then*. Its exception is a `JournalError` where the
            disk did not take the entry, a `DoubtError` where nobody knows, a
            `RuleError` where the entry makes no sense (a number used twice, a game
            nobody began), or else what *then* raised. It cannot be cancelled.

        Raises:
            JournalError: The journal is not open.
        """
        return self._open_writer.put(partial(_write, entry), then=then)

    def put_setting(self, key: str, value: str | None) -> Future[None]:
        """Remember *value* under *key*; None forgets what was there."""
        return self.append(Entry(settings=((key, value),)))

    def delete_game(self, game: int) -> Future[None]:
        """
        Forget a whole game: what was played, and who played it.

        Once the future is done nothing of it is left in the file or its log. Backups
        keep it. The caller sees to it that nobody is playing it.

        Args:
            game: Its number; one that never was is no error.
        """
        return self._open_writer.put(partial(_delete, game), then=self._forget)

    def erase_names(self, game: int | None = None) -> Future[None]:
        """
        Forget what people called themselves; they read "Player 1" and so on.

        Once the future is done no byte of a name is left in the file or its log, nor of
        a setting that was forgotten before; and files that were set aside as damaged
        are gone, since nobody can clean those. Backups are files of their own: enter
        each as a `Journal` and erase there too.

        Args:
            game: Whose names; None for those of every game.
        """
        return self._open_writer.put(partial(_erase, game), then=self._forget)

    def _connect(self, reserve: Reserve) -> Opened:
        """Open the file; on a full disk with the space that was kept back."""
        try:
            return connect(self._path)
        except JournalError:
            reserve.release()
            return connect(self._path)

    def _forget(self) -> None:
        with explained(self._path):
            self._open_writer.empty_log()
            for path in set_aside_files(self._path):
                path.unlink()

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
        values = (*astuple(row), row_crc(row))
        execute("INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?, ?)", values)
    if entry.event is not None:
        execute(
            "INSERT INTO events VALUES (?, ?) ON CONFLICT (boot_id)"
            " DO UPDATE SET n = max(n, excluded.n)",
            entry.event,
        )
    if entry.ended is not None:
        execute("UPDATE games SET ended = 1 WHERE id = ?", (entry.ended,))
    if entry.settings or entry.names or entry.tags or entry.forgotten:
        _write_seldom(entry, connection)
    if entry.touch:
        (version,) = execute("PRAGMA user_version").fetchone()
        execute(f"PRAGMA user_version={version}")


def _write_seldom(entry: Entry, connection: sqlite3.Connection) -> None:
    for key, value in entry.settings:
        if value is None:
            connection.execute("DELETE FROM settings WHERE key = ?", (key,))
        else:
            connection.execute("REPLACE INTO settings VALUES (?, ?)", (key, value))
    for who in entry.names:
        _name(who, connection)
    for uid in entry.forgotten:
        connection.execute("DELETE FROM tags WHERE uid = ?", (uid,))
    for tag in entry.tags:
        connection.execute("INSERT OR IGNORE INTO boxes (name) VALUES (?)", (tag.box,))
        connection.execute(
            "INSERT OR REPLACE INTO tags SELECT ?, ?, ?, ?, id FROM boxes WHERE name=?",
            (tag.uid, *item_columns(tag.item), tag.box),
        )


def _name(who: Name, connection: sqlite3.Connection) -> None:
    execute = connection.execute
    if who.name is None:
        execute("UPDATE games SET seats = ? WHERE id = ?", (who.seat, who.game))
        gone = (who.game, who.seat)
        execute("DELETE FROM names WHERE game = ? AND seat >= ?", gone)
        return
    execute(
        "UPDATE games SET seats = max(seats, ?) WHERE id = ?", (who.seat + 1, who.game)
    )
    execute(
        "INSERT OR REPLACE INTO names VALUES (?, ?, ?)", (who.game, who.seat, who.name)
    )


def _begin(game: NewGame, connection: sqlite3.Connection) -> None:
    connection.execute(
        "INSERT INTO games (id, header, seats, crc) VALUES (?, ?, ?, ?)",
        (game.id, game.header, len(game.names), header_crc(game.id, game.header)),
    )
    connection.executemany(
        "INSERT INTO names VALUES (?, ?, ?)",
        ((game.id, seat, name) for seat, name in enumerate(game.names)),
    )


def _erase(game: int | None, connection: sqlite3.Connection) -> None:
    execute = connection.execute
    # Deleting one row may leave an older copy of it in a page that was once split;
    # emptying the table overwrites every page that it had.
    # Where every game is meant, `<> NULL` is never true, and no name stays.
    names = execute("SELECT * FROM names WHERE game <> ?", (game,)).fetchall()
    settings = execute("SELECT * FROM settings").fetchall()
    execute("DELETE FROM names")
    execute("DELETE FROM settings")
    connection.executemany("INSERT INTO names VALUES (?, ?, ?)", names)
    connection.executemany("INSERT INTO settings VALUES (?, ?)", settings)


def _delete(game: int, connection: sqlite3.Connection) -> None:
    _erase(game, connection)
    connection.execute("DELETE FROM rows WHERE game = ?", (game,))
    connection.execute("DELETE FROM games WHERE id = ?", (game,))
