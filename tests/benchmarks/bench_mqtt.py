"""
From a tap to its lamp, with MQTT on and without: broker there, gone, or slow.

    PYTHONPATH=. python tests/benchmarks/bench_mqtt.py [--rounds 5] [--count 200]

Two boards wait at a pty each, as in `bench_tap`. Beside one of them runs `letterzone
publish`, as low as its unit has it. They are tapped in turn, tap by tap, so that a busy
machine is busy for both; by blocks of taps it was not, and the ratio was anything from
0.64 to 1.07. By how much they differ without a publisher is printed first: that
much is noise.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from firmware_host.app.system.hardware import profile_path
from tests.app.hall.mosquitto import Mosquitto, slow
from tests.benchmarks.bench_tap import Contestant, contestant, quantile, serve_ours
from tools.ports import free_port

#: As letterzone-publish.service has it.
NICE = 10

#: Delay of a slow line for each piece of data, in seconds.
SLOW_S = 0.3

#: Nobody taps faster than every so many seconds; then the publisher has told the last.
BETWEEN_S = 0.06

#: The compared shares: the quickest quarter is least disturbed by other work.
SHARES = (0.25, 0.5, 0.99)

#: The publisher is at work after so long.
BEGINS_S = 4.0


@contextmanager
def publisher(folder: Path, port: int) -> Iterator[int]:
    """Publish the board's events to a broker; yield the process."""
    profile = folder / "board.toml"
    own = profile_path("simulated").read_text(encoding="utf-8")
    mqtt = f'\n[mqtt]\nbroker = "mqtt://127.0.0.1:{port}"\n'
    profile.write_text(own + mqtt, encoding="utf-8")
    words = ["nice", "-n", str(NICE), sys.executable, "-m", "firmware_host"]
    running = subprocess.Popen(
        [*words, "publish", str(profile), "--folder", str(folder)],
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    try:
        time.sleep(BEGINS_S)
        yield running.pid
    finally:
        running.kill()
        running.wait()


def used_ms(pid: int) -> float:
    """Return how long a process has used a processor."""
    threads = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(one.read_text(encoding="ascii").split()[0]) for one in threads) / 1e6


def pairs(
    bare: Contestant, told: Contestant, count: int
) -> tuple[list[float], list[float]]:
    """Tap both boards in turn, now one first and now the other; return the waits."""
    waits: dict[int, list[float]] = {id(bare): [], id(told): []}
    for number in range(count):
        order = (bare, told) if number % 2 else (told, bare)
        for one, other in zip(order, reversed(order), strict=True):
            waits[id(one)].append(one.once())
            one.rest(BETWEEN_S / 2)
            other.rest(BETWEEN_S / 2)
    return waits[id(bare)], waits[id(told)]


def measure(
    name: str,
    bare: Contestant,
    told: Contestant,
    options: argparse.Namespace,
    beside: int = 0,
) -> None:
    """Print how the board with a process beside it compares with the other."""
    ratios, count, rounds = [], options.count, options.rounds
    for number in range(rounds):
        pids = [bare.process.pid or 0, told.process.pid or 0]
        pids += [beside] if beside else []
        before = [used_ms(pid) for pid in pids]
        without, having = pairs(bare, told, count)
        used = [
            (used_ms(pid) - had) / count for pid, had in zip(pids, before, strict=True)
        ]
        at = [quantile(having, one) / quantile(without, one) for one in SHARES]
        ratios.append([*at, used[1] / used[0]])
        tells = f", publisher {used[2]:.2f}" if beside else ""
        print(
            f"{name} {number + 1}: without {quantile(without, 0.5):.3f} /"
            f" {quantile(without, 0.99):.3f} ms, with {quantile(having, 0.5):.3f} /"
            f" {quantile(having, 0.99):.3f} ms (median / p99), ratio {at[1]:.3f};"
            f" processor a tap: {used[0]:.2f}, {used[1]:.2f}{tells} ms",
            flush=True,
        )
    names = ("quickest quarter", "median", "p99", "processor")
    for what, column in zip(names, zip(*ratios, strict=True), strict=True):
        middle = statistics.median(column)
        print(
            f"{name}: ratio of {what} {middle:.3f} ({min(column):.3f} to"
            f" {max(column):.3f} in {rounds} rounds)",
            flush=True,
        )


def main() -> None:
    """Measure without a publisher, and with a broker that is there, gone, and slow."""
    given = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    given.add_argument("--count", type=int, default=200)
    given.add_argument("--rounds", type=int, default=5)
    options = given.parse_args()
    with tempfile.TemporaryDirectory() as made, tempfile.TemporaryDirectory() as other:
        folder, brokers = Path(made), Path(other)
        (folder / "bare").mkdir()
        (folder / "told").mkdir()
        bare = contestant(serve_ours, folder / "bare", wired=True)
        told = contestant(serve_ours, folder / "told", wired=True)
        pairs(bare, told, 50)
        measure("nobody tells", bare, told, options)
        with Mosquitto(brokers) as broker, slow(broker.port, SLOW_S) as late:
            for name, port in (
                ("broker there", broker.port),
                ("broker gone", free_port()),
                ("broker slow", late),
            ):
                with publisher(folder / "told", port) as beside:
                    measure(name, bare, told, options, beside)
        for one in (bare, told):
            one.process.kill()


if __name__ == "__main__":
    main()
