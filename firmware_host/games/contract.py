"""What every game of the board is: a name, a rule, and eight pure functions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol

from firmware_host.board.faces import Buzz, Face
from firmware_host.board.happenings import Happening
from firmware_host.board.knobs import Knob
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Millis, Piece, Seat, Zone
from firmware_host.words.language import Language

#: Source: rule book, "Setup": 3 guess tokens per player.
GUESS_TOKENS = 3

#: Bytes of chance that the table attaches to the start of each round.
ENTROPY_BYTES = 32


@dataclass(frozen=True, slots=True)
class Header:
    """
    What is settled before a game begins.

    Args:
        game: The game's name in the catalogue.
        seats: How many players sit down, 1 to 8, in turn order.
        length: Zones of the word, 3 to 6.
        board_makes: True where the board makes the words.
        rounds: Rounds to play where the board makes the words, at least 1.
        first_zone: The zone where the word begins; 0 for the box's own.
        guess_tokens: Guess tokens by seat, a handicap; empty for the same for all.
        tokens_each: Guess tokens of everybody else.
        hand: ``tap`` or ``confirm``: whether a tap hands its piece over by itself.
        language: The words, letters and tiles the game is played with.
    """

    game: str
    seats: int
    length: int
    board_makes: bool = False
    rounds: int = 1
    first_zone: int = 0
    guess_tokens: tuple[int, ...] = ()
    tokens_each: int = GUESS_TOKENS
    hand: str = "tap"
    language: Language = field(kw_only=True, repr=False, compare=False)


class Viewer(Enum):
    """Who looks, where it is nobody with a seat."""

    PUBLIC = "public"


@dataclass(frozen=True, slots=True)
class Result:
    """
    What a finished round brought, for scoresheets of any game.

    Args:
        word: The word, folded; empty for games without one.
        maker: Who made it; `BOARD` for the board.
        guessed_by: Who found it; None when nobody did.
        points: By seat, the board last where it makes the words.
        nonce: Opens the commitment of the round, in hex.
    """

    word: str
    maker: Seat
    guessed_by: Seat | None
    points: tuple[int, ...]
    nonce: str = ""


@dataclass(frozen=True, slots=True)
class Wanted:
    """
    The word that somebody can give now, letter by letter.

    Args:
        round: The number of the round, from 1.
        length: How many letters it has.
        first_zone: Where it begins.
        letters: Which letters there are, in the order in which they are offered.
        maker: Who sets the secret word, or may replace it still; None for nobody.
        turn: Whose turn it is to seek; None where no word is set.
        judge: The maker at the table, who hears guesses; None where the board is.
    """

    round: int
    length: int
    first_zone: Zone
    letters: tuple[str, ...]
    maker: Seat | None
    turn: Seat | None
    judge: Seat | None


class Engine(Protocol):
    """
    A game. Everything is a value; nothing here waits, draws or remembers.

    ``decide`` says what an action would bring, or why it may not be; ``fold`` is
    the only way forward, and forgets nothing that ``undo`` could want.
    """

    NAME: str
    RULE: str
    KNOBS: tuple[Knob, ...]

    def start(self, header: Header) -> Any:
        """Return the state before the first round."""

    def hear(self, state: Any, happening: Happening) -> Any | None:
        """Return the action that a happening means now, or None."""

    def decide(self, state: Any, action: Any) -> tuple[Any, ...] | Refused:
        """Return the facts that *action* brings, or why it is refused."""

    def apply(self, state: Any, fact: Any) -> Any:
        """Return the state after one fact."""

    def fold(self, state: Any, facts: tuple[Any, ...]) -> Any:
        """Return the state after all facts of one accepted action."""

    def wake(self, state: Any) -> Millis | None:
        """Return in how many ms the engine wants `Woke`; None for never."""

    def view(self, state: Any, viewer: Viewer | Seat) -> Any:
        """Return what *viewer* may know."""

    def face(self, state: Any, names: tuple[str, ...]) -> Face:
        """Return what lamps and screens show."""

    def lies(self, state: Any) -> tuple[tuple[Zone, Piece], ...] | None:
        """Return every piece on the board and where it lies; None without a round."""

    def wanted(self, state: Any) -> Wanted | None:
        """Return the word that can be given now; None where there is none."""

    def spoken(self, state: Any, seat: Seat, *, right: bool) -> Any:
        """Return the action of a guess that the maker has heard."""

    def results(self, state: Any) -> tuple[Result, ...]:
        """Return what each finished round brought."""

    def sitting(self, state: Any) -> tuple[Seat, ...]:
        """Return the seats that have not left."""

    def is_over(self, state: Any) -> bool:
        """Tell whether the last round has been played."""

    def with_entropy(self, action: Any, entropy: bytes) -> Any:
        """Return *action* with the chance it needs, where a round begins by it."""

    def buzz(self, facts: tuple[Any, ...]) -> Buzz | None:
        """Return the sound of accepted *facts*."""

    def answer(self, facts: tuple[Any, ...]) -> str:
        """Return ``ok``, ``yes``, ``no``, ``right`` or ``wrong``."""

    def action_json(self, action: Any) -> dict[str, Any]:
        """Return *action* as a transcript's line, seats as numbers."""

    def action(self, line: Mapping[str, Any]) -> Any:
        """Return the action that a transcript's line means."""

    def fact_json(self, fact: Any) -> dict[str, Any]:
        """Return *fact* as JSON."""

    def fact(self, line: Mapping[str, Any]) -> Any:
        """Return the fact that `fact_json` wrote."""
