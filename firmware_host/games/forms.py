"""
Forms: what a player puts together at the board before the game gets it.

A game makes its forms in its own folder. A form is a value: it holds what has been
chosen so far, and answers each touch with the next form, with the line of a transcript
that it gives, or with a refusal. The session fills in one form at a time
(`session/modes/filling.py`): who begins, shared buttons, held buttons and pauses are
the session's business and the same for each form.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from dataclasses import field
from typing import Any, Generic, Self, TypeAlias, TypeVar

from firmware_host.board.events import Button
from firmware_host.board.faces import (
    CardsFace,
    Face,
    HandFace,
    TableFace,
    WordFace,
    ZoneFace,
)
from firmware_host.board.json import Json, JsonObject
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.pieces import BOARD, Item, Seat, Tile, Zone
from firmware_host.board.record import Record, replace
from firmware_host.words.language import Language
from firmware_host.words.twins import is_rare, twins

S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)
T = TypeVar("T")

#: A touch that can begin a form: a zone's button by its zone, tick, cross, or an item.
Touch = Zone | Button | Item


class Context(Record, Generic[S_co]):
    """
    What a form is filled in at: the game as it stands, and the board's parts.

    Args:
        game: The state of the game.
        names: The players' names by seat.
        zones: How many zones the board has.
        lid: Whether a screen is there that only one person sees, and works.
        rack: Whether tiles and cards can be held to a rack.
        refusal: Returns why the game would refuse a line now, or None.
    """

    game: S_co = field(repr=False)
    names: tuple[str | Message, ...]
    zones: int
    lid: bool
    rack: bool
    refusal: Callable[[JsonObject], Refused | None] = field(repr=False)


class Give(Record):
    """
    The answer of a form that is complete.

    Args:
        line: The line of a transcript that it gives.
        wrong: What the board says if the game answers ``wrong``.
        then: The form that stays open, whether the line is accepted or refused. None:
            an accepted line closes the form, and a refused one changes nothing.
    """

    line: dict[str, Json] = field(repr=False)
    wrong: Message | None = None
    then: "AnyForm | None" = field(default=None, repr=False)


class Again(Record):
    """
    The answer to a zone's button that takes one step, and another while it is held.

    Args:
        form: The form after this step.
    """

    form: "AnyForm" = field(repr=False)


class Close(Record):
    """The answer of a form that is called off; it gives nothing."""


#: What a form answers to a touch; None if the touch means nothing to it.
Answer: TypeAlias = "AnyForm | Again | Give | Close | Refused | None"


class Form(Record, ABC, Generic[S]):
    """
    What one player fills in. `Game.forms` offers it empty.

    Args:
        at: The game and the board as they are now; the session keeps it up to date.
        key: The form's name and its round; a form closes if its key is offered no more.
        seat: Who fills it in; `BOARD` before somebody has begun. A form that is offered
            with a seat is for that player alone.
        refused: Why it was refused last, for its player's own screen.
        has_zones: Whether it alone has the zones: no piece waits for a button there.
        waits: Whether it stays open under the menu and in a pause, or is closed.
        menu: The item of the menu that begins it; empty if touches begin it.
    """

    at: Context[S] = field(repr=False, compare=False)
    key: tuple[str, int]
    seat: Seat = field(default=BOARD, kw_only=True)
    refused: Refused | None = field(default=None, kw_only=True, repr=False)
    has_zones: bool = field(default=False, kw_only=True)
    waits: bool = field(default=True, kw_only=True)
    menu: str = field(default="", kw_only=True)

    # --- who fills it in ---

    def open(self, seat: Seat) -> Self | Refused | None:
        """
        Return the empty form of a player who presses the own button, or a refusal.

        None leaves the button to other forms and to the game.
        """

    def begin(self, touch: Touch) -> Answer:
        """Return the answer to another touch that begins the form."""

    def current(self) -> Self | None:
        """Return the form in the game as it is now; None if nobody can fill it in."""
        return self

    # --- what its player does ---

    def zone(self, zone: Zone) -> Answer:
        """Return the answer to a zone's button."""

    def tick(self) -> Answer:
        """Return the answer to the tick."""

    def cross(self) -> Answer:
        """Return the answer to the cross."""
        return Close()

    def held(self, button: Button) -> Answer:
        """Return what tick or cross means if it is held for a second; else None."""

    def released(self, button: Button) -> Answer:
        """Return the answer to tick or cross that comes up again."""

    def rack(self, item: Item) -> Answer:
        """Return the answer to a tile or a card that is held to the rack."""

    def own(self, seats: Sequence[Seat]) -> Answer:
        """
        Return the answer to its player's own button.

        Args:
            seats: All who share that button. None lets the next of them begin.
        """

    def other(self, seats: Sequence[Seat]) -> Answer:
        """Return the answer to a button of others; None lets them begin."""

    # --- what is shown ---

    def seen(self) -> Hashable | None:
        """
        Return what everybody sees of it, where its player alone sees the rest.

        None: everybody sees all of it, refusals too.
        """

    def announced(self) -> bool:
        """Return True if the small print of the table screen is its own."""
        return True

    def hint(self, face: Face) -> Face:
        """Return the board's face while the form is offered, and nobody has begun."""
        return face

    @abstractmethod
    def show(self, face: Face) -> Face:
        """Return the board's face while it is filled in."""


