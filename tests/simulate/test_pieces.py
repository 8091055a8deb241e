"""The box's 48 letter pieces and 82 tiles, each with a tag of its own."""

from collections import Counter

import pytest

from firmware_host.board.catalogue import pieces
from firmware_host.board.pieces import Card, Kind, Piece
from firmware_host.simulate.pieces import (
    card_of,
    cards,
    spare,
    tags,
    uid_of,
)

RED = Kind.LONG_STICK


def test_the_set_is_the_boxs():
    """
    The set has 16 red, 16 yellow, 8 blue and 8 green pieces.

    Source: rule book, "Setup".
    """
    counted = Counter(piece.kind.value for piece in pieces())
    assert counted == {"red": 16, "yellow": 16, "blue": 8, "green": 8}
    assert len(set(pieces())) == 48


def test_each_piece_has_a_tag_of_its_own():
    """Each piece has a tag of seven bytes, and no two are the same."""
    uids = [uid_of(piece) for piece in pieces()]
    assert len(set(uids)) == 48
    assert {len(uid) for uid in uids} == {7}


def test_each_tag_is_known_as_its_piece_or_tile():
    known = tags()
    assert len(known) == 48 + 82 + len(cards())
    assert all(known[uid_of(item)] == item for item in known.values())
    assert set(pieces()) <= set(known.values())


@pytest.mark.parametrize("kind", Kind)
def test_a_hand_takes_the_same_piece_until_it_lies(kind):
    """The piece of a kind stays the same until it is laid."""
    assert spare(kind, ()) == spare(kind, ()) == Piece(kind, 1)
    assert spare(kind, {Piece(kind, 1)}) == Piece(kind, 2)
    assert spare(kind, {Piece(kind, 2)}) == Piece(kind, 1)


def test_when_all_of_a_kind_lie_the_hand_takes_one_of_them():
    """The board refuses it, and says why."""
    all_red = [piece for piece in pieces() if piece.kind is RED]
    assert spare(RED, all_red) in all_red


def test_a_game_brings_its_cards_along():
    """The deck of Code cards: four suits from ace to king."""
    assert len({card for card in cards() if card.name == "hearts"}) == 13
    assert len(cards()) >= 52


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("QH", Card("hearts", 12)),
        (" 10♠ ", Card("spades", 10)),
        ("ac", Card("clubs", 1)),
        ("D♥", Card("hearts", 12)),
        ("BS", Card("spades", 11)),
        ("DD", Card("diamonds", 12)),
        ("diamonds-13", Card("diamonds", 13)),
        ("11H", None),
        ("HQ", None),
        ("hearts-14", None),
        ("joker", None),
        ("", None),
    ],
)
def test_a_card_is_typed_by_rank_and_suit(text, card):
    assert card_of(text) == card
