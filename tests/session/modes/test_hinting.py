"""Hints at the board alone: whose, which one, and its price before the tick."""

import json

from firmware_host.board.commands import Pause
from firmware_host.board.events import Button
from firmware_host.board.moments import What
from firmware_host.board.pieces import Kind, Seat, Zone
from firmware_host.games.decipher.rules import Guess, Hint, Retire, SetSecret, TapPiece
from firmware_host.games.game import Undo
from firmware_host.session.acting import Submitted
from firmware_host.session.modes.menu import Menu, items
from tests.session.evening import face, form_of, just, playing, press, then
from tests.session.modes.test_menu import choose, opened

TICK, CROSS, CIRCLE, SQUARE, TRIANGLE = (
    *(Button.TICK, Button.CROSS),
    *(Button.CIRCLE, Button.SQUARE, Button.TRIANGLE),
)
RED = Kind("red")
ON = {"decipher": {"hints": "on"}}


def with_word(seats=3, **setup):
    session = playing(seats=seats, board_makes=False, rules=ON, **setup)
    word = SetSecret(Seat(0), "HOBBY", override=True)
    return then(session, Submitted(word)).session


def asking(session=None, button=SQUARE):
    """Open the menu, take the hints, and say who asks."""
    menu = choose(opened(session or with_word()), "hint").session
    return press(menu, button).session


def test_the_menu_has_hints_where_the_house_wants_them():
    """The menu has hints only with the house rule."""
    assert "hint" in items(with_word().playing)
    assert "hint" not in items(playing(board_makes=False).playing)


def test_the_price_of_each_hint_stands_before_the_tick():
    """The choices of a hint have their prices, and the last one is none."""
    table = face(asking()).table

    assert table.line.code == "hint-choose"
    codes = [one.code for one in table.choices]
    assert codes == ["hint-offer-left", "hint-offer-letter", "hint-not"]
    assert all(isinstance(one["n"], int) for one in table.choices[:-1])


def test_the_tick_takes_the_marked_one_for_whoever_pressed():
    """The tick takes the marked hint; it is stored with its answer and shown to all."""
    asked = asking()
    done = press(asked, TICK)

    (row,) = done.entry.rows
    assert json.loads(row.action) == {"do": "hint", "by": 1, "about": "left"}
    (fact,) = json.loads(row.facts)
    assert fact["is"] == "hinted"
    assert fact["left"] > 100
    assert just(asked, done) == [What.HINT]
    assert form_of(done.session) is None
    assert face(done.session).table.note.code == "hint-left"


def test_the_cross_marks_the_next_one_and_the_last_gives_none():
    """The cross marks the next choice; the last one takes no hint and costs nothing."""
    asked = press(asking(), CROSS, CROSS).session
    assert face(asked).table.marked == 2

    done = press(asked, TICK)
    assert done.entry is None
    assert form_of(done.session) is None
    assert press(asking(), CROSS, CROSS, CROSS).session.mode.form.marked == 0


def test_a_zones_button_marks_one():
    """A zone's button marks a choice; a zone without a choice does nothing."""
    assert press(asking(), Button.ZONE_3).session.mode.form.marked == 2
    assert press(asking(), Button.ZONE_4).outcome.code == "button-idle"


def test_the_own_button_changes_nothing_and_anothers_means_nothing():
    """While a hint is chosen other players' buttons do nothing."""
    asked = asking()
    assert press(asked, SQUARE).session.mode == asked.mode
    assert press(asked, TRIANGLE).outcome.code == "button-idle"


def test_the_maker_is_told_why_not():
    """The maker is refused a hint with the game's reason."""
    menu = choose(opened(with_word()), "hint").session
    assert press(menu, CIRCLE).outcome.code == "not-a-seeker"
    assert press(menu, Button.STAR).outcome.code == "button-idle"
    assert Menu.at(press(menu, CROSS).session) is None


def test_whoever_has_had_it_is_told_so():
    """A hint is had once a round."""
    session = press(asking(), TICK).session
    table = face(asking(session)).table
    assert [one.code for one in table.choices] == ["hint-offer-letter", "hint-not"]


def test_alone_no_button_need_say_who():
    """With one seeker the menu leads to the choice of hints at once."""
    session = with_word(seats=2)
    assert (
        face(choose(opened(session), "hint").session).table.line.code == "hint-choose"
    )


def test_where_no_letter_is_to_be_had_it_is_refused():
    """A letter's hint without a known letter is refused and costs nothing."""
    refused = press(asking(), CROSS, TICK)

    assert refused.outcome.code == "hint-early"
    assert form_of(refused.session) is None


def test_what_is_done_meanwhile_closes_it():
    """A tap, an action of a phone or the end of the round closes the choice."""
    asked = asking()
    for action in (TapPiece(Zone(2), RED), Hint(Seat(2), "left"), Retire(Seat(1))):
        assert form_of(then(asked, Submitted(action)).session) is None
    ended = then(asked, Submitted(Guess(Seat(2), "HOBBY"))).session
    assert form_of(ended) is None


def test_a_zone_is_offered_while_a_piece_is_in_hand():
    """After a No the board knows which piece it is."""
    session = then(with_word(), Submitted(TapPiece(Zone(2), RED))).session
    offers = [one.code for one in face(asking(session)).table.choices]
    assert "hint-offer-zone" in offers


def test_a_hint_is_undone_like_everything():
    """A hint can be undone."""
    done = press(asking(), TICK).session
    undone = then(done, Submitted(Undo())).session
    assert undone.playing.game.round.hinted == ()


def test_in_a_pause_there_is_none():
    """In a pause a hint is refused."""
    paused = then(asking(), Pause(paused=True)).session
    assert press(paused, TICK).outcome.code == "paused"
