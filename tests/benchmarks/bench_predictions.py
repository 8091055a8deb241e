"""
From a tap's frame to its lamp: while 28 phones predict, and while all is calm.

    PYTHONPATH=. python tests/benchmarks/bench_predictions.py [--rounds 3] [--taps 20]

One daemon with its pages; the piece in Ben's hand is tapped in a wrong zone, and taken
back, so that all may predict anew. In turn no page is open at all, and 28 phones are,
each with its socket and an address of its own, which choose a zone and then another one
for every piece. Asked: the median within 1.5 times the calm one. It ends with 1 where
that is not so, or where nobody has predicted anything.
"""

import argparse
import asyncio
import contextlib
import gc
import json
import multiprocessing
import os
import random
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing.sharedctypes import Synchronized
from multiprocessing.synchronize import Event
from pathlib import Path

import httpx2 as httpx
from websockets.asyncio.client import connect

from firmware_host.app.daemon.daemon import Running
from firmware_host.board.commands import SeatPhone
from firmware_host.board.pieces import Seat
from firmware_host.games.decipher.rules import SetSecret
from firmware_host.session.setups import Player
from firmware_host.web.people.codes import key_of
from firmware_host.web.people.room import COOKIE
from tests.benchmarks.bench_tap import Contestant, contestant, quantile, serve_ours
from tests.opened import choice
from tests.web.school import HEADERS

ROOT = Path(__file__).parents[2]
PHONES, ASKED = 28, 1.5

#: Neither Ann, who made the word, nor Ben, who holds the piece, may predict.
SEATS = (2, 3)

#: What a phone is told where it may choose and has not: the zones. It reads no more of
#: a document, for what 28 phones read here is no work of the board.
OWN = re.compile(
    r'"prediction":\{"may":true,"asks":"zone","answers":\[([\d,]+)\],"chosen":null'
)

#: From one tap to the next: many times as fast as a class that thinks, and about half
#: as fast as a board lets anybody choose (`web.budgets.ALL_POSTS`).
PACE_S = 2.0


def token(number: int) -> str:
    """Return the cookie of a phone."""
    return f"{number + 1:032x}"


# --- the board --------------------------------------------------------------


async def begin(running: Running) -> None:
    """Begin a round of four; a NO leaves a blue piece in Ben's hand."""
    people = tuple(Player(name) for name in ("Ann", "Ben", "Cem", "Dan"))
    await running.table.choose(choice(people))
    await running.table.submit(SetSecret(Seat(0), "HOBBY"))
    await running.table_api.do({"do": "tap", "zone": 3, "kind": "blue"})


async def pages(running: Running, folder: Path) -> None:
    """Let 28 phones sit with two players, and open the pages."""
    from firmware_host.app.pages.child import open_pages  # noqa: PLC0415 - in the child
    from firmware_host.app.pages.place import ListenPlace  # noqa: PLC0415 - likewise

    for number in range(PHONES):
        seat = SEATS[number % len(SEATS)]
        await running.table_api.send(SeatPhone(key_of(token(number)), seat).line)
    async with open_pages(running, folder, place=ListenPlace(port=0)) as url:
        await asyncio.to_thread((folder / "url").write_text, url)
        await asyncio.Event().wait()


def board(tty: str, folder: Path, lit: int, ready: int) -> None:
    """Be the board, with its pages beside it."""
    os.environ["PYTHONPATH"] = str(ROOT)
    serve_ours(tty, folder, lit, ready, beside=pages, begin=begin)


# --- the phones -------------------------------------------------------------


@dataclass(slots=True)
class Class:
    """
    The phones' process, as both sides see it.

    Args:
        busy: Set while they predict; else no page of theirs is open.
        here: How many have their page open.
        chosen: How many predictions were taken.
    """

    busy: Event = field(default_factory=multiprocessing.Event)
    here: "Synchronized[int]" = field(
        default_factory=lambda: multiprocessing.Value("i", 0)
    )
    chosen: "Synchronized[int]" = field(
        default_factory=lambda: multiprocessing.Value("i", 0)
    )

    def until(self, count: int, rest: Callable[[float], None]) -> None:
        """Wait until so many are here, resting meanwhile."""
        deadline = time.monotonic() + 60
        while self.here.value != count:
            if time.monotonic() > deadline:
                sys.exit(f"{self.here.value} phones of {count} are here")
            rest(0.05)


def add(value: "Synchronized[int]", more: int) -> None:
    """Count."""
    with value.get_lock():
        value.value += more


