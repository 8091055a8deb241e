"""
A child of eight who seeks a word, as docs/difficulty.md describes one.

Its code is its own: it reads words from the lists and pieces from the view, and uses
nothing of the house's evidence or seekers.
"""

import random
from functools import cache

from firmware_host.board.pieces import KINDS, Seat
from firmware_host.games.decipher.rules import (
    Action,
    AskForPiece,
    Guess,
    PassTurn,
    TapPiece,
)
from firmware_host.games.decipher.view import DecipherView
from firmware_host.languages import FOLDER
from tests.games.decipher.onlooker import BUILDS, SHORT

#: Of the everyday words that are no first words, the share that it knows.
KNOWS = 1 / 2

#: How often it does not think of a NO token, each time it looks.
OVERLOOKS = 1 / 4

#: It guesses as soon as no more words than this come to mind.
FEW = 3


def listed(code: str, name: str) -> list[str]:
    """Return the words of a list as it is shipped."""
    return (FOLDER / code / f"{name}.txt").read_text("ascii").split()


@cache
def fitting(placed: tuple[int, ...], covered: tuple[bool, ...]) -> frozenset[str]:
    """Return the letters that fit a zone's pieces and NO tokens."""
    return frozenset(
        letter
        for letter, build in BUILDS.items()
        if all(
            has <= build[SHORT[kind]] <= (has if no else 4)
            for kind, has, no in zip(KINDS, placed, covered, strict=True)
        )
    )


class Child:
    """A simulated child, who knows the same words for a whole game."""

    def __init__(self, code: str, length: int, rnd: random.Random):
        self._rnd, self._guessed_on = rnd, None
        first = set(listed(code, "easy"))
        known = [
            word
            for word in listed(code, "everyday")
            if word in first or rnd.random() < KNOWS
        ]
        self._words = sorted(word for word in {*first, *known} if len(word) == length)

    def acts(self, view: DecipherView, seat: Seat) -> Action | None:
        """Return its action on its turn, or None while it waits for a piece."""
        words, turn = self._come_to_mind(view), (view.round, view.placed)
        if view.tokens[seat] and words and self._wants_to_guess(view, words, turn):
            self._guessed_on = turn
            return Guess(seat, self._rnd.choice(words))
        if view.holding is not None:
            return TapPiece(self._zone(view, words), view.holding)
        if not view.bonus_mode or view.asked:
            return None
        return AskForPiece() if view.hidden else PassTurn()

    def _wants_to_guess(self, view, words, turn) -> bool:
        """True if few words fit and it has not guessed this turn, or all pieces lie."""
        if view.bonus_mode and not view.hidden and view.holding is None:
            return True
        return len(words) <= FEW and self._guessed_on != turn

    def _come_to_mind(self, view) -> list[str]:
        """Return its known words that fit the pieces and the NO tokens it notices."""
        seen = [
            tuple(bool(no) and self._rnd.random() >= OVERLOOKS for no in row)
            for row in view.covered
        ]
        guessed = {word for _, word in view.guesses}
        pairs = zip(view.placed, seen, strict=True)
        letters = [fitting(has, no) for has, no in pairs]
        return [
            word
            for word in self._words
            if word not in guessed
            and all(one in fit for one, fit in zip(word, letters, strict=True))
        ]

    def _zone(self, view, words):
        """Return a zone where one of its words wants the piece, else any free one."""
        free, kind = view.question.answers, view.holding
        wanted = [
            zone
            for word in words
            for zone in free
            if BUILDS[word[zone - view.first_zone]][SHORT[kind]]
            > view.placed[zone - view.first_zone][kind.place]
        ]
        return self._rnd.choice(wanted or free)
