"""Bots of Decipher: a child can beat the weakest; each beats the one before it."""

import pytest

from firmware_host.games.bots import EASY, FAIR, SHARP, STRENGTHS
from firmware_host.games.decipher.evidence import MINDS
from firmware_host.words.levels import EVERYDAY, FIRST_READERS, MEAN
from tests.games.decipher.arena import child, thinker, wins

#: The number of games, and the margin of error of a share of them at 95 %.
GAMES = 2000
SURE = 1.96 * 0.5 / GAMES**0.5


def bot(strength: str):
    """Return who plays as a bot of a strength."""
    return lambda _code, _length, rnd: thinker(MINDS[strength], rnd)


def test_there_is_a_mind_for_each_strength():
    """Each strength has a mind, in the same order."""
    assert tuple(MINDS) == STRENGTHS


@pytest.mark.long
def test_a_child_of_eight_wins_every_other_game_against_the_weakest():
    """A child of eight wins 40 to 60 % of 2,000 games against the weakest bot."""
    share = wins(child, bot(EASY), GAMES)
    assert 0.4 <= share <= 0.6, share


@pytest.mark.long
@pytest.mark.parametrize("level", [FIRST_READERS, EVERYDAY, MEAN])
@pytest.mark.parametrize(("stronger", "weaker"), [(FAIR, EASY), (SHARP, FAIR)])
def test_a_stronger_bot_wins_more_games(stronger, weaker, level):
    """A stronger bot wins significantly more than half of 2,000 games."""
    share = wins(bot(stronger), bot(weaker), GAMES, level)
    assert share > 0.5 + SURE, share


def test_the_strongest_beats_the_child():
    """The strongest bot wins more than half of eight games against the child."""
    assert wins(bot(SHARP), child, 8) > 0.5
