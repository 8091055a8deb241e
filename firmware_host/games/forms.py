"""
Forms: what a player puts together at the board before the game gets it.

A game makes its forms in its own folder. A form is an immutable value. It holds the
choices so far, and answers each touch with the next form, with a complete line of a
transcript, or with a refusal. The session fills in one form at a time
(`session/modes/filling.py`). Beginning a form, shared buttons, held buttons and pauses
are handled there, the same for each form.
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
    The game and the board on which a form is filled in.

    Args:
        game: The state of the game.
        names: The players' names by seat.
        zones: The number of zones of the board.
        lid: Whether a working screen exists that only one person sees.
        rack: Whether the board has a rack for tiles and cards.
        refusal: Returns the refusal of a line by the game now, or None.
    """

    game: S_co = field(repr=False)
    names: tuple[str | Message, ...]
    zones: int
    lid: bool
    rack: bool
    refusal: Callable[[JsonObject], Refused | None] = field(repr=False)


class Give(Record):
    """
    The answer of a complete form: the line of its action.

    Args:
        line: The line of a transcript that it gives.
        wrong: The text that the board shows if the game answers ``wrong``.
        then: The form that stays open, whether the line is accepted or refused. None:
            an accepted line closes the form, and a refused one changes nothing.
    """

    line: dict[str, Json] = field(repr=False)
    wrong: Message | None = None
    then: "AnyForm | None" = field(default=None, repr=False)


class Again(Record):
    """
    The answer to a zone's button that repeats its step while it is held.

    Args:
        form: The form after this step.
    """

    form: "AnyForm" = field(repr=False)


class Close(Record):
    """The answer of a form that closes without a line."""


#: The result of a touch for a form; None if the touch has no meaning for it.
Answer: TypeAlias = "AnyForm | Again | Give | Close | Refused | None"


class Form(Record, ABC, Generic[S]):
    """
    A form that one player fills in. `Game.forms` offers empty forms.

    Args:
        at: The game and the board as they are now; the session keeps it up to date.
        key: The form's name and round; a form closes if its key is no longer offered.
        seat: The player's seat; `BOARD` before a player has begun. An offered form with
            a seat is for that player alone.
        refused: The last refusal, for its player's own screen.
        has_zones: True if only the form uses the zone buttons: no piece waits for one
            of them.
        waits: True if it stays open under the menu and in a pause.
        menu: The menu item that begins it; empty if touches begin it.
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
        Return the empty form of a player who presses their button, or a refusal.

        None leaves the button to other forms and to the game.
        """

    def begin(self, touch: Touch) -> Answer:
        """Return the answer to the touch that opens the form."""

    def current(self) -> Self | None:
        """Return the form in the present game, or None if no player can fill it in."""
        return self

    # --- what its player does ---

    def zone(self, zone: Zone) -> Answer:
        """Return the answer to the button of a zone."""

    def tick(self) -> Answer:
        """Return the answer to the tick button."""

    def cross(self) -> Answer:
        """Return the answer to the cross button."""
        return Close()

    def held(self, button: Button) -> Answer:
        """Return the answer to a tick or cross that was held for one second."""

    def released(self, button: Button) -> Answer:
        """Return the answer to the release of tick or cross."""

    def rack(self, item: Item) -> Answer:
        """Return the answer to a tile or a card on the rack."""

    def own(self, seats: Sequence[Seat]) -> Answer:
        """
        Return the answer to the own button of the form's player.

        Args:
            seats: All seats that share that button. None lets the next of them begin.
        """

    def other(self, seats: Sequence[Seat]) -> Answer:
        """Return the result of another player's button; None lets that player begin."""

    # --- what is shown ---

    def seen(self) -> Hashable | None:
        """
        Return what other people see of a form with a private part.

        None: all people see the whole form, including refusals.
        """

    def announced(self) -> bool:
        """Return True if the table screen says that the player fills in this form."""
        return True

    def hint(self, face: Face) -> Face:
        """Return the board's face while the form is offered and not begun."""
        return face

    @abstractmethod
    def show(self, face: Face) -> Face:
        """Return the board's face while a player fills in the form."""


