"""Fifty-two cards, each with a tag, and six places on the board."""

import pytest

from firmware_host.board.catalogue import read_item, write_item
from firmware_host.board.pieces import Zone
from firmware_host.games.codecards.rules import (
    COLUMNS,
    DECK,
    ITEMS,
    PLACES,
    PlayingCard,
    facing,
    is_hit,
    name_of,
    of_item,
    other,
    place_of,
    zone_of,
)
from tests.games.codecards_play import LEE, TINA


def test_a_hidden_card_counts_from_its_owners_own_left():
    """Tina has zones 1 to 3; Lee sits opposite, and Lee's own left is zone 6."""
    assert [zone_of(TINA, place) for place in PLACES] == [1, 2, 3]
    assert [zone_of(LEE, place) for place in PLACES] == [6, 5, 4]
    for zone in map(Zone, range(1, 7)):
        assert zone_of(*place_of(zone)) == zone


def test_every_card_has_a_tag_of_its_own():
    """Fifty-two of them, and each is found again."""
    assert len(set(ITEMS)) == 52
    assert [of_item(item) for item in ITEMS] == list(DECK)
    assert (PlayingCard("10H").rank, PlayingCard("10H").suit) == (10, "hearts")


def test_a_card_reads_back_as_it_is_enrolled():
    """A card's name as it is enrolled can be read back."""
    assert [read_item(write_item(item)) for item in ITEMS] == list(ITEMS)
    assert write_item(ITEMS[-1]) == "card-spades-13"


def test_columns_run_on_to_the_right_from_ones_own_row():
    """One player's columns are zones 4, 5, 6, the other's are 3, 2, 1."""
    assert [zone_of(LEE, facing(column)) for column in COLUMNS] == [4, 5, 6]
    assert [zone_of(TINA, facing(column)) for column in COLUMNS] == [3, 2, 1]
    assert (other(TINA), other(LEE)) == (LEE, TINA)


def test_every_card_is_hit_by_its_suit_and_its_rank():
    """Each card is hit by 16 cards: its suit, its rank and itself."""
    for hidden in DECK:
        assert sum(is_hit(top, hidden) for top in DECK) == 16


def test_a_card_is_called_by_rank_and_suit():
    """A card's name has a text for its rank and one for its suit."""
    called = name_of(PlayingCard("QS"))

    assert (called["rank"].code, called["suit"].code) == ("rank-12", "suit-spades")


@pytest.mark.parametrize("name", ["", "S", "1S", "10X", "QHH", "hearts"])
def test_no_other_card_has_a_name(name):
    """An unknown card's name raises ValueError."""
    with pytest.raises(ValueError, match="no card is called"):
        PlayingCard(name)
