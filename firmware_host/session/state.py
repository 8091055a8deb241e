"""
The state of a table: `Session`, the base class of modes, and the values of a step.

A session has a mode, and a mode works on a session, so both are in this file.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import field
from enum import Enum, StrEnum
from typing import TYPE_CHECKING, Self

from firmware_host.board.commands import CLASS, KIOSK, On
from firmware_host.board.entries import Entry
from firmware_host.board.events import ZONE_BUTTONS, Button, Tapped, Touch
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
from firmware_host.session import play
from firmware_host.session.bots import seats
from firmware_host.session.collection import Collection
from firmware_host.session.play import (
    ZERO_MS,
    AcceptedAction,
    Playing,
    Think,
    ask_directly,
)
from firmware_host.session.setups import Player, Setup, setup_text
from firmware_host.words.language import Language

if TYPE_CHECKING:  # few boards play a duplicate evening
    from firmware_host.hall.evening import Key


class Phone(Record):
    """
    One phone.

    Args:
        key: The hash of its cookie.
        number: Its number, which the teacher's page shows.
        person: Its user; `NOBODY` for a phone without a seat.
        late: The epoch (`holders.Secrets`) in which it joined, if a secret existed or
            was
            being made; "" otherwise.
        sees: The secrets that it may see although it came late: it made them, or was
            admitted.
        instead: The number of the lost phone whose seat it gets once that secret is
            over, unless the lost phone is used before then; 0 for none.
    """

    key: str
    number: int
    person: Person = NOBODY
    late: str = ""
    sees: tuple[str, ...] = ()
    instead: int = 0


class KioskTurn(StrEnum):
    """The turn at a kiosk: this visitor's, soon the next one's, or the next one's."""

    THEIRS = "theirs"
    SOON = "soon"
    UP = "up"


class Visit(Record):
    """
    A visitor's time at a kiosk; no personal data.

    Args:
        house: The host's setup, which is restored after the visit.
        number: The number of this visit since the program start, from 1.
        since_ms: The start of the visit; None without a visitor.
        seen_ms: The time of the last touch.
        begun: Whether any action of this visit was accepted.
        asks: Whether the kiosk asks if the visitor is still there.
        turn: This visitor's turn, or the next one's.
        over: True to return to the start now.
        free_ms: The time since when no visitor has been there, at the start.
        shows: True while bots play without a visitor.
    """

    house: Setup
    number: int = 1
    since_ms: Millis | None = None
    seen_ms: Millis = ZERO_MS
    begun: bool = False
    asks: bool = False
    turn: KioskTurn = KioskTurn.THEIRS
    over: bool = False
    free_ms: Millis = ZERO_MS
    shows: bool = False


class TeacherCode(Record):
    """
    The code by which a teacher claims the class: shown while a button is held.

    Args:
        digits: The six digits.
        secret: The secret of the QR code.
        since_ms: The time at which the button was pressed.
        released_ms: The time at which it was released; None before.
    """

    digits: str = field(repr=False)
    secret: str = field(repr=False)
    since_ms: Millis
    released_ms: Millis | None = None


class LastRefusal(Record):
    """The last refusal; its lamps blink until *until_ms*, its text stays."""

    refused: Refused
    zones: tuple[Zone, ...]
    until_ms: Millis


class Extra(Enum):
    """
    An optional feature of a table.

    A game of people at the board itself, without phones or bots, uses none.
    """

    TUTORIAL = "tutorial"
    KIOSK = "kiosk"
    BOTS = "bots"
    PHONES = "phones"
    CODE = "code"


