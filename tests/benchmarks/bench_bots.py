"""
What a move of a bot costs, in every game that has bots, and who wins.

    PYTHONPATH=. python tests/benchmarks/bench_bots.py [--games 20] [GAME ...]

Bots of every strength play among themselves, in both languages, with as many as the
game takes at least and with more. Time is the processor's; what is made once for a
language and kept, such as its words as bits, is the first move's, and told apart.
"""

import argparse
import statistics
import time
from collections import Counter
from typing import Any

from firmware_host.app.content.games import known_games
from firmware_host.app.content.languages import load_language
from firmware_host.board.pieces import BOARD
from firmware_host.games.bots import Move
from firmware_host.games.contract import Header
from firmware_host.languages import CODES
from tests.games.rivals import played

#: Ms that a move may take. Source: issue 15.
ALLOWED_MS = 5.0

#: Letters of a word, where a game asks for them.
LENGTH = 5


def measure(engine: Any, code: str, seats: int, games: int) -> None:
    """Let bots play, and print."""
    took: dict[str, list[float]] = {strength: [] for strength in engine.BOTS}
    wins: Counter[str] = Counter()

    def ask(view: Any, header: Header, strength: str, chance: bytes) -> Move | None:
        began = time.thread_time()
        move: Move | None = engine.bot(view, header, strength, chance)
        if move is not None:
            took[strength].append((time.thread_time() - began) * 1000)
        return move

    board = engine.NEEDS.maker
    header = Header(
        engine.NAME,
        seats,
        LENGTH if engine.NEEDS.lengths else 0,
        board_makes=board,
        rounds=2,
        language=load_language(code),
    )
    for number in range(games):
        order = [engine.BOTS[(number + at) % len(engine.BOTS)] for at in range(seats)]
        last = None
        for _, _, after in played(engine, header, tuple(order), number, ask):
            last = after
        winners = [seat for seat in last.winners if seat != BOARD and seat < seats]
        wins.update(order[seat] for seat in winners)
    first = max(found[0] for found in took.values())
    print(
        f"{engine.NAME} {code}, {seats} seats: won {dict(wins)}, first {first:.1f} ms"
    )
    for strength, found in took.items():
        later = found[1:]
        p99 = statistics.quantiles(later, n=100)[98]
        print(
            f"  {strength}: {len(later)} moves, median {statistics.median(later):.3f}"
            f" ms, p99 {p99:.3f}, most {max(later):.3f} (asked {ALLOWED_MS})"
        )


def main() -> None:
    """Measure every game that has bots."""
    games = {name: one for name, one in known_games().items() if one.BOTS}
    given = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    given.add_argument("game", nargs="*", default=[*games])
    given.add_argument("--games", type=int, default=20)
    options = given.parse_args()
    for name in options.game:
        least, most = games[name].NEEDS.seats
        for code in CODES:
            for seats in sorted({max(2, least), min(4, most)}):
                measure(games[name], code, seats, options.games)


if __name__ == "__main__":
    main()
