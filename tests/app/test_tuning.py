"""Each pad is told what suits it, at each start and wherever people play."""

from types import SimpleNamespace

import pytest

from firmware_host.app.hardware import profile_path
from firmware_host.app.tuning import Tuner
from firmware_host.board.pieces import Zone
from firmware_host.link.events import Connected, Offline
from firmware_host.link.messages import Capability, Tune
from firmware_host.settings.profile import load_profile

FULL = load_profile(profile_path("full"))


@pytest.fixture
def board():
    """A tuner, what it reads, and what it has commanded."""
    board = SimpleNamespace(place="home", settings={}, told=[])
    board.tuner = Tuner(
        FULL,
        command=board.told.append,
        settings=lambda: board.settings,
        place=lambda: board.place,
    )
    return board


def connected(*zones, proto=2):
    """Return the greeting of a controller."""
    return Connected(7, "ab", "1.1.0", tuple(map(Zone, zones)), Capability.TAGS, proto)


def test_a_board_that_was_never_measured_is_tuned_as_its_chips_are(board):
    """A controller may remember another evening's class."""
    board.tuner.hear(connected(0, 3))
    assert board.told == [Tune(0, 150, 4), Tune(3, 150, 4)]


def test_what_was_measured_is_told_at_each_start(board):
    """Pad by pad; a new controller knows nothing."""
    board.settings["pads"] = '{"3": {"dwell_ms": 180, "gain": 6}}'
    board.tuner.hear(connected(0, 3))
    board.tuner.hear(Offline())
    board.tuner.hear(connected(3))
    assert board.told == [Tune(0, 150, 4), Tune(3, 180, 6), Tune(3, 180, 6)]


def test_a_class_has_250_ms_at_least_and_home_its_own_again(board):
    """Thirty pupils reach over the board more often."""
    board.settings["pads"] = '{"3": {"dwell_ms": 300, "gain": 6}}'
    board.tuner.hear(connected(0, 3))
    board.tuner.look()
    board.told.clear()
    board.place = "class"
    board.tuner.look()
    board.tuner.look()
    assert board.told == [Tune(0, 250, 4), Tune(3, 300, 6)]
    board.told.clear()
    board.place = "home"
    board.tuner.look()
    assert board.told == [Tune(0, 150, 4), Tune(3, 300, 6)]


def test_a_controller_of_protocol_1_is_left_alone(board):
    """It would not understand."""
    board.tuner.hear(connected(0, 3, proto=1))
    board.place = "class"
    board.tuner.look()
    assert board.told == []
