"""
What a hint of Decipher is worth, in points: the prices are these, rounded.

    PYTHONPATH=. python tests/benchmarks/bench_hints.py [--rounds 2000]

Whoever asks is a person, and no program that has the list by heart: three of four words
that the board draws come to its mind, it taps in any zone where a letter could want the
piece, and it calls out the only word that it can think of. Where it can think of none
it reads letters off the pieces. It asks once a round: how many words are left, before
its first guess; for a letter or a zone, in bonus mode, when no word comes to its mind.
The round is played to its end with the hint and without: what the hint changed in its
points less the board's is what it was worth.
"""

import argparse
import random
import statistics
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import prod

from firmware_host.app.content.languages import load_language
from firmware_host.board.events import Woke
from firmware_host.board.pieces import BOARD, Seat, Zone
from firmware_host.games.contract import Header
from firmware_host.games.decipher import evidence
from firmware_host.games.decipher.game import decipher
from firmware_host.games.decipher.rules import (
    ABOUT,
    LEFT,
    LETTER,
    ZONE,
    AskForPiece,
    DecipherState,
    Guess,
    Hint,
    Hinted,
    PassTurn,
    SetSecret,
    TapPiece,
    price,
)
from firmware_host.games.decipher.view import DecipherView, public_view
from firmware_host.languages import CODES
from firmware_host.words.index import index_of
from firmware_host.words.levels import EVERYDAY

LENGTHS = 3, 4, 5, 6

#: A price is the mean worth within so much. Source: issue 15.
WITHIN = 0.5

#: With at most so many words left the only one that comes to mind is guessed.
FEW = 2

#: Letters that are read off the pieces are called out once they are so likely.
LIKELY = 0.5

#: Rounds are played until so many for each that counts: not in each somebody is stuck.
TRIED = 8

ME = Seat(0)


@dataclass
class Person:
    """
    A seeker as people are.

    Args:
        code: The language.
        known: The words that come to its mind, as bits of those that are drawn from.
        rnd: Its chance.
        hint: What it has been told.
    """

    code: str
    known: int
    rnd: random.Random
    hint: Hinted | None = None

    def told(self, about: str) -> Hinted | None:
        """Return the hint about something, or None."""
        return self.hint if self.hint and self.hint.about == about else None

    def choose(self, view: DecipherView) -> Guess | TapPiece | AskForPiece | PassTurn:
        """Return its action when the game waits for it."""
        word, dares = self._thinks(view)
        last = view.bonus_mode and not view.hidden and view.holding is None
        if word and (dares or last):
            return Guess(ME, word)
        if view.holding is not None:
            return TapPiece(self._zone(view), view.holding)
        return AskForPiece() if view.hidden else PassTurn()

    def mine(self, view: DecipherView) -> tuple[int, int]:
        """Return the words that fit, and those of them that come to its mind."""
        fits = evidence.fitting(view, drawn(self.code, view.length))
        return fits, fits & self.known

    def _thinks(self, view: DecipherView) -> tuple[str, bool]:
        """Return the word that it would call out, and whether it does."""
        fits, mine = self.mine(view)
        if mine:
            words = drawn(self.code, view.length).list(mine)
            # It knows its hints, and what follows from them.
            few = fits.bit_count() <= FEW if self.told(LEFT) else len(words) == 1
            return self.rnd.choice(words), few
        letters = [self._letters(view, at) for at in range(view.length)]
        word = "".join(max(one, key=one.__getitem__) for one in letters)
        if word in (guessed for _, guessed in view.guesses):
            return "", False
        share = prod(max(one.values()) / sum(one.values()) for one in letters)
        return word, share >= LIKELY

    def _letters(self, view: DecipherView, at: int) -> Mapping[str, int]:
        """Return the letters that it thinks a place has, with how usual they are."""
        covered = tuple(map(bool, view.covered[at]))
        letters = allowed(self.code, view.length, at, view.placed[at], covered)
        hint = self.told(LETTER)
        if hint is None or hint.at != view.first_zone + at:
            return letters
        return {one: n for one, n in letters.items() if one != hint.letter} or letters

    def _zone(self, view: DecipherView) -> Zone:
        """Return the zone to tap: the hint's, or one that may need the piece."""
        zones, hint = view.question.answers, self.told(ZONE)
        if hint is not None and hint.at in zones:
            self.hint = None  # it was about this piece
            return hint.at
        wanted = [zone for zone in zones if self._wants(view, zone)]
        return Zone(self.rnd.choice(wanted or zones))

    def _wants(self, view: DecipherView, zone: int) -> bool:
        at, builds = zone - view.first_zone, load_language(self.code).alphabet.builds
        kind = view.holding.place
        has = view.placed[at][kind]
        return any(builds[one][kind] > has for one in self._letters(view, at))

    def asks(self, view: DecipherView, about: str) -> bool:
        """Return whether it would ask now."""
        _, mine = self.mine(view)
        if about == LEFT:
            return mine.bit_count() == 1
        holds = view.holding is not None
        return view.bonus_mode and not mine and holds is (about == ZONE)


