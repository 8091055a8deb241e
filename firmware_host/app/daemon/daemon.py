"""The daemon: opens all parts of a board by its profile and runs its table."""

import asyncio
import logging
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import field
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_host.app.content.languages import load_texts, owners_letters
from firmware_host.app.content.outside import set_aside
from firmware_host.app.daemon.evenings import Evenings
from firmware_host.app.daemon.history import compare_alone
from firmware_host.app.daemon.ladder import Ladder, Rung, Start, prepare
from firmware_host.app.daemon.meter import Meter
from firmware_host.app.daemon.restoring import Restoring
from firmware_host.app.daemon.resume import take_up
from firmware_host.app.daemon.rights import is_place_lost
from firmware_host.app.daemon.starting import EarlyScreens
from firmware_host.app.daemon.tuning import Tuner
from firmware_host.board.entries import ERASING, JOURNAL
from firmware_host.board.events import Button, Failed
from firmware_host.board.messages import Message
from firmware_host.board.once import Lazy
from firmware_host.board.pieces import Item, Millis
from firmware_host.board.record import Record, replace
from firmware_host.board.wiring import ScreenAt
from firmware_host.devices.buses import Bus
from firmware_host.devices.buttons import Buttons
from firmware_host.devices.clock import Reading, day_of, monotonic_ms, reading
from firmware_host.devices.controller import SerialController
from firmware_host.devices.gpio import Factory, pin_factory
from firmware_host.devices.pins import Buzzer, Lamps, ResetLine
from firmware_host.devices.rims import Rims
from firmware_host.devices.writer import Display
from firmware_host.errors import DoubtError, JournalError
from firmware_host.games.contract import ENTROPY_BYTES
from firmware_host.journal.file import is_damage, mark_damaged
from firmware_host.journal.store import Journal
from firmware_host.journal.tags import Tags
from firmware_host.journal.writer import InDoubt
from firmware_host.languages import CODES
from firmware_host.link.events import Connected, Event, LinkEvent, Offline
from firmware_host.link.messages import Fault
from firmware_host.session import identities, upcoming
from firmware_host.session.setups import Setup
from firmware_host.session.state import Session
from firmware_host.settings.profile import Profile
from firmware_host.table.clocks import keep_clock
from firmware_host.table.incoming import pressed_or_released
from firmware_host.table.parts import Parts
from firmware_host.table.presenter import Listener
from firmware_host.table.table import Table

if TYPE_CHECKING:
    from firmware_host.devices.reader import SerialReader
    from firmware_host.table.api import TableApi

_log = logging.getLogger(__name__)

#: The time in seconds after which a running thread lets another one run. Python's
#: default of 5 ms would delay a lamp by as much, each time another thread reads or
#: draws.
TURN_S = 0.0005

#: The folder of the clips; browsers get the same ones.
CLIPS = Path(__file__).parent.parent.parent / "web" / "static" / "clips"


class Hardware(Record):
    """
    The ways to the parts of a board; the defaults are the real parts.

    Args:
        factory: gpiozero's pin factory; None for the one that the profile names.
        bus: Opens the bus with a number, as smbus2 would; None for the real ones.
        display: Opens each display itself; None for displays on the I2C bus.
        port: The serial port of the controller, or of the reader that stands in for it;
            empty for the one that the profile names.
        player: The program that plays clips on the loudspeaker.
        pieces: Tags that are known in addition to the journal's.
        before_commit: Called on the journal's thread before each COMMIT.
        clock_ms: Returns the ms of a monotonic clock.
        clocks: Returns the time of day.
        join: Called with the name of each part that runs by itself; returns the
            function that the
            part calls while it runs (`Watchdog.join`).
    """

    factory: Factory | None = None
    bus: Callable[[ScreenAt], Bus] | None = None
    display: Callable[[ScreenAt], Display] | None = None
    port: str = ""
    player: str = "mpg123"
    pieces: Mapping[bytes, Item] = field(default_factory=dict)
    before_commit: Callable[[], object] | None = None
    clock_ms: Callable[[], int] = monotonic_ms
    clocks: Callable[[], Reading] = reading
    join: Callable[[str], Callable[[], None]] = lambda _part: lambda: None

    def screens(self, profile: Profile) -> EarlyScreens:
        """Return the screens of a board, not open yet."""
        alive = self.join("screens")
        return EarlyScreens(profile, bus=self.bus, display=self.display, alive=alive)


