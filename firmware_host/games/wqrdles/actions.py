"""What players can do in WQRDLES, and what comes of it."""

from dataclasses import field
from typing import ClassVar

from firmware_host.board.json import JsonObject
from firmware_host.board.pieces import Seat
from firmware_host.board.record import Record
from firmware_host.games import common
from firmware_host.games.common import BySeat
from firmware_host.games.contract import Result

#: Where it goes without saying whose word is tried: there is only one.
THE_ONLY_ONE = Seat(-1)


def all_words(words: tuple[str, ...]) -> str:
    """Return the words of all seats in one line; a dash for a seat without."""
    return " ".join(word or "-" for word in words)


#: Whose secret, its marks as `words.marks` writes them, and the sequence clue.
Marks = tuple[Seat, str, str]

# --- actions: what somebody wants -----------------------------------------


class Secret(BySeat, tag="secret"):
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

    word: str = field(repr=False)
    override: bool = False
    sequence: str = "on"
    entropy: bytes = field(default=b"", repr=False)
    nonce: bytes = field(default=b"", repr=False)


class Deal(Record, tag="deal"):
    """The board deals query cards; *pile* is given where a transcript is played."""

    pile: tuple[int, ...] = ()
    entropy: bytes = field(default=b"", repr=False)


class Swap(BySeat, tag="swap"):
    """The active player takes another query card, once a turn."""


class Query(BySeat, tag="query"):
    """
    The active player calls a query word out.

    Args:
        by: The active player.
        word: Folded.
        drawn: True in a transcript: it stood on the card, or in the list, at the time.
    """

    word: str
    drawn: bool = False


class Decode(BySeat, tag="decode"):
    """An owner marks the query by hand, as `words.marks` writes it."""

    marks: str


class Guess(BySeat, tag="guess"):
    """A player makes the row's attempt at one other player's word."""

    word: str = field(repr=False)
    of: Seat = THE_ONLY_ONE


class Pass(BySeat, tag="pass"):
    """A player makes no attempt in this row."""


class TimeUp(Record, tag="timeup"):
    """The time for attempts is over."""


Action = Secret | Deal | Swap | Query | Decode | Guess | Pass | TimeUp | common.Action

# --- facts: what has happened ---------------------------------------------


class Hid(BySeat, tag="hid"):
    """A player has hidden a word; *clue* is False where it gets no sequence clue."""

    word: str = field(repr=False)
    nonce: bytes = field(default=b"", repr=False)
    clue: bool = True

    @property
    def told(self) -> JsonObject:
        """A line of a word that was promised need not ask the dictionary again."""
        return {"override": True} if self.nonce else {}


class Dealt(Record, tag="dealt"):
    """Everybody has a query card; *pile* is what is left, the top first."""

    hands: tuple[tuple[Seat, int], ...]
    pile: tuple[int, ...]

    @property
    def told(self) -> JsonObject:
        """The pile before the cards were dealt."""
        return {"pile": [*(card for _, card in self.hands), *self.pile]}


class Swapped(Record, tag="swapped"):
    """The active player's card went under the pile for the top one, which is *card*."""

    card: int


class Queried(BySeat, tag="queried"):
    """A query word was called out; a line of it need not ask the card again."""

    told: ClassVar[dict[str, bool]] = {"drawn": True}

    word: str


class Decoded(BySeat, tag="decoded"):
    """An owner has marked by hand; *right* says whether without a slip."""

    right: bool


class Marked(Record, tag="marked"):
    """The row is filled; attempts may be made."""

    marks: tuple[Marks, ...]


class Tried(BySeat, tag="tried"):
    """A player's attempt is made; nobody else knows which."""

    of: Seat = field(repr=False)
    word: str = field(repr=False)


class Passed(Pass, tag="passed"):
    """A player makes no attempt in this row."""


class Opened(Record, tag="opened"):
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

    @property
    def yes(self) -> bool | None:
        """True where an attempt was right; None where there was none."""
        return any(earned for *_, earned in self.tries) if self.tries else None


class RoundOver(Record, tag="roundover"):
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

    @property
    def result(self) -> Result:
        """What it brought; nobody makes its word, for everybody has one."""
        return Result("", None, None, self.points, words=self.words)


class Voided(common.Voided, tag="voided"):
    """The round counts nothing; these were its words, by seat."""

    words: tuple[str, ...] = field(repr=False)

    @property
    def word(self) -> str:
        """All of them in one line."""
        return all_words(self.words)


class Left(common.Left, tag="left"):
    """A player has gone home; *turn* is whose turn it is now."""

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
    | Voided
    | Left
    | common.Shared
)
