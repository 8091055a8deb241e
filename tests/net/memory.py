"""A journal in memory, which writes at once and can be made to fail."""

from concurrent.futures import Future
from pathlib import Path
from typing import Any

from firmware_host.board.entries import Entry, GameEntry, Snapshot
from firmware_host.errors import JournalError


class MemoryJournal:
    """A journal in memory that writes at once; *takes* is False for a full card."""

    #: No clock is kept in memory.
    clock_path = Path("/nowhere/clock")

    def __init__(self) -> None:
        self.takes = True
        self.entries: list[Entry] = []
        self._headers: dict[int, str] = {}
        self._names: dict[int, dict[int, str]] = {}
        self._rows: dict[int, list[Any]] = {}
        self._ended: set[int] = set()
        self._settings: dict[str, str] = {}
        self.events: dict[int, int] = {}
        self.lost: tuple[str, ...] = ()
        self._snapshots: dict[int, Snapshot] = {}

    def append(self, entry: Entry, *, then: Any = None, **_: Any) -> "Future[None]":
        """Write *entry* and call *then*, or fail."""
        done: Future[None] = Future()
        if not self.takes:
            done.set_exception(JournalError("the card of this test is full"))
            return done
        self._write(entry)
        if then is not None:
            then()
        done.set_result(None)
        return done

    def _write(self, entry: Entry) -> None:
        if entry.snapshot is not None:  # it stands beside what is stored
            self._snapshots[entry.snapshot.game] = entry.snapshot
            return
        self.entries.append(entry)
        if entry.new_game is not None:
            new = entry.new_game
            assert new.id not in self._headers, "a game's number is used once"
            self._headers[new.id], self._rows[new.id] = new.header, []
            self._names[new.id] = dict(enumerate(new.names))
        for row in entry.rows:
            rows = self._rows[row.game]
            assert row.number == len(rows) + 1, "a row's number is used once, in order"
            rows.append(row)
        for name in entry.names:
            if name.name is None:
                self._names[name.game].pop(name.seat)
            else:
                self._names[name.game][name.seat] = name.name
        for key, value in entry.settings:
            if value is None:
                self._settings.pop(key, None)
            else:
                self._settings[key] = value
        if entry.event is not None:
            self.events[entry.event[0]] = entry.event[1]
        if entry.ended is not None:
            self._ended.add(entry.ended)

    def last_event(self, boot_id: int) -> int:
        """Return the number of the last event of that boot that counted, or 0."""
        return self.events.get(boot_id, 0)

    def settings(self) -> dict[str, str]:
        """Return the stored settings."""
        return dict(self._settings)

    def put_setting(self, key: str, value: str) -> None:
        """Store a setting."""
        self._settings[key] = value

    def games(self) -> tuple[GameEntry, ...]:
        """Return every game, oldest first."""
        return tuple(
            GameEntry(number, header, number in self._ended)
            for number, header in self._headers.items()
        )

    def game(self, number: int) -> GameEntry | None:
        """Return one game, or None."""
        return next((one for one in self.games() if one.id == number), None)

    def newest(self) -> int | None:
        """Return the number of the newest game."""
        return max(self._headers, default=None)

    def snapshot(self, game: int) -> Snapshot | None:
        """Return how a game stood."""
        return self._snapshots.get(game)

    def next_game(self) -> int:
        """Return a number that no game has had."""
        return len(self._headers) + 1

    def damaged(self) -> tuple[int, ...]:
        """Return nothing: memory does not rot."""
        return ()

    def has_unsound_settings(self) -> bool:
        """Return False: settings in memory cannot be damaged."""
        return False

    def unsound(self, _game: int | None = None) -> tuple[str, ...]:
        """Return nothing: memory does not rot."""
        return ()

    def left_open(self) -> int | None:
        """Return the newest game that has not ended."""
        return max(set(self._headers) - self._ended, default=None)

    def unfinished(self) -> int | None:
        """Return the newest game's number if it has not ended."""
        last = max(self._headers, default=None)
        return None if last in self._ended else last

    def names(self, game: int) -> tuple[str, ...]:
        """Return the names of the players of a game."""
        known = self._names[game]
        return tuple(known.get(seat, "") for seat in range(max(known, default=-1) + 1))

    def rows(self, game: int, *, after: int = 0) -> tuple[Any, ...]:
        """Return the rows of a game after a row."""
        return tuple(self._rows[game][after:])
