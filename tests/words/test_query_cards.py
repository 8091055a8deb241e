"""Query cards: twelve words from A to Z."""

from collections import Counter
from hashlib import sha256
from itertools import combinations
from string import ascii_uppercase

import pytest

from firmware_host.app.content.languages import load_alphabet, load_language
from firmware_host.errors import SettingsError
from firmware_host.words.language import Language, read_language
from firmware_host.words.query_cards import SIDES, QueryCards, shuffled


@pytest.mark.ci
@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize("length", [4, 5])
def test_twelve_words_of_every_card_cover_a_to_z(code, length):
    """Each card has twelve words with all letters, and no two cards are the same."""
    language = load_language(code)
    cards = [QueryCards(language, length).card(n) for n in range(1, 61)]

    for card in cards:
        assert len(set(card)) == 12
        assert set("".join(card)) >= set(ascii_uppercase)
        assert all(len(word) == length and word in language.accepted for word in card)
    assert len(set(cards)) == 60
    assert cards[6] == QueryCards(language, length).card(7)


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize("length", [4, 5])
def test_no_word_is_on_most_cards(code, length):
    """A rare letter's words take turns: at most one card in three has the same word.

    Only Q is harder: two German and two English words of four letters have one.
    """
    cards = QueryCards(load_language(code), length)
    counts = Counter(word for n in range(1, SIDES + 1) for word in cards.card(n))

    assert max(counts.values()) <= SIDES // 2
    assert {word: n for word, n in counts.items() if n > 20 and "Q" not in word} == {}


#: Words of four letters, some with the rare ones; and rarer ones that may be played.
COMMON = """
    BACK BIRD BLUE BOOK CHEF CLAY COLD CRAB DAWN DESK DUCK FACE FISH FOXY GAME GIFT
    GOLD HAND HAWK HOPE JUMP KING KIWI LAMB LAZY LION MAZE MILK MOON NEXT OVEN PLUM
    QUIZ RAIN ROCK SAND SHIP SNOW TAXI TIME TREE VASE VIEW WALK WAVE WIND WOLF YARD
    YOGA ZEBU
"""
WIDE = f"""{COMMON}
    JINX JOLT LYNX QUAD QUAY QUIT ONYX ZINC ZONE X-ED
"""


def language(common: str, wide: str) -> Language:
    """Return a language of these words."""
    lists = (sorted(words.split()) for words in (common, wide))
    files = ("".join(f"{word}\n" for word in words).encode() for words in lists)
    tiles = dict.fromkeys(ascii_uppercase, 3)
    return read_language(
        *("xx", {"tiles": tiles}),
        alphabet=load_alphabet(),
        common=next(files),
        accepted=next(files),
    )


def test_a_printed_card_stays_what_it_is() -> None:
    """The printed cards never change: they depend on number and words alone."""
    cards = QueryCards(language(COMMON, WIDE), 4)
    assert {number: " ".join(cards.card(number)) for number in (1, 2, 59, 60)} == {
        1: ("BOOK COLD FOXY GAME HAND JUMP NEXT QUIZ SNOW TIME TREE VIEW"),
        2: ("BACK BOOK FOXY HOPE JUMP KING NEXT QUIZ SNOW WAVE WOLF YARD"),
        59: ("CRAB DESK FOXY GOLD HAWK HOPE JUMP KING OVEN QUIZ TIME TREE"),
        60: ("BOOK CHEF COLD GOLD JUMP NEXT QUIZ TREE VASE WOLF YOGA ZEBU"),
    }
    every = " ".join(word for n in range(1, 61) for word in cards.card(n))
    assert sha256(every.encode()).hexdigest() == (
        "63cd51a6a89d87e9e0e62188261842eb533a8d2cc96b1f19ee8c50ba002c9cff"
    )


@pytest.mark.parametrize(
    ("count", "digest"),
    [
        (101, "1d1f3fadfbafdcc4"),
        (103, "4a4c5ab4ad80bc98"),
        (101 * 103, "abf25303d21efb5a"),
    ],
)
def test_a_card_goes_through_a_list_of_any_length(count: int, digest: str) -> None:
    """Cards of lists of any length stay the same, also for multiples of the steps."""
    every = ["".join(word) for word in combinations(ascii_uppercase, 4)]
    words = " ".join(every[number * 7919 % len(every)] for number in range(count))
    cards = QueryCards(language(words, words), 4)
    some = " ".join(word for n in range(1, 13) for word in cards.card(n))
    assert sha256(some.encode()).hexdigest()[:16] == digest


@pytest.mark.parametrize(
    ("entropy", "first"),
    [(bytes(32), [8, 27, 17, 26, 9]), (b"\1" * 32, [28, 20, 30, 41, 59])],
)
def test_the_pile_lies_as_its_entropy_says(entropy: bytes, first: list[int]) -> None:
    """Every card once, in an order that anybody can compute again."""
    pile = shuffled(entropy)
    assert sorted(pile) == list(range(1, 61))
    assert list(pile[:5]) == first


def test_a_list_without_a_letter_has_no_cards() -> None:
    """The error names the missing letters and the length."""
    words = " ".join(word for word in WIDE.split() if not {"Q", "Z"} & {*word})
    with pytest.raises(SettingsError, match=r"^xx: no word of 4 letters has: Q Z$"):
        QueryCards(language(words, words), 4)


def test_a_list_too_poor_for_twelve_words_says_so() -> None:
    """If words have only two letters each, thirteen are needed, which is refused."""
    pairs = zip(ascii_uppercase[::2], ascii_uppercase[1::2], strict=True)
    words = " ".join(f"{one}{other}" * 2 for one, other in pairs)
    with pytest.raises(SettingsError, match=r"^query card 7 of xx:4: 13 words needed$"):
        QueryCards(language(words, words), 4).card(7)


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize("length", [4, 5])
def test_every_word_of_a_card_is_one_that_the_board_would_draw(code, length):
    """All words of the cards are common ones."""
    shipped = load_language(code)
    cards = QueryCards(shipped, length)
    words = {word for n in range(1, 61) for word in cards.card(n)}

    assert sorted(word for word in words if word not in shipped.common) == []
    assert len(words) >= 240


def test_a_letter_that_no_common_word_has_takes_one_that_may_be_played() -> None:
    """A letter without a common word gets a rare one, else only common ones."""
    without = " ".join(word for word in COMMON.split() if "Q" not in word)
    rare = QueryCards(language(without, WIDE), 4)
    known = QueryCards(language(COMMON, WIDE), 4)

    for cards, having in ((rare, {"QUAD", "QUAY", "QUIT", "QUIZ"}), (known, {"QUIZ"})):
        words = {word for n in range(1, 61) for word in cards.card(n)}
        assert {word for word in words if "Q" in word} == having
