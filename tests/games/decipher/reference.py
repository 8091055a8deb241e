"""
The reference seeker of docs/difficulty.md, in code of its own.

Written from that page alone, rule by rule: sets of words are filtered, and nothing of
the product is used but the files of the word lists. The letters are those of the box.
"""

import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from firmware_host.app.content.languages import load_language

LISTS = Path(__file__).parents[3] / "firmware_host" / "languages"

#: Pieces of each letter: red, yellow, blue, green. Source: docs/rules/decipher.md.
LETTERS = {
    letter: tuple(map(int, pieces))
    for pieces, letters in {
        "2100": "AH", "2200": "MW", "1100": "LT", "1101": "R", "1200": "FKZ",
        "1300": "E", "0201": "U", "1000": "I", "1002": "B", "0010": "C", "2000": "VX",
        "3000": "N", "0300": "Y", "0101": "J", "1001": "P", "1010": "D", "0110": "G",
        "0020": "O", "0120": "Q", "0002": "S", "0100": "-'",
    }.items()
    for letter in letters
}  # fmt: skip

#: The pieces of each kind in the box, and the tiles of a letter and of a sign.
PIECES, TILES, SIGNS = (16, 16, 8, 8), 3, 2

#: By band: its file, how many of 16 words are known, and their weight.
BANDS = (
    ("easy", 16, 32),
    ("everyday", 15, 16),
    ("common", 12, 4),
    ("accepted", 4, 1),
)


class Word(NamedTuple):
    """A word with its pieces by zone and in all, and its band of frequency."""

    text: str
    zones: tuple[tuple[int, ...], ...]
    kinds: tuple[int, ...]
    band: int


@cache
def words(code: str, length: int) -> tuple[Word, ...]:
    """Return all words of a length that the box can build, with their bands."""
    lists = [
        set((LISTS / code / f"{name}.txt").read_text("ascii").split())
        for name, _, _ in BANDS
    ]
    found = []
    unfit = load_language(code).unfit
    for text in sorted(lists[-1]):
        if len(text) != length or text in unfit:
            continue
        zones = tuple(LETTERS[letter] for letter in text)
        kinds = tuple(map(sum, zip(*zones, strict=True)))
        tiles = Counter(text).items()
        enough = all(n <= (TILES if one.isalpha() else SIGNS) for one, n in tiles)
        if enough and all(map(int.__le__, kinds, PIECES)):
            band = next(at for at, some in enumerate(lists) if text in some)
            found.append(Word(text, zones, kinds, band))
    return tuple(found)


class Fitting:
    """The words that agree with all answers: the known ones, or all of them."""

    def __init__(self, every: tuple[Word, ...], rnd: random.Random) -> None:
        self.every, self.seen = every, list[Callable[[Word], bool]]()
        chances = (BANDS[one.band][1] for one in every)  # rule 2
        self.known = [
            one
            for one, of_16 in zip(every, chances, strict=True)
            if rnd.random() * 16 < of_16
        ]
        self.unknown: list[Word] | None = None

    def keep(self, fits: Callable[[Word], bool]) -> None:
        """Remove the words that do not agree with an answer."""
        self.seen.append(fits)
        self.known = [one for one in self.known if fits(one)]
        if self.unknown is not None:
            self.unknown = [one for one in self.unknown if fits(one)]

    def thinks(self) -> list[Word]:
        """Return the known words that are still possible; if none, all of them."""
        if not self.known and self.unknown is None:
            seen = self.seen
            self.unknown = [w for w in self.every if all(fits(w) for fits in seen)]
        return self.known or self.unknown or []


def seek(code: str, secret: str, rnd: random.Random) -> tuple[bool, int, int]:
    """Play one round; return whether it was found, and how many taps and NO tokens."""
    return Round(code, secret, rnd).play()


class Round:
    """One round of one seeker, with the answers."""

    def __init__(self, code: str, secret: str, rnd: random.Random) -> None:
        self.secret, self.rnd = secret, rnd
        self.fitting = Fitting(words(code, len(secret)), rnd)
        self.zones = tuple(LETTERS[letter] for letter in secret)
        self.hidden = [
            k for zone in self.zones for k in range(4) for _ in range(zone[k])
        ]
        rnd.shuffle(self.hidden)
        self.pieces, self.bonus = len(self.hidden), len(self.hidden) <= 3
        self.lie = [[0] * 4 for _ in self.zones]
        self.refused: set[tuple[int, int]] = set()
        self.come, self.hand, self.tokens, self.taps = [0] * 4, -1, 3, 0
        self._see_hidden()

    def play(self) -> tuple[bool, int, int]:
        """Play the round; return if the word was found, and count taps and refusals."""
        while True:
            thinks = self.fitting.thinks()
            all_lie = not self.hidden and self.hand < 0
            guess = self._guess(thinks, all_lie=all_lie)
            if guess is not None:
                self.tokens -= 1
                if guess.text == self.secret or not self.tokens:
                    return guess.text == self.secret, self.taps, len(self.refused)
                self.fitting.keep(lambda one, wrong=guess: one is not wrong)
            elif all_lie:
                return False, self.taps, len(self.refused)
            elif self.hand < 0:
                self._take()
            else:
                self._tap(thinks)

    def _guess(self, thinks: list[Word], *, all_lie: bool) -> Word | None:
        """Return the word to guess now, or None if no word is probable enough."""
        weights = [BANDS[one.band][2] for one in thinks]
        most = max(weights, default=0)
        if not thinks or not (all_lie or 4 * most >= sum(weights)):
            return None
        pairs = zip(thinks, weights, strict=True)
        return self.rnd.choice([one for one, weight in pairs if weight == most])

    def _take(self) -> None:
        """Take the next hidden piece, and drop the words with too few of its kind."""
        self.hand = kind = self.hidden.pop()
        self.come[kind] += 1
        come = self.come[kind]
        self.fitting.keep(lambda one: one.kinds[kind] >= come)

    def _tap(self, thinks: list[Word]) -> None:
        """Try the piece in hand in the best zone, and apply the answer."""
        kind = self.hand
        free = [at for at in range(len(self.zones)) if (at, kind) not in self.refused]
        self.rnd.shuffle(free)
        lie = self.lie
        at = max(
            free, key=lambda z: sum(w.zones[z][kind] > lie[z][kind] for w in thinks)
        )
        self.taps += 1
        has = lie[at][kind]
        if self.zones[at][kind] > has:
            lie[at][kind] += 1
            self.hand = -1
            self.bonus = self.bonus or len(self.hidden) == 3
            self.fitting.keep(lambda one: one.zones[at][kind] > has)
            self._see_hidden()
        else:
            self.refused.add((at, kind))
            self.fitting.keep(lambda one: one.zones[at][kind] == has)

    def _see_hidden(self) -> None:
        """Drop the words that contradict the number of hidden pieces."""
        pieces, least = self.pieces, sum(map(sum, self.lie)) + 3
        if self.bonus:
            self.fitting.keep(lambda one: sum(one.kinds) == pieces)
        else:
            self.fitting.keep(lambda one: sum(one.kinds) > least)
