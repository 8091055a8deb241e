"""
The information and the value of an action, published once its round is over.

A game that supports this computes it in `Game.insight`, from the public views before
and after the action, never from secrets.
"""

from firmware_host.board.json import Json
from firmware_host.board.messages import Message
from firmware_host.board.pieces import Seat
from firmware_host.board.record import Record

#: The most words that are listed; of more words only their number is given.
FEW = 12


class Left(Record):
    """
    The words still possible as one seat's secret, or in one seat's hand.

    Args:
        seat: Whose.
        left: How many words still fit its secret; of a hand, the length of
            its longest word.
        words: The words, if they are at most `FEW`.
    """

    seat: Seat
    left: int
    words: tuple[str, ...] = ()


class Insight(Record):
    """
    The information that one action gave, and its value in points.

    Points are the difference between the seekers' points and the maker's points.

    Args:
        by: The seat that acted; None for the board or chance.
        left: The number of words that are possible after it.
        words: These words, if there are at most `FEW`.
        each: The same by seat, in games where each seat has a secret or a hand.
        label: The code of the sentence about the possible words.
        bits: The information in bits, log2 of the words before over the words after.
        skill: Points lost by the choice against the best action, 0 or less.
        luck: Points that chance added to the expected points, or took away.
        best: The best action; None if this one was it.
        said: A sentence about the action; None for no sentence.
    """

    by: Seat | None
    left: int
    bits: float = 0.0
    skill: float = 0.0
    luck: float = 0.0
    best: Message | None = None
    said: Message | None = None
    words: tuple[str, ...] = ()
    each: tuple[Left, ...] = ()
    label: str = "insight-left"

    def plain(self) -> dict[str, Json]:
        """Return the figures as JSON, points and bits to a hundredth."""
        return {
            "seat": self.by,
            "left": self.left,
            "words": list(self.words),
            "bits": round(self.bits, 2),
            "skill": round(self.skill, 2),
            "luck": round(self.luck, 2),
        }
