"""The words for pieces and zones."""

from dataclasses import FrozenInstanceError

import pytest

from firmware_host.board.pieces import (
    BOARD,
    KINDS,
    NO_PIECES,
    NOBODY,
    PIECES_IN_BOX,
    RACK,
    ZONES,
    Card,
    Kind,
    Piece,
    Tile,
    counts_of,
    kinds_of,
)


def test_the_box_holds_48_pieces() -> None:
    """16 red, 16 yellow, 8 blue, 8 green, as the rule book counts them."""
    assert [kind.value for kind in KINDS] == ["red", "yellow", "blue", "green"]
    assert dict(zip(KINDS, PIECES_IN_BOX, strict=True)) == {
        Kind.LONG_STICK: 16,
        Kind.SHORT_STICK: 16,
        Kind.WIDE_CURVE: 8,
        Kind.TIGHT_CURVE: 8,
    }


def test_a_kind_knows_its_place_in_counts() -> None:
    """`place` is the index in every count that is written in the order of `KINDS`."""
    assert [KINDS.index(kind) for kind in KINDS] == [kind.place for kind in KINDS]


def test_zones_are_numbered_as_on_the_board() -> None:
    """Zones are 1 to 6, and the rack is 0."""
    assert ZONES == (1, 2, 3, 4, 5, 6)
    assert RACK == 0


def test_nobody_and_the_board_have_numbers_that_no_person_or_seat_has() -> None:
    """The journal has written them: they stay as they are."""
    assert (NOBODY, BOARD) == (0, -1)


def test_a_piece_of_unknown_number_is_no_other() -> None:
    """A piece without a number equals only number 0, and pieces are immutable."""
    assert Piece(Kind.LONG_STICK) == Piece(Kind.LONG_STICK, 0)
    assert Piece(Kind.LONG_STICK) != Piece(Kind.LONG_STICK, 1)
    assert (Tile("A"), Card("joker")) == (Tile("A", 0), Card("joker", 0))
    assert NO_PIECES == (0, 0, 0, 0)
    with pytest.raises(FrozenInstanceError):
        Piece(Kind.LONG_STICK).number = 1


def test_counts_and_kinds_are_two_ways_to_say_the_same() -> None:
    """Pieces in the order of `KINDS`; colours count like the kinds that have them."""
    kinds = (Kind.LONG_STICK, Kind.LONG_STICK, Kind.WIDE_CURVE)
    assert kinds_of((2, 0, 1, 0)) == kinds
    assert counts_of(kinds) == counts_of(["blue", "red", "red"]) == (2, 0, 1, 0)
    assert (kinds_of(NO_PIECES), counts_of(())) == ((), NO_PIECES)
