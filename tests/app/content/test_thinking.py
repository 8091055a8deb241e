"""A bot that takes too long, or wants to end the program, costs itself alone."""

import sys

import pytest

from firmware_host.app.content import time_limit
from firmware_host.app.content.time_limit import within_limits
from firmware_host.errors import RuleError
from firmware_host.games.bots import Move


def test_a_bot_that_answers_is_heard():
    """A bot's answer is returned, and its own exception is raised unchanged."""
    assert within_limits("any", lambda: Move("a move")) == Move("a move")
    with pytest.raises(ZeroDivisionError):
        within_limits("any", lambda: 1 // 0)


def test_a_bot_that_thinks_for_ever_is_ended(monkeypatch):
    """A bot that loops for ever is interrupted."""
    monkeypatch.setattr(time_limit, "GAME_CALL_S", 0.02)

    def ask():
        while True:
            pass

    with pytest.raises(RuleError, match="HangError"):
        within_limits("any", ask)


def test_a_bot_ends_no_program():
    """A bot that calls sys.exit does not end the program."""
    with pytest.raises(RuleError, match="SystemExit"):
        within_limits("any", sys.exit)
