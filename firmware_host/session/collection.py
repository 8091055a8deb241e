"""
The collection of a board: words of the day that were found, and bots that were beaten.

It names no person. A missed day leaves no gap: only what was found is stored.
"""

from collections.abc import Mapping
from dataclasses import field
from json import dumps, loads

from firmware_host.board.record import Record

#: The setting that stores it.
COLLECTION = "collection"


class FoundWord(Record):
    """
    A word of the day that a person at this board found.

    Args:
        day: The number of the day.
        language: The code of its language.
        word: The word, folded.
    """

    day: int
    language: str
    word: str = field(repr=False)


class Collection(Record):
    """
    The board's stored list of found words of the day and of beaten bots.

    Args:
        found: The words of the day, the newest last.
        beaten: By game, the bots that a single person has beaten: the strengths of all
            bots of that game, joined by ``+``.
    """

    found: tuple[FoundWord, ...] = ()
    beaten: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The collection as text to store."""
        found = [[one.day, one.language, one.word] for one in self.found]
        return dumps({"found": found, "beaten": self.beaten}, ensure_ascii=False)


def read_collection(text: str) -> Collection:
    """Return the stored collection; an empty one if the text is damaged."""
    try:
        item = loads(text)
        found = [FoundWord(int(n), str(of), str(word)) for n, of, word in item["found"]]
        beaten = {
            str(game): tuple(map(str, bots)) for game, bots in item["beaten"].items()
        }
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError):
        return Collection()
    return Collection(tuple(found), beaten)
