"""Levels: which words each has, and the figures that they are made of."""

from dataclasses import replace

import pytest

from firmware_host.app.content.languages import load_language
from firmware_host.errors import SettingsError
from firmware_host.languages import CODES
from firmware_host.words.levels import (
    EASY,
    EVERYDAY,
    FIRST_READERS,
    LEVELS,
    MEAN,
    Figure,
    Figures,
)
from firmware_host.words.lexicon import Lexicon


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize(("length", "least"), [(3, 40), (4, 130), (5, 125), (6, 110)])
def test_first_words_last_for_evenings(code, length, least):
    """A class plays a whole year with them."""
    assert load_language(code).drawn(length, FIRST_READERS).count(length) >= least


def test_a_level_without_words_of_a_length_draws_from_all():
    """A level without words of a length, or an own list, draws from all words."""
    english = load_language("en")
    few = {EASY: Lexicon(b"SUN\n")}
    bare = replace(english, bands=few, figures=Figures(b""))

    assert bare.drawn(3, FIRST_READERS).words(3) == ("SUN",)
    assert bare.drawn(4, FIRST_READERS) is bare.drawn(4, EVERYDAY) is english.common
    assert bare.drawn(3, MEAN) is bare.drawn(3, "") is english.common
    assert english.with_own(["ZYBLO"]).drawn(5, MEAN).words(5) == ("ZYBLO",)


def test_levels_of_earlier_versions_are_drawn_from_as_they_were():
    """The names of levels of earlier versions still work."""
    english = load_language("en")
    assert english.drawn(5, "easy") is english.bands[EASY]
    assert english.drawn(5, "all") is english.common


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("length", [3, 4, 5, 6])
def test_each_level_has_words_of_its_own(code, length):
    """First readers get first words; no word is in two levels, and each is drawn."""
    language = load_language(code)
    words = {one: set(language.drawn(length, one).words(length)) for one in LEVELS}
    assert words[FIRST_READERS] <= set(language.bands[EASY].words(length))
    assert words[EVERYDAY] <= set(language.bands["everyday"].words(length))
    assert sum(map(len, words.values())) == len(set().union(*words.values()))
    assert set().union(*words.values()) < set(language.common.words(length))
    assert min(map(len, words.values())) >= 15


def test_figures_that_do_not_fit_are_refused():
    """A line that is damaged, and a table that is too short."""
    assert len(Figures(b"9906204\n1210305\n")) == 2
    assert Figures(b"9906204\n").of(0) == Figure(99, (6, 8), 4)
    assert Figure(99, (6, 8), 4).line() == b"9906204\n"
    for wrong in (b"9906204", b"990620\n", b"99o6204\n"):
        with pytest.raises(SettingsError, match="damaged"):
            Figures(wrong)
    short = replace(load_language("en"), figures=Figures(b"9906204\n"))
    with pytest.raises(SettingsError, match="missing"):
        short.drawn(5, MEAN)
