"""Calibration: the softest gain at which a pad sees its own piece, and no other."""

import asyncio
import json
from contextlib import suppress

import pytest

from firmware_host.app.doctor import calibrate as module
from firmware_host.app.doctor.calibrate import (
    GAINS,
    LEAST_MS,
    Calibration,
    as_setting,
    suited,
)
from firmware_host.app.doctor.findings import PartState, part_message
from firmware_host.board.events import Button, Pressed
from firmware_host.board.pieces import Zone
from firmware_host.link.events import Reads
from firmware_host.link.messages import Tune
from firmware_host.simulate.pieces import tags
from firmware_host.table.service_mode import ServiceMode
from tests.app.ward import ward

RACK, ONE, TWO, THREE = (Zone(number) for number in range(4))
PADS = RACK, ONE, TWO, THREE


class World:
    """
    Four pads and one piece, simulated.

    A reader sees its own piece from one gain on, and its neighbour's from another. A
    second lasts as long as its report takes.

    Args:
        own: The gain from which on each reader sees its own piece; 4 by default.
        beside: The gain from which on each sees its neighbour's; never by default.
        looks: How often a reader looks in a second.
    """

    def __init__(self, own=None, beside=None, looks=16):
        self.own = dict.fromkeys(PADS, 4) | (own or {})
        self.beside = dict.fromkeys(PADS, 99) | (beside or {})
        self.looks = looks
        self.gains = dict.fromkeys(PADS, 4)
        self.piece = None
        self.said, self.tunes = [], []
        self.service_mode = ServiceMode(lambda _: None, lambda _: None)

    def command(self, tune):
        """Record and set the gain, like the controller."""
        self.tunes.append(tune)
        self.gains[tune.zone] = tune.gain

    def tell(self, message):
        """Put the piece where the message asks for it."""
        self.said.append(message.code)
        if message.code == "calibrate-lay":
            what = message["what"]
            self.piece = Zone(0 if what.code == "part-rack" else what["n"])

    def sees(self, zone):
        """Return True if a reader sees the piece at its current gain."""
        if zone == self.piece:
            return self.gains[zone] >= self.own[zone]
        near = self.piece is not None and abs(zone - self.piece) == 1
        return near and self.gains[zone] >= self.beside[zone]

    async def live(self):
        """Let second after second go by."""
        while True:
            for zone in PADS:
                hits = self.looks if self.sees(zone) else 0
                self.service_mode.put(Reads(zone, self.looks, hits, 0, None))
            await asyncio.sleep(0)

    async def calibrate(self):
        """Return the calibration and its result."""
        calibration = Calibration(self.service_mode, self.command, PADS, self.tell)
        living = asyncio.create_task(self.live())
        try:
            found = await asyncio.wait_for(calibration.run(), 10)
        finally:
            living.cancel()
            with suppress(asyncio.CancelledError):
                await living
        return calibration, found


async def test_each_pad_gets_the_softest_gain_at_which_it_reads_all():
    world = World(own={ONE: 0, TWO: 6, THREE: 7})
    calibration, found = await world.calibrate()
    assert {zone: tuning.gain for zone, tuning in found.items()} == {
        RACK: 4,
        ONE: 0,
        TWO: 6,
        THREE: 7,
    }
    assert {one.state for one in calibration.findings(found)} == {PartState.OK}
    assert world.gains == {zone: tuning.gain for zone, tuning in found.items()}


async def test_a_pad_that_sees_its_neighbours_pieces_is_told():
    """A pad that sees its neighbour's pieces at the gain it needs is marked."""
    world = World(own={TWO: 6}, beside={TWO: 5, THREE: 5})
    calibration, found = await world.calibrate()
    states = {one.part: one.state for one in calibration.findings(found)}
    assert states["reader-2"] is PartState.WATCH
    assert states["reader-3"] is PartState.OK


async def test_a_pad_that_reads_well_at_no_gain_is_broken_and_left_alone(monkeypatch):
    """A pad that reads well at no gain is broken and gets no tuning."""
    world = World()
    sees = world.sees
    monkeypatch.setattr(
        world, "sees", lambda zone: sees(zone) and (zone != TWO or odd(world))
    )
    calibration, found = await world.calibrate()
    assert TWO not in found
    states = {one.part: one.state for one in calibration.findings(found)}
    assert states["reader-2"] is PartState.BROKEN


def odd(world, seconds=[]):  # noqa: B006 - it counts on purpose
    """Return True every other time."""
    seconds.append(world)
    return len(seconds) % 2


async def test_a_cross_leaves_a_pad_out():
    world = World(own={ONE: 99})
    tell = world.tell

    def skip(message):
        tell(message)
        if world.piece == ONE and message.code == "calibrate-lay":
            world.service_mode.put(Pressed(Button.CROSS))

    world.tell = skip
    calibration, found = await world.calibrate()
    assert set(found) == {RACK, TWO, THREE}
    assert "reader-1" not in {one.part for one in calibration.findings(found)}


@pytest.mark.parametrize(
    ("looks", "dwell_ms"),
    [(40, LEAST_MS), (32, 190), (12, 500)],
)
def test_a_tap_lasts_three_looks(looks, dwell_ms):
    """The dwell time is three looks, from two seconds' looks, rounded up to 10 ms."""
    seen = {(ONE, GAINS[0], ONE): [Reads(ONE, looks, looks, 0, None)]}
    assert suited(ONE, seen) == Tune(ONE, dwell_ms, GAINS[0])


def test_what_is_kept_keeps_the_other_pads():
    before = as_setting({ONE: Tune(ONE, 150, 4)}, None)
    after = json.loads(as_setting({TWO: Tune(TWO, 180, 6)}, before))
    assert after == {
        "1": {"dwell_ms": 150, "gain": 4},
        "2": {"dwell_ms": 180, "gain": 6},
    }


async def test_a_pad_is_measured_over_the_real_wire(tmp_path, monkeypatch):
    """The controller's own counts, second by second; the others are left out."""
    monkeypatch.setattr(module, "GAINS", (0, 7))
    monkeypatch.setattr(module, "SECONDS", 1)
    async with ward(tmp_path) as now, now.running.table.service_mode() as service_mode:
        zones = now.running.meter.connected.zones

        def tell(message):
            if message.code != "calibrate-lay":
                return
            if message["what"] == part_message("reader-3"):
                now.board.put(THREE, next(iter(tags())))
            else:
                service_mode.put(Pressed(Button.CROSS))

        calibration = Calibration(service_mode, now.running.wire.command, zones, tell)
        found = await asyncio.wait_for(calibration.run(), 30)
        assert found[THREE].gain == 0
        assert found[THREE].dwell_ms >= LEAST_MS
        (finding,) = calibration.findings(found)
        assert (finding.part, finding.state) == ("reader-3", PartState.OK)
