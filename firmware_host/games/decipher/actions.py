"""What players can do in Decipher, and what comes of it."""

from dataclasses import dataclass, field

from firmware_host.board.pieces import Kind, Seat, Zone
from firmware_host.games.common import (
    Check,
    Checked,
    End,
    GameEnded,
    Join,
    Joined,
    Leave,
    RoundEnded,
    Undo,
    Undone,
    Void,
)

# --- actions: what somebody wants -----------------------------------------


@dataclass(frozen=True, slots=True)
class Secret:
    """The puzzle maker sets the word; *override* skips the dictionary."""

    by: Seat
    word: str = field(default="", repr=False)
    override: bool = False
    entropy: bytes = field(default=b"", repr=False)
    nonce: bytes = field(default=b"", repr=False)


@dataclass(frozen=True, slots=True)
class Hand:
    """The puzzle maker hands a piece over."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class Tap:
    """The seeker on turn taps a piece in a zone; number 0 is any of its kind."""

    zone: Zone
    kind: Kind
    number: int = 0


@dataclass(frozen=True, slots=True)
class Ask:
    """The seeker on turn asks for a piece, in bonus mode."""


@dataclass(frozen=True, slots=True)
class Pass:
    """The seeker on turn lets the next one decide, in bonus mode."""


@dataclass(frozen=True, slots=True)
class Guess:
    """
    A seeker calls the word out.

    Args:
        by: Who guesses.
        word: What was called out; empty for a *spoken* guess.
        spoken: True where a human puzzle maker heard a wrong word that nobody spelled.
    """

    by: Seat
    word: str
    spoken: bool = False


@dataclass(frozen=True, slots=True)
class Retire:
    """A seeker takes no more part in this round and keeps the guess tokens."""

    by: Seat


Action = (
    Secret
    | Hand
    | Tap
    | Ask
    | Pass
    | Guess
    | Retire
    | Check
    | Undo
    | Void
    | Leave
    | Join
    | End
)

# --- facts: what has happened ---------------------------------------------


@dataclass(frozen=True, slots=True)
class Begun:
    """A round has its word."""

    maker: Seat
    word: str = field(repr=False)
    entropy: bytes = field(default=b"", repr=False)
    nonce: bytes = field(default=b"", repr=False)


@dataclass(frozen=True, slots=True)
class Handed:
    """A piece went from the maker to the seeker on turn."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class Answered:
    """A tap was answered; *turn* is whose turn it is now."""

    zone: Zone
    kind: Kind
    number: int
    yes: bool
    turn: Seat
    bonus: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """A piece was asked for, and a bonus token paid."""


@dataclass(frozen=True, slots=True)
class Passed:
    """A seeker passed; *turn* is whose turn it is now."""

    by: Seat
    turn: Seat


@dataclass(frozen=True, slots=True)
class Guessed:
    """A seeker guessed; *turn* is whose turn it is now."""

    by: Seat
    word: str
    right: bool
    turn: Seat


@dataclass(frozen=True, slots=True)
class Retired:
    """A seeker is out of the round by choice."""

    by: Seat
    turn: Seat


@dataclass(frozen=True, slots=True)
class Voided:
    """The round counts nothing; this was its word."""

    word: str


@dataclass(frozen=True, slots=True)
class Left:
    """A player has gone home."""

    by: Seat
    turn: Seat


Fact = (
    Begun
    | Handed
    | Answered
    | Asked
    | Passed
    | Guessed
    | Retired
    | Checked
    | Undone
    | Voided
    | Left
    | Joined
    | RoundEnded
    | GameEnded
)
