"""
Evidence of WQRDLES, KEYWORD and Code cards, beside asking every word or card.

    PYTHONPATH=. python tests/benchmarks/bench_fitting.py [--count 200] [CODE ...]

The floor is what a person would write first: mark each word for each row, count the
letters of each word, compare each card with each hit. It answers the first questions,
and every difference is counted as wrong. Time is the processor's.
"""

import argparse
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from firmware_host.app.content.languages import load_language
from firmware_host.board.pieces import Seat
from firmware_host.games.codecards import evidence as of_cards
from firmware_host.games.codecards.rules import DECK, WIDTH, PlayingCard, is_hit
from firmware_host.games.keyword import evidence as of_hands
from firmware_host.games.wqrdles import evidence as of_rows
from firmware_host.languages import CODES
from firmware_host.words.index import index_of
from firmware_host.words.marks import clue, mark

#: So many questions are answered by the floor too.
CHECKED = 10

SEEKER, OWNER = Seat(0), Seat(1)


@dataclass
class Timed:
    """The measurements of one kind of evidence."""

    took: list[float]
    floor: list[float]
    wrong: int = 0

    def said(self) -> str:
        """Return it in words."""
        p99 = statistics.quantiles(self.took, n=100)[98]
        middle = statistics.median(self.took)
        ratio = statistics.median(self.floor) / middle
        return (
            f"median {middle:.3f} ms, p99 {p99:.3f} ms, {ratio:,.0f} times as fast as "
            f"the floor, {self.wrong} of {len(self.floor)} wrong"
        )


def clocked(run: Callable[[], Any]) -> tuple[Any, float]:
    """Return the result of *run*, and its processor's time in ms."""
    began = time.thread_time()
    found = run()
    return found, (time.thread_time() - began) * 1000


def measured(pairs: Iterator[tuple[Callable[[], Any], Callable[[], Any]]]) -> Timed:
    """Answer every question, and the first ones by the floor too."""
    timed = Timed([], [])
    for number, (ours, floor) in enumerate(pairs):
        found, ms = clocked(ours)
        timed.took.append(ms)
        if number < CHECKED:
            expected, ms = clocked(floor)
            timed.floor.append(ms)
            timed.wrong += found != expected
    return timed


class Seen:
    """A view with only the fields that evidence needs."""

    def __init__(self, **known: Any) -> None:
        self.__dict__ |= known


def rows(code: str, count: int) -> Iterator[tuple[Any, Any]]:
    """Yield searches for the words that fit three rows and their clues."""
    language, rnd = load_language(code), random.Random(7)  # noqa: S311 - the same in every run
    index = index_of(language, 5, laid=False)
    words = [w for w in index.list(index.all) if w.isalpha()]
    for _ in range(count):
        secret, queries = rnd.choice(words), rnd.sample(words, 3)
        told = [(q, mark(q, secret), clue(q, secret)) for q in queries]
        view: Any = Seen(
            found=(),
            missed=(),
            rows=[(SEEKER, q, ((OWNER, marks, c),)) for q, marks, c in told],
        )
        yield (
            partial(of_rows.fitting, view, OWNER, index),
            partial(scan_rows, index, words, told),
        )


def scan_rows(index: Any, words: list[str], told: list[Any]) -> int:
    """Mark every word."""
    fit = (
        word
        for word in words
        if all(
            mark(q, word) == marks and c in ("", clue(q, word)) for q, marks, c in told
        )
    )
    found: int = index.bits(fit)
    return found


def hands(code: str, count: int, jokers: int) -> Iterator[tuple[Any, Any]]:
    """Yield the longest words of six cards and six that lie open."""
    language, rnd = load_language(code), random.Random(5)  # noqa: S311 - as above
    index, words = of_hands.every_word(language), list(language.wide)
    decks = [[*Counter(dict(language.cards[one])).elements()] for one in language.cards]
    orange, blue = ([card for card in deck if card != "?"] for deck in decks)
    for _ in range(count):
        hand = rnd.sample(orange, 6 - (jokers > 1)) + ["?"] * (jokers > 1)
        row = rnd.sample(blue, 6 - (jokers > 0)) + ["?"] * (jokers > 0)
        view: Any = Seen(hand=tuple(hand), public=Seen(row=tuple(row)))
        yield (
            partial(of_hands.longest, view, index),
            partial(scan_hands, words, hand, row),
        )


def scan_hands(words: list[str], hand: list[str], row: list[str]) -> tuple[str, ...]:
    """Count the letters of every word."""
    cards = Counter((*hand, *row))
    jokers = cards.pop("?", 0)
    fit = [
        word
        for word in words
        if (Counter(word) - cards).total() <= jokers
        and ("?" in hand or not {*hand}.isdisjoint(word))
    ]
    most = max(map(len, fit), default=0)
    return tuple(word for word in fit if len(word) == most)


def hits(count: int) -> Iterator[tuple[Any, Any]]:
    """Yield searches for the cards that fit four turns."""
    rnd = random.Random(3)  # noqa: S311 - as above
    for _ in range(count):
        dealt = rnd.sample(DECK, 5 * WIDTH)
        code, piles = dealt[:WIDTH], [dealt[WIDTH + at :: WIDTH] for at in range(WIDTH)]
        columns = tuple(
            tuple((card, is_hit(card, hidden)) for card in pile)
            for pile, hidden in zip(piles, reversed(code), strict=True)
        )
        view: Any = Seen(answered=(columns, ((),) * WIDTH), tops=())
        yield (
            partial(of_cards.fitting, view, OWNER),
            partial(scan_hits, columns),
        )


def scan_hits(columns: Any) -> tuple[int, ...]:
    """Compare every card with every hit."""
    lying = {card for column in columns for card, _ in column}

    def fits(hidden: PlayingCard, column: Any) -> bool:
        return all(is_hit(card, hidden) is hit for card, hit in column)

    return tuple(
        sum(
            1 << at
            for at, card in enumerate(DECK)
            if card not in lying and fits(card, column)
        )
        for column in reversed(columns)
    )


def main() -> None:
    """Measure, and print."""
    given = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    given.add_argument("code", nargs="*", default=CODES)
    given.add_argument("--count", type=int, default=200)
    options = given.parse_args()
    print(f"code cards, four turns: {measured(hits(options.count)).said()}")
    for code in options.code:
        told = measured(rows(code, options.count)).said()
        print(f"{code} wqrdles, three rows: {told}")
        made = clocked(partial(of_hands.every_word, load_language(code)))[1]
        print(f"{code} keyword: made in {made:.0f} ms")
        for jokers in range(3):
            told = measured(hands(code, options.count, jokers)).said()
            print(f"{code} keyword, {jokers} jokers: {told}")


if __name__ == "__main__":
    main()
