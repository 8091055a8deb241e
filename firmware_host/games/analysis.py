"""
What an action told and what it was worth, once its round is over.

A game that can say it does so in `Game.insight`: from what everybody saw before and
after, never from what is secret.
"""

from firmware_host.board.json import Json
from firmware_host.board.messages import Message
from firmware_host.board.pieces import Seat
from firmware_host.board.record import Record

#: So many words are named; of more, their number tells enough.
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
    What one action told, and what it was worth.

    Points are those of the difference between whoever seeks and whoever makes the word.

    Args:
        by: Who acted; None where it was the board, or chance.
        left: How many words still fit afterwards.
        words: Those that do, where they are at most `FEW`.
        each: The same by seat, in games where each seat has a secret or a hand.
        label: The code of the sentence that says what is left.
        bits: What it told: of so many yes-or-no questions it answered as many.
        skill: Points that the choice gave away against the best one, 0 or less.
        luck: Points that chance added to what was to be expected, or took away.
        best: The best there was; None where this was it.
        said: It all in one sentence; None where nothing is to be said.
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
