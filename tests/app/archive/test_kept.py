"""A game of the journal is read in one way, for whatever reason it is looked at."""

import pytest

from firmware_host.app.archive.kept import StoredGame
from firmware_host.errors import SettingsError
from firmware_host.games.decipher.game import decipher
from firmware_host.games.decipher.rules import Guess
from firmware_host.journal.store import Journal
from tests.app.written import GAME, write


@pytest.fixture
def journal(tmp_path):
    with Journal(tmp_path / "j.db", reserve_bytes=0) as opened:
        write(opened, *GAME)
        yield opened


def test_what_was_settled_and_done_is_read_back(journal):
    game = StoredGame(journal, 1)
    assert game.engine is decipher
    assert (game.header().seats, game.header().length) == (2, 5)
    assert game.ended
    actions = [game.action(row) for row in game.rows()]
    facts = [game.facts(row) for row in game.rows()]
    assert sum(isinstance(action, Guess) for action in actions) == 2
    assert decipher.result(facts[6]).word == "HOBBY"


def test_the_erased_have_no_name_and_are_called_by_number(journal):
    """Erased players are called by number, in the reader's language."""
    game = StoredGame(journal, 1)
    assert game.given_names() == game.names("de") == ("Tina", "Lee")
    journal.erase_names().result()
    assert game.given_names() == ("", "")
    assert game.names("de") == ("Spieler 1", "Spieler 2")


def test_a_game_that_is_not_there_is_told_with_those_that_are(journal):
    with pytest.raises(SettingsError, match="there is no game 7; there are: 1"):
        StoredGame(journal, 7)
