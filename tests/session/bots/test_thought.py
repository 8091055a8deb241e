"""What bots want is nobody's to read before they have done it."""

from firmware_host.games.bots import Move
from firmware_host.games.decipher.rules import SetSecret
from firmware_host.session.play import Thought, ask_directly


def test_a_thought_does_not_print_its_move():
    """It may hold a secret word."""
    thought = Thought(0, 0, Move(SetSecret(0, "HOBBY")))
    assert "HOBBY" not in repr(thought)
    assert "Secret" not in repr(thought)


def test_a_bot_is_asked_and_waited_for_where_nobody_says_otherwise():
    """What it raises comes through."""
    assert ask_directly("any", lambda: Move("a move")) == Move("a move")
