"""A piece gets its zone by the rack and a button, or by a symbol's button."""

from dataclasses import replace

import pytest

from firmware_host.app.content.languages import load_texts
from firmware_host.board.events import SYMBOL_BUTTONS, Button, Tapped
from firmware_host.board.faces import Lamp
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import RACK, Kind, Piece, Seat, Zone
from firmware_host.games.decipher.rules import Answered, SetSecret
from firmware_host.session.acting import Submitted
from firmware_host.session.rack import describe_zone
from tests.session.evening import face, first_evening, playing, press, then

RED, YELLOW, BLUE, GREEN = Kind
CROSS, TICK, ONE, TWO, THREE = (
    *(Button.CROSS, Button.TICK),
    *(Button.ZONE_1, Button.ZONE_2, Button.ZONE_3),
)


def hobby(way="pads", **setup):
    """A round whose word is HOBBY, on a board where pieces come by *way*."""
    session = replace(playing(board_makes=False, **setup), input=way)
    return then(session, Submitted(SetSecret(Seat(0), "HOBBY", override=True))).session


def racked(session, kind=RED, number=1):
    return then(session, Tapped(RACK, Piece(kind, number))).session


def said(session, context="screen"):
    """Return the text of the note."""
    return load_texts("en").say(face(session).table.note, context)


def test_a_piece_on_the_rack_waits_for_the_button_of_a_zone():
    """The table screen shows the waiting piece; a zone's button taps it there."""
    session = racked(hobby())
    table = face(session).table
    assert (table.line.code, table.kind) == ("turn-press", RED)

    done = press(session, ONE)
    assert done.outcome[0] == Answered(Zone(1), RED, 1, yes=True, turn=Seat(1))
    assert done.session.racked is None
    assert done.session.playing.game.round.laid == ((RED, 1, Zone(1)),)


def test_after_a_no_the_piece_is_tried_elsewhere_without_another_tap():
    """After a No the piece can be tried in another zone without another tap."""
    done = press(racked(hobby()), TWO)
    assert done.outcome[0].yes is False
    assert face(done.session).table.line.code == "turn-press"
    assert press(done.session, ONE).outcome[0].yes


def test_after_a_refusal_the_piece_still_waits():
    """After a refusal the piece still waits, and the zone shows the reason."""
    done = press(racked(hobby()), Button.ZONE_6)
    assert done.outcome == Refused("outside-word")
    assert face(done.session).zones[5].lamp is Lamp.REFUSED
    assert done.session.racked == Piece(RED, 1)


def test_the_cross_takes_it_from_the_rack_and_another_piece_replaces_it():
    session = racked(hobby())
    assert press(session, CROSS).session.racked is None
    assert racked(session, GREEN, 3).racked == Piece(GREEN, 3)


def test_the_cross_that_clears_the_rack_passes_nobodys_turn():
    """The cross that clears the rack does not pass in bonus mode."""
    session = playing(board_makes=False, length=3)
    action = SetSecret(Seat(0), "III", override=True)
    session = racked(then(session, Submitted(action)).session)
    assert press(session, CROSS).session.playing.game.round.passed == ()


def test_a_zones_own_pad_goes_on_beside_a_piece_that_waits():
    """A tap on a zone's own pad counts while a piece waits on the rack."""
    done = then(racked(hobby()), Tapped(Zone(2), Piece(BLUE, 1)))
    assert done.outcome[0].yes
    assert done.session.racked is None


def test_without_a_round_a_piece_on_the_rack_is_refused_as_in_a_zone():
    for session in (first_evening(), playing(board_makes=False)):
        done = then(session, Tapped(RACK, Piece(RED, 1)))
        assert done.outcome == Refused("no-round")
        assert done.session.racked is None


@pytest.mark.parametrize(
    ("way", "code"), [("pads", "not-seen"), ("station", "not-seen-rack")]
)
def test_a_zone_that_has_seen_no_piece_says_to_hold_it_flat(way, code):
    """The button of a zone without a tapped piece asks to hold the piece flat."""
    held = press(racked(hobby(way)), TWO).session  # a No: the piece is in hand
    session = press(press(held, CROSS).session, THREE).session
    zone = face(session).zones[2]
    assert (zone.lamp, zone.word.code) == (Lamp.REFUSED, f"short-{code}")
    assert "flat" in said(session)


def test_a_zones_button_says_what_lies_there_while_nobody_holds_a_piece():
    session = press(racked(hobby(), BLUE), TWO).session
    session = press(racked(session, BLUE, 2), TWO).session
    session = press(racked(session, GREEN), TWO).session
    session = press(session, ONE).session
    session = press(racked(session, GREEN, 2), THREE).session
    assert said(press(session, TWO).session) == "Zone 2: blue, blue; no: green"
    assert said(press(session, Button.ZONE_4).session) == "Zone 4: nothing yet"
    assert "not part" in said(press(session, Button.ZONE_6).session, "page")


def test_what_was_said_of_a_zone_is_gone_at_the_next_touch():
    session = press(hobby(), ONE).session
    assert face(session).table.note.code == "zone-lies"
    after = then(session, Tapped(Zone(1), Piece(RED, 1))).session
    assert face(after).table.note.code == "commitment"


def test_a_revealed_zone_tells_its_letter():
    """After the round a zone is described with its letter and pieces."""
    session = hobby()
    for guess in ("HORSE", "HOUSE", "HOTEL"):
        action = session.playing.engine.action({"do": "guess", "by": 1, "word": guess})
        session = then(session, Submitted(action)).session
    zone = face(session).zones[0]
    words = load_texts("de").say(describe_zone(Zone(1), zone), "screen")
    assert words == "Feld 1: H = rot, rot, gelb"


@pytest.mark.parametrize("button", [Button.RED_1, Button.GREEN_2, Button.BLUE_5])
def test_a_symbols_button_is_a_tap_of_its_kind(button):
    """A symbol's button is a tap of its kind, without a piece's number."""
    zone, kind = SYMBOL_BUTTONS[button]
    fact = press(hobby("buttons"), button).outcome[0]
    assert (fact.zone, fact.kind, fact.number) == (zone, kind, 0)


def test_a_symbols_button_answers_in_its_zone_where_it_is_refused():
    session = press(hobby("buttons"), Button.RED_6).session
    assert face(session).zones[5].lamp is Lamp.REFUSED


@pytest.mark.parametrize("way", ["station", "buttons"])
def test_the_table_line_says_how_a_piece_comes_in_here(way):
    session = hobby(way)
    assert face(session).table.line.code == f"turn-take-{way}"
    button = {"station": TWO, "buttons": Button.RED_2}[way]
    if way == "station":
        session = racked(session)
    session = press(press(session, button).session, CROSS).session
    assert face(session).table.line.code == f"turn-place-{way}"


def test_in_the_lobby_zone_buttons_choose_as_ever():
    """A station chooses its length with them."""
    session = replace(first_evening(), input="station")
    assert face(press(session, TWO).session).table.marked == 1


def test_without_pads_a_zones_button_says_what_lies_there_at_any_time():
    """Without pads a zone's button shows what is in the zone."""
    session = press(hobby("buttons"), Button.RED_2).session  # a No: it is in hand
    assert said(press(session, TWO).session) == "Zone 2: nothing yet; no: red"
