"""
The reference seeker of docs/difficulty.md, in code of its own.

It was written from that page alone: words are tuples of pieces, lists of words are
filtered, and nothing of the house is used but the files of the word lists.
"""

import random
from collections import Counter
from functools import cache
from math import perm

from tests.games.decipher.child import listed
from tests.games.decipher.onlooker import BOX, BUILDS

KINDS = "rybg"

#: By band: the share of words that it knows, and how readily one comes to mind.
KNOWS = (16 / 16, 15 / 16, 12 / 16, 4 / 16)
READILY = (32, 16, 4, 1)

#: It guesses from this share on; and looks at no more words than it could tell apart.
SURE, MANY = 1 / 4, 150


class Word:
    """A word as its pieces, by zone and kind in one row."""

    __slots__ = ("all", "band", "needs", "text")

    def __init__(self, text: str, band: int):
        self.text, self.band = text, band
        self.needs = tuple(BUILDS[letter][kind] for letter in text for kind in KINDS)
        self.all = tuple(sum(BUILDS[letter][kind] for letter in text) for kind in KINDS)


@cache
def words(code: str, length: int) -> tuple[Word, ...]:
    """Return every word that can be laid, the best known first."""
    found: dict[str, int] = {}
    for band, name in enumerate(("easy", "everyday", "common", "accepted")):
        for text in listed(code, name):
            if len(text) == length:
                found.setdefault(text, band)
    return tuple(
        Word(text, band)
        for text, band in found.items()
        if not sum((BUILDS[letter] for letter in text), Counter()) - BOX
    )


def seek(code: str, secret: str, rnd: random.Random) -> tuple[bool, int, int]:
    """Play one round; return whether it was found, and how many taps and NO tokens."""
    return Seeker(code, secret, rnd).play()


class Seeker:
    """One round of one seeker, with the board that answers."""

    def __init__(self, code: str, secret: str, rnd: random.Random):
        self.rnd, self.code, self.length = rnd, code, len(secret)
        every = words(code, len(secret))
        self.secret = next(word for word in every if word.text == secret)
        self.known = [w for w in every if rnd.random() < KNOWS[w.band]]
        self.unknown: list[Word] | None = None
        self.seen = []  # every question that an answer was given to
        self.box = [k for k in range(4) for _ in range(self.secret.all[k])]
        rnd.shuffle(self.box)
        self.lies = [0] * (4 * len(secret))
        self.no = [False] * (4 * len(secret))
        self.come, self.taps, self.tokens, self.hand = [0] * 4, 0, 3, None
        self.bonus = False
        self._count()

    def play(self) -> tuple[bool, int, int]:
        """Play to the end; return whether it was found, taps and NO tokens."""
        while True:
            thought = self._thought()
            best, share = self._likeliest(thought)
            done = not self.box and self.hand is None
            if best and (share >= SURE or done):
                self.tokens -= 1
                if best is self.secret or not self.tokens:
                    return best is self.secret, self.taps, sum(self.no)
                self._learn(lambda word, wrong=best: word is not wrong)
            elif done:
                return False, self.taps, sum(self.no)
            elif self.hand is None:
                self._take()
            else:
                self._tap(thought)

    def _learn(self, fits):
        self.seen.append(fits)
        self.known = [word for word in self.known if fits(word)]
        if self.unknown is not None:
            self.unknown = [word for word in self.unknown if fits(word)]

    def _thought(self):
        """The words it knows that fit; where none does, all that may be played."""
        if self.known:
            return self.known
        if self.unknown is None:
            self.unknown = [
                word
                for word in words(self.code, self.length)
                if all(fits(word) for fits in self.seen)
            ]
        return self.unknown

    def _count(self):
        """See how many pieces are hidden: public from bonus mode on."""
        hidden = len(self.box) + (self.hand is not None)
        pieces = sum(self.lies) + hidden
        if len(self.box) <= 3 and self.hand is None and not self.bonus:
            self.bonus = True
            self._learn(lambda word: sum(word.all) == pieces)
        elif not self.bonus:
            laid = sum(self.lies)
            self._learn(lambda word: sum(word.all) > laid + 3)

    def _likeliest(self, thought):
        if len(thought) > MANY:
            return None, 0
        weights = [(READILY[word.band] * self._order(word), word) for word in thought]
        best = max(weights, key=lambda one: one[0], default=(0, None))
        return best[1], best[0] / (sum(weight for weight, _ in weights) or 1)

    def _order(self, word):
        """How likely these kinds are to have come first, of the pieces of a word."""
        ways = 1
        for has, come in zip(word.all, self.come, strict=True):
            ways *= perm(has, come)
        return ways / perm(sum(word.all), sum(self.come))

    def _take(self):
        self.hand = kind = self.box.pop()
        self.come[kind] += 1
        come = self.come[kind]
        self._learn(lambda word: word.all[kind] >= come)

    def _tap(self, thought):
        free = [
            4 * zone + self.hand
            for zone in range(self.length)
            if not self.no[4 * zone + self.hand]
        ]
        self.rnd.shuffle(free)
        at = max(
            free,
            key=lambda at: len([1 for w in thought if w.needs[at] > self.lies[at]]),
        )
        self.taps += 1
        lies = self.lies[at]
        if self.secret.needs[at] > lies:
            self.lies[at] += 1
            self.hand = None
            self._learn(lambda word: word.needs[at] > lies)
            self._count()
        else:
            self.no[at] = True
            self._learn(lambda word: word.needs[at] <= lies)