async def predict(url: str, number: int, school: Class) -> None:
    """Be a phone: look on, and for each piece choose a zone, and then another one."""
    where, source = url.removeprefix("http://").rstrip("/"), f"127.0.6.{number + 1}"
    cookie = {"Cookie": f"{COOKIE}={token(number)}"}
    transport = httpx.AsyncHTTPTransport(local_address=source)
    async with (
        httpx.AsyncClient(
            base_url=url, headers=HEADERS | cookie, transport=transport
        ) as client,
        connect(
            f"ws://{where}/socket?as=seat&lang=en",
            origin=f"http://{where}",
            local_addr=(source, 0),
            compression=None,
            additional_headers=cookie,
        ) as line,
    ):
        add(school.here, 1)
        try:
            async for text in line:
                if (told := OWN.search(text)) is not None:
                    await choose(client, json.loads(f"[{told[1]}]"), school)
        finally:
            add(school.here, -1)


async def choose(
    client: httpx.AsyncClient, zones: Sequence[int], school: Class
) -> None:
    """Choose one of the zones, and then perhaps another one."""
    for _ in range(2):
        await asyncio.sleep(random.uniform(0.05, PACE_S / 3))  # noqa: S311 - a finger
        zone = random.choice(zones)  # noqa: S311 - likewise
        answer = await client.post("/api/predict", json={"answer": zone})
        if answer.status_code == 200 and "ok" in answer.json():
            add(school.chosen, 1)


async def attend(url: str, school: Class) -> None:
    """Come and go as a whole class."""
    while True:
        while not school.busy.is_set():  # noqa: ASYNC110 - of another process
            await asyncio.sleep(0.01)
        phones = [
            asyncio.create_task(predict(url, number, school))
            for number in range(PHONES)
        ]
        while school.busy.is_set():  # noqa: ASYNC110 - likewise
            await asyncio.sleep(0.01)
        for phone in phones:
            phone.cancel()
        await asyncio.gather(*phones, return_exceptions=True)


def attended(url: str, school: Class) -> None:
    """Be the phones' process: in life they have processors of their own."""
    os.nice(15)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(attend(url, school))


# --- measuring --------------------------------------------------------------


def measure(ours: Contestant, school: Class, taps: int) -> tuple[float, float]:
    """Measure one round, calm and busy, and print it; return both ratios."""
    times: dict[bool, list[float]] = {}
    for busy in (False, True):
        (school.busy.set if busy else school.busy.clear)()
        school.until(PHONES if busy else 0, ours.rest)
        ours.once()  # the first warms up
        times[busy] = []
        for _ in range(taps):
            ours.rest(PACE_S)
            times[busy].append(ours.once())
    p50 = {busy: quantile(some, 0.5) for busy, some in times.items()}
    p99 = {busy: quantile(some, 0.99) for busy, some in times.items()}
    print(
        f"tap to lamp, ms: calm {p50[False]:.3f} / {p99[False]:.3f},"
        f" {PHONES} predict {p50[True]:.3f} / {p99[True]:.3f} (median / p99)"
    )
    return p50[True] / p50[False], p99[True] / p99[False]


def main() -> int:
    """Measure, and print the medians of all rounds."""
    given = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    given.add_argument("--rounds", type=int, default=3)
    given.add_argument("--taps", type=int, default=20)
    options = given.parse_args()
    school = Class()
    with tempfile.TemporaryDirectory() as folder:
        ours = contestant(board, Path(folder), wired=True)
        url = Path(folder) / "url"
        deadline = time.monotonic() + 60
        while not url.is_file() or not url.read_text():
            if time.monotonic() > deadline:
                sys.exit("the pages did not come")
            time.sleep(0.05)
        phones = multiprocessing.Process(
            target=attended, args=(url.read_text(), school), daemon=True
        )
        phones.start()
        gc.disable()
        try:
            ratios = [
                measure(ours, school, options.taps) for _ in range(options.rounds)
            ]
        finally:
            phones.kill()
            ours.process.terminate()  # its pages end with it
            ours.process.join(10)
    median, tail = (statistics.median(some) for some in zip(*ratios, strict=True))
    print(
        f"{school.chosen.value} predictions taken; median of rounds: p50 ratio"
        f" {median:.2f}, p99 ratio {tail:.2f}; asked: p50 within {ASKED}"
    )
    return 0 if median <= ASKED and school.chosen.value else 1


if __name__ == "__main__":
    sys.exit(main())
