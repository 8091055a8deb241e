"""Faces: what lamps, screens and buzzer show, as codes without text or pixels."""

from dataclasses import field
from enum import StrEnum

from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import NO_PIECES, Counts, Kind, Zone
from firmware_host.board.record import Record


class Lamp(StrEnum):
    """
    A zone's pair of lamps: the cross (red, left) and the tick (green, right).

    While the board is looked at, a blinking cross marks a piece in the wrong place, and
    a blinking tick a piece in the right one. Both are steady where a letter belongs
    elsewhere. Where a kiosk calls for players, the tick's light runs from zone to zone.
    """

    DARK = "dark"
    YES = "yes"
    NO = "no"
    REFUSED = "refused"
    FAULT = "fault"
    FROM = "from"
    TO = "to"
    ELSEWHERE = "elsewhere"
    CALLING = "calling"


class Buzz(StrEnum):
    """Tunes of buzzer, loudspeaker and pages, the most important first."""

    END = "end"
    BONUS = "bonus"
    REFUSED = "refused"
    YES = "yes"
    WRONG = "wrong"
    NO = "no"


class Mark(StrEnum):
    """
    The mark of a letter in a guessed word: filled, crossed out, or empty.

    Source: rules, part 4: green, yellow, and no mark.
    """

    HERE = "here"
    ELSEWHERE = "elsewhere"
    NONE = "none"


#: The written ranks of playing cards, the ace first.
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")

#: The suit of a playing card whose suit is not chosen yet.
NO_SUIT_YET = "unknown"


class CardFace(Record):
    """
    A card that lies in a zone, seen from above.

    Args:
        text: The rank or letter; a question mark for a blank, empty for the card's
            back.
        suit: ``hearts``, ``diamonds``, ``spades`` or ``clubs``, `NO_SUIT_YET` for a
            playing card that is being named; empty for a letter.
    """

    text: str
    suit: str = ""

    @property
    def rank(self) -> Message | None:
        """The name of a playing card's rank; None for any other card."""
        if not self.suit or self.text not in RANKS:
            return None
        return say(f"rank-{RANKS.index(self.text) + 1}")

    @property
    def name(self) -> Message | None:
        """The name of a playing card; None if its rank or suit is not known."""
        if self.rank is None or self.suit == NO_SUIT_YET:
            return None
        return say("card-name", rank=self.rank, suit=say(f"suit-{self.suit}"))


class ZoneFace(Record):
    """
    One zone's lamps and screen.

    Args:
        lamp: What the pair of lamps shows.
        word: The big word: an answer, a refusal or a choice; None for no word.
        in_word: False if the zone is outside the word; its screen stays empty.
        placed: The number of pieces of each kind in the zone.
        covered: For each of `KINDS`, True if a NO token covers it in this zone.
        forms: The letters that are still possible in the zone and can be drawn with its
            pieces, the most probable first; empty where the pieces lie in a row.
        letter: The letter to draw from its pieces once the word is revealed.
        build: The number of pieces of each kind of that letter.
        spelled: The letter of a guess that is being entered here; a question mark
            before a letter is chosen.
        mark: The mark of the letter in a guessed word; the letter itself is in
            *spelled*.
        card: The card that lies here.
    """

    lamp: Lamp = Lamp.DARK
    word: Message | None = None
    in_word: bool = True
    placed: Counts = NO_PIECES
    covered: tuple[bool, bool, bool, bool] = (False, False, False, False)
    forms: str = ""
    letter: str | None = None
    build: Counts = NO_PIECES
    spelled: str | None = None
    mark: Mark | None = None
    card: CardFace | None = None

    @property
    def answers(self) -> bool:
        """Whether the zone shows an answer: its screen is drawn before the others."""
        return self.word is not None or self.mark is not None


class TableFace(Record):
    """
    The table screen.

    Args:
        line: The big line: whose turn it is, and what is to be done.
        kind: The kind of piece to draw in the big line; None for none.
        status: The small line under it: tokens and points.
        choices: The choices, if any; the marked one is big.
        marked: The index of the choice that the tick selects.
        note: Small print: the round's commitment in hex, or a sentence.
        fault: A message that names the faulty part until it works again.
        busy: True to show an hourglass while a slow memory card delays the answer.
        left_s: Seconds until time is up; None without a time limit.
        scan: The text of a QR code; empty for none.
    """

    line: Message
    kind: Kind | None = None
    status: Message | None = None
    choices: tuple[Message, ...] = ()
    marked: int = 0
    note: Message | None = None
    fault: Message | None = None
    busy: bool = False
    left_s: int | None = None
    scan: str = field(default="", repr=False)


class WordFace(Record):
    """
    The private screen of the maker, with the secret word.

    Args:
        first_zone: The zone of the word's first letter.
        letters: The letters; an empty text for one that is not chosen yet.
        builds: The pieces of each letter once the word is chosen; empty before.
        found: The number of pieces of each kind in each zone of the word.
        note: What the maker can do now, or why the word was refused.
    """

    first_zone: Zone
    letters: tuple[str, ...] = field(repr=False)
    builds: tuple[Counts, ...] = field(default=(), repr=False)
    found: tuple[Counts, ...] = ()
    note: Message | None = field(default=None, repr=False)


class HandFace(Record):
    """
    The private screen, with the letter cards that one player lays.

    Args:
        cards: The card of each zone button, zone 1 first; an empty text for no card, a
            question mark for a blank.
        used: For each card, True if it is in the word already or is to be discarded.
        opened: True if *cards* are the open cards that all players see.
        passes: True if the player chooses which cards to discard.
        word: The letters so far; a question mark for a blank without a letter yet.
        blue: For each letter of the word, True if its card is an open one.
        note: What can be done now, or why the word was refused.
    """

    cards: tuple[str, ...] = field(repr=False)
    used: tuple[bool, ...] = field(default=(), repr=False)
    opened: bool = field(default=False, repr=False)
    passes: bool = field(default=False, repr=False)
    word: tuple[str, ...] = field(default=(), repr=False)
    blue: tuple[bool, ...] = field(default=(), repr=False)
    note: Message | None = field(default=None, repr=False)


class CardsFace(Record):
    """
    The private screen, with the playing cards of one player.

    Args:
        cards: The card of each zone button, zone 1 first.
        chosen: The index of the card to be played, from 0; None for none.
        note: What can be done now, or why a card was refused.
    """

    cards: tuple[CardFace, ...] = field(repr=False)
    chosen: int | None = field(default=None, repr=False)
    note: Message | None = field(default=None, repr=False)


class Face(Record):
    """
    Everything the board shows at one moment.

    Args:
        table: The table screen.
        zones: The faces of six zones, zone 1 first, even if the board has fewer.
        maker: The private screen; None if it is dark.
        local: What the board's own table screen shows instead of *table* and pages
            never show: the teacher's code while the service button is held.
    """

    table: TableFace
    zones: tuple[ZoneFace, ...] = field(default=(ZoneFace(in_word=False),) * 6)
    maker: TableFace | WordFace | HandFace | CardsFace | None = field(
        default=None, repr=False
    )
    local: TableFace | None = field(default=None, repr=False)
