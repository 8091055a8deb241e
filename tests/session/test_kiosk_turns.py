"""The next step at a kiosk."""

from dataclasses import replace

from firmware_host.session import kiosk_turns as turns
from firmware_host.session.state import KioskTurn
from tests.session.evening import first_evening, playing
from tests.session.kiosk.house import kiosk


def test_one_game_follows_the_first_minute_and_nothing_a_game():
    """A kiosk offers one game of one round, unless others are next."""
    session = kiosk()
    assert turns.one_game(session).setup.rounds == 1
    up = replace(session, visit=replace(session.visit, turn=KioskTurn.UP))
    assert turns.one_game(up) is None
    assert turns.one_game(playing()) is None
    assert turns.one_game(first_evening()) is None


def test_the_languages_follow_each_other():
    """Whichever is spoken, the next one is one press away."""
    session = kiosk(language="en")
    assert turns.language_after(session, "en") == "de"
    assert turns.language_after(session, "de") == "en"
    assert turns.next_language(session).setup.language == "de"
