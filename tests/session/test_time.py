"""Timeouts: each counts from its cause, and only while the game runs."""

from dataclasses import replace

import pytest

from firmware_host.board.commands import Pause
from firmware_host.board.events import Button, Woke
from firmware_host.board.json import read_object
from firmware_host.games.game import End
from firmware_host.session import play
from firmware_host.session.step import wake_at
from firmware_host.session.stored import resuming
from tests.session.evening import face, press, then
from tests.session.modes.test_choosing import begun
from tests.session.othergame import SAND_MS


@pytest.fixture
def session():
    """A game whose sand runs from 0 ms on."""
    return begun()


def test_each_second_is_shown(session):
    assert face(session, 0).table.left_s == 60
    assert face(session, 200).table.left_s == 60
    assert face(session, 1000).table.left_s == 59
    assert wake_at(session, 200) == 1000
    for left_ms, left_s, next_ms in (
        *((60_000, 60, 1_000), (59_999, 60, 999), (1_001, 2, 1), (1_000, 1, 1_000)),
        *((999, 1, 999), (1, 1, 1)),
    ):
        now_ms = SAND_MS - left_ms
        assert face(session, now_ms).table.left_s == left_s
        assert wake_at(session, now_ms) == now_ms + next_ms
    assert wake_at(session, SAND_MS - 10) == SAND_MS


def test_it_ends_when_it_has_run_out_and_not_before(session):
    """The timeout ends the game exactly when due, in spite of other events."""
    busy = then(session, Woke(), now_ms=20_000).session
    busy = press(busy, Button.STAR, now_ms=30_000).session
    early = then(busy, Woke(), now_ms=SAND_MS - 1)
    done = then(early.session, Woke(), now_ms=SAND_MS)

    assert not early.session.playing.game.over
    assert done.session.playing.game.over
    action = read_object(done.entry.rows[0].action)
    assert done.session.playing.engine.action(action) == End()


def test_it_stands_still_in_a_pause(session):
    stopped = then(session, Pause(paused=True), now_ms=10_000).session
    assert wake_at(stopped, 500_000) is None
    assert face(stopped, 500_000).table.left_s == 50

    going = then(stopped, Pause(paused=False), now_ms=500_000).session
    assert not then(going, Woke(), now_ms=549_999).session.playing.game.over
    assert then(going, Woke(), now_ms=550_000).session.playing.game.over


def test_it_stands_still_after_a_restart_until_somebody_acts(session):
    """The time that was left is known from the journal's rows."""
    running = session.playing
    again = replace(running, resumed=True, stopped_ms=25_000)
    taken_up = replace(session, playing=again)

    assert wake_at(taken_up, 900_000) is None
    assert play.left_ms(again, 900_000) == 35_000


def test_a_wait_since_the_start_of_the_game_is_known_after_a_restart(session):
    """A timeout since the start of the game is known after a restart, without a row."""
    on_card = replace(session.playing, waits=None)
    again = resuming.resume(on_card, ())
    assert again.waits == session.playing.waits
    assert play.left_ms(again, 20_000) == SAND_MS - 20_000
