"""The state of a table: its session, players, game and setup."""

from collections.abc import Mapping
from dataclasses import field
from enum import Enum, StrEnum
from typing import Any

from firmware_host.board.animals import Animal
from firmware_host.board.bots import SYMBOL
from firmware_host.board.commands import On
from firmware_host.board.events import PLAYER_BUTTONS, BoardEvent, Button
from firmware_host.board.json import JsonObject
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.moments import Moment
from firmware_host.board.once import Once
from firmware_host.board.patience import Patience
from firmware_host.board.pieces import (
    NOBODY,
    ZONES,
    Item,
    Millis,
    Person,
    Piece,
    Seat,
    Zone,
)
from firmware_host.board.record import Record
from firmware_host.games.bots import Bot
from firmware_host.games.catalogue import NAMES
from firmware_host.games.contract import Header, Wake
from firmware_host.games.forms import AnyContext, AnyForm, Context
from firmware_host.games.game import Engine
from firmware_host.games.views import View, Viewer
from firmware_host.session.bots.thought import Think, Thought, at_once
from firmware_host.session.mode import Mode
from firmware_host.words.language import Language

ZERO_MS = Millis(0)

#: Pieces, each with the zone where it lies.
LaidPieces = tuple[tuple[Zone, Piece], ...]

#: Where a board stands, as it is chosen, and who may do what; a kiosk runs by itself.
PLACES = ("home", "class", "kiosk")
CLASS, KIOSK = PLACES[1:]

#: A player's name: what was typed, or the message for a nameless seat.
Name = str | Message


class Player(Record):
    """
    Somebody at the table.

    Args:
        name: What was typed; empty for none.
        button: The button that this player presses.
        person: Who it is, whatever the name and the seat; `identities` gives it.
        animal: What that person is on pages and rims; `identities` gives it too.
        bot: The bot that plays here; None for a person.
    """

    name: str = ""
    button: Button | None = None
    person: Person = field(default=NOBODY, compare=False)
    animal: Animal | None = field(default=None, compare=False)
    bot: Bot | None = None

    @property
    def key(self) -> str:
        """What is remembered of somebody over a restart: a button, or a strength."""
        return self.button or ("" if self.bot is None else self.bot.strength)

    @property
    def symbol(self) -> str:
        """What is drawn beside the name: a person's button, ``bot``, or nothing."""
        return self.button or ("" if self.bot is None else SYMBOL)


class Phone(Record):
    """
    One phone.

    Args:
        key: The hash of its cookie.
        number: By which a teacher speaks of it.
        person: Whose phone it is; `NOBODY` for a phone without a place.
        late: The epoch (`phones.Secrets`) in which it came to that person while there
            was a secret, or one was being made; empty where there was none.
        sees: The secrets that it may see all the same: it made them, or was let in.
        instead: The number of the lost phone whose place it takes once that secret is
            over, unless the lost one has played on by then; 0 for none.
    """

    key: str
    number: int
    person: Person = NOBODY
    late: str = ""
    sees: tuple[str, ...] = ()
    instead: int = 0


class Setup(Record):
    """
    The choices of the last game, offered for the next one.

    Args:
        length: Letters of a word; a game with other lengths takes its own.
        rules: The options that were turned, by game.
        pack: The key of the pack of words that the board draws from; empty for its own
            words. In a language that has no such pack it counts for nothing.
        day: The number of the day that somebody has given; 0 for none.
    """

    language: str = "en"
    place: str = "home"
    game: str = NAMES[0]
    length: int = 5
    players: tuple[Player, ...] = ()
    board_makes: bool = True
    rounds: int = 3
    sound: bool = True
    rules: Mapping[str, Mapping[str, str | int]] = field(default_factory=dict)
    pack: str = ""
    day: int = 0


class Turn(StrEnum):
    """Whose turn at a kiosk it is: theirs, soon the next one's, or the next one's."""

    THEIRS = "theirs"
    SOON = "soon"
    UP = "up"


class Visit(Record):
    """
    Who stands before a kiosk: nothing is known of them but when they came.

    Args:
        house: What the house has chosen, as it is again after them.
        number: How many visits there were since the start of the program, and this.
        since_ms: Since when they are here; None at the start, while nobody is.
        seen_ms: When they touched the board last.
        begun: Whether anything that they did was accepted.
        asks: Whether it is asked if anybody is still there.
        turn: Whether others are next.
        over: True where it is to go back to the start now.
        free_ms: Since when nobody has been there, at the start.
        shows: Whether bots play there meanwhile.
    """

    house: Setup
    number: int = 1
    since_ms: Millis | None = None
    seen_ms: Millis = ZERO_MS
    begun: bool = False
    asks: bool = False
    turn: Turn = Turn.THEIRS
    over: bool = False
    free_ms: Millis = ZERO_MS
    shows: bool = False


