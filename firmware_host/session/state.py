"""What a table knows about itself."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any

from firmware_host.board.happenings import Button
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.pieces import (
    NOBODY,
    ZONES,
    Card,
    Millis,
    Person,
    Piece,
    Seat,
    Zone,
)
from firmware_host.games.contract import Engine, Header
from firmware_host.words.language import Language

ZERO_MS = Millis(0)

#: Pieces, each with the zone where it lies.
Lies = tuple[tuple[Zone, Piece], ...]

#: A player's name: what was typed, or the message for a nameless seat.
Name = str | Message


@dataclass(frozen=True, slots=True)
class Player:
    """
    Somebody at the table.

    Args:
        name: What was typed; empty for none.
        button: The button that this player presses.
        person: Who it is, whatever the name and the seat; `identities` gives it.
    """

    name: str = ""
    button: Button | None = None
    person: Person = field(default=NOBODY, compare=False)


@dataclass(frozen=True, slots=True)
class Setup:
    """
    What was chosen last time, and is offered again.

    Args:
        length: Letters of a word; a game with other lengths takes its own.
        rules: The knobs that were turned, by game.
    """

    language: str = "en"
    place: str = "home"
    game: str = "decipher"
    length: int = 5
    players: tuple[Player, ...] = ()
    board_makes: bool = True
    rounds: int = 3
    sound: bool = True
    rules: Mapping[str, Mapping[str, str | int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lobby:
    """Choosing: which question is asked, and which answer is marked."""

    question: str
    marked: int = 0


@dataclass(frozen=True)
class Playing:
    """
    A game is on, or has just ended.

    Args:
        game_id: Its number in the journal.
        engine: Its rules.
        game: How far it has come.
        players: Who plays, by seat.
        header: What was settled before it began.
        number: Rows written so far.
        began_ms: When it began, on the clock of this start of the program, later by
            every pause.
        resumed: True after a restart until somebody acts.
        stopped_ms: Since when the game's clock stands still: paused, taken up again
            and not touched yet, or over; None while it runs.
        waits: What the game waits for by itself, and since when on its own clock;
            None for nothing.
        reveals: How many rounds ended, or were called off, and left no secret.
    """

    game_id: int
    engine: Engine = field(repr=False)
    game: Any = field(repr=False)
    players: tuple[Player, ...]
    header: Header = field(repr=False)
    number: int = 0
    began_ms: Millis = ZERO_MS
    resumed: bool = False
    stopped_ms: Millis | None = None
    waits: tuple[Hashable, int] | None = None
    reveals: int = 0

    def elapsed_ms(self, now_ms: Millis) -> int:
        """Return how long the game has been played."""
        return (now_ms if self.stopped_ms is None else self.stopped_ms) - self.began_ms


@dataclass(frozen=True, slots=True)
class Put:
    """
    A card in a word.

    Args:
        opened: True for one that lies open for all, False for one of the hand.
        at: Its place there, from 0; of one that was tapped the number on its tag.
        card: What stands on it.
        letter: What it means; empty for a blank that means nothing yet.
    """

    opened: bool
    at: int
    card: str = field(repr=False)
    letter: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Laying:
    """
    A word that somebody lays from cards behind the lid; it is never written down.

    Args:
        game_id: The game, and the *round* in it.
        round: The round's number.
        seat: Who lays.
        page: ``cover`` before the hand is shown; then ``hand``, ``row`` for the open
            cards, ``blank`` for the letter of one that was tapped last, or ``pass``.
        word: Its cards, in their order.
        away: Cards that go where the player passes.
        refused: Why the word was not taken.
        runs: The card whose letter a held button steps, how often it has, and when it
            does next.
    """

    game_id: int
    round: int
    seat: Seat
    page: str = "cover"
    word: tuple[Put, ...] = field(default=(), repr=False)
    away: tuple[Put, ...] = field(default=(), repr=False)
    refused: Refused | None = field(default=None, repr=False)
    runs: tuple[int, int, Millis] | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Holding:
    """
    Cards that somebody looks at behind the lid; nothing of it is written down.

    Args:
        game_id: The game, and the *round* in it.
        round: The round's number.
        seat: Whose they are.
        page: ``cover`` before they are shown; then ``hand``, ``code``, ``pile`` or
            ``break``.
        chosen: Which card of the hand is to be played, from 0; None for none.
        first: The first card of the pile that is shown, from 0.
        refused: Why the card was not taken.
    """

    game_id: int
    round: int
    seat: Seat
    page: str = "cover"
    chosen: int | None = field(default=None, repr=False)
    first: int = 0
    refused: Refused | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Menu:
    """The menu of a held tick and cross; *asks* is the item that wants a player."""

    marked: int = 0
    asks: str = ""


@dataclass(frozen=True, slots=True)
class TeacherCode:
    """
    The code by which a teacher claims the class: shown while a button is held.

    Args:
        digits: Six of them.
        since_ms: Since when the button is held.
        until_ms: How long it can be claimed once the button is let go; None before.
        held_ms: For how long the button was held, once it is let go.
    """

    digits: str = field(repr=False)
    since_ms: Millis
    until_ms: Millis | None = None
    held_ms: int = 0


@dataclass(frozen=True, slots=True)
class Spelling:
    """
    A word that somebody spells with buttons or tiles; it is never written down.

    Args:
        game_id: The game, and the *round* in it.
        round: The round's number.
        seat: Who spells.
        secret: True for the maker's word, False for a guess.
        letters: By place in the word; empty where none is chosen yet.
        refused: Why the maker's word was not taken.
        off: True once what goes with the word has been switched off.
        runs: The place that a held button steps, how often it has, and when it does
            next.
        hidden: True for an attempt that nobody else may see, nor of whose word it is.
        of: Whose word is tried, once that was said.
    """

    game_id: int
    round: int
    seat: Seat
    secret: bool
    letters: tuple[str, ...] = field(repr=False)
    refused: Refused | None = field(default=None, repr=False)
    runs: tuple[int, int, Millis] | None = field(default=None, repr=False)
    hidden: bool = False
    of: Seat | None = field(default=None, repr=False)
    off: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """
    What the zones have been turned to, until something is accepted.

    Args:
        page: Which of the pages there are: of a card, then one for each known word.
        row: Which of that word's rows, from 1; 0 for the newest.
    """

    page: int = 0
    row: int = 0


@dataclass(frozen=True, slots=True)
class Refusal:
    """What was refused last; its lamps blink until *until_ms*, its words stay."""

    refused: Refused
    zones: tuple[Zone, ...]
    until_ms: Millis


@dataclass(frozen=True)
class Session:
    """
    A table.

    Args:
        languages: Every language there is, by code.
        games: Every game there is, by name.
        setup: What was chosen.
        phase: Choosing or playing.
        next_game: The number the next game gets in the journal.
        menu: The menu, while it is open.
        refusal: What was refused last, until something is accepted.
        held: Buttons that are down, each with the ms it went down at.
        faults: Parts that are out of order, the latest last.
        lost: Touches the controller could not tell, since the last accepted one.
        scripted: True where a transcript says even what the board itself does.
        paused: True while a teacher, or a player at home, has stopped the game.
        code: The teacher's code, from the service button on.
        said: What the board says of itself until the next touch, such as "sound off".
        racked: The piece or card that waits on the rack for a zone's button.
        laying: The word that is being laid behind the lid.
        holding: The cards that somebody looks at behind the lid.
        checking: What was tapped while the board is looked at; None while it is not.
        spelling: The word that is being spelled, a secret or a guess.
        look: What the zones have been turned to while nobody needs them.
        zones: How many letter zones the board has.
        input: How pieces come in: over ``pads``, at a ``station``, or by ``buttons``.
        maker_screen: True where the board has a screen that only the maker sees.
        phones: Who has a phone.
    """

    languages: Mapping[str, Language] = field(repr=False)
    games: Mapping[str, Engine] = field(repr=False)
    setup: Setup
    phase: Lobby | Playing
    next_game: int = 1
    menu: Menu | None = None
    refusal: Refusal | None = None
    held: tuple[tuple[Button, Millis], ...] = ()
    faults: tuple[str, ...] = ()
    lost: int = 0
    scripted: bool = False
    paused: bool = False
    code: TeacherCode | None = None
    said: Message | None = None
    racked: Piece | Card | None = None
    laying: Laying | None = None
    holding: Holding | None = None
    checking: Lies | None = None
    spelling: Spelling | None = None
    look: Look = Look()
    zones: int = len(ZONES)
    input: str = "pads"
    maker_screen: bool = False
    phones: frozenset[Person] = frozenset()

    @property
    def own_screen(self) -> bool:
        """Whether a screen behind the lid is there for one pair of eyes, and works."""
        return self.maker_screen and "screen-maker" not in self.faults


def name_of(player: Player, seat: int) -> Name:
    """Return what a player is called: by name, by symbol, or by number."""
    if player.name:
        return player.name
    if player.button is not None:
        return say(f"player-{player.button}")
    return say("player", n=seat + 1)


def names_of(players: tuple[Player, ...]) -> tuple[Name, ...]:
    """Return everybody's name by seat."""
    return tuple(name_of(player, seat) for seat, player in enumerate(players))
