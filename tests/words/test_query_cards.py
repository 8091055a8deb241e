"""Query cards: twelve words from A to Z."""

from string import ascii_uppercase

import pytest

from firmware_host.app.languages import load_language
from firmware_host.words.query_cards import SIDES, WORDS, QueryCards


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize("length", [4, 5])
def test_twelve_words_of_every_card_cover_a_to_z(code, length):
    """No two cards are alike, and a number is always the same card."""
    language = load_language(code)
    cards = [QueryCards(language, length).card(n) for n in range(1, SIDES + 1)]

    for card in cards:
        assert len(set(card)) == WORDS
        assert set("".join(card)) >= set(ascii_uppercase)
        assert all(len(word) == length and word in language.accepted for word in card)
    assert len(set(cards)) == SIDES
    assert cards[6] == QueryCards(language, length).card(7)
