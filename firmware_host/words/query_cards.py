"""
Query cards: twelve words each, whose letters cover A to Z.

A card is computed only from its number and the word list, so a printed card and the
board's own are the same.
"""

import hmac
from hashlib import sha256
from string import ascii_uppercase

from firmware_host.errors import SettingsError
from firmware_host.words.language import Language

#: Words on a card. Source: rule book, "Query cards".
WORDS = 12

#: Sides that a pile has, two on each printed card; six players need 30 for five rounds.
SIDES = 60

#: The number of words from which the one that covers most letters is chosen; with more,
#: words would be repeated.
_LOOKS = 8

#: One of so many words with a letter is considered, so that a letter with few words
#: does not put the same word on most cards.
_WORDS_PER_LOOK = 5


class QueryCards:
    """
    All query cards of a language, for words of one length.

    Args:
        language: The language with its lists.
        length: The number of letters of each word.

    Raises:
        SettingsError: The lists have no word with some letter.
    """

    __slots__ = ("_common", "_having", "_seed")

    def __init__(self, language: Language, length: int) -> None:
        self._seed = f"{language.code}:{length}"
        self._common, wide = (
            _plain(language, lexicon.words(length))
            for lexicon in (language.common, language.accepted)
        )
        self._having = {
            letter: _having(letter, self._common, wide) for letter in ascii_uppercase
        }
        without = " ".join(sorted(x for x, words in self._having.items() if not words))
        if without:
            msg = f"{language.code}: no word of {length} letters has: {without}"
            raise SettingsError(msg)

    def card(self, number: int) -> tuple[str, ...]:
        """
        Return the twelve words of a card, in alphabetical order.

        Args:
            number: 1 to `SIDES`; an odd one and the next are two sides of one.

        Raises:
            SettingsError: The list is too poor for twelve words to cover A to Z.
        """
        for per_look in (_WORDS_PER_LOOK, 1):  # a poor list covers most with each word
            chosen = self._words(number, per_look)
            if len(chosen) <= WORDS:
                return tuple(sorted(chosen))
        msg = f"query card {number} of {self._seed}: {len(chosen)} words needed"
        raise SettingsError(msg)

    def _words(self, number: int, per_look: int) -> list[str]:
        """Return at least twelve words for a card that together contain A to Z."""
        chosen: list[str] = []
        while missing := set(ascii_uppercase).difference(*chosen):
            rarest = min(missing, key=lambda x: (len(self._having[x]), x))
            words = self._having[rarest]
            looks = min(_LOOKS, max(1, len(words) // per_look))
            chosen.append(self._choose(number, words, chosen, looks))
        while len(chosen) < WORDS:
            chosen.append(self._choose(number, self._common, chosen, _LOOKS))
        return chosen

    def _choose(
        self, number: int, words: tuple[str, ...], chosen: list[str], count: int
    ) -> str:
        """Return the one of *count* words that has the most letters still missing."""
        missing = set(ascii_uppercase).difference(*chosen)
        label = f"{self._seed}:{number}:{len(chosen)}".encode()
        drawn = int.from_bytes(sha256(label).digest()[:8])
        start = drawn if chosen else number  # the rarest letter: each word in turn
        step = next(n for n in (101, 103, 107) if len(words) % n)
        looks = [words[(start + step * n) % len(words)] for n in range(count)]
        fresh = [word for word in looks if word not in chosen]
        fresh = fresh or [word for word in words if word not in chosen]
        return max(fresh, key=lambda word: len(missing.intersection(word)))


def shuffled(entropy: bytes) -> tuple[int, ...]:
    """Return the numbers of all cards in a random order by *entropy*."""

    def place(number: int) -> bytes:
        return hmac.digest(entropy, f"card:{number}".encode(), "sha256")

    return tuple(sorted(range(1, SIDES + 1), key=place))


def _plain(language: Language, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words that have letters only and are not offensive."""
    return tuple(
        word for word in words if word.isalpha() and word not in language.unfit
    )


def _having(
    letter: str, common: tuple[str, ...], wide: tuple[str, ...]
) -> tuple[str, ...]:
    """Return words with *letter*: common ones, or any if none is."""
    known = tuple(word for word in common if letter in word)
    return known or tuple(word for word in wide if letter in word)
