"""How hard a word is, and the reasons."""

from dataclasses import replace

import pytest

from firmware_host.app.content.languages import (
    language_with,
    load_alphabet,
    load_language as load,
)
from firmware_host.languages import CODES
from firmware_host.words.difficulty import WIDE, difficulty
from firmware_host.words.levels import FIRST_READERS, LEVELS, MEAN, Figures


def test_it_names_what_a_word_rests_on():
    """The reasons are the word's band and its number of similar letters."""
    aide = difficulty(load("en"), "AIDE")
    assert (aide.band, aide.alike) == ("rare", 1)
    assert [one.code for one in aide.why] == ["hard-rare", "hard-alike"]
    assert dict(aide.why[1].values) == {"n": 1}
    dog = difficulty(load("en"), "DOG")
    assert [one.code for one in dog.why] == ["hard-easy"]
    assert dog.level == FIRST_READERS


def test_a_drawn_word_was_measured_and_any_other_is_estimated():
    """A drawn word has its measured figures; other words get an estimate."""
    english = load("en")
    shorter = english.common.count(3) + english.common.count(4)
    figure = english.figures.of(shorter + english.common.place("TIGER"))
    tiger = difficulty(english, "TIGER")
    assert tiger.measured
    assert (tiger.chance, tiger.taps) == (figure.chance / 100, figure.taps)
    assert tiger.noes == figure.noes / 10
    own = difficulty(english.with_own(["ZYBLO"]), "ZYBLO")
    assert (own.measured, own.level, own.band) == (False, MEAN, "rare")
    assert own.taps[1] - own.taps[0] == WIDE


def test_a_letter_that_the_box_builds_otherwise_is_not_what_was_measured():
    """A changed letter makes its words' figures estimates; others keep theirs."""
    other = language_with("en", load_alphabet({"G": ["red", "red", "yellow"]}))
    assert not difficulty(other, "TIGER").measured
    assert difficulty(other, "TIGER").alike == difficulty(load("en"), "TIGER").alike + 1
    assert difficulty(other, "PANDA") == difficulty(load("en"), "PANDA")


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("length", [3, 4, 5, 6])
def test_an_estimate_is_about_what_was_measured(code, length):
    """Estimated chances are on average within 6 % of the measured ones."""
    language = load(code)
    bare = replace(language, figures=Figures(b""))
    words = [
        word
        for level in LEVELS
        for word in language.drawn(length, level).words(length)[::5]
    ]
    measured = [difficulty(language, word) for word in words]
    estimated = [difficulty(bare, word) for word in words]
    pairs = [*zip(measured, estimated, strict=True)]
    off = sum(one.chance - other.chance for one, other in pairs) / len(pairs)
    assert abs(off) <= 0.06
    apart = sum(abs(one.chance - other.chance) for one, other in pairs) / len(pairs)
    assert apart <= 0.15
    assert not any(one.measured for one in estimated)
