"""
Bots: players that the board plays for people who are missing.

A game that has bots names their strengths in `Game.BOTS`, and says in `Game.bot` what
one of them does. A bot knows the view of its own seat, what was settled before the
game, and chance of its own. It acts like anybody else: the rules may refuse it.
"""

import hmac
from dataclasses import field
from typing import Self

from firmware_host.board.pieces import Millis
from firmware_host.board.players import EASY, FAIR, SHARP, STRENGTHS, Animal
from firmware_host.board.record import Record

__all__ = ["EASY", "FAIR", "SHARP", "STRENGTHS", "Bot", "Move", "chance", "seed"]

#: Bytes of a bot's seed.
SEED_BYTES = 8


class Bot(Record):
    """
    Who plays a seat, where it is no person.

    Args:
        strength: One of `STRENGTHS`.
        animal: What it is, and is called.
        seed: Where its chance comes from; empty before a game.
    """

    strength: str
    animal: Animal
    seed: bytes = field(default=b"", repr=False)

    @property
    def text(self) -> str:
        """The bot in one word, as the journal keeps it: ``panda-easy-01ab…``."""
        return f"{self.animal}-{self.strength}-{self.seed.hex()}"

    @classmethod
    def read(cls, text: str) -> Self | None:
        """
        Return the bot of a `text`; None for an empty one.

        Raises:
            ValueError: It is none.
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
    What a bot wants to do now.

    Args:
        action: The game's own kind of action, of the bot's seat.
        after_ms: How long it thinks before, counted from the last action of anybody.
    """

    action: object
    after_ms: Millis = Millis(0)


def seed(entropy: bytes, seat: int) -> bytes:
    """
    Return the seed of a bot that sits down; it does not tell what it was made of.

    Args:
        entropy: 32 fresh bytes, of the moment when it sits down.
        seat: Where.
    """
    return hmac.digest(entropy, f"bot:{seat}".encode(), "sha256")[:SEED_BYTES]


def chance(seed: bytes, number: int) -> bytes:
    """
    Return the chance of one move, 32 bytes.

    The first `SEED_BYTES` are the bot's own, and the same for all its moves: what it
    knows, and is like, may be drawn from them.

    Args:
        seed: The bot's.
        number: Accepted actions of the game so far: after each, chance is another.
    """
    own = hmac.digest(seed, b"own", "sha256")[:SEED_BYTES]
    return own + hmac.digest(seed, f"move:{number}".encode(), "sha256")[SEED_BYTES:]
