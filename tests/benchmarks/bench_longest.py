"""
The longest word from ten letters with none, one and two jokers, beside a plain scan.

    python tools/build_longest.py de FILE
    python tests/benchmarks/bench_longest.py FILE [--racks 200] [--checked 10]

Racks are drawn by how often letters stand
in its words; the jokers are among the ten. The floor counts every word's letters; it
answers the first racks, and every difference is counted as wrong.
"""

import argparse
import random
import statistics
import time
from collections import Counter
from pathlib import Path

from firmware_host.words.longest import WordIndex

#: Median ms that may pass, by jokers. Source: issue 5.
ALLOWED_MS = (0.3, 0.6, 1.5)
LOAD_MS = 20.0
CARDS = 10


def memory_mb() -> float:
    """Return what this process holds."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if "VmRSS" in line) / 1024


def scan(words: list[str], letters: str, jokers: int) -> tuple[str, ...]:
    """The floor: look at every word."""
    rack = Counter(letters)
    fit = [word for word in words if (Counter(word) - rack).total() <= jokers]
    longest = max(map(len, fit), default=0)
    return tuple(sorted(word for word in fit if len(word) == longest))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("index", type=Path)
    parser.add_argument("--racks", type=int, default=200)
    parser.add_argument("--checked", type=int, default=10)
    given = parser.parse_args()
    given.index.read_bytes()  # in the cache then
    before, began = memory_mb(), time.perf_counter()
    index = WordIndex(given.index.read_bytes())
    load_ms = (time.perf_counter() - began) * 1000
    print(f"load {load_ms:.2f} ms (allowed {LOAD_MS}), {memory_mb() - before:.1f} MB")
    words = str(index._text, "ascii").split()
    text, chance = "".join(words), random.Random(5)  # noqa: S311 - the same racks in every run
    for jokers, allowed in enumerate(ALLOWED_MS):
        racks = [
            "".join(chance.choices(text, k=CARDS - jokers)) for _ in range(given.racks)
        ]
        times, wrong, floor = [], 0, 0.0
        for number, rack in enumerate(racks):
            began = time.perf_counter()
            found = index.longest(rack, jokers)
            times.append((time.perf_counter() - began) * 1000)
            if number < given.checked:
                began = time.perf_counter()
                wrong += scan(words, rack, jokers) != found
                floor += (time.perf_counter() - began) * 1000 / given.checked
        middle, late = statistics.median(times), statistics.quantiles(times, n=100)[98]
        print(
            f"{jokers} jokers: median {middle:.3f} ms (allowed {allowed}), "
            f"p99 {late:.3f}, scan {floor:.0f} ms, wrong {wrong}"
        )


if __name__ == "__main__":
    main()
