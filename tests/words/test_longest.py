"""The longest word of some letters, beside a scan of every word."""

from collections import Counter
from hashlib import sha256
from itertools import combinations_with_replacement
from string import ascii_uppercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.errors import SettingsError
from firmware_host.words.longest import WordIndex, pack

WORDS = ("AT", "CAT", "ACT", "TAXI", "EEL", "ELEMENT", "KEYWORD", "ZYGOTE", "TOE")
INDEX = WordIndex(pack(WORDS))


def scan(letters: str, jokers: int) -> tuple[str, ...]:
    rack = Counter(letters)
    fit = [word for word in WORDS if (Counter(word) - rack).total() <= jokers]
    most = max(map(len, fit), default=0)
    return tuple(sorted(word for word in fit if len(word) == most))


@given(st.text("ACEKLMNOTYXIZ", max_size=8), st.integers(0, 2))
def test_it_finds_what_a_scan_finds(letters, jokers):
    """All of the longest, whatever the rack."""
    assert INDEX.longest(letters, jokers) == scan(letters, jokers)


def test_equal_words_of_the_same_letters_are_all_told():
    """In alphabetical order."""
    assert INDEX.longest("TCA") == ("ACT", "CAT")
    assert INDEX.longest("TAX") == INDEX.longest("TAX", 0) == ("AT",)  # no joker
    assert INDEX.longest("KEYWR", 2) == ("KEYWORD",)
    assert INDEX.longest("") == ()


def test_it_holds_its_words_and_no_others():
    """The dictionary of a game of cards."""
    assert all(word in INDEX for word in WORDS)
    for word in ("TCA", "", "C\u00c4T", "cat", 7):
        assert word not in INDEX


def test_words_too_long_or_with_other_signs_are_left_out():
    """Nobody can lay them."""
    index = WordIndex(pack(["A", "IT'S", "ABCDEFGHIJKLM"]))

    assert index.longest("ABCDEFGHIJKL", 0) == ()
    assert "A" not in index


@pytest.mark.parametrize(("letters", "jokers"), [("ABC", 3), ("ABC", -1), ("A?", 0)])
def test_more_jokers_than_there_are_is_a_mistake_of_ours(letters, jokers):
    """It says what it takes."""
    with pytest.raises(ValueError, match="A to Z and up to 2 jokers"):
        INDEX.longest(letters, jokers)


@pytest.mark.parametrize("data", [b"", b"CAT\n", pack(WORDS)[:-1], pack(WORDS)[:20]])
def test_a_damaged_file_is_named(data):
    """And how to make a new one."""
    with pytest.raises(SettingsError, match=r"^en\.idx: .*build it"):
        WordIndex(data, "en.idx")


@pytest.mark.parametrize(("size", "says"), [(15, "no word index"), (16, "cut off")])
def test_a_file_is_known_by_its_head(size, says):
    """A whole one is an index, of which the rest is missing."""
    with pytest.raises(SettingsError, match=says):
        WordIndex(pack(WORDS)[:size])


def test_the_file_stays_as_it_is():
    """A file that was built once is read by every program after it."""
    data = pack(WORDS)
    assert data[:16].hex() == "4c5a5731110000001600000018000000"
    assert (
        sha256(data).hexdigest()
        == "13c837d81560d3ba74a1cb32f4c6e2e1cbb55bd37824408935522cb4b56b2b2b"
    )


def test_a_joker_may_be_any_letter():
    """Beside a scan, for every small rack; what is too long or too short is no word."""
    words = ("A", "AB", "BA", "ABBA", "CAB", "ZZ", "ABCABCABCABC", "ABCABCABCABCA")
    index = WordIndex(pack(words))
    for size in range(4):
        for letters in combinations_with_replacement("ABCZ", size):
            for jokers in range(3):
                fit = [
                    word
                    for word in words[1:-1]
                    if (Counter(word) - Counter(letters)).total() <= jokers
                ]
                most = max(map(len, fit), default=0)
                found = tuple(sorted(word for word in fit if len(word) == most))
                assert index.longest("".join(letters), jokers) == found
    assert index.longest("ABC" * 4) == ("ABCABCABCABC",)
    assert index.longest("ABC" * 4 + "A") == ("ABCABCABCABC",)


def test_words_that_stand_in_one_slot_are_told_apart():
    """27,378 words in 131,072 slots: thousands share one, and few of them letters."""
    every = [
        "".join(word)
        for length in (2, 3, 4)
        for word in combinations_with_replacement(ascii_uppercase, length)
    ]
    index = WordIndex(pack(every))
    assert [word for word in every if index.longest(word) != (word,)] == []
    assert {"AKKT"} < {*every}  # it has the last slot of all
