"""A zone's button steps its letter; held it runs, and never for ever."""

import pytest

from firmware_host.board.events import Button, Pressed, Released, Woke
from firmware_host.session.step import wake_at
from tests.session.evening import press, then
from tests.session.modes.test_secret import letters, spell, waiting

ONE = Button.ZONE_1


def test_a_button_that_is_held_runs_and_gets_faster():
    """Asked of the clock: after half a second, then each 200 ms, then each 80."""
    session, now_ms, times = then(waiting(), Pressed(ONE), 1000).session, 1000, []
    for _ in range(12):
        due_ms = wake_at(session, now_ms)
        times.append(due_ms - now_ms)
        early = then(session, Woke(), due_ms - 1).session
        assert letters(early) == letters(session)
        session, now_ms = then(session, Woke(), due_ms).session, due_ms
    assert times == [500] + 8 * [200] + 3 * [80]
    assert letters(session) == "M...."
    session = then(session, Released(ONE), now_ms).session
    assert wake_at(session, now_ms) is None


def test_a_button_whose_release_was_lost_stops_by_itself():
    session, now_ms = then(waiting(), Pressed(ONE)).session, 0
    for _ in range(200):
        due_ms = wake_at(session, now_ms)
        if due_ms is None:
            break
        session, now_ms = then(session, Woke(), due_ms).session, due_ms
    else:
        pytest.fail("it runs for ever")
    assert now_ms == 500 + 8 * 200 + 112 * 80
    assert letters(session)[0] == "ABCDEFGHIJKLMNOPQRSTUVWXYZ'-"[121 % 28]


def test_after_the_last_letter_comes_the_first():
    session = waiting(language="de")
    assert letters(spell(session, "Z")) == "Z...."
    assert letters(press(spell(session, "Z"), ONE).session) == "A...."
    english = spell(waiting(), "Z")
    assert letters(press(english, ONE, ONE, ONE).session) == "A...."