#: A form of any game, and its context.
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
    A row of letters or signs: a zone button changes its letter, a tile adds a letter.

    Args:
        first_zone: The zone of the first letter.
        choices: The choices for each place, in the order in which the button shows
            them.
        do: The verb of the resulting line.
        gives: The key of that line for the letters.
        turn: The seat for which a tile begins a row; `BOARD` if a tile begins none.
        letters: The chosen letter of each place; an empty text before a choice.
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
        """The letters that are chosen so far."""
        return "".join(self.letters)

    @property
    def line(self) -> dict[str, Json]:
        """The line of the transcript that submits the row."""
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
        """Return the row of the seat on turn, begun by a tile."""
        if not isinstance(touch, Tile) or self.turn == BOARD:
            return None
        return self.made_out(self.turn).rack(touch)

    def barred(self) -> Refused | None:
        """Return the game's refusal that applies to any letters, or None."""
        refused = self.at.refusal(self.line)
        return None if refused is None or refused.code in _TOO_SHORT else refused

    def current(self) -> Self | None:
        """Return the row; None if its player can no longer submit it."""
        return self if self.made_out(self.seat).barred() is None else None

    # --- what its player does ---

    def zone(self, zone: Zone) -> Answer:
        """Change the letter of a zone to the next of its choices, in a cycle."""
        place = self.place(zone)
        if place is None:
            return Refused("outside-word", values=(("zone", zone),))
        return Again(self.stepped(place))

    def tick(self) -> Answer:
        """Submit the row; if it is wrong, the board names the player."""
        name = self.at.names[self.seat]
        return Give(self.line, say("guess-wrong", name=name, word=self.word))

    def rack(self, item: Item) -> Answer:
        """Add the letter of a tile that is held to the word rack."""
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
        """Return the table screen: the player, the letters so far, and a hint."""
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
    """A row of letters of which other people see at most the number."""

    has_zones: bool = field(default=False, kw_only=True)

    def seen(self) -> Hashable | None:
        """Return () if a private screen exists, which others cannot see; else None."""
        return () if self.at.lid else None

    def zone(self, zone: Zone) -> Answer:
        """Change the letter of a zone as in `Row`; None without a private screen."""
        return super().zone(zone) if self.at.lid else None

    def tick(self) -> Answer:
        """Submit the row; the result stays secret."""
        return Give(self.line)

    def cross(self) -> Answer:
        """Remove the last letter; without letters cancel the row."""
        return self.without_last() or Close()

    def own_face(self, note: Message) -> WordFace:
        """Return the row for the private screen of its player."""
        return WordFace(self.first_zone, self.letters, note=note)

    def by_tiles(self) -> Message:
        """Return how to fill it in without a private screen: by tiles, or by phone."""
        name, count = self.at.names[self.seat], sum(map(bool, self.letters))
        if count:
            return say("secret-count", name=name, n=count, needs=len(self.letters))
        return say("secret-tiles", name=name) if self.at.rack else say("secret-phone")


