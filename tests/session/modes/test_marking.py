"""Marking by hand at the board: the owner says it first, the board checks."""

from dataclasses import replace

import pytest

from firmware_host.board.events import PLAYER_BUTTONS, ZONE_BUTTONS, Button, Tapped
from firmware_host.board.faces import Lamp, Mark
from firmware_host.board.pieces import RACK, Seat, Tile
from firmware_host.games.wqrdles.rules import HideWord, Query
from tests.session.evening import face, form_of, playing, press, then
from tests.session.modes.test_attempt import given

TICK, CROSS = Button.TICK, Button.CROSS
CIRCLE, SQUARE, TRIANGLE = PLAYER_BUTTONS[:3]
TWO, THREE = ZONE_BUTTONS[1:3]


def marks_wait(seats=3):
    """LAKE was asked: everybody marks it against the own word."""
    rules = {"wqrdles": {"query": "own", "decode": "hand"}}
    session = playing(seats=seats, game="wqrdles", length=4, rules=rules)
    for seat, word in enumerate(("CAKE", "LAMP", "SNOW")[:seats]):
        session = given(session, HideWord(Seat(seat), word))
    return given(session, Query(Seat(0), "LAKE"))


def signs(session):
    return [zone.mark for zone in face(session).zones[1:5]]


def test_the_own_button_the_zones_and_the_tick_mark_a_word():
    """Yellow, then green, then nothing; no lamp answers before the board has."""
    session = press(marks_wait(), SQUARE).session
    assert face(session).table.line["word"] == "LAKE"
    session = press(session, TWO).session
    assert signs(session)[0] is Mark.ELSEWHERE
    assert {zone.lamp for zone in face(session).zones} == {Lamp.DARK}
    session = press(session, TWO).session
    assert signs(session)[0] is Mark.HERE
    session = press(session, THREE, THREE, THREE).session
    assert signs(session)[1] is Mark.NONE
    done = press(press(session, THREE, THREE).session, TICK)
    assert done.outcome[0].right
    assert done.session.playing.game.round.decoded == (Seat(1),)


def test_when_all_have_marked_the_right_signs_are_shown():
    """
    After all have marked, the right marks are shown.

    Players with a wrong mark are named and get no points in this round.
    """
    session = press(marks_wait(), CIRCLE, TICK).session
    assert face(session).table.note.code == "marking-wrong"
    session = press(session, SQUARE, TWO, TWO, THREE, THREE, TICK).session
    session = press(session, TRIANGLE, TICK).session
    now = session.playing.game.round
    assert (now.slipped, now.trying) == ((Seat(0),), True)
    assert signs(session) == [Mark.NONE, Mark.HERE, Mark.HERE, Mark.HERE]


def test_the_cross_marks_nothing_and_another_takes_over():
    session = press(marks_wait(), SQUARE, TWO).session
    assert form_of(press(session, CROSS).session) is None
    other = press(session, TRIANGLE).session
    assert (form_of(other).seat, signs(other)[0]) == (Seat(2), Mark.NONE)


def test_in_a_race_the_one_who_asked_does_not_mark():
    session = marks_wait(seats=2)
    assert press(session, CIRCLE).outcome.code == "not-to-decode"
    session = press(session, SQUARE, TWO, TWO, THREE, THREE, TICK).session
    assert session.playing.game.round.trying


@pytest.mark.parametrize("button", [ZONE_BUTTONS[0], ZONE_BUTTONS[5]])
def test_what_is_no_letter_of_it_turns_nothing(button):
    session = press(marks_wait(), SQUARE).session
    assert form_of(press(session, button).session) == form_of(session)
    assert then(session, Tapped(RACK, Tile("A", 1))).outcome.code == "not-a-piece"


def test_in_a_paused_game_nobody_marks():
    session = press(marks_wait(), SQUARE).session
    assert press(replace(session, paused=True), TICK).outcome.code == "paused"


def test_while_nobody_marks_the_tick_turns_what_is_known():
    """The first row has not been marked yet, so there is nothing."""
    assert face(press(marks_wait(), TICK).session) == face(marks_wait())