class Waiting(Record):
    """
    What a game waits for by itself.

    Args:
        wake: What it is, and how long it takes.
        since_ms: Since when it waits, on the game's own clock.
    """

    wake: Wake
    since_ms: int


class Playing(Record):
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
        tutorial: True for the first minute: it counts nowhere, and no row is written.
        passing: True for what is played at a kiosk: no row is written either.
        stopped_ms: Since when the game's clock stands still: paused, taken up again
            and not touched yet, or over; None while it runs.
        waits: What the game waits for by itself; None for nothing.
        reveals: How many rounds ended, or were called off, and left no secret.
        thought: What its bots want now; None where they have not been asked.
        trail: Of each action that can be taken back, the last one last, ``b`` where it
            was a bot's and ``-`` where it was not.
        acts: The facts of each of these actions.
        told: What everybody was told of the last of them; None where that is not known
            any more, as after a restart.
        seed: All chance of a duplicate evening; empty in any other game.
        known: What the rules have said of this state of the game.
    """

    game_id: int
    engine: Engine = field(repr=False)
    game: object = field(repr=False)
    players: tuple[Player, ...]
    header: Header = field(repr=False)
    number: int = 0
    began_ms: Millis = ZERO_MS
    resumed: bool = False
    tutorial: bool = False
    passing: bool = False
    stopped_ms: Millis | None = None
    waits: Waiting | None = None
    reveals: int = 0
    thought: Thought | None = None
    trail: str = ""
    acts: tuple[tuple[object, ...], ...] = field(default=(), repr=False)
    told: tuple[Moment, ...] | None = None
    seed: bytes = field(default=b"", repr=False)
    known: Once = field(default_factory=Once, repr=False, compare=False)

    @property
    def unwritten(self) -> bool:
        """Whether no row of it is written, so that nothing is left of it."""
        return self.tutorial or self.passing

    @property
    def bots(self) -> "dict[Seat, Bot]":
        """The bots among its players, by seat; also those who have left."""
        return {
            Seat(seat): one.bot
            for seat, one in enumerate(self.players)
            if one.bot is not None
        }

    def context(
        self, *, zones: int = len(ZONES), lid: bool = False, rack: bool = True
    ) -> AnyContext:
        """Return what the game's forms are filled in at, on a board with such parts."""
        names = names_of(self.players)
        return Context(self.game, names, zones, lid, rack, self.refusal)

    def forms(self, at: AnyContext) -> tuple[AnyForm, ...]:
        """Return the forms that the game offers now."""
        key = "forms", at.zones, at.lid, at.rack
        of = self.engine, self.game, self.players
        return self.known(key, of, lambda: self.engine.forms(at))

    def refusal(self, line: JsonObject) -> Refused | None:
        """Return why the game would not take a transcript's line; None if it would."""
        done = self.engine.act(self.game, self.engine.action(line))
        return done if isinstance(done, Refused) else None

    @property
    def is_over(self) -> bool:
        """Whether the last round has been played."""
        return self.engine.is_over(self.game)

    def means(self, event: BoardEvent) -> Any:
        """Return the action that an event means in the game; None for none."""
        return self.engine.interpret(self.game, event)

    def pieces(self) -> LaidPieces | None:
        """Return the letter pieces on the board; None without a round of such."""
        return self.engine.pieces_on_board(self.game)

    def seats_of(self, button: Button) -> tuple[Seat, ...]:
        """
        Return whom a player's button stands for, its own player first.

        People without a button share the four of them in turn order.
        """
        own = [at for at, one in enumerate(self.players) if one.button == button]
        shared = [
            at
            for at, one in enumerate(self.players)
            if not one.symbol and PLAYER_BUTTONS[at % len(PLAYER_BUTTONS)] is button
        ]
        return tuple(map(Seat, own + shared))

    def view(self, viewer: Viewer | Seat) -> View:
        """Return what *viewer* may know of the game."""
        of = self.engine, self.game
        key = "view", viewer
        return self.known(key, of, lambda: self.engine.view(self.game, viewer))

    def elapsed_ms(self, now_ms: Millis) -> int:
        """Return how long the game has been played."""
        return (now_ms if self.stopped_ms is None else self.stopped_ms) - self.began_ms


class TeacherCode(Record):
    """
    The code by which a teacher claims the class: shown while a button is held.

    Args:
        digits: Six of them.
        secret: What a phone reads instead.
        since_ms: Since when the button is held.
        released_ms: When the button was let go; None before.
    """

    digits: str = field(repr=False)
    secret: str = field(repr=False)
    since_ms: Millis
    released_ms: Millis | None = None


class Refusal(Record):
    """What was refused last; its lamps blink until *until_ms*, its words stay."""

    refused: Refused
    zones: tuple[Zone, ...]
    until_ms: Millis


class Extra(Enum):
    """What a table may have beside a game that people play at home by hand."""

    TUTORIAL = "tutorial"
    KIOSK = "kiosk"
    BOTS = "bots"
    PHONES = "phones"
    CODE = "code"


