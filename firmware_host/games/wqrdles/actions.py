"""What players can do in WQRDLES, and what comes of it."""

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

#: Where it goes without saying whose word is tried: there is only one.
THE_ONLY_ONE = Seat(-1)

#: Whose secret, its marks as `words.marks` writes them, and the sequence clue.
Marks = tuple[Seat, str, str]

# --- actions: what somebody wants -----------------------------------------


@dataclass(frozen=True, slots=True)
class Secret:
    """
    A player hides a word.

    Args:
        by: Whose word it is.
        word: Folded.
        override: True in a transcript: the word was taken once, whatever the list
            says now; nobody at the table can say so.
        sequence: ``on`` or ``off``: whether the own word gets the sequence clue, where
            the house rule leaves it to each player.
        entropy: What the nonce is drawn from.
        nonce: Given where a transcript is played.
    """

    by: Seat
    word: str = field(repr=False)
    override: bool = False
    sequence: str = "on"
    entropy: bytes = field(default=b"", repr=False)
    nonce: bytes = field(default=b"", repr=False)


@dataclass(frozen=True, slots=True)
class Deal:
    """The board deals query cards; *pile* is given where a transcript is played."""

    pile: tuple[int, ...] = ()
    entropy: bytes = field(default=b"", repr=False)


@dataclass(frozen=True, slots=True)
class Swap:
    """The active player takes another query card, once a turn."""

    by: Seat


@dataclass(frozen=True, slots=True)
class Query:
    """
    The active player calls a query word out.

    Args:
        by: The active player.
        word: Folded.
        drawn: True in a transcript: it stood on the card, or in the list, at the time.
    """

    by: Seat
    word: str
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class Decode:
    """An owner marks the query by hand, as `words.marks` writes it."""

    by: Seat
    marks: str


@dataclass(frozen=True, slots=True)
class Guess:
    """A player makes the row's attempt at one other player's word."""

    by: Seat
    word: str = field(repr=False)
    of: Seat = THE_ONLY_ONE


@dataclass(frozen=True, slots=True)
class Pass:
    """A player makes no attempt in this row."""

    by: Seat


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The time for attempts is over."""


Action = (
    Secret
    | Deal
    | Swap
    | Query
    | Decode
    | Guess
    | Pass
    | TimeUp
    | Undo
    | Void
    | Leave
    | Join
    | End
)

# --- facts: what has happened ---------------------------------------------


@dataclass(frozen=True, slots=True)
class Hid:
    """A player has hidden a word; *clue* is False where it gets no sequence clue."""

    by: Seat
    word: str = field(repr=False)
    nonce: bytes = field(default=b"", repr=False)
    clue: bool = True


@dataclass(frozen=True, slots=True)
class Dealt:
    """Everybody has a query card; *pile* is what is left, the top first."""

    hands: tuple[tuple[Seat, int], ...]
    pile: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Swapped:
    """The active player's card went under the pile for the top one, which is *card*."""

    card: int


@dataclass(frozen=True, slots=True)
class Queried:
    """A query word was called out."""

    by: Seat
    word: str


@dataclass(frozen=True, slots=True)
class Decoded:
    """An owner has marked by hand; *right* says whether without a slip."""

    by: Seat
    right: bool


@dataclass(frozen=True, slots=True)
class Marked:
    """The row is filled; attempts may be made."""

    marks: tuple[Marks, ...]


@dataclass(frozen=True, slots=True)
class Tried:
    """A player's attempt is made; nobody else knows which."""

    by: Seat
    of: Seat = field(repr=False)
    word: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Passed:
    """A player makes no attempt in this row."""

    by: Seat


@dataclass(frozen=True, slots=True)
class Opened:
    """
    The row's attempts are opened together.

    Args:
        tries: Who tried whose word, what, and what it earned; 0 for a wrong one.
        turn: Who is on next.
        by_time: True where time was up.
    """

    tries: tuple[tuple[Seat, Seat, str, int], ...] = field(repr=False)
    turn: Seat
    by_time: bool = False


@dataclass(frozen=True, slots=True)
class RoundOver:
    """
    A round is over: every word is shown.

    Args:
        words: By seat; empty for seats without one.
        found: Whose words were found.
        points: By seat.
        nonces: By seat, in hex; they open the commitments.
    """

    words: tuple[str, ...] = field(repr=False)
    found: tuple[Seat, ...]
    points: tuple[int, ...]
    nonces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Voided:
    """The round counts nothing; these were its words, by seat."""

    words: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Left:
    """A player has gone home; *turn* is whose turn it is now."""

    by: Seat
    turn: Seat


Fact = (
    Hid
    | Dealt
    | Swapped
    | Queried
    | Decoded
    | Marked
    | Tried
    | Passed
    | Opened
    | RoundOver
    | Undone
    | Voided
    | Left
    | Joined
    | GameEnded
)
