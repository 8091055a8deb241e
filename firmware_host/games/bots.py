"""
Bots: players that the board plays in place of missing people.

A game with bots lists their strengths in `Game.BOTS`, and chooses their actions in
`Game.bot`. A bot gets the view of its own seat, the header of the game, and random
bytes of its own. The rules may refuse a bot's action, as any player's.
"""

import hmac
from dataclasses import field
from typing import Self

from firmware_host.board.pieces import Millis
from firmware_host.board.players import EASY, FAIR, SHARP, STRENGTHS, Animal
from firmware_host.board.record import Record

__all__ = ["EASY", "FAIR", "SHARP", "STRENGTHS", "Bot", "Move", "chance", "seed"]

#: The length of a bot's seed, in bytes.
SEED_BYTES = 8


class Bot(Record):
    """
    A program that plays a seat.

    Args:
        strength: One of `STRENGTHS`.
        animal: Its animal, which is also its name.
        seed: The source of its random bytes; empty before a game.
    """

    strength: str
    animal: Animal
    seed: bytes = field(default=b"", repr=False)

    @property
    def text(self) -> str:
        """The bot as one word, the form stored in the journal: ``panda-easy-01ab…``."""
        return f"{self.animal}-{self.strength}-{self.seed.hex()}"

    @classmethod
    def read(cls, text: str) -> Self | None:
        """
        Return the bot whose `Bot.text` is `text`, or None for an empty text.

        Raises:
            ValueError: The text is no bot.
        """
        if not text:
            return None
        animal, strength, seed = text.split("-")
        if strength not in STRENGTHS:
            msg = f"no bot is {strength!r}"
            raise ValueError(msg)
        return cls(strength, Animal(animal), bytes.fromhex(seed))


class Move(Record):
    """
    The next action of a bot.

    Args:
        action: An action of the game, by the bot's seat.
        after_ms: The thinking time since the last action of any player, in ms.
    """

    action: object
    after_ms: Millis = Millis(0)


def seed(entropy: bytes, seat: int) -> bytes:
    """
    Return a bot's seed, from which its entropy cannot be derived.

    Args:
        entropy: 32 fresh random bytes, drawn when the bot joins.
        seat: The bot's seat.
    """
    return hmac.digest(entropy, f"bot:{seat}".encode(), "sha256")[:SEED_BYTES]


def chance(seed: bytes, number: int) -> bytes:
    """
    Return the random bytes of one move of a bot, 32 bytes.

    The first `SEED_BYTES` are the same for all moves of a bot, so that its vocabulary
    and its habits can be drawn from them.

    Args:
        seed: The bot's seed.
        number: The number of accepted actions of the game so far.
    """
    own = hmac.digest(seed, b"own", "sha256")[:SEED_BYTES]
    return own + hmac.digest(seed, f"move:{number}".encode(), "sha256")[SEED_BYTES:]
