"""
From a tap to its lamp, with MQTT on and without: broker there, gone, or slow.

    PYTHONPATH=. python tests/benchmarks/bench_mqtt.py [--rounds 5] [--count 100]

Two boards wait at a pty each, as in `bench_tap`. Beside one of them runs `letterzone
publish`, as low as its unit has it. They take turns by blocks of taps, so what the
publisher does after a tap falls on its own board's next one, and on no other's.
"""

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from firmware_host.app.system.hardware import profile_path
from tests.app.hall.mosquitto import Mosquitto, free_port
from tests.benchmarks.bench_tap import Contestant, contestant, quantile, serve_ours

#: As letterzone-publish.service has it.
NICE = 10

#: What a slow line adds to each piece that goes over it, in seconds.
SLOW_S = 0.3

#: Nobody taps faster than every so many seconds; then the publisher has told the last.
BETWEEN_S = 0.06

#: The publisher is at work after so long.
BEGINS_S = 4.0


@contextmanager
def slow(port: int) -> Iterator[int]:
    """Open a line to a broker that lets everything through late; yield its port."""
    loop = asyncio.new_event_loop()

    async def pass_on(
        reads: asyncio.StreamReader, writes: asyncio.StreamWriter
    ) -> None:
        with suppress(OSError):
            while data := await reads.read(65536):
                await asyncio.sleep(SLOW_S)
                writes.write(data)
                await writes.drain()
        writes.close()

    async def come(reads: asyncio.StreamReader, writes: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(pass_on(reads, back), pass_on(there, writes))

    own = free_port()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    starting = asyncio.start_server(come, "127.0.0.1", own)
    asyncio.run_coroutine_threadsafe(starting, loop).result(10)
    try:
        yield own
    finally:
        loop.call_soon_threadsafe(loop.stop)


@contextmanager
def publisher(folder: Path, port: int) -> Iterator[None]:
    """Tell a broker what is committed there."""
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
        yield
    finally:
        running.kill()
        running.wait()


def block(one: Contestant, other: Contestant, count: int) -> list[float]:
    """Tap one board so often, and let the other's wire live; return the waits."""
    found = []
    for _ in range(count):
        found.append(one.once())
        one.rest(BETWEEN_S / 2)
        other.rest(BETWEEN_S / 2)
    return found


def measure(
    name: str, bare: Contestant, told: Contestant, count: int, rounds: int
) -> None:
    """Print how the board that tells compares with the one that does not."""
    ratios = []
    for number in range(rounds):
        order = (bare, told) if number % 2 == 0 else (told, bare)
        first, second = (
            block(one, other, count)
            for one, other in zip(order, reversed(order), strict=True)
        )
        without, having = (first, second) if number % 2 == 0 else (second, first)
        ratios.append(
            [quantile(having, at) / quantile(without, at) for at in (0.5, 0.99)]
        )
        print(
            f"{name} {number + 1}: without {quantile(without, 0.5):.3f} /"
            f" {quantile(without, 0.99):.3f} ms, with {quantile(having, 0.5):.3f} /"
            f" {quantile(having, 0.99):.3f} ms (median / p99)",
            flush=True,
        )
    p50, p99 = (statistics.median(column) for column in zip(*ratios, strict=True))
    print(f"{name}: median of rounds, p50 ratio {p50:.3f}, p99 ratio {p99:.3f}")


def main() -> None:
    """Measure with a broker that is there, gone, and slow."""
    given = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    given.add_argument("--count", type=int, default=100)
    given.add_argument("--rounds", type=int, default=5)
    options = given.parse_args()
    with tempfile.TemporaryDirectory() as made, tempfile.TemporaryDirectory() as other:
        folder, brokers = Path(made), Path(other)
        (folder / "bare").mkdir()
        (folder / "told").mkdir()
        bare = contestant(serve_ours, folder / "bare", wired=True)
        told = contestant(serve_ours, folder / "told", wired=True)
        block(bare, told, 50)
        block(told, bare, 50)
        with Mosquitto(brokers) as broker, slow(broker.port) as late:
            for name, port in (
                ("there", broker.port),
                ("gone", free_port()),
                ("slow", late),
            ):
                with publisher(folder / "told", port):
                    measure(name, bare, told, options.count, options.rounds)
        for one in (bare, told):
            one.process.kill()


if __name__ == "__main__":
    main()
