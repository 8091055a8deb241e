"""
The wire: frames a second, and an event's way to its ACK beside the barest reader.

    PYTHONPATH=. python tests/benchmarks/bench_wire.py [--count 1000] [--rounds 5]

Two processes wait at a pty each. The floor reads its pty with `os.read` and writes an
ACK's worth of bytes back. Ours is the daemon's serial code in its event loop: decode,
link, event, ACK. The same writer asks them in turn, so a busy machine is busy for both.
"""

import argparse
import asyncio
import gc
import multiprocessing
import os
import pty
import statistics
import struct
import time
import tty
from collections.abc import Callable
from dataclasses import dataclass

from firmware_host.devices.controller import SerialController
from firmware_host.devices.firmware import import_firmware
from firmware_host.link.events import Event, LinkEvent
from firmware_host.link.frames import Decoder, Frame, encode
from firmware_host.link.link import Link
from firmware_host.link.messages import Type
from firmware_host.simulate.controller import monotonic_ms

CORE, WIRE = import_firmware("core", "wire")
BOOT = 7
UID = bytes.fromhex("04a1b2c3d4e5f6")
ACK_BYTES = len(encode(Frame(Type.PI_ACK, 1)))


def tap(number: int) -> bytes:
    """Return the frame of the tap with *number*."""
    head = struct.pack("<IIB", number, 0, 3)
    return encode(Frame(Type.TAP, number % 255 + 1, head + UID))


def hello() -> bytes:
    """Return the controller's first bytes."""
    core = CORE.Core(b"benchmrk", BOOT)
    core.tick(0)
    return bytes(core.take())


def per_second(work: Callable[[], None], count: int) -> float:
    """Return how often a second *work* does one of its *count* parts."""
    began = time.perf_counter()
    work()
    return count / (time.perf_counter() - began)


def throughput(count: int) -> dict[str, float]:
    """Measure each half of the wire without a wire."""
    wire = [tap(number) for number in range(1, count + 1)]
    frame = Frame(Type.TAP, 3, struct.pack("<IIB", 1, 0, 3) + UID)
    decoder, link = Decoder(), Link(session=5)
    list(link.receive(hello(), 0))

    def decode() -> None:
        for data in wire:
            for _ in decoder.receive(data):
                pass

    def write() -> None:
        for _ in wire:
            encode(frame)

    def talk() -> None:
        for data in wire:
            for event in link.receive(data, 0):
                if isinstance(event, Event):
                    link.acknowledge(event)
            link.data_to_send()

    works = {"decode": decode, "encode": write, "link: event and ACK": talk}
    return {name: per_second(work, count) for name, work in works.items()}


def serve_floor(port: str) -> None:
    """Read, and write an ACK's worth of bytes; nothing else."""
    fd = os.open(port, os.O_RDWR | os.O_NOCTTY)
    while True:
        os.read(fd, 4096)
        os.write(fd, b"\x55" * ACK_BYTES)


def serve_ours(port: str) -> None:
    """Be the daemon's serial code, with a table that acknowledges at once."""

    def hear(event: LinkEvent) -> None:
        if isinstance(event, Event):
            controller.acknowledge(event)

    controller = SerialController(port, hear=hear, clock_ms=monotonic_ms)
    asyncio.run(controller.run())


@dataclass(slots=True)
class Contestant:
    """A process at the far end of a pty."""

    master: int
    process: multiprocessing.Process
    sent: int = 0

    def once(self, *, is_answer: Callable[[bytes], bool]) -> float:
        """Send one tap; return the ms until its answer is there."""
        self.sent += 1
        frame, answer = tap(self.sent), b""
        began = time.perf_counter_ns()
        os.write(self.master, frame)
        while not is_answer(answer):
            answer += os.read(self.master, 4096)
        return (time.perf_counter_ns() - began) / 1e6


def contestant(serve: Callable[[str], None]) -> Contestant:
    """Start a process at a pty of its own."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    process = multiprocessing.get_context("fork").Process(
        target=serve, args=(os.ttyname(slave),), daemon=True
    )
    process.start()
    return Contestant(master, process)


def has_ack(answer: bytes) -> bool:
    """Whether an ACK is among the frames, beside a heartbeat now and then."""
    return any(
        isinstance(found, Frame) and found.type == Type.PI_ACK
        for found in Decoder().receive(answer)
    )


def welcome(ours: Contestant) -> None:
    """Wait until the daemon asks who is there, say HELLO, and wait for its WELCOME."""
    heard = os.read(ours.master, 4096)
    os.write(ours.master, hello())
    while not any(
        isinstance(found, Frame) and found.type == Type.WELCOME
        for found in Decoder().receive(heard)
    ):
        heard += os.read(ours.master, 4096)


def measure(floor: Contestant, ours: Contestant, count: int) -> tuple[float, float]:
    """Measure one round, in turn, and print it; return the ratios of p50 and p99."""
    times: dict[str, list[float]] = {"floor": [], "ours": []}
    for number in range(count):
        if number % 200 == 0:  # the heartbeat that keeps the daemon awake
            os.write(ours.master, WIRE.encode(WIRE.BEAT, 0, bytes(10)))
        times["floor"].append(floor.once(is_answer=lambda got: len(got) >= ACK_BYTES))
        times["ours"].append(ours.once(is_answer=has_ack))
    p50, p99 = (
        {
            name: sorted(all_ms)[int(len(all_ms) * share)]
            for name, all_ms in times.items()
        }
        for share in (0.5, 0.99)
    )
    print(
        f"event to ACK, ms: floor {p50['floor']:.3f} / {p99['floor']:.3f},"
        f" ours {p50['ours']:.3f} / {p99['ours']:.3f} (median / p99)"
    )
    return p50["ours"] / p50["floor"], p99["ours"] / p99["floor"]


def main() -> None:
    """Measure, and print medians and ratios."""
    given = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    given.add_argument("--count", type=int, default=1000)
    given.add_argument("--rounds", type=int, default=5)
    options = given.parse_args()
    floor, ours = contestant(serve_floor), contestant(serve_ours)
    welcome(ours)
    gc.disable()
    speeds = [throughput(10 * options.count) for _ in range(options.rounds)]
    for name in speeds[0]:
        rate = statistics.median(one[name] for one in speeds)
        print(f"{name}: {rate:,.0f} frames a second, {1e6 / rate:.1f} us each")
    ratios = [measure(floor, ours, options.count) for _ in range(options.rounds)]
    print(
        "median of rounds: p50 ratio"
        f" {statistics.median(one[0] for one in ratios):.2f},"
        f" p99 ratio {statistics.median(one[1] for one in ratios):.2f}"
    )
    for one in (floor, ours):
        one.process.kill()


if __name__ == "__main__":
    main()
