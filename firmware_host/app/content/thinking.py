"""Asking a bot: one that takes too long is ended, and costs nothing but itself."""

from collections.abc import Callable

from firmware_host.app.content.time_limit import HangError, limited
from firmware_host.errors import RuleError
from firmware_host.games.bots import Move


def within_limits(game: str, ask: Callable[[], Move | None]) -> Move | None:
    """
    Return what a bot does next; it may also be the bot of a game from outside.

    Args:
        game: The name of its game.
        ask: Asks it.

    Raises:
        RuleError: It has not answered in time, or wanted to end the program.
    """
    try:
        return limited()(game, ask)
    except (HangError, SystemExit) as fault:
        msg = f"a bot of {game} ended with {type(fault).__name__}"
        raise RuleError(msg) from None
