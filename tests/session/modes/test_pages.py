"""The pages on the zones: a card's words, and the answers of all words."""

from dataclasses import replace

from firmware_host.board.events import ZONE_BUTTONS, Button, Woke
from firmware_host.board.faces import Mark
from firmware_host.board.pieces import Seat
from firmware_host.games.wqrdles.forms import Pages
from firmware_host.games.wqrdles.rules import Guess, HideWord, Pass, Query
from firmware_host.session.modes.filling import Filling
from tests.session.evening import face, playing, press, then
from tests.session.modes.test_attempt import HIDDEN, TINA, card, given, trying

TICK, CROSS = Button.TICK, Button.CROSS
LEE, BEN = Seat(1), Seat(2)
ONE, TWO, SIX = ZONE_BUTTONS[0], ZONE_BUTTONS[1], ZONE_BUTTONS[5]


def picking(zones=6):
    """Three have hidden a word, and Tina picks one of her card."""
    session = replace(playing(seats=3, game="wqrdles", length=4), zones=zones)
    for seat, word in enumerate(HIDDEN[:3]):
        session = given(session, HideWord(Seat(seat), word))
    return then(session, Woke()).session


def shown(session):
    """Return the words that the zones show."""
    return [zone.word["word"] for zone in face(session).zones if zone.word]


def spelled(session):
    return "".join(zone.spelled or "." for zone in face(session).zones)


def named(session):
    """Return which row is shown, and whose word it is about."""
    note = face(session).table.note
    return note["row"], note["name"]


def turned(session):
    """Return the page and row on the zones, or None."""
    filling = Filling.at(session)
    pages = filling and isinstance(filling.form, Pages)
    return (filling.form.page, filling.form.row) if pages else None


def test_the_zones_show_the_card_and_the_tick_turns_it():
    """The zones show a page of the card's words, and the tick shows the next."""
    for zones, pages in ((6, 2), (5, 3), (4, 3)):
        session, seen = picking(zones), []
        for _ in range(pages):
            assert len(shown(session)) <= zones
            seen += shown(session)
            session = press(session, TICK).session
        assert seen == list(card(session))
        assert shown(session) == seen[:zones]


def test_a_zones_button_takes_its_word_the_tick_asks_and_the_cross_goes_back():
    session = press(picking(), TICK, TWO).session
    word = card(session)[7]
    assert spelled(session) == f".{word}."
    assert face(session).table.line.code == "query-take"
    assert spelled(press(session, ONE).session) == f".{word}."
    back = press(session, CROSS).session
    assert shown(back) == list(card(session)[6:])
    session = press(press(back, TWO).session, TICK).session
    assert session.playing.game.round.rows[0].word == word


def test_a_zone_without_a_word_is_idle():
    session = press(picking(5), TICK, TICK).session
    assert press(session, ZONE_BUTTONS[2]).outcome.code == "button-idle"


def test_the_cross_swaps_once_and_the_new_card_begins_anew():
    session = press(picking(), TICK).session
    assert face(session).table.status.code == "query-swap-how"
    before = card(session)
    session = press(session, CROSS).session
    assert card(session) != before
    assert shown(session) == list(card(session)[:6])
    assert face(session).table.status.code == "query-how"
    again = press(session, CROSS)
    assert (again.outcome, again.session.playing) == (None, session.playing)


def test_the_tick_turns_to_the_next_hidden_word_and_a_zone_to_its_row():
    session = given(trying(), *(Pass(Seat(seat)) for seat in range(3)))
    first, second = session.playing.game.round.rows[0].word, card(session)[3]
    session = given(session, Query(LEE, second))
    assert named(session) == (2, "Circle")
    assert spelled(session) == f".{second}."
    session = press(session, TICK).session
    assert named(session) == (2, "Square")
    session = press(session, ONE).session
    assert (named(session), spelled(session)) == ((1, "Square"), f".{first}.")
    assert press(session, ZONE_BUTTONS[2]).outcome.code == "button-idle"
    session = press(session, TICK, TICK).session
    assert named(session) == (2, "Circle")


def test_its_clue_and_its_absent_letters_are_on_the_table_screen():
    """The table screen has the clue and the absent letters of the own word."""
    session = trying()
    (row,) = session.playing.game.round.rows
    rest = face(session).table.note["rest"]
    gone = set(row.word) - set("CAKE")
    assert set(rest["letters"]) == gone
    later = "wqrdles-after" if row.word < "CAKE" else "wqrdles-before"
    assert rest["clue"].code == later


def test_the_next_accepted_action_turns_to_the_newest_row_of_the_first():
    session = press(trying(), TICK, TICK, ONE).session
    assert named(session) == (1, "Triangle")
    session = given(session, Pass(BEN))
    assert (turned(session), named(session)) == (None, (1, "Circle"))
    session = press(trying(), TICK).session
    assert turned(session) is not None
    assert turned(then(session, Woke(), 120_000).session) is None


def test_a_found_word_is_shown_as_such_behind_the_others():
    session = given(trying(), Guess(TINA, "LAMP", LEE), Pass(LEE), Pass(BEN))
    session = given(session, Query(LEE, card(session)[0]))
    session = press(session, TICK, TICK).session
    zones = face(session).zones[1:5]
    assert [zone.spelled for zone in zones] == list("LAMP")
    assert {zone.mark for zone in zones} == {Mark.HERE}
    assert face(session).table.note.code == "wqrdles-found"


def test_behind_the_card_are_the_answers_so_far():
    """After the pages of the card come those with the answers so far."""
    session = given(trying(), *(Pass(Seat(seat)) for seat in range(3)))
    assert len(shown(session)) == 6
    session = press(session, TICK, TICK).session
    assert (shown(session), named(session)) == ([], (1, "Circle"))
    assert len(shown(press(session, TICK, TICK, TICK).session)) == 6


def test_seven_rows_of_a_race_are_reached_on_six_zones():
    """Pressed again, a zone's button is the row that is one board further."""
    session = playing(seats=2, game="wqrdles", length=4)
    session = given(session, HideWord(TINA, "CAKE"), HideWord(LEE, "LAMP"))
    for _ in range(7):
        for seat in (TINA, LEE):
            session = given(session, Query(seat, "FROG"), Pass(seat))
    assert named(press(session, ONE).session)[0] == 1
    assert named(press(session, ONE, ONE).session)[0] == 7
    assert named(press(session, ONE, ONE, ONE).session)[0] == 1


def test_a_zones_rows_come_one_after_the_other_on_a_small_board():
    """With nine rows on four zones a zone's button shows rows 1, 5, 9 and 1 again."""
    session = replace(playing(seats=2, game="wqrdles", length=4), zones=4)
    session = given(session, HideWord(TINA, "CAKE"), HideWord(LEE, "LAMP"))
    for _ in range(9):
        for seat in (TINA, LEE):
            session = given(session, Query(seat, "FROG"), Pass(seat))
    seen = []
    for _ in range(4):
        session = press(session, ONE).session
        seen.append(named(session)[0])
    assert seen == [1, 5, 9, 1]


def test_while_something_else_needs_the_buttons_nothing_is_turned():
    """In a pause or during an attempt the pages cannot be turned."""
    session = trying()
    stopped = press(replace(session, paused=True), ONE)
    assert turned(stopped.session) is None
    spells = press(session, Button.CIRCLE, Button.SQUARE).session
    assert turned(press(spells, TWO).session) is None
