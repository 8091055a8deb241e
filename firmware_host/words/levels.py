"""
How hard the words of a language are: the figures of its folder, and the levels.

The figures were measured for the words that the board draws, in the order of their
list; docs/difficulty.md says with whom.
"""

from collections.abc import Mapping
from functools import lru_cache

from firmware_host.board.record import Record
from firmware_host.errors import SettingsError
from firmware_host.words.lexicon import LONGEST, SHORTEST, Lexicon

#: The levels of difficulty of drawn words, the easiest first.
LEVELS = FIRST_READERS, EVERYDAY, TRICKY, MEAN = (
    "first-readers",
    "everyday",
    "tricky",
    "mean",
)

#: Levels of earlier versions, each with today's: first words, and all that are drawn.
EARLIER = (("easy", FIRST_READERS), ("all", TRICKY))

#: How common a word is, the most common first: first words, frequent words, all words
#: that the board draws, and words that only players may use.
BANDS = EASY, FREQUENT, COMMON, RARE = ("easy", "everyday", "common", "rare")

#: For each band, how many of 16 words the reference seeker knows, and the weight with
#: which it thinks of one; docs/difficulty.md, "The reference seeker".
KNOWN, READILY = (16, 15, 12, 4), (32, 16, 4, 1)

#: From how many per cent on a first word is for first readers and a frequent one for
#: every day, and from how many any other is tricky; below that it is mean.
OWN_FROM, TRICKY_FROM = 70, 50

#: Words below are found by too few to be drawn, frequent ones above by too many: then
#: the levels' chances lie about 99, 83, 62 and 40.
DRAWN_FROM, EVERYDAY_TO = 30, 90

#: Figures of a line: two digits each but for the width, which has one.
_LINE = 8


class Figure(Record):
    """
    The measured figures of a word.

    Args:
        chance: The percentage of rounds in which it was found, 0 to 99.
        taps: The lowest and the highest number of taps of nine rounds in ten.
        noes: The mean number of NO tokens of a round, times ten.
    """

    chance: int
    taps: tuple[int, int]
    noes: int

    def line(self) -> bytes:
        """Return the figure as a line of the file of figures."""
        low, high = self.taps
        return b"%02d%02d%d%02d\n" % (self.chance, low, high - low, self.noes)


class Figures:
    """
    The figures of a list of words, one line each.

    Args:
        text: Lines in the format of `Figure.line`.

    Raises:
        SettingsError: A line is incomplete or malformed.
    """

    __slots__ = ("_text",)

    def __init__(self, text: bytes) -> None:
        whole = text.count(b"\n") * _LINE == len(text)
        if not whole or not (b"0" + text.replace(b"\n", b"")).isdigit():
            msg = "figures of words: a line is damaged; run tools/build_levels.py"
            raise SettingsError(msg)
        self._text = text

    def __len__(self) -> int:
        return len(self._text) // _LINE

    def __eq__(self, other: object) -> bool:
        """Two tables are equal when their figures are."""
        return isinstance(other, Figures) and self._text == other._text

    def __hash__(self) -> int:
        return len(self._text)

    def chance(self, number: int) -> int:
        """Return the chance in per cent of the word at an index of the list, from 0."""
        return int(self._text[number * _LINE : number * _LINE + 2])

    def of(self, number: int) -> Figure:
        """Return the figures of the word at an index of the list, from 0."""
        line = self._text[number * _LINE : (number + 1) * _LINE]
        low = int(line[2:4])
        return Figure(int(line[:2]), (low, low + int(line[4:5])), int(line[5:7]))


#: The level of a band's own, for those of its words that are easy enough.
_OWN = {EASY: FIRST_READERS, FREQUENT: EVERYDAY}


def level_of(band: str, chance: int) -> str:
    """
    Return the level of a word.

    First words are for first readers, frequent words are everyday words, if they are
    easy enough; for other words the probability of finding them decides.

    Args:
        band: One of `BANDS`.
        chance: The percentage of rounds in which it is found.
    """
    if chance >= OWN_FROM and band in _OWN:
        return _OWN[band]
    return TRICKY if chance >= TRICKY_FROM else MEAN


def is_drawn(level: str, chance: int) -> bool:
    """Return True if a level may draw a word that *chance* per cent of rounds find."""
    return DRAWN_FROM <= chance <= (EVERYDAY_TO if level == EVERYDAY else 100)


def _words(lexicon: Lexicon) -> list[str]:
    """Return the words of every length."""
    return [w for n in range(SHORTEST, LONGEST + 1) for w in lexicon.words(n)]


@lru_cache(maxsize=4)
def by_level(
    common: Lexicon, easy: Lexicon, frequent: Lexicon, figures: Figures
) -> Mapping[str, Lexicon]:
    """
    Return the words of each level.

    Args:
        common: The words that the board draws.
        easy: Those for first readers.
        frequent: Those of *easy* and the frequent ones.
        figures: The figures of *common*, in its order.

    Raises:
        SettingsError: There are not as many figures as words.
    """
    words, first, often = map(_words, (common, easy, frequent))
    if len(words) != len(figures):
        msg = "figures of words: some are missing; run tools/build_levels.py"
        raise SettingsError(msg)
    known = frozenset(first), frozenset(often)
    lines: dict[str, list[str]] = {level: [] for level in LEVELS}
    for number, word in enumerate(words):
        chance = figures.chance(number)
        band = EASY if word in known[0] else FREQUENT if word in known[1] else COMMON
        level = level_of(band, chance)
        if is_drawn(level, chance):
            lines[level].append(f"{word}\n")
    return {one: Lexicon("".join(some).encode()) for one, some in lines.items()}
