"""
The key of a duplicate evening, given at the board itself: by buttons, or by tiles.

It is spelled as a word is, three letters at a time, on the board's own table screen
alone (`Face.local`): no page shows it, and nothing of it is written down.
"""

from typing import Self

from firmware_host.board.events import PLAYER_BUTTONS, ZONE_BUTTONS, Button, Pressed
from firmware_host.board.faces import TableFace
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.pieces import BOARD, Zone
from firmware_host.board.record import replace
from firmware_host.games.requests import WordRequest
from firmware_host.hall.evening import KEY_LETTERS, LETTERS, Key, mark_of, read_key
from firmware_host.session import lobby
from firmware_host.session.acting import Now
from firmware_host.session.mode import Asking, Mode
from firmware_host.session.modes.spelling import Spelling
from firmware_host.session.result import StepResult
from firmware_host.session.service import Hidden
from firmware_host.session.state import Playing, Session

#: Letters of a group, as a key is read out, and how many groups it has.
GROUP, GROUPS = 3, KEY_LETTERS // 3

#: What is spelled.
_KEY = WordRequest(0, KEY_LETTERS, Zone(1), tuple(LETTERS), do="key")


class EveningKey(Spelling[WordRequest], Asking):
    """
    A key that is being given, while no game is on.

    Args:
        group: Which group is spelled, from 0; `GROUPS` once all of it stands.
    """

    group: int = 0

    @property
    def tip(self) -> Message:
        """What a person at the board can do now."""
        return say("key-how")

    @classmethod
    def over(cls, under: Mode) -> Self:
        """Return a key without a letter yet, over what was asked before."""
        return cls.begun(under, _KEY, BOARD)

    # --- its letters ---

    @property
    def places(self) -> range:
        """The places of the group that is spelled."""
        return range(self.group * GROUP, min((self.group + 1) * GROUP, KEY_LETTERS))

    def place(self, button: Button) -> int | None:
        """Return the place that a zone's button steps; None outside the group."""
        at = ZONE_BUTTONS.index(button)
        return self.places[at] if at < len(self.places) else None

    def added(self, letter: str) -> Self | None:
        """Return the key with *letter* in the next free place; None without one."""
        later = range(self.places.start, KEY_LETTERS)
        free = next((at for at in later if not self.letters[at]), None)
        if free is None:
            return None
        return replace(self._with(free, letter), group=free // GROUP)

    def misfit(self, letter: str) -> Refused:
        """Return why a tile's letter is not added."""
        del letter
        return _LETTERS

    def _back(self) -> Mode:
        """Return the key without the group's last letter, or what is before it."""
        filled = [at for at in self.places if self.letters[at]]
        if filled:
            return self._with(filled[-1], "")
        return replace(self, group=self.group - 1) if self.group else self.under

    # --- what it hears ---

    def choose(self, now: Now, button: Button) -> StepResult:
        """Return what a button does to the key; a player's sits down, or stands up."""
        if button in PLAYER_BUTTONS:
            return lobby.sit(now, button)
        if button is Button.TICK:
            return self._on(now)
        if button is Button.CROSS:
            return now.keep(self._back())
        idle = button not in ZONE_BUTTONS or self.place(button) is None
        done = None if idle else self.zone(now, button)
        return done or now.refuse(Refused("button-idle"), Pressed(button))

    def told(self, now: Now, refused: Refused, event: object) -> StepResult:
        """Tell everybody why a letter is not taken."""
        return now.refuse(refused, event)

    def wake(self, now: Now) -> StepResult | None:
        """Let a held button step its letter."""
        runs = self.runs
        return None if runs is None or now.now_ms < runs[2] else self.ran(now, runs)

    # --- what is given ---

    def _on(self, now: Now) -> StepResult:
        """Go on to the next group; after the last one have the key's seed reckoned."""
        event = Pressed(Button.TICK)
        if not all(self.letters[at] for at in self.places):
            return now.refuse(_LETTERS, event)
        after = replace(self, group=min(self.group + 1, GROUPS), runs=None)
        if after.group < GROUPS:
            return now.keep(after)
        key = read_key(self.word)
        refused = misread(key, now.session)
        if refused is not None:  # each letter stays, and all are looked at once more
            again = replace(now.session, mode=replace(after, group=0))
            return replace(now, session=again).refuse(refused, event)
        return replace(now.keep(after), key=key)

    def is_given(self, key: Key) -> bool:
        """Tell whether the whole of *key* has been given, and still stands."""
        return self.group == GROUPS and self.word == key.text

    # --- whether it still stands ---

    def stands(self, playing: Playing, request: WordRequest) -> bool:
        """Tell that no game takes it."""
        del playing, request
        return False

    def after(self, session: Session) -> Mode:
        """Return the key: it stays until a game begins."""
        del session
        return self

    # --- what it looks like ---

    def hides(self, session: Session, other: Mode) -> bool:
        """Tell whether letters came or went, and no more; nobody is told of that."""
        del session
        return isinstance(other, EveningKey)

    def table(self, session: Session, names: tuple[str, ...]) -> TableFace:
        """Return what everybody may see: that a key is given, and who plays."""
        del session
        status = say("who-plays", names=", ".join(names)) if names else None
        return TableFace(line=say("choose-key"), status=status)

    def local(self, table: TableFace) -> TableFace:
        """Return what the board's own table screen shows: the letters as well."""
        if self.group == GROUPS:
            line = say("key-whole", letters=_read_out(self.letters))
            return replace(table, line=line, note=table.note or say("key-moment"))
        letters = tuple(self.letters[at] for at in self.places)
        line = say("key-group", n=self.group + 1, letters=_read_out(letters))
        return replace(table, line=line, note=table.note or say("key-how"))


def _read_out(letters: tuple[str, ...]) -> Hidden:
    """Return letters in groups, with a question mark for what is not chosen yet."""
    text = "".join(letter or "?" for letter in letters)
    groups = (text[at : at + GROUP] for at in range(0, len(text), GROUP))
    return Hidden(" ".join(groups))


#: A letter that no key has, one too many, or one too few.
_LETTERS = Refused("evening-letters")


def misread(key: Key | None, session: Session) -> Refused | None:
    """Return why no evening can begin with what was read as *key*; None if one can."""
    if key is None:
        return Refused("evening-key")
    other = key.language != mark_of(session.setup.language)
    return Refused("evening-language") if other else None
