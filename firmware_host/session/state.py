"""
A table: its session, the base of its modes, and what a step gets and returns.

A session has a mode, and a mode answers of its session; so both are in this file.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import field
from enum import Enum, StrEnum
from typing import TYPE_CHECKING, Self

from firmware_host.board.commands import KIOSK, On
from firmware_host.board.entries import Entry
from firmware_host.board.events import Button, Tapped, Touch
from firmware_host.board.faces import Face, TableFace
from firmware_host.board.json import Json
from firmware_host.board.messages import Message, Refused
from firmware_host.board.moments import KEPT, Moment, What, last
from firmware_host.board.once import Once
from firmware_host.board.pieces import NOBODY, ZONES, Item, Millis, Person, Seat, Zone
from firmware_host.board.record import Record, replace
from firmware_host.board.wiring import Patience
from firmware_host.games.forms import AnyContext, AnyForm
from firmware_host.games.game import Check, End, Engine, Join, Leave, Undo, Void
from firmware_host.session import moments as spoken, play
from firmware_host.session.bots import seats
from firmware_host.session.play import ZERO_MS, Done, Playing, Think, at_once
from firmware_host.session.setups import Player, Setup, setup_text
from firmware_host.words.language import Language

if TYPE_CHECKING:  # few boards play a duplicate evening
    from firmware_host.hall.evening import Key


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


class Mode:
    """
    What the table does now, as a value with all that it needs.

    The methods here leave everything to the game. A mode overrides those in which it
    comes before the game. None means that the game gets the event.
    """

    __slots__ = ()

    #: The mode that this one lies over, and gives back in the end; None at the bottom.
    under: "Mode | None"

    @classmethod
    def at(cls, session: "Session") -> Self | None:
        """Return the session's mode of this class, also below others; None without."""
        mode: Mode | None = session.mode
        while mode is not None and not isinstance(mode, cls):
            mode = mode.under
        return mode

    # --- what it hears ---

    def press(self, now: "InGame", button: Button) -> "StepResult | None":
        """Return the step of a button that was pressed."""

    def release(self, button: Button) -> "Mode":
        """Return the mode after a button was released."""
        del button
        return self

    def rack(self, now: "InGame", event: Tapped) -> "StepResult | None":
        """Return the step of a tile or a card on the rack."""

    def tap(self, now: "InGame", event: Touch) -> "StepResult | None":
        """Return the step of a piece that is tapped in a zone."""

    def no_rack(self, session: "Session") -> Refused | None:
        """Return why no piece can wait on the rack now; None where one can."""
        return Refused("paused") if session.paused else None

    # --- when it is due ---

    def due_ms(self, session: "Session") -> Millis | None:
        """Return when the mode wants `Woke`; None for never."""

    def wake(self, now: "InGame") -> "StepResult | None":
        """Return the step that is due now; None if nothing is."""

    # --- what it looks like ---

    @property
    def covers(self) -> bool:
        """Whether the table screen has no place for "paused" and "go on?"."""
        return False

    def render(self, now: "InGame", face: Face, names: tuple[str, ...]) -> Face:
        """Return the game's face as it looks in this mode."""
        del now, names
        return face

    def announces(self, session: "Session") -> bool:
        """Return whether the table screen says that somebody has begun a word."""
        del session
        return False

    def hides(self, session: "Session", other: "Mode") -> bool:
        """Return whether this mode and *other* look alike to everybody else."""
        del session, other
        return False

    # --- whether it still stands ---

    def after(self, session: "Session") -> "Mode":
        """Return the mode after the session has changed; it may be over."""
        del session
        return self

    def acted(self) -> "Mode":
        """Return the mode after an accepted action."""
        return self

    def closed(self) -> "Mode":
        """Return the mode without the menu over it."""
        return self


class Asking(Mode, ABC):
    """A mode that asks a question while no game is on, and gets each button."""

    __slots__ = ()

    @property
    @abstractmethod
    def tip(self) -> Message:
        """What a person at the board can do now."""

    @abstractmethod
    def choose(self, now: "Now", button: Button) -> "StepResult":
        """Return the step of a button that was pressed."""

    def rack(self, now: "Now", event: Tapped) -> "StepResult | None":
        """Return the step of a tile or a card on the rack."""

    def wake(self, now: "Now") -> "StepResult | None":
        """Return the step that is due now; None if nothing is."""

    @abstractmethod
    def table(self, session: "Session", names: tuple[str, ...]) -> TableFace:
        """Return the question, and who plays, for everybody to see."""

    def local(self, table: TableFace) -> TableFace | None:
        """Return what only the board's own table screen shows; None for *table*."""


class Cover(Record, Mode):
    """
    A mode with its own table screen; a mode below it waits.

    Args:
        under: What goes on once this mode ends.
    """

    under: Mode

    @property
    def covers(self) -> bool:
        """Whether the table screen has no place for "paused" and "go on?": none."""
        return True

    def release(self, button: Button) -> Mode:
        """Pass the release of a button to the mode that waits."""
        return replace(self, under=self.under.release(button))

    def hides(self, session: "Session", other: Mode) -> bool:
        """Return whether only what waits differs, and hides that."""
        if not isinstance(other, Cover) or replace(other, under=self.under) != self:
            return False
        return self.under.hides(session, other.under)

    def after(self, session: "Session") -> Mode:
        """Return the mode, with the one below it brought up to date."""
        return replace(self, under=self.under.after(session))


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
        undecided: The held tick or cross that has not acted yet, as the other one may
            follow within `held_buttons.TOGETHER_MS` to open the menu.
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
    undecided: Button | None = None
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


