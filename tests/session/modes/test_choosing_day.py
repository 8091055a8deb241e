"""Choosing the word of the day: by the clock's number, or by a chosen number."""

import pytest

from firmware_host.board.events import Button, Pressed
from firmware_host.session import lobby, upcoming
from firmware_host.session.modes import choosing
from firmware_host.session.play import Playing
from firmware_host.session.setups import Player
from firmware_host.session.step import step
from tests.session.evening import ENTROPY, face, first_evening, press

TICK, CROSS = Button.TICK, Button.CROSS
CIRCLE = (Player(button=Button.CIRCLE),)
DAY = {"decipher": {"words": "day"}}


def asked(**setup):
    """Return a board without a clock on which the day's word was chosen."""
    session = first_evening(players=CIRCLE, **setup)
    return press(choosing.ask(session, "words"), Button.ZONE_5, TICK).session


def test_without_a_clock_the_board_asks_for_the_number():
    """The cross counts up, each zone's button steps a digit."""
    session = asked()
    assert session.mode.question == "day"
    assert face(session).table.line["n"] == 0
    assert press(session, TICK).outcome.code == "day-unknown"

    session = press(session, Button.ZONE_3, Button.ZONE_3, Button.ZONE_3).session
    session = press(session, Button.ZONE_4, Button.ZONE_4).session
    session = press(session, *[CROSS] * 9).session
    assert face(session).table.line["n"] == 329
    assert press(session, *[Button.ZONE_5] * 2).session.setup.day == 321


def test_the_number_never_leaves_what_can_be():
    """A number above the maximum becomes the maximum; after it comes 1."""
    session = press(asked(day=29_999), Button.ZONE_1).session
    assert session.setup.day == 36_500
    assert press(session, CROSS).session.setup.day == 1


def test_the_game_begins_with_that_number_and_one_round():
    """Rounds are not asked: a day has one word."""
    session = press(asked(day=329, rounds=5), TICK).session

    assert isinstance(session.playing, Playing)
    header = session.playing.header
    assert dict(header.options) == {"words": "day", "day": 329}
    assert header.rounds == 1


def test_with_a_clock_nobody_is_asked():
    """With a clock the day's number is used without a question."""
    session = first_evening(players=CIRCLE, day=7)
    session = choosing.ask(session, "words")
    session = press(session, Button.ZONE_5).session
    done = step(session, Pressed(TICK), now_ms=0, entropy=ENTROPY, today=329)

    assert dict(done.session.playing.header.options)["day"] == 329


def test_the_next_day_has_the_next_word():
    """The same again is the day's word again, of that day."""
    session = press(asked(day=329), TICK).session
    again = choosing.ask(session, "again")

    assert press(again, TICK).session.mode.question == "day"
    done = step(again, Pressed(TICK), now_ms=0, entropy=ENTROPY, today=330)
    assert dict(done.session.playing.header.options)["day"] == 330


def test_a_page_that_chooses_it_needs_a_number_too():
    """A game with the word of the day cannot start without a day's number."""
    session = first_evening(players=CIRCLE, rules=DAY)
    assert lobby.start_refusal(session).code == "day-unknown"
    assert lobby.start_refusal(first_evening(players=CIRCLE, rules=DAY, day=3)) is None


@pytest.mark.parametrize("name", ["wqrdles", "keyword", "codecards"])
def test_other_games_have_no_word_of_the_day(name):
    """Games other than Decipher have no word of the day."""
    assert upcoming.day_option(first_evening(game=name)) is None


def test_people_who_make_words_have_none():
    """There is no word of the day if players make the words."""
    assert upcoming.day_option(first_evening(rules=DAY, board_makes=False)) is None
