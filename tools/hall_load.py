"""
Load a hall: many boards, each with a journal and a publisher of its own, on one broker.

    python tools/hall_load.py --boards 10 30 100 300 --seconds 60
    python tools/hall_load.py --boards 300 --seconds 120 --chaos

Each board commits one answer a second to a real journal, and the real publisher sends
it. Only the table is missing: the committed games were played by bots before. Mosquitto
is Debian's, the hall is `letterzone hall`, and the wall a browser's socket. With
``--chaos`` broker, hall and boards are killed (-9) at random, and one board connects
after a week without a network. At the end the tool counts the rows that were lost,
doubled or published too early, and compares the table of a restarted hall with the
first one.
"""

import argparse
import asyncio
import json
import os
import pickle
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from shutil import which

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # so that it runs from any folder

import aiomqtt  # noqa: E402 - needs the path above
from websockets.asyncio.client import connect  # noqa: E402 - needs the path above
from websockets.exceptions import WebSocketException  # noqa: E402 - as above

from firmware_host.app.hall import evenings  # noqa: E402 - as above
from firmware_host.app.hall.hub import Hub  # noqa: E402 - as above
from firmware_host.app.hall.process import Hall  # noqa: E402 - as above
from firmware_host.app.hall.store import Store  # noqa: E402 - as above
from firmware_host.hall.evening import seed_of  # noqa: E402 - as above
from tools.hall_boards import SCRIPT, Board, games  # noqa: E402 - as above
from tools.hall_counts import (  # noqa: E402 - as above
    committed,
    expected,
    kept,
    rounds,
    secrets,
    words_of,
)
from tools.hall_told import Told, anew, cpu_s, line_through, mib  # noqa: E402 - as above
from tools.ports import free_port  # noqa: E402 - as above

#: The number of boards in a process.
TOGETHER = 30

#: The number of games in a week without a network, of about fifty rows each.
WEEK_GAMES = 40

#: The ranges of seconds between two kills, and until a killed process is started again.
KILL_S, AWAY_S = (3.0, 8.0), (0.5, 3.0)

#: The seconds that boards play before the measurement begins.
BEGUN_S = 3.0

#: The period in seconds over which the starts of boards are spread.
BEGIN_S = 240.0

#: The seconds of silence after which the hall is considered complete.
STILL_S = 60.0


# --- the harness ------------------------------------------------------------------


