"""What players can do in KEYWORD, and what comes of it."""

from dataclasses import dataclass, field

from firmware_host.board.pieces import Seat
from firmware_host.games.common import (
    End,
    GameEnded,
    Join,
    Joined,
    Leave,
    Undo,
    Undone,
    Void,
)

#: A blank card; it stands for any letter.
BLANK = "?"

#: A keyword that nobody chose. Source: rule book, "Set up".
KEYWORD = "KEYWORD"

#: Seconds that the sand runs. Source: rules, part 5: 90, a ruling.
SAND_S = 90

#: Cards, letter by letter; `BLANK` among them.
Cards = tuple[str, ...]

# --- actions: what somebody wants -----------------------------------------


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
    """

    by: Seat
    word: str = field(repr=False)
    blue: tuple[int, ...] = field(default=(), repr=False)
    blanks: tuple[int, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Pass:
    """
    A player takes no part in the round, discards cards and refills the hand.

    Args:
        by: Who passes.
        discard: The cards that go.
        drawn: The cards that come; empty where the board draws them.
    """

    by: Seat
    discard: Cards = field(default=(), repr=False)
    drawn: Cards = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The sand has run out."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A player spells the keyword from the cards of words won."""

    by: Seat


Action = Deal | Lay | Pass | TimeUp | Claim | Undo | Void | Leave | Join | End

# --- facts: what has happened ---------------------------------------------


@dataclass(frozen=True, slots=True)
class Dealt:
    """Hands and row are full, as far as the decks go; a round has begun."""

    hands: tuple[Cards, ...] = field(repr=False)
    row: Cards
    entropy: bytes = field(default=b"", repr=False)


@dataclass(frozen=True, slots=True)
class Laid:
    """A word lies face down."""

    by: Seat
    word: str = field(repr=False)
    blue: tuple[int, ...] = field(repr=False)
    blanks: tuple[int, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Passed:
    """A player is out of the round, with new cards."""

    by: Seat
    discard: Cards = field(default=(), repr=False)
    drawn: Cards = field(default=(), repr=False)


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


@dataclass(frozen=True, slots=True)
class Voided:
    """The round counts nothing; laid cards are back in the hands."""


@dataclass(frozen=True, slots=True)
class Left:
    """A player has gone home; the hand is discarded, the words count."""

    by: Seat


Fact = (
    Dealt
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
