"""A word of cards that people hold: tapped on the rack, counted for everybody."""

from dataclasses import replace

import pytest

from firmware_host.board import commands
from firmware_host.board.commands import Begin
from firmware_host.board.events import ZONE_BUTTONS, Button, Pressed, Tapped
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import RACK, Card, Kind, Piece, Seat, Tile, Zone
from firmware_host.games.keyword.rules import Deal, Laid, Passed
from firmware_host.session import upcoming
from firmware_host.session.acting import Submitted
from firmware_host.session.setups import Player
from tests.session.evening import face, first_evening, form_of, press, then

TICK, CROSS, CIRCLE, SQUARE = Button.TICK, Button.CROSS, Button.CIRCLE, Button.SQUARE
ANN, BEN = Seat(0), Seat(1)
ROW = "AERWTS"
RULES = {"keyword": {"cards": "real"}}


def chosen(*, players=2, lid=True, way="pads"):
    buttons = (Button.CIRCLE, Button.SQUARE, Button.TRIANGLE, Button.STAR, None)
    session = first_evening(
        game="keyword",
        players=tuple(Player(button=one) for one in buttons[:players]),
        rules=RULES,
    )
    session = replace(session, maker_screen=lid, input=way)
    return then(session, Begin()).session


def tap(session, name, zone=RACK):
    """Hold a card to a pad; named as ``orange-e-2``."""
    name, _, number = name.rpartition("-")
    return then(session, Tapped(Zone(zone), Card(name, int(number))))


def taps(session, *names):
    for name in names:
        done = tap(session, name)
        assert not isinstance(done.outcome, Refused), (name, done.outcome)
        session = done.session
    return session


def begun(row=ROW, **more):
    return then(chosen(**more), Submitted(Deal(row=tuple(row)))).session


def status(session):
    table = face(session).table
    return table.status.code, dict(table.status.values).get("n")


def test_the_row_is_laid_out_on_the_pads_and_the_tick_begins():
    session = chosen()
    assert face(session).table.line.code == "keyword-line-open"
    for zone, letter in enumerate(ROW, 1):
        assert press(session, TICK).outcome.code == "keyword-open"
        session = tap(session, f"blue-{letter.lower()}-1", zone).session
        assert face(session).zones[zone - 1].card.text == letter
    assert face(session).table.line.code == "keyword-line-begin"
    session = press(session, TICK).session
    assert face(session).table.line.code == "keyword-line-all"
    assert face(session).table.status.code == "lay-hint-cards"


@pytest.mark.parametrize(
    ("name", "zone", "code"),
    [
        ("blue-e-1", 1, "keyword-taken"),
        ("blue-a-1", 2, "keyword-gone"),
        ("orange-a-1", 2, "keyword-blue"),
        ("hearts-1", 2, "keyword-blue"),
    ],
)
def test_what_cannot_lie_there_is_refused_on_its_zone(name, zone, code):
    session = tap(chosen(), "blue-a-1", 1).session
    done = tap(session, name, zone)
    assert done.outcome.code == code
    assert done.session.playing == session.playing


def test_a_station_takes_them_over_the_rack_and_a_zones_button():
    session = taps(chosen(way="station"), "blue-e-3")
    assert face(session).table.line.code == "card-press"
    session = press(session, ZONE_BUTTONS[1]).session
    assert session.playing.game.row[1] == "E"


def test_orange_cards_are_tapped_in_order_and_open_ones_by_their_zone():
    session = press(begun(), CIRCLE).session
    assert status(session) == ("lay-tapped", 0)
    session = taps(session, "orange-b-1", "orange-e-4")
    session = press(session, ZONE_BUTTONS[0]).session
    assert status(session) == ("lay-tapped", 3)
    session = taps(session, "orange-n-2")
    assert "".join(face(session).maker.word) == "BEAN"
    done = press(session, TICK)
    assert done.outcome == (
        Laid(ANN, "BEAN", (0, 0, 1, 0), (), (1, 4, 0, 2), known=True),
    )


