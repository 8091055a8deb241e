"""The words of a game of cards are found where they lie."""

import pytest
from hypothesis import given, strategies as st

from firmware_host.app.content.languages import load_language
from firmware_host.errors import SettingsError
from firmware_host.languages import CODES, FOLDER
from firmware_host.words.wide import WideList, packed

WORDS = st.lists(st.text("ABZ", min_size=2, max_size=12), max_size=300)


@given(WORDS, WORDS)
def test_it_holds_its_words_and_no_others(words, others):
    """The list has exactly its words, whether they share letters or not."""
    wide = WideList(packed(words))

    assert list(wide) == sorted(set(words))
    for word in (*words, *others):
        assert (word in wide) == (word in set(words))


def test_a_line_can_be_read_by_a_person():
    """The first word in full, then how much of it stays."""
    assert packed(["COD", "CAT", "CATS"]) == b"CAT3S1OD\n"
    assert packed(["A", "IT'S", "ABCDEFGHIJKLM", "\u00c4H"]) == b""


def test_a_line_holds_64_words():
    """A line has 64 words, so a search in two million reads a line or two."""
    words = [f"{a}{b}" for a in "ABCDEFGHIJ" for b in "ABCDEFGHIJKLM"]
    lines = packed(words).decode().split("\n")
    assert [line[:2] for line in lines] == [words[0], words[64], words[128], ""]


@pytest.mark.parametrize("word", ["", "cat", "C\u00c4T", "CAT\n", "C3T", 7])
def test_what_is_no_word_is_not_in_it(word):
    assert word not in WideList(packed(["CAT", "CATS"]))


@pytest.mark.parametrize("text", [b"CAT3S", b"3S\n", b"\nCAT\n", b"C3S\n"])
def test_a_damaged_file_is_named(text):
    """A damaged file is reported with its name and the tool that makes a new one."""
    with pytest.raises(SettingsError, match=r"^wide\.txt: .*build_words"):
        WideList(text, "wide.txt")


@pytest.mark.parametrize("code", CODES)
def test_every_language_has_words_of_all_lengths(code):
    """The wide list has short, long and inflected words in less than 1.6 MB."""
    wide = load_language(code).wide
    some = {"en": ("OX", "CATS", "PLANETS"), "de": ("UR", "KATZEN", "GRUENEN")}

    assert all(word in wide for word in some[code])
    assert "QZ" not in wide
    assert (FOLDER / code / "wide.txt").stat().st_size < 1_600_000


@pytest.mark.parametrize("code", CODES)
def test_what_letter_zones_take_cards_take_too(code):
    """Each accepted word of letters only is in the wide list."""
    language = load_language(code)
    known = set(language.wide)
    for length in range(3, 7):
        plain = {w for w in language.accepted.words(length) if w.isalpha()}
        assert plain <= known


@given(WORDS)
def test_each_word_has_its_place(words):
    """Words are found by their place; a place after the last raises IndexError."""
    wide, every = WideList(packed(words)), sorted(set(words))

    assert len(wide) == len(every)
    assert [wide[at] for at in range(len(wide))] == every
    with pytest.raises(IndexError):
        wide[len(wide)]
