"""A heartbeat tells what no event does: dead readers, lost touches, buttons held."""

import pytest

from firmware_host.board.happenings import (
    Button,
    Failed,
    Healed,
    Lost,
    Pressed,
    Released,
)
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
    """It counts what it has lost from nothing; a button still held is no new press."""
    list(beats.news(beat(TICK, lost=3)))
    beats.connected(7)
    assert list(beats.news(beat(TICK, lost=3))) == []
    beats.connected(8)
    assert list(beats.news(beat(TICK, SERVICE, lost=1))) == [
        Lost(1),
        Pressed(Button.SERVICE),
    ]


def test_a_button_let_go_while_the_controller_rebooted_is_released(beats):
    """No event tells it: the controller that saw the press is gone."""
    assert not beats.repeats(change(TICK, down=True))
    beats.connected(8)
    assert list(beats.news(beat())) == [Released(Button.TICK)]
    assert list(beats.news(beat())) == []


def test_a_release_that_the_controller_had_no_room_for_is_told_by_its_heartbeat(beats):
    """Also of a button that was down at the start."""
    list(beats.news(beat(SERVICE)))
    beats.repeats(change(TICK, down=True))
    assert list(beats.news(beat(TICK, lost=1))) == [Lost(1), Released(Button.SERVICE)]


def test_a_press_after_a_reboot_is_never_taken_for_the_one_before(beats):
    """The event that the first heartbeat had told died with the old boot."""
    list(beats.news(beat(TICK)))
    beats.connected(8)
    assert not beats.repeats(change(TICK, down=True))


def test_a_button_number_that_nobody_knows_is_no_button(beats):
    """A newer controller may have more of them."""
    assert list(beats.news(beat(len(BUTTONS), 63))) == []


def test_a_heartbeat_before_any_greeting_counts_from_nothing():
    """Of a controller that was plugged in long before this program began."""
    for boot_id in (1, 7):
        beats = Beats()
        told = [Lost(3), Pressed(Button.TICK)]
        assert list(beats.news(beat(TICK, lost=3))) == told
        beats.connected(boot_id)
        assert list(beats.news(beat(TICK, lost=1))) == [Lost(1)]
        assert list(beats.news(beat(TICK, lost=5))) == [Lost(4)]


def test_readers_that_fail_and_heal_are_told_once(beats):
    assert list(beats.news(beat(faults=(3,)))) == [Failed("reader-3")]
    assert list(beats.news(beat(faults=(3,)))) == []
    assert list(beats.news(beat())) == [Healed("reader-3")]
