"""What players can do in KEYWORD, and what comes of it."""

from dataclasses import field
from typing import ClassVar

from firmware_host.board.pieces import Seat, Zone
from firmware_host.board.record import Record
from firmware_host.games import common
from firmware_host.games.common import BySeat, Left, Voided
from firmware_host.games.contract import Result

#: A blank card; it stands for any letter.
BLANK = "?"

#: A card in somebody's hand that the board has not seen.
UNKNOWN = "*"

#: A keyword that nobody chose. Source: rule book, "Set up".
KEYWORD = "KEYWORD"

#: Seconds that the sand runs. Source: rules, part 5: 90, a ruling.
SAND_S = 90

#: Cards, letter by letter; `BLANK` among them.
Cards = tuple[str, ...]

# --- actions: what somebody wants -----------------------------------------


class Open(Record, tag="open"):
    """
    A blue card is laid into a free zone, where the cards are on the table.

    Args:
        zone: Where.
        card: Its letter; empty for what is no blue card.
        tag: Which one of its letter, from 1; 0 where nobody knows.
    """

    zone: Zone
    card: str
    tag: int = 0


class Deal(Record, tag="deal"):
    """
    The hands and the row are filled up, and a round begins.

    Args:
        hands: The cards that each seat draws; empty where the board draws them.
        row: The blue cards that are drawn, for the free zones from the left.
        entropy: The round's chance, 32 bytes; empty where a transcript is played.
    """

    hands: tuple[Cards, ...] = field(default=(), repr=False)
    row: Cards = ()
    entropy: bytes = field(default=b"", repr=False)


class Lay(BySeat, tag="lay"):
    """
    A player lays one word face down.

    Args:
        by: Who lays.
        word: The word, folded.
        blue: For each of its letters the zone of the blue card, 0 for an orange one;
            empty where all of them are orange.
        blanks: Places, 1 and up, where an orange blank lies.
        tags: For each letter which card of it is laid, from 1; 0 where nobody knows,
            empty where nobody knows any.
        known: Whether the dictionary had the word, where a transcript is played; None
            where the board looks.
    """

    word: str = field(repr=False)
    blue: tuple[int, ...] = field(default=(), repr=False)
    blanks: tuple[int, ...] = field(default=(), repr=False)
    tags: tuple[int, ...] = field(default=(), repr=False)
    known: bool | None = field(default=None, repr=False)


class Pass(BySeat, tag="pass"):
    """
    A player takes no part in the round, discards cards and refills the hand.

    Args:
        by: Who passes.
        discard: The cards that go.
        drawn: The cards that come; empty where the board draws them.
        tags: Which card of its letter each of *discard* is; as in `Lay`.
    """

    discard: Cards = field(default=(), repr=False)
    drawn: Cards = field(default=(), repr=False)
    tags: tuple[int, ...] = field(default=(), repr=False)


class TimeUp(Record, tag="timeup"):
    """The sand has run out."""


class Claim(BySeat, tag="claim"):
    """A player spells the keyword from the cards of words won."""


Action = Open | Deal | Lay | Pass | TimeUp | Claim | common.Action

# --- facts: what has happened ---------------------------------------------


class Turned(Open, tag="turned"):
    """A blue card lies in a zone that was free, before the round begins."""


class Dealt(Record, tag="dealt"):
    """Hands and row are full, as far as the decks go; a round has begun."""

    hands: tuple[Cards, ...] = field(repr=False)
    row: Cards
    entropy: bytes = field(default=b"", repr=False)


class Laid(Lay, tag="laid"):
    """
    A word lies face down, and its *blue* is never empty.

    Whether the dictionary has the word, is not *known* in older journals.
    """

    @property
    def orange(self) -> Cards:
        """Its orange cards."""
        return tuple(
            BLANK if place in self.blanks else letter
            for place, letter in enumerate(self.word, 1)
            if not self.blue[place - 1]
        )

    @property
    def orange_tags(self) -> tuple[int, ...]:
        """The numbers of its orange cards; 0 for one that nobody knows."""
        tags = self.tags or (0,) * len(self.blue)
        return tuple(tag for tag, zone in zip(tags, self.blue, strict=True) if not zone)


class Passed(Pass, tag="passed"):
    """A player is out of the round, with new cards."""


class RanOut(Record, tag="ranout"):
    """The sand ran out before everybody had laid or passed."""


class Shown(Record, tag="shown"):
    """
    All words are open at the same time, and the round is over.

    Args:
        winner: Whose word is scored; None for nobody's.
        words: What was laid, by seat; empty where nothing was.
        faults: Seat and reason of what makes a word invalid, one pair a reason.
    """

    winner: Seat | None
    words: tuple[str, ...] = field(repr=False)
    faults: tuple[tuple[Seat, str], ...] = ()

    @property
    def result(self) -> Result:
        """What the round brought: one point for the scored word."""
        word = "" if self.winner is None else self.words[self.winner]
        points = tuple(int(seat == self.winner) for seat in range(len(self.words)))
        return Result(word, None, self.winner, points, words=self.words)


class Claimed(BySeat, tag="claimed"):
    """A player has spelled the keyword."""

    yes: ClassVar = True
    right: ClassVar = True


Fact = (
    Turned
    | Dealt
    | Laid
    | Passed
    | RanOut
    | Shown
    | Claimed
    | Voided
    | Left
    | common.Shared
)

# --- what both bring: words -----------------------------------------------


class Word(Record):
    """
    A word made of cards.

    Args:
        word: Its letters, a blank's own one included.
        blue: How many of them are blue cards.
    """

    word: str
    blue: int


class Opened(BySeat):
    """
    A word as it was shown.

    Args:
        by: Whose.
        word: Its letters.
        blue: For each letter the zone of the blue card; 0 for an orange one.
        blanks: Places, 1 and up, where an orange blank lies.
        faults: Every reason why it is invalid; empty for a valid one.
        won: True where it was scored.
    """

    word: str
    blue: tuple[int, ...]
    blanks: tuple[int, ...]
    faults: tuple[str, ...]
    won: bool
