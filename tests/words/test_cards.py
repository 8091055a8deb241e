"""Letter cards are counted by how often words use each letter."""

from string import ascii_uppercase

import pytest
from hypothesis import given, strategies as st

from firmware_host.app.content.languages import load_language
from firmware_host.errors import SettingsError
from firmware_host.languages import FOLDER
from firmware_host.settings.toml import read_toml
from firmware_host.words.cards import BLANK, DECKS, read_cards, shares


@given(st.lists(st.text("AABCDEEEFXYZ", max_size=9), max_size=20), st.integers(26, 120))
def test_every_letter_has_a_card_and_the_total_holds(words, total):
    """Each letter has at least one card, and the total is kept."""
    counts = shares(["A", *words], total)

    assert set(counts) == set(ascii_uppercase)
    assert min(counts.values()) >= 1
    assert sum(counts.values()) == total


def test_the_largest_remainders_get_what_is_left():
    """24 go without and get one; A and B share six as 7 to 4."""
    counts = shares(["A" * 7 + "B" * 4], 30)

    assert (counts["A"], counts["B"]) == (4, 2)


@pytest.mark.parametrize("code", ["en", "de"])
def test_the_decks_have_their_totals(code):
    """The decks have 104 orange and 97 blue cards, 4 and 3 of them blank."""
    cards = load_language(code).cards

    assert [sum(deck.values()) for deck in cards.values()] == [104, 97]
    assert [deck[BLANK] for deck in cards.values()] == [4, 3]
    for colour, (letters, blanks) in DECKS.items():
        assert cards[colour][BLANK] == blanks
        assert sum(cards[colour].values()) == letters + blanks


def test_a_wrong_count_is_named():
    """The error names the file, the colour and the letter."""
    _, table = read_toml(FOLDER / "en" / "cards.toml", remedy="")
    wrong = table | {"blue": table["blue"] | {"Q": -1}}

    with pytest.raises(SettingsError, match=r"^my\.toml: \[blue\] Q: "):
        read_cards(wrong, "my.toml")
    with pytest.raises(SettingsError, match=r"\[orange\] must count"):
        read_cards({"blue": table["blue"]}, "my.toml")


@pytest.mark.parametrize(
    ("words", "total", "more"),
    [
        (
            [ascii_uppercase],
            28,
            {"A": 2, "B": 2},
        ),  # of equal remainders the first letters
        (["E" * 50 + "T" * 30 + "A" * 20 + "OO"], 31, {"A": 2, "E": 4, "T": 2}),
        (["E'E-E"], 29, {"E": 4}),
        (["A" * 3 + "B" * 2, "C"], 32, {"A": 5, "B": 3}),
    ],
)
def test_a_deck_is_shared_out_as_the_ruling_says(words, total, more):
    """Each letter has its one card, and these have more."""
    assert shares(words, total) == dict.fromkeys(ascii_uppercase, 1) | more


def test_an_owner_may_leave_a_letter_out_but_counts_in_numbers():
    """A count may be 0, but not a boolean, a fraction or a text."""
    _, table = read_toml(FOLDER / "en" / "cards.toml", remedy="")
    for count in (0, 1):
        decks = read_cards({**table, "blue": table["blue"] | {"Q": count}}, "my.toml")
        assert decks["blue"]["Q"] == count
    for count in (True, 0.5, "1"):
        with pytest.raises(SettingsError, match=r"\[blue\] Q: a count must be"):
            read_cards({**table, "blue": table["blue"] | {"Q": count}}, "my.toml")
