"""Marks of a query: what is right, and where."""

import pytest

from firmware_host.words.marks import absent, clue, mark


@pytest.mark.parametrize(
    ("query", "secret", "marks"),
    [
        ("SHAPE", "HOUSE", "yy--g"),
        ("PECAN", "NEWTS", "-g--y"),
        ("PEALS", "ROAST", "--g-y"),
        ("SHEEP", "HOUSE", "yyy--"),
        ("EERIE", "HOUSE", "----g"),
        ("OTTO", "TOOT", "yyyy"),
    ],
)
def test_each_letter_of_the_secret_justifies_one_mark(query, secret, marks):
    """Greens first, then yellows from the left."""
    assert mark(query, secret) == marks


def test_clue_and_absent_letters():
    """No clue for the word itself; absent only when no copy was marked."""
    assert [clue("LEMON", word) for word in ("HOUSE", "PECAN", "LEMON")] == [
        "<",
        ">",
        "",
    ]
    assert absent("EERIE", "----g") == {"R", "I"}
