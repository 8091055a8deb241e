"""
What durability costs: our journal beside a bare sqlite3 commit, in one run.

    PYTHONPATH=. python tests/benchmarks/bench_journal.py [--folder DIR] [--rounds 5]

The floor commits a row on the caller's thread. Ours hands an entry to the journal
and waits, as the table's loop does, until its *then* has been called. They take turns,
event by event, in the same folder, so a busy machine is busy for both.
"""

import argparse
import json
import os
import sqlite3
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from firmware_host.board.entries import Entry, NewGame, RowEntry
from firmware_host.journal.store import Journal

ACTION = json.dumps({"do": "tap", "zone": 3, "kind": "red"})
FACTS = json.dumps(
    [{"fact": "yes", "zone": 3, "kind": "red"}, {"fact": "turn", "to": 1}]
)
ROWS_REPLAYED = 20_000
BOOT_ID = 0x1234_5678


def open_floor(folder: Path) -> Callable[[int], None]:
    """Return a function that commits one row in the barest way."""
    connection = sqlite3.connect(folder / "floor.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute(
        "CREATE TABLE rows (game INTEGER, number INTEGER, ms INTEGER, seat INTEGER,"
        " action TEXT, facts TEXT, PRIMARY KEY (game, number)) WITHOUT ROWID"
    )

    def commit(number: int) -> None:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(
            "INSERT INTO rows VALUES (1, ?, ?, 0, ?, ?)",
            (number, number * 900, ACTION, FACTS),
        )
        connection.execute("COMMIT")

    return commit


def open_ours(journal: Journal) -> Callable[[int], None]:
    """Return a function that appends one event and waits for *then*."""
    lit = threading.Lock()  # the cheapest thing that another thread can let go of
    lit.acquire()

    def append(number: int) -> None:
        row = RowEntry(1, number, number * 900, 0, ACTION, FACTS)
        journal.append(Entry(rows=(row,), event=(BOOT_ID, number)), then=lit.release)
        lit.acquire()

    return append


def time_us(act: Callable[[int], None], number: int) -> float:
    """Return how long one call took, in microseconds."""
    begun = time.perf_counter_ns()
    act(number)
    return (time.perf_counter_ns() - begun) / 1000


def p99(times_us: list[float]) -> float:
    """Return the 99th percentile."""
    return statistics.quantiles(times_us, n=100)[98]


def run_rounds(folder: Path, *, rounds: int, count: int) -> None:
    """Print a line for each round and one for their medians."""
    floor = open_floor(folder)
    with Journal(folder / "ours.db") as journal:
        journal.append(Entry(new_game=NewGame(1, "{}"))).result()
        ours = open_ours(journal)
        ratios: list[tuple[float, float]] = []
        for turn in range(rounds):
            floor_us, ours_us = [], []
            for number in range(turn * count, (turn + 1) * count):
                floor_us.append(time_us(floor, number))
                ours_us.append(time_us(ours, number))
            ratios.append(print_round(turn, floor_us, ours_us))
        middle, tail = (
            statistics.median(column) for column in zip(*ratios, strict=True)
        )
        print(f"ratio ours/floor: median {middle:.2f}, p99 {tail:.2f}")


def print_round(
    turn: int, floor_us: list[float], ours_us: list[float]
) -> tuple[float, float]:
    """Print one round and return its two ratios."""
    middles = statistics.median(floor_us), statistics.median(ours_us)
    tails = p99(floor_us), p99(ours_us)
    print(
        f"round {turn + 1}: floor {middles[0]:.0f} us, p99 {tails[0]:.0f};"
        f" ours {middles[1]:.0f} us, p99 {tails[1]:.0f}"
    )
    return middles[1] / middles[0], tails[1] / tails[0]


def run_replay(folder: Path) -> None:
    """Print how fast rows are read, and how many bytes one takes."""
    rows = tuple(
        RowEntry(1, n, n * 900, 0, ACTION, FACTS) for n in range(ROWS_REPLAYED)
    )
    path = folder / "replay.db"
    with Journal(path) as journal:
        journal.append(Entry(new_game=NewGame(1, "{}"), rows=rows)).result()
        begun = time.perf_counter()
        read = sum(1 for _ in journal.rows(1))
        took_s = time.perf_counter() - begun
    print(
        f"replay: {read / took_s:,.0f} rows/s, {path.stat().st_size / read:.0f} bytes"
        f" a row ({len(ACTION) + len(FACTS)} of them JSON)"
    )


def run_start(folder: Path) -> None:
    """Print how long it takes to open that journal again."""
    begun = time.perf_counter()
    with Journal(folder / "replay.db"):
        print(f"open: {(time.perf_counter() - begun) * 1000:.1f} ms")


def main() -> None:
    """Run everything in a folder that is thrown away."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    parser.add_argument("--folder", type=Path, help="on the card that is measured")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--count", type=int, default=1000)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=asked.folder) as name:
        folder = Path(name)
        print(
            f"SQLite {sqlite3.sqlite_version}, Python {sys.version.split()[0]},"
            f" {os.cpu_count()} cores"
        )
        run_rounds(folder, rounds=asked.rounds, count=asked.count)
        run_replay(folder)
        run_start(folder)


if __name__ == "__main__":
    main()
