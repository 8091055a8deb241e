"""Bots alone play whole games, for tests and for demonstrations."""

import pytest

from firmware_host.app.archive import replay as replaying
from firmware_host.app.archive.export import export_replay
from firmware_host.app.archive.replay import replay
from firmware_host.app.demo import bots
from firmware_host.app.demo.bots import bots_game
from firmware_host.errors import SettingsError
from firmware_host.games.catalogue import GAMES
from firmware_host.games.game import GameEnded
from tests.session.bots.seekers import GAMES_HERE, SEEKERS, Seekers


@pytest.fixture(autouse=True)
def games(monkeypatch):
    """A replay knows the game with bots."""
    monkeypatch.setattr(replaying, "known_games", lambda: GAMES_HERE)


@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize("language", ["en", "de"])
def test_bots_alone_play_a_game_that_can_be_replayed(seats, language):
    """A game of bots ends without refusals, and its export has the same bytes."""
    lines = tuple(bots_game(SEEKERS, seats, 7, language=language))
    done = replay(lines, "bots")
    facts = [one for played in done.played for one in played.outcome]
    assert any(isinstance(one, GameEnded) for one in facts)
    assert tuple(export_replay(done)) == lines
    assert list(done.head.bots) == list(done.head.players)
    assert all(name.startswith("Bot ") for name in done.head.players)


@pytest.mark.parametrize("name", [name for name in GAMES if GAMES[name].BOTS])
def test_bots_alone_play_each_game_that_has_them(name):
    """Bots finish each game that has bots, even if a round needs a tick to begin."""
    lines = tuple(bots_game(GAMES_HERE[name], 2, 3, language="en"))
    done = replay(lines, "bots")
    facts = [one for played in done.played for one in played.outcome]
    assert isinstance(facts[-1], GameEnded)
    assert len([one for one in facts if hasattr(one, "result")]) > 1


def test_a_seed_is_a_game():
    """The same one plays the same, and another one another."""
    first, again, other = (
        tuple(bots_game(SEEKERS, 2, seed, language="en")) for seed in (1, 1, 2)
    )
    assert first == again != other


def test_what_cannot_be_is_said_in_one_sentence():
    """A game without bots, too many of them, and bots that come to no end."""
    with pytest.raises(SettingsError, match="codecards has no bots"):
        tuple(bots_game(GAMES["codecards"], 2, 1, language="en"))
    with pytest.raises(SettingsError, match="1 to 8 bots, not 9"):
        tuple(bots_game(SEEKERS, 9, 1, language="en"))


def test_bots_that_do_nothing_are_no_game(monkeypatch):
    """Bots that never act are reported by an error."""

    class Idle(Seekers):
        def bot(self, *_asked):
            return None

    monkeypatch.setattr(bots, "MOST_EVENTS", 100)
    with pytest.raises(SettingsError, match="do not come to an end"):
        tuple(bots_game(Idle(), 2, 1, language="en"))