def test_a_blank_gets_its_letter_unseen_by_any_zones_button():
    session = taps(press(begun(), CIRCLE).session, "orange-blank-1")
    seen = replace(face(session), maker=None)
    assert form_of(press(session, TICK).session).page == "blank"
    assert tap(session, "orange-e-1").outcome.code == "lay-blank-first"
    for _ in range(3):
        done = then(session, Pressed(ZONE_BUTTONS[4]))
        assert done.quiet
        session = press(session, ZONE_BUTTONS[4]).session
    assert replace(face(session), maker=None) == seen
    session = taps(press(session, TICK).session, "orange-a-1", "orange-t-1")
    done = press(session, TICK)
    assert done.outcome == (Laid(ANN, "CAT", (0, 0, 0), (1,), (1, 1, 1), known=True),)


def test_who_passes_taps_what_goes():
    session = press(begun(), CIRCLE, CROSS).session
    assert status(session) == ("lay-away", 0)
    session = taps(session, "orange-q-1", "orange-v-2", "orange-blank-1")
    assert status(session) == ("lay-away", 3)
    session = press(session, CROSS).session
    done = press(session, TICK)
    assert isinstance(done.outcome[0], Passed)
    assert done.outcome[0].discard == ("Q", "V")
    assert done.outcome[0].tags == (1, 2)


def test_one_card_is_no_two_letters_and_what_is_gone_is_refused():
    """A card counts once, by its number; a used card is refused."""
    session = taps(press(begun(), CIRCLE).session, "orange-e-1")
    assert tap(session, "orange-e-1").outcome.code == "keyword-gone"
    session = press(taps(session, "orange-e-2"), TICK, SQUARE).session
    assert tap(session, "orange-e-2").outcome.code == "keyword-gone"
    assert tap(session, "orange-e-3").outcome == ()
    few = taps(session, *(f"orange-e-{n}" for n in range(3, 9)))
    assert tap(few, "orange-a-1").outcome.code == "keyword-hand"


def test_a_card_needs_somebody_whose_it_is():
    session = begun()
    assert tap(session, "orange-e-1").outcome.code == "lay-whose"
    assert tap(session, "blue-e-1").outcome.code == "lay-others"
    paused = then(session, commands.Pause(paused=True)).session
    assert tap(paused, "orange-e-1").outcome.code == "paused"
    other = press(session, CIRCLE).session
    assert tap(other, "blue-e-1").outcome.code == "lay-others"
    for item in (Tile("A", 1), Piece(Kind.LONG_STICK, 1), None):
        assert isinstance(then(other, Tapped(RACK, item)).outcome, Refused)


def test_another_players_button_takes_no_card_over():
    session = taps(press(begun(), CIRCLE).session, "orange-e-1")
    session = press(session, SQUARE).session
    assert status(session) == ("lay-tapped", 0)
    assert form_of(session).seat == BEN


def test_the_first_card_settles_who_shares_a_button():
    """The first card fixes which player of a shared button is laying."""
    session = press(begun(players=5), CIRCLE, CIRCLE).session
    assert form_of(session).seat == Seat(4)
    session = taps(session, "orange-e-1")
    assert form_of(press(session, CIRCLE).session) == form_of(session)


def test_without_a_screen_for_one_alone_all_but_blanks_are_laid():
    session = press(begun(lid=False), CIRCLE).session
    assert tap(session, "orange-blank-1").outcome.code == "lay-no-lid"
    session = taps(session, "orange-c-1", "orange-a-1", "orange-t-1")
    assert face(session).maker is None
    assert press(session, TICK).outcome[0].word == "CAT"


def test_a_board_without_tags_does_not_offer_it():
    session = chosen(way="buttons")
    assert not session.playing.game.real
    offered = [one.choices for one in upcoming.options(session) if one.name == "cards"]
    assert offered == [("board",)]
