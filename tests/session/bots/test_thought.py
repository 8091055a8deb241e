"""The planned moves of bots are private."""

from firmware_host.games.bots import Move
from firmware_host.games.decipher.rules import SetSecret
from firmware_host.session.play import Thought, ask_directly


def test_a_thought_does_not_print_its_move():
    """A thought's repr leaves out its move, which may contain a secret word."""
    thought = Thought(0, 0, Move(SetSecret(0, "HOBBY")))
    assert "HOBBY" not in repr(thought)
    assert "Secret" not in repr(thought)


def test_a_bot_is_asked_and_waited_for_where_nobody_says_otherwise():
    """Without limits a bot is called directly, and its exception is raised."""
    assert ask_directly("any", lambda: Move("a move")) == Move("a move")
