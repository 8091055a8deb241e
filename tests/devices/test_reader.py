"""A tag reader on the Pi: the real driver and serial code on an emulated chip."""

import asyncio
import time
from contextlib import asynccontextmanager

import pytest

from firmware_host.devices.reader import SerialReader
from firmware_host.link.events import Connected, Event, Offline, Reads
from firmware_host.link.messages import Fault, Tap, Tune, UnclearTap, Update
from firmware_host.simulate.controller import monotonic_ms
from tests.controller.bench import until
from tests.devices.pn532_port import Pn532Port

UID, OTHER = b"\x04aaaaaa", b"\x04bbbbbb"

#: A piece that was away for so long is a new one; the reader judges by 0.4 s.
AWAY_S = 0.8

#: The report of a chip that answers again.
HEALED = Fault(0, "healed")


class Reading:
    """A running reader, and its reports."""

    def __init__(self, port):
        self.told, self.beats = [], 0
        self.reader = SerialReader(
            str(port), hear=self.told.append, clock_ms=monotonic_ms, alive=self._alive
        )

    def _alive(self):
        self.beats += 1

    def bodies(self):
        """Return the bodies of all events, in order."""
        return [event.body for event in self.told if isinstance(event, Event)]

    def heard(self, kind):
        """Return everything of a kind."""
        return [event for event in self.told if isinstance(event, kind)]


@asynccontextmanager
async def reading(port):
    """Let a reader read."""
    reading = Reading(port)
    task = asyncio.create_task(reading.reader.run())
    try:
        yield reading
    finally:
        reading.reader.close()
        await asyncio.gather(task, return_exceptions=True)


@pytest.fixture
def chip(tmp_path):
    """A chip on its port."""
    with Pn532Port(tmp_path) as port:
        yield port


async def test_a_tag_on_it_is_one_tap_at_the_rack(chip):
    """However long it stays; and a second one once it was away."""

    def taps():
        """Return the taps; on a busy machine the chip may seem silent between them."""
        return [body for body in now.bodies() if isinstance(body, Tap)]

    async with reading(chip.port) as now:
        chip.chip.lay([UID])
        await until(taps)
        looks = now.beats
        await until(lambda: now.beats > looks + 20)
        assert taps() == [Tap(0, UID)]
        chip.chip.lay([])
        looks, gone = now.beats, time.monotonic() + AWAY_S
        await until(lambda: now.beats > looks + 40 and time.monotonic() > gone)
        chip.chip.lay([OTHER])
        await until(lambda: len(taps()) > 1)
        assert taps() == [Tap(0, UID), Tap(0, OTHER)]
    assert {connected.zones for connected in now.heard(Connected)} == {(0,)}
    told = now.heard(Event)
    assert len({event.n for event in told}) == len(told)


async def test_two_tags_are_unclear(chip):
    """Two tags at once are unclear and never a tap of one."""

    def unclear():
        return [body for body in now.bodies() if isinstance(body, UnclearTap)]

    async with reading(chip.port) as now:
        chip.chip.lay([UID, OTHER])
        await until(unclear)
        assert unclear() == [UnclearTap(0, "two-pieces")]
        assert not any(isinstance(body, Tap) for body in now.bodies())


@pytest.mark.parametrize(
    ("fault", "codes"),
    [
        ("dead", ("silent", "stuck")),  # as it dies before or after it acknowledges
        ("stuck", ("stuck",)),
        ("garbled", ("silent",)),
    ],
)
async def test_a_chip_that_fails_is_named_and_heals(chip, fault, codes):
    """
    A chip that fails is reported and restarted until it reads again.

    On a busy machine a chip may seem silent at first, so there are three tries.
    """
    async with reading(chip.port) as now:
        await until(lambda: now.heard(Connected))
        told = []
        while len(told) < 3 and not {*told} & {*codes}:
            chip.chip.fault = fault
            await until(lambda: now.bodies() and now.bodies()[-1] != HEALED)
            told.append(now.bodies()[-1].code)
            chip.chip.fault = ""
            await until(lambda: now.bodies()[-1] == HEALED)
        assert {*told} & {*codes}, told
        assert now.heard(Offline)
        chip.chip.lay([UID])
        await until(lambda: Tap(0, UID) in now.bodies())


async def test_a_pulled_adapter_comes_back(chip):
    """Under the name that udev gives it."""
    async with reading(chip.port) as now:
        await until(lambda: now.heard(Connected))
        chip.pull()
        await until(lambda: Fault(0, "silent") in now.bodies())
        assert not now.reader.is_open
        chip.plug()
        chip.chip.lay([UID])
        await until(lambda: Tap(0, UID) in now.bodies())


async def test_it_moves_while_there_is_no_port(tmp_path):
    """Without a port it still beats for the watchdog, and reports the reader silent."""
    async with reading(tmp_path / "nothing") as now:
        await until(lambda: now.beats > 3)
    assert now.bodies() == [Fault(0, "silent")]


async def test_a_pad_is_tuned(chip):
    """A tuning sets the chip's gain and the dwell time."""
    async with reading(chip.port) as now:
        await until(lambda: now.heard(Connected))
        now.reader.command(Update())
        now.reader.command(Tune(0, 250, 3))
        await until(lambda: chip.chip.gain == 3)
        assert now.reader._taps.dwell_ms == 250


async def test_it_tells_how_well_it_reads(chip):
    """Once a second the reader reports its quality, like a controller."""
    async with reading(chip.port) as now:
        chip.chip.lay([UID])
        await until(lambda: len(now.heard(Reads)) == 2)
    last = now.heard(Reads)[-1]
    assert last.hits == last.looks > 5
    assert last.since_ms is not None


async def test_a_closed_reader_tells_nobody(chip):
    """After closing, even twice, no tag is reported."""
    async with reading(chip.port) as now:
        await until(lambda: now.heard(Connected))
        now.reader.close()
        now.reader.close()
        told = len(now.told)
        chip.chip.lay([UID])
        await asyncio.sleep(0)
        assert len(now.told) == told
    assert "shut" in repr(now.reader)
