"""
The levels keep their promise: a seeker of its own code finds as many words as they say.

The seeker is `reference.py`, written from docs/difficulty.md alone.
"""

import random
from typing import NamedTuple

import pytest

from firmware_host.app.content.languages import load_language
from firmware_host.games.decipher.game import decipher
from firmware_host.games.decipher.rules import draw_word
from firmware_host.languages import CODES
from firmware_host.words.difficulty import difficulty
from firmware_host.words.levels import (
    EVERYDAY,
    FIRST_READERS,
    LEVELS,
    MEAN,
    TRICKY,
)
from tests.games.decipher.reference import Seeker, seek, words
from tests.games.play import header
from tools import build_levels

#: Per cent of the words that are found within three guesses.
PROMISED = {FIRST_READERS: 95, EVERYDAY: 80, TRICKY: 60, MEAN: 40}


class Seen(NamedTuple):
    """What came of some rounds, in per cent, and the widest range of taps."""

    found: float
    in_range: float
    widest: int


def played(code: str, length: int, level: str, rounds: int) -> Seen:
    """Draw words as a game does, and have each sought by somebody else."""
    options = () if level == EVERYDAY else (("words", level),)
    settled = {"length": length, "board_makes": True, "language": code}
    game = decipher.start(header(seats=1, options=options, **settled))
    rnd = random.Random(f"anew {code} {length} {level}")  # noqa: S311 - the same in every run
    found = in_range = widest = 0
    for _ in range(rounds):
        word = draw_word(game, rnd.randbytes(32))
        said = difficulty(load_language(code), word)
        assert said.level == level
        hit, taps, _ = seek(code, word, rnd)
        found += hit
        low, high = said.taps
        in_range += low <= taps <= high
        widest = max(widest, high - low)
    return Seen(100 * found / rounds, 100 * in_range / rounds, widest)


@pytest.mark.long
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("length", [3, 4, 5, 6])
@pytest.mark.parametrize("code", CODES)
def test_a_level_is_as_hard_as_it_promises(code, length, level):
    """In 2,000 rounds: within five of a hundred, and the taps in nine of ten."""
    seen = played(code, length, level, 2000)
    assert abs(seen.found - PROMISED[level]) <= 5, seen
    assert seen.in_range >= 90, seen
    assert seen.widest <= 6, seen


def test_mean_words_are_found_less_often_than_first_ones():
    """In thirty rounds each."""
    found = {one: played("en", 4, one, 30).found for one in (FIRST_READERS, MEAN)}
    assert found[FIRST_READERS] > found[MEAN] + 20


def test_the_tool_that_measures_thinks_as_the_seeker_does(monkeypatch):
    """Wherever it weighs words: the same word, as likely."""
    seekers = {word.text: word for word in words("en", 3)}
    measured, seen = build_levels.Words("en", 3), []
    likeliest = build_levels.Round._likeliest

    def told(playing, thought):
        best, sure = likeliest(playing, thought)
        texts = [measured.words[at] for at in build_levels.places(thought)]
        texts.sort(key=lambda text: seekers[text].band)
        other = Seeker.__new__(Seeker)
        other.come = playing.come
        word, share = other._likeliest([seekers[text] for text in texts])
        assert (best is None) == (word is None)
        assert word is None or measured.words[best] == word.text
        assert abs(sure - share) < 1e-9
        seen.append(word)
        return best, sure

    monkeypatch.setattr(build_levels.Round, "_likeliest", told)
    for at in build_levels.drawn(measured)[::40]:
        rnd = random.Random(at)  # noqa: S311 - the same in every run
        build_levels.Round(measured, at, rnd, known=True).play()
    assert len([word for word in seen if word]) > 20