def drawn(code, length):
    """Return the words that the board draws from."""
    return index_of(load_language(code), length, EVERYDAY)


@cache
def allowed(code, length, at, placed, covered) -> Mapping[str, int]:
    """Return the letters that the pieces in a zone allow, with how usual they are."""
    index, language = drawn(code, length), load_language(code)
    return {
        letter: index.letter(at, letter).bit_count() + 1
        for letter in language.tiles
        if all(
            need == has if no else need >= has
            for need, has, no in zip(
                language.alphabet.build(letter), placed, covered, strict=True
            )
        )
    }


def played(game: DecipherState, person: Person, until=lambda _: False) -> DecipherState:
    """Return a round at its end, or where *until* says so of its view."""
    while not game.results:
        action = decipher.interpret(game, Woke())
        if action is None:
            view = public_view(game)
            if until(view):
                break
            action = person.choose(view)
        game = decipher.fold(game, decipher.act(game, action))
    return game


def margin(game: DecipherState) -> int:
    """Return the seeker's points less the board's."""
    mine, boards = game.results[0].points
    return mine - boards


def begun(code, length, entropy) -> DecipherState:
    """Return a round with a word that the board has drawn."""
    settled = {"seats": 1, "length": length, "board_makes": True, "rounds": 2}
    language = load_language(code)
    game = decipher.start(Header("decipher", **settled, language=language))
    return decipher.fold(game, decipher.act(game, SetSecret(BOARD, entropy=entropy)))


def worth(code: str, length: int, about: str, rounds: int) -> list[int]:
    """Return the change by a hint for each of *rounds* in which it was asked for."""
    index, found = drawn(code, length), list[int]()
    size = index.all.bit_length()
    for number in range(TRIED * rounds):
        rnd = random.Random(f"{code} {length} {number}")  # noqa: S311 - the same each time
        known = index.all & (rnd.getrandbits(size) | rnd.getrandbits(size))
        own, game = rnd.random(), begun(code, length, rnd.randbytes(32))
        asker = Person(code, known, random.Random(own))  # noqa: S311 - as above
        game = played(game, asker, lambda view: asker.asks(view, about))  # noqa: B023 - called at once
        if game.results:
            continue
        language = load_language(code)
        asked, seen = Hint(ME, about), public_view(game)
        hint = evidence.make_hint(seen, language, EVERYDAY, asked)
        if not isinstance(hint, Hinted):
            continue
        ends = (
            margin(played(game, Person(code, known, random.Random(own), one)))  # noqa: S311 - as above
            for one in (hint, None)
        )
        with_it, without = ends
        found.append(with_it - without)
        if len(found) == rounds:
            break
    return found


def main() -> None:
    """Print the worth and the price of each hint."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=2000)
    rounds = parser.parse_args().rounds
    print("hint    letters  worth            error  rounds  price")
    for about in ABOUT:
        for length in LENGTHS:
            each = [worth(code, length, about, rounds // len(CODES)) for code in CODES]
            points = [one for some in each for one in some]
            means = " ".join(f"{statistics.fmean(some):5.2f}" for some in each)
            mean = statistics.fmean(points)
            error = statistics.stdev(points) / len(points) ** 0.5
            print(
                f"{about:7} {length:7}  {mean:5.2f} ({means})  {error:.2f}"
                f"  {len(points):6}  {price(about, length)}",
                flush=True,
            )


if __name__ == "__main__":
    main()
