"""The second alphabet holds together, and folds as people write."""

from collections import Counter

import pytest

from tests.referee.alphabet_by_hand import LETTERS, PIECES, alphabet, build, fold, tiles


def test_no_other_letter_holds_a_red_and_a_yellow():
    """The rules name every letter with both kinds; the table has no more."""
    both = {c for c, pieces in LETTERS.items() if {"r", "y"} <= set(pieces)}
    assert both == set("AHMWLTRFKZE")


def test_box_holds_82_tiles_or_78():
    """The English box has 82 tiles and the German one 78."""
    assert sum(tiles(c) for c in alphabet("en")) == 82
    assert sum(tiles(c) for c in alphabet("de")) == 78


def test_four_words_need_too_many_pieces():
    """The words that the rules name do not fit the box; HOBBY does."""
    for word in ("BUSSES", "HOODOO", "SUBURB", "VOODOO", "HOBBY"):
        need = sum((build(c) for c in word), Counter())
        fits = all(need[kind] <= PIECES[kind] for kind in PIECES)
        assert fits == (word == "HOBBY")


@pytest.mark.parametrize(
    ("said", "laid"),
    [
        ("grün", "GRUEN"),
        ("gru\u0308n", "GRUEN"),
        ("STRAẞE", "STRASSE"),
        ("naïve", "NAIVE"),
        ("it\u2019s", "IT'S"),
    ],
)
def test_case_accent_and_form_do_not_matter(said, laid):
    """Words that people take for the same are the same."""
    assert fold(said) == laid
