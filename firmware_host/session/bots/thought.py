"""What the bots at a table want, as long as nobody acts, and how they are asked."""

from collections.abc import Callable
from dataclasses import field

from firmware_host.board.pieces import Millis, Seat
from firmware_host.board.record import Record
from firmware_host.games.bots import Move

#: Asks a bot, of the game with that name; it may raise, as `at_once` does.
Think = Callable[[str, Callable[[], Move | None]], Move | None]


def at_once(game: str, ask: Callable[[], Move | None]) -> Move | None:
    """Ask a bot, and wait as long as that takes."""
    del game
    return ask()


class Thought(Record):
    """
    What the bots want.

    Args:
        since_ms: Since when they think, on the clock of this start of the program.
        seat: The bot that moves first; None where all of them wait for others.
        move: What it will do; secret until it has.
        tries: True once the board says what it is about to do.
    """

    since_ms: Millis
    seat: Seat | None = None
    move: Move | None = field(default=None, repr=False)
    tries: bool = False
