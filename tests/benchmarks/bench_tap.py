"""
From a tap's frame to its lamp: the whole daemon beside the barest one, in one run.

    PYTHONPATH=. python tests/benchmarks/bench_tap.py [--folder DIR] [--rounds 5]

Two processes wait at a pty each. The floor reads its pty, commits one row with FULL
and sets a gpiozero pin. Ours is the daemon: frames, rules, journal, lamps, screens.
The same writer gives them a frame in turn, and both pins tell it by the same pipe
when they are set; so a busy machine is busy for both.
"""

import argparse
import asyncio
import gc
import multiprocessing
import os
import pty
import select
import sqlite3
import statistics
import sys
import tempfile
import time
import tty
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path

from firmware_host.app.daemon.daemon import Hardware, Running, open_board
from firmware_host.app.system.hardware import profile_path
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Kind, Piece, Seat, Zone
from firmware_host.devices.clock import monotonic_ms
from firmware_host.devices.firmware import import_firmware
from firmware_host.devices.gpio import WatchedFactory
from firmware_host.games.decipher.rules import Answered, SetSecret
from firmware_host.games.game import Undo
from firmware_host.session.setups import Player
from firmware_host.settings.profile import load_profile
from firmware_host.simulate.pieces import tags, uid_of
from tests.devices.chips import ChipScreens
from tests.opened import choice

ROW = "INSERT INTO rows VALUES (NULL, ?)"
ZONE, PIECE = Zone(1), Piece(Kind.WIDE_CURVE, 1)  # HOBBY has no blue one in zone 1


#: A lamp that takes longer counts as missing.
PATIENCE_S = 10.0


def serve_floor(port: str, folder: Path, lit: int, ready: int) -> None:
    """Read the pty, commit one row with FULL, set the pin; nothing else."""
    from gpiozero import LED  # noqa: PLC0415 - in the floor's own process

    factory = WatchedFactory(lambda _pin, _level: os.write(lit, b"!"))
    lamp = LED(17, pin_factory=factory)
    connection = sqlite3.connect(folder / "floor.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE rows (n INTEGER PRIMARY KEY, frame BLOB)")
    fd = os.open(port, os.O_RDWR | os.O_NOCTTY)
    os.write(ready, b"r")
    while True:
        frame = os.read(fd, 4096)
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(ROW, (frame,))
        connection.execute("COMMIT")
        lamp.toggle()
        os.write(ready, b"r")


async def nothing(_running: Running, _folder: Path) -> None:
    """Do nothing beside the taps."""


async def begin_two(running: Running) -> None:
    """Begin a round in which Ben seeks Ann's word."""
    await running.table.choose(choice((Player("Ann"), Player("Ben"))))
    await running.table.submit(SetSecret(Seat(0), "HOBBY"))


def serve_ours(  # noqa: PLR0913 - a process and what it is for
    port: str,
    folder: Path,
    lit: int,
    ready: int,
    *,
    beside: Callable[[Running, Path], Coroutine[object, object, None]] = nothing,
    begin: Callable[[Running], Coroutine[object, object, None]] = begin_two,
) -> None:
    """
    Be the daemon; after each answer take it back, so that there is always one.

    Args:
        port: The pty.
        folder: Where the journal lies.
        lit: Told of each lamp.
        ready: Told when the next tap may come.
        beside: What else the process does on the loop.
        begin: Begins the round in which taps are answered.
    """
    asyncio.run(_serve_ours(port, folder, lit, ready, beside, begin))


async def _serve_ours(  # noqa: PLR0913, PLR0917 - as `serve_ours`
    port: str,
    folder: Path,
    lit: int,
    ready: int,
    beside: Callable[[Running, Path], Coroutine[object, object, None]],
    begin: Callable[[Running], Coroutine[object, object, None]],
) -> None:
    profile = load_profile(profile_path("simulated"))
    cross = profile.lamps[ZONE][0]
    factory = WatchedFactory(
        lambda pin, level: os.write(lit, b"!") if pin == cross and level else None
    )
    hardware = Hardware(
        factory=factory,
        bus=ChipScreens(profile.screens).open,
        port=port,
        pieces=tags(),
    )
    async with open_board(profile, folder, hardware=hardware) as running:
        table = running.table
        await begin(running)
        again: asyncio.Queue[None] = asyncio.Queue()

        def listen(_event: object, outcome: object) -> None:
            accepted = outcome and not isinstance(outcome, Refused)
            if accepted and isinstance(outcome[0], Answered):
                again.put_nowait(None)

        table.listen(listen)
        working = asyncio.create_task(beside(running, folder))
        os.write(ready, b"r")
        while not working.done() or not working.exception():
            await again.get()
            await table.submit(Undo())
            os.write(ready, b"r")


