"""
The web: from a tap to a browser's page, from a start to the first page, and memory.

    python tests/benchmarks/bench_web.py [--games 6]

The floor reads the same frame from a pty, commits one row with FULL, and sends one line
by a bare socket to a page that only sets a text. Both pages are open in one Chromium,
and the taps are made in turn. A page's clock and ours are the same machine's; the time
is when the tree around the zones has changed (the clock beside it ticks by itself),
before the screen shows it.
"""

import argparse
import asyncio
import os
import pty
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import tty
from pathlib import Path
from typing import Self
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).parent.parent.parent
CLIENTS = 200

#: Libraries that the pages' process imports; the table's are in `bench_start`.
LIBRARIES = """
import asyncio, dataclasses, gettext, hashlib, json, os, sys
import starlette.applications, starlette.staticfiles, uvicorn, fastjsonschema, segno
import uvicorn.protocols.http.h11_impl
import uvicorn.protocols.websockets.websockets_sansio_impl
"""

#: Notes when a part of a page's tree has changed.
WATCH = """(part) => { window.changed = [];
const now = () => performance.timeOrigin + performance.now();
new MutationObserver(() => window.changed.push(now())).observe(
  document.querySelector(part),
  {subtree: true, childList: true, attributes: true, characterData: true}
); }"""

PAGE = b"""<!doctype html><title>floor</title><body>-<script>
new WebSocket(`ws://${location.host}/`).onmessage = (e) => {
  document.body.firstChild.data = e.data; };</script>"""


def memory_mib(pid: int) -> float:
    """Return a process's resident memory."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    sys.exit("no VmRSS; this needs Linux")


def child_of(pid: int) -> int:
    """Return the process of the pages."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return int(children[0])


# --- the two daemons ------------------------------------------------------------


async def serve_ours(tty_path: str, folder: str, port: int) -> None:
    """Be the daemon with its web; there is always a round with taps to come."""
    from firmware_host.app.daemon import daemon  # noqa: PLC0415 - timed
    from firmware_host.app.system.hardware import profile_path  # noqa: PLC0415 - timed
    from firmware_host.devices.fake import FakePins  # noqa: PLC0415 - timed
    from firmware_host.settings.profile import load_profile  # noqa: PLC0415 - timed
    from tests.devices.chips import ChipScreens  # noqa: PLC0415 - timed
    from tests.table.kill.evening import ANSWERS, pieces  # noqa: PLC0415 - see above

    profile = load_profile(profile_path("simulated"))
    hardware = daemon.Hardware(
        factory=FakePins(lamps=profile.lamps, buzzer=profile.buzzer).factory,
        bus=ChipScreens(profile.screens).open,
        port=tty_path,
        pieces=pieces(),
    )
    opened = daemon.open_board(profile, Path(folder), hardware=hardware)
    async with opened as running:
        from firmware_host.app.pages.child import (  # noqa: PLC0415 - timed
            open_pages,
        )
        from firmware_host.app.pages.place import ListenPlace  # noqa: PLC0415 - timed

        table_api = running.table_api
        place = ListenPlace(port=port)
        async with open_pages(running, Path(folder), place=place):
            await table_api.send(
                {
                    "command": "choose",
                    "players": ["Ann", "Ben", "Cy"],
                    "board_makes": False,
                }
            )
            await table_api.send({"command": "begin", "language": "en", "length": 5})
            async for seen in table_api.watch():
                done = seen["view"]["noes"] + sum(map(sum, seen["view"]["placed"]))
                if seen["view"]["waiting"]:
                    word = {
                        "do": "secret",
                        "by": seen["view"]["maker"],
                        "word": "HOBBY",
                    }
                    await table_api.do(word)
                elif done == len(ANSWERS):
                    await asyncio.sleep(0.3)  # the last one is measured, too
                    await table_api.do({"do": "void"})