class Mode:
    """
    The mode of the table, as a value with all its data.

    The methods of this base class leave every event to the game. A mode overrides those
    for events that it handles itself. None means that the game gets the event.
    """

    __slots__ = ()

    #: The mode below this one, which continues at its end; None for the lowest mode.
    under: "Mode | None"

    @classmethod
    def at(cls, session: "Session") -> Self | None:
        """Return the session's mode of this class, also below others; None without."""
        mode: Mode | None = session.mode
        while mode is not None and not isinstance(mode, cls):
            mode = mode.under
        return mode

    # --- events ---

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
        """Return the refusal of a piece on the rack now, or None if it can wait."""
        return Refused("paused") if session.paused else None

    # --- when it is due ---

    def due_ms(self, session: "Session") -> Millis | None:
        """Return the time in ms at which the mode needs `Woke`; None for never."""

    def wake(self, now: "InGame") -> "StepResult | None":
        """Return the step that is due now; None if nothing is."""

    # --- the face ---

    @property
    def covers(self) -> bool:
        """Whether the mode uses the table screen, so that no pause is shown there."""
        return False

    def render(self, now: "InGame", face: Face, names: tuple[str, ...]) -> Face:
        """Return the game's face as it looks in this mode."""
        del now, names
        return face

    def announces(self, session: "Session") -> bool:
        """Return True if the table screen says that a player fills in a form."""
        del session
        return False

    def hides(self, session: "Session", other: "Mode") -> bool:
        """Return True if others see no difference between this mode and *other*."""
        del session, other
        return False

    # --- validity ---

    def after(self, session: "Session") -> "Mode":
        """Return the mode after a change of the session; it may have ended."""
        del session
        return self

    def acted(self) -> "Mode":
        """Return the mode after an accepted action."""
        return self

    def closed(self) -> "Mode":
        """Return the mode without the menu over it."""
        return self


class QuestionMode(Mode, ABC):
    """A mode that asks a question outside a game, and gets each button."""

    __slots__ = ()

    @property
    @abstractmethod
    def tip(self) -> Message:
        """A hint for a person at the board."""

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
        """Return the board's own table screen; None for the public one."""


class MarkedList:
    """
    A part of a mode that lists labels, with a mark on one of them.

    The list can change while it is shown: the mark stays on its label. If that label is
    no longer offered, the first one is marked.

    Attributes:
        marked: The index of the marked label, from 0.
        label: The label that a person marked; None for the mark at the beginning.
    """

    marked: int
    label: Message | None

    def place(self, labels: Sequence[Message]) -> int:
        """Return the index of the marked label among the labels offered now."""
        if self.label in (None, *labels[self.marked : self.marked + 1]):
            return self.marked if self.marked < len(labels) else 0
        return labels.index(self.label) if self.label in labels else 0

    def next_place(self, labels: Sequence[Message], button: Button) -> int | None:
        """Return the index that the cross or a zone's button marks; None for none."""
        if button is Button.CROSS and labels:
            return (self.place(labels) + 1) % len(labels)
        at = ZONE_BUTTONS.index(button) if button in ZONE_BUTTONS else len(labels)
        return at if at < len(labels) else None


