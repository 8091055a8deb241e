"""
Measure how hard each word is that the board draws, with the reference seeker.

    tools/build_levels.py --write        every language, in five minutes
    tools/build_levels.py --write --since main   measure only words that are new since
    tools/build_levels.py --check 200    is every 200th word's line what this gives?
    tools/build_levels.py --fit          print the factors of words/difficulty.py
    tools/build_levels.py --measure      print the table of levels of docs/difficulty.md

docs/difficulty.md defines the reference seeker. Each word is played with a random seed
of its own, so that its line can be measured again without the others.
"""

import argparse
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from math import exp
from operator import add, mul
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # so that it runs from any folder

from firmware_host.app.content.languages import load_language  # noqa: E402 - needs the path above
from firmware_host.board.pieces import KINDS  # noqa: E402 - as above
from firmware_host.languages import CODES, FOLDER  # noqa: E402 - as above
from firmware_host.words.difficulty import rests_on  # noqa: E402 - as above
from firmware_host.words.index import bands_of, index_of  # noqa: E402 - as above
from firmware_host.words.levels import KNOWN, LEVELS, READILY, Figure  # noqa: E402 - as above
from firmware_host.words.lexicon import LONGEST, SHORTEST  # noqa: E402 - as above

#: Rounds in which the seeker knows the word, and in which it does not; four times as
#: many of words so short, since few of these share a level.
KNOWING, UNKNOWING, SHORT = 40, 14, 3

#: The seeker guesses as soon as one word has this share of the words it considers.
DARES = 0.25

#: Guess tokens of a player; pieces left when bonus mode begins. Source: rule book.
TOKENS, BONUS = 3, 3

#: The widest range of taps that is stated, and the share of rounds it should contain.
WIDEST, SHARE = 6, 0.95

#: The number of rounds that are played to measure a level.
MEASURED = 2000

#: For `fit`: the number of rare words of each length, and of Newton steps.
RARE, STEPS = 250, 12


class Played(NamedTuple):
    """The result of one round: found or not, the number of taps, and of No answers."""

    found: bool
    taps: int
    noes: int


class Words:
    """All words of one length, with bit sets for the simulation (a bit a word)."""

    def __init__(self, code: str, length: int) -> None:
        language = load_language(code)
        index = self.index = index_of(language, length)
        self.code, self.length = code, length
        self.bands = bands_of(language, length)
        self.words = index.lexicon.words(length)
        builds = language.alphabet.builds
        self.builds = [tuple(builds[letter] for letter in word) for word in self.words]
        self.pieces = [language.alphabet.pieces(word) for word in self.words]
        self.band = [3] * len(self.words)
        for number, band in enumerate(self.bands):
            for at in places(band):
                self.band[at] = number
        self.needs = [
            [[index.needs(at, kind, count) for count in range(6)] for kind in KINDS]
            for at in range(length)
        ]
        self.of_kind = [[index.kind_total(k, n) for n in range(30)] for k in KINDS]
        self.of_all = [index.pieces_total(count) for count in range(40)]

    def known(self, rnd: random.Random) -> int:
        """Draw the words that one seeker knows; return them as a bit set."""
        size, words = self.index.all.bit_length(), 0
        for band, share in zip(self.bands, KNOWN, strict=True):
            words |= band & _share(rnd, size, share)
        return words


def _share(rnd: random.Random, size: int, share: int) -> int:
    """Return *size* random bits; each is set with a probability of *share* in 16."""
    everything = (1 << size) - 1
    if share >= 16:  # noqa: PLR2004 - sixteenths
        return everything
    less, equal = 0, everything
    for at in range(4):
        plane = rnd.getrandbits(size)
        if share >> (3 - at) & 1:
            less |= equal & ~plane
            equal &= plane
        else:
            equal &= ~plane
    return less


def places(bits: int) -> Iterator[int]:
    """Yield the positions of the bits that are set."""
    text = f"{bits:b}"[::-1]
    at = text.find("1")
    while at >= 0:
        yield at
        at = text.find("1", at + 1)


