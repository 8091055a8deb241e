"""Folding: texts that are laid with the same tiles are the same word."""

import unicodedata

import pytest
from hypothesis import given, strategies as st

from firmware_host.board.players import INVISIBLE
from firmware_host.words.folding import fold

#: So many code points are Default_Ignorable_Code_Point. Source: the file
#: DerivedCoreProperties.txt of Unicode 15.1. Ours has Braille's blank as well.
UNICODE_15_1 = 4174


@pytest.mark.parametrize(
    ("said", "laid"),
    [
        ("Grün", "GRUEN"),
        ("Straße", "STRASSE"),
        ("STRA\u1e9eE", "STRASSE"),  # the capital sharp s
        ("Ärger", "AERGER"),
        ("schön", "SCHOEN"),
        ("café", "CAFE"),
        ("naïve", "NAIVE"),
        ("œuvre", "OEUVRE"),
        ("smørbrød", "SMORBROD"),
        ("don\u2019t", "DON'T"),
        ("x\u2010ray", "X-RAY"),
        ("x\u2013ray", "X-RAY"),
        ("soft\u00adware", "SOFTWARE"),
        ("h0bby", "H0BBY"),
        ("ho\ufe0fb\u200bb\u200ey\u2060", "HOBBY"),
        ("\ufeffhobby \u00a0\t", "HOBBY"),
        ("\uff28\uff4f\uff42\uff42\uff59", "HOBBY"),  # full width
        ("\U0001d421\U0001d428\U0001d41b\U0001d41b\U0001d432", "HOBBY"),  # bold
        ("\ufb01sh", "FISH"),  # a ligature from a PDF
        ("don\u00b4t", "DON'T"),
        ("hob by", "HOB BY"),  # a blank inside is not dropped: it makes two words
        ("", ""),
    ],
)
def test_a_word_becomes_what_is_laid_in_tiles(said, laid):
    """Umlauts become two letters, accents are dropped, other signs stay."""
    assert fold(said) == laid


def test_characters_that_show_nothing_are_dropped():
    """Web pages, chats and word processors put them between the letters of a word."""
    hidden = [sign for sign in map(chr, range(0x110000)) if INVISIBLE.match(sign)]

    assert all(fold(f"ho{sign}bby") == "HOBBY" for sign in hidden)
    assert len(hidden) == UNICODE_15_1 + 1
    assert not any(INVISIBLE.match(chr(code)) for code in range(0x20, 0x7F))


def test_folding_each_character_twice_is_folding_it_once():
    """Folding twice is folding once for each character that folding changes."""
    changed = (
        sign
        for sign in map(chr, range(0x110000))
        if unicodedata.normalize("NFKD", sign.casefold()) != sign
    )
    once = [fold(f"a{sign}b") for sign in changed]

    assert [one for one in once if fold(one) != one] == []
    assert len(once) > 10_000


@given(st.text())
def test_folding_twice_is_folding_once(text):
    """Folding a folded text does not change it."""
    assert fold(fold(text)) == fold(text)


@given(st.text(alphabet="aäáâåoöõuüûsßẞeéiïçñÄÖÜ'\u2019-"))
def test_unicode_forms_of_a_word_are_alike(text):
    """A keyboard that writes the accent as a character of its own changes nothing."""
    forms = {
        fold(unicodedata.normalize(form, text))
        for form in ("NFC", "NFD", "NFKC", "NFKD")
    }
    assert forms == {fold(text)}


@given(st.text(alphabet="abcdefgäöüßéñ'-"))
def test_capitals_make_no_difference(text):
    """Small letters and capitals are folded alike, to tiles only."""
    laid = fold(text)

    assert fold(text.upper()) == fold(text.title()) == laid
    assert set(laid) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZ'-")
