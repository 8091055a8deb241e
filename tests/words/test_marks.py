"""Marks of a query: right letters, and right places."""

from itertools import product

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
        ("PLANET", "TEMPLE", "yy--yy"),
    ],
)
def test_each_letter_of_the_secret_justifies_one_mark(query, secret, marks):
    """Greens first, then yellows from the left."""
    assert mark(query, secret) == marks


def test_clue_and_absent_letters():
    """The word itself has no clue, and a letter is absent only without any mark."""
    assert [clue("LEMON", word) for word in ("HOUSE", "PECAN", "LEMON")] == [
        "<",
        ">",
        "",
    ]
    assert absent("EERIE", "----g") == {"R", "I"}


def by_the_rule(query, secret):
    """The marks as rules.md has them, letter by letter and without a list of them."""
    for at, letter in enumerate(query):
        elsewhere = [x for x, y in zip(secret, query, strict=True) if x != y]
        before = [
            x for x, y in zip(query[:at], secret[:at], strict=True) if x == letter != y
        ]
        if letter == secret[at]:
            yield "g"
        else:
            yield "y" if len(before) < elsewhere.count(letter) else "-"


@pytest.mark.parametrize(("letters", "size"), [("ABC", 4), ("AB", 6)])
def test_all_words_of_a_small_alphabet_are_marked_by_the_rule(letters, size):
    """Marks follow the rule however often letters repeat in either word."""
    words = ["".join(word) for word in product(letters, repeat=size)]
    for query, secret in product(words, words):
        assert mark(query, secret) == "".join(by_the_rule(query, secret))


def test_a_word_of_five_different_letters_is_marked_by_the_same_rule():
    """Queries of different letters are marked by the general rule."""
    query = "ABCDE"
    for letters in product("ABCDEX", repeat=5):
        secret = "".join(letters)
        assert mark(query, secret) == "".join(by_the_rule(query, secret))


@pytest.mark.parametrize(("query", "secret"), [("ABCDE", "ABCD"), ("ABCD", "ABCDE")])
def test_words_of_two_lengths_are_our_own_mistake(query, secret):
    """Words of different lengths raise ValueError."""
    with pytest.raises(ValueError, match="zip"):
        mark(query, secret)
