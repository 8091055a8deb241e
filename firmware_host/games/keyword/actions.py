"""What players can do in KEYWORD, and what comes of it."""

from dataclasses import dataclass, field

from firmware_host.board.pieces import Seat, Zone
from firmware_host.games.common import (
    End,
    GameEnded,
    Join,
    Joined,
    Leave,
    Left,
    Undo,
    Undone,
    Void,
    Voided,
)

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


@dataclass(frozen=True, slots=True)
class Open:
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


@dataclass(frozen=True, slots=True)
class Deal:
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


@dataclass(frozen=True, slots=True)
class Lay:
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

    by: Seat
    word: str = field(repr=False)
    blue: tuple[int, ...] = field(default=(), repr=False)
    blanks: tuple[int, ...] = field(default=(), repr=False)
    tags: tuple[int, ...] = field(default=(), repr=False)
    known: bool | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Pass:
    """
    A player takes no part in the round, discards cards and refills the hand.

    Args:
        by: Who passes.
        discard: The cards that go.
        drawn: The cards that come; empty where the board draws them.
        tags: Which card of its letter each of *discard* is; as in `Lay`.
    """

    by: Seat
    discard: Cards = field(default=(), repr=False)
    drawn: Cards = field(default=(), repr=False)
    tags: tuple[int, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The sand has run out."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A player spells the keyword from the cards of words won."""

    by: Seat


Action = Open | Deal | Lay | Pass | TimeUp | Claim | Undo | Void | Leave | Join | End

# --- facts: what has happened ---------------------------------------------


@dataclass(frozen=True, slots=True)
class Turned:
    """A blue card lies in a zone that was free, before the round begins."""

    zone: Zone
    card: str
    tag: int = 0


@dataclass(frozen=True, slots=True)
class Dealt:
    """Hands and row are full, as far as the decks go; a round has begun."""

    hands: tuple[Cards, ...] = field(repr=False)
    row: Cards
    entropy: bytes = field(default=b"", repr=False)


@dataclass(frozen=True, slots=True)
class Laid:
    """
    A word lies face down.

    Args:
        by: Who laid it.
        word: The word, folded.
        blue: As in `Lay`, but never empty.
        blanks: As in `Lay`.
        tags: As in `Lay`.
        known: Whether the dictionary has the word; None in older journals.
    """

    by: Seat
    word: str = field(repr=False)
    blue: tuple[int, ...] = field(repr=False)
    blanks: tuple[int, ...] = field(default=(), repr=False)
    tags: tuple[int, ...] = field(default=(), repr=False)
    known: bool | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Passed:
    """A player is out of the round, with new cards."""

    by: Seat
    discard: Cards = field(default=(), repr=False)
    drawn: Cards = field(default=(), repr=False)
    tags: tuple[int, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class RanOut:
    """The sand ran out before everybody had laid or passed."""


@dataclass(frozen=True, slots=True)
class Shown:
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


@dataclass(frozen=True, slots=True)
class Claimed:
    """A player has spelled the keyword."""

    by: Seat


Fact = (
    Turned
    | Dealt
    | Laid
    | Passed
    | RanOut
    | Shown
    | Claimed
    | Undone
    | Voided
    | Left
    | Joined
    | GameEnded
)

# --- what both bring: words -----------------------------------------------


@dataclass(frozen=True, slots=True)
class Word:
    """
    A word made of cards.

    Args:
        word: Its letters, a blank's own one included.
        blue: How many of them are blue cards.
    """

    word: str
    blue: int


@dataclass(frozen=True, slots=True)
class Opened:
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

    by: Seat
    word: str
    blue: tuple[int, ...]
    blanks: tuple[int, ...]
    faults: tuple[str, ...]
    won: bool
