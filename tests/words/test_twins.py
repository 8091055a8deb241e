"""Words that are built from the same pieces, compared with a slow search."""

import pytest

from firmware_host.app.content.languages import (
    language_with,
    load_alphabet,
    load_language,
)
from firmware_host.languages import CODES
from firmware_host.words.twins import is_rare, twins


@pytest.mark.parametrize("code", CODES)
def test_twins_are_what_comparing_each_pair_finds(code):
    """For each drawn word the twins are those that comparing all pairs finds."""
    language = load_language(code)
    builds, common = language.alphabet.builds, language.common
    every = [word for length in range(3, 7) for word in common.words(length)]
    alike: dict[tuple, list[str]] = {}
    for word in every:
        alike.setdefault(tuple(builds[letter] for letter in word), []).append(word)
    slow = {
        word: tuple(o for o in known if o != word)
        for known in alike.values()
        for word in known
    }

    assert {word: twins(word, language) for word in every} == slow
    assert sum(map(bool, slow.values())) > 100


@pytest.mark.parametrize(
    ("code", "word", "found"),
    [
        ("en", "AIDE", ("HIDE",)),
        ("de", "MALT", ("WALL", "WATT")),
        ("en", "PANDA", ()),
        ("en", "HÄ4", ()),
        ("en", "BUTTERFLY", ()),
        ("en", "", ()),
    ],
)
def test_words_that_are_built_alike(code, word, found):
    """Twins are found for words that are not drawn too, but only real words."""
    assert [one for one in found if one not in twins(word, load_language(code))] == []
    assert bool(twins(word, load_language(code))) is bool(found)


def test_a_box_that_builds_its_letters_otherwise_has_other_twins():
    """A letter counts as the owner's box builds it."""
    alphabet = load_alphabet({"H": ["red"]}, "alphabet.toml")

    assert "HIDE" not in twins("AIDE", language_with("en", alphabet))


def test_words_of_ones_own_list_are_twins_too():
    """Words of an own list are twins only with that list."""
    english = load_language("en")
    own = english.with_own(["ZYBLO", "ZYBTO", "HIDE"])

    assert twins("ZYBLO", own) == ("ZYBTO",)
    assert twins("ZYBLO", english) == ()
    assert twins("AIDE", own) == ("HIDE",)


def test_a_word_is_rare_where_the_board_would_not_draw_it():
    """A pack that is drawn from is known to those who play with it."""
    english = load_language("en")

    assert is_rare("ZYBLO", english)
    assert is_rare("AALII", english)
    assert not is_rare("PANDA", english)
    assert not is_rare("ZYBLO", english.with_own(["ZYBLO"]))
