"""
From a tap to its lamp while somebody reads, copies or erases 20,000 games.

    PYTHONPATH=. python tests/benchmarks/bench_archive.py [--games 20000] [--taps 300]

One daemon at a pty, as in `bench_tap`. Taps come as from a hand, each a while after the
one before; calm ones and busy ones take turns, so a busy machine is busy for both. The
first page of the history is opened by a process that has never opened one.
"""

import argparse
import asyncio
import multiprocessing
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import astuple, replace
from functools import partial
from pathlib import Path

from firmware_host.app.archive.archive import JournalArchive
from firmware_host.app.daemon.daemon import Running
from firmware_host.board.entries import JOURNAL
from firmware_host.board.messages import Refused
from firmware_host.journal.checks import count, with_crc
from firmware_host.journal.store import Journal
from tests.app.written import GAME, write
from tests.benchmarks.bench_tap import Contestant, contestant, quantile, serve_ours

#: What is done meanwhile, in this order; the last ones need a backup.
WORKS = ("history", "delete", "backup", "erase")

#: So many taps in turn, and how long the hand waits between two, in seconds.
BLOCK, LEAST_S, MOST_S = 20, 0.02, 0.2

#: Whoever looks, copies or erases rests so long before the next time, in seconds.
PAUSE_S = 0.2

#: Opens the first page of the history, and prints how long that took.
COLD = """
import asyncio, sys, time
from pathlib import Path
from firmware_host.app.archive.archive import JournalArchive
from firmware_host.journal.store import Journal
path = Path(sys.argv[1])
with Journal(path, reserve_bytes=0) as journal:
    archive = JournalArchive(journal, path)
    began = time.perf_counter()
    page = asyncio.run(archive.chronicle("en"))
    print(len(page["games"]), (time.perf_counter() - began) * 1000)
"""


def fill(path: Path, games: int) -> None:
    """Write equal games directly into the tables."""
    with Journal(path, reserve_bytes=0) as journal:
        write(journal, *GAME)
        header, rows = journal.games()[0].header, tuple(journal.rows(1))
    with closing(sqlite3.connect(path)) as file, file:
        for game in range(2, games + 1):
            many = [replace(row, game=game) for row in rows]
            _insert(file, "rows", [with_crc("rows", astuple(row)) for row in many])
            _insert(file, "games", [with_crc("games", (game, header, 2, 1))])
            names = enumerate((f"Tina {game % 40}", "Lee"))
            _insert(file, "names", [with_crc("names", (game, *one)) for one in names])
            counts = (("rows", game, len(rows)), ("names", game, 2))
            _insert(file, "counts", [with_crc("counts", one) for one in counts])
        count(file, "games")


def _insert(
    file: sqlite3.Connection, table: str, rows: list[tuple[object, ...]]
) -> None:
    marks = ", ".join("?" * len(rows[0]))
    file.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)  # noqa: S608 - our own names


class Work:
    """State shared with the daemon about its work beside the taps."""

    def __init__(self) -> None:
        self.what = multiprocessing.Value("i", -1)
        self.idle = multiprocessing.Event()
        self.done = multiprocessing.Array("i", len(WORKS))
        self.took_ms = multiprocessing.Array("d", len(WORKS))

    def begin(self, what: int) -> None:
        """Let something else be done; below 0 nothing, once all is done."""
        self.what.value = what
        if what < 0:
            self.idle.wait()

    async def run(self, running: Running, folder: Path) -> None:
        """Do it again and again while it is wanted."""
        archive = JournalArchive(running.journal, folder / JOURNAL)
        before, oldest = 0, 0
        while True:
            at = self.what.value
            if at < 0:
                self.idle.set()
                await asyncio.sleep(0.01)
                continue
            self.idle.clear()
            began = time.perf_counter()
            if WORKS[at] == "history":
                before = (await archive.chronicle("en", before))["older"]
            elif WORKS[at] == "delete":
                oldest += 1
                await good(archive.delete(oldest))
            elif WORKS[at] == "backup":
                await good(archive.back_up())
            else:
                await good(archive.erase_names())
            self.done[at] += 1
            self.took_ms[at] += (time.perf_counter() - began) * 1000
            await asyncio.sleep(PAUSE_S)


async def good(asked: Awaitable[object]) -> None:
    """Wait for it; it must not be refused."""
    answer = await asked
    if isinstance(answer, Refused):
        raise TypeError(answer.code)


def measure(ours: Contestant, work: Work, at: int, taps: int) -> None:
    """Tap calmly and during one kind of work, in turn; print it."""
    calm: list[float] = []
    busy: list[float] = []
    for _ in range(0, taps, BLOCK):
        for times, what in ((calm, -1), (busy, at)):
            work.begin(what)
            for _ in range(BLOCK):
                time.sleep(random.uniform(LEAST_S, MOST_S))  # noqa: S311 - a hand
                times.append(ours.once())
    work.begin(-1)
    p50, p99 = ((quantile(calm, q), quantile(busy, q)) for q in (0.5, 0.99))
    each = work.took_ms[at] / max(1, work.done[at])
    print(
        f"{WORKS[at]}: {work.done[at]} times, {each:.0f} ms each; tap to lamp, ms:"
        f" calm {p50[0]:.2f} / {p99[0]:.2f} / {max(calm):.2f},"
        f" busy {p50[1]:.2f} / {p99[1]:.2f} / {max(busy):.2f} (median / p99 / most);"
        f" ratio {p50[1] / p50[0]:.2f} / {p99[1] / p99[0]:.2f}",
        flush=True,
    )


def main() -> None:
    """Measure, and print."""
    given = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    given.add_argument("--folder", type=Path, help="where the journal lies")
    given.add_argument("--games", type=int, default=20_000)
    given.add_argument("--taps", type=int, default=300)
    given.add_argument("--only", choices=WORKS)
    options = given.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as name:
        folder = Path(name)
        fill(folder / JOURNAL, options.games)
        for how in ("from the rows", "as written down"):
            command = [sys.executable, "-c", COLD, folder / JOURNAL]
            told = subprocess.run(command, check=True, capture_output=True, text=True)
            games, took_ms = told.stdout.split()
            print(f"first page, {games} games, {how}: {float(took_ms):.1f} ms")
        work = Work()
        serve: Callable[..., None] = partial(serve_ours, beside=work.run)
        ours = contestant(serve, folder, wired=True)
        for at, what in enumerate(WORKS):
            if options.only in (None, what):
                measure(ours, work, at, options.taps)
        ours.process.kill()


if __name__ == "__main__":
    main()
