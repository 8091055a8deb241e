"""A heartbeat tells what no event does: dead readers, lost touches, buttons held."""

import pytest

from firmware_host.board.happenings import Button, Failed, Healed, Lost, Pressed
from firmware_host.link.events import Beat, Event
from firmware_host.link.messages import BUTTONS, ButtonChange
from firmware_host.table.beats import Beats

TICK, SERVICE = (BUTTONS.index(one) for one in (Button.TICK, Button.SERVICE))


def beat(*held, faults=(), lost=0):
    return Beat(held, faults, lost)


def change(number, *, down, n=1):
    return Event(7, n, 0, n, ButtonChange(number, down))


@pytest.fixture
def beats():
    made = Beats()
    made.connected(7)
    return made


def test_a_button_held_while_the_board_starts_counts_as_pressed(beats):
    """The first heartbeat says so; the next ones say nothing new."""
    assert list(beats.news(beat(SERVICE))) == [Pressed(Button.SERVICE)]
    assert list(beats.news(beat(SERVICE, TICK))) == []


def test_its_own_event_counts_no_second_time(beats):
    """It waited at the controller; what comes after it counts."""
    list(beats.news(beat(TICK)))
    assert beats.repeats(change(TICK, down=True))
    assert not beats.repeats(change(TICK, down=False, n=2))
    assert not beats.repeats(change(TICK, down=True, n=3))


def test_a_release_and_a_new_press_are_heard(beats):
    """The press itself was told to the program before this one."""
    list(beats.news(beat(TICK)))
    assert not beats.repeats(change(TICK, down=False))
    assert not beats.repeats(change(TICK, down=True, n=2))


def test_an_event_that_came_first_is_not_told_again(beats):
    assert not beats.repeats(change(TICK, down=True))
    assert list(beats.news(beat(TICK))) == []


def test_a_controller_that_boots_anew_tells_anew(beats):
    """And counts what it has lost from nothing."""
    list(beats.news(beat(TICK, lost=3)))
    beats.connected(7)
    assert list(beats.news(beat(TICK, lost=3))) == []
    beats.connected(8)
    assert list(beats.news(beat(TICK, lost=1))) == [Lost(1), Pressed(Button.TICK)]


def test_readers_that_fail_and_heal_are_told_once(beats):
    assert list(beats.news(beat(faults=(3,)))) == [Failed("reader-3")]
    assert list(beats.news(beat(faults=(3,)))) == []
    assert list(beats.news(beat())) == [Healed("reader-3")]