#: A form of any game, and what it is filled in at.
AnyForm = Form[Any]
AnyContext = Context[object]


def following(items: Sequence[T], now: object) -> T:
    """Return the item after *now*, the first one after the last or after another."""
    known = [at for at, item in enumerate(items) if item == now]
    return items[(known[0] + 1) % len(items) if known else 0]


# --- a row of letters ---------------------------------------------------------------

#: The refusals of a row that more letters would put right.
_TOO_SHORT = ("guess-length", "word-length")


class Row(Form[S]):
    """
    A row of letters or signs: a zone's button steps its own one, a tile adds a letter.

    Args:
        first_zone: The zone of the first letter.
        choices: What can be chosen at each place, in the order in which it is stepped.
        do: The verb of the line that gives it.
        gives: The key of that line which holds the letters.
        turn: Whose row a tile begins; `BOARD` if a tile begins none.
        letters: What is chosen at each place; empty texts before.
    """

    first_zone: Zone
    choices: tuple[tuple[str, ...], ...] = field(repr=False)
    do: str = field(default="guess", kw_only=True)
    gives: str = field(default="word", kw_only=True)
    turn: Seat = field(default=BOARD, kw_only=True)
    letters: tuple[str, ...] = field(default=(), repr=False, kw_only=True)

    has_zones: bool = field(default=True, kw_only=True)

    @property
    def word(self) -> str:
        """What is chosen so far."""
        return "".join(self.letters)

    @property
    def line(self) -> dict[str, Json]:
        """The line of a transcript that gives it."""
        return {"do": self.do, "by": self.seat, self.gives: self.word}

    # --- its letters ---

    def place(self, zone: Zone) -> int | None:
        """Return the place that a zone's button steps; None outside of the row."""
        at = zone - self.first_zone
        return at if 0 <= at < len(self.choices) else None

    def stepped(self, at: int) -> Self:
        """Return the row with the next choice at a place, from 0."""
        return self.put(at, following(self.choices[at], self.letters[at]))

    def put(self, at: int, letter: str) -> Self:
        """Return the row with *letter* at a place, from 0."""
        letters = (*self.letters[:at], letter, *self.letters[at + 1 :])
        return replace(self, letters=letters)

    def added(self, letter: str) -> Self | None:
        """Return the row with *letter* in the first free place; None if it is full."""
        free = [at for at, known in enumerate(self.letters) if not known]
        return self.put(free[0], letter) if free else None

    def without_last(self) -> Self | None:
        """Return the row without its last letter; None if it has none."""
        filled = [at for at, known in enumerate(self.letters) if known]
        return self.put(filled[-1], "") if filled else None

    # --- who fills it in ---

    def made_out(self, seat: Seat) -> Self:
        """Return the empty row of a player."""
        return replace(self, seat=seat, letters=("",) * len(self.choices), refused=None)

    def open(self, seat: Seat) -> Self | Refused | None:
        """Return an empty row, or why the game would refuse any row of that player."""
        row = self.made_out(seat)
        return row.barred() or row

    def begin(self, touch: Touch) -> Answer:
        """Let a tile begin the row of whoever is on turn."""
        if not isinstance(touch, Tile) or self.turn == BOARD:
            return None
        return self.made_out(self.turn).rack(touch)

    def barred(self) -> Refused | None:
        """Return why the game refuses this row, whatever letters are added."""
        refused = self.at.refusal(self.line)
        return None if refused is None or refused.code in _TOO_SHORT else refused

    def current(self) -> Self | None:
        """Return the row; None if its player cannot give any more."""
        return self if self.made_out(self.seat).barred() is None else None

    # --- what its player does ---

    def zone(self, zone: Zone) -> Answer:
        """Step the letter of a zone."""
        place = self.place(zone)
        if place is None:
            return Refused("outside-word", values=(("zone", zone),))
        return Again(self.stepped(place))

    def tick(self) -> Answer:
        """Give the row; if it was wrong, the board says who gave it."""
        name = self.at.names[self.seat]
        return Give(self.line, say("guess-wrong", name=name, word=self.word))

    def rack(self, item: Item) -> Answer:
        """Add the letter of a tile."""
        if not isinstance(item, Tile):
            return None
        if not any(item.letter in some for some in self.choices):
            return self.letter_refusal(item.letter)
        return self.added(item.letter) or self.length_refusal()

    def letter_refusal(self, letter: str) -> Refused:
        """Return the refusal of a letter that can be chosen nowhere."""
        del letter
        return Refused("guess-letters")

    def length_refusal(self) -> Refused:
        """Return the refusal of a row that is too short or too long."""
        return Refused("guess-length", values=(("length", len(self.choices)),))

    # --- what is shown ---

    def spelled(self) -> tuple[str, ...]:
        """Return the letters, with a question mark for each that is not chosen yet."""
        return tuple(letter or "?" for letter in self.letters)

    def table(self) -> TableFace:
        """Return the table screen: who fills it in, how far it is, and how."""
        letters = "".join(self.spelled())
        line = say("guess-spell", name=self.at.names[self.seat], letters=letters)
        return TableFace(line, status=say("guess-how"))

    def in_zone(self, face: ZoneFace, letter: str) -> ZoneFace:
        """Return the face of a zone with a letter of the row on it."""
        return replace(face, card=None, letter=None, word=None, spelled=letter)

    def show(self, face: Face) -> Face:
        """Return the board's face: the letters are in the zones, for everybody."""
        zones, first = list(face.zones), self.first_zone - 1
        for place, letter in enumerate(self.spelled(), first):
            zones[place] = self.in_zone(zones[place], letter)
        return replace(face, table=self.table(), zones=tuple(zones))


