"""Checking the board: misplaced pieces blink, and the record can be corrected."""

import json
from dataclasses import replace

import pytest

from firmware_host.app.content.languages import load_texts
from firmware_host.board.events import Button, Tapped
from firmware_host.board.faces import Lamp
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import RACK, Kind, Piece, Seat, Zone
from firmware_host.games import game as common
from firmware_host.games.decipher.rules import Guess, SetSecret
from firmware_host.games.game import Undo
from firmware_host.session import play
from firmware_host.session.acting import Submitted
from firmware_host.session.modes.check import CheckMode
from firmware_host.session.modes.menu import Menu
from tests.session.evening import face, form_of, just, playing, press, then
from tests.session.modes.test_menu import choose, opened

RED, YELLOW, BLUE, GREEN = Kind
TICK, CROSS = Button.TICK, Button.CROSS

#: Two red pieces in the H of HOBBY, a green one in its first B and one in its second.
LAID = ((1, Piece(RED, 1)), (1, Piece(RED, 2)), (3, Piece(GREEN, 1)))


def tapped(session, *pieces):
    for zone, piece in pieces:
        session = then(session, Tapped(Zone(zone), piece)).session
    return session


def on_the_board(*pieces, way="pads"):
    """A round of HOBBY with *pieces* laid."""
    session = replace(playing(board_makes=False), input=way)
    action = SetSecret(Seat(0), "HOBBY", override=True)
    session = then(session, Submitted(action)).session
    return tapped(session, *(pieces or LAID))


def checking(*pieces, way="pads"):
    return choose(opened(on_the_board(*pieces, way=way)), "check").session


def lamps(session):
    return [zone.lamp for zone in face(session).zones]


def words(message):
    return load_texts("en").say(message, "screen")


def laid(session):
    return set(session.playing.game.round.laid)


def test_it_names_what_has_not_been_tapped_zone_by_zone():
    """The note lists the untapped pieces by zone; a finished zone shows a tick."""
    session = checking()
    assert words(face(session).table.note) == "Not yet: zone 1: red, red"
    session = tapped(session, *LAID[:2])
    assert words(face(session).table.note) == "Not yet: zone 3: green"
    assert lamps(session)[:3] == [Lamp.YES, Lamp.DARK, Lamp.DARK]


def test_where_all_lies_as_recorded_it_says_so_and_nothing_is_written():
    session = tapped(checking(), *LAID)
    assert face(session).table.line.code == "check-right"
    for button in TICK, CROSS:
        done = press(session, button)
        assert CheckMode.at(done.session) is None
        assert done.entry is None


def test_a_piece_that_lies_elsewhere_blinks_from_there_to_its_zone():
    """A misplaced piece blinks with its zone until it is put back."""
    session = tapped(checking(), (1, Piece(RED, 1)), (4, Piece(GREEN, 1)))
    shown = face(session)
    assert lamps(session)[2:4] == [Lamp.TO, Lamp.FROM]
    assert [words(zone.word) for zone in shown.zones[2:4]] == ["HERE", "AWAY"]
    assert words(shown.table.line) == "Zone 4: move it to 3"
    assert shown.table.kind is GREEN

    session = tapped(session, (3, Piece(GREEN, 1)))
    assert set(lamps(session)) == {Lamp.DARK, Lamp.YES}


def test_each_tap_is_heard_right_and_wrong():
    session = checking()
    right = then(session, Tapped(Zone(1), Piece(RED, 1)))
    wrong = then(session, Tapped(Zone(2), Piece(RED, 1)))
    assert just(session, right) == ["yes"]
    assert just(session, wrong) == ["no"]
    assert right.outcome == wrong.outcome == ()


def test_the_tick_keeps_the_record():
    """The piece was put back, or will be."""
    session = tapped(checking(), (4, Piece(GREEN, 1)))
    after = press(session, TICK).session
    assert laid(after) == laid(session)


def test_the_cross_has_the_record_follow_and_no_answer_changes():
    """Two pieces of a kind changed places; it is an action of the journal."""
    session = checking((1, Piece(RED, 1)), (3, Piece(RED, 2)), (3, Piece(GREEN, 1)))
    before = session.playing.game.round
    session = tapped(session, (1, Piece(RED, 2)), (3, Piece(RED, 1)))
    assert lamps(session)[:3] == [Lamp.FROM, Lamp.DARK, Lamp.TO]

    done = press(session, CROSS)
    now = done.session.playing.game.round
    assert laid(done.session) == {
        (RED, 2, Zone(1)),
        (RED, 1, Zone(3)),
        (GREEN, 1, Zone(3)),
    }
    assert (now.placed, now.turn, now.hidden) == (
        before.placed,
        before.turn,
        before.hidden,
    )
    (row,) = done.entry.rows
    assert json.loads(row.action) == {
        "do": "check",
        "seen": [[RED, 2, Zone(1)], [RED, 1, Zone(3)]],
    }
    assert CheckMode.at(done.session) is None


def test_a_correction_is_taken_back_like_any_action():
    session = on_the_board()
    done = play.act(
        session.playing, common.Check(((RED, 9, Zone(1)),)), now_ms=0, entropy=b""
    )
    assert (RED, 9, Zone(1)) in done.playing.game.round.laid
    undone = play.act(done.playing, Undo(), now_ms=0, entropy=b"")
    assert undone.playing.game.round == session.playing.game.round


