"""A board for enrolment tests: real journal, controller connection and drivers."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware_host.app.daemon.daemon import Hardware, Running, open_board
from firmware_host.app.system.hardware import profile_path
from firmware_host.app.tagging.tagging import Enrolment
from firmware_host.board.catalogue import pieces
from firmware_host.board.events import Button
from firmware_host.board.pieces import ZONES, Item, Zone
from firmware_host.devices.fake import FakePins
from firmware_host.settings.profile import load_profile
from firmware_host.simulate.controller import SimulatedController
from tests.controller.bench import until
from tests.devices.chips import ChipScreens
from tests.table.evening import Card

#: Which lamps of a zone are lit when it ticks: not the cross, but the tick.
TICK = (False, True)

PROFILE = load_profile(profile_path("simulated"))


def uid(number: int) -> bytes:
    """Return the UID of an emulated tag that is not enrolled."""
    return bytes((4, 0x77, number, 1, 2, 3, 4))


@dataclass
class Workbench:
    """
    A board, and helpers to tap tags and press buttons.

    Args:
        running: The board.
        pads: Its pads and buttons.
        pins: Its lamps.
        card: The memory card with its journal.
        now: The enrolment in progress.
        shown: How often the board has shown something new.
    """

    running: Running
    pads: SimulatedController
    pins: FakePins
    card: Card
    now: Any = None
    shown: int = 0
    _task: Any = None

    @property
    def tags(self) -> Any:
        """Return the enrolled tags."""
        return self.running.tags

    @property
    def said(self) -> Any:
        """Return the last message's code, whether it was good, and its item."""
        told = self.now.progress
        values = dict(told.said.values) if told.said else {}
        return told.said and (told.said.code, told.good, values.get("what"))

    @asynccontextmanager
    async def enrolling(
        self, wishes: tuple[Item, ...] = pieces(), **how: Any
    ) -> AsyncIterator[Any]:
        """Run an enrolment; stop it at the end and raise its exception, if any."""
        table, before = self.running.table, self.shown
        self.now = Enrolment(table, self.tags, wishes, **how, changed=self._count)
        self._task = asyncio.create_task(self.now.run())
        await until(lambda: self.shown > before)
        try:
            yield self.now
        finally:
            self._task.cancel()
            results = await asyncio.gather(self._task, return_exceptions=True)
            for one in results:
                if isinstance(one, Exception):
                    raise one

    async def over(self) -> None:
        """Wait until it has ended by itself."""
        await asyncio.wait_for(asyncio.shield(self._task), 10)

    async def tap(self, tag: bytes, zone: Zone = ZONES[0]) -> Any:
        """Tap a tag; return the message that follows."""
        before = self.now.progress.said
        self.pads.put(zone, tag)
        await until(lambda: self.now.progress.said is not before)
        self.pads.lift(zone)
        return self.said

    async def press(self, button: Button) -> Any:
        """Press a button briefly; return the message that follows."""
        before = self.now.progress.said
        self.pads.press(button)
        self.pads.release(button)
        await until(lambda: self.now.progress.said is not before)
        return self.said

    def lamps(self) -> str:
        """Return which zones tick, as their numbers."""
        return "".join(str(zone) for zone in ZONES if self.pins.pair(zone) == TICK)

    def _count(self) -> None:
        self.shown += 1


@asynccontextmanager
async def workbench(folder: Path) -> AsyncIterator[Workbench]:
    """Open a board with the enrolled tags of *folder*, or none."""
    card = Card()
    pins = FakePins(lamps=PROFILE.lamps, buzzer=PROFILE.buzzer)
    screens = ChipScreens(PROFILE.screens)
    with SimulatedController(folder, dwell_ms=0, gone_ms=0) as pads:
        hardware = Hardware(
            factory=pins.factory, bus=screens.open, port=pads.path, before_commit=card
        )
        async with open_board(PROFILE, folder, hardware=hardware) as running:
            await until(lambda: not running.table.session.faults)
            yield Workbench(running, pads, pins, card)
