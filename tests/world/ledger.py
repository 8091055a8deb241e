"""
Records what a board has stored, shown and answered, over all restarts.

It records the entries given to the journal, what was shown of them, and the result of
each touch. After a start it compares the card with that.
"""

import json
from dataclasses import dataclass, field
from typing import Any

from firmware_host.board.entries import Entry, RowEntry
from firmware_host.board.events import Failed, Lost, Pressed, Released
from firmware_host.board.messages import Refused
from firmware_host.errors import DoubtError, JournalError
from firmware_host.link.events import Event
from firmware_host.link.messages import BUTTONS, ButtonChange, Tap
from firmware_host.session.phones import PHONES
from firmware_host.table.incoming import TOO_LATE_MS

#: A tap's age is measured at both ends of a wire that may hold it up.
LATE_SLACK_MS = 400

Touch = tuple[int, int]


@dataclass
class Flying:
    """An entry given to the journal that is neither confirmed nor refused yet."""

    item: Any
    entry: Entry
    shown: bool = False


@dataclass
class Ledger:
    """The record of one board; *muted* while a process dies without being seen."""

    rows: dict[int, list[RowEntry]] = field(default_factory=dict)
    settings: dict[str, str | None] = field(default_factory=dict)
    flying: Flying | None = None
    fallen: Flying | None = None
    born_ms: dict[Touch, int] = field(default_factory=dict)
    told: set[Touch] = field(default_factory=set)
    counted: set[Touch] = field(default_factory=set)
    lost: int = 0
    presses: dict[str, int] = field(default_factory=dict)
    pushed: dict[str, int] = field(default_factory=dict)
    down: set[str] = field(default_factory=set)
    unplugged: int = 0
    wrong: list[str] = field(default_factory=list)
    muted: bool = False
    #: Whether the card may refuse now, as it was set to a moment ago.
    bad_card: bool = False
    #: Whether bits have changed since the stop: lost data must be reported.
    rotten: bool = False
    #: Games that were named as damaged or gone: of those nothing is owed any more.
    named: set[int] = field(default_factory=set)

    # --- calls by the table ---

    def handed(self, item: Any, entry: Entry, now_ms: int) -> None:
        """Record an entry given to the journal."""
        if self.muted:
            return
        self.flying = Flying(item, entry)
        wire = item.wire
        if wire is None:
            return
        if (wire.boot_id, wire.n) in self.counted and entry.rows:
            self.wrong.append(f"doubled: touch {wire.n} counts twice")
        born = self.born_ms.get((wire.boot_id, wire.n))
        age = 0 if born is None else now_ms - born
        too_late = age > TOO_LATE_MS + LATE_SLACK_MS
        if isinstance(wire.body, Tap) and entry.rows and too_late:
            self.wrong.append(f"late: a tap counts that is {age} ms old")

    def shown(self) -> None:
        """Record that the pending entry was shown or confirmed."""
        if self.flying is not None and not self.muted:
            self.flying.shown = True

    def written(self, fault: BaseException | None) -> None:
        """Record whether the pending entry was written; if in doubt it stays open."""
        if self.muted or self.flying is None or isinstance(fault, DoubtError):
            return
        flying, self.flying = self.flying, None
        if fault is None:
            self._keep(flying)

    def _keep(self, flying: Flying) -> None:
        for row in flying.entry.rows:
            self.rows.setdefault(row.game, []).append(row)
        self.settings.update(flying.entry.settings)
        wire = flying.item.wire
        if wire is not None and flying.entry.rows:
            self.counted.add((wire.boot_id, wire.n))

    def heard(self, event: object, outcome: object) -> None:
        """Record the outcome of an event, as sent to the table's listeners."""
        if self.muted:
            return
        match event:
            case Event(body=ButtonChange(id=number, down=True)):
                self._pressed(str(BUTTONS[number]))
            case Event(body=ButtonChange(id=number)):
                self.down.discard(str(BUTTONS[number]))
            case Pressed(button=button):
                self._pressed(str(button))
            case Released(button=button):
                self.down.discard(str(button))
            case Lost(count=count):
                self.lost += count
            case Failed(part="controller"):
                self.unplugged += 1
        if isinstance(event, Event):
            self.told.add((event.boot_id, event.n))
        refused = isinstance(outcome, Refused) and outcome.code == "journal-failed"
        if refused and not self.bad_card:
            self.wrong.append("refused for the journal, though the card is well")

    def _pressed(self, button: str) -> None:
        self.down.add(button)
        self.presses[button] = self.presses.get(button, 0) + 1

    # --- touches ---

    def touched(self, boot_id: int, n: int, now_ms: int) -> None:
        """Note a touch that the controller has seen."""
        self.born_ms[boot_id, n] = now_ms

    def rebooted(self) -> None:
        """Forget the pending touches of a controller that has lost its power."""
        self.born_ms.clear()
        self.lost = 0

    # --- after a start ---

    def fall(self) -> None:
        """Record that the process has died: the pending entry may be stored or not."""
        self.fallen, self.flying = self.flying or self.fallen, None
        self.down.clear()

    def go_back(self, games: dict[int, list[RowEntry]]) -> None:
        """Expect the games of a backup, and nothing after it."""
        self.rows, self.fallen, self.flying = games, None, None
        self.settings.clear()

    def compare(self, journal: Any) -> None:
        """Compare the card with the record; the pending entry may be there or not."""
        flying, self.fallen = self.fallen, None
        flown = flying.entry.rows if flying else ()
        games = {*self.rows, *(row.game for row in flown)}
        landed = [
            game for game in sorted(games) if self._has_more(journal, game, flown)
        ]
        stored = journal.settings()
        if flying is not None and not flown:
            self._settle(flying, stored)
        elif flying is not None and landed:
            self._keep(flying)
        elif flying is not None and flying.shown:
            self.wrong.append("lost: what was shown is not on the card")
        if self.rotten:
            if journal.lost or journal.unsound():
                self.settings.clear()
            self.rotten = False
            if any("nothing could be salvaged" in one for one in journal.lost):
                self.wrong.append("lost: nothing is salvaged of a damaged journal")
        told = self.settings.get(PHONES)
        if told and stored.get(PHONES) == _without_lost(told):
            self.settings[PHONES] = stored[PHONES]  # as the start has let them go
        for key, value in self.settings.items():
            if stored.get(key) != value:
                self.wrong.append(f"lost: the setting {key}")

    def _has_more(self, journal: Any, game: int, flown: tuple[RowEntry, ...]) -> bool:
        """Compare one game; return whether it has the pending rows."""
        kept, there = self.rows.get(game, []), _rows_of(journal, game)
        if self.rotten and _is_named(journal, game):
            self.named.add(game)
        if there[: len(kept)] != kept:
            if game in self.named:
                self.rows[game] = there  # as a backup has it, or nothing
            else:
                told = f"{len(there)} rows of {len(kept)} told"
                self.wrong.append(f"lost: game {game} has {told}")
            return False
        more = there[len(kept) :]
        flew = more == [row for row in flown if row.game == game]
        if more and not flew and game in self.named:
            self.rows[game] = there  # it is found after all, or a backup has it
            return False
        if more and not flew:
            nobody = f"{len(more)} rows that nobody was told of"
            self.wrong.append(f"phantom: game {game} has {nobody}")
        return bool(more)

    def _settle(self, flying: Flying, stored: dict[str, str]) -> None:
        settings = flying.entry.settings
        if all(stored.get(key) == value for key, value in settings):
            self._keep(flying)
        elif flying.shown:
            self.wrong.append("lost: a setting that was shown is not on the card")

    # --- once all is quiet ---

    def untold(self, boot_id: int) -> list[int]:
        """Return the touches of a boot that never had any answer."""
        known = self.told | self.counted
        return [
            n for boot, n in self.born_ms if boot == boot_id and (boot, n) not in known
        ]


def _without_lost(told: str) -> str:
    """Return the phones that are left once every lost one has been let go."""
    phones = json.loads(told)
    lost = {one["instead"] for one in phones}
    left = [{**one, "instead": 0} for one in phones if one["number"] not in lost]
    return json.dumps(left)


def _rows_of(journal: Any, game: int) -> list[RowEntry]:
    """Return the rows of a game, or none if it is damaged."""
    try:
        return list(journal.rows(game))
    except JournalError:
        return []


def _is_named(journal: Any, game: int) -> bool:
    """Return whether the board reports that a game is lost."""
    named = (f"game {game} ", "the list of games")
    lost = any(f"{one} ".startswith(named) for one in journal.lost)
    return lost or game in journal.damaged()
