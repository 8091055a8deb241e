"""
How long it takes to explain a game, beside playing its transcript again.

    PYTHONPATH=. python tests/benchmarks/bench_analysis.py [--games 40]

Games of five rounds, alone against the board, by a seeker who knows every word. The
floor is the replay that an analysis begins with.
"""

import argparse
import json
import random
import time
from pathlib import Path

from firmware_host.app.archive.replay import analyse, replay

#: Limits in ms at the 99th percentile. Source: issue 15.
GAME_MS = 50


def timed(work):
    """Return the result of *work*, and its processor's time in ms."""
    began = time.thread_time()
    found = work()
    return found, (time.thread_time() - began) * 1000


def main() -> None:
    """Measure the examples of Decipher, over and over, in both languages."""
    given = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    given.add_argument("--games", type=int, default=40)
    count, took, floor = given.parse_args().games, [], []
    rnd = random.Random(5)  # noqa: S311 - the same games in every run
    files = [Path("docs/examples/box.jsonl"), Path("docs/examples/gruen.jsonl")]
    for _ in range(count):
        lines = rnd.choice(files).read_text(encoding="utf-8").splitlines()
        done, ms = timed(lambda lines=lines: replay(lines, "bench"))
        floor.append(ms)
        _, ms = timed(lambda done=done: list(analyse(done)))
        took.append(ms * 5 / max(1, sum('"secret"' in line for line in lines)))
    took.sort()
    mean = sum(took) / count, sum(floor) / count
    print(
        json.dumps(
            {
                "game of five rounds, p50 ms": round(took[count // 2], 1),
                "p99 ms": round(took[count * 99 // 100], 1),
                "asked ms": GAME_MS,
                "times the replay": round(mean[0] / mean[1], 1),
            }
        )
    )


if __name__ == "__main__":
    main()
