"""Read access to the journal, from any process, also while it is written."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import astuple
from pathlib import Path
from threading import RLock
from typing import Any, Self

from firmware_host.board.entries import OWN, GameEntry, RowEntry, Snapshot, Summary, Tag
from firmware_host.board.pieces import Card, Item, Kind, Piece, Tile
from firmware_host.board.record import tag_of
from firmware_host.errors import JournalError
from firmware_host.journal.checks import Columns, counted, is_sound, row_crc
from firmware_host.journal.copies import upgraded
from firmware_host.journal.file import (
    FAULTS,
    explaining_faults,
    journal_error,
    read_only_uri,
    scripts,
    tolerant,
    version_of,
    with_ending,
)
from firmware_host.journal.inspection import LAST_GAME, LEFT_OPEN, MOST_GAMES, SMALL

#: No game has more seats.
_MOST_SEATS = 1000

#: The values of the column thing: named things, kinds of pieces, and none for a spare.
_NAMED: Mapping[str, type[Tile] | type[Card]] = {
    tag_of(one): one for one in (Tile, Card)
}
_THINGS = frozenset({"piece", "spare", *_NAMED})


class Reader:
    """
    A read-only journal; the daemon may be writing it meanwhile.

    No method leaves a transaction open: each reads all it needs before it returns.

    Args:
        path: The journal's file.
        traceless: True to create no other file, if no process has the journal open; no
            process may open it for writing meanwhile.
    """

    def __init__(self, path: Path | str, *, traceless: bool = False) -> None:
        self._path = Path(path)
        self._traceless = traceless
        self._reading: sqlite3.Connection | None = None
        #: Held while a result is fetched: a query that begins during another one on
        #: the same connection would read the older snapshot of that one.
        self._fetching = RLock()
        #: The file itself, where an older version wrote it: then a copy is read.
        self._older: sqlite3.Connection | None = None

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._path}>"

    def __enter__(self) -> Self:
        try:
            uri = f"{self._path.resolve().as_uri()}?mode=ro"
            uri = read_only_uri(self._path) if self._traceless else uri
            self._reading = tolerant(uri, uri=True)
            self._reading.execute("SELECT 1 FROM games LIMIT 0")
            if version_of(self._reading) in [*scripts()][:-1]:
                self._older, self._reading = self._reading, upgraded(self._reading)
        except FAULTS as error:
            self.close()
            raise journal_error(self._path, error) from error
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; closing twice is allowed."""
        for one in (self._reading, self._older):
            if one is not None:
                one.close()
        self._reading = self._older = None

    @contextmanager
    def at_one_moment(self) -> Iterator[None]:
        """Read in one transaction within this context; other threads wait."""
        with self._fetching:
            with explaining_faults(self._path):
                self._connection.execute("BEGIN")
            try:
                yield
            finally:
                self._connection.execute("ROLLBACK")

    @property
    def clock_path(self) -> Path:
        """Path of the file beside the journal that stores the game clock."""
        return with_ending(self._path, ".clock")

    # --- games ---

    def rows(self, game: int, *, after: int = 0) -> Iterator[RowEntry]:
        """
        Return the rows of a game in order.

        Args:
            game: Its number.
            after: Skip the rows up to this number; 0 for none.

        Raises:
            JournalError: A row is damaged or missing. No row of a damaged game is
                returned, as the rest would be another game than was played.
        """
        found = self._all("SELECT * FROM games WHERE id = ?", game)
        for one in found:
            self._require(is_sound("games", one), f"game {game}")
        sql = "SELECT * FROM rows WHERE game = ? AND number > ? ORDER BY number"
        rows = []
        for at, columns in enumerate(self._all(sql, game, after), after + 1):
            row = RowEntry(*columns[:-1])
            sound = row_crc(row) == columns[-1] and row.number == at
            self._require(sound, f"game {game}, row {at}")
            rows.append(row)
        there = after + len(rows)
        written = self._counted("rows", game)
        self._require(written in (there, None), f"game {game}, row {there + 1}")
        return iter(rows)

    def game(self, number: int) -> GameEntry | None:
        """Return one game, or None if it does not exist or its header is damaged."""
        return next(
            _sound_games(self._all("SELECT * FROM games WHERE id = ?", number)), None
        )

    def games(self) -> tuple[GameEntry, ...]:
        """Return every game whose header is sound, oldest first."""
        return tuple(_sound_games(self._all("SELECT * FROM games ORDER BY id")))

    def games_before(self, number: int, most: int) -> tuple[GameEntry, ...]:
        """Return up to *count* sound games below a number, the newest first."""
        found: list[GameEntry] = []
        sql = "SELECT * FROM games WHERE id < ? ORDER BY id DESC LIMIT ?"
        while len(found) < most and (rows := self._all(sql, number, most)):
            found += _sound_games(rows)
            number = rows[-1][0]
        return tuple(found[:most])

    def games_of_one(self, number: int) -> Iterator[GameEntry]:
        """Yield the sound games before a number that ended with a single seat."""
        sql = "SELECT * FROM games WHERE id < ? AND seats = 1 AND ended"
        return _sound_games(self._all(sql, number))

    def row_count(self, game: int) -> int | None:
        """Return the stored number of a game's rows, or None if it is damaged."""
        return self._counted("rows", game)

    def damaged(self, *, rest: Callable[[], None] = lambda: None) -> tuple[int, ...]:
        """
        Check all games and return the numbers of the damaged ones.

        Args:
            rest: Called after each game; it may sleep to leave the disk to others.
        """
        found, last = list[int](), None
        sql = "SELECT id FROM games WHERE id > ? ORDER BY id LIMIT 100"
        first = "SELECT id FROM games ORDER BY id LIMIT 100"
        while some := self._all(sql, last) if last is not None else self._all(first):
            for (last,) in some:
                found += [] if self._reads(last, names=True) else [last]
                rest()
        # A game whose number was damaged has another name; its rows have the right one.
        sql = "SELECT game FROM counts WHERE what = 'rows' AND n"
        sql += " AND game NOT IN (SELECT id FROM games)"
        return (*found, *(one for (one,) in self._all(sql)))

    def games_gone(self) -> bool:
        """Return True if games are missing by the stored number of games."""
        there: int = self._one("SELECT count(*) FROM games")
        return self._counted("games", 0) not in (there, None)

    def _reads(self, game: int, *, names: bool = False) -> bool:
        try:
            self.rows(game)
            return not names or self._counted("names", game) in (
                len(self._sound("names", game)),
                None,
            )
        except JournalError:
            return False

    def snapshot(self, game: int) -> Snapshot | None:
        """Return the stored snapshot of a game, or None if it is missing or damaged."""
        with suppress(JournalError):  # it can be done without
            for row in self._sound("snapshots", game):
                return Snapshot(*row)
        return None

    def summary(self, game: int) -> Summary | None:
        """Return the stored summary of a game, or None if it is missing or damaged."""
        with suppress(JournalError):  # it can be done without
            for row in self._sound("summaries", game):
                return Summary(*row)
        return None

    def next_game(self) -> int:
        """Return the next free number of a game, above those of all rows."""
        last: int | None = self._one(LAST_GAME, MOST_GAMES)
        return 1 + (last or 0)

    def left_open(self) -> int | None:
        """Return the number of the newest unfinished game, damaged or not."""
        found: int | None = self._one(LEFT_OPEN, MOST_GAMES)
        return found

    def all_left_open(self) -> tuple[int, ...]:
        """Return the numbers of all unfinished games, damaged or not, oldest first."""
        # As above: an index that has lost an entry hides no game that is being played.
        found = {row[0] for row in self._all("SELECT id FROM games WHERE NOT ended")}
        newest = self.left_open()
        return tuple(sorted(found if newest is None else {*found, newest}))

    def newest(self) -> int | None:
        """Return the number of the newest game, damaged or not; None without games."""
        sql = "SELECT max(id) FROM games WHERE id < ?"
        found: int | None = self._one(sql, MOST_GAMES)
        return found

    def unfinished(self) -> int | None:
        """
        Return the number of the newest unfinished game, or None.

        A damaged game is not returned; `rows` raises the reason.
        """
        game = self.left_open()
        return game if game is not None and self._reads(game) else None

    # --- people, settings, tags ---

    def names(self, game: int) -> tuple[str, ...]:
        """Return the names of *game*'s players; an erased one reads "Player 1"."""
        seats = self._one("SELECT seats FROM games WHERE id = ?", game) or 0
        known = {seat: name for _, seat, name in self._sound("names", game)}
        return tuple(
            known.get(seat, f"Player {seat + 1}")
            for seat in range(min(seats, _MOST_SEATS))
        )

    def settings(self) -> dict[str, str]:
        """Return all undamaged settings by their keys."""
        return dict(self._sound("settings"))

    def setting(self, key: str) -> str | None:
        """Return the value of a setting, or None if it is missing or damaged."""
        for row in self._all("SELECT * FROM settings WHERE key = ?", key):
            if is_sound("settings", row):
                value: str = row[1]
                return value
        return None

    def has_unsound_settings(self) -> bool:
        """Return True if the checksum of any stored setting is wrong."""
        return any(
            not is_sound("settings", row) for row in self._all("SELECT * FROM settings")
        )

    def unsound(self, game: int | None = None) -> tuple[str, ...]:
        """
        Describe the damaged rows of settings, tags, boxes and events, one text a table.

        Args:
            game: A game whose names are checked as well; None for none.
        """
        wrong = []
        for table in (*SMALL, "events"):
            sql = f"SELECT * FROM {table}"  # noqa: S608 - our own names
            bad = sum(not is_sound(table, row) for row in self._all(sql))
            lost = bad and table == "boxes" and self._lost_boxes()
            more = " with the tags of its pieces" if lost else ""
            wrong += [f"{bad} of the {table}{more}"] if bad else []
        if game is not None:
            sound = len(self._sound("names", game))
            if self._counted("names", game) not in (sound, None):
                wrong.append(f"the names of game {game}")
        return tuple(wrong)

    def last_event(self, boot_id: int) -> int:
        """Return the number of the last stored event of a controller's boot, or 0."""
        for row in self._all("SELECT * FROM events WHERE boot_id = ?", boot_id):
            if is_sound("events", row):
                n: int = row[1]
                return n
        return 0

    def _sound(self, table: str, game: int | None = None) -> list[Columns]:
        """Return the undamaged rows of a table, or of one game in it."""
        sql = f"SELECT * FROM {table}"  # noqa: S608 - our own names
        rows = (
            self._all(sql) if game is None else self._all(f"{sql} WHERE game = ?", game)
        )
        return [row[:-1] for row in rows if is_sound(table, row)]

    def _counted(self, what: str, game: int) -> int | None:
        """Return the stored number of rows of a game, or None if it is damaged."""
        with self._fetching, explaining_faults(self._path):
            return counted(self._connection, what, game)

    def tags(self) -> tuple[Tag, ...]:
        """Return every undamaged tag, sorted by set, thing, name, number and UID."""
        boxes = self._boxes()
        found = sorted(self._sound("tags"), key=lambda tag: (tag[4], *tag[1:4], tag[0]))
        return tuple(
            Tag(uid, _item(thing, name, number), boxes[box])
            for uid, thing, name, number, box in found
            if thing in _THINGS
            and (thing != "piece" or name in list(Kind))
            and box in boxes
        )

    def boxes(self) -> dict[str, int]:
        """Return the number of each set of pieces, by its name; 0 is the board's."""
        return {name: number for number, name in self._boxes().items()}

    def _boxes(self) -> dict[int, str]:
        """Return the names of all sets by number; 0 is the board's own."""
        return {0: OWN} | dict(self._sound("boxes"))

    def _lost_boxes(self) -> set[int]:
        """Return the numbers of sets with tags but without an undamaged row."""
        return {tag[4] for tag in self._sound("tags")} - set(self._boxes())

    def changes(self) -> int:
        """Return a number that changes after each commit of another connection."""
        found: int = self._one("PRAGMA data_version")
        return found

    @property
    def path(self) -> Path:
        """The journal's file."""
        return self._path

    @property
    def outdated(self) -> bool:
        """Whether the file has an older schema, which opening a `Journal` upgrades."""
        return self._older is not None

    @property
    def _connection(self) -> sqlite3.Connection:
        if self._reading is None:
            msg = f"{self._path} is closed"
            raise JournalError(msg)
        return self._reading

    def _all(self, sql: str, *values: int | str) -> list[tuple[Any, ...]]:
        with self._fetching, explaining_faults(self._path):
            return self._connection.execute(sql, values).fetchall()

    def _one(self, sql: str, *values: int | str) -> Any:
        """Return the first column of the first row of a query, or None."""
        found = self._all(sql, *values)
        return found[0][0] if found else None

    def _require(self, sound: bool, what: str) -> None:  # noqa: FBT001 - an assertion
        if not sound:
            msg = f"{self._path}: {what} is damaged; use a backup, or begin a new game"
            raise JournalError(msg)


def _sound_games(rows: list[Columns]) -> Iterator[GameEntry]:
    for row in rows:
        if is_sound("games", row):
            yield GameEntry(row[0], row[1], bool(row[3]))


def item_columns(item: Item | None) -> tuple[str, str, int]:
    """Return an item as the columns thing, name and number of the table `tags`."""
    if item is None:
        return "spare", "", 0
    name, number = astuple(item)
    return tag_of(type(item)), name, number


def _item(thing: str, name: str, number: int) -> Item | None:
    """Return the item of the columns that `item_columns` made; None for a spare."""
    if thing == "piece":
        return Piece(Kind(name), number)
    return _NAMED[thing](name, number) if thing in _NAMED else None
