"""An evening at a whole table: real journal, wire and drivers; parts that can die."""

import asyncio
import errno
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from firmware_host.app.daemon.daemon import Hardware, monotonic_ms
from firmware_host.app.system.hardware import profile_path
from firmware_host.board.entries import JOURNAL
from firmware_host.board.pieces import Kind, Piece, Seat, Zone
from firmware_host.devices.fake import FakePins
from firmware_host.games.decipher.rules import SetSecret
from firmware_host.journal.reader import Reader
from firmware_host.link.events import Connected, Event
from firmware_host.link.messages import Tap
from firmware_host.session.setups import Player
from firmware_host.settings.profile import load_profile
from firmware_host.simulate.controller import SimulatedController
from firmware_host.simulate.pieces import tags, uid_of
from firmware_host.table.presenter import Outcome
from firmware_host.table.table import Table
from tests.controller.bench import until
from tests.devices.chips import ChipScreens
from tests.idle import wait_idle
from tests.opened import choice, open_table

PROFILE = load_profile(profile_path("simulated"))

#: What waits for a part that is tried again comes a second later. How fast an answer
#: is, tests/benchmarks measures: a busy machine fails no promise.
ANSWER_MS = 900

#: HOBBY has two long sticks in zone 1 and no wide curve.
YES = Zone(1), Piece(Kind.LONG_STICK, 1)
NO = Zone(1), Piece(Kind.WIDE_CURVE, 1)


class Card:
    """The journal's card, which can stall and be full."""

    def __init__(self) -> None:
        self.full = False
        self.tries = 0
        self._ready = threading.Event()
        self._ready.set()

    def __call__(self) -> None:
        """Be about to COMMIT."""
        self.tries += 1
        self._ready.wait(10)
        if self.full:
            raise OSError(errno.ENOSPC, "No space left on device")

    def stall(self) -> None:
        """Take nothing from now on."""
        self._ready.clear()

    def go_on(self) -> None:
        """Go on with the waiting writes."""
        self._ready.set()


@dataclass(slots=True)
class Clock:
    """The daemon's clock, which can be put forward."""

    ahead_ms: int = 0

    def __call__(self) -> int:
        """Return the time in ms."""
        return monotonic_ms() + self.ahead_ms


@dataclass(slots=True)
class Evening:
    """
    A round of HOBBY before its first tap, with access to all its parts.

    Args:
        folder: Where the journal lies.
        table: The table.
        board: The controller and its pads.
        pins: Lamps and buzzer.
        screens: The screens.
        card: The card.
        clock: The daemon's clock.
        told: Everything that was dealt with, and what came of it.
    """

    folder: Path
    table: Table
    board: SimulatedController
    pins: FakePins
    screens: ChipScreens
    card: Card
    clock: Clock
    told: list[tuple[Any, Outcome]] = field(default_factory=list)

    async def tap(self, zone: Zone, piece: Piece) -> tuple[Outcome, float]:
        """Tap; return the answer and its delay in ms."""
        began_s, before = time.monotonic(), len(self.taps())
        self.put(zone, piece)
        await until(lambda: len(self.taps()) > before)
        took_ms = (time.monotonic() - began_s) * 1000
        self.board.lift(zone)
        return self.taps()[-1], took_ms

    def put(self, zone: Zone, piece: Piece) -> None:
        """Hold a piece to a pad."""
        self.board.put(zone, uid_of(piece))

    def picture(self, name: str) -> bytes:
        """Return the picture on a screen."""
        return self.screens.screens[name].image.tobytes()

    def taps(self) -> list[Outcome]:
        """Return the outcome of each tap."""
        return [
            outcome
            for event, outcome in self.told
            if isinstance(event, Event) and isinstance(event.body, Tap)
        ]

    def fault(self) -> tuple[str, Any] | None:
        """Return the fault that the table screen names, as its code and number."""
        fault = self.table.face.table.fault
        return fault and (fault.code, dict(fault.values).get("n"))

    def rows(self) -> list[str]:
        """Return the actions that are in the journal, as another process sees it."""
        with Reader(self.folder / JOURNAL) as reader:
            return [row.action for row in reader.rows(1)]


@asynccontextmanager
async def evening(
    folder: Path, *, board_makes: bool = False, full: bool = False
) -> AsyncIterator[Evening]:
    """Open a table and begin a game, on a card that is then full if so wished."""
    card, clock = Card(), Clock()
    pins = FakePins(lamps=PROFILE.lamps, buzzer=PROFILE.buzzer)
    screens = ChipScreens(PROFILE.screens)
    with SimulatedController(folder, dwell_ms=0, gone_ms=0) as board:
        hardware = Hardware(
            factory=pins.factory,
            bus=screens.open,
            port=board.path,
            pieces=tags(),
            before_commit=card,
            clock_ms=clock,
        )
        async with open_table(PROFILE, folder, hardware=hardware) as table:
            now = Evening(folder, table, board, pins, screens, card, clock)
            table.listen(lambda event, outcome: now.told.append((event, outcome)))
            heard = listen_to_the_wire(table)
            await until(lambda: any(isinstance(one, Connected) for one in heard))
            people = (Player("Ann"), Player("Ben"))
            await table.choose(choice(people, board_makes=board_makes))
            card.full = full
            if not board_makes:
                await table.submit(SetSecret(Seat(0), "HOBBY"))
            await asyncio.to_thread(wait_idle, table._parts.screens, 5)
            yield now


def listen_to_the_wire(table: Table) -> list[Any]:
    """Return a list that gets everything the controller sends to *table*."""
    heard: list[Any] = []
    hear: Callable[[Any], None] = table.hear

    def both(event: Any) -> None:
        heard.append(event)
        hear(event)

    table.hear = both  # type: ignore[method-assign] # a spy
    return heard


async def settle() -> None:
    """Let everything run that is ready to run."""
    for _ in range(10):
        await asyncio.sleep(0)
