"""
How hard a word is to find for one who looks for it alone, and what that rests on.

docs/difficulty.md says who is thought to look for it, and how that was measured.
"""

from firmware_host.board.record import Record
from firmware_host.words.index import index_of
from firmware_host.words.language import Language

#: Levels named for people, the easiest first.
LEVELS = FIRST_READERS, EVERYDAY, TRICKY, MEAN = (
    "first-readers",
    "everyday",
    "tricky",
    "mean",
)


class Difficulty(Record):
    """
    How hard a word is.

    Args:
        level: The one of `LEVELS` that it is for.
        chance: That it is found within three guesses, 0 to 1.
        taps: The fewest and the most taps that nine rounds of ten need.
        noes: NO tokens to be expected.
        band: How well the word is known: ``easy``, ``everyday``, ``common``, and
            ``rare`` where the board never draws it.
        alike: How many of its letters are built as another letter is.
        twins: Other words with the same pieces in each zone, the best known first.
    """

    level: str
    chance: float
    taps: tuple[int, int]
    noes: float
    band: str
    alike: int
    twins: tuple[str, ...] = ()


def difficulty(language: Language, word: str) -> Difficulty:
    """
    Return how hard a word is.

    Args:
        language: Whose letters and words are meant.
        word: Folded, of letters that the language has, and of a length that it plays.
    """
    band, twins = _band(language, word), _twins(language, word)
    builds = language.alphabet.builds
    alike = sum(
        any(builds[one] == builds[letter] for one in language.tiles if one != letter)
        for letter in word
    )
    at = min(3, _BANDS.index(band) + bool(twins))
    pieces = sum(language.alphabet.pieces(word))
    return Difficulty(
        LEVELS[at],
        (0.95, 0.8, 0.6, 0.4)[at],
        (pieces, pieces + 6),
        pieces / 4,
        band,
        alike,
        twins,
    )


_BANDS = ("easy", "everyday", "common", "rare")


def _band(language: Language, word: str) -> str:
    levels = (language.levels.get(one, ()) for one in _BANDS[:2])
    lists = (*levels, language.common)
    return next(
        (name for name, one in zip(_BANDS, lists, strict=False) if word in one), "rare"
    )


def _twins(language: Language, word: str) -> tuple[str, ...]:
    """Return other words of the same pieces in each zone, the best known first."""
    builds = language.alphabet.builds
    index = index_of(language, len(word))
    bits = index.all
    for at, letter in enumerate(word):
        same = (one for one in language.tiles if builds[one] == builds[letter])
        fits = 0
        for one in same:
            fits |= index.letter(at, one)
        bits &= fits
    twins = (one for one in index.list(bits) if one != word)
    return tuple(sorted(twins, key=lambda one: _BANDS.index(_band(language, one))))