class SecretRow(HiddenRow[S]):
    """
    The secret word of one player, chosen on the private screen or laid with tiles.

    Of tiles only their number is shown.

    Args:
        language: The language of the word.
        replaces: True if it would replace a word that is already set.
        overrules: True if holding the tick accepts a word that is in no dictionary.
        built: True if seekers only know the pieces of each letter, so that twins
            (`words.twins`) look the same.
        switch: The key of the line that a player's button changes between ``on`` and
            ``off``; empty without one.
        off: True if it was switched off.
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
        """Begin with a letter; a replacing word begins with the cross."""
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
        """Accept a word that is in no dictionary, if the tick is held."""
        overrules = button is Button.TICK and self.is_unknown
        return Give({**self.line, "override": True}) if overrules else None

    def other(self, seats: Sequence[Seat]) -> Answer:
        """Return the form with `off` toggled, if it has this choice and all letters."""
        return self.own(seats)

    def own(self, seats: Sequence[Seat]) -> Answer:
        """Return the form with `off` toggled, if it has this choice and all letters."""
        del seats
        turns = self.switch and all(self.letters)
        return replace(self, off=not self.off) if turns else None

    def letter_refusal(self, letter: str) -> Refused:
        """Return the refusal of a letter that the row does not accept."""
        return Refused("word-letters", values=(("letters", letter),))

    def length_refusal(self) -> Refused:
        """Return the refusal of a word that is one letter longer than the row."""
        length = len(self.choices)
        counts = (("has", length + 1), ("needs", length))
        return Refused("word-length", values=counts)

    @property
    def is_unknown(self) -> bool:
        """Whether the word is in no dictionary, but its maker may still set it."""
        unknown = self.refused is not None and self.refused.code == "word-unknown"
        return self.overrules and unknown

    # --- what is shown ---

    def announced(self) -> bool:
        """Return True without a lid: the table screen then shows the tile count."""
        return not self.at.lid

    def hint(self, face: Face) -> Face:
        """Return the face while no letter is chosen; a word that is set stays shown."""
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
        """Return the table screen with the number of chosen letters."""
        goes_with = self._goes_with if all(self.letters) else None
        note = goes_with or self.by_tiles()
        if table.note is None or any(self.letters):
            return replace(table, note=note)
        return replace(table, status=note)

    @property
    def _goes_with(self) -> Message | None:
        """The text of the switch that belongs to the whole word; None without one."""
        if not self.switch:
            return None
        return say(f"own-{self.switch}-{'off' if self.off else 'on'}")

    def _warning(self) -> Message | None:
        """Return a warning about the complete, accepted word; None for none."""
        if is_rare(self.word, self.language):
            return say("own-rare")
        found = twins(self.word, self.language) if self.built else ()
        return say("own-twin", word=found[0]) if found else None


# --- cards that one player looks at -------------------------------------------------


class Hand(Form[S]):
    """
    Cards that one player looks at behind the lid; a cover is shown first.

    Others see only which player it is. The player's own button turns to the next page.

    Args:
        page: ``cover`` before the cards are shown; then ``hand``, or another one.
    """

    page: str = field(default="cover", kw_only=True)
    waits: bool = field(default=False, kw_only=True)

    # --- what its player does ---

    def zone(self, zone: Zone) -> Answer:
        """Choose the item of a zone's button; refuse while the cover is shown."""
        return Refused("button-idle") if self.page == "cover" else self.choose(zone)

    def tick(self) -> Answer:
        """Remove the cover if it is shown; else return the answer of `confirm`."""
        return replace(self, page="hand") if self.page == "cover" else self.confirm()

    def cross(self) -> Answer:
        """Close the form if the cover is shown; else return the answer of `back`."""
        return Close() if self.page == "cover" else self.back()

    @abstractmethod
    def choose(self, zone: Zone) -> Answer:
        """Return the answer to the button of a zone."""

    @abstractmethod
    def confirm(self) -> Answer:
        """Return the answer to the tick button."""

    @abstractmethod
    def back(self) -> Answer:
        """Return the answer to the cross button."""

    # --- what is shown ---

    def seen(self) -> Hashable | None:
        """Return the form's key and its player: others see no more than that."""
        return (self.key, self.seat)

    def announced(self) -> bool:
        """Return False: the table screen does not say that a player looks at cards."""
        return False

    def show(self, face: Face) -> Face:
        """Return the face of a board at which a player looks at cards."""
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
        """Return the table screen, which names the player who looks at cards."""

    @abstractmethod
    def cards(self, note: Message) -> HandFace | CardsFace:
        """Return the cards as the player alone sees them."""

    @abstractmethod
    def note(self) -> Message:
        """Return a hint for the player."""
