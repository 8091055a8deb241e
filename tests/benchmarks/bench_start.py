"""
From a process's start to a board that can be tapped, and the memory it then has.

    python tests/benchmarks/bench_start.py [--rounds 5] [--games 20000]

The floor imports the same libraries and nothing of ours. Both are fresh processes, in
turn; the memory is VmRSS of each once it is ready, ours after an answered tap. Ours is
ready in its lobby: a game is imported when it is chosen. A round that is not counted
lets Python keep its bytecode, as it does wherever we are installed. The last line is
the processor's time: other programs do not make it much longer. What the service's
unit says of the environment holds for both.

With `--games` the floor is a board with an empty journal; against it stands one that
has played so many games.
"""

import argparse
import os
import pty
import re
import select
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import tty
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent

#: The daemon that is measured; it imports nothing that only a measurement needs.
SERVED = Path(__file__).with_name("served_start.py")

LIBRARIES = """
import asyncio, dataclasses, enum, gettext, hmac, json, locale, sqlite3, threading
import tomllib, gpiozero, gpiozero.pins.mock, luma.core.interface.serial
import luma.oled.device
import PIL.Image, PIL.ImageDraw, PIL.ImageFont, serial, serial.tools.list_ports, smbus2
"""

WAITS = """
import os, sys
os.write(int(sys.argv[1]), b"r")
sys.stdin.read()
"""


def as_the_service() -> dict[str, str]:
    """Return the environment with the memory setting of the service's unit."""
    unit = (ROOT / "systemd" / "letterzone.service").read_text(encoding="utf-8")
    (arenas,) = re.findall(
        r"^Environment=(MALLOC_ARENA_MAX)=(\d+)$", unit, re.MULTILINE
    )
    return {**os.environ, arenas[0]: arenas[1]}


def cpu_ms(pid: int) -> float:
    """Return how long a process, with all its threads, has been on a processor."""
    tasks = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e6


def memory_mib(pid: int) -> float:
    """Return a process's resident memory."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    sys.exit("no VmRSS; this needs Linux")


def stored(path: Path, games: int) -> None:
    """Write a journal of so many games of ten rows, all of them over."""
    from dataclasses import replace  # noqa: PLC0415 - not in the child

    from firmware_host.board.entries import Entry, NewGame  # noqa: PLC0415 - as above
    from firmware_host.journal.store import Journal  # noqa: PLC0415 - as above
    from tests.app.written import GAME, write  # noqa: PLC0415 - as above

    with Journal(path, reserve_bytes=0) as journal:
        write(journal, *GAME)
        rows, header = tuple(journal.rows(1)), journal.games()[0].header
        done = None
        for game in range(2, games + 1):
            some = tuple(replace(row, game=game) for row in rows)
            new = NewGame(game, header, ("Tina", "Lee"))
            done = journal.append(Entry(rows=some, new_game=new, ended=game))
        if done is not None:
            done.result()


def ours(journal: Path | None = None) -> tuple[float, float, float]:
    """Return ms and processor's ms to the WELCOME, and MiB after a tap's answer."""
    from firmware_host.board.pieces import (  # noqa: PLC0415 - not in the child
        Kind,
        Piece,
        Zone,
    )
    from firmware_host.devices.clock import monotonic_ms  # noqa: PLC0415 - as above
    from firmware_host.devices.firmware import import_firmware  # noqa: PLC0415 - not in the child
    from firmware_host.simulate.pieces import uid_of  # noqa: PLC0415 - not in the child

    (core_file,) = import_firmware("core")
    core, uid = core_file.Core(b"benchmrk", 7), uid_of(Piece(Kind.LONG_STICK, 1))
    master, slave = pty.openpty()
    tty.setraw(slave)
    with tempfile.TemporaryDirectory() as folder:
        if journal is not None:
            shutil.copy(journal, Path(folder) / journal.name)
        began = time.perf_counter()
        child = subprocess.Popen(
            [sys.executable, SERVED, os.ttyname(slave), folder, uid.hex()],
            cwd=ROOT,
            env=as_the_service(),
        )
        try:
            talk(core, master, lambda: core.welcomed)
            ready_ms = (time.perf_counter() - began) * 1000
            busy_ms = cpu_ms(child.pid)
            time.sleep(0.5)  # let it set its word and draw its screens
            core.tap(Zone(1), uid, monotonic_ms())
            talk(core, master, lambda: not core._queue)
            mib = memory_mib(child.pid)
        finally:
            child.kill()
            child.wait()
    return ready_ms, busy_ms, mib


def talk(core, master: int, done) -> None:
    """Let the controller's own core talk until *done*."""
    from firmware_host.devices.clock import monotonic_ms  # noqa: PLC0415 - see above

    deadline = time.monotonic() + 20
    while not done():
        if time.monotonic() > deadline:
            sys.exit("the daemon has not answered for 20 s")
        core.tick(monotonic_ms())
        said = core.take()
        if said:
            os.write(master, said)
        if select.select([master], [], [], 0.005)[0]:
            core.receive(os.read(master, 4096), monotonic_ms())


def floor(libraries: str = LIBRARIES) -> tuple[float, float, float]:
    """Return ms, processor's ms and MiB of a process that imports *libraries*."""
    read, write = os.pipe()
    began = time.perf_counter()
    child = subprocess.Popen(
        [sys.executable, "-c", libraries + WAITS, str(write)],
        pass_fds=[write],
        stdin=subprocess.PIPE,
        env=as_the_service(),
    )
    os.read(read, 1)
    ready_ms = (time.perf_counter() - began) * 1000
    busy_ms = cpu_ms(child.pid)
    mib = memory_mib(child.pid)
    child.kill()
    child.wait()
    return ready_ms, busy_ms, mib


def main() -> None:
    """Measure, and print medians."""
    sys.path.insert(0, str(ROOT))
    given = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    given.add_argument("--rounds", type=int, default=5)
    given.add_argument("--games", type=int, default=0)
    asked = given.parse_args()
    with tempfile.TemporaryDirectory() as bytecode:
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = bytecode
        if asked.games:
            path = Path(bytecode) / "letterzone.db"
            stored(path, asked.games)
            pairs = [(ours(), ours(path)) for _ in range(asked.rounds + 1)][1:]
        else:
            pairs = [(floor(), ours()) for _ in range(asked.rounds + 1)][1:]
    bare_ms, bare_cpu_ms, bare_mib = map(
        statistics.median, zip(*(bare for bare, _ in pairs), strict=True)
    )
    own_ms, own_cpu_ms, _ = map(
        statistics.median, zip(*(own for _, own in pairs), strict=True)
    )
    more_mib = statistics.median(own[2] - bare[2] for bare, own in pairs)
    print(f"ready: floor {bare_ms:.0f} ms, ours {own_ms:.0f} ms")
    print(f"memory: floor {bare_mib:.1f} MiB, ours {more_mib:+.1f} MiB")
    print(f"processor: floor {bare_cpu_ms:.0f} ms, ours {own_cpu_ms:.0f} ms")


if __name__ == "__main__":
    main()
