"""Reading the journal, by any process and beside the writer."""

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import astuple
from pathlib import Path
from typing import Any, Self
from zlib import crc32

from firmware_host.board.entries import CUT, Cut, Game, Row, Tag
from firmware_host.board.pieces import Card, Item, Kind, Piece, Tile
from firmware_host.errors import JournalError
from firmware_host.journal.file import (
    FAULTS,
    beside,
    explain,
    explained,
    open_own,
    passing,
    scripts,
    sync,
    tolerant,
)

_ROWS = (
    "SELECT game, number, ms, seat, action, facts, crc FROM rows"
    " WHERE game = ? ORDER BY number"
)

_GAMES = "SELECT id, header, ended, crc FROM games ORDER BY id"

#: Beyond these a number is none that was ever written, but has changed on the card.
_MOST_GAMES, _MOST_SEATS = 1 << 40, 1000

#: What a tag can be on, as the column says: things with a name, pieces, and nothing.
_NAMED: Mapping[str, type[Tile] | type[Card]] = {"tile": Tile, "card": Card}
_THINGS = frozenset({"piece", "spare", *_NAMED})

#: Tells of a journal where a copy of it leaves games off.
Cuts = Callable[["Reader"], Iterable[Cut]]


class Reader:
    """
    A journal that is only read; the daemon may go on writing it.

    Nothing here keeps the file busy: each method reads all it needs and lets go.

    Args:
        path: The journal's file.
        traceless: True to leave nothing beside a file that nobody has open; it must
            not be opened to write meanwhile.
    """

    def __init__(self, path: Path | str, *, traceless: bool = False) -> None:
        self._path = Path(path)
        self._traceless = traceless
        self._reading: sqlite3.Connection | None = None

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._path}>"

    def __enter__(self) -> Self:
        try:
            uri = f"{self._path.resolve().as_uri()}?mode=ro"
            uri = passing(self._path) if self._traceless else uri
            self._reading = tolerant(uri, uri=True)
            self._reading.execute("SELECT 1 FROM games LIMIT 1")
        except FAULTS as error:
            self.close()
            raise explain(self._path, error) from error
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let the file go; closing twice is fine."""
        if self._reading is not None:
            self._reading.close()
            self._reading = None

    def rows(self, game: int) -> Iterator[Row]:
        """
        Return what happened in *game*, in order.

        Raises:
            JournalError: A bit of it has changed on the card. Nothing of a damaged
                game is returned, rather than a game that was never played.
        """
        for game_id, header, crc in self._all(
            "SELECT id, header, crc FROM games WHERE id = ?", game
        ):
            self._require(header_crc(game_id, header) == crc, f"game {game}")
        rows = []
        for *values, crc in self._all(_ROWS, game):
            row = Row(*values)
            self._require(row_crc(row) == crc, f"game {game}, row {row.number}")
            rows.append(row)
        return iter(rows)

    def games(self) -> tuple[Game, ...]:
        """Return every game whose header is sound, oldest first."""
        return tuple(
            Game(id_, header, bool(ended))
            for id_, header, ended, crc in self._all(_GAMES)
            if header_crc(id_, header) == crc
        )

    def damaged(self, *, rows: bool = False) -> tuple[int, ...]:
        """
        Return every game that `games` leaves out.

        Args:
            rows: True to read every row too, and return those that `rows` refuses.
        """
        return tuple(
            id_
            for id_, header, _, crc in self._all(_GAMES)
            if header_crc(id_, header) != crc or (rows and not self._reads(id_))
        )

    def _reads(self, game: int) -> bool:
        try:
            self.rows(game)
        except JournalError:
            return False
        return True

    def next_game(self) -> int:
        """Return an id that no game has had, nor any row of a damaged one."""
        last: int | None = self._one(
            "SELECT max(last) FROM (SELECT max(id) AS last FROM games WHERE id < ?1"
            " UNION ALL SELECT max(game) FROM rows WHERE game < ?1"
            " UNION ALL SELECT max(game) FROM names WHERE game < ?1)",
            _MOST_GAMES,
        )
        return 1 + (last or 0)

    def left_open(self) -> int | None:
        """Return the newest game that has not ended, sound or not."""
        sql = "SELECT max(id) FROM games WHERE NOT ended AND id < ?"
        found: int | None = self._one(sql, _MOST_GAMES)
        return found

    def unfinished(self) -> int | None:
        """
        Return the newest game that has not ended; None where there is none.

        A damaged game is none: the table goes on without it, and `rows` says why.
        """
        game = self.left_open()
        return game if game is not None and self._reads(game) else None

    def names(self, game: int) -> tuple[str, ...]:
        """Return the names of *game*'s players; an erased one reads "Player 1"."""
        seats = self._one("SELECT seats FROM games WHERE id = ?", game) or 0
        known = dict(self._all("SELECT seat, name FROM names WHERE game = ?", game))
        return tuple(
            known.get(seat, f"Player {seat + 1}")
            for seat in range(min(seats, _MOST_SEATS))
        )

    def settings(self) -> dict[str, str]:
        """Return every setting that has been made."""
        return dict(self._all("SELECT key, value FROM settings"))

    def last_event(self, boot_id: int) -> int:
        """Return the number of the last event of that boot that counted, or 0."""
        return self._one("SELECT n FROM events WHERE boot_id = ?", boot_id) or 0

    def tags(self) -> tuple[Tag, ...]:
        """Return every tag; of things that this version knows."""
        found = self._all(
            "SELECT uid, thing, tags.name, number, boxes.name"
            " FROM tags JOIN boxes ON box = id ORDER BY id, thing, tags.name, number"
        )
        return tuple(
            Tag(uid, _item(thing, name, number), box)
            for uid, thing, name, number, box in found
            if thing in _THINGS and (thing != "piece" or name in list(Kind))
        )

    def boxes(self) -> dict[str, int]:
        """Return the number of each set of pieces, by its name; 0 is the board's."""
        return dict(self._all("SELECT name, id FROM boxes ORDER BY id"))

    @property
    def outdated(self) -> bool:
        """Whether an older version wrote it: entering it as a `Journal` alters it."""
        version: int = self._one("PRAGMA user_version")
        return version < max(scripts())

    def backup(self, path: Path | str, *, cuts: Cuts | None = None) -> None:
        """
        Write a copy to *path*, readable by its owner alone.

        The copy is complete or not there at all; play goes on meanwhile. What is left
        off never reaches the disk.

        Args:
            path: Where to; a file that is there already is replaced.
            cuts: Tells where the copy leaves games off; None for a whole copy.

        Raises:
            JournalError: There is no room, or the folder may not be written to.
        """
        target = Path(path)
        part = beside(target, ".part")
        try:
            part.unlink(missing_ok=True)
            os.close(open_own(part))
            with closing(self._copy(cuts)) as copy:
                copy.execute("VACUUM INTO ?", (str(part),))
            sync(part)
            part.replace(target)
            sync(target.parent)
        except (*FAULTS, OSError) as error:
            part.unlink(missing_ok=True)
            raise explain(target, error) from error

    def content(self, cuts: Cuts) -> bytes:
        """
        Return a copy as the bytes of a file.

        Raises:
            JournalError: The file is damaged.
        """
        with explained(self._path), closing(self._copy(cuts)) as copy:
            copy.execute("VACUUM")
            return copy.serialize()

    def _copy(self, cuts: Cuts | None) -> sqlite3.Connection:
        """Return a copy in memory, as the file is at one moment."""
        copied = tolerant(":memory:")
        try:
            self._connection.backup(copied)
            snapshot = Reader(self._path)
            snapshot._reading = copied
            for cut in () if cuts is None else cuts(snapshot):
                _leave_off(cut, copied)
        except BaseException:
            copied.close()
            raise
        return copied

    @property
    def _connection(self) -> sqlite3.Connection:
        if self._reading is None:
            msg = f"{self._path} is closed"
            raise JournalError(msg)
        return self._reading

    def _all(self, sql: str, *values: int) -> list[tuple[Any, ...]]:
        with explained(self._path):
            return self._connection.execute(sql, values).fetchall()

    def _one(self, sql: str, *values: int) -> Any:
        """Return the first value that is found; None where there is none."""
        found = self._all(sql, *values)
        return found[0][0] if found else None

    def _require(self, sound: bool, what: str) -> None:  # noqa: FBT001 - an assertion
        if not sound:
            msg = f"{self._path}: {what} is damaged; use a backup, or begin a new game"
            raise JournalError(msg)