class HiddenRow(Row[S]):
    """A row of which nobody else sees more than the number of its letters."""

    has_zones: bool = field(default=False, kw_only=True)

    def seen(self) -> Hashable | None:
        """Return that nobody else sees any of it, where there is a screen for one."""
        return () if self.at.lid else None

    def zone(self, zone: Zone) -> Answer:
        """Step the letter of a zone; without a screen for one person alone nothing."""
        return super().zone(zone) if self.at.lid else None

    def tick(self) -> Answer:
        """Give the row; nobody is told whether it was wrong."""
        return Give(self.line)

    def cross(self) -> Answer:
        """Take the last letter back; without one call the row off."""
        return self.without_last() or Close()

    def own_face(self, note: Message) -> WordFace:
        """Return the row on the screen that its player alone sees."""
        return WordFace(self.first_zone, self.letters, note=note)

    def by_tiles(self) -> Message:
        """Return how it is filled in without that screen: by tiles, or on a phone."""
        name, count = self.at.names[self.seat], sum(map(bool, self.letters))
        if count:
            return say("secret-count", name=name, n=count, needs=len(self.letters))
        return say("secret-tiles", name=name) if self.at.rack else say("secret-phone")


class SecretRow(HiddenRow[S]):
    """
    The secret word of one player: on the own screen, or by tiles that are counted.

    Args:
        language: Whose words they are.
        replaces: Whether a word is set that this one would replace.
        overrules: Whether the tick, held, takes a word that no dictionary has.
        built: Whether seekers know of a letter only what it is built of, so that twins
            (`words.twins`) look alike.
        switch: The key of the line that a player's button turns from ``on`` to ``off``
            and back; empty without one.
        off: Whether it was turned off.
    """

    language: Language = field(repr=False)
    replaces: bool = field(default=False, kw_only=True)
    overrules: bool = field(default=False, kw_only=True)
    built: bool = field(default=False, kw_only=True)
    switch: str = field(default="", kw_only=True)
    off: bool = field(default=False, kw_only=True)

    @property
    def line(self) -> dict[str, Json]:
        """The line of a transcript that sets the word."""
        state = "off" if self.off else "on"
        return super().line | ({self.switch: state} if self.switch else {})

    # --- who fills it in ---

    def open(self, seat: Seat) -> Self | Refused | None:
        """Leave players' buttons to others: who makes the word is known."""

    def begin(self, touch: Touch) -> Answer:
        """Begin with a letter; a word that replaces one with the cross."""
        if self.replaces:
            return self.made_out(self.seat) if touch is Button.CROSS else None
        if isinstance(touch, Tile):
            return self.rack(touch)
        return self.zone(touch) if isinstance(touch, int) else None

    def current(self) -> Self | None:
        """Return the row: once a word is set, another key is offered."""
        return self

    # --- what its player does ---

    def held(self, button: Button) -> Answer:
        """Let the held tick take a word that no dictionary has."""
        overrules = button is Button.TICK and self.is_unknown
        return Give({**self.line, "override": True}) if overrules else None

    def other(self, seats: Sequence[Seat]) -> Answer:
        """Let a player's button turn what goes with the whole word."""
        return self.own(seats)

    def own(self, seats: Sequence[Seat]) -> Answer:
        """Let a player's button turn what goes with the whole word."""
        del seats
        turns = self.switch and all(self.letters)
        return replace(self, off=not self.off) if turns else None

    def letter_refusal(self, letter: str) -> Refused:
        """Return the refusal of a letter, as of a word that is set."""
        return Refused("word-letters", values=(("letters", letter),))

    def length_refusal(self) -> Refused:
        """Return the refusal of one letter too many, as of a word that is set."""
        length = len(self.choices)
        counts = (("has", length + 1), ("needs", length))
        return Refused("word-length", values=counts)

    @property
    def is_unknown(self) -> bool:
        """Whether no dictionary has the word, and its maker may set it all the same."""
        unknown = self.refused is not None and self.refused.code == "word-unknown"
        return self.overrules and unknown

    # --- what is shown ---

    def announced(self) -> bool:
        """Return True where the table screen counts the tiles."""
        return not self.at.lid

    def hint(self, face: Face) -> Face:
        """Return the face while no letter is chosen; a word that stands stays."""
        return face if self.replaces else self.show(face)

    def show(self, face: Face) -> Face:
        """Return the face with the word on its maker's own screen, or its tiles."""
        if not self.at.lid:
            return replace(face, table=self._counted(face.table))
        note = say("own-spell", name=self.at.names[self.seat])
        if self.refused is not None:
            note = say("own-unknown") if self.is_unknown else self.refused.reason
        elif all(self.letters):
            note = self._goes_with or self._warning() or say("own-give")
        return replace(face, maker=self.own_face(note))

    def _counted(self, table: TableFace) -> TableFace:
        """Return how a word is made; what the game has to say stays beside it."""
        goes_with = self._goes_with if all(self.letters) else None
        note = goes_with or self.by_tiles()
        if table.note is None or any(self.letters):
            return replace(table, note=note)
        return replace(table, status=note)

    @property
    def _goes_with(self) -> Message | None:
        """What goes with the whole word, in words; None if nothing does."""
        if not self.switch:
            return None
        return say(f"own-{self.switch}-{'off' if self.off else 'on'}")

    def _warning(self) -> Message | None:
        """Return what its maker may want to know of the whole word; it is taken."""
        if is_rare(self.word, self.language):
            return say("own-rare")
        found = twins(self.word, self.language) if self.built else ()
        return say("own-twin", word=found[0]) if found else None


