"""What players can do in Decipher, and what comes of it."""

from dataclasses import field
from typing import ClassVar

from firmware_host.board.pieces import Kind, Seat, Zone
from firmware_host.board.record import Record
from firmware_host.games import common
from firmware_host.games.common import BySeat, Check, Checked, RoundEnded

#: What a hint can be about: how many words are left; a letter that no word has in a
#: zone; the zone where a Yes is likeliest.
ABOUT = LEFT, LETTER, ZONE = "left", "letter", "zone"

#: Where nothing is told of a zone.
NO_ZONE = Zone(0)

# --- actions: what somebody wants -----------------------------------------


class Secret(BySeat, tag="secret"):
    """The puzzle maker sets the word; *override* skips the dictionary."""

    word: str = field(default="", repr=False)
    override: bool = False
    entropy: bytes = field(default=b"", repr=False)
    nonce: bytes = field(default=b"", repr=False)


class Hand(Record, tag="hand"):
    """The puzzle maker hands a piece over."""

    kind: Kind


class Tap(Record, tag="tap"):
    """The seeker on turn taps a piece in a zone; number 0 is any of its kind."""

    zone: Zone
    kind: Kind
    number: int = 0


class Ask(Record, tag="ask"):
    """The seeker on turn asks for a piece, in bonus mode."""


class Pass(Record, tag="pass"):
    """The seeker on turn lets the next one decide, in bonus mode."""


class Guess(BySeat, tag="guess"):
    """
    A seeker calls the word out.

    Args:
        by: Who guesses.
        word: What was called out; empty for a *spoken* guess.
        spoken: True where a human puzzle maker heard a wrong word that nobody spelled.
    """

    word: str
    spoken: bool = False


class Retire(BySeat, tag="retire"):
    """A seeker takes no more part in this round and keeps the guess tokens."""


class Hint(BySeat, tag="hint"):
    """
    A seeker asks the board for a hint, for points.

    Args:
        by: Who asks.
        about: One of `ABOUT`.
        price: What it costs, where that is known already, as in a transcript; then
            the answer is known too.
        left: The number of words that are left.
        at: The zone that is told.
        letter: The letter that no word has there.
    """

    about: str
    price: int | None = None
    left: int = 0
    at: Zone = NO_ZONE
    letter: str = ""


class TimeUp(Record, tag="timeup"):
    """The time of the seeker on turn is up, and nobody has done anything."""


Action = (
    Secret
    | Hand
    | Tap
    | Ask
    | Pass
    | Guess
    | Retire
    | Hint
    | TimeUp
    | Check
    | common.Action
)

# --- facts: what has happened ---------------------------------------------


class Begun(Record, tag="begun"):
    """A round has its word; a line of it need not ask the dictionary again."""

    told: ClassVar[dict[str, bool]] = {"override": True}

    maker: Seat
    word: str = field(repr=False)
    entropy: bytes = field(default=b"", repr=False)
    nonce: bytes = field(default=b"", repr=False)


class Handed(Hand, tag="handed"):
    """A piece went from the maker to the seeker on turn."""


class Answered(Record, tag="answered"):
    """A tap was answered; *turn* is whose turn it is now."""

    zone: Zone
    kind: Kind
    number: int
    yes: bool
    turn: Seat
    bonus: bool = False


class Asked(Record, tag="asked"):
    """A piece was asked for, and a bonus token paid."""


class Passed(BySeat, tag="passed"):
    """A seeker passed; *turn* is whose turn it is now."""

    turn: Seat


class Guessed(BySeat, tag="guessed"):
    """A seeker guessed; *turn* is whose turn it is now."""

    word: str
    right: bool
    turn: Seat


class Retired(BySeat, tag="retired"):
    """A seeker is out of the round by choice."""

    turn: Seat


class Hinted(BySeat, tag="hinted"):
    """What the board has told a seeker, as `Hint` has it."""

    about: str
    price: int
    left: int = 0
    at: Zone = NO_ZONE
    letter: str = ""


class TimedOut(Record, tag="timedout"):
    """The time of a turn was up; *turn* is whose turn it is now."""

    turn: Seat


class Voided(common.Voided, tag="voided"):
    """The round counts nothing; this was its word."""

    word: str


class Left(common.Left, tag="left"):
    """A player has gone home; *turn* is whose turn it is now."""

    turn: Seat


Fact = (
    Begun
    | Handed
    | Answered
    | Asked
    | Passed
    | Guessed
    | Retired
    | Hinted
    | TimedOut
    | Checked
    | Voided
    | Left
    | RoundEnded
    | common.Shared
)


#: A tap that was a Yes or a No, a guess that was right or wrong, a hint.
YES, NO, FOUND, WRONG, HINT = "✓", "✗", "★", "?", "i"


def sign_of(fact: object) -> str:
    """Return a sign for what was done; nothing for what is no tap, guess or hint."""
    match fact:
        case Answered(yes=yes):
            return YES if yes else NO
        case Guessed(right=right):
            return FOUND if right else WRONG
        case Hinted():
            return HINT
        case _:
            return ""