class Running(Record):
    """
    A board with all parts open.

    Args:
        table: Its table.
        journal: Its journal.
        tags: The item of each tag.
        wire: Its controller, or the tag reader that stands in for it.
        meter: The reports of its parts.
        profile: Its profile.
        hardware: The ways to its parts.
        start: The kind of its start.
    """

    table: Table
    journal: Journal
    tags: Tags
    wire: "SerialController | SerialReader"
    meter: Meter
    profile: Profile
    hardware: Hardware
    start: Start

    @cached_property
    def table_api(self) -> "TableApi":
        """The table's API; a board without pages does not load it."""
        from firmware_host.table.api import TableApi  # noqa: PLC0415 - as said above

        return TableApi(self.table)


@asynccontextmanager
async def open_board(  # noqa: PLR0913 - a board has these parts
    profile: Profile,
    folder: Path,
    *,
    hardware: Hardware | None = None,
    setup: Setup | None = None,
    screens: EarlyScreens | None = None,
    ladder: Ladder | None = None,
) -> AsyncIterator[Running]:
    """
    Open every part of a board and start its table; leaving makes the board dark.

    Args:
        profile: The board.
        folder: The folder of the journal.
        hardware: The ways to the parts.
        setup: The setup if the journal has none.
        screens: The board's screens, if they are open already.
        ladder: Decides what to leave out of this start; None for nothing.

    Raises:
        JournalError: The journal cannot be opened.
        DoubtError: The journal may contain more than the table knows; open it again.
        BoardMissingError: The pins cannot be reached.
    """
    sys.setswitchinterval(TURN_S)
    hardware = hardware or Hardware()
    async with AsyncExitStack() as stack:
        if screens is None:
            screens = stack.enter_context(hardware.screens(profile))
        kept = _JournalStart(folder, ladder)
        stack.enter_context(kept.salvaged_next())
        unopened = kept.open(
            hardware.before_commit,
            lambda doubt: early.give_up(doubt),  # noqa: PLW0108 - made below
        )
        journal = stack.enter_context(unopened)
        start = kept.opened(journal)
        early = _EarlyEvents(profile, hardware, screens)
        stack.callback(screens.meet, lambda _event: None)  # shutting down is no fault
        stack.push_async_callback(_stop, asyncio.create_task(early.wire.run()))
        await asyncio.sleep(0)  # the port is open: HELLO comes while we do the rest
        tags = Tags(journal, hardware.pieces)
        parts = early.parts(stack, tags)
        session = take_up(
            journal,
            setup=setup,
            now_ms=Millis(hardware.clock_ms()),
            letters=owners_letters(folder),
            refused=kept.refused,
            left=start.left,
        )
        session = replace(session, said=_start_message(session, start, journal))
        table = Table(_on_board(session, profile), parts)
        running = early.meet(table, tags, start)
        _begin(table, journal, stack)
        if profile.speaker:
            table.listen(early.speaking(stack, table))
        stack.callback(early.wire.close)  # first of all: no event is reported any more
        stack.push_async_callback(_settle(kept.restoring, table, journal, folder))
        yield running
        if table.doubt is not None:
            raise table.doubt


