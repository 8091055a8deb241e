"""Each pad gets its tuning at each start and when the place changes."""

import asyncio
from dataclasses import replace
from types import SimpleNamespace

import pytest

from firmware_host.app.daemon.daemon import Hardware, open_board
from firmware_host.app.daemon.tuning import Tuner
from firmware_host.app.system.hardware import profile_path
from firmware_host.board.events import Button, Pressed
from firmware_host.board.pieces import Zone
from firmware_host.devices.fake import FakePins
from firmware_host.link.events import Connected
from firmware_host.link.messages import Capability, Tune
from firmware_host.session.setups import Setup
from firmware_host.settings.profile import load_profile
from firmware_host.simulate.controller import SimulatedController
from tests.controller.bench import until
from tests.devices.chips import ChipScreens

FULL = load_profile(profile_path("full"))


@pytest.fixture
def board():
    """Return a tuner with fake settings and a list of its commands."""
    board = SimpleNamespace(setup=SimpleNamespace(place="home"), settings={}, told=[])
    table = SimpleNamespace(session=board)
    journal = SimpleNamespace(settings=lambda: board.settings)
    board.tuner = Tuner(FULL, table, journal, board.told.append)
    return board


def connected(*zones, proto=2):
    """Return the greeting of a controller."""
    return Connected(7, "ab", "1.1.0", tuple(map(Zone, zones)), Capability.TAGS, proto)


def test_a_board_that_was_never_measured_is_tuned_as_its_chips_are(board):
    """A controller may remember another evening's class."""
    board.tuner.welcome(connected(0, 3))
    assert board.told == [Tune(0, 150, 4), Tune(3, 150, 4)]


def test_what_was_measured_is_told_at_each_start(board):
    """Pad by pad; a new controller knows nothing."""
    board.settings["pads"] = '{"3": {"dwell_ms": 180, "gain": 6}}'
    board.tuner.welcome(connected(0, 3))
    board.tuner.welcome(connected(3))
    assert board.told == [Tune(0, 150, 4), Tune(3, 180, 6), Tune(3, 180, 6)]


def test_a_class_has_250_ms_at_least_and_home_its_own_again(board):
    """Thirty pupils reach over the board more often."""
    board.settings["pads"] = '{"3": {"dwell_ms": 300, "gain": 6}}'
    board.tuner.welcome(connected(0, 3))
    board.tuner.look()
    board.told.clear()
    board.setup.place = "class"
    board.tuner.look()
    board.tuner.look()
    assert board.told == [Tune(0, 250, 4), Tune(3, 300, 6)]
    board.told.clear()
    board.setup.place = "home"
    board.tuner.look()
    assert board.told == [Tune(0, 150, 4), Tune(3, 300, 6)]


def test_a_controller_of_protocol_1_is_left_alone(board):
    """A controller of protocol 1 gets no commands."""
    board.tuner.welcome(connected(0, 3, proto=1))
    board.setup.place = "class"
    board.tuner.look()
    assert board.told == []


async def test_the_controller_of_a_board_is_told(tmp_path):
    """Over the wire, to where taps are judged; and again when a class is a home."""
    profile = load_profile(profile_path("simulated"))
    pins = FakePins(lamps=profile.lamps, buzzer=profile.buzzer)
    screens = ChipScreens(profile.screens)
    hardware = Hardware(factory=pins.factory, bus=screens.open)
    with SimulatedController(tmp_path, dwell_ms=100) as board:
        profile = replace(profile, pico=replace(profile.pico, port=board.path))
        setup = Setup(place="class")
        async with open_board(
            profile, tmp_path, hardware=hardware, setup=setup
        ) as running:
            dwells = board._taps._own_dwell_ms
            await until(lambda: dwells == dict.fromkeys(range(7), 250))
            pads = '{"3": {"dwell_ms": 180, "gain": 6}}'
            await asyncio.wrap_future(running.journal.put_setting("pads", pads))
            session = running.table.session
            home = replace(session.setup, place="home")
            running.table.session = replace(session, setup=home)
            running.table.happen(Pressed(Button.STAR))
            await until(lambda: dwells == {**dict.fromkeys(range(7), 150), 3: 180})
