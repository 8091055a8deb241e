"""What players can do in Decipher, and what comes of it."""

from dataclasses import dataclass, field

from firmware_host.board.pieces import Kind, Seat, Zone

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
    """A seeker calls the word out."""

    by: Seat
    word: str


@dataclass(frozen=True, slots=True)
class Retire:
    """A seeker takes no more part in this round and keeps the guess tokens."""

    by: Seat


@dataclass(frozen=True, slots=True)
class Undo:
    """Take the last accepted action of the round back."""


@dataclass(frozen=True, slots=True)
class Void:
    """Count this round as not played; the same maker makes another word."""


@dataclass(frozen=True, slots=True)
class Leave:
    """A player goes home; the points stand."""

    by: Seat


@dataclass(frozen=True, slots=True)
class Join:
    """A player sits down and plays from the next round; *button* is the symbol."""

    by: Seat
    button: str = ""


@dataclass(frozen=True, slots=True)
class End:
    """Stop after the rounds that are finished."""


Action = (
    Secret | Hand | Tap | Ask | Pass | Guess | Retire | Undo | Void | Leave | Join | End
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
class Undone:
    """The last *count* actions have not happened."""

    count: int


@dataclass(frozen=True, slots=True)
class Voided:
    """The round counts nothing; this was its word."""

    word: str


@dataclass(frozen=True, slots=True)
class Left:
    """A player has gone home."""

    by: Seat
    turn: Seat


@dataclass(frozen=True, slots=True)
class Joined:
    """A player has sat down, for the next round."""

    by: Seat
    button: str = ""


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """The word is shown and the points are written down."""

    word: str
    maker: Seat
    guessed_by: Seat | None
    points: tuple[int, ...]
    nonce: str


@dataclass(frozen=True, slots=True)
class GameEnded:
    """Nothing more is played; *totals* by seat, the board last where it plays."""

    totals: tuple[int, ...]
    winners: tuple[Seat, ...]


Fact = (
    Begun
    | Handed
    | Answered
    | Asked
    | Passed
    | Guessed
    | Retired
    | Undone
    | Voided
    | Left
    | Joined
    | RoundEnded
    | GameEnded
)
