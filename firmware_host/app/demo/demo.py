"""The demo: the daemon itself, at a board that is in memory."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Event

from firmware_host.app.content.languages import load_texts
from firmware_host.app.daemon.daemon import Hardware, Running, open_board
from firmware_host.app.system.hardware import profile_path
from firmware_host.board.entries import Tag
from firmware_host.board.messages import Refused
from firmware_host.board.once import Lazy
from firmware_host.board.pieces import ZONES, Card, Item
from firmware_host.board.record import Record
from firmware_host.devices.fake import FakePins, FakeScreens
from firmware_host.journal.tags import Tags
from firmware_host.languages import CODES
from firmware_host.session.setups import Setup
from firmware_host.settings.profile import load_profile
from firmware_host.simulate.controller import SimulatedController
from firmware_host.simulate.doing import Doing
from firmware_host.simulate.hands import Hands
from firmware_host.simulate.pieces import tags
from firmware_host.table.table import Table

#: The dwell time in ms for a script.
HASTE_MS = 10

#: The time in seconds by which a stalled card delays each answer.
STALL_S = 2.0


class DemoBoard(Record):
    """
    A simulated board with a running table.

    Args:
        running: All open parts.
        table: Its table.
        controller: The simulated controller, for troubles.
        hands: The hands at it.
        doing: The actions of a person at it.
        pins: The visible state of lamps and buzzer.
        screens: The visible screens.
        card: Cleared while the memory card stalls, as cheap ones do: each write takes
            `STALL_S` then.
        watchers: Called at each change of a lamp, the buzzer or a screen, on the
            thread that made it.
    """

    running: Running
    table: Table
    controller: SimulatedController
    hands: Hands
    doing: Doing
    pins: FakePins
    screens: FakeScreens
    card: Event
    watchers: list[Callable[[], None]]


@asynccontextmanager
async def open_demo(
    folder: Path,
    port_folder: Path,
    *,
    setup: Setup,
    haste: bool = False,
    build: str = "simulated",
) -> AsyncIterator[DemoBoard]:
    """
    Open a simulated board: real daemon, real wire over a real pty.

    Args:
        folder: The folder of the journal.
        port_folder: The folder of the link to the pty.
        setup: The setup if the journal has none.
        haste: True for a script: taps need hardly any dwell time.
        build: The name of its profile; all of it is simulated.
    """
    profile = load_profile(profile_path(build))
    card, watchers = Event(), list[Callable[[], None]]()
    card.set()

    def changed(_name: str, _now: object) -> None:
        for tell in watchers:
            tell()

    lamps, buzzer = profile.lamps, profile.buzzer
    pins = FakePins(lamps=lamps, buzzer=buzzer, watch=changed)
    screens = FakeScreens(profile.screens, watch=changed)
    dwell_ms, away_ms = (HASTE_MS, HASTE_MS) if haste else (150, 400)
    zones = ZONES[: profile.zones] if profile.input == "pads" else ()
    with SimulatedController(
        port_folder, zones=zones, dwell_ms=dwell_ms, gone_ms=away_ms
    ) as controller:
        hardware = Hardware(
            factory=pins.factory,
            display=screens.open,
            port=controller.path,
            before_commit=lambda: card.wait(STALL_S),
        )
        opened = open_board(profile, folder, hardware=hardware, setup=setup)
        async with opened as running:
            table = running.table
            await _enrol_box(running.tags, tags(table.session.games))
            hands = Hands(controller, table, away_ms=away_ms)
            yield DemoBoard(
                running=running,
                table=table,
                controller=controller,
                hands=hands,
                doing=Doing(table, hands, Lazy(CODES, load_texts)),
                pins=pins,
                screens=screens,
                card=card,
                watchers=watchers,
            )


async def _enrol_box(known: Tags, box: Mapping[bytes, Item]) -> None:
    """Enrol the simulated box: each group of items of which none is enrolled yet."""
    sorts = {_sort(tag.item) for tag in known.all()}
    new = [Tag(uid, item) for uid, item in box.items() if _sort(item) not in sorts]
    if new:
        done = known.enrol(*new)
        assert not isinstance(done, Refused)  # noqa: S101 - our own tags are no phones
        await asyncio.wrap_future(done)


def _sort(item: Item | None) -> object:
    """Return the sort of an item: its type, or the name of a card."""
    return item.name if isinstance(item, Card) else type(item)
