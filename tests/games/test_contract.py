"""A game's needs, the place of its words, and a seat's results."""

import pytest

from firmware_host.app.content.languages import load_language
from firmware_host.board.pieces import BOARD, Seat
from firmware_host.games.contract import (
    GameSetup,
    Header,
    Needs,
    first_zone,
    points_of,
    settled_of,
)
from firmware_host.limits import MAKERS

ENGLISH = load_language("en")


@pytest.mark.parametrize(
    ("maker", "board_makes", "most"),
    [(False, False, 8), (False, True, 8), (True, True, 8), (True, False, MAKERS)],
)
def test_fewer_can_play_where_one_of_them_makes_the_words(maker, board_makes, most):
    assert Needs(seats=(1, 8), maker=maker).most(board_makes=board_makes) == most


@pytest.mark.parametrize(
    ("length", "chosen", "zone"), [(4, 0, 2), (5, 0, 1), (3, 4, 4), (6, 0, 1)]
)
def test_a_word_begins_where_the_rules_say_or_where_it_was_chosen(length, chosen, zone):
    header = Header("game", 2, length, first_zone=chosen, language=ENGLISH)
    assert first_zone(header) == zone


@pytest.mark.parametrize(
    ("seat", "board_makes", "points"),
    [(0, False, 3), (1, True, 5), (BOARD, True, 7), (BOARD, False, None)],
)
def test_the_points_of_a_seat_leave_the_board_out(seat, board_makes, points):
    assert points_of((3, 5, 7), Seat(seat), board_makes=board_makes) == points


@pytest.mark.parametrize("board_makes", [False, True])
def test_who_came_later_has_no_part_in_a_round(board_makes):
    assert points_of((3, 5), Seat(2), board_makes=board_makes) is None


def test_a_header_can_be_made_again_of_what_was_settled():
    header = Header("game", 2, 5, options=(("hand", "tap"),), language=ENGLISH)
    assert Header(**settled_of(header), language=ENGLISH) == header
    assert GameSetup(**settled_of(header)).options == header.options
