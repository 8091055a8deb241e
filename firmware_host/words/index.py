"""
An index of the words of one length as bit sets, by letter and by piece.

A set of words is an integer; the first word of the list is the lowest bit. The words
that fit several answers are the ``and`` of one set for each answer.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from firmware_host.board.pieces import KINDS, PIECES_IN_BOX, Counts, Kind
from firmware_host.words.language import Language
from firmware_host.words.levels import BANDS
from firmware_host.words.lexicon import Lexicon

#: The number of cached indexes, about 0.4 MB each: a game uses one or two.
KEPT = 3

#: The number of words above which a table of all places is used.
MANY = 200


class WordIndex:
    """
    The words of one length.

    It is built from the bytes of the list in a few milliseconds, so no index file is
    stored. Words that need more pieces or more tiles than the box has are not in `all`,
    and in no result.

    Args:
        lexicon: The list.
        length: The number of letters of each word, 3 to 6.
        builds: The pieces of each letter; empty if the words need no pieces.
        drawn: True if the board draws its words only from this list.
        tiles: The number of tiles of each letter in the box; empty for no limit.
    """

    __slots__ = ("_columns", "_letters", "_needs", "_totals", "all", "drawn", "lexicon")

    def __init__(
        self,
        lexicon: Lexicon,
        length: int,
        builds: Mapping[str, Counts],
        *,
        drawn: bool = False,
        tiles: Mapping[str, int] = {},
    ) -> None:
        self.lexicon, self.drawn = lexicon, drawn
        self._columns = lexicon.columns(length)
        self._letters: dict[tuple[int, str], int] = {}
        self._needs = tuple(_needs(self._columns, builds, kind) for kind in KINDS)
        self._totals = _totals(self._columns, builds)
        self.all = (1 << lexicon.count(length)) - 1
        for kind, most in zip(KINDS, PIECES_IN_BOX, strict=True):
            self.all &= ~self.kind_total(kind, most + 1)
        for letter, most in tiles.items():
            self.all &= ~_more_than(self._columns, letter, most)

    def __len__(self) -> int:
        """Return the number of words in this index."""
        return self.all.bit_count()

    @property
    def length(self) -> int:
        """The number of letters of each word."""
        return len(self._columns)

    def needs(self, at: int, kind: Kind, count: int) -> int:
        """
        Return the words, as bits, with at least *count* pieces of a kind in one letter.

        Args:
            at: The letter's place in the word, from 0.
            kind: The kind of the pieces.
            count: The least number of pieces, from 0.
        """
        return _at_least(self._needs[kind.place][at], count, self.all)

    def kind_total(self, kind: Kind, count: int) -> int:
        """Return the words, as bits, with at least *count* pieces of a kind."""
        return _at_least(self._totals[kind.place], count, self.all)

    def pieces_total(self, count: int) -> int:
        """Return the words, as bits, with at least *count* pieces."""
        return _at_least(self._totals[-1], count, self.all)

    def letter(self, at: int, letter: str) -> int:
        """Return the words, as bits, with *letter* at a place, from 0."""
        key = at, letter
        if key not in self._letters:
            self._letters[key] = _where(self._columns[at], letter.encode()) & self.all
        return self._letters[key]

    def bits(self, words: Iterable[str]) -> int:
        """Return the set of those of *words* that are in the list."""
        wanted, found = [*words], 0
        place: Callable[[str], int | None] = self.lexicon.place
        if len(wanted) > MANY:
            place = self.lexicon.places(self.length).get
        for word in wanted:
            at = place(word) if len(word) == self.length else None
            if at is not None:
                found |= 1 << at
        return found & self.all

    def word(self, at: int) -> str:
        """Return the word that a bit of the index stands for; the first bit is 0."""
        return self.lexicon.word(self.length, at)

    def list(self, bits: int) -> tuple[str, ...]:
        """Return the words of *bits*, in the list's order."""
        named = []
        text = f"{bits:b}"[::-1]
        at = text.find("1")
        while at >= 0:
            named.append(self.word(at))
            at = text.find("1", at + 1)
        return tuple(named)