class Load:
    """
    A running load test of a hall.

    Args:
        folder: The folder of all files of the test.
        boards: The number of boards.
    """

    def __init__(self, folder: Path, boards: int) -> None:
        self.folder, self.told = folder, Told(boards)
        self.port, self.web = free_port(), free_port()
        store = Store(folder)
        evening = evenings.begin(store, "Load", language="en", length=5, rounds=4)
        self.seed = seed_of(evening.key)
        store.close()
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self.killed_s = Counter[str]()
        self.seen: list[tuple[float, str, int]] = []
        self.heard: list[tuple[str, bytes]] = []

    # --- processes ---

    def start(self, name: str) -> None:
        """Start the broker, the hall, or a process of boards."""
        python = [sys.executable]
        if name == "broker":
            config = self.folder / "mosquitto.conf"
            config.write_text(
                f"listener {self.port}\nallow_anonymous true\nuser root\n"
                "max_queued_messages 0\nmax_inflight_messages 0\n",
                encoding="ascii",
            )
            words = [which("mosquitto") or "/usr/sbin/mosquitto", "-c", str(config)]
        elif name == "hall":
            words = [*python, "-m", "firmware_host", "hall", "--delay", "0"]
            words += ["--folder", str(self.folder), "--web", f"127.0.0.1:{self.web}"]
            words += ["--broker", f"mqtt://localhost:{self.port}"]
        else:
            first = int(name)
            many = min(TOGETHER, self.told.boards - first)
            # As low as a board's publisher is: the hall has a computer of its own.
            words = ["nice", "-n", "10", *python, str(ROOT / "tools/hall_boards.py")]
            words += ["--first", str(first), "--count", str(many)]
            words += ["--folder", str(self.folder), "--port", str(self.port)]
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        with (self.folder / "log").open("ab") as log:
            self.running[name] = subprocess.Popen(  # noqa: S603 - our own words
                words, stdout=subprocess.DEVNULL, stderr=log, env=env
            )

    def kill(self, name: str) -> None:
        """Kill a process at once, as a power cut does."""
        process = self.running.pop(name)
        self.killed_s[_kind(name)] += cpu_s(process.pid)
        process.kill()
        process.wait()

    def used_s(self) -> Counter[str]:
        """Return the processor time of hall, broker and boards so far, in seconds."""
        found = self.killed_s.copy()
        for name, process in self.running.items():
            found[_kind(name)] += cpu_s(process.pid)
        return found

    @property
    def all(self) -> list[str]:
        """The names of all processes of boards."""
        return [str(first) for first in range(0, self.told.boards, TOGETHER)]

    def close(self) -> None:
        """Kill all processes."""
        for name in [*self.running]:
            self.kill(name)

    # --- what is seen ---

    async def wall(self) -> None:
        """Read the wall's socket as a browser does; note the time of each row."""
        known: dict[str, int] = {}
        at = f"127.0.0.1:{self.web}"
        while True:
            with suppress(OSError, WebSocketException, TimeoutError):
                line = connect(
                    f"ws://{at}/socket?as=wall", origin=f"http://{at}", max_size=None
                )
                async with line as wall:
                    async for text in wall:
                        now = time.monotonic()
                        for one in json.loads(text)["boards"]:
                            if one["heard"] > known.get(one["name"], 0):
                                known[one["name"]] = one["heard"]
                                self.seen.append((now, one["name"], one["heard"]))
            await asyncio.sleep(0.2)

    async def ears(self) -> None:
        """Record every message of the broker."""
        while True:
            with suppress(aiomqtt.MqttError):
                async with aiomqtt.Client("localhost", self.port) as client:
                    await client.subscribe("#", qos=0)
                    async for one in client.messages:
                        held = one.payload if isinstance(one.payload, bytes) else b""
                        self.heard.append((str(one.topic), held))
            await asyncio.sleep(0.2)

    async def chaos(self, seconds: float) -> None:
        """Kill processes at random and start them again."""
        chance = random.Random(16)  # noqa: S311 - the same kills each time
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            await asyncio.sleep(chance.uniform(*KILL_S))
            name = chance.choice(["broker", "hall", chance.choice(self.all)])
            if name in self.running:
                self.kill(name)
                self.told.kills += 1
                await asyncio.sleep(chance.uniform(*AWAY_S))
                self.start(name)

    # --- what is counted ---

    async def begun(self) -> None:
        """Wait until the hall knows every board and the load of the start is over."""
        until = time.monotonic() + BEGIN_S
        there = 0
        while there < self.told.boards and time.monotonic() < until:
            await asyncio.sleep(0.5)
            there = len({name for name, _, _ in self._logged()})
            if there == self.told.boards:
                there = len(await asyncio.to_thread(kept, self.folder))
        await asyncio.sleep(BEGUN_S)

    async def settle(self) -> None:
        """Wait until the hall has received all rows, or nothing arrives any more."""
        wanted = dict(committed(self.folder, one) for one in range(self.told.boards))
        had, until = 0, time.monotonic() + STILL_S
        while time.monotonic() < until:
            await asyncio.sleep(1.0)
            found = await asyncio.to_thread(kept, self.folder)
            if all(len(found.get(one, ())) >= many for one, many in wanted.items()):
                return
            many = sum(map(len, found.values()))
            if many != had:
                had, until = many, time.monotonic() + STILL_S

    def table(self) -> list[object]:
        """Return the table of results that the hall exports."""
        store = Store(self.folder)
        lines = list(Hall(Hub(store), store, delay_s=0).table())
        store.close()
        # By name: a hall knows no more of a board.
        return [replace(one, board="") for one in lines]

    def count(self) -> None:
        """Compare the rows in the hall with those that each board has committed."""
        found, told = kept(self.folder), self.told
        for number in range(told.boards):
            name, many = committed(self.folder, number)
            lines = found.get(name, [])
            told.rows += many
            told.lost += max(0, many - len(lines))
            told.doubled += max(0, len(lines) - many)
            told.doubled += sum(
                one != line
                for one, line in zip(
                    expected(self.folder, name, lines), lines, strict=False
                )
            )
        told.messages = len(self.heard)
        early = secrets(words_of(self.folder), rounds(self.folder), self.heard)
        told.secret = sum(map(len, early))

    def _logged(self) -> Iterator[tuple[str, int, float]]:
        """Yield the board, the number and the time of each committed row."""
        for path in self.folder.glob("log[0-9]*"):
            lines = path.read_text(encoding="ascii").splitlines()
            for name, n, when in map(str.split, lines):
                yield name, int(n), float(when)

    def played(self, before: Counter[str], began: float, ended: float) -> None:
        """Store the processor time since *began*, and the number of committed rows."""
        told, lasted = self.told, ended - began
        used = {one: many / lasted for one, many in (self.used_s() - before).items()}
        told.hall_cpu, told.broker_cpu = used.get("hall", 0.0), used.get("broker", 0.0)
        told.boards_cpu = used.get("boards", 0.0)
        many = sum(began <= when < ended for _, _, when in self._logged())
        told.rate = many / lasted / told.boards

    def waits(self) -> None:
        """Compute the delay of each row from its commit to the wall."""
        at = {(name, n): when for name, n, when in self._logged()}
        last: dict[str, int] = {}
        for when, name, n in self.seen:
            for one in range(last.get(name, n - 1) + 1, n + 1):
                if (name, one) in at:
                    self.told.waits_ms.append(1000 * (when - at[name, one]))
            last[name] = n


