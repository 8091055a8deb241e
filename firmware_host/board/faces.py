"""What lamps, screens and buzzer shall show: codes, never text or pixels."""

from dataclasses import field
from enum import StrEnum

from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import NO_PIECES, Counts, Kind, Zone
from firmware_host.board.record import Record


class Lamp(StrEnum):
    """
    A zone's pair of lamps: the cross (red, left) and the tick (green, right).

    While the board is looked at, the cross blinks where a piece lies wrong, and the
    tick where it belongs. Both are steady where a letter belongs elsewhere. Where
    a kiosk calls for players the tick's light runs from zone to zone.
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
    """What buzzer, loudspeaker and pages play, once; the weightiest first."""

    END = "end"
    BONUS = "bonus"
    REFUSED = "refused"
    YES = "yes"
    WRONG = "wrong"
    NO = "no"


class Mark(StrEnum):
    """
    What a word's letter is worth: filled, crossed out, or empty.

    Source: rules, part 4: green, yellow, and nothing.
    """

    HERE = "here"
    ELSEWHERE = "elsewhere"
    NONE = "none"


#: How the ranks of playing cards are written, the ace first.
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")

#: What a playing card has for a suit before one is chosen.
NO_SUIT_YET = "unknown"


class CardFace(Record):
    """
    A card that lies in a zone, seen from above.

    Args:
        text: Its rank or letter; a question mark for a blank, nothing for its back.
        suit: ``hearts``, ``diamonds``, ``spades`` or ``clubs``, `NO_SUIT_YET` for a
            playing card that is being named; empty for a letter.
    """

    text: str
    suit: str = ""

    @property
    def rank(self) -> Message | None:
        """What a playing card's rank is called; None for any other card."""
        if not self.suit or self.text not in RANKS:
            return None
        return say(f"rank-{RANKS.index(self.text) + 1}")

    @property
    def name(self) -> Message | None:
        """What a playing card is called; None where its rank or suit is not known."""
        if self.rank is None or self.suit == NO_SUIT_YET:
            return None
        return say("card-name", rank=self.rank, suit=say(f"suit-{self.suit}"))


class ZoneFace(Record):
    """
    One zone's lamps and screen.

    Args:
        lamp: What the pair of lamps shows.
        word: The big word over the band: an answer, a refusal, a choice; None when
            there is nothing to answer for.
        in_word: False where the zone is outside the word; its screen stays empty.
        placed: Pieces that lie in the zone.
        covered: True for each of `KINDS` that a NO token covers here.
        forms: The letters that those pieces can still become and that are drawn from
            these pieces, the likelier first; empty where the pieces lie in a row.
        letter: The letter to show drawn from its pieces, once the word is revealed.
        build: The pieces of that letter.
        spelled: The letter of a guess that is being spelled here; a question mark
            before one is chosen.
        mark: What the letter of a word that was called out is worth here, the letter
            itself in *spelled*.
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


class TableFace(Record):
    """
    The table screen.

    Args:
        line: The big line: for whom, and what is waited for.
        kind: The piece to draw in the big line, where one is in hand.
        status: The small line under it: tokens and points.
        choices: What can be chosen, where something is; the marked one is big.
        marked: Which of *choices* the tick takes.
        note: Small print: the round's commitment in hex, or a sentence.
        fault: The part that is out of order, named until it heals.
        busy: True while a slow card keeps everybody waiting: the hourglass.
        left_s: Seconds until time is up, where it runs; None where it does not.
        scan: What a phone's camera reads from a QR code; empty for none.
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
    The maker's own screen with the secret word on it: for nobody else's eyes.

    Args:
        first_zone: Where the word begins.
        letters: The letters; empty ones are not chosen yet.
        builds: The pieces of each letter, once the word stands; else nothing.
        found: How many pieces of each kind lie in each zone of the word.
        note: What the maker can do now, or why the word was not taken.
    """

    first_zone: Zone
    letters: tuple[str, ...] = field(repr=False)
    builds: tuple[Counts, ...] = field(default=(), repr=False)
    found: tuple[Counts, ...] = ()
    note: Message | None = field(default=None, repr=False)


class HandFace(Record):
    """
    The maker's own screen with cards that a player lays: for nobody else's eyes.

    Args:
        cards: By the zone whose button stands for each, zone 1 first; empty without
            one, a question mark for a blank.
        used: Which of them are in the word already, or go where the player passes.
        opened: True where *cards* are those that lie open for all.
        passes: True where the player chooses what to discard.
        word: The letters so far; a question mark for a blank that means none yet.
        blue: For each of them whether its card lies open for all.
        note: What can be done now, or why the word was not taken.
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
    The maker's own screen with playing cards of one player: for nobody else's eyes.

    Args:
        cards: By the zone whose button stands for each, zone 1 first.
        chosen: Which of them is to be played, from 0; None for none.
        note: What can be done now, or why a card was not taken.
    """

    cards: tuple[CardFace, ...] = field(repr=False)
    chosen: int | None = field(default=None, repr=False)
    note: Message | None = field(default=None, repr=False)


class Face(Record):
    """
    Everything the board shows at one moment.

    Args:
        table: The table screen.
        zones: Zone 1 first; six of them, whatever the board has.
        maker: The maker's own screen; None where it is dark.
        local: What the board's own table screen shows instead of *table*, and no
            page may: the teacher's code while the service button is held.
    """

    table: TableFace
    zones: tuple[ZoneFace, ...] = field(default=(ZoneFace(in_word=False),) * 6)
    maker: TableFace | WordFace | HandFace | CardsFace | None = field(
        default=None, repr=False
    )
    local: TableFace | None = field(default=None, repr=False)
