"""A game from outside at a station: each piece is laid on the rack, and waits."""

from dataclasses import replace
from pathlib import Path

import pytest

from firmware_host.board.events import Button, Tapped, Woke
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import RACK, Piece, Tile, Zone
from firmware_host.games.catalogue import GAMES
from firmware_host.session.modes import choosing
from firmware_host.session.setups import Player
from firmware_host.testing.cases import cases_in
from tests.session.evening import face, first_evening, press, then

CODEBREAKER = Path(__file__).parents[2] / "docs/examples/games/codebreaker"
RED = Piece("red", 1)


@pytest.fixture
def station():
    """A station with a code made and a player on turn."""
    with cases_in(CODEBREAKER) as [case]:
        engine = case.engine
        session = first_evening(
            game=engine.NAME, players=(Player(button=Button.CIRCLE),)
        )
        games = {**GAMES, engine.NAME: engine}
        session = replace(session, games=games, input="station")
        begun = press(choosing.ask(session, "again"), Button.TICK).session
        yield then(begun, Woke()).session


def test_a_piece_waits_on_the_rack_for_the_button_of_its_zone(station):
    """A piece on the rack waits for its zone's button, and is then placed there."""
    waits = then(station, Tapped(RACK, RED)).session
    assert waits.racked == RED
    assert face(waits).table.line.code == "turn-press"
    done = press(waits, Button.ZONE_2)
    assert (done.outcome[0].zone, done.outcome[0].kind) == (Zone(2), "red")
    assert done.session.racked is None
    assert face(done.session).zones[1].placed == (1, 0, 0, 0)


def test_it_waits_on_where_its_zone_was_refused_and_the_cross_takes_it_back(station):
    done = press(then(station, Tapped(RACK, RED)).session, Button.ZONE_6)
    assert done.outcome.code == "codebreaker-zone"
    assert done.session.racked == RED
    assert press(done.session, Button.CROSS).session.racked is None


def test_what_no_zone_would_take_does_not_wait(station):
    """A tile does not wait on the rack; a game may handle the rack itself."""
    done = then(station, Tapped(RACK, Tile("A")))
    assert (done.outcome, done.session.racked) == (Refused("not-a-piece"), None)
    playing = station.playing

    class Hears(type(playing.engine)):
        def interpret(self, desk, event):
            zone = Zone(1) if isinstance(event, Tapped) else None
            return super().interpret(desk, replace(event, zone=zone) if zone else event)

    hears = replace(station, playing=replace(playing, engine=Hears()))
    assert then(hears, Tapped(RACK, RED)).outcome[0].zone == Zone(1)
