"""Eight animals, as many as can sit at the table."""

from firmware_host.board.animals import ANIMALS
from firmware_host.board.events import PLAYER_BUTTONS
from firmware_host.limits import SEATS


def test_everybody_at_a_full_table_can_be_another_one():
    """And each of the four buttons has one of its own."""
    assert len(ANIMALS) == SEATS
    assert len(set(ANIMALS)) == SEATS
    assert len(PLAYER_BUTTONS) <= SEATS
