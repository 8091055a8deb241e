"""
How long a long game takes to be gone on with, by its rows, with and without a snapshot.

    python tests/benchmarks/bench_resume.py [--rows 20000] [--rounds 5]

The floor is a game of a hundred rounds. With a snapshot a long one should cost no more;
without one, as after an update, every row is folded once.
"""

import argparse
import statistics
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def long_game(journal, rows: int) -> None:
    """Write an unfinished game of many rounds, of seven rows each."""
    from firmware_host.board.entries import Entry, NewGame  # noqa: PLC0415 - needs the path
    from tests.app.written import GAME, write  # noqa: PLC0415 - as above

    write(journal, *GAME[:7])  # one round of seven rows, Lee's guess found
    first = tuple(journal.rows(1))
    header = journal.games()[0].header
    journal.delete_game(1).result()
    journal.append(Entry(new_game=NewGame(2, header, ("Tina", "Lee")))).result()
    number = 0
    while number < rows:
        some = []
        for _ in range(100):
            for row in first:
                number += 1
                some.append(replace(row, game=2, number=number, ms=number * 1000))
        journal.append(Entry(rows=tuple(some))).result()


def resumed_ms(path: Path) -> tuple[float, int]:
    """Return how long the newest game takes to be gone on with, and its rows."""
    from firmware_host.app.daemon.resume import take_up  # noqa: PLC0415 - needs the path
    from firmware_host.board.pieces import Millis  # noqa: PLC0415 - as above
    from firmware_host.journal.store import Journal  # noqa: PLC0415 - as above

    with Journal(path, reserve_bytes=0) as journal:
        began = time.perf_counter()
        session = take_up(journal, setup=None, now_ms=Millis(0))
        took_ms = (time.perf_counter() - began) * 1000
    assert session.playing is not None, session.said
    return took_ms, session.playing.number


def measured(folder: Path, rows: int, rounds: int, *, snapshot: bool) -> str:
    """Return the time to resume a game of *rows* rows, as a line."""
    from firmware_host.app.archive.kept import StoredGame  # noqa: PLC0415 - needs the path
    from firmware_host.app.daemon.resume import fold_stored  # noqa: PLC0415 - as above
    from firmware_host.app.daemon.snapshots import keep_snapshot  # noqa: PLC0415 - as above
    from firmware_host.journal.store import Journal  # noqa: PLC0415 - as above

    path = folder / f"{rows}-{snapshot}.db"
    with Journal(path, reserve_bytes=0) as journal:
        long_game(journal, rows)
        if snapshot:
            keep_snapshot(journal, fold_stored(journal, StoredGame(journal, 2))[0])
    took, there = zip(*(resumed_ms(path) for _ in range(rounds)), strict=True)
    how = "from a snapshot" if snapshot else "from its first row"
    return f"{there[0]:6} rows, {how}: {statistics.median(took):7.1f} ms"


def main() -> None:
    """Measure, and print medians."""
    sys.path.insert(0, str(ROOT))
    given = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    given.add_argument("--rows", type=int, default=20_000)
    given.add_argument("--rounds", type=int, default=5)
    asked = given.parse_args()
    with tempfile.TemporaryDirectory() as name:
        print(measured(Path(name), 7, asked.rounds, snapshot=False))
        for snapshot in (True, False):
            print(measured(Path(name), asked.rows, asked.rounds, snapshot=snapshot))


if __name__ == "__main__":
    main()