def test_a_piece_from_the_box_is_taken_off_or_taken_over():
    """A piece of the box can be taken off, or replace the missing one in the record."""
    session = tapped(checking(), (3, Piece(GREEN, 7)))
    assert words(face(session).table.line) == "Zone 3: take it off"
    assert (GREEN, 7, Zone(3)) in laid(press(session, CROSS).session)


def test_a_count_that_differs_is_not_corrected_and_says_what_to_do():
    """A piece that would change an answer is refused, and the check goes on."""
    session = tapped(checking(), (5, Piece(GREEN, 1)))
    done = press(session, CROSS)
    assert done.outcome == Refused("check-count", values=(("zone", 5),))
    assert CheckMode.at(done.session) is not None
    assert lamps(press(done.session, TICK).session)[4] is not Lamp.FROM


def test_a_board_without_tags_is_checked_by_its_symbols():
    """Each press is one piece; one too many is refused in its zone."""
    session = on_the_board(way="buttons")
    session = press(session, Button.BLUE_2).session
    session = choose(opened(session), "check").session
    session = press(session, Button.BLUE_2).session
    assert lamps(session)[1] is Lamp.YES
    done = press(session, Button.BLUE_2)
    assert done.outcome == Refused("check-count", values=(("zone", 2),))
    assert CheckMode.at(done.session) == CheckMode.at(session)


def test_a_station_checks_over_its_rack():
    """On a station the check is by the rack and the button of the zone."""
    session = checking(way="station")
    session = then(session, Tapped(RACK, Piece(GREEN, 1))).session
    table = face(session).table
    assert (table.line.code, table.kind) == ("check-press", GREEN)
    done = press(session, Button.ZONE_3)
    assert done.session.racked is None
    assert lamps(done.session)[2] is Lamp.YES


def test_a_piece_that_was_laid_without_its_number_is_right_in_its_zone():
    """A piece that was laid by a phone, without a number, fits its zone."""
    session = tapped(
        checking((1, Piece(RED)), (3, Piece(GREEN, 1))), (1, Piece(RED, 5))
    )
    assert lamps(session)[0] is Lamp.YES
    assert (RED, 5, Zone(1)) in laid(press(session, CROSS).session)


def test_the_menu_says_where_nothing_lies_yet():
    session = playing(board_makes=False)
    action = SetSecret(Seat(0), "HOBBY", override=True)
    session = then(session, Submitted(action)).session
    done = choose(opened(session), "check")
    assert done.outcome == Refused("check-empty")
    assert Menu.at(done.session) is None


def resumed(*pieces):
    session = on_the_board(*pieces)
    return replace(session, playing=replace(session.playing, resumed=True))


def test_after_a_power_cut_it_is_offered_with_going_on():
    session = resumed()
    assert face(session).table.note.code == "go-on-check"
    checked = press(session, CROSS).session
    assert face(checked).table.line.code == "check-tap"
    assert press(session, TICK).session.playing.resumed is False
    assert then(session, Tapped(Zone(2), Piece(BLUE, 1))).outcome[0].yes


@pytest.mark.parametrize("button", [TICK, CROSS])
def test_the_answer_to_go_on_asks_and_passes_nothing(button):
    """During the question after a restart tick and cross take no action in the game."""
    builds = ((RED, 2), (YELLOW, 1)), ((BLUE, 2),), ((RED, 1), (GREEN, 2)), ((RED, 1),)
    pieces = [
        (at, Piece(kind, at * 9 + n))
        for at, build in enumerate(builds, 1)
        for kind, count in build
        for n in range(count)
    ]
    session = resumed(*pieces, (4, Piece(GREEN, 70)), (4, Piece(GREEN, 71)))
    before = session.playing.game
    assert before.round.bonus_mode
    assert press(session, button).session.playing.game == before


def test_a_word_called_out_meanwhile_ends_the_look():
    """A spoken guess during the check ends it."""
    session = then(checking(), Submitted(Guess(Seat(1), "HORSE"))).session
    assert CheckMode.at(session) is None
    assert face(session).table.line.code == "turn-take"


def test_a_button_that_does_nothing_here_says_so():
    done = press(checking(), Button.STAR)
    assert done.outcome == Refused("button-idle")
    assert CheckMode.at(done.session).seen == ()


def test_nobody_guesses_by_a_button_while_the_board_is_looked_at():
    """The players' buttons mean a guess in play; the look is ended first."""
    session = checking()
    for button in Button.CIRCLE, Button.SQUARE:
        session = press(session, button).session
        assert form_of(session) is None
    assert face(session).table.line.code == "check-tap"


@pytest.mark.parametrize(
    ("piece", "zone", "line"),
    [
        (Piece(RED, 5), 1, ("check-off", {"at": 1})),
        (Piece(RED, 5), 2, ("check-move", {"at": 2, "to": 3})),
        (Piece(RED, 2), 2, ("check-move", {"at": 2, "to": 1})),
        (Piece(GREEN, 5), 1, ("check-off", {"at": 1})),
    ],
)
def test_a_piece_belongs_to_its_own_zone_to_one_without_a_number_or_nowhere(
    piece, zone, line
):
    """A piece belongs to its own zone, to one laid without a number, or to none."""
    session = checking((3, Piece(RED)), (1, Piece(RED, 2)))
    table = face(tapped(session, (zone, piece))).table
    assert (table.line.code, dict(table.line.values)) == line
