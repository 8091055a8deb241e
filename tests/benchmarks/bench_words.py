"""
The word lists beside a plain set of the same words, in one run, in turn.

    PYTHONPATH=. python tests/benchmarks/bench_words.py [--rounds 5] [--count 20000]

Loading is both lists of a language, files included; memory is what Python holds for
them then. Half of the asked words are in the list, half are the same letters mixed.
"""

import argparse
import random
import statistics
import time
import tracemalloc
from collections.abc import Callable, Container
from pathlib import Path

from firmware_host.languages import CODES, FOLDER
from firmware_host.words.lexicon import Lexicon

Load = Callable[[Path], Container[str]]


def load_set(path: Path) -> Container[str]:
    """The floor: every word as an object."""
    return set(path.read_text(encoding="ascii").split())


def load_ours(path: Path) -> Container[str]:
    """The file's bytes, searched as they are."""
    return Lexicon(path.read_bytes())


def loaded(load: Load, code: str) -> list[Container[str]]:
    """Return both lists of a language, the wide one last."""
    return [load(FOLDER / code / f"{name}.txt") for name in ("common", "accepted")]


def load_ms(load: Load, code: str) -> float:
    """How long both lists take."""
    began = time.perf_counter()
    loaded(load, code)
    return (time.perf_counter() - began) * 1000


def held_kb(load: Load, code: str) -> float:
    """Return the memory of both lists, in kB."""
    tracemalloc.start()
    kept = loaded(load, code)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del kept
    return size / 1000


def questions(code: str, count: int) -> list[str]:
    """Words to ask for, of which half are likely in the list."""
    text = (FOLDER / code / "accepted.txt").read_text(encoding="ascii")
    chance = random.Random(3)  # noqa: S311 - the same words in every run
    words = chance.choices(text.split(), k=count // 2)
    asked = words + ["".join(chance.sample(word, len(word))) for word in words]
    chance.shuffle(asked)
    return asked


def rate(load: Load, code: str, asked: list[str]) -> tuple[float, int]:
    """Return answers a second, and how many were yes."""
    words = loaded(load, code)[-1]
    began = time.perf_counter()
    found = sum(word in words for word in asked)
    return len(asked) / (time.perf_counter() - began), found


def measure(code: str, rounds: int, count: int) -> None:
    """Measure one language, and print."""
    asked = questions(code, count)
    for name, load in (("set", load_set), ("ours", load_ours)):
        load_ms(load, code)  # the files are in the cache then, for both
        print(f"{code} {name}: {held_kb(load, code):,.0f} kB held")
    pairs = [(load_ms(load_set, code), load_ms(load_ours, code)) for _ in range(rounds)]
    floor, own = (statistics.median(side) for side in zip(*pairs, strict=True))
    print(f"{code} load: set {floor:.2f} ms, ours {own:.2f} ms")
    rates = [
        (rate(load_set, code, asked), rate(load_ours, code, asked))
        for _ in range(rounds)
    ]
    wrong = sum(bare[1] != mine[1] for bare, mine in rates)
    floors, owns = ([side[0] for side in pair] for pair in zip(*rates, strict=True))
    print(
        f"{code} is it a word: set {statistics.median(floors):,.0f}/s, "
        f"ours {statistics.median(owns):,.0f}/s, {wrong} rounds with another answer"
    )


def main() -> None:
    """Measure every language."""
    given = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    given.add_argument("--rounds", type=int, default=5)
    given.add_argument("--count", type=int, default=20000)
    options = given.parse_args()
    for code in CODES:
        measure(code, options.rounds, options.count)


if __name__ == "__main__":
    main()
