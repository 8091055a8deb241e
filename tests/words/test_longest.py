"""The words that some cards lay, and the longest, beside a scan of every word."""

from collections import Counter
from itertools import combinations_with_replacement
from string import ascii_uppercase

import pytest
from hypothesis import given, strategies as st

from firmware_host.words.longest import LayIndex
from firmware_host.words.wide import WideList, packed

WORDS = ("ACT", "AT", "CAT", "EEL", "ELEMENT", "KEYWORD", "TAXI", "TOE", "ZYGOTE")
INDEX = LayIndex(WORDS)


def scan(words, letters: str, jokers: int) -> tuple[str, ...]:
    """Return the words whose letters the cards have, but for so many."""
    rack = Counter(letters)
    return tuple(word for word in words if (Counter(word) - rack).total() <= jokers)


def longest(letters: str, jokers: int = 0) -> tuple[str, ...]:
    return INDEX.longest(INDEX.laid(letters, jokers))


@given(st.text("ACEKLMNOTYXIZ", max_size=8), st.integers(0, 7))
def test_it_finds_what_a_scan_finds(letters, jokers):
    """The index finds the same words as a scan, and the longest of them."""
    found = scan(WORDS, letters, jokers)
    assert INDEX.list(INDEX.laid(letters, jokers)) == found
    most = max(map(len, found), default=0)
    assert longest(letters, jokers) == tuple(w for w in found if len(w) == most)


def test_equal_words_of_the_same_letters_are_all_told():
    """Words with equal letters are all found, in alphabetical order."""
    assert longest("TCA") == ("ACT", "CAT")
    assert longest("TAX") == ("AT",)
    assert longest("KEYWR", 2) == ("KEYWORD",)
    assert longest("") == ()


def test_words_are_told_length_by_length():
    """Words are listed by length, the longest first; empty lengths are left out."""
    found = [*INDEX.by_length(INDEX.laid("CATXIEEL"))]
    assert found == [("TAXI",), ("ACT", "CAT", "EEL"), ("AT",)]


def test_a_word_has_one_of_some_letters():
    """`having` finds the words with one of some letters."""
    assert INDEX.list(INDEX.having("XZ")) == ("TAXI", "ZYGOTE")
    assert INDEX.having("") == INDEX.having("?B") == 0


def test_words_too_long_too_short_or_with_other_signs_are_never_laid():
    """Words of one letter, of 13 letters or with other signs are never found."""
    words = ("A", "ABCDEFGHIJKL", "ABCDEFGHIJKLM", "IT'S", "ZZ")
    index = LayIndex(words)
    every = ascii_uppercase + "Z"

    assert index.list(index.laid(every, 12)) == ("ABCDEFGHIJKL", "ZZ")
    assert index.list(index.having("A")) == ("ABCDEFGHIJKL",)
    assert index.longest(index.laid(every)) == ("ABCDEFGHIJKL",)
    assert LayIndex(()).longest(LayIndex(()).laid("ABC", 2)) == ()


def test_a_joker_may_be_any_letter():
    """Beside a scan, for every small rack and many jokers."""
    words = ("AB", "ABBA", "ABCABCABCABC", "BA", "CAB", "ZZ")
    index = LayIndex(words)
    for size in range(4):
        for letters in combinations_with_replacement("ABCZ", size):
            for jokers in range(13):
                found = scan(words, "".join(letters), jokers)
                assert index.list(index.laid("".join(letters), jokers)) == found


@pytest.mark.parametrize("count", [1, 63, 64, 65, 130])
def test_the_words_of_a_file_are_named_where_they_lie(count):
    """A file's line has 64 of them."""
    every = ["".join(w) for w in combinations_with_replacement(ascii_uppercase, 3)]
    words = tuple(every[:count])
    index = LayIndex(WideList(packed(words)))
    assert index.list(index.all) == words
