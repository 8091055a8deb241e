"""The measurements of a board: wrong answers of a fake are found."""

import asyncio
from pathlib import Path
from types import SimpleNamespace

import pytest

from firmware_host.app.doctor.findings import part_message
from firmware_host.app.doctor.machine import Computer
from firmware_host.app.prove import measures as module
from firmware_host.app.prove.claims import every_claim
from firmware_host.app.prove.measures import MEASURES, OF_COMPUTER, Trial
from firmware_host.app.prove.proof import Ruling
from firmware_host.board.events import Button, Pressed, Released
from firmware_host.board.pieces import Zone
from firmware_host.link.events import Reads
from firmware_host.simulate.pieces import tags
from firmware_host.table.service_mode import ServiceMode, TagSettled, TwoAtOnce
from tests.app.ward import PROFILE, ward

UID = b"\x04abc"


class Hands:
    """
    Two pads and the rack, with a simulated person who does what is asked.

    Args:
        tap: What comes of a tap on a pad, by its number; what should, by default.
        two: What comes of two pieces on a pad.
        percent: How many of a hundred looks see what lies at an edge.
        faults: Which parts are out of order.
        slow_ms: How long the lamp takes.
        hold: What a held tick tells.
    """

    def __init__(self, **world):
        self.tap = world.get("tap", lambda zone: TagSettled(zone, UID, 0, 3))
        self.two = world.get("two", TwoAtOnce)
        self.percent = world.get("percent", 100)
        self.hold = world.get("hold", (Pressed(Button.TICK),))
        self.said = []
        self.service_mode = ServiceMode(lambda _: None, lambda _: None)
        zones = tuple(map(Zone, range(3)))
        reads = {zone: Reads(zone, 25, 0, 0, None) for zone in zones}
        meter = SimpleNamespace(connected=SimpleNamespace(zones=zones), reads=reads)
        session = SimpleNamespace(faults=world.get("faults", ()))
        slow_ms = world.get("slow_ms", 4)
        table = SimpleNamespace(session=session, now_ms=slow_ms)
        self.running = SimpleNamespace(meter=meter, table=table)
        self.pins_why = world.get("pins_why", "")
        self.profile = world.get("profile", PROFILE)

    def tell(self, message):
        """Do what the message asks for."""
        self.said.append(message.code)
        put = self.service_mode.put
        zone = self._meant(message)
        if message.code == "prove-tap":
            put(self.tap(zone))
        elif message.code == "prove-any":
            put(self.tap(Zone(1)))
        elif message.code == "prove-two":
            put(self.two(zone))
        elif message.code == "prove-edge":
            for _ in range(6):
                put(Reads(zone, 50, self.percent // 2, 0, None))
        elif message.code == "prove-hold":
            for event in self.hold:
                put(event)
        elif message.code in ("prove-let-go", "prove-not-held"):
            put(Released(Button.TICK))
        elif message.code == "walk-button":
            put(Pressed(self.profile_button(message)))

    def _meant(self, message):
        parts = [Zone(zone) for zone in range(3)]
        what = dict(message.values).get("what")
        return next((z for z in parts if part_message(f"reader-{z}") == what), None)

    def profile_button(self, message):
        """Return the button that is asked for."""
        return next(b for b in Button if part_message(f"button-{b}") == message["what"])

    async def measure(self, name, times=6):
        """Return the result of a measurement."""
        trial = Trial(
            service_mode=self.service_mode,
            running=self.running,
            profile=self.profile,
            machine=Computer(write=lambda _: None, free_bytes=lambda _: 1),
            folder=Path(),
            pins_why=self.pins_why,
            tell=self.tell,
            times=times,
        )
        return await asyncio.wait_for(MEASURES[name](trial), 5)


def test_each_measure_of_a_row_is_there_and_each_is_used():
    named = {claim.measure for claim in every_claim().values()} - {""}
    assert named == {*MEASURES, *OF_COMPUTER}


async def test_a_piece_is_told_on_its_own_pad_each_time():
    found = await Hands().measure("own-pad")
    assert (found.result, found.times) == (Ruling.PROVEN, 6)


async def test_a_pad_that_is_told_for_another_is_no_proof():
    """A pad that reports another zone or two pieces refutes the claim."""
    lies = {1: lambda zone: TagSettled(Zone(zone + 1), UID), 2: TwoAtOnce}
    hands = Hands(tap=lambda zone: lies.get(zone, lambda z: TagSettled(z, UID))(zone))
    found = await hands.measure("own-pad")
    assert (found.result, found.times) == (Ruling.REFUTED, 2)
    assert "walk-other" in hands.said


async def test_a_tap_that_was_too_short_is_asked_for_once_more():
    hands = Hands()
    hands.service_mode.put(TwoAtOnce(Zone(0), "again"))
    found = await hands.measure("own-pad")
    assert (found.result, found.times) == (Ruling.PROVEN, 6)
    assert "prove-again" in hands.said


async def test_two_pieces_are_never_one():
    assert (await Hands().measure("two-at-once")).result is Ruling.PROVEN
    one = Hands(two=lambda zone: TagSettled(zone, UID))
    assert (await one.measure("two-at-once")).result is Ruling.REFUTED


async def test_the_lamp_is_timed_and_the_looks_before_it_are_asked_for():
    """3 ms on the wire and 4 here: as far as the board's own clock reaches."""
    found = await Hands().measure("finger-to-lamp")
    assert found.result is None
    assert found.figures["told_ms"] == 7
    assert found.figures["look_ms"] == 40
    late = await Hands(slow_ms=70).measure("finger-to-lamp")
    assert late.result is Ruling.REFUTED


@pytest.mark.parametrize(
    ("percent", "result"), [(100, Ruling.PROVEN), (90, Ruling.REFUTED)]
)
async def test_looks_at_an_edge_are_counted(percent, result):
    found = await Hands(percent=percent).measure("edge-reads")
    assert (found.result, found.figures) == (result, {"percent": percent})


async def test_a_tag_that_comes_and_goes_at_the_edge_is_no_proof():
    hands = Hands(percent=0)
    hands.service_mode.put(Reads(Zone(0), 50, 1, 0, None))
    for _ in range(110):
        hands.service_mode.put(Reads(Zone(0), 50, 0, 0, None))
    found = await hands.measure("edge-reads")
    assert (found.result, found.figures) == (Ruling.REFUTED, {"percent": 0})


async def test_every_reader_of_the_profile_answers_on_its_bus():
    pico = SimpleNamespace(readers=dict.fromkeys(map(Zone, range(3))))
    profile = SimpleNamespace(pico=pico)
    found = await Hands(profile=profile).measure("one-bus")
    assert (found.result, found.figures) == (Ruling.PROVEN, {"readers": 3})
    silent = await Hands(profile=profile, faults=("reader-2",)).measure("one-bus")
    assert (silent.result, silent.figures) == (Ruling.REFUTED, {"readers": 2})


async def test_a_held_tick_is_one_press(monkeypatch):
    monkeypatch.setattr(module, "HELD_S", 0.01)
    found = await Hands().measure("held-button", times=2)
    assert (found.result, found.times) == (Ruling.PROVEN, 2)
    bounces = Pressed(Button.TICK), Released(Button.TICK), Pressed(Button.TICK)
    found = await Hands(hold=bounces).measure("held-button", times=2)
    assert (found.result, found.times) == (Ruling.REFUTED, 0)


async def test_each_button_is_pressed_once():
    found = await Hands().measure("every-button")
    assert found.result is Ruling.PROVEN
    assert found.times == len(PROFILE.pico.buttons)


async def test_pins_are_reached_or_not_and_a_simulated_boards_prove_nothing():
    real = SimpleNamespace(pins="lgpio")
    assert (await Hands(profile=real).measure("pins")).result is Ruling.PROVEN
    shut = await Hands(profile=real, pins_why="no lgpio").measure("pins")
    assert shut.result is Ruling.REFUTED
    assert (await Hands().measure("pins")).why == "no-metal"


async def test_a_real_controller_is_measured_over_the_wire(tmp_path):
    """A real controller is measured: its figures are there, and the lamp is lit."""
    uid = next(iter(tags()))
    async with ward(tmp_path) as now, now.running.table.service_mode() as service_mode:
        tapping = []

        def tell(message):
            if message.code == "prove-any":
                tapping.append(asyncio.ensure_future(now.board.tap(Zone(2), uid)))

        trial = Trial(
            service_mode=service_mode,
            running=now.running,
            profile=PROFILE,
            machine=now.target.machine,
            folder=now.folder,
            pins_why="",
            tell=tell,
            times=0,
        )
        found = await asyncio.wait_for(MEASURES["finger-to-lamp"](trial), 10)
        await asyncio.gather(*tapping)
        assert set(found.figures) == {"told_ms", "look_ms", "write_ms"}
        assert now.pins.pair(Zone(2)) == (False, True)
