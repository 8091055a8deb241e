"""
The words that can be laid with given cards, and the longest of them.

A set of words is an integer with one bit for each word, in the list's order. For each
letter there is the set of words with at least one of it, at least two, and so on. A
letter that the cards lack takes a joker.
"""

from collections.abc import Collection, Container, Iterable, Iterator
from string import ascii_uppercase
from typing import Protocol

from firmware_host.words.wide import LONGEST, SHORTEST


class Words(Protocol):
    """An alphabetically sorted word list, to find the longest words in letters."""

    def __len__(self) -> int:
        """Return the number of words."""

    def __iter__(self) -> Iterator[str]:
        """Yield all words."""

    def __getitem__(self, at: int, /) -> str:
        """Return the word at an index, from 0."""


class LayIndex:
    """
    An index of words of 2 to 12 letters by the cards that lay them.

    It is built in memory: half a million words take one second and 7 MB.

    Args:
        words: Folded words without duplicates; longer words, and words with signs that
            no card has, are never laid.
        unfit: Words that are never returned, as the board must not show them.
    """

    __slots__ = ("_counts", "_of_length", "_unfit", "all", "words")

    def __init__(self, words: Words, unfit: Container[str] = ()) -> None:
        self.words, self._unfit = words, unfit
        fit = (
            word.ljust(LONGEST)[:LONGEST] if word.isalpha() and len(word) <= LONGEST
            else " " * LONGEST
            for word in words
        )  # fmt: skip
        text = "".join(fit).encode("ascii")
        # Read from the last word on, for the first word shall be the lowest bit.
        every = [text[at::LONGEST][::-1] for at in range(LONGEST)]
        columns = [column for column in every if column.strip()] or every[:1]
        self._counts = {one: _at_least(columns, one) for one in ascii_uppercase}
        lengths = (*_at_least(columns, ascii_uppercase), *[0] * (LONGEST + 1))
        self._of_length = tuple(
            lengths[size - 1] & ~lengths[size] for size in range(1, LONGEST + 1)
        )
        self.all = lengths[SHORTEST - 1]

    def laid(self, letters: str, jokers: int = 0) -> int:
        """
        Return the set of words that can be laid, as an integer.

        Args:
            letters: The letters of the cards; each is used at most once.
            jokers: The number of cards that can be any letter.
        """
        lacks = [0] * (jokers + 1)  # at least one joker more than the place says
        for letter, counts in self._counts.items():
            has = letters.count(letter)
            for words in counts[has : has + jokers + 1]:
                for less in range(jokers, 0, -1):
                    lacks[less] |= lacks[less - 1] & words
                lacks[0] |= words
        return self.all & ~lacks[jokers]

    def having(self, letters: Iterable[str]) -> int:
        """Return the set of words with at least one of *letters*."""
        found = 0
        for letter in letters:
            for words in self._counts.get(letter, ())[:1]:
                found |= words
        return found & self.all

    def by_length(self, bits: int) -> Iterator[tuple[str, ...]]:
        """Yield the words of *bits* in groups by length, the longest first."""
        for of_length in reversed(self._of_length):
            named = self.list(bits & of_length)
            if fit := tuple(word for word in named if word not in self._unfit):
                yield fit

    def longest(self, bits: int) -> tuple[str, ...]:
        """Return the longest inoffensive words among *bits*, in order A to Z."""
        return next(self.by_length(bits), ())

    def list(self, bits: int) -> tuple[str, ...]:
        """Return the words of *bits*, in alphabetical order."""
        named = []
        text = f"{bits:b}"[::-1]
        at = text.find("1")
        while at >= 0:
            named.append(self.words[at])
            at = text.find("1", at + 1)
        return tuple(named)


def _at_least(columns: Collection[bytes], letters: str) -> tuple[int, ...]:
    """Return the sets of words with at least 1, 2, ... occurrences of *letters*."""
    table = bytearray(256)
    for letter in letters:
        table[ord(letter)] = 1
    # One byte a word, which its letters do not overflow.
    total = sum(int.from_bytes(column.translate(table)) for column in columns)
    counts = total.to_bytes(len(next(iter(columns))))
    found: list[int] = []
    while words := _where(counts, len(found) + 1):
        found.append(words)
    return tuple(found)


def _where(counts: bytes, least: int) -> int:
    """Return the set of words whose count is at least *least*."""
    ones = b"0" * least + b"1" * (256 - least)
    return int(counts.translate(ones) or b"0", 2)
