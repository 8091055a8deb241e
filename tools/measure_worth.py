"""
Measure how many points a seeker can still lose, by the number of words left.

    PYTHONPATH=. python tools/measure_worth.py [--rounds 500]

Alone against the board, a seeker who knows every word plays rounds of each length in
each language. Its score if it called the word now, minus its score at the end of the
round, is the mean that stands in `firmware_host/games/decipher/evidence.py`.
"""

import argparse
import random
import statistics
from collections import defaultdict
from collections.abc import Iterator

from firmware_host.app.content.languages import load_language
from firmware_host.board.events import Woke
from firmware_host.board.pieces import BOARD, Seat
from firmware_host.games.contract import Header
from firmware_host.games.decipher import evidence
from firmware_host.games.decipher.game import decipher
from firmware_host.games.decipher.rules import Action, SetSecret
from firmware_host.games.decipher.view import DecipherView, public_view
from firmware_host.languages import CODES

LENGTHS = (3, 4, 5, 6)

#: The least number of samples of a state; rarer ones are ignored.
LEAST = 16

Key = tuple[str, int]


def rounds(
    header: Header, count: int, rnd: random.Random
) -> Iterator[list[DecipherView]]:
    """Yield the states that a seeker saw in each round, and the final score."""
    for _ in range(count):
        game, seed, seen = decipher.start(header), rnd.randbytes(16), []
        while not game.over:
            action: Action | None = SetSecret(BOARD, entropy=rnd.randbytes(32))
            if game.round is not None:
                seen.append(public_view(game))
                action = (
                    decipher.interpret(game, Woke()) if decipher.wake(game) else None
                )
                action = action or evidence.choose_action(
                    seen[-1], header, Seat(0), evidence.PERFECT, seed
                )
            facts = decipher.act(game, action)
            assert isinstance(facts, tuple)  # noqa: S101 - a seeker does what is right
            game = decipher.fold(game, facts)
        yield [*seen, public_view(game)]


def measure(count: int, seed: int = 15) -> dict[Key, list[float]]:
    """Return the points lost from each state on, by phase and bits left."""
    lost: dict[Key, list[float]] = defaultdict(list)
    rnd = random.Random(seed)  # noqa: S311 - the same rounds in every run
    for code in CODES:
        for length in LENGTHS:
            header = Header(
                "decipher", 1, length, board_makes=True, language=load_language(code)
            )
            for *seen, end in rounds(header, count, rnd):
                own, board = end.totals
                for view in seen:
                    at = round(
                        evidence.bits_of(evidence.position_of(view, header).mass)
                    )
                    loss = evidence.if_found(view) - (own - board)
                    lost[evidence.phase(view, length), at].append(loss)
    return lost


def table(lost: dict[Key, list[float]]) -> dict[str, tuple[float, ...]]:
    """Return the mean losses by phase; rare states repeat the value before."""
    rows: dict[str, tuple[float, ...]] = {}
    for phase in evidence.AHEAD:
        row: list[float] = []
        for bits in range(evidence.MOST_BITS + 1):
            some = lost.get((phase, bits), [])
            mean = round(statistics.fmean(some), 1) if len(some) >= LEAST else 0.0
            row.append(max(mean, row[-1] if row else 0.0))
        rows[phase] = tuple(row)
    return rows


def main() -> None:
    """Print the table."""
    given = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    given.add_argument("--rounds", type=int, default=500)
    for phase, row in table(measure(given.parse_args().rounds)).items():
        print(f'    "{phase}": {row},')


if __name__ == "__main__":
    main()