class _JournalStart:
    """
    Prepare the journal before a start: it may be replaced or salvaged.

    Args:
        folder: The folder of the journal.
        ladder: Decides what to leave out of this start; None for nothing.

    Raises:
        JournalError: Another process has the journal open, or the card is at fault.
    """

    def __init__(self, folder: Path, ladder: Ladder | None) -> None:
        self._path = folder / JOURNAL
        self.restoring = Restoring(self._path)
        self._ladder = ladder
        self._start = ladder.begin(self.restoring) if ladder else Start()
        #: The number of backups that could not be restored.
        self.refused = self._take_back()
        self._start = prepare(self._start, self.restoring)

    def open(
        self, before_commit: Callable[[], object] | None, in_doubt: InDoubt
    ) -> Journal:
        """Return the journal as a context manager, which opens it."""
        return Journal(
            self._path,
            before_commit=before_commit,
            in_doubt=in_doubt,
            salvaging=self._start.is_first and self._start.rung is Rung.SALVAGED,
        )

    def opened(self, journal: Journal) -> Start:
        """Put right what another journal has; return how the board starts."""
        start = self._start.without(journal.left_open())
        if self._ladder:
            self._ladder.opened(start, journal.set_aside, journal.lost)
        self.restoring.carry_over(journal)
        if start.rung >= Rung.FROM_BACKUP and journal.set_aside is not None:
            self.restoring.carry_over(journal, replaced=journal.set_aside)
        return start

    @contextmanager
    def salvaged_next(self) -> Iterator[None]:
        """Make the next start salvage the journal if it cannot be read now."""
        try:
            yield
        except JournalError as fault:
            if is_damage(fault.__cause__):
                mark_damaged(self._path)
            raise

    def _take_back(self) -> int:
        try:
            return int(self.restoring.take_back() is not None)
        except OSError as fault:
            if self._start.rung < Rung.SALVAGED:
                raise
            _log.warning("what is being restored is left aside: %s", fault)
            return 1


class _EarlyEvents:
    """Collects the events of parts until the table exists."""

    def __init__(
        self, profile: Profile, hardware: Hardware, screens: EarlyScreens
    ) -> None:
        self._profile = profile
        self._hardware = hardware
        self._screens = screens
        self.meter = Meter(hardware.clock_ms)
        self.wire = _kind_of_wire(profile)(
            hardware.port or profile.reader_port or profile.port,
            hear=self.hear,
            clock_ms=hardware.clock_ms,
            alive=hardware.join("wire"),
        )
        self._table: Table | None = None

    def parts(self, stack: AsyncExitStack, tags: Tags) -> Parts:
        """Open the lamps, the buzzer and the buttons; return all parts of the table."""
        profile, hardware, tell = self._profile, self._hardware, self._screens.tell
        factory = hardware.factory or pin_factory(profile.pins)
        lamps = stack.enter_context(Lamps(factory, profile.lamps, tell=tell))
        buzzer = None
        if profile.buzzer is not None:
            passive = profile.buzzer_kind == "passive"
            buzzer = stack.enter_context(
                Buzzer(factory, profile.buzzer, passive=passive, tell=tell)
            )
        if profile.mux_reset is not None:
            line = stack.enter_context(ResetLine(factory, profile.mux_reset))
            self._screens.writer.free = line.pulse
        if profile.buttons:
            buttons = Buttons(factory, profile.buttons, hear=self.press, tell=tell)
            stack.enter_context(buttons)
        return Parts(
            journal=tags.journal,
            wire=self.wire,
            lamps=lamps,
            screens=self._screens.writer,
            buzzer=buzzer,
            texts=Lazy(CODES, load_texts),
            pieces=tags,
            clock_ms=hardware.clock_ms,
            entropy=lambda: os.urandom(ENTROPY_BYTES),
            when=Evenings(tags.journal, hardware.clocks),
            today=lambda: day_of(hardware.clocks()),
            rims=_rims(profile, self.wire),
        )

    def speaking(self, stack: AsyncExitStack, table: Table) -> Listener:
        """
        Open the loudspeaker.

        Return the function that tells it what to say of *table*.
        """
        from firmware_host.app.daemon.speaking import Speaking  # noqa: PLC0415 - few boards speak
        from firmware_host.devices.speaker import Speaker  # noqa: PLC0415 - as above

        profile, program = self._profile, self._hardware.player
        tell = self._screens.tell
        speaker = Speaker(profile.speaker, CLIPS, tell=tell, program=program)
        stack.enter_context(speaker)
        return Speaking(table, speaker, words=profile.voice)

    def meet(self, table: Table, tags: Tags, start: Start) -> Running:
        """
        Pass to the table the events that arrived before it existed.

        Return all open parts.
        """
        self._table = table
        tuner = Tuner(self._profile, table, tags.journal, self.wire.command)
        self._tuner = tuner
        table.listen(lambda _event, _outcome: tuner.look())
        self._screens.meet(table.tell)
        return Running(
            table=table,
            journal=tags.journal,
            tags=tags,
            wire=self.wire,
            meter=self.meter,
            profile=self._profile,
            hardware=self._hardware,
            start=start,
        )

    def give_up(self, doubt: DoubtError) -> None:
        """End the table, from any thread; before it is there, its first write does."""
        if self._table is not None:
            self._table.give_up(doubt)

    def hear(self, event: LinkEvent) -> None:
        """Pass on an event of the link; with no table yet, only that it is offline."""
        if not isinstance(event, Event) or isinstance(event.body, Fault):
            self.meter.hear(event)
        if self._table is None:
            if isinstance(event, Offline):
                self._screens.tell(Failed("controller"))
            return
        if isinstance(event, Connected):
            self._tuner.welcome(event)
        self._table.hear(event)

    def press(self, button: Button, down: bool) -> None:  # noqa: FBT001 - gpiozero's own shape
        self.meter.press(button, down=down)
        self._screens.tell(pressed_or_released(button, down=down))


