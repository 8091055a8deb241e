"""The latest reports of the parts are stored until they are out of date."""

import pytest

from firmware_host.app.daemon.meter import Meter
from firmware_host.board.events import Button
from firmware_host.board.pieces import Zone
from firmware_host.link.events import (
    Connected,
    Event,
    Heartbeat,
    Offline,
    Reads,
    Unreadable,
    Unsupported,
)
from firmware_host.link.messages import BUTTONS, Capability, Fault

TICK = BUTTONS.index(Button.TICK)
HERE = Connected(7, "ab", "1.0.0", (), Capability.TAGS)


class Clock:
    """A clock that changes only when it is set."""

    now_ms = 0

    def __call__(self):
        """Return the time in ms."""
        return self.now_ms


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def meter(clock):
    return Meter(clock)


def test_events_that_nobody_can_read_are_counted_until_it_connects_anew(meter):
    """The doctor then says that it needs another firmware."""
    meter.hear(HERE)
    meter.hear(Unreadable(0x14, b"new"))
    meter.hear(Unreadable(0x14, b"new"))
    assert meter.unreadable == 2
    meter.hear(HERE)
    assert meter.unreadable == 0


def test_a_bus_that_is_held_is_known_until_it_is_free_again(meter):
    def fault(part, code):
        meter.hear(Event(7, 1, 0, 1, Fault(part, code)))

    fault(2, "held")
    fault(3, "held")
    fault(4, "silent")
    assert meter.held == {2, 3}
    fault(2, "healed")
    assert meter.held == {3}
    meter.hear(Offline())
    assert meter.held == set()


def test_who_was_welcomed_is_known_until_it_falls_silent(meter):
    meter.hear(HERE)
    assert meter.connected == HERE
    meter.hear(Offline())
    assert meter.connected is None


def test_another_protocol_is_known_until_one_of_ours_is_welcomed(meter):
    meter.hear(Unsupported(9))
    assert (meter.protocol, meter.connected) == (9, None)
    meter.hear(HERE)
    assert meter.protocol == 0


def test_a_button_is_down_as_long_as_the_heartbeats_say_so(meter, clock):
    """
    A button is held from the first heartbeat with it to the first one without.

    An unknown button number is ignored.
    """
    meter.hear(Heartbeat((TICK, 200), (), lost=0))
    clock.now_ms = 5000
    meter.hear(Heartbeat((TICK,), (), lost=0))
    assert meter.held_ms == {Button.TICK: 5000}
    meter.hear(Heartbeat((), (), lost=0))
    assert meter.held_ms == {}


def test_a_button_on_the_pi_is_none_of_the_heartbeats_business(meter, clock):
    meter.press(Button.STAR, down=True)
    clock.now_ms = 70
    meter.hear(Heartbeat((), (), lost=0))
    assert meter.held_ms == {Button.STAR: 70}
    meter.press(Button.STAR, down=False)
    meter.press(Button.STAR, down=False)
    assert meter.held_ms == {}


def test_how_a_reader_reads_is_known_until_the_controller_falls_silent(meter):
    reads = Reads(Zone(3), 16, 15, 1, 42)
    meter.hear(Reads(Zone(3), 9, 9, 0, 1))
    meter.hear(reads)
    assert meter.reads == {3: reads}
    meter.hear(Offline())
    assert meter.reads == {}
