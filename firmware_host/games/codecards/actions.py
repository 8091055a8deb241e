"""What players can do in Code cards, and what comes of it."""

from dataclasses import dataclass, field

from firmware_host.board.pieces import Seat
from firmware_host.games.codecards.deck import Column, Place, PlayingCard
from firmware_host.games.common import (
    End,
    GameEnded,
    Join,
    Leave,
    Left,
    Undo,
    Undone,
    Void,
)

# --- actions: what somebody wants -----------------------------------------


@dataclass(frozen=True, slots=True)
class Hide:
    """A hidden card is tapped face down; *place* counts from its owner's left."""

    by: Seat
    place: Place
    card: PlayingCard = field(repr=False)


@dataclass(frozen=True, slots=True)
class Code:
    """A player gives all three hidden cards at once, from the player's own left."""

    by: Seat
    cards: tuple[PlayingCard, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Lot:
    """
    The board draws who begins, once both codes are hidden.

    Args:
        first: Who begins; None lets *entropy* draw.
        entropy: The chance it is drawn from, 32 bytes.
        nonce: What opens the commitment; empty to take it from *entropy*.
    """

    first: Seat | None = None
    entropy: bytes = field(default=b"", repr=False)
    nonce: bytes = field(default=b"", repr=False)


@dataclass(frozen=True, slots=True)
class Deal:
    """
    The board deals codes and hands, and draws who begins.

    Args:
        deck: All cards: three each for the codes, seat 0's first, six each for the
            hands, then those that are drawn; empty lets *entropy* shuffle.
        first: Who begins; None lets *entropy* draw.
        entropy: The chance it is drawn from, 32 bytes.
        nonce: What opens the commitment; empty to take it from *entropy*.
    """

    deck: tuple[PlayingCard, ...] = field(default=(), repr=False)
    first: Seat | None = None
    entropy: bytes = field(default=b"", repr=False)
    nonce: bytes = field(default=b"", repr=False)


@dataclass(frozen=True, slots=True)
class Play:
    """The player on turn plays a card on a pile, passing over the columns before."""

    column: Column
    card: PlayingCard


@dataclass(frozen=True, slots=True)
class Skip:
    """The player on turn plays nothing on this column, and goes on to the next."""


@dataclass(frozen=True, slots=True)
class Done:
    """The player on turn plays no more cards."""


@dataclass(frozen=True, slots=True)
class Break:
    """The player on turn breaks the code."""


@dataclass(frozen=True, slots=True)
class Name:
    """Whoever names calls the hidden card of the next column."""

    card: PlayingCard


Action = (
    Hide
    | Code
    | Lot
    | Deal
    | Play
    | Skip
    | Done
    | Break
    | Name
    | Undo
    | Void
    | Leave
    | Join
    | End
)

# --- facts: what has happened ---------------------------------------------


@dataclass(frozen=True, slots=True)
class Hidden:
    """A hidden card lies; the one that lay there before is no longer in the game."""

    by: Seat
    place: Place
    card: PlayingCard = field(repr=False)


@dataclass(frozen=True, slots=True)
class Dealt:
    """The board has dealt; *deck* as in `Deal`."""

    deck: tuple[PlayingCard, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Begun:
    """Both codes stand, and *first* begins; *codes* are what the nonce promises."""

    first: Seat
    nonce: bytes = field(default=b"", repr=False)
    codes: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Played:
    """A card lies on top of a pile."""

    column: Column
    card: PlayingCard


@dataclass(frozen=True, slots=True)
class Skipped:
    """Nothing was played on this column."""


@dataclass(frozen=True, slots=True)
class Evaluated:
    """
    The turn is over and its columns are answered, all at the same time.

    Args:
        hits: By column of the player who acted; False without a card.
        drawn: Cards drawn from the deck.
    """

    hits: tuple[bool, ...]
    drawn: int


@dataclass(frozen=True, slots=True)
class Broken:
    """A player breaks the code, and names first."""

    by: Seat


@dataclass(frozen=True, slots=True)
class Named:
    """A card was named for the next column."""

    card: PlayingCard


@dataclass(frozen=True, slots=True)
class Voided:
    """The round counts nothing; these were its codes."""

    codes: str


@dataclass(frozen=True, slots=True)
class Revealed:
    """All hidden cards are shown, and the points written down, by seat."""

    codes: str
    points: tuple[int, ...]
    nonce: str


Fact = (
    Hidden
    | Dealt
    | Begun
    | Played
    | Skipped
    | Evaluated
    | Broken
    | Named
    | Undone
    | Voided
    | Left
    | Revealed
    | GameEnded
)