class Session(Record):
    """
    A table.

    Args:
        languages: Every language there is, by code.
        games: Every game there is, by name.
        setup: What was chosen.
        mode: What it does now, over the game or instead of one.
        playing: The game that is on, or has just ended; None while choosing.
        next_game: The number the next game gets in the journal.
        refusal: What was refused last, until something is accepted.
        held: Buttons that are down, each with the ms it went down at.
        faults: Parts that are out of order, the latest last.
        lost: Touches the controller could not tell, since the last accepted one.
        scripted: True where a transcript says even what the board itself does.
        paused: True while a teacher, or a player at home, has stopped the game.
        code: The teacher's code, from the service button on.
        said: What the board says of itself until the next touch, such as "sound off".
        racked: The piece, tile or card that waits on the rack for a zone's button.
        zones: How many letter zones the board has.
        input: How pieces come in: over ``pads``, at a ``station``, or by ``buttons``.
        maker_screen: True where the board has a screen that only the maker sees.
        virtual: True where no reader is real: pieces and cards lie on a page.
        phones: Every phone, the oldest first.
        pages: The address at which phones find the pages; empty where none does.
        newcomers: True on a new board, until the first minute is over or skipped.
        moments: What has just happened: the last moments, each with its number.
        patience: How long it waits where it is a kiosk.
        visit: Who stands before it there; None for a board that is no kiosk.
        think: Asks a bot; it may end one that takes too long.
        today: The number of the day, from 1; 0 where no clock knows it.
        start: Which start of the table this is, from 1.
        changes: How often since then something has changed that commands depend on.
        changed: At which of these changes each of them changed last, and each seat
            acted last (`staleness`); none for what has not.
        known: What was computed of the setup.
    """

    languages: Mapping[str, Language] = field(repr=False)
    games: Mapping[str, Engine] = field(repr=False)
    setup: Setup
    mode: Mode
    playing: Playing | None = None
    next_game: int = 1
    refusal: Refusal | None = None
    held: tuple[tuple[Button, Millis], ...] = ()
    faults: tuple[str, ...] = ()
    lost: int = 0
    scripted: bool = False
    paused: bool = False
    code: TeacherCode | None = None
    said: Message | None = None
    racked: Item | None = None
    zones: int = len(ZONES)
    input: str = "pads"
    maker_screen: bool = False
    virtual: bool = False
    phones: tuple[Phone, ...] = ()
    pages: str = ""
    newcomers: bool = False
    moments: tuple[Moment, ...] = ()
    patience: Patience = Patience()
    visit: Visit | None = None
    think: Think = field(default=at_once, repr=False)
    today: int = 0
    start: int = 0
    changes: int = 0
    changed: Mapping[On | Seat, int] = field(default_factory=dict, repr=False)
    known: Once = field(default_factory=Once, repr=False, compare=False)

    @property
    def own_screen(self) -> bool:
        """Whether a screen behind the lid is there for one pair of eyes, and works."""
        return self.maker_screen and "screen-maker" not in self.faults

    @property
    def extras(self) -> frozenset[Extra]:
        """What is to be done for it beside the game; most tables need nothing."""
        playing, at_kiosk = self.playing, self.setup.place == KIOSK
        there = (
            (Extra.TUTORIAL, playing and playing.tutorial),
            (Extra.KIOSK, self.visit or at_kiosk),
            (Extra.BOTS, playing and any(one.bot for one in playing.players)),
            (Extra.PHONES, self.phones),
            (Extra.CODE, self.code),
        )
        return frozenset(extra for extra, is_there in there if is_there)

    @property
    def going(self) -> Playing | None:
        """The game that is on and counts; None where there is none."""
        playing = self.playing
        counts = playing and not (playing.tutorial or playing.is_over)
        return playing if counts else None

    @property
    def context(self) -> AnyContext | None:
        """What forms are filled in at; None without a game."""
        if self.playing is None:
            return None
        rack = self.input != "buttons"
        return self.playing.context(zones=self.zones, lid=self.own_screen, rack=rack)

    @property
    def forms(self) -> tuple[AnyForm, ...]:
        """The forms that the game offers now."""
        playing, at = self.playing, self.context
        return () if playing is None or at is None else playing.forms(at)


def name_of(player: Player, seat: int) -> Name:
    """Return what a player is called: by name, by symbol, or by number."""
    if player.name:
        return player.name
    if player.bot is not None:
        return say("bot-name", animal=say(f"animal-{player.bot.animal}"))
    if player.button is not None:
        return say(f"player-{player.button}")
    return say("player", n=seat + 1)


def names_of(players: tuple[Player, ...]) -> tuple[Name, ...]:
    """Return everybody's name by seat."""
    return tuple(name_of(player, seat) for seat, player in enumerate(players))
