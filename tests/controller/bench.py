"""A bench for the firmware: a real MicroPython, a pty, and hands on the pins."""

import asyncio
import json
import os
import platform
import pty
import subprocess
import sys
import time
import tty
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware_host.devices.controller import SerialController
from firmware_host.devices.firmware import firmware_folder, import_firmware
from firmware_host.link.events import Event
from firmware_host.simulate.controller import monotonic_ms

#: Memory of a Pico for the firmware. Source: RP2040, 264 K less MicroPython's own.
HEAP = "heapsize=180K"

HERE = Path(__file__).parent
MICROPYTHON = Path(sys.executable).with_name("micropython")

(CONFIG,) = import_firmware("board_config")


def micropython(*arguments: str, **options) -> "subprocess.Popen[bytes]":
    """
    Start the real MicroPython at the Pico's heap size, with the fake `machine`.

    Where there is a wheel for it, which is x86-64, it must be installed.
    """
    if platform.machine() != "x86_64" and not MICROPYTHON.exists():
        pytest.skip(f"no MicroPython for {platform.machine()} on PyPI")
    environment = options.pop("env", {}) | {
        "MICROPYPATH": f"{firmware_folder()}:{HERE}"
    }
    command = [MICROPYTHON, "-X", HEAP, *arguments]
    return subprocess.Popen(command, env=environment, **options)


async def until(condition: Callable[[], object], *, seconds: float = 20) -> None:
    """Wait until *condition* holds, and fail when it does not in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"not so within {seconds} s"
        await asyncio.sleep(0.002)


class Bench:
    """
    The firmware on the bench.

    Args:
        folder: For the pins' file, the log and the Pico's flash.
        main: The script to run; the firmware's by default.
        chip: The tag readers.
        rims: Replaces the board's `RIMS`.
    """

    def __init__(
        self,
        folder: Path,
        *,
        main: Path | None = None,
        chip: str = "mfrc522",
        rims: tuple[int, ...] | None = None,
    ) -> None:
        self.folder = folder
        self._chip = chip
        self._rims = rims
        self._main = main or firmware_folder() / "main.py"
        self._pins, self._log = folder / "pins.json", folder / "log.txt"
        self._state = {"tags": {}, "faults": {}, "down": []}
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self):
        self._usb, self._far_end = pty.openpty()
        tty.setraw(self._far_end)
        self.path = os.ttyname(self._far_end)
        self._log.touch()
        self._move()
        self.power_on()
        return self

    def __exit__(self, *_):
        self.power_off()
        os.close(self._usb)
        os.close(self._far_end)

    def power_on(self) -> None:
        """Start MicroPython; its standard streams are the USB."""
        self._process = micropython(
            str(self._main),
            stdin=self._usb,
            stdout=self._usb,
            cwd=self.folder,
            env={
                "BENCH_WORLD": str(self._pins),
                "BENCH_LOG": str(self._log),
                "BENCH_CHIP": self._chip,
                "BENCH_RIMS": json.dumps(self._rims),
            },
        )

    def power_off(self) -> None:
        """Take its power away."""
        self._process.kill()
        self._process.wait(5)

    def ended(self) -> int | None:
        """Return the exit code, or None while it runs; after an exception it is 1."""
        return self._process.poll()

    def log(self) -> list[str]:
        """Return the lines that the fake machine has logged."""
        return self._log.read_text().splitlines()

    def lay(self, zone: int, *uids: bytes) -> None:
        """Make exactly the tags *uids* lie on the pad of *zone*."""
        self._state["tags"][str(CONFIG.READERS[zone])] = [list(uid) for uid in uids]
        self._move()

    def press(self, number: int) -> None:
        """Push a button down."""
        self._state["down"].append(CONFIG.BUTTONS[number])
        self._move()

    def release(self, number: int) -> None:
        """Let go of a button."""
        self._state["down"].remove(CONFIG.BUTTONS[number])
        self._move()

    def harm(self, zone: int, fault: str) -> None:
        """Break a reader, see `FakeMfrc522`; an empty fault heals it."""
        self._state["faults"][str(CONFIG.READERS[zone])] = fault
        self._move()

    def _move(self) -> None:
        fresh = self._pins.with_suffix(".new")
        fresh.write_text(json.dumps(self._state))
        fresh.replace(self._pins)


class Listener:
    """The daemon's serial code, with everything it has received."""

    def __init__(self, path: str, *, acknowledge: bool = True) -> None:
        self.told = []
        self._acknowledge = acknowledge
        self.port = SerialController(path, hear=self._hear, clock_ms=monotonic_ms)

    async def __aenter__(self):
        self._running = asyncio.create_task(self.port.run())
        return self

    async def __aexit__(self, *_):
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)

    def bodies(self) -> list:
        """Return the bodies of the events received."""
        return [one.body for one in self.told if isinstance(one, Event)]

    def heard(self, kind: type) -> list:
        """Return the received objects of one type."""
        return [one for one in self.told if isinstance(one, kind)]

    def _hear(self, told) -> None:
        self.told.append(told)
        if self._acknowledge and isinstance(told, Event):
            self.port.acknowledge(told)
