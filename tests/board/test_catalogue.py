"""The items that can carry a tag, their order, and their written form."""

import pytest

from firmware_host.app.content.languages import load_language, load_texts
from firmware_host.board import catalogue
from firmware_host.board.pieces import Card, Kind, Piece, Tile
from firmware_host.languages import CODES

TILES = {"en": 82, "de": 78}


def test_the_box_has_48_pieces():
    """16 red, 16 yellow, 8 blue and 8 green pieces, in the order of the rule book."""
    found = catalogue.pieces()
    assert [piece.kind.value for piece in found] == (
        ["red"] * 16 + ["yellow"] * 16 + ["blue"] * 8 + ["green"] * 8
    )
    assert found[0] == Piece(Kind.LONG_STICK, 1)
    assert found[-1] == Piece(Kind.TIGHT_CURVE, 8)
    assert len(set(found)) == 48


@pytest.mark.parametrize("language", CODES)
def test_a_language_has_its_tiles(language):
    """Three of each letter, A first; in English the signs as well, after Z."""
    found = catalogue.tiles(load_language(language).tiles)
    assert len(set(found)) == len(found) == TILES[language]
    assert found[:4] == (Tile("A", 1), Tile("A", 2), Tile("A", 3), Tile("B", 1))
    if language == "en":
        assert found[-4:] == (Tile("'", 1), Tile("'", 2), Tile("-", 1), Tile("-", 2))


def test_each_game_has_its_start_card():
    assert catalogue.cards(["decipher"]) == (Card("start-decipher"),)


def test_a_deck_is_laid_out_only_where_it_is_asked_for():
    """52 playing cards, which most boxes do not have, and their names."""
    deck = catalogue.deck()
    assert len(set(deck)) == 52
    assert (deck[0], deck[-1]) == (Card("clubs", 1), Card("spades", 13))
    assert not set(deck) & set(catalogue.full_set({}, ["decipher"]))
    assert catalogue.full_set({}, [], ["deck"]) == deck
    texts = load_texts("en")
    assert texts.say(catalogue.name_of(Card("hearts", 12))) == "queen of hearts"
    assert texts.say(catalogue.name_of(Card("joker", 2))) == "card joker 2"


@pytest.mark.parametrize("language", TILES)
def test_letter_cards_are_laid_out_by_colour_and_letter(language):
    """All 201 cards of a language are in order, with blanks after Z, and have names."""
    counts = load_language(language).cards
    found = catalogue.full_set({}, [], ["letters"], counts)
    assert len(set(found)) == len(found) == 104 + 97
    assert found[0] == Card("orange-a", 1)
    assert found[103:105] == (Card("orange-blank", 4), Card("blue-a", 1))
    texts = load_texts("en")
    assert texts.say(catalogue.name_of(Card("orange-e", 3))) == "orange E 3"
    assert texts.say(catalogue.name_of(Card("blue-blank", 2))) == "blue ? 2"
    assert catalogue.read_item("card-orange-e-12") == Card("orange-e", 12)


@pytest.mark.parametrize(
    ("text", "item"),
    [
        ("card-hearts-12", Card("hearts", 12)),
        ("red-3", Piece(Kind.LONG_STICK, 3)),
        ("green", Piece(Kind.TIGHT_CURVE)),
        ("tile-A-2", Tile("A", 2)),
        ("tile---1", Tile("-", 1)),
        ("tile-'", Tile("'")),
        ("start-decipher", Card("start-decipher")),
        ("card-joker-2", Card("joker", 2)),
    ],
)
def test_what_is_written_is_read_again(text, item):
    """Items are written and read again, cards of unknown kinds too."""
    assert catalogue.read_item(text) == item
    assert catalogue.write_item(item) == text


def test_what_is_written_has_an_end():
    """A card's text of 40 letters is read, a longer one is not."""
    assert catalogue.read_item("card-" + "a" * 35) == Card("a" * 35)
    assert catalogue.read_item("card-" + "a" * 36) is None


def test_everything_has_a_name_with_and_without_its_number():
    """A piece without one is called by its kind."""
    texts = load_texts("en")
    items = [
        *(Piece(Kind.LONG_STICK, 3), Piece(Kind.LONG_STICK)),
        *(Tile("A", 2), Tile("A"), Card("clubs", 1), Card("clubs")),
        *(Card("orange-e"), Card("blue-blank"), Card("start-decipher")),
    ]
    assert [texts.say(catalogue.name_of(item)).strip() for item in items] == [
        *("red 3", "red long stick", "tile A 2", "tile A", "ace of clubs"),
        *("card clubs", "orange E", "blue ?", "card start-decipher"),
    ]


@pytest.mark.parametrize(
    "text",
    ["", "red-0", "red-100", "rde-3", "tile", "tile-7", "Red-3", "card", "card-" * 9],
)
def test_what_is_no_item_is_none(text):
    """A text that names no item is read as None."""
    assert catalogue.read_item(text) is None


def test_a_full_set_is_laid_out_part_by_part():
    """A set has pieces, tiles and start cards; other parts follow on request."""
    tiles, games = {"-": 1, "B": 1, "A": 2}, ["decipher"]
    counts = {"blue": {"?": 1, "E": 2}}
    parts = {
        "pieces": catalogue.pieces(),
        "tiles": (Tile("A", 1), Tile("A", 2), Tile("B", 1), Tile("-", 1)),
        "cards": (Card("start-decipher"),),
        "deck": catalogue.deck(),
        "letters": (Card("blue-e", 1), Card("blue-e", 2), Card("blue-blank", 1)),
    }
    assert catalogue.full_set(tiles, games) == sum(list(parts.values())[:3], ())
    for name, items in parts.items():
        assert catalogue.full_set(tiles, games, [name], counts) == items
    assert catalogue.full_set(tiles, games, reversed(parts), counts) == sum(
        parts.values(), ()
    )
    assert catalogue.full_set(tiles, games, ["letters"]) == ()


def test_a_tile_may_be_typed_small():
    assert catalogue.read_item("tile-a-2") == Tile("A", 2)
