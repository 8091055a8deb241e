"""
How hard a word is to find for a single seeker, and the reasons.

The words that the board draws were measured. For other words, and for words with a
letter that the owner's box builds differently, the difficulty is estimated from how
common the word is and how many other words are built similarly.
"""

from collections.abc import Iterable
from math import exp, log2

from firmware_host.board.messages import Message, say
from firmware_host.board.record import Record
from firmware_host.words.alphabet import OWNER
from firmware_host.words.index import WordIndex, bands_of, index_of
from firmware_host.words.language import Language
from firmware_host.words.levels import BANDS, READILY, Figure, level_of
from firmware_host.words.lexicon import SHORTEST

#: The coefficients of an estimate for the features of `rests_on`, in this order:
#: constant 1; the logarithm of the word's weight; the logarithms of the weights,
#: relative to the word's, of words that are built alike in each zone, and in each zone
#: but one; the number of pieces; the number of letters; whether it is a first word;
#: whether it is a rare one.
#: Source: tools/build_levels.py --fit.
CHANCE = (-3.043, 1.029, -0.161, -0.017, -0.148, 0.569, 4.864, 0.469)
TAPS = (-3.951, 0.256, 0.236, 0.406, 0.566, 0.843, -0.43, -0.206)
NOES = (0.884, -0.101, -0.095, -0.162, -0.062, 0.545, -0.104, 0.089)

#: The width of an estimated range of taps.
WIDE = 6


class Difficulty(Record):
    """
    The difficulty of a word.

    Args:
        level: Its level, one of `LEVELS`.
        chance: The probability that it is found within three guesses, 0 to 1.
        taps: The lowest and the highest number of taps of nine rounds in ten.
        noes: The expected number of NO tokens.
        band: How common the word is, one of `BANDS`; ``rare`` if the board never draws
            it.
        alike: The number of its letters that are built of the same pieces as another
            letter.
        measured: False for an estimate.
    """

    level: str
    chance: float
    taps: tuple[int, int]
    noes: float
    band: str
    alike: int
    measured: bool = True

    @property
    def why(self) -> tuple[Message, ...]:
        """The reasons for the figures beside its `twins.twins`, one sentence each."""
        alike = (say("hard-alike", n=self.alike),) if self.alike else ()
        return (say(f"hard-{self.band}"), *alike)


def difficulty(language: Language, word: str) -> Difficulty:
    """
    Return the difficulty of a word: measured, or else estimated.

    Args:
        language: The language, with its alphabet and lists.
        word: A folded word of 3 to 6 letters of the language's alphabet.
    """
    seen = _Built(language, word)
    measured = _measured(language, word)
    figure = measured or _estimated(seen)
    return Difficulty(
        level_of(seen.band, figure.chance),
        figure.chance / 100,
        figure.taps,
        figure.noes / 10,
        seen.band,
        seen.alike,
        measured is not None,
    )


def rests_on(language: Language, word: str) -> tuple[float, ...]:
    """Return the features of a word for an estimate, in the order of `CHANCE`."""
    return _Built(language, word).rests_on()


def _measured(language: Language, word: str) -> Figure | None:
    """Return the measured figures of a word, or None if they do not apply."""
    place, sources = language.common.place(word), language.alphabet.sources
    changed = any(sources[letter] == OWNER for letter in word)
    if place is None or changed or not len(language.figures):
        return None
    shorter = sum(language.common.count(n) for n in range(SHORTEST, len(word)))
    return language.figures.of(shorter + place)


def _estimated(seen: "_Built") -> Figure:
    about = seen.rests_on()
    chance = 1 / (1 + exp(-_sum(about, CHANCE)))
    low = max(1, round(_sum(about, TAPS) - WIDE / 2))
    noes = max(0, round(10 * _sum(about, NOES)))
    return Figure(min(99, round(100 * chance)), (low, low + WIDE), noes)


def _sum(values: Iterable[float], factors: Iterable[float]) -> float:
    return sum(a * b for a, b in zip(values, factors, strict=True))


class _Built:
    """A word with the words that are built of the same or nearly the same pieces."""

    def __init__(self, language: Language, word: str) -> None:
        self.language, self.word = language, word
        self.index = index_of(language, len(word))
        builds, letters = language.alphabet.builds, language.tiles
        same = {
            letter: [one for one in letters if builds[one] == builds[letter]]
            for letter in set(word)
        }
        self.alike = sum(len(same[letter]) > 1 for letter in word)
        self.zones = [_having(self.index, at, same[x]) for at, x in enumerate(word)]
        self.band = language.band(word)
        self._same = _all_of(self.index.all, self.zones)

    def rests_on(self) -> tuple[float, ...]:
        """Return the features for an estimate, in the order of `CHANCE`."""
        near = 0
        for at in range(len(self.zones)):
            others = self.zones[:at] + self.zones[at + 1 :]
            near |= _all_of(self.index.all, others)
        own = READILY[BANDS.index(self.band)]
        same = self._same & ~self.index.bits([self.word])
        return (
            1.0,
            log2(own),
            log2(1 + self._familiarity(same) / own),
            log2(1 + self._familiarity(near & ~self._same) / own),
            sum(self.language.alphabet.pieces(self.word)),
            len(self.word),
            self.band == BANDS[0],
            self.band == BANDS[-1],
        )

    def _familiarity(self, words: int) -> int:
        """Return the sum of the weights of words, by how common each is."""
        bands = bands_of(self.language, len(self.word))
        pairs = zip(bands, READILY, strict=True)
        return sum((words & band).bit_count() * weight for band, weight in pairs)


def _having(index: WordIndex, at: int, letters: Iterable[str]) -> int:
    """Return the set of words with one of some letters at a place, from 0."""
    found = 0
    for letter in letters:
        found |= index.letter(at, letter)
    return found


def _all_of(words: int, zones: Iterable[int]) -> int:
    for zone in zones:
        words &= zone
    return words
