"""A heartbeat reports dead readers, lost touches and held buttons."""

import pytest

from firmware_host.board.events import Button, Failed, Healed, Lost, Pressed, Released
from firmware_host.link.events import Event, Heartbeat
from firmware_host.link.messages import BUTTONS, ButtonChange
from firmware_host.table.incoming import Heartbeats

TICK, SERVICE = (BUTTONS.index(one) for one in (Button.TICK, Button.SERVICE))


def heartbeat(*held, faults=(), lost=0):
    return Heartbeat(held, faults, lost)


def change(number, *, down, n=1):
    return Event(7, n, 0, n, ButtonChange(number, down))


@pytest.fixture
def heartbeats():
    made = Heartbeats()
    made.connected(7)
    return made


def test_a_button_held_while_the_board_starts_counts_as_pressed(heartbeats):
    """A button in the first heartbeat counts as pressed; later ones add nothing."""
    assert list(heartbeats.news(heartbeat(SERVICE))) == [Pressed(Button.SERVICE)]
    assert list(heartbeats.news(heartbeat(SERVICE, TICK))) == []


def test_its_own_event_counts_no_second_time(heartbeats):
    """
    The event of a press that a heartbeat reported counts as a repetition.

    Later events of the button count.
    """
    list(heartbeats.news(heartbeat(TICK)))
    assert heartbeats.repeats(change(TICK, down=True))
    assert not heartbeats.repeats(change(TICK, down=False, n=2))
    assert not heartbeats.repeats(change(TICK, down=True, n=3))


def test_a_release_and_a_new_press_are_heard(heartbeats):
    """After a press that only a heartbeat reported, release and new press count."""
    list(heartbeats.news(heartbeat(TICK)))
    assert not heartbeats.repeats(change(TICK, down=False))
    assert not heartbeats.repeats(change(TICK, down=True, n=2))


def test_an_event_that_came_first_is_not_told_again(heartbeats):
    assert not heartbeats.repeats(change(TICK, down=True))
    assert list(heartbeats.news(heartbeat(TICK))) == []


def test_a_controller_that_boots_anew_tells_anew(heartbeats):
    """After a reboot losses are counted from 0, and a held button is no new press."""
    list(heartbeats.news(heartbeat(TICK, lost=3)))
    heartbeats.connected(7)
    assert list(heartbeats.news(heartbeat(TICK, lost=3))) == []
    heartbeats.connected(8)
    assert list(heartbeats.news(heartbeat(TICK, SERVICE, lost=1))) == [
        Lost(1),
        Pressed(Button.SERVICE),
    ]


def test_a_button_let_go_while_the_controller_rebooted_is_released(heartbeats):
    """A button that was released during a reboot is released by the heartbeat."""
    assert not heartbeats.repeats(change(TICK, down=True))
    heartbeats.connected(8)
    assert list(heartbeats.news(heartbeat())) == [Released(Button.TICK)]
    assert list(heartbeats.news(heartbeat())) == []


def test_a_release_that_the_controller_had_no_room_for_is_told_by_its_heartbeat(
    heartbeats,
):
    """The next heartbeat reports a lost release, even of a button held at the start."""
    list(heartbeats.news(heartbeat(SERVICE)))
    heartbeats.repeats(change(TICK, down=True))
    assert list(heartbeats.news(heartbeat(TICK, lost=1))) == [
        Lost(1),
        Released(Button.SERVICE),
    ]


def test_a_press_after_a_reboot_is_never_taken_for_the_one_before(heartbeats):
    """After a reboot a press is new, even if a heartbeat reported the button before."""
    list(heartbeats.news(heartbeat(TICK)))
    heartbeats.connected(8)
    assert not heartbeats.repeats(change(TICK, down=True))


def test_a_button_number_that_nobody_knows_is_no_button(heartbeats):
    """A newer controller may have more of them."""
    assert list(heartbeats.news(heartbeat(len(BUTTONS), 63))) == []


def test_a_heartbeat_before_any_greeting_counts_from_nothing():
    """A heartbeat before any HELLO counts losses from 0."""
    for boot_id in (1, 7):
        heartbeats = Heartbeats()
        told = [Lost(3), Pressed(Button.TICK)]
        assert list(heartbeats.news(heartbeat(TICK, lost=3))) == told
        heartbeats.connected(boot_id)
        assert list(heartbeats.news(heartbeat(TICK, lost=1))) == [Lost(1)]
        assert list(heartbeats.news(heartbeat(TICK, lost=5))) == [Lost(4)]


def test_readers_that_fail_and_heal_are_told_once(heartbeats):
    assert list(heartbeats.news(heartbeat(faults=(3,)))) == [Failed("reader-3")]
    assert list(heartbeats.news(heartbeat(faults=(3,)))) == []
    assert list(heartbeats.news(heartbeat())) == [Healed("reader-3")]
