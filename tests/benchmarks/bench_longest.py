"""
The longest word from ten letters with none, one and two jokers, beside a plain scan.

    PYTHONPATH=. python tests/benchmarks/bench_longest.py [--racks 200] [CODE ...]

The index of each language is built as `tools/build_longest.py` builds it, before
anything is measured. Racks are drawn by how often letters stand in its words; the
jokers are among the ten. The floor counts every word's letters; it answers the first
racks, and every difference is counted as wrong. Each language is measured by a process
of its own; time is the processor's, memory what that process has more by the index.
"""

import argparse
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from firmware_host.languages import CODES, FOLDER
from firmware_host.words.longest import WordIndex, pack
from firmware_host.words.wide import WideList

#: Median ms that may pass, by jokers. Source: issue 5.
ALLOWED_MS = (0.3, 0.6, 1.5)
LOAD_MS = 20.0
#: MB that everything may take that three games need. Source: issue 5.
ALLOWED_MB = 15.0
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


def measure(path: Path, racks: int, checked: int) -> None:
    """Measure an index, and print."""
    path.read_bytes()  # in the cache then
    before, began = memory_mb(), time.thread_time()
    index = WordIndex(path.read_bytes())
    load_ms = (time.thread_time() - began) * 1000
    held = f"{memory_mb() - before:.1f} MB (asked {ALLOWED_MB} in all)"
    print(f"{path.stem}: load {load_ms:.2f} ms (asked {LOAD_MS}), {held}")
    words = str(index._text, "ascii").split()
    text, chance = "".join(words), random.Random(5)  # noqa: S311 - the same racks in every run
    for jokers, allowed in enumerate(ALLOWED_MS):
        drawn = ["".join(chance.choices(text, k=CARDS - jokers)) for _ in range(racks)]
        times, wrong, floor = [], 0, 0.0
        for number, rack in enumerate(drawn):
            began = time.thread_time()
            found = index.longest(rack, jokers)
            times.append((time.thread_time() - began) * 1000)
            if number < checked:
                began = time.thread_time()
                wrong += scan(words, rack, jokers) != found
                floor += (time.thread_time() - began) * 1000 / checked
        middle, late = statistics.median(times), statistics.quantiles(times, n=100)[98]
        print(
            f"{path.stem}, {jokers} jokers: median {middle:.3f} ms (asked {allowed}), "
            f"p99 {late:.3f}, scan {floor:.0f} ms, wrong {wrong} of {checked}"
        )


def main() -> None:
    """Build each language's index, and let a process of its own measure it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    parser.add_argument("code", nargs="*", default=CODES)
    parser.add_argument("--racks", type=int, default=200)
    parser.add_argument("--checked", type=int, default=10)
    parser.add_argument("--index", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.index:
        measure(given.index, given.racks, given.checked)
        return
    with tempfile.TemporaryDirectory() as folder:
        for code in given.code:
            path = Path(folder) / f"{code}.idx"
            path.write_bytes(pack(WideList((FOLDER / code / "wide.txt").read_bytes())))
            command = [sys.executable, __file__, "--index", str(path)]
            command += ["--racks", str(given.racks), "--checked", str(given.checked)]
            subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
