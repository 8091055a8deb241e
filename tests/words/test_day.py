"""The word of the day: the same on every board."""

import hashlib
from dataclasses import replace

import pytest

from firmware_host.app.content.languages import load_language
from firmware_host.languages import CODES
from firmware_host.words.alphabet import Alphabet
from firmware_host.words.day import words_of_day
from firmware_host.words.levels import FREQUENT
from firmware_host.words.lexicon import Lexicon

LENGTHS = 3, 4, 5, 6


@pytest.mark.parametrize("code", CODES)
def test_anybody_can_find_it_out(code):
    """The word of the day follows from the shipped list and the number alone."""
    words = load_language(code).bands[FREQUENT].words(5)
    line = f"letterzone day 329 {code} 5 "
    first = min(words, key=lambda w: hashlib.sha256((line + w).encode()).hexdigest())

    assert words_of_day(load_language(code), 5, 329)[0] == first


def test_a_list_or_an_alphabet_of_ones_own_changes_nothing():
    """An own list or alphabet does not change the word of the day."""
    language = load_language("en")
    own = language.with_own(("HOBBY", "PANDA"))
    builds = {**language.alphabet.builds, "E": (1, 0, 0, 0)}
    other = replace(language, alphabet=Alphabet(builds, language.alphabet.sources))

    for length in LENGTHS:
        day = words_of_day(language, length, 329)
        assert words_of_day(own, length, 329) == day
        assert words_of_day(other, length, 329) == day


def test_a_list_that_has_changed_changes_few_days():
    """A word less is missed on the days that it had, and on no other."""
    language = load_language("en")
    gone = words_of_day(language, 5, 1)[0]
    lines = [one for one in language.bands[FREQUENT].words(5) if one != gone]
    fewer = Lexicon("".join(f"{one}\n" for one in lines).encode())
    less = replace(language, bands={**language.bands, FREQUENT: fewer})

    days = range(1, 40)
    first = [words_of_day(language, 5, day)[0] for day in days]
    now = [words_of_day(less, 5, day)[:1] for day in days]
    assert [day for day, one in zip(days, now, strict=True) if one[0] != first[day - 1]]
    assert all(
        one[0] == was for one, was in zip(now, first, strict=True) if was != gone
    )


def test_days_lengths_and_languages_have_words_of_their_own():
    """In a hundred days there are more than 80 different words, of each length."""
    language = load_language("de")
    words = [words_of_day(language, 5, day)[0] for day in range(1, 100)]

    assert len(set(words)) > 80
    assert {len(words_of_day(language, n, 1)[0]) for n in LENGTHS} == set(LENGTHS)