class Round:
    """One round of a lone seeker against the board."""

    def __init__(self, words: Words, at: int, rnd: random.Random, *, known: bool):
        self.words, self.at, self.rnd = words, at, rnd
        vocabulary = words.known(rnd)
        bit = 1 << at
        self.vocabulary = vocabulary | bit if known else vocabulary & ~bit
        self.fits = words.index.all
        self.hidden = [k for k in range(4) for _ in range(words.pieces[at][k])]
        rnd.shuffle(self.hidden)
        self.placed = [[0] * 4 for _ in range(words.length)]
        self.covered = [[False] * 4 for _ in range(words.length)]
        self.come, self.taps, self.noes, self.tokens = [0] * 4, 0, 0, TOKENS
        self.holding: int | None = None
        self.bonus = len(self.hidden) <= BONUS

    def play(self) -> Played:
        """Play the round to its end and return its result."""
        while True:
            self._see_hidden()
            thought = self.fits & self.vocabulary or self.fits
            likeliest, sure = self._likeliest(thought)
            over = not self.hidden and self.holding is None
            if likeliest and (sure >= DARES or over):
                best = self.rnd.choice([*places(likeliest)])  # of equals any
                self.tokens -= 1
                if best == self.at or not self.tokens:
                    return Played(best == self.at, self.taps, self.noes)
                self.fits &= ~(1 << best)
            elif over:
                return Played(found=False, taps=self.taps, noes=self.noes)
            elif self.holding is None:
                self._take()
            else:
                self._tap(thought, self.holding)

    def _see_hidden(self) -> None:
        laid, of_all = sum(map(sum, self.placed)), self.words.of_all
        if self.bonus:
            pieces = laid + len(self.hidden) + (self.holding is not None)
            self.fits &= of_all[pieces] & ~of_all[pieces + 1]
        else:
            self.fits &= of_all[laid + BONUS + 1]

    def _likeliest(self, thought: int) -> tuple[int, float]:
        """Return the most probable words, as bits, and the probability of each."""
        every, best, weight = 0, 0, 0
        for band, readily in zip(self.words.bands, READILY, strict=True):
            some = thought & band
            every += readily * some.bit_count()
            if some and not best:
                best, weight = some, readily
        return best, weight / every if every else 0.0

    def _take(self) -> None:
        self.holding = kind = self.hidden.pop()
        self.come[kind] += 1
        self.fits &= self.words.of_kind[kind][self.come[kind]]

    def _tap(self, thought: int, kind: int) -> None:
        free = [z for z, no in enumerate(self.covered) if not no[kind]]
        turn = self.rnd.randrange(len(free))  # of equals any
        zone = max(
            free[turn:] + free[:turn],
            key=lambda z: (thought & self._needs(z, kind)).bit_count(),
        )
        self.taps += 1
        needs = self._needs(zone, kind)
        if self.words.builds[self.at][zone][kind] > self.placed[zone][kind]:
            self.fits &= needs
            self.placed[zone][kind] += 1
            self.holding = None
            self.bonus = self.bonus or len(self.hidden) <= BONUS
        else:
            self.fits &= ~needs
            self.covered[zone][kind] = True
            self.noes += 1

    def _needs(self, zone: int, kind: int) -> int:
        return self.words.needs[zone][kind][self.placed[zone][kind] + 1]


def rounds(words: Words, at: int) -> Iterator[tuple[float, Played]]:
    """Yield rounds with one word, each with its weight; the sum of weights is 1."""
    rnd = random.Random(words.words[at] + words.code)  # noqa: S311 - the same in every run
    share = KNOWN[words.band[at]] / 16
    times = 4 if words.length <= SHORT else 1
    for known, weight, count in (
        (True, share, KNOWING * times),
        (False, 1 - share, UNKNOWING * times if share < 1 else 0),
    ):
        for _ in range(count):
            yield weight / count, Round(words, at, rnd, known=known).play()


def figure(played: Iterable[tuple[float, Played]]) -> Figure:
    """Return the difficulty figures of a word from its simulated rounds."""
    found = noes = 0.0
    taps: Counter[int] = Counter()
    for weight, one in played:
        found += weight * one.found
        noes += weight * one.noes
        taps[one.taps] += weight
    return Figure(min(99, round(100 * found)), around(taps), min(99, round(10 * noes)))


def around(taps: Counter[int]) -> tuple[int, int]:
    """Return the narrowest range of taps with `SHARE` of the rounds.

    Its width is `WIDEST` at most; it then has the greatest share of that width.
    """
    low, high = min(taps), max(taps)
    for wide in range(WIDEST + 1):
        best = max(
            range(low, max(low, high - wide) + 1),
            key=lambda first: sum(taps[n] for n in range(first, first + wide + 1)),
        )
        if sum(taps[n] for n in range(best, best + wide + 1)) >= SHARE:
            break
    return best, best + wide


def drawn(words: Words) -> list[int]:
    """Return the indexes of the words that the board draws, in list order."""
    common = load_language(words.code).common
    place = {word: at for at, word in enumerate(words.words)}
    return [place[word] for word in common.words(words.length)]


def lines_since(code: str, commit: str) -> dict[str, bytes]:
    """Return the line of ``difficulty.txt`` for each common word at a git commit."""

    def read(name: str) -> list[bytes]:
        place = f"{commit}:{(FOLDER / code / name).relative_to(ROOT)}"
        command = ["git", "show", place]
        done = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE)  # noqa: S603 - named above
        return done.stdout.splitlines(keepends=True)

    pairs = zip(read("common.txt"), read("difficulty.txt"), strict=True)
    return {word.decode().strip(): line for word, line in pairs}