def _kind(name: str) -> str:
    return name if name in ("hall", "broker") else "boards"


def prepare(load: Load, *, away: bool) -> None:
    """Store the games of the boards; with *away*, a week's more for the last one."""
    script, last = games(load.seed), load.told.boards - 1
    (load.folder / SCRIPT).write_bytes(pickle.dumps(script))
    if away:
        board = Board(load.folder / f"b{last:03}", last, script)
        for _ in range(WEEK_GAMES * len(script[0])):
            board.commit()
        board.journal.__exit__(None, None, None)


async def measure(boards: int, seconds: float, *, chaos: bool, folder: Path) -> Told:
    """
    Run a load test and return its result.

    Args:
        boards: The number of boards.
        seconds: The duration of play, in seconds.
        chaos: True to kill processes at random and to have a board that was away for a
            week.
        folder: The folder of all files of the test.
    """
    load = Load(folder, boards)
    prepare(load, away=chaos)
    with closing(load):
        load.start("broker")
        load.start("hall")
        looking = [asyncio.create_task(one) for one in (load.wall(), load.ears())]
        for name in load.all:
            load.start(name)
        await load.begun()
        load.seen.clear()
        before, began = load.used_s(), time.monotonic()
        await (load.chaos(seconds) if chaos else asyncio.sleep(seconds))
        load.played(before, began, time.monotonic())
        (folder / "stop").touch()
        await asyncio.sleep(2)
        await load.settle()
        load.told.hall_mib = mib(load.running["hall"].pid)
        load.told.broker_mib = mib(load.running["broker"].pid)
        await asyncio.to_thread(load.count)
        load.waits()
        table = load.table()
        load.kill("hall")
        anew(folder)
        load.start("hall")
        await load.settle()
        load.told.same = len(table) == boards and load.table() == table
        for one in looking:
            one.cancel()
        await asyncio.gather(*looking, return_exceptions=True)
    return load.told


def main() -> None:
    """Run the load tests that the command line asks for."""
    parser = argparse.ArgumentParser(description="Load a hall.")
    parser.add_argument("--boards", type=int, nargs="+", default=[10, 30, 100, 300])
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--chaos", action="store_true", help="kill things at random")
    given = parser.parse_args()
    found: list[Told] = []
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108 - no card of ours
    for boards in given.boards:
        with tempfile.TemporaryDirectory(dir=memory) as made:
            told = asyncio.run(
                measure(boards, given.seconds, chaos=given.chaos, folder=Path(made))
            )
        print(told, flush=True)
        found.append(told)
    if len(found) > 1:
        for what in ("hall_cpu", "broker_cpu", "hall_mib", "broker_mib"):
            slope, start = line_through(
                {one.boards: getattr(one, what) for one in found}
            )
            print(f"{what}: {start:.3f} + {slope:.6f} a board")
    if any(one.lost or one.doubled or one.secret or not one.same for one in found):
        sys.exit(1)


if __name__ == "__main__":
    main()
