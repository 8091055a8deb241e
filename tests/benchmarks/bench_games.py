"""
An action in each game, decided, committed and shown; and the memory the board has then.

    PYTHONPATH=. python tests/benchmarks/bench_games.py [--count 200] [--rounds 3]

Each game has a whole board to itself, in a process of its own: rules, journal, lamps
and screens; `bench_tap.py` adds the cable. What is timed is the action that makes the
board think most: a tap's answer; the card after which three columns are evaluated; a
query marked against six secrets; the last of six attempts, which opens them all; the
last of six words, which shows and judges them all. The floor, in turn with it and in
the same folder, commits one row with FULL. Memory is what VmRSS has grown by since
that process had imported the same libraries and nothing of ours.
"""

import argparse
import asyncio
import gc
import json
import os
import pty
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import tty
from collections import Counter
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from bench_start import LIBRARIES, as_the_service, memory_mib

#: The limit of an answer with the cable. Source: design.
ALLOWED_MS = 100.0

Deed = tuple[str, dict[str, Any]]


async def do(table: Any, **line: Any) -> None:
    """Do a transcript's line, seats as numbers; it has to be accepted."""
    outcome = await table.submit(table.session.playing.engine.action(line))
    if not isinstance(outcome, tuple):
        sys.exit(f"{line} was refused: {outcome}")


async def begin(table: Any, game: str, players: int, **options: str) -> None:
    """Begin a new game."""
    from firmware_host.session.setups import Player  # noqa: PLC0415 - likewise
    from tests.opened import choice  # noqa: PLC0415 - see `measure`

    if hasattr(table.session.playing, "engine"):
        await do(table, do="end")
    people = tuple(Player(f"Player {number}") for number in range(1, players + 1))
    await table.choose(choice(people, game=game, options=tuple(options.items())))


async def decipher(table: Any) -> AsyncIterator[Deed]:
    """A piece is tapped, and answered."""
    await begin(table, "decipher", 2)
    await do(table, do="secret", by=0, word="HOBBY")
    while True:
        yield "a tap", {"do": "tap", "zone": 1, "kind": "blue"}
        await do(table, do="undo")


async def codecards(table: Any) -> AsyncIterator[Deed]:
    """The third column is filled, and all of them are evaluated."""
    await begin(table, "codecards", 2)
    await do(table, do="code", by=0, cards=["QH", "7C", "AS"])
    await do(table, do="code", by=1, cards=["2D", "10D", "KC"])
    await do(table, do="lot", first=0)
    await do(table, do="play", column=1, card="3S")
    await do(table, do="play", column=2, card="4H")
    while True:
        yield "an evaluation", {"do": "play", "column": 3, "card": "5D"}
        await do(table, do="undo")


async def wqrdles(table: Any) -> AsyncIterator[Deed]:
    """A query is marked against six secrets; the last of six attempts opens all."""
    secrets = ("HOUSE", "NEWTS", "ROAST", "CRANE", "STORM", "LIGHT")
    while True:
        await begin(table, "wqrdles", 6, query="own")
        for seat, word in enumerate(secrets):
            await do(table, do="secret", by=seat, word=word)
        for turn in range(5):
            yield "a query of six", {"do": "query", "by": turn, "word": "PECAN"}
            for seat in range(5):
                await do(table, do="guess", by=seat, of=seat + 1, word="MIGHT")
            yield "six attempts", {"do": "guess", "by": 5, "of": 0, "word": "MIGHT"}


async def keyword(table: Any) -> AsyncIterator[Deed]:
    """The last of six words is laid, and all of them are judged."""
    wide = table.session.languages["en"].wide
    while True:
        await begin(table, "keyword", 6)
        await do(table, do="deal")
        for seat in range(6):
            hand = Counter(table.session.playing.game.hands[seat])
            none = "".join(card for card in hand if card.isalpha())
            fit = (one for one in wide if set(one) <= hand.keys())
            word = next((one for one in fit if not Counter(one) - hand), none)
            line = {"do": "lay", "by": seat, "word": word}
            if seat == 5:
                yield "six words", line
            else:
                await do(table, **line)


GAMES: dict[str, Callable[[Any], AsyncIterator[Deed]]] = {
    game.__name__: game for game in (decipher, codecards, wqrdles, keyword)
}


async def measure(game: str, folder: Path, count: int) -> dict[str, Any]:
    """Play *game* at a board; return the times of its deeds, the floor's, and MiB."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    exec(LIBRARIES, {})  # noqa: S102 - our own text
    bare_mib = memory_mib(os.getpid())
    from firmware_host.app.daemon.daemon import Hardware  # noqa: PLC0415 - weighed
    from firmware_host.app.system.hardware import profile_path  # noqa: PLC0415 - weighed
    from firmware_host.devices.fake import FakePins  # noqa: PLC0415 - weighed
    from firmware_host.settings.profile import load_profile  # noqa: PLC0415 - weighed
    from tests.devices.chips import ChipScreens  # noqa: PLC0415 - weighed
    from tests.opened import open_table  # noqa: PLC0415 - weighed

    profile = load_profile(profile_path("simulated"))
    hardware = Hardware(
        factory=FakePins(lamps=profile.lamps, buzzer=profile.buzzer).factory,
        bus=ChipScreens(profile.screens).open,
        port=os.ttyname(slave),
    )
    connection = sqlite3.connect(folder / "floor.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE rows (n INTEGER PRIMARY KEY, row BLOB)")
    times: dict[str, list[float]] = {"floor": []}
    async with open_table(profile, folder, hardware=hardware) as table:
        number, mib = 0, 0.0
        async for what, line in GAMES[game](table):
            began = time.perf_counter()
            connection.execute("INSERT INTO rows VALUES (NULL, ?)", (b"row" * 40,))
            middle = time.perf_counter()
            await do(table, **line)
            times["floor"].append((middle - began) * 1000)
            times.setdefault(what, []).append((time.perf_counter() - middle) * 1000)
            number += 1
            if number == count:
                gc.collect()
                mib = memory_mib(os.getpid()) - bare_mib
                break
    os.close(master)
    return {"times": times, "mib": mib}


def told(game: str, count: int) -> dict[str, Any]:
    """Return the measurements of a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, __file__, "--game", game, "--folder", folder]
        command += ["--count", str(count)]
        env = as_the_service()
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, env=env)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def main() -> None:
    """Measure, and print medians; or be the board that is measured."""
    given = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[1])
    given.add_argument("--count", type=int, default=200)
    given.add_argument("--rounds", type=int, default=3)
    given.add_argument("--game", choices=GAMES, help=argparse.SUPPRESS)
    given.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    options = given.parse_args()
    if options.game:
        found = asyncio.run(measure(options.game, options.folder, options.count))
        print(json.dumps(found))
        return
    for game in GAMES:
        rounds = [told(game, options.count) for _ in range(options.rounds)]
        more = statistics.median(one["mib"] for one in rounds)
        print(f"{game}: memory {more:+.1f} MiB above the bare imports")
        for what in rounds[0]["times"]:
            every = [one["times"][what] for one in rounds]
            middle = statistics.median(map(statistics.median, every))
            late = statistics.median(
                max(statistics.quantiles(one, n=100)[98:]) for one in every
            )
            asked = (
                "" if what == "floor" else f" (asked {ALLOWED_MS:.0f} with the cable)"
            )
            print(f"{game}, {what}: median {middle:.2f} ms, p99 {late:.2f}{asked}")


if __name__ == "__main__":
    main()