@lru_cache(maxsize=KEPT)
def index_of(
    language: Language, length: int, level: str | None = None, *, laid: bool = True
) -> WordIndex:
    """
    Return the words of a language and length as an index of bits.

    Args:
        language: The language.
        length: The number of letters, 3 to 6.
        level: The level whose drawn words are indexed; None for all playable words,
            those of the owner's list included.
        laid: False if the words need no pieces, so that the box sets no limit.
    """
    builds = language.alphabet.builds if laid else {}
    tiles = language.tiles if laid else {}
    if level is not None:
        words = language.drawn(length, level)
        return WordIndex(words, length, builds, drawn=True, tiles=tiles)
    lexicon = language.accepted
    if any(word not in lexicon for word in language.own.words(length)):
        known = {*lexicon.words(length), *language.own.words(length)}
        lexicon = Lexicon("".join(f"{word}\n" for word in sorted(known)).encode())
    index = WordIndex(lexicon, length, builds, tiles=tiles)
    index.all &= ~index.bits(language.unfit.among(lexicon, length))
    return index


@lru_cache(maxsize=8)
def bands_of(language: Language, length: int) -> tuple[int, ...]:
    """Return for each of `BANDS` the set of its words that no earlier band has."""
    index = index_of(language, length)
    left, bands = index.all, []
    lists = (*(language.bands.get(one) for one in BANDS[:2]), language.common)
    for one in lists:
        bands.append(index.bits(one.words(length)) & left if one else 0)
        left &= ~bands[-1]
    return (*bands, left)


def _at_least(words: tuple[int, ...], count: int, everything: int) -> int:
    """Return the set for *count*, from the sets for 1 and more; all words for 0."""
    if count < 1:
        return everything
    return words[count - 1] & everything if count <= len(words) else 0


def _more_than(columns: tuple[bytes, ...], letter: str, most: int) -> int:
    """Return the words, as bits, that have *letter* more than *most* times."""
    if most >= len(columns):
        return 0
    found = [0] * (most + 1)  # the words with 1, 2, ... of the letter so far
    for column in columns:
        here = _where(column, letter.encode())
        for count in range(most, 0, -1):
            found[count] |= found[count - 1] & here
        found[0] |= here
    return found[most]


def _needs(
    columns: tuple[bytes, ...], builds: Mapping[str, Counts], kind: Kind
) -> tuple[tuple[int, ...], ...]:
    """Return, by place and number, the words whose letter has that many of a piece."""
    most = max((build[kind.place] for build in builds.values()), default=0)
    having = [
        "".join(letter for letter, build in builds.items() if build[kind.place] > less)
        for less in range(most)
    ]
    return tuple(
        tuple(_where(column, letters.encode()) for letters in having)
        for column in columns
    )


def _totals(
    columns: tuple[bytes, ...], builds: Mapping[str, Counts]
) -> tuple[tuple[int, ...], ...]:
    """Return for each kind, and for all pieces, the words with at least 1, 2, ... ."""
    size = len(columns[0]) if columns else 0
    sums = [0] * len(KINDS)
    for kind in KINDS:
        table = bytearray(256)
        for letter, build in builds.items():
            table[ord(letter)] = build[kind.place]
        for column in columns:  # one byte a word, which no word's pieces overflow
            sums[kind.place] += int.from_bytes(column.translate(table))
    counted = (total.to_bytes(size) for total in (*sums, sum(sums)))
    return tuple(
        tuple(
            _where(counts, bytes(range(least, 256)))
            for least in range(1, max(counts, default=0) + 1)
        )
        for counts in counted
    )


def _where(column: bytes, values: bytes) -> int:
    """Return the set of words whose byte in *column* is one of *values*."""
    ones = bytearray(b"0" * 256)
    for value in values:
        ones[value] = ord("1")
    return int(column.translate(ones) or b"0", 2)
