"""A list of words that is searched as the bytes of its file."""

from bisect import bisect_left
from hashlib import sha256

from firmware_host.errors import RuleError, SettingsError
from firmware_host.limits import LONGEST_WORD, SHORTEST_WORD

#: How many letter zones a word may fill. Source: rule book, "Board".
SHORTEST, LONGEST = SHORTEST_WORD, LONGEST_WORD


class Lexicon:
    """
    Words of 3 to 6 letters, without a set of them in memory.

    Lines of one length have one width, so the word of any index is a slice, and
    membership is a binary search over slices.

    Args:
        text: Folded words, one a line, the shorter first, then in ASCII order, as
            ``tools/build_words.py`` writes them. Their order is not checked.

    Raises:
        SettingsError: A line has another length than its neighbours, or stands
            among words of another length.
    """

    __slots__ = ("_blocks", "_text")

    def __init__(self, text: bytes) -> None:
        self._text = text
        self._blocks = _find_blocks(text)

    def __contains__(self, word: object) -> bool:
        """Return whether the folded *word* is in the list."""
        return isinstance(word, str) and self.place(word) is not None

    def __eq__(self, other: object) -> bool:
        """Two lists are equal when they hold the same words."""
        return isinstance(other, Lexicon) and self._text == other._text

    def __hash__(self) -> int:
        return len(self._text)

    def __bool__(self) -> bool:
        """Return True if the list has a word."""
        return bool(self._text)

    @property
    def digest(self) -> str:
        """The first 12 hex digits of the SHA-256 of the list."""
        return sha256(self._text).hexdigest()[:12]

    def count(self, length: int) -> int:
        """Return how many words have *length* letters."""
        return self._block(length)[1]

    def place(self, word: str) -> int | None:
        """Return the index of a folded word among those of its length, or None."""
        if not word.isascii():
            return None
        wanted, size, text = word.encode("ascii"), len(word), self._text
        start, count = self._block(size)
        places = range(start, start + count * (size + 1), size + 1)
        found = bisect_left(places, wanted, key=lambda at: text[at : at + size])
        here = found < count and text.startswith(wanted, places[found])
        return found if here else None

    def places(self, length: int) -> dict[str, int]:
        """Return the index of each word among those of *length* letters."""
        return {word: at for at, word in enumerate(self.words(length))}

    def columns(self, length: int) -> tuple[bytes, ...]:
        """
        Return for each place the bytes of that letter in all words of a length.

        They are in reverse order of the words, so that a bit set made of them has the
        first word as its lowest bit.
        """
        lines = self._lines(length)
        return tuple(lines[at :: length + 1][::-1] for at in range(length))

    def words(self, length: int) -> tuple[str, ...]:
        """Return every word of *length* letters, in alphabetical order."""
        return tuple(self._lines(length).decode("ascii").split())

    def word(self, length: int, index: int) -> str:
        """
        Return a word by its place among those of its length.

        Args:
            length: In letters.
            index: 0 up to `count`, in alphabetical order.

        Raises:
            RuleError: There is no such place.
        """
        start, count = self._block(length)
        if not 0 <= index < count:
            msg = f"word {index} of the {count} with {length} letters"
            raise RuleError(msg)
        at = start + index * (length + 1)
        return self._text[at : at + length].decode("ascii")

    def alike(self, word: str, table: bytes) -> tuple[str, ...]:
        """
        Return the words that equal *word* after a table has translated both.

        Args:
            word: A folded word.
            table: A table for `bytes.translate` that keeps line ends.
        """
        size, lines = len(word) + 1, self._lines(len(word))
        block = lines.translate(table)
        wanted = word.encode("ascii").translate(table) + b"\n"
        found, at = list[str](), block.find(wanted)
        while at >= 0:
            if not at % size:  # else it begins within a word
                found.append(lines[at : at + size - 1].decode())
            at = block.find(wanted, at + 1)
        return tuple(found)

    def _lines(self, length: int) -> bytes:
        """Return the lines of all words of a length."""
        start, count = self._block(length)
        return self._text[start : start + count * (length + 1)]

    def _block(self, length: int) -> tuple[int, int]:
        """Return the byte offset of the words of a length, and their number."""
        return self._blocks.get(length, (0, 0))


def _find_blocks(text: bytes) -> dict[int, tuple[int, int]]:
    """
    Return the byte offset and the number of the words of each length.

    Raises:
        SettingsError: The lines are not sorted by length.
    """
    blocks, start = {}, 0
    for length in range(SHORTEST, LONGEST + 1):
        count = _count_lines(text, start, length)
        blocks[length] = (start, count)
        end = start + count * (length + 1)
        if text[start + length : end : length + 1] != b"\n" * count:
            break
        start = end
    words = sum(count for _, count in blocks.values())
    if start != len(text) or text.count(b"\n") != words:
        raise _order_error(text)
    return blocks


def _count_lines(text: bytes, start: int, length: int) -> int:
    """Return the number of lines of *length* letters from an offset on."""
    width = length + 1

    def is_longer(line: int) -> bool:
        at = start + line * width
        begins = at == 0 or text[at - 1 : at] == b"\n"
        return not begins or text.find(b"\n", at, at + width) != at + length

    return bisect_left(range((len(text) - start) // width), x=True, key=is_longer)


def _order_error(text: bytes) -> SettingsError:
    """Return the error for the first line of a wrong length."""
    lines, longest = text.split(b"\n"), SHORTEST
    number, word = len(lines), lines[-1]
    for here, line in enumerate(lines[:-1], start=1):
        if not longest <= len(line) <= LONGEST:
            number, word = here, line
            break
        longest = len(line)
    return SettingsError(
        f"word list, line {number}: {word.decode('ascii', 'replace')!r} does not"
        f" stand among words of its length, {SHORTEST} to {LONGEST} letters, each"
        " with a line end; rebuild the list with tools/build_words.py"
    )