# --- cards that one player looks at -------------------------------------------------


class Hand(Form[S]):
    """
    Cards that one player looks at alone, behind the lid; a cover is over them first.

    Whoever looks on is told only who it is. The own button turns to the next page.

    Args:
        page: ``cover`` before the cards are shown; then ``hand``, or another one.
    """

    page: str = field(default="cover", kw_only=True)
    waits: bool = field(default=False, kw_only=True)

    # --- what its player does ---

    def zone(self, zone: Zone) -> Answer:
        """Choose what a zone's button stands for; on the cover it means nothing."""
        return Refused("button-idle") if self.page == "cover" else self.choose(zone)

    def tick(self) -> Answer:
        """Take the cover away; after that do what the page is for."""
        return replace(self, page="hand") if self.page == "cover" else self.confirm()

    def cross(self) -> Answer:
        """Close the cover; after that take something back."""
        return Close() if self.page == "cover" else self.back()

    @abstractmethod
    def choose(self, zone: Zone) -> Answer:
        """Return the answer to a zone's button."""

    @abstractmethod
    def confirm(self) -> Answer:
        """Return the answer to the tick."""

    @abstractmethod
    def back(self) -> Answer:
        """Return the answer to the cross."""

    # --- what is shown ---

    def seen(self) -> Hashable | None:
        """Return who looks at cards; no more than that can be seen."""
        return (self.key, self.seat)

    def announced(self) -> bool:
        """Return False: a pause is said beside it."""
        return False

    def show(self, face: Face) -> Face:
        """Return the face of a board at which somebody looks at cards."""
        name = self.at.names[self.seat]
        face = replace(face, table=self.table(face.table, name))
        refused = self.refused and self.refused.reason
        if self.page == "cover":
            note = refused or say("lay-covered")
            cover = TableFace(say("lay-cover", name=name), note=note)
            return replace(face, maker=cover)
        maker = self.cards(refused or self.note()) if self.at.lid else None
        return replace(face, maker=maker)

    @abstractmethod
    def table(self, table: TableFace, name: str | Message) -> TableFace:
        """Return the table screen that says who looks at cards."""

    @abstractmethod
    def cards(self, note: Message) -> HandFace | CardsFace:
        """Return the cards as the player alone sees them."""

    @abstractmethod
    def note(self) -> Message:
        """Return what the player can do."""