class Cover(Record, Mode):
    """
    A mode with its own table screen; a mode below it waits.

    Args:
        under: The mode that continues once this mode ends.
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
        """Return True if only the modes below differ, and others see no difference."""
        if not isinstance(other, Cover) or replace(other, under=self.under) != self:
            return False
        return self.under.hides(session, other.under)

    def after(self, session: "Session") -> Mode:
        """Return the mode with the mode below it updated."""
        return replace(self, under=self.under.after(session))


class Session(Record):
    """
    The complete state of a table.

    Args:
        languages: All languages by code.
        games: All games by name.
        setup: The choices for the next game.
        mode: The mode that gets events before the game does.
        playing: The game in progress, or the last one; None while choosing.
        next_game: The number the next game gets in the journal.
        refusal: The last refusal, until an action is accepted.
        held: The buttons that are down, each with the time in ms at which it went down.
        undecided: The held tick or cross that has not acted yet, as the other one may
            follow within `held_buttons.TOGETHER_MS` to open the menu.
        faults: The faulty parts, the latest last.
        lost: Touches that the controller could not report, since the last accepted one.
        scripted: True if a transcript also gives the moves of the board itself.
        paused: True while a teacher, or a player at home, has stopped the game.
        code: The teacher's code, from the service button on.
        said: A message of the board until the next touch, such as "sound off".
        racked: The piece, tile or card that waits on the rack for a zone's button.
        zones: The number of letter zones.
        input: How pieces are read: on ``pads``, at a ``station``, or by ``buttons``.
        maker_screen: True if the board has a private screen for the maker.
        virtual: True for a virtual board: pieces and cards lie on a page.
        phones: All phones, the oldest first.
        pages: The address at which phones reach the pages; empty if none can.
        newcomers: True on a new board, until the tutorial is over or skipped.
        moments: The last moments, each with its number.
        patience: The waiting times of a kiosk.
        visit: The present visit; None for a board that is no kiosk.
        think: Function that asks a bot; it may end a bot that takes too long.
        today: The number of the day, from 1; 0 without a known date.
        start: The number of this start of the table, from 1.
        collection: The words found and the bots beaten at this board.
        changes: The number of changes since then of things that commands depend on.
        changed: For each of these things, and each seat, the number of its last change
            (`staleness`).
        known: Cached results that depend on the setup.
    """

    languages: Mapping[str, Language] = field(repr=False)
    games: Mapping[str, Engine] = field(repr=False)
    setup: Setup
    mode: Mode
    playing: Playing | None = None
    next_game: int = 1
    refusal: LastRefusal | None = None
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
    think: Think = field(default=ask_directly, repr=False)
    today: int = 0
    start: int = 0
    collection: Collection = Collection()
    changes: int = 0
    changed: Mapping[On | Seat, int] = field(default_factory=dict, repr=False)
    known: Once = field(default_factory=Once, repr=False, compare=False)

    @property
    def own_screen(self) -> bool:
        """Whether a working screen behind the lid exists for one viewer."""
        return self.maker_screen and "screen-maker" not in self.faults

    @property
    def shares_screen(self) -> bool:
        """
        Whether the shared screen may show one player's private view at a time.

        It may not on a board with a screen behind a lid, which is used instead; nor in
        a class, where too many people would have to look away.
        """
        alone = self.virtual and not self.maker_screen
        return alone and self.setup.place != CLASS

    @property
    def extras(self) -> frozenset[Extra]:
        """The optional features that are in use now."""
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
        """The game in progress that counts; None without one."""
        game = self.playing
        off = game is None or game.tutorial or game.engine.is_over(game.game)
        return None if off else game

    @property
    def context(self) -> AnyContext | None:
        """The context of the game's forms; None without a game."""
        if self.playing is None:
            return None
        rack = self.input != "buttons"
        return self.playing.context(zones=self.zones, lid=self.own_screen, rack=rack)

    @property
    def forms(self) -> tuple[AnyForm, ...]:
        """The forms that players can fill in now."""
        playing, at = self.playing, self.context
        return () if playing is None or at is None else playing.forms(at)


class StepResult(Record):
    """
    The result of one event.

    Args:
        session: The table afterwards.
        entry: The entry to store before anything is shown; None for nothing.
        outcome: The facts of an accepted action, the refusal, or None for neither.
        off: True if the program is to end.
        fault: The log message about a bot that was removed; empty for none.
        quiet: True if only private data of one player has changed, so that viewers are
            not notified.
        key: The key of a duplicate evening whose seed must be computed in a thread; the
            result comes back as `BeginEvening`.
    """

    session: Session
    entry: Entry | None = None
    outcome: tuple[object, ...] | Refused | None = None
    off: bool = False
    quiet: bool = False
    fault: str = ""
    key: "Key | None" = None


def remember(session: Session) -> Entry:
    """Return the entry that stores the setup for the next game."""
    return Entry(settings=(("setup", setup_text(session.setup)),))