async def serve_floor(tty_path: str, folder: str, port: int) -> None:
    """Do the least that could be called the same."""
    from websockets.asyncio.server import serve  # noqa: PLC0415 - timed
    from websockets.datastructures import Headers  # noqa: PLC0415 - timed
    from websockets.http11 import Response  # noqa: PLC0415 - timed

    card = sqlite3.connect(Path(folder) / "floor.db", isolation_level=None)
    card.execute("PRAGMA journal_mode=WAL")
    card.execute("PRAGMA synchronous=FULL")
    card.execute("CREATE TABLE rows (n)")
    lookers = set()

    async def look(line):
        lookers.add(line)
        await line.wait_closed()

    def page(_line, request):
        if "Upgrade" in request.headers:
            return None
        headers = Headers(
            {"Content-Type": "text/html", "Content-Length": str(len(PAGE))}
        )
        return Response(200, "OK", headers, PAGE)

    wire = os.open(tty_path, os.O_RDWR | os.O_NONBLOCK)

    def hear():
        said = os.read(wire, 4096).decode()
        card.execute("INSERT INTO rows VALUES (?)", (said,))
        for line in lookers:
            line.transport.write(frame(said))

    asyncio.get_running_loop().add_reader(wire, hear)
    async with serve(look, "127.0.0.1", port, process_request=page, compression=None):
        await asyncio.Event().wait()


def frame(text: str) -> bytes:
    """Return a short text as a socket's frame."""
    return bytes((0x81, len(text))) + text.encode()


# --- measuring ------------------------------------------------------------------


class Daemon:
    """A child at the end of a pty, with a web."""

    def __init__(self, what: str, folder: Path) -> None:
        self.master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        from tools.ports import free_port  # noqa: PLC0415 - the path is set by now

        folder.mkdir()
        self.port = free_port()
        self.began = time.perf_counter()
        self.child = subprocess.Popen(
            [
                *(sys.executable, __file__, "--serve", what),
                *(os.ttyname(self._slave), folder, str(self.port)),
            ],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )

    def first_page(self, path: str) -> float:
        """Return the ms from the start to the first page that is answered."""
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            try:
                with urlopen(f"http://127.0.0.1:{self.port}{path}") as answer:
                    answer.read()
                    return (time.perf_counter() - self.began) * 1000
            except (URLError, ConnectionError):
                time.sleep(0.002)
        sys.exit("no page came in 30 s")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """End the child, also if the measurement failed."""
        self.child.kill()
        self.child.wait()
        os.close(self.master)
        os.close(self._slave)


class Pads:
    """The controller's own core at the pty of our daemon."""

    def __init__(self, daemon: Daemon) -> None:
        from firmware_host.devices.firmware import import_firmware  # noqa: PLC0415 - not in the child

        (core,) = import_firmware("core")
        self.core = core.Core(b"benchmrk", 7)
        self._master = daemon.master
        os.set_blocking(self._master, False)

    def turn(self) -> None:
        """Talk a little."""
        now_ms = time.monotonic_ns() // 1_000_000
        try:
            self.core.receive(os.read(self._master, 4096), now_ms)
        except BlockingIOError:
            self.core.tick(now_ms)
        said = self.core.take()
        if said:
            os.write(self._master, said)

    async def keep(self) -> None:
        """Talk for ever."""
        while True:
            self.turn()
            await asyncio.sleep(0.005)


async def delays(page, act, settle_s: float) -> float | None:
    """Return the ms from *act* to the first change of the page."""
    await page.evaluate("window.changed.length = 0")
    await asyncio.sleep(settle_s)
    await page.evaluate("window.changed.length = 0")
    at_ms = time.time() * 1000
    act()
    for _ in range(100):
        await asyncio.sleep(0.01)
        changed = await page.evaluate("window.changed")
        if changed:
            return changed[0] - at_ms
    return None


async def look(browser, url: str, part: str):
    """Open a page and begin to watch a part of it."""
    page = await browser.new_page()
    await page.goto(url)
    await page.wait_for_selector(part)
    await asyncio.sleep(1)
    await page.evaluate(WATCH, part)
    return page


