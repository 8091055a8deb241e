"""What players can do in Code cards, and what comes of it."""

from dataclasses import field

from firmware_host.board.json import JsonObject
from firmware_host.board.pieces import Seat
from firmware_host.board.record import Record
from firmware_host.games import common
from firmware_host.games.codecards.deck import Column, Place, PlayingCard, read_codes
from firmware_host.games.common import BySeat, GameEnded, Left, Undone
from firmware_host.games.contract import Result

# --- actions: what somebody wants -----------------------------------------


class Hide(BySeat, tag="hide"):
    """A hidden card is tapped face down; *place* counts from its owner's left."""

    place: Place
    card: PlayingCard = field(repr=False)


class Code(BySeat, tag="code"):
    """A player gives all three hidden cards at once, from the player's own left."""

    cards: tuple[PlayingCard, ...] = field(repr=False)


class Lot(Record, tag="lot"):
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


class Deal(Record, tag="deal"):
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


class Play(Record, tag="play"):
    """The player on turn plays a card on a pile, passing over the columns before."""

    column: Column
    card: PlayingCard


class Skip(Record, tag="skip"):
    """The player on turn plays nothing on this column, and goes on to the next."""


class Done(Record, tag="done"):
    """The player on turn plays no more cards."""


class Break(Record, tag="break"):
    """The player on turn breaks the code."""


class Name(Record, tag="name"):
    """Whoever names calls the hidden card of the next column."""

    card: PlayingCard


Action = Hide | Code | Lot | Deal | Play | Skip | Done | Break | Name | common.Action

# --- facts: what has happened ---------------------------------------------


class Hidden(Hide, tag="hidden"):
    """A hidden card lies; the one that lay there before is no longer in the game."""


class Dealt(Record, tag="dealt"):
    """The board has dealt; *deck* as in `Deal`."""

    deck: tuple[PlayingCard, ...] = field(repr=False)


class Begun(Record, tag="begun"):
    """Both codes stand, and *first* begins; *codes* are what the nonce promises."""

    first: Seat
    nonce: bytes = field(default=b"", repr=False)
    codes: str = field(default="", repr=False)

    @property
    def told(self) -> JsonObject:
        """What the commitment promises: the codes."""
        return {"word": self.codes}


class Played(Play, tag="played"):
    """A card lies on top of a pile."""


class Skipped(Record, tag="skipped"):
    """Nothing was played on this column."""


class Evaluated(Record, tag="evaluated"):
    """
    The turn is over and its columns are answered, all at the same time.

    Args:
        hits: By column of the player who acted; False without a card.
        drawn: Cards drawn from the deck.
    """

    hits: tuple[bool, ...]
    drawn: int

    @property
    def yes(self) -> bool:
        """True where it brings a penny, or more of them."""
        return any(self.hits)


class Broken(BySeat, tag="broken"):
    """A player breaks the code, and names first."""


class Named(Name, tag="named"):
    """A card was named for the next column."""


class Voided(common.Voided, tag="voided"):
    """The round counts nothing; these were its codes."""

    codes: str

    @property
    def word(self) -> str:
        """The hidden cards of both."""
        return self.codes


class Revealed(Record, tag="revealed"):
    """All hidden cards are shown, and the points written down, by seat."""

    codes: str
    points: tuple[int, ...]
    nonce: str

    @property
    def result(self) -> Result:
        """What the round brought, for scoresheets: a code for each player."""
        words = read_codes(self.codes)
        return Result(self.codes, None, None, self.points, self.nonce, words)


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