class StepResult(Record):
    """
    What came of one event.

    Args:
        session: The table afterwards.
        entry: What is written down before anything is shown; None for nothing.
        outcome: The facts of an accepted action, the refusal, or None for neither.
        off: True where the program is to end.
        fault: What the log shall say of a bot that has gone home; empty for nothing.
        quiet: True where nothing has changed but what only one person sees, the maker
            or whoever makes an attempt: nobody else is told that there was anything.
        key: A duplicate evening's key whose seed is to be reckoned, which takes long;
            it comes back as `BeginEvening`.
    """

    session: Session
    entry: Entry | None = None
    outcome: tuple[object, ...] | Refused | None = None
    off: bool = False
    quiet: bool = False
    fault: str = ""
    key: "Key | None" = None


def remember(session: Session) -> Entry:
    """Return the entry that keeps the setup for the next game."""
    return Entry(settings=(("setup", setup_text(session.setup)),))


def noted(session: Session, *moments: Moment) -> Session:
    """Return the session with *moments* behind those that it had, numbered."""
    if not moments:
        return session
    playing = session.playing
    bots = playing.bots if playing else {}
    new = (
        replace(one, n=number, said=spoken.said(one, playing, bot=one.seat in bots))
        for number, one in enumerate(moments, last(session.moments) + 1)
    )
    return replace(session, moments=(*session.moments, *new)[-KEPT:])


#: What may be done while the game is stopped.
_ALWAYS = (Check, Undo, Void, Leave, Join, End)

#: How long the lamps of a refusal blink.
REFUSAL_MS = 2000


class Now(Record):
    """
    A table when something happens.

    Args:
        session: The table before.
        now_ms: The clock of this start of the program.
        entropy: 32 fresh bytes of chance, used where a round begins.
    """

    session: Session
    now_ms: Millis
    entropy: bytes = b""

    @property
    def in_game(self) -> "InGame | None":
        """The same in the game that is on, or has just ended; None without."""
        playing = self.session.playing
        if playing is None:
            return None
        return InGame(self.session, self.now_ms, self.entropy, playing=playing)

    def keep(self, mode: Mode) -> StepResult:
        """Return the step into a mode; an earlier refusal is no longer shown."""
        return StepResult(replace(self.session, mode=mode, refusal=None))

    def refuse(self, refused: Refused, event: object) -> StepResult:
        """Return the step that refuses an event, for everybody to see."""
        zones: tuple[Zone, ...] = ()
        if isinstance(event, Touch):
            zones = (event.zone,)
        zones += tuple(
            Zone(value)
            for name, value in refused.values
            if name == "zone" and isinstance(value, int)
        )
        refusal = Refusal(refused, zones, Millis(self.now_ms + REFUSAL_MS))
        after = replace(self.session, refusal=refusal, said=None, lost=0)
        zone = next((one for one in zones if one in ZONES), None)
        told = Moment(What.REFUSED, zone=zone, said=(refused.message,))
        return StepResult(noted(after, told), None, refused)

    def accept(self, done: Done) -> StepResult:
        """Return the step of an accepted action."""
        session, playing = self.session, done.playing
        after = replace(
            session,
            playing=playing,
            refusal=None,
            lost=0,
            said=None,
            racked=None,
            mode=session.mode.acted(),
            paused=session.paused and not playing.is_over,
        )
        before = session.playing
        here = playing.engine.sitting(playing.game)
        if before is not None and here != before.engine.sitting(before.game):
            # Those who play on are offered the next game.
            players = tuple(playing.players[seat] for seat in here)
            after = replace(after, setup=replace(session.setup, players=players))
        return StepResult(noted(after, *done.moments), done.entry, done.facts)


class InGame(Now):
    """
    A table with a game that is on, or has just ended, when something happens.

    Args:
        playing: The game.
    """

    playing: Playing = field(kw_only=True)

    def give(self, action: object, *, mover: Seat | None = None) -> Done | Refused:
        """
        Return the outcome of *action*; in a pause only what the board does goes on.

        Args:
            action: The engine's own kind of action.
            mover: Who does it, where it is nobody at the table: as `play.act` has it.
        """
        playing, stopped = self.playing, self.session.paused
        if mover is None and not isinstance(action, _ALWAYS):
            if stopped:
                return Refused("paused")
            refused = seats.refused(playing, action) if playing.bots else None
            if refused is not None:
                return refused
        return play.act(
            playing, action, now_ms=self.now_ms, entropy=self.entropy, mover=mover
        )

    def line(self, line: dict[str, Json]) -> Done | Refused:
        """Return what a line of the transcript brings, as `give` does."""
        return self.give(self.playing.engine.action(line))

    def end(self, done: Done, mode: Mode) -> StepResult:
        """Return the step of an accepted action, into a mode."""
        step = self.accept(done)
        return replace(step, session=replace(step.session, mode=mode))

    def join(self, player: Player) -> Done | Refused:
        """Return the outcome of a player who sits down from the next round."""
        return play.join(self.playing, player, now_ms=self.now_ms, entropy=self.entropy)

    def settle(self, done: Done | Refused, event: object) -> StepResult:
        """Return the step of what *event* brought, accepted or refused."""
        if isinstance(done, Refused):
            return self.refuse(done, event)
        return self.accept(done)

    def acted(self, action: object, event: object) -> StepResult:
        """Return the step of *action*, which *event* asked for."""
        return self.settle(self.give(action), event)
