"""
Which words fit the answers so far, over a whole list at once.

Every word of a length is one bit of a number, in the list's own order, so that words
that agree about something are one number, and a mark is one ``and`` of two of them.
"""

from bisect import bisect_left
from collections.abc import Iterable
from functools import reduce
from operator import or_

from firmware_host.board.record import Record
from firmware_host.words.lexicon import Lexicon
from firmware_host.words.marks import GREEN, NONE, Clue

#: Fewer words than this are peeled off one by one; more are read from a string.
_FEW = 24


class Evidence(Record):
    """
    What one query brought.

    Args:
        query: Folded.
        marks: As `marks.mark` returns them.
        clue: ``>`` or ``<`` where the secret is higher or lower; empty without one.
    """

    query: str
    marks: str
    clue: Clue = ""


class Fitting:
    """
    The words of one length, ready to be asked which of them fit.

    It is built from the list's own bytes in a few milliseconds, so that no file has
    to be kept beside the list.

    Args:
        words: The list.
        length: Letters of each word.
    """

    __slots__ = ("_all", "_at", "_counts", "_nowhere", "_words")

    def __init__(self, words: Lexicon, length: int) -> None:
        self._words = words.words(length)
        self._all = (1 << len(self._words)) - 1
        text = "".join(reversed(self._words)).encode("ascii")
        # Read from the last word on, for the first word shall be the lowest bit.
        columns = [text[place::length] for place in range(length)]
        letters = bytes(sorted(set(text)))
        self._nowhere = (0,) * length
        self._at = {
            chr(letter): tuple(_bits(column, letter) for column in columns)
            for letter in letters
        }
        self._counts = {letter: _at_least(at) for letter, at in self._at.items()}

    def __len__(self) -> int:
        """Return how many words there are."""
        return len(self._words)

    def fit(self, answers: Iterable[Evidence]) -> tuple[str, ...]:
        """
        Return every word that would have answered as it was answered, in order.

        Args:
            answers: Queries of this length with their marks.
        """
        return self._named(self._fit(answers))

    def count(self, answers: Iterable[Evidence]) -> int:
        """Return how many words `fit` would return."""
        return self._fit(answers).bit_count()

    def _fit(self, answers: Iterable[Evidence]) -> int:
        left = self._all
        for answer in answers:
            left = self._marked(left, answer.query, answer.marks)
            if answer.clue:
                left = self._beside(left, answer.query, answer.clue)
            if not left:
                break
        return left

    def _marked(self, left: int, query: str, marks: str) -> int:
        found: dict[str, int] = {}
        capped = set()
        for place, (letter, sign) in enumerate(zip(query, marks, strict=True)):
            here = self._at.get(letter, self._nowhere)[place]
            left = left & here if sign == GREEN else left ^ (left & here)
            if sign == NONE:
                capped.add(letter)
            else:
                found[letter] = found.get(letter, 0) + 1
        for letter in found.keys() | capped:
            counts, least = self._counts.get(letter, ()), found.get(letter, 0)
            if least:
                left &= counts[least - 1] if least <= len(counts) else 0
            if letter in capped and least < len(counts):
                left ^= left & counts[least]
        return left

    def _beside(self, left: int, query: str, clue: Clue) -> int:
        at = bisect_left(self._words, query)
        if clue == "<":
            return left & ((1 << at) - 1)
        at += at < len(self._words) and self._words[at] == query
        return left >> at << at

    def _named(self, left: int) -> tuple[str, ...]:
        words, named = self._words, []
        if left.bit_count() < _FEW:
            while left:
                top = left.bit_length() - 1
                named.append(words[top])
                left ^= 1 << top
            return tuple(reversed(named))
        bits = f"{left:b}"[::-1]
        at = bits.find("1")
        while at >= 0:
            named.append(words[at])
            at = bits.find("1", at + 1)
        return tuple(named)


def _bits(column: bytes, letter: int) -> int:
    """Return a number with a bit for each place of *column* that holds *letter*."""
    ones = bytearray(b"0" * 256)
    ones[letter] = ord("1")
    return int(column.translate(ones) or b"0", 2)


def _at_least(places: tuple[int, ...]) -> tuple[int, ...]:
    """Return which words hold a letter of the list at least once, twice and so on."""
    counts = [0] * len(places)
    for here in places:
        for more in range(len(counts) - 1, 0, -1):
            counts[more] |= counts[more - 1] & here
        counts[0] |= here
    last = max(at for at, words in enumerate(counts) if words)
    assert counts[:1] == [reduce(or_, places, 0)]  # noqa: S101 - once is anywhere
    return tuple(counts[: last + 1])