def record_moments(session: Session, *moments: Moment) -> Session:
    """Return the session with *moments* added and numbered."""
    if not moments:
        return session
    playing = session.playing
    bots = playing.bots if playing else {}
    new = (
        replace(
            one,
            n=number,
            said=play.spoken_messages(one, playing, bot=one.seat in bots),
        )
        for number, one in enumerate(moments, last(session.moments) + 1)
    )
    return replace(session, moments=(*session.moments, *new)[-KEPT:])


#: Actions that are accepted during a pause.
_ALWAYS = (Check, Undo, Void, Leave, Join, End)

#: The duration of a refusal's blinking lamps, in ms.
REFUSAL_MS = 2000


class Now(Record):
    """
    A table at the time of an event.

    Args:
        session: The session before the event.
        now_ms: The time in ms since this program start.
        entropy: 32 fresh random bytes, used if a round begins.
        hot: The seats that share the screen (`holders.hot_seats`).
    """

    session: Session
    now_ms: Millis
    entropy: bytes = b""
    hot: tuple[Seat, ...] = ()

    @property
    def in_game(self) -> "InGame | None":
        """This context with the running or just ended game; None without a game."""
        playing = self.session.playing
        if playing is None:
            return None
        given = self.session, self.now_ms, self.entropy, self.hot
        return InGame(*given, playing=playing)

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
        refusal = LastRefusal(refused, zones, Millis(self.now_ms + REFUSAL_MS))
        after = replace(self.session, refusal=refusal, said=None, lost=0)
        zone = next((one for one in zones if one in ZONES), None)
        told = Moment(What.REFUSED, zone=zone, said=(refused.message,))
        return StepResult(record_moments(after, told), None, refused)

    def accept(self, done: AcceptedAction) -> StepResult:
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
            players = tuple(playing.sitting.values())
            after = replace(after, setup=replace(session.setup, players=players))
        return StepResult(record_moments(after, *done.moments), done.entry, done.facts)


class InGame(Now):
    """
    A table with a game that is on, or has just ended, when something happens.

    Args:
        playing: The game.
    """

    playing: Playing = field(kw_only=True)

    def give(
        self, action: object, *, mover: Seat | None = None
    ) -> AcceptedAction | Refused:
        """
        Return the outcome of *action*; a pause refuses all but the board's own moves.

        Args:
            action: The engine's own kind of action.
            mover: The mover of `play.act`: `BOARD`, or a bot's seat; None for a person.
        """
        playing, stopped = self.playing, self.session.paused
        if mover is None and not isinstance(action, _ALWAYS):
            if stopped:
                return Refused("paused")
            refused = seats.bot_turn_refusal(playing, action) if playing.bots else None
            if refused is not None:
                return refused
        if self.hot:
            at_ms = playing.elapsed_ms(self.now_ms)
            action = playing.engine.at_screen(action, self.hot, at_ms)
        return play.act(
            playing, action, now_ms=self.now_ms, entropy=self.entropy, mover=mover
        )

    def line(self, line: dict[str, Json]) -> AcceptedAction | Refused:
        """Return the outcome of a transcript's line, as `give` does."""
        return self.give(self.playing.engine.action(line))

    def end(self, done: AcceptedAction, mode: Mode) -> StepResult:
        """Return the step of an accepted action, into a mode."""
        step = self.accept(done)
        return replace(step, session=replace(step.session, mode=mode))

    def join(self, player: Player) -> AcceptedAction | Refused:
        """Return the outcome of a player who sits down from the next round."""
        return play.join(self.playing, player, now_ms=self.now_ms, entropy=self.entropy)

    def settle(self, done: AcceptedAction | Refused, event: object) -> StepResult:
        """Return the step of an event with its outcome, accepted or refused."""
        if isinstance(done, Refused):
            return self.refuse(done, event)
        return self.accept(done)

    def acted(self, action: object, event: object) -> StepResult:
        """Return the step of *action*, which *event* asked for."""
        return self.settle(self.give(action), event)
