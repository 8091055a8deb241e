"""Bots of Decipher: a child can beat the weakest; each beats the one before it."""

import pytest

from firmware_host.games.bots import EASY, FAIR, SHARP, STRENGTHS
from firmware_host.games.decipher.evidence import MINDS
from firmware_host.words.levels import EVERYDAY, FIRST_READERS, MEAN
from tests.games.decipher.arena import child, thinker, wins

#: A share of so many games lies that near the truth, 95 times of 100.
GAMES = 2000
SURE = 1.96 * 0.5 / GAMES**0.5


def bot(strength: str):
    """Return who plays as a bot of a strength."""
    return lambda _code, _length, rnd: thinker(MINDS[strength], rnd)


def test_there_is_a_mind_for_each_strength():
    """In their order."""
    assert tuple(MINDS) == STRENGTHS


@pytest.mark.long
def test_a_child_of_eight_wins_every_other_game_against_the_weakest():
    """Of 2,000 games with first readers' words, 40 to 60 per cent; ties count half."""
    share = wins(child, bot(EASY), GAMES)
    assert 0.4 <= share <= 0.6, share


@pytest.mark.long
@pytest.mark.parametrize("level", [FIRST_READERS, EVERYDAY, MEAN])
@pytest.mark.parametrize(("stronger", "weaker"), [(FAIR, EASY), (SHARP, FAIR)])
def test_a_stronger_bot_wins_more_games(stronger, weaker, level):
    """Of 2,000 games more than half, by more than chance."""
    share = wins(bot(stronger), bot(weaker), GAMES, level)
    assert share > 0.5 + SURE, share


def test_the_strongest_beats_the_child():
    """In eight games."""
    assert wins(bot(SHARP), child, 8) > 0.5