def lines(
    code: str, every: int = 1, kept: Mapping[str, bytes] | None = None
) -> Iterator[tuple[str, bytes]]:
    """
    Yield drawn words of a language, each with its line of ``difficulty.txt``.

    Args:
        code: The language.
        every: 1 for all words, 2 for every second one.
        kept: Lines that are used without measuring, by word.
    """
    number = 0
    for length in range(SHORTEST, LONGEST + 1):
        words = Words(code, length)
        for at in drawn(words):
            if not number % every:
                word = words.words[at]
                known = kept and kept.get(word)
                yield word, known or figure(rounds(words, at)).line()
            number += 1


def measure() -> None:
    """Print the table of docs/difficulty.md: the success rate of simulated seekers."""
    for length in range(SHORTEST, LONGEST + 1):
        for code in CODES:
            words, language = Words(code, length), load_language(code)
            place = {word: at for at, word in enumerate(words.words)}
            rnd, row = random.Random(f"{code} {length}"), list[float]()  # noqa: S311 - the same in every run
            for level in LEVELS:
                some, found = language.drawn(length, level).words(length), 0
                for _ in range(MEASURED):
                    at = place[rnd.choice(some)]
                    known = rnd.randrange(16) < KNOWN[words.band[at]]
                    found += Round(words, at, rnd, known=known).play().found
                row.append(100 * found / MEASURED)
            told = " | ".join(f"{one:.1f} %" for one in row)
            print(f"| {code} | {length} | {told} |", flush=True)


def fit() -> None:
    """Print the factors for the estimates in words/difficulty.py."""
    rows: list[tuple[float, ...]] = []
    found, taps, noes = list[float](), list[float](), list[float]()
    for code in CODES:
        for length in range(SHORTEST, LONGEST + 1):
            words = Words(code, length)
            rare = [*places(words.bands[-1])]
            for at in drawn(words) + rare[:: max(1, len(rare) // RARE)]:
                played = [*rounds(words, at)]
                rows.append(rests_on(load_language(code), words.words[at]))
                found.append(sum(weight * one.found for weight, one in played))
                taps.append(sum(weight * one.taps for weight, one in played))
                noes.append(sum(weight * one.noes for weight, one in played))
    factors = [0.0] * len(rows[0])
    for _ in range(STEPS):  # Newton's, of a logistic curve
        thought = [1 / (1 + exp(-sum(map(mul, row, factors)))) for row in rows]
        slopes = [share * (1 - share) for share in thought]
        off = [a - b for a, b in zip(found, thought, strict=True)]
        factors = [*map(add, factors, solved(rows, slopes, off))]
    print("CHANCE =", tuple(round(one, 3) for one in factors))
    for name, values in (("TAPS", taps), ("NOES", noes)):
        least = solved(rows, [1.0] * len(rows), values)
        print(name, "=", tuple(round(one, 3) for one in least))


def solved(
    rows: list[tuple[float, ...]], weights: list[float], values: list[float]
) -> list[float]:
    """Return the least squares solution x of (rows' W rows) x = rows' W values."""
    size = len(rows[0])
    matrix = [[0.0] * size + [0.0] for _ in range(size)]
    for row, weight, value in zip(rows, weights, values, strict=True):
        for at, one in enumerate(row):
            for other, two in enumerate(row):
                matrix[at][other] += weight * one * two
            matrix[at][-1] += one * value
    for at in range(size):
        matrix[at] = [one / matrix[at][at] for one in matrix[at]]
        for other in range(size):
            if other != at:
                by = matrix[other][at]
                matrix[other] = [
                    a - by * b for a, b in zip(matrix[other], matrix[at], strict=True)
                ]
    return [row[-1] for row in matrix]


def main() -> int:
    """Write or check the difficulty figures of every language."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").strip().split("\n")[0])
    parser.add_argument("--write", action="store_true", help="write every line anew")
    parser.add_argument(
        "--check", type=int, metavar="N", nargs="?", const=800, help="compare each Nth"
    )
    parser.add_argument("--since", metavar="COMMIT", help="keep lines of known words")
    parser.add_argument("--measure", action="store_true", help="print the levels")
    parser.add_argument("--fit", action="store_true", help="print the factors")
    given = parser.parse_args()
    if given.fit:
        fit()
    if given.measure:
        measure()
    stale = 0
    for code in CODES:
        path = FOLDER / code / "difficulty.txt"
        if given.write:
            kept = lines_since(code, given.since) if given.since else None
            path.write_bytes(b"".join(line for _, line in lines(code, kept=kept)))
        if given.check:
            shipped = path.read_bytes().splitlines(keepends=True)[:: given.check]
            made = list(lines(code, given.check))
            for (word, line), kept in zip(made, shipped, strict=True):
                if line != kept:
                    print(f"{code}: {word} is {kept!r}, and should be {line!r}")
                    stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main())
