"""What one viewer may know at one moment: the game, and the table around it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from firmware_host.board.faces import Face
from firmware_host.board.json import JsonObject
from firmware_host.board.messages import Message
from firmware_host.board.pieces import NOBODY, ZONES, Counts, Person, Seat, Zone


@dataclass(frozen=True, slots=True)
class Common:
    """
    What the house reads of a game's view; a view that lacks one has this default.

    Args:
        results: The finished rounds.
        over: True once nothing more is played.
        turn: Whose turn it is; None for nobody's, or everybody's.
        maker: Who makes the word; None where nobody alone does.
        waiting: True before a round: there is nothing to call off.
        commitment: What promises the secret, 64 hex digits; empty without one.
        commitments: The same for each seat, where everybody has a secret.
        making: The seats whose secrets are being made.
        sealed: The seats that have a secret now; None in a game that does not say.
        may: The verbs that make sense now for whoever looks.
        placed: Pieces that lie in each zone of the word.
        covered: NO tokens in each zone of the word; None in a game without pieces.
        first_zone: Where the word begins.
        bonus_mode: True once only few pieces are hidden.
    """

    results: tuple[Any, ...] = ()
    over: bool = False
    turn: Seat | None = None
    maker: Seat | None = None
    waiting: bool = False
    commitment: str = ""
    commitments: tuple[str, ...] = ()
    making: tuple[Seat, ...] = ()
    sealed: tuple[Seat, ...] | None = None
    may: tuple[str, ...] = ()
    placed: tuple[Counts, ...] = ()
    covered: tuple[Counts, ...] | None = None
    first_zone: Zone = ZONES[0]
    bonus_mode: bool = False

    @property
    def secret(self) -> bool:
        """Whether something is hidden now that the journal knows."""
        begun = not (self.waiting or self.over)
        return begun or bool(self.commitment or self.sealed)


@dataclass(frozen=True, slots=True)
class Sitter:
    """
    Somebody at the table.

    Args:
        seat: Where, in turn order.
        name: The name, or the message for somebody without one.
        symbol: ``circle``, ``square``, ``triangle`` or ``star``; empty without a
            button of one's own.
        left: True for somebody who went home in this game; the points stay.
        points: In this game, or in the last one; None for whoever came after it.
        person: Who it is, in whichever seat.
    """

    seat: Seat
    name: str | Message
    symbol: str = ""
    left: bool = False
    points: int | None = None
    person: Person = NOBODY


@dataclass(frozen=True, slots=True)
class TableView:
    """
    What one viewer may know.

    Args:
        language: Of the board.
        place: ``home`` or ``class``.
        game: The game's name; empty while things are chosen.
        phase: ``choosing``, ``playing`` or ``over``.
        face: What everybody sees of the board; never the maker's own screen, nor
            what the board shows to whoever stands before it (`Face.local`).
        players: Who sits at the table.
        view: What the game lets this viewer know; None while things are chosen.
        shared: The part of it that everybody may know.
        common: What the house reads of both, whatever the game.
        paused: Whether the game is stopped.
        sound: Whether the board makes sounds.
        elapsed_ms: How long the game has been played; pauses do not count.
        length: Letter zones of the word; of the game, or of the next one.
        board_makes: Whether the board makes the words; likewise.
        rounds: Rounds to play where it does; likewise.
        public: The view's fields that everybody may read.
        own: Those that only the viewer's own seat may; a view of somebody who has
            nothing of one's own lacks the first of them.
        left_ms: How long the board waits still for what runs out; None for nothing.
        running: Whether that clock runs now.
        chosen: The name of that game, or of the next one.
        rules: Its rules of the house that are not as usual, by name.
        lines: The verbs that a page may send, each with the keys of its line.
    """

    language: str
    place: str
    game: str
    phase: str
    face: Face
    players: tuple[Sitter, ...]
    view: object
    paused: bool
    sound: bool
    elapsed_ms: int
    length: int
    board_makes: bool
    rounds: int
    shared: Any = None
    common: Common = Common()
    public: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    left_ms: int | None = None
    running: bool = False
    chosen: str = ""
    rules: tuple[tuple[str, str | int], ...] = ()
    lines: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OfferedOption:
    """
    A rule of a game that the house may settle otherwise.

    Args:
        name: Its key.
        code: The message that explains it.
        value: What it is set to.
        default: What it is as usual.
        choices: What it can be, each with its message.
        word: The fewest and the most letters of a free word; None for none.
    """

    name: str
    code: Message
    value: str | int
    default: str | int
    choices: tuple[tuple[str | int, Message], ...]
    word: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Offered:
    """
    A game that can be chosen.

    Args:
        name: Its name.
        rule: The message that says in one sentence what it is about.
        seats: The fewest and the most who can play.
        lengths: How long a word can be on this board; empty where none is chosen.
        maker: True where people or the board make the words.
        options: Its rules of the house.
        declares: What a page must know to play it, as JSON; see `games.declared`.
    """

    name: str
    rule: str
    seats: tuple[int, int]
    lengths: tuple[int, ...]
    maker: bool
    options: tuple[OfferedOption, ...]
    declares: JsonObject = field(default_factory=dict)
