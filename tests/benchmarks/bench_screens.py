"""
What an answer on a screen costs: ours beside luma's own `display`, in one run.

    PYTHONPATH=. python tests/benchmarks/bench_screens.py [--count 1000] [--rounds 5]

Both drive the same chip through luma's I2C class onto a bus that only counts, picture
by picture in turn, so a busy machine is busy for both. The pictures are a zone that
waits, says NO, waits, says YES, and refuses. Drawing is timed by itself, with packing.
"""

import argparse
import os
import statistics
import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import smbus2
from luma.core.interface.serial import i2c
from luma.oled import device
from PIL import Image

from firmware_host.board.faces import Lamp, TableFace, ZoneFace
from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import Kind, Zone
from firmware_host.devices.columns import pack
from firmware_host.devices.screens import CHIPS, Screen
from firmware_host.picture.table import draw_table
from firmware_host.picture.zone import draw_zone

#: Bits a second on the bus, and bits a byte with its acknowledgement.
FAST_MODE, BYTE_BITS = 400_000, 9

WORDS = {
    "yes": "YES",
    "no": "NO",
    "refused-zone-covered": "COVERED",
    "turn": "Ben: tap",
    "status": "3 tokens  12 points",
}


def english(message: Message) -> str:
    """Return a message's words; the real ones are in `texts`."""
    return WORDS[message.code]


WAITING = ZoneFace(placed=(1, 1, 0, 0), covered=(False, False, True, False))
COVERED = replace(WAITING, covered=(False, False, True, True))
LAID = replace(COVERED, placed=(2, 1, 0, 0))
FACES = (
    WAITING,
    replace(COVERED, lamp=Lamp.NO, word=say("no")),
    COVERED,
    replace(LAID, lamp=Lamp.YES, word=say("yes")),
    replace(LAID, lamp=Lamp.REFUSED, word=say("refused-zone-covered")),
)
TABLE = TableFace(line=say("turn"), kind=Kind.LONG_STICK, status=say("status"))


class CountingBus:
    """A bus on which everything arrives at once."""

    def __init__(self) -> None:
        self.count_bytes = 0

    def write_i2c_block_data(self, _address: int, _register: int, data: Any) -> None:
        """Count a block."""
        self.count_bytes += 1 + len(data)

    def i2c_rdwr(self, *messages: Any) -> None:
        """Count messages."""
        self.count_bytes += sum(len(message) for message in messages)

    def close(self) -> None:
        """Do nothing."""


class Step:
    """
    One thing a driver does for a picture, and what it cost.

    Args:
        name: What it is called in the report.
        bus: Where it is sent.
        act: The thing.
    """

    def __init__(
        self, name: str, bus: CountingBus, act: Callable[[Image.Image], object]
    ) -> None:
        self._name = name
        self._bus = bus
        self._act = act
        self._times_us: list[float] = []
        self._sizes: list[int] = []

    def run(self, picture: Image.Image) -> None:
        """Do it for *picture*, and record the time and size."""
        before = self._bus.count_bytes
        begun = time.perf_counter_ns()
        self._act(picture)
        self._times_us.append((time.perf_counter_ns() - begun) / 1000)
        self._sizes.append(self._bus.count_bytes - before)

    def report(self) -> str:
        """Return the costs as text, and reset them."""
        middle, tail = statistics.median(self._times_us), p99(self._times_us)
        most = max(self._sizes)
        bus_ms = most * BYTE_BITS / FAST_MODE * 1000
        self._times_us, self._sizes = [], []
        return (
            f"{self._name} {middle:.0f} us, p99 {tail:.0f},"
            f" at most {most} B = {bus_ms:.1f} ms"
        )


def p99(times_us: list[float]) -> float:
    """Return the 99th percentile."""
    return statistics.quantiles(times_us, n=100)[98]


def lumas(chip: str) -> list[Step]:
    """Return luma's driver, on a bus that takes whole blocks as its own would."""
    bus = CountingBus()
    wire = i2c(bus=bus, address=0x3C)
    wire._managed, wire._i2c_msg_write = True, smbus2.i2c_msg.write
    return [Step("luma", bus, getattr(device, chip)(wire).display)]


def ours(chip: str) -> list[Step]:
    """Return our driver's steps: an answer's band, then the rest of the picture."""
    bus = CountingBus()
    screen = Screen(chip, bus=lambda: bus)
    return [
        Step("our answer", bus, lambda picture: screen.show(picture, band=True)),
        Step("its rest", bus, screen.show),
    ]


def run_changes(chip: str, *, rounds: int, count: int) -> None:
    """Print a line for each round."""
    pictures = [draw_zone(face, Zone(3), english) for face in FACES]
    steps = [*lumas(chip), *ours(chip)]
    for picture in pictures * 2:  # the first ones set the chips up
        for step in steps:
            step.run(picture)
    for step in steps:
        step.report()
    for turn in range(rounds):
        for number in range(count):
            for step in steps:
                step.run(pictures[number % len(pictures)])
        told = "; ".join(step.report() for step in steps)
        print(f"{chip} round {turn + 1}: {told}")


def run_drawing(*, rounds: int, count: int) -> None:
    """Print the times of drawing and packing, zone and table in turn."""

    def zone(number: int) -> object:
        return pack(draw_zone(FACES[number % len(FACES)], Zone(3), english))

    def table(number: int) -> object:
        return pack(draw_table(TABLE, english, alive=number % 2 == 0))

    picture = draw_zone(FACES[1], Zone(3), english)
    jobs = {"pack": lambda _: pack(picture), "zone": zone, "table": table}
    for turn in range(rounds):
        times_us: dict[str, list[float]] = {name: [] for name in jobs}
        for number in range(count):
            for name, job in jobs.items():
                begun = time.perf_counter_ns()
                job(number)
                times_us[name].append((time.perf_counter_ns() - begun) / 1000)
        parts = (
            f"{name} {statistics.median(took):.0f} us, p99 {p99(took):.0f}"
            for name, took in times_us.items()
        )
        print(f"draw and pack round {turn + 1}: " + "; ".join(parts))


def main() -> None:
    """Run all three chips, then the drawing."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--count", type=int, default=1000)
    asked = parser.parse_args()
    warnings.filterwarnings("ignore", category=DeprecationWarning)  # luma's getdata
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} cores")
    for chip in CHIPS:
        run_changes(chip, rounds=asked.rounds, count=asked.count)
    run_drawing(rounds=asked.rounds, count=asked.count)


if __name__ == "__main__":
    main()