async def measure(own: Daemon, bare: Daemon, games: int) -> None:
    """Measure both, in turn."""
    from playwright.async_api import async_playwright  # noqa: PLC0415 - not in the child

    from tests.table.kill.evening import touches, uid_of  # noqa: PLC0415 - see above
    from tests.tools import which  # noqa: PLC0415 - as above

    path = which("chromium-headless-shell", "chromium")
    taps = touches(ROOT / "docs" / "examples" / "box.jsonl")
    pads = Pads(own)
    keeping = asyncio.create_task(pads.keep())
    first_ms = await asyncio.to_thread(own.first_page, "/wall")
    one_mib = await crowd(own, 1)
    ours, floor = [], []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox"]
        )
        wall = await look(
            browser, f"http://127.0.0.1:{own.port}/wall?lang=en", ".middle"
        )
        least = await look(browser, f"http://127.0.0.1:{bare.port}/", "body")
        for game in range(games):
            for number, touch in enumerate(taps):

                def tap(touch=touch) -> None:
                    now_ms = time.monotonic_ns() // 1_000_000
                    pads.core.tap(touch.zone, uid_of(touch.kind), now_ms)
                    pads.turn()

                def write(text=f"tap {game}.{number}") -> None:
                    os.write(bare.master, text.encode())

                floor.append(await delays(least, write, 0.05))
                ours.append(await delays(wall, tap, 0.05))
            await asyncio.sleep(0.6)
        await browser.close()
    many_mib = await crowd(own, CLIENTS)
    keeping.cancel()
    tell(ours, floor, first_ms=first_ms, mib=[one_mib, many_mib])


async def crowd(daemon: Daemon, clients: int) -> tuple[float, float]:
    """Return the table's memory and the pages' when so many have looked on for 2 s."""
    from contextlib import AsyncExitStack  # noqa: PLC0415 - here alone

    from websockets.asyncio.client import connect  # noqa: PLC0415 - here alone

    where = f"127.0.0.1:{daemon.port}"
    async with AsyncExitStack() as stack:
        for number in range(clients):
            line = connect(
                f"ws://{where}/socket?as=wall&lang=en",
                origin=f"http://{where}",
                local_addr=(f"127.0.6.{number % 50 + 1}", 0),
            )
            socket = await stack.enter_async_context(line)
            await socket.recv()
        await asyncio.sleep(2)
        table = daemon.child.pid
        return memory_mib(table), memory_mib(child_of(table))


def tell(ours, floor, *, first_ms: float, mib: list[tuple[float, float]]) -> None:
    """Print the measurements."""
    from tests.benchmarks import bench_start  # noqa: PLC0415 - the path is set by now

    both = []
    for name, found in ("floor", floor), ("ours", ours):
        whole = sorted(one for one in found if one is not None)
        half, p99 = statistics.median(whole), whole[round(0.99 * (len(whole) - 1))]
        both.append((half, p99))
        print(
            f"{name}: tap to page p50 {half:.2f} ms, p99 {p99:.2f} ms"
            f" ({len(whole)} of {len(found)})"
        )
    (floor_half, floor_p99), (half, p99) = both
    print(f"ratio: p50 {half / floor_half:.2f}, p99 {p99 / floor_p99:.2f}")
    print(f"start to first page: {first_ms:.0f} ms")
    both_bare = ("table", bench_start.LIBRARIES), ("pages", LIBRARIES)
    for at, (who, libraries) in enumerate(both_bare):
        *_, bare = bench_start.floor(libraries)
        one, many = (each[at] - bare for each in mib)
        print(
            f"memory of the {who}: bare imports {bare:.1f} MiB, with a round and"
            f" 1 client {one:+.1f}, with {CLIENTS} clients {many:+.1f}"
        )


def main() -> None:
    """Measure, and print; or be one of the two that are measured."""
    sys.path.insert(0, str(ROOT))
    if sys.argv[1:2] == ["--serve"]:
        serve = serve_ours if sys.argv[2] == "ours" else serve_floor
        asyncio.run(serve(sys.argv[3], sys.argv[4], int(sys.argv[5])))
        return
    given = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    given.add_argument("--games", type=int, default=6)
    games = given.parse_args().games
    with (
        tempfile.TemporaryDirectory() as folder,
        Daemon("ours", Path(folder) / "ours") as own,
        Daemon("floor", Path(folder) / "floor") as bare,
    ):
        asyncio.run(measure(own, bare, games))


if __name__ == "__main__":
    main()
