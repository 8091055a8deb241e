"""What all floors know of bots."""

from firmware_host.board import bots
from firmware_host.board.events import PLAYER_BUTTONS


def test_a_bot_is_told_from_a_button():
    """Strength and symbol are no player's button: they may stand in one list."""
    assert not {*bots.STRENGTHS, bots.SYMBOL} & set(PLAYER_BUTTONS)
    assert (bots.STRENGTHS[0], bots.STRENGTHS[-1]) == (bots.EASY, bots.SHARP)