def row_crc(row: Row) -> int:
    """Return the CRC-32 over everything a row holds."""
    text = f"{row.game} {row.number} {row.ms} {row.seat} {row.action}\0{row.facts}"
    return crc32(text.encode())


def header_crc(game: int, header: str) -> int:
    """Return the CRC-32 over a game's header."""
    return crc32(f"{game} {header}".encode())


def item_columns(item: Item | None) -> tuple[str, str, int]:
    """Return the columns that tell what a tag is on: thing, name, number."""
    if item is None:
        return "spare", "", 0
    name, number = astuple(item)
    return type(item).__name__.lower(), name, number


def _item(thing: str, name: str, number: int) -> Item | None:
    """Return what `item_columns` wrote."""
    if thing == "piece":
        return Piece(Kind(name), number)
    return _NAMED[thing](name, number) if thing in _NAMED else None


def _leave_off(cut: Cut, copy: sqlite3.Connection) -> None:
    copy.execute("DELETE FROM rows WHERE game = ? AND number > ?", (cut.game, cut.row))
    copy.execute(
        "INSERT OR REPLACE INTO settings VALUES (?, ?)", (CUT, f"{cut.game}.{cut.row}")
    )
    if cut.seats is not None:
        seats = (cut.game, cut.seats)
        copy.execute("DELETE FROM names WHERE game = ? AND seat >= ?", seats)
        copy.execute("UPDATE games SET seats = ? WHERE id = ?", seats[::-1])