@dataclass(slots=True)
class Contestant:
    """A process at a pty, and the two pipes by which it tells us things."""

    master: int
    lit: int
    ready: int
    process: multiprocessing.Process
    frame: Callable[[], bytes]
    hear: Callable[[bytes], bytes]

    def once(self) -> float:
        """Write one frame; return the ms until its lamp is set."""
        self.settle()
        frame = self.frame()
        began = time.perf_counter_ns()
        os.write(self.master, frame)
        if not select.select([self.lit], [], [], PATIENCE_S)[0]:
            sys.exit("a tap was not answered")
        os.read(self.lit, 1)
        return (time.perf_counter_ns() - began) / 1e6

    def settle(self, wait_s: float = 10.0) -> None:
        """Let the process finish; answer whatever it says on the wire."""
        deadline = time.monotonic() + wait_s
        while time.monotonic() < deadline:
            readable, _, _ = select.select([self.master, self.ready], [], [], 0.05)
            if self.master in readable:
                self._answer()
            if self.ready in readable:
                os.read(self.ready, 1)
                break
        else:
            sys.exit("a contestant has fallen silent")
        self._drain()

    def rest(self, seconds: float) -> None:
        """Tap nothing for so long; the wire stays alive."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            if select.select([self.master], [], [], left)[0]:
                self._answer()

    def _answer(self) -> None:
        said = self.hear(os.read(self.master, 4096))
        if said:
            os.write(self.master, said)

    def _drain(self) -> None:
        """Read the ACK that follows, and whatever else is on the line."""
        while select.select([self.master], [], [], 0.002)[0]:
            self._answer()
        while select.select([self.lit], [], [], 0)[0]:
            os.read(self.lit, 64)


def contestant(serve: Callable[..., None], folder: Path, *, wired: bool) -> Contestant:
    """Start a process at a pty of its own."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    lit_read, lit_write = os.pipe()
    ready_read, ready_write = os.pipe()
    process = multiprocessing.get_context("fork").Process(
        target=serve,
        args=(os.ttyname(slave), folder, lit_write, ready_write),
        daemon=True,
    )
    process.start()
    frame, hear = _controller() if wired else (lambda: b"tap" * 8, lambda _: b"")
    return Contestant(master, lit_read, ready_read, process, frame, hear)


def _controller() -> tuple[Callable[[], bytes], Callable[[bytes], bytes]]:
    """Return the controller's mouth and ears: its very own core."""
    (core_file,) = import_firmware("core")
    core = core_file.Core(b"benchmrk", 7)

    def frame() -> bytes:
        core.tap(ZONE, uid_of(PIECE), monotonic_ms())
        core.tick(monotonic_ms())
        return bytes(core.take())

    def hear(data: bytes) -> bytes:
        core.receive(data, monotonic_ms())
        core.tick(monotonic_ms())
        return bytes(core.take())

    hear(b"")
    return frame, hear


def quantile(values: list[float], share: float) -> float:
    """Return the value below which *share* of *values* lie."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def main() -> None:
    """Measure, and print medians and ratios."""
    given = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    given.add_argument("--folder", type=Path, help="where both journals lie")
    given.add_argument("--count", type=int, default=1000)
    given.add_argument("--rounds", type=int, default=5)
    options = given.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        floor = contestant(serve_floor, Path(folder), wired=False)
        ours = contestant(serve_ours, Path(folder), wired=True)
        gc.disable()
        ratios = [measure(floor, ours, options.count) for _ in range(options.rounds)]
        print(
            "median of rounds: p50 ratio"
            f" {statistics.median(one[0] for one in ratios):.2f},"
            f" p99 ratio {statistics.median(one[1] for one in ratios):.2f}"
        )
        for one in (floor, ours):
            one.process.kill()


def measure(floor: Contestant, ours: Contestant, count: int) -> tuple[float, float]:
    """Measure one round, in turn, and print it."""
    times: dict[str, list[float]] = {"floor": [], "ours": []}
    for _ in range(count):
        times["floor"].append(floor.once())
        times["ours"].append(ours.once())
    p50 = {name: quantile(values, 0.5) for name, values in times.items()}
    p99 = {name: quantile(values, 0.99) for name, values in times.items()}
    print(
        f"tap to lamp, ms: floor {p50['floor']:.3f} / {p99['floor']:.3f},"
        f" ours {p50['ours']:.3f} / {p99['ours']:.3f} (median / p99)"
    )
    return p50["ours"] / p50["floor"], p99["ours"] / p99["floor"]


if __name__ == "__main__":
    main()