def _kind_of_wire(profile: Profile) -> "type[SerialController | SerialReader]":
    if not profile.reader_port:
        return SerialController
    from firmware_host.devices.reader import SerialReader  # noqa: PLC0415 - few boards have one

    return SerialReader


def _rims(profile: Profile, wire: "SerialController | SerialReader") -> Rims | None:
    """Return the rims that a board has; one without a controller has none."""
    if profile.pico is None or profile.pico.rims is None:
        return None
    return Rims(wire.show_rims) if isinstance(wire, SerialController) else None


def _settle(
    restoring: Restoring, table: Table, journal: Journal, folder: Path
) -> Callable[[], Awaitable[object]]:
    """
    Finish a restored backup or an erasure of names, now that the board has started.

    Returns:
        An awaitable that ends when it is done, or was tried once.
    """
    trying: list[asyncio.Task[None]] = []

    async def settle() -> None:
        await asyncio.to_thread(restoring.settle)
        if ERASING not in await asyncio.to_thread(journal.settings):
            return
        from firmware_host.app.archive import erasing  # noqa: PLC0415 - few starts erase
        from firmware_host.app.archive.backups import Backups  # noqa: PLC0415 - as above

        erase = partial(erasing.go_on, journal, Backups(folder / JOURNAL))
        if not await asyncio.to_thread(erase):
            again = erasing.until_erased(partial(asyncio.to_thread, erase), table.tell)
            trying.append(asyncio.create_task(again))

    settling = asyncio.create_task(settle())

    async def end() -> None:
        await asyncio.wait([settling])
        for task in trying:
            await _stop(task)

    return end


def _start_message(session: Session, start: Start, journal: Journal) -> Message | None:
    """Return the message that the board shows after its start; None for none."""
    if is_place_lost(journal.settings()):
        return session.said
    return start.said(len(journal.lost)) or session.said or set_aside()


def _begin(table: Table, journal: Journal, stack: AsyncExitStack) -> None:
    """Start the table, the review of solo games, and the saving of the clock."""
    stack.callback(table.close)
    table.start()
    clock = keep_clock(table, journal.clock_path)
    for beside in (compare_alone(table, journal), clock):
        stack.push_async_callback(_stop, asyncio.create_task(beside))


async def _stop(task: "asyncio.Task[None]") -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def _on_board(session: Session, profile: Profile) -> Session:
    own, zones, way = "maker" in profile.screens, profile.zones, profile.input
    known = identities.with_numbers(session, os.urandom(ENTROPY_BYTES))
    known = replace(known, virtual=profile.pins == "mock")
    return upcoming.on_board(
        known, zones=zones, way=way, maker_screen=own, patience=profile.patience
    )
