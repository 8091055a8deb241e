"""What parts have told is remembered, and forgotten when it is no longer so."""

import pytest

from firmware_host.app.daemon.meter import KEPT, Meter, Quality
from firmware_host.board.events import Button
from firmware_host.board.pieces import Zone
from firmware_host.link.events import (
    Connected,
    Heartbeat,
    Offline,
    Reads,
    Unreadable,
    Unsupported,
)
from firmware_host.link.messages import BUTTONS, Capability

TICK = BUTTONS.index(Button.TICK)
HERE = Connected(7, "ab", "1.0.0", (), Capability.TAGS)


class Clock:
    """A clock that stands until it is moved."""

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


def told(meter):
    return meter.told((), {}, ())


def test_events_that_nobody_can_read_are_counted_until_it_connects_anew(meter):
    """The doctor then says that it needs another firmware."""
    meter.hear(HERE)
    meter.hear(Unreadable(0x14, b"new"))
    meter.hear(Unreadable(0x14, b"new"))
    assert told(meter).unreadable == 2
    meter.hear(HERE)
    assert told(meter).unreadable == 0


def test_who_was_welcomed_is_known_until_it_falls_silent(meter):
    meter.hear(HERE)
    assert told(meter).connected == HERE
    meter.hear(Offline())
    assert told(meter).connected is None


def test_another_protocol_is_known_until_one_of_ours_is_welcomed(meter):
    meter.hear(Unsupported(9))
    assert (told(meter).protocol, told(meter).connected) == (9, None)
    meter.hear(HERE)
    assert told(meter).protocol == 0


def test_a_button_is_down_as_long_as_the_heartbeats_say_so(meter, clock):
    """The first one counts; a number that no button has is nobody's."""
    meter.hear(Heartbeat((TICK, 200), (), lost=0))
    clock.now_ms = 5000
    meter.hear(Heartbeat((TICK,), (), lost=0))
    assert told(meter).held_ms == {Button.TICK: 5000}
    meter.hear(Heartbeat((), (), lost=0))
    assert told(meter).held_ms == {}


def test_a_button_on_the_pi_is_none_of_the_heartbeats_business(meter, clock):
    meter.press(Button.STAR, down=True)
    clock.now_ms = 70
    meter.hear(Heartbeat((), (), lost=0))
    assert told(meter).held_ms == {Button.STAR: 70}
    meter.press(Button.STAR, down=False)
    meter.press(Button.STAR, down=False)
    assert told(meter).held_ms == {}


def test_how_a_reader_reads_is_known_until_the_controller_falls_silent(meter):
    reads = Reads(Zone(3), 16, 15, 1, 42)
    meter.hear(Reads(Zone(3), 9, 9, 0, 1))
    meter.hear(reads)
    assert told(meter).reads == {3: reads}
    meter.hear(Offline())
    assert told(meter).reads == {}


def second(meter, hits, conflicts=0, *, zone=3, looks=20):
    meter.hear(Reads(Zone(zone), looks, hits, conflicts, 0))


def test_a_reader_is_judged_by_the_seconds_in_which_a_tag_lay_there(meter):
    """It came in the first and went in the last: those two tell nothing of it."""
    for hits in (0, 0, 7, 20, 19, 20, 4, 0):
        second(meter, hits)
    assert told(meter).quality == {Zone(3): Quality(60, 59, 70, 0)}


def test_a_tap_is_too_short_to_judge_by(meter):
    for hits in (0, 5, 0, 3, 4, 0):
        second(meter, hits)
    assert told(meter).quality[Zone(3)] == Quality(0, 0, 12, 0)


def test_what_was_seen_long_ago_is_forgotten_and_idle_time_is_none(meter):
    """An hour without a touch forgets nothing; many touches forget the first ones."""
    second(meter, 0, conflicts=9)
    for _ in range(3600):
        second(meter, 0)
    assert told(meter).quality[Zone(3)].conflicts == 9
    for _ in range(KEPT):
        second(meter, 20)
    assert told(meter).quality[Zone(3)].conflicts == 0
    assert told(meter).reads[Zone(3)].hits == 20
