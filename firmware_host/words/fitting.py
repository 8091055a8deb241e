"""The words of an index that fit the marks of a query."""

from bisect import bisect_left

from firmware_host.words.index import WordIndex
from firmware_host.words.marks import GREEN, NONE


def marked(index: WordIndex, bits: int, query: str, marks: str) -> int:
    """
    Return the words of *bits* for which *query* would get these marks.

    Args:
        index: The index of the words.
        bits: A set of its words.
        query: A folded word of the same length; it need not be in the index.
        marks: As `marks.mark` returns them.
    """
    found: dict[str, int] = {}
    capped = set()
    for at, (letter, sign) in enumerate(zip(query, marks, strict=True)):
        here = index.letter(at, letter)
        bits &= here if sign == GREEN else ~here
        if sign == NONE:
            capped.add(letter)
        else:
            found[letter] = found.get(letter, 0) + 1
    for letter in found.keys() | capped:
        least = found.get(letter, 0)
        if least:
            bits &= _at_least(index, letter, least)
        if letter in capped:
            bits &= ~_at_least(index, letter, least + 1)
    return bits


def beside(index: WordIndex, bits: int, query: str, clue: str) -> int:
    """
    Return the words of *bits* that are before or after *query* in the alphabet.

    Args:
        index: The index of the words.
        bits: A set of its words.
        query: A folded word of the same length.
        clue: ``<`` for those before it, ``>`` for those after it, empty for all.
    """
    if not clue:
        return bits
    places = range(index.lexicon.count(index.length))
    word = index.word
    at = bisect_left(places, query, key=word)
    if clue == "<":
        return bits & ((1 << at) - 1)
    at += at < len(places) and word(at) == query
    return bits >> at << at


def _at_least(index: WordIndex, letter: str, count: int) -> int:
    """Return the set of words with a letter at least *count* times."""
    counts = [0] * count
    for at in range(index.length):
        here = index.letter(at, letter)
        for more in range(count - 1, 0, -1):
            counts[more] |= counts[more - 1] & here
        counts[0] |= here
    return counts[-1]
