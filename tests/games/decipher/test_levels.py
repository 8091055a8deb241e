"""
The levels keep their promise: a seeker of its own code finds as many words as they say.

The seeker is `reference.py`, written from docs/difficulty.md alone.
"""

import random
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from firmware_host.app.content.languages import load_language
from firmware_host.games.decipher.game import decipher
from firmware_host.games.decipher.rules import draw_word
from firmware_host.languages import CODES
from firmware_host.words.difficulty import difficulty
from firmware_host.words.levels import (
    DRAWN_FROM,
    EVERYDAY,
    EVERYDAY_TO,
    FIRST_READERS,
    LEVELS,
    MEAN,
    OWN_FROM,
    TRICKY,
    TRICKY_FROM,
)
from tests.games.decipher.reference import seek, words
from tests.games.play import header
from tools import build_levels

PAGE = Path(__file__).parents[3] / "docs" / "difficulty.md"

#: Per cent of the rounds in which a word is found, on average of both languages and all
#: lengths; and from where to where the chance of each single word of the level goes.
PROMISED = {FIRST_READERS: 99, EVERYDAY: 83, TRICKY: 62, MEAN: 40}
CHANCES = {
    FIRST_READERS: (OWN_FROM, 100),
    EVERYDAY: (OWN_FROM, EVERYDAY_TO),
    TRICKY: (TRICKY_FROM, 100),
    MEAN: (DRAWN_FROM, TRICKY_FROM),
}

#: The cells of the page's table.
LENGTHS = (3, 4, 5, 6)

#: How each language is called on the page.
CALLED = {"en": "English", "de": "German"}


def documented_percent(code: str, length: int, level: str) -> float:
    """Return the percentage in docs/difficulty.md for a language and level."""
    row = re.search(rf"\| {CALLED[code]} \| {length} \|(.*)\|", PAGE.read_text("utf-8"))
    figures = [float(one.strip(" %")) for one in row[1].split("|")]
    return figures[LEVELS.index(level)]


class Seen(NamedTuple):
    """The results of some rounds in per cent, and the widest range of taps."""

    found: float
    in_range: float
    widest: int


def played(code: str, length: int, level: str, rounds: int) -> Seen:
    """Draw words as a game does, and let a simulated person seek each."""
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
@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("code", CODES)
def test_a_level_is_as_hard_as_it_promises(code, length, level):
    """In 2,000 rounds a level has the documented rate of found words and taps."""
    seen, figure = (
        played(code, length, level, 2000),
        documented_percent(code, length, level),
    )
    chance = 3 * (2 * figure * (100 - figure) / 2000) ** 0.5  # of both samples
    assert abs(seen.found - figure) <= 3 + chance, (seen, figure)
    assert seen.in_range >= 90, seen
    assert seen.widest <= 6, seen


@pytest.mark.parametrize("level", LEVELS)
def test_the_chance_of_a_level_is_the_average_of_the_page(level):
    """The average rate of a level is that of the page, and each length is in range."""
    figures = [
        documented_percent(code, length, level) for code in CODES for length in LENGTHS
    ]
    assert abs(sum(figures) / len(figures) - PROMISED[level]) <= 1
    low, high = CHANCES[level]
    assert low <= min(figures)
    assert max(figures) <= high
    page = PAGE.read_text("utf-8")
    assert re.search(
        rf"^\| {level.replace('-', ' ')} .* {PROMISED[level]} % \|$", page, re.MULTILINE
    )


def test_mean_words_are_found_less_often_than_first_ones():
    """Mean words are found less often than first readers' words."""
    found = {one: played("en", 4, one, 30).found for one in (FIRST_READERS, MEAN)}
    assert found[FIRST_READERS] > found[MEAN] + 20


@pytest.mark.ci
@pytest.mark.parametrize("code", CODES)
def test_two_seekers_of_different_code_find_as_many(code):
    """The tool that measures, and the seeker written from the page: forty words."""
    measured = build_levels.Words(code, 5)
    places = build_levels.drawn(measured)[::40]
    ours = theirs = 0.0
    for at in places:
        rnd = random.Random(at)  # noqa: S311 - the same in every run
        ours += sum(
            weight * one.found for weight, one in build_levels.rounds(measured, at)
        )
        theirs += sum(seek(code, measured.words[at], rnd)[0] for _ in range(6)) / 6
    assert abs(ours - theirs) / len(places) < 0.12


def test_the_two_seekers_know_the_same_letters_and_words():
    """Bands, pieces and tiles, read by code of their own."""
    for code in CODES:
        measured = build_levels.Words(code, 6)
        bits = measured.index.all
        laid = {
            measured.words[at]: measured.band[at] for at in build_levels.places(bits)
        }
        assert laid == {one.text: one.band for one in words(code, 6)}
