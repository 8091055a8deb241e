"""What a viewer sees claims nothing before it is said, and knows what is secret."""

import pytest

from firmware_host.board.pieces import Seat
from firmware_host.board.seen import Common, Seen, Sitter


def test_a_view_that_says_nothing_claims_nothing():
    """A game's view that lacks a field has its default."""
    assert repr(Common()) == (
        "Common(results=(), over=False, turn=None, maker=None, waiting=False,"
        " commitment='', sealed=(), may=(), placed=(), covered=None, first_zone=1,"
        " bonus_mode=False)"
    )
    assert repr(Sitter(Seat(0), "Tina")) == (
        "Sitter(seat=0, name='Tina', symbol='', left=False, points=None)"
    )
    seen = Seen(*(None,) * 14)
    assert (seen.left_ms, seen.running, seen.common) == (None, False, Common())


@pytest.mark.parametrize(
    ("common", "secret"),
    [
        (Common(), True),
        (Common(waiting=True), False),
        (Common(over=True), False),
        (Common(over=True, waiting=True), False),
        (Common(waiting=True, commitment="ab"), True),
        (Common(over=True, sealed=(Seat(1),)), True),
    ],
)
def test_something_is_secret_while_a_round_runs_or_a_secret_lies(common, secret):
    """Before a round nothing is, but a word that was chosen early; nor at the end."""
    assert common.secret is secret
