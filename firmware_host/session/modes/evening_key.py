"""
The key of a duplicate evening, typed at the board itself with buttons or tiles.

Its letters are chosen like those of a word, three at a time, on the board's own table
screen only (`Face.local`): no page shows the key, and it is not stored.
"""

from dataclasses import field
from typing import Self

from firmware_host.board.events import (
    PLAYER_BUTTONS,
    ZONE_BUTTONS,
    Button,
    Pressed,
    Tapped,
)
from firmware_host.board.faces import TableFace
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.pieces import BOARD, ZONES, Millis, Tile, Zone
from firmware_host.board.record import Record, replace
from firmware_host.games.forms import Context, Row
from firmware_host.hall.evening import KEY_LETTERS, LETTERS, Key, mark_of, read_key
from firmware_host.session import lobby
from firmware_host.session.modes.filling import Runs, first_run, next_run, zone_of
from firmware_host.session.service import ScreenText
from firmware_host.session.state import Mode, Now, QuestionMode, Session, StepResult

#: Letters of a group, as a key is read out, and how many groups it has.
GROUP, GROUPS = 3, KEY_LETTERS // 3


class KeyRow(Row[None]):
    """
    The letters of a key, of which one group at a time is chosen.

    Args:
        group: The group of letters that is chosen now, from 0; `GROUPS` at the end.
    """

    group: int = 0

    @property
    def places(self) -> range:
        """The places of the current group of letters."""
        return range(self.group * GROUP, min((self.group + 1) * GROUP, KEY_LETTERS))

    def place(self, zone: Zone) -> int | None:
        """Return the place that a zone's button steps; None outside the group."""
        return self.places[zone - 1] if zone <= len(self.places) else None

    def added(self, letter: str) -> Self | None:
        """Return the key with *letter* in the next free place; None if none is free."""
        later = range(self.places.start, KEY_LETTERS)
        free = next((at for at in later if not self.letters[at]), None)
        if free is None or letter not in LETTERS:
            return None
        return replace(self.put(free, letter), group=free // GROUP)

    def without_last(self) -> Self | None:
        """
        Return the key without the last letter of the group.

        If the group has no letter, return the key at the group before; None if this is
        the first group.
        """
        filled = [at for at in self.places if self.letters[at]]
        if filled:
            return self.put(filled[-1], "")
        return replace(self, group=self.group - 1) if self.group else None

    def spoken(self) -> ScreenText:
        """Return the letters of the group, or of the whole key, in groups."""
        here = self.places or range(KEY_LETTERS)
        return _read_out(tuple(self.letters[at] for at in here))


#: A key without a letter yet; no game is on.
_KEY = KeyRow(
    Context(None, (), len(ZONES), lid=False, rack=True, refusal=lambda _: None),
    ("key", 0),
    Zone(1),
    (tuple(LETTERS),) * KEY_LETTERS,
).made_out(BOARD)


class EveningKey(Record, QuestionMode):
    """
    The mode in which a key is entered, while no game is on.

    Args:
        under: The mode to which the cross returns.
        row: The form with the letters.
        runs: The zone button that is held.
    """

    under: Mode
    row: KeyRow = field(default=_KEY, repr=False)
    runs: Runs | None = field(default=None, repr=False)

    @property
    def tip(self) -> Message:
        """A hint for a person at the board."""
        return say("key-how")

    # --- events ---

    def choose(self, now: Now, button: Button) -> StepResult:
        """Return the step of a button; a player's button joins or leaves."""
        if button in PLAYER_BUTTONS:
            return lobby.sit(now, button)
        if button is Button.TICK:
            return self._on(now)
        if button is Button.CROSS:
            return self._next(now, self.row.without_last())
        if button not in ZONE_BUTTONS or self.row.place(zone_of(button)) is None:
            return now.refuse(Refused("button-idle"), Pressed(button))
        return self._step(now, first_run(zone_of(button), now.now_ms), zone_of(button))

    def _step(self, now: Now, runs: Runs | None, zone: Zone) -> StepResult:
        """Step the letter of a zone; while its button is held, once more later on."""
        place = self.row.place(zone)
        return self._next(now, None if place is None else self.row.stepped(place), runs)

    def _next(
        self, now: Now, row: KeyRow | None, runs: Runs | None = None
    ) -> StepResult:
        """Return the step to other letters; if *row* is None, to the mode below."""
        return now.keep(
            self.under if row is None else replace(self, row=row, runs=runs)
        )

    def release(self, button: Button) -> Mode:
        """Return the mode after a release; a zone's button stops its repetition."""
        return replace(self, runs=None) if button in ZONE_BUTTONS else self

    def rack(self, now: Now, event: Tapped) -> StepResult | None:
        """Return the step of a tile on the rack."""
        if not isinstance(event.piece, Tile):
            return None
        row = self.row.added(event.piece.letter)
        return now.refuse(_LETTERS, event) if row is None else self._next(now, row)

    # --- when it is due ---

    def due_ms(self, session: Session) -> Millis | None:
        """Return the time in ms at which a held button steps its letter."""
        del session
        return None if self.runs is None else self.runs[2]

    def wake(self, now: Now) -> StepResult | None:
        """Return the step in which a held button changes its letter."""
        runs = self.runs
        if runs is None or now.now_ms < runs[2]:
            return None
        return self._step(now, next_run(runs, now.now_ms), runs[0])

    # --- the entered key ---

    def _on(self, now: Now) -> StepResult:
        """Go on to the next group; after the last one compute the key's seed."""
        event, row = Pressed(Button.TICK), self.row
        if not all(row.letters[at] for at in row.places):
            return now.refuse(_LETTERS, event)
        row = replace(row, group=min(row.group + 1, GROUPS))
        if row.group < GROUPS:
            return self._next(now, row)
        key = read_key(row.word)
        refused = misread(key, now.session)
        if refused is not None:  # each letter stays, and all are looked at once more
            again = self._next(now, replace(row, group=0)).session
            return replace(now, session=again).refuse(refused, event)
        return replace(self._next(now, row), key=key)

    def is_given(self, key: Key) -> bool:
        """Return True if the complete *key* was entered and is unchanged."""
        return self.row.group == GROUPS and self.row.word == key.text

    # --- the face ---

    def hides(self, session: Session, other: Mode) -> bool:
        """
        Return True if *other* also enters a key: other screens show no difference.

        Only the board's own table screen shows the letters of the key.
        """
        del session
        return isinstance(other, EveningKey)

    def table(self, session: Session, names: tuple[str, ...]) -> TableFace:
        """Return the public table screen: no letters, but the players' names."""
        del session
        status = say("who-plays", names=", ".join(names)) if names else None
        return TableFace(line=say("choose-key"), status=status)

    def local(self, table: TableFace) -> TableFace:
        """Return the board's own table screen, which also shows the letters."""
        letters, group = self.row.spoken(), self.row.group
        if group == GROUPS:
            line = say("key-whole", letters=letters)
            return replace(table, line=line, note=table.note or say("key-moment"))
        line = say("key-group", n=group + 1, letters=letters)
        return replace(table, line=line, note=table.note or say("key-how"))


def _read_out(letters: tuple[str, ...]) -> ScreenText:
    """Return letters in groups, with a question mark for each missing one."""
    text = "".join(letter or "?" for letter in letters)
    groups = (text[at : at + GROUP] for at in range(0, len(text), GROUP))
    return ScreenText(" ".join(groups))


#: A letter that no key has, one too many, or one too few.
_LETTERS = Refused("evening-letters")


def misread(key: Key | None, session: Session) -> Refused | None:
    """Return the reason why no evening can begin with *key*, or None."""
    if key is None:
        return Refused("evening-key")
    other = key.language != mark_of(session.setup.language)
    return Refused("evening-language") if other else None
