"""What a table knows: what it is before anybody chose, and what no log may say."""

from dataclasses import fields

import pytest

from firmware_host.board.happenings import Button
from firmware_host.board.messages import say
from firmware_host.board.pieces import NOBODY, Millis, Person, Seat
from firmware_host.session import asked, state
from firmware_host.session.choosing import Chosen
from firmware_host.session.effects import Store
from firmware_host.session.identities import Kept
from firmware_host.session.state import Player, Setup
from tests.session.evening import first_evening, playing

#: What is secret, or tells of a secret; and what would fill a log.
UNPRINTED = {
    state.Put: {"card", "letter"},
    state.Laying: {"word", "away", "refused", "runs"},
    state.Holding: {"chosen", "refused"},
    state.Spelling: {"letters", "refused", "runs", "of"},
    state.TeacherCode: {"digits"},
    state.Playing: {"engine", "game", "header"},
    state.Session: {"languages", "games"},
    asked.Adopted: {"words"},
}


@pytest.mark.parametrize("kind", UNPRINTED, ids=lambda kind: kind.__name__)
def test_what_is_secret_is_not_printed(kind):
    """Whatever log it comes into."""
    assert {one.name for one in fields(kind) if not one.repr} == UNPRINTED[kind]


def test_a_new_board_offers_five_letters_three_rounds_and_the_boards_words():
    """In English, at home, with sound."""
    assert Setup() == Setup(
        language="en",
        place="home",
        game="decipher",
        length=5,
        players=(),
        board_makes=True,
        rounds=3,
        sound=True,
        rules={},
    )


def test_a_new_board_has_nothing_on_it():
    session = first_evening()
    assert (session.phase, session.next_game) == (state.Lobby("language", 0), 1)
    assert (session.lost, session.scripted, session.paused) == (0, False, False)
    assert (session.zones, session.input, session.maker_screen) == (6, "pads", False)
    assert (session.look, state.Menu()) == (state.Look(0, 0), state.Menu(0, ""))


def test_a_game_that_has_just_begun_has_no_row():
    phase = playing().phase
    assert (phase.number, phase.reveals, phase.resumed) == (0, 0, False)
    assert phase.elapsed_ms(Millis(7)) == 7
    bare = state.Playing(1, phase.engine, phase.game, (), phase.header)
    assert (bare.began_ms, bare.number, bare.reveals, bare.resumed) == (0, 0, 0, False)


def test_what_is_begun_begins_with_nothing():
    spelling = state.Spelling(1, 1, Seat(0), secret=True, letters=())
    assert (spelling.hidden, spelling.off, spelling.of) == (False, False, None)
    assert state.Holding(1, 1, Seat(0)).first == 0
    assert state.TeacherCode("123456", Millis(0)).held_ms == 0
    assert (Store().game_id, Store().ended) == (0, False)
    assert Chosen((), "en", 5, board_makes=True).rounds == 1
    assert (Kept().game, asked.Adopted({}).begin) == (0, False)


def test_somebody_is_the_same_player_whatever_the_number():
    """What is chosen does not change when somebody gets a number."""
    tina = Player("Tina", Button.STAR, Person(7))
    assert tina == Player("Tina", Button.STAR, NOBODY)
    assert tina != Player("Tina", Button.CIRCLE, Person(7))


def test_a_player_is_called_by_name_by_symbol_or_by_number():
    players = (Player("Tina", Button.STAR), Player("", Button.STAR), Player())
    expected = ("Tina", say("player-star"), say("player", n=3))
    assert state.names_of(players) == expected
