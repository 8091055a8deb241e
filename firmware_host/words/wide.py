"""Lists of words of 2 to 12 letters, front-coded, searched without decompression."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from firmware_host.errors import SettingsError

#: A laid word has 2 to 12 letters: six orange cards and six blue ones at most.
#: Source: rules, part 5.
SHORTEST, LONGEST = 2, 12

LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")

#: The number of words in a line, of which the first is complete.
BLOCK = 64

#: The signs for the number of letters that a word shares with the one before it.
_SHARED = "0123456789ab"


class Searched(Protocol):
    """Bytes that can be searched: in memory, or in a mapped file."""

    def __len__(self) -> int:
        """Return the number of bytes."""

    def __getitem__(self, part: slice, /) -> bytes:
        """Return a slice of the bytes."""

    def find(self, wanted: bytes, start: int, /) -> int:
        """Return the first offset of *wanted* from *start* on, or -1."""

    def rfind(self, wanted: bytes, start: int, end: int, /) -> int:
        """Return the last offset of *wanted* between *start* and *end*, or -1."""


class WideList:
    """
    Words of 2 to 12 letters, without a set of them in memory.

    A line begins with a word in full. Each word after it is a sign for how many letters
    it shares with the one before, and the letters that differ: ``CAT3S1OD`` is CAT,
    CATS, COD. Lines are in alphabetical order, so a word is found by a binary search
    over the lines, and a walk along one of them.

    Args:
        text: What `packed` wrote; of a mapped file no more is read than is asked for.
        where: The file, for messages.

    Raises:
        SettingsError: The bytes are no such list, or not a whole one.
    """

    __slots__ = ("_starts", "_text")

    def __init__(self, text: Searched, where: str = "the word list") -> None:
        if len(text) and not (text[:SHORTEST].isalpha() and text[-1:] == b"\n"):
            msg = f"{where}: it is cut off; build it with tools/build_words.py"
            raise SettingsError(msg)
        self._text = text
        self._starts: list[int] = []

    def __contains__(self, word: object) -> bool:
        """Return whether the folded *word* is in the list."""
        if not isinstance(word, str) or not word or not LETTERS.issuperset(word):
            return False
        return any(known == word for known in _unpacked(self._line(word)))

    def __iter__(self) -> Iterator[str]:
        """Yield every word, in alphabetical order."""
        for line in self._text[:].decode("ascii").splitlines():
            yield from _unpacked(line)

    def __len__(self) -> int:
        """Return the number of words."""
        starts = self._lines()
        if not starts:
            return 0
        return (len(starts) - 1) * BLOCK + sum(1 for _ in self._words_of(starts[-1]))

    def __getitem__(self, at: int) -> str:
        """
        Return a word by its place in alphabetical order.

        Args:
            at: The index from 0, in alphabetical order.

        Raises:
            IndexError: The index is not below the number of words.
        """
        line, place = divmod(at, BLOCK)
        for here, word in enumerate(self._words_of(self._lines()[line])):
            if here == place:
                return word
        raise IndexError(at)

    def _lines(self) -> list[int]:
        """Return the offsets of all lines; they are searched for once."""
        if not self._starts:
            start = 0
            while start < len(self._text):
                self._starts.append(start)
                start = self._text.find(b"\n", start) + 1
        return self._starts

    def _words_of(self, start: int) -> Iterator[str]:
        """Yield the words of the line that begins at an offset."""
        end = self._text.find(b"\n", start)
        return _unpacked(self._text[start:end].decode("ascii"))

    def _line(self, word: str) -> str:
        """Return the offset of the last line whose first word is not after *word*."""
        text, wanted = self._text, word.encode("ascii")
        low, high = 0, len(text)
        while low < high:  # the line wanted begins in [low, high)
            middle = (low + high) >> 1
            start = text.rfind(b"\n", 0, middle) + 1
            if _first(text, start) <= wanted:
                end = text.find(b"\n", middle) + 1
                if end >= high:
                    low = start
                    break
                low = end if _first(text, end) <= wanted else start
                if low == start:
                    break
            else:
                high = start
        return text[low : text.find(b"\n", low)].decode("ascii")


def _first(text: Searched, start: int) -> bytes:
    """Return the word at the beginning of a line."""
    head = text[start : start + LONGEST]
    for at, sign in enumerate(head):
        if not 65 <= sign <= 90:  # noqa: PLR2004 - A to Z in ASCII
            return head[:at]
    return head


def _unpacked(line: str) -> Iterator[str]:
    """Yield the words of a line."""
    word = ""
    begin, shared = 0, 0
    for at, sign in enumerate(line):
        if sign in _SHARED:
            word = word[:shared] + line[begin:at]
            yield word
            begin, shared = at + 1, _SHARED.index(sign)
    if line:
        yield word[:shared] + line[begin:]


def packed(words: Iterable[str]) -> bytes:
    """
    Return words in the format of `WideList`.

    Args:
        words: Folded words; words of another length or with other signs are omitted.
    """
    fit = {w for w in words if SHORTEST <= len(w) <= LONGEST and LETTERS.issuperset(w)}
    text, before = [], ""
    for number, word in enumerate(sorted(fit)):
        if number % BLOCK:
            shared = _shared(before, word)
            text.append(_SHARED[shared] + word[shared:])
        else:
            text.append("\n" * bool(number) + word)
        before = word
    return "".join([*text, "\n" * bool(text)]).encode("ascii")


def _shared(one: str, other: str) -> int:
    """Return the length of the common beginning of two words."""
    pairs = zip(one, other, strict=False)
    return next(
        (at for at, (a, b) in enumerate(pairs) if a != b), min(map(len, (one, other)))
    )
