"""
The longest words that some letters and jokers can be laid to.

The index is one file of bytes that is used as it was read. Each letter has a number;
the sum of a word's numbers says where the words of just these letters stand, and is
marked in a row of bits. A second row marks the sums of all words with one letter taken
away, so that for two jokers only the first has to be tried.

A file is: magic and bits' sizes (4 numbers of 32 bits, low byte first), the row of bits
of whole words, that of words less a letter, the end of each slot in the text (32 bits
each, one more slot than there are), the text: words of a slot, each with a line end.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from string import ascii_uppercase

from firmware_host.errors import SettingsError
from firmware_host.words.wide import LONGEST, SHORTEST

#: A rack of cards may hold so many jokers for `WordIndex.longest`.
MOST_JOKERS = 2

#: "LZW1"; on a machine that has the high byte first it reads as something else.
_MAGIC = 0x31575A4C

#: Sizes in powers of two: slots of the text, bits of words, bits of shortened words.
SLOTS, WHOLE, SHORTENED = 17, 22, 24

#: A number for each letter, so mixed that sums hardly ever meet (Knuth's multiplier).
_NUMBERS = {
    letter: pow(6364136223846793005, at + 3, 1 << 61) >> 20
    for at, letter in enumerate(ascii_uppercase)
}
_EACH = tuple(_NUMBERS.values())

_HEAD = 16


class WordIndex:
    """
    Words of 2 to 12 letters, asked for by their letters.

    Args:
        data: What `pack` wrote.
        where: The file, for messages.

    Raises:
        SettingsError: The bytes are no index, or not a whole one.
    """

    __slots__ = ("_ends", "_mask", "_short", "_short_mask", "_text", "_whole")

    def __init__(self, data: bytes, where: str = "the word index") -> None:
        head = memoryview(data[:_HEAD]).cast("I") if len(data) >= _HEAD else (0,)
        if head[0] != _MAGIC:
            msg = (
                f"{where}: this is no word index; build it with tools/build_longest.py"
            )
            raise SettingsError(msg)
        slots, whole, short = (1 << min(power, 32) for power in head[1:4])
        text = _HEAD + whole // 8 + short // 8 + 4 * (slots + 1)
        view = memoryview(data)
        self._mask, self._short_mask = slots - 1, short - 1
        self._whole = view[_HEAD : _HEAD + whole // 8]
        self._short = view[_HEAD + whole // 8 : _HEAD + whole // 8 + short // 8]
        ends = view[text - 4 * (slots + 1) : text]
        self._text = view[text:]
        if len(ends) != 4 * (slots + 1) or ends.cast("I")[slots] != len(self._text):
            msg = f"{where}: the word index is cut off; build it again"
            raise SettingsError(msg)
        self._ends = ends.cast("I")

    def __contains__(self, word: object) -> bool:
        """Return whether the folded *word* is in the list."""
        if not isinstance(word, str) or not word or not set(word) <= _NUMBERS.keys():
            return False
        return word in self._slot(sum(map(_NUMBERS.__getitem__, word)))

    def longest(self, letters: str, jokers: int = 0) -> tuple[str, ...]:
        """
        Return all the longest words that can be laid, in alphabetical order.

        Args:
            letters: Up to twelve with the jokers, folded; each is used once.
            jokers: How many cards stand for any letter, 0 to 2.

        Raises:
            ValueError: There are more jokers, or other letters, than there can be.
        """
        if not 0 <= jokers <= MOST_JOKERS or not set(letters) <= _NUMBERS.keys():
            msg = f"letters A to Z and up to {MOST_JOKERS} jokers, not {jokers}"
            raise ValueError(msg)
        rack = sorted(letters)
        size = min(len(rack) + jokers, LONGEST)
        for length in range(size, SHORTEST - 1, -1):
            if found := self._of_length(rack, jokers, length):
                return tuple(sorted(found))
        return ()

    def _of_length(self, rack: list[str], jokers: int, length: int) -> set[str]:
        """Return the words of *length*; a joker left over is never the longer way."""
        used = min(jokers, length)
        if length - used > len(rack):
            return set()
        numbers = [_NUMBERS[letter] for letter in rack]
        sums = set(map(sum, combinations(numbers, length - used)))
        wanted = Counter(rack)
        return {
            word
            for number in self._likely(sums, used)
            for word in self._slot(number)
            if len(word) == length and (Counter(word) - wanted).total() <= jokers
        }

    def _likely(self, sums: set[int], jokers: int) -> Iterator[int]:
        """Yield the sums of words that the bits allow, jokers made letters."""
        if jokers == MOST_JOKERS:
            sums = {number + one for number in sums for one in _EACH}
        if jokers:
            bits, mask = self._short, self._short_mask
            sums = {
                number + one
                for number in sums
                if bits[(at := number & mask) >> 3] >> (at & 7) & 1
                for one in _EACH
            }
        bits, mask = self._whole, len(self._whole) * 8 - 1
        for number in sums:
            at = number & mask
            if bits[at >> 3] >> (at & 7) & 1:
                yield number

    def _slot(self, number: int) -> list[str]:
        """Return every word that stands where those of this sum do."""
        slot = (number >> 8) & self._mask
        ends = self._ends
        return str(self._text[ends[slot] : ends[slot + 1]], "ascii").split()


def pack(words: Iterable[str]) -> bytes:
    """
    Return the index of *words*, for `WordIndex`.

    Args:
        words: Folded; those of another length or with another letter are left out.
    """
    whole, short = bytearray(1 << WHOLE - 3), bytearray(1 << SHORTENED - 3)
    slots: dict[int, list[str]] = {}
    for word in sorted(set(words)):
        if SHORTEST <= len(word) <= LONGEST and set(word) <= _NUMBERS.keys():
            number = sum(map(_NUMBERS.__getitem__, word))
            slots.setdefault((number >> 8) & ((1 << SLOTS) - 1), []).append(word)
            _mark(whole, number)
            for letter in set(word):
                _mark(short, number - _NUMBERS[letter])
    ends, text = [0], bytearray()
    for slot in range(1 << SLOTS):
        text += "".join(f"{word}\n" for word in slots.get(slot, ())).encode("ascii")
        ends.append(len(text))
    numbers = (_MAGIC, SLOTS, WHOLE, SHORTENED)
    return b"".join((_bytes(numbers), whole, short, _bytes(ends), text))


def _mark(bits: bytearray, number: int) -> None:
    at = number & (len(bits) * 8 - 1)
    bits[at >> 3] |= 1 << (at & 7)


def _bytes(numbers: Iterable[int]) -> bytes:
    return b"".join(number.to_bytes(4, "little") for number in numbers)
