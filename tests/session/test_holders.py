"""Holders of a secret, by the game's own commitment."""

import pytest

from firmware_host.board.commands import SeatPhone
from firmware_host.board.pieces import Seat
from firmware_host.games.views import Common
from firmware_host.session.holders import Secrets, epoch, secrets, waiting
from firmware_host.session.state import Phone
from tests.session.evening import first_evening, playing, then


@pytest.mark.parametrize(
    ("common", "own", "sealed"),
    [
        (Common(), True, True),
        (Common(), False, False),
        (Common(waiting=True), True, False),
        (Common(over=True), True, False),
        (Common(sealed=()), True, False),
        (Common(sealed=(Seat(0),)), True, False),
        (Common(sealed=(Seat(0), Seat(2))), False, True),
    ],
)
def test_a_seats_secret_lies_where_the_game_says_so(common, own, sealed):
    """A game that does not say is taken to mean the whole round, if seats have any."""
    assert Secrets("1.0", common, own).is_sealed(Seat(2)) is sealed
    assert Secrets("1.0", common, own).is_begun(Seat(2)) is sealed


def test_a_secret_is_known_by_its_round_and_its_own_promise():
    """A secret's key is its round and its own commitment, or the common one."""
    common = Common(commitment="ab", commitments=("cd", "ef"), making=(Seat(1),))
    known = Secrets("3.1", common, own=False)
    assert [known.of(Seat(seat)) for seat in range(3)] == ["3.1:cd", "3.1:ef", "3.1:ab"]
    assert [known.is_begun(Seat(seat)) for seat in (0, 1)] == [False, True]


def test_while_things_are_chosen_there_is_no_secret():
    assert epoch(first_evening()) == ""
    assert not secrets(first_evening()).is_begun(Seat(0))
    assert epoch(playing(board_makes=False)) == "1.0"


def test_nobody_waits_for_a_phone_without_a_place():
    """A phone without a seat is not waited for."""
    session = then(playing(board_makes=False), SeatPhone("a", Seat(0))).session
    assert waiting(session, Phone("b", 2)) == ()
