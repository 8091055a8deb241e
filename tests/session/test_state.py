"""The state of a table: its defaults, and fields that no log may have."""

from dataclasses import fields

import pytest

from firmware_host.board.commands import BeginEvening, Choose
from firmware_host.board.events import Button
from firmware_host.board.messages import say
from firmware_host.board.pieces import BOARD, NOBODY, Millis, Person, Zone
from firmware_host.games.codecards.forms import Holding
from firmware_host.games.forms import Form, Row, SecretRow
from firmware_host.games.keyword.forms import Laying, Put
from firmware_host.games.wqrdles.forms import Attempt
from firmware_host.session import play, setups, state
from firmware_host.session.identities import StoredNumbers
from firmware_host.session.modes.choosing import Choosing
from firmware_host.session.modes.filling import Filling, PlayMode
from firmware_host.session.modes.menu import Menu
from firmware_host.session.setups import Player, Setup
from tests.session.evening import first_evening, playing

#: The fields that are secret, or would fill a log.
UNPRINTED = {
    Put: {"card", "letter"},
    Laying: {"at", "refused", "word", "away"},
    Holding: {"at", "refused", "chosen", "hand"},
    Filling: {"form", "runs"},
    Form: {"at", "refused"},
    Row: {"at", "refused", "choices", "letters"},
    SecretRow: {"at", "refused", "choices", "letters", "language"},
    Attempt: {"at", "refused", "choices", "letters", "whose"},
    state.TeacherCode: {"digits", "secret"},
    play.Playing: {"acts", "engine", "game", "header", "known", "seed"},
    state.Session: {"changed", "games", "known", "languages", "think"},
    Choose: {"words"},
    BeginEvening: {"key", "seed"},
}


@pytest.mark.parametrize("kind", UNPRINTED, ids=lambda kind: kind.__name__)
def test_what_is_secret_is_not_printed(kind):
    """Secret fields are left out of each repr."""
    assert {one.name for one in fields(kind) if not one.repr} == UNPRINTED[kind]


def test_a_new_board_offers_five_letters_three_rounds_and_the_boards_words():
    """The default setup is also English, at home, with sound and Decipher."""
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
    assert (session.mode, session.playing) == (Choosing("language", 0), None)
    assert session.next_game == 1
    assert (session.lost, session.scripted, session.paused) == (0, False, False)
    assert (session.zones, session.input, session.maker_screen) == (6, "pads", False)
    assert Menu(PlayMode()) == Menu(PlayMode(), 0, "")


def test_a_game_that_has_just_begun_has_no_row():
    running = playing().playing
    assert (running.number, running.reveals, running.resumed) == (0, 0, False)
    assert running.elapsed_ms(Millis(7)) == 7
    bare = play.Playing(1, running.engine, running.game, (), running.header)
    assert (bare.began_ms, bare.number, bare.reveals, bare.resumed) == (0, 0, 0, False)


def test_what_is_begun_begins_with_nothing():
    row = None, ("word", 1), Zone(1), ()
    secret, attempt = SecretRow(*row, None), Attempt(*row)
    assert (secret.off, secret.replaces, attempt.whose) == (False, False, None)
    assert (attempt.seat, attempt.refused, attempt.letters) == (BOARD, None, ())
    assert Holding(None, ("hold", 1)).first == 0
    assert state.TeacherCode("123456", "ABCD", Millis(0)).released_ms is None
    assert (StoredNumbers().game, Choose().words) == (0, None)


def test_somebody_is_the_same_player_whatever_the_number():
    """Two players are equal whatever their numbers are."""
    tina = Player("Tina", Button.STAR, Person(7))
    assert tina == Player("Tina", Button.STAR, NOBODY)
    assert tina != Player("Tina", Button.CIRCLE, Person(7))


def test_a_player_is_called_by_name_by_symbol_or_by_number():
    players = (Player("Tina", Button.STAR), Player("", Button.STAR), Player())
    expected = ("Tina", say("player-star"), say("player", n=3))
    assert setups.names_of(players) == expected
