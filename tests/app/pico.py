"""A Pico with its own flash: real MicroPython, started again at each reset."""

import os
import pty
import subprocess
import threading
import time
import tty
from pathlib import Path

from tests.controller.bench import HEAP, MICROPYTHON

FAKES = Path(__file__).parent.parent / "controller"

#: How the fake `machine.reset` ends the process.
RESET = 42


class Pico:
    """
    A Pico on a cable; its port disappears during a reset, as with USB.

    Args:
        folder: For its flash, its port and what the fake machine notes.
    """

    def __init__(self, folder: Path) -> None:
        self.flash = folder / "flash"
        self.port = folder / "ttyACM0"
        self._log = folder / "log.txt"
        self._world = folder / "world.json"
        self._process: subprocess.Popen[bytes] | None = None
        self._over = False
        self._running = threading.Event()
        self._thread = threading.Thread(target=self._live)

    def __enter__(self):
        self.flash.mkdir(exist_ok=True)
        self._log.touch()
        self._world.write_text('{"tags": {}, "faults": {}, "down": []}')
        self._thread.start()
        self._running.wait(10)
        return self

    def __exit__(self, *_):
        self._over = True
        self._process.kill()
        self._thread.join(10)

    def signal(self, number: int) -> None:
        """Send a POSIX signal to the MicroPython process, to stop or continue it."""
        self._process.send_signal(number)

    def _live(self) -> None:
        while not self._over:
            usb, far_end = pty.openpty()
            tty.setraw(far_end)
            self.port.symlink_to(os.ttyname(far_end))
            code = None
            if (self.flash / "main.py").exists():
                code = self._run(usb, "main.py")
            if code != RESET and not self._over:
                self._run(usb)  # the prompt, until somebody resets it there
            self.port.unlink()
            os.close(usb)
            os.close(far_end)
            time.sleep(0.05)

    def _run(self, usb: int, *arguments: str) -> int:
        self._process = subprocess.Popen(
            [MICROPYTHON, "-X", HEAP, *arguments],
            stdin=usb,
            stdout=usb,
            stderr=usb,
            cwd=self.flash,
            env={
                "MICROPYPATH": f"{self.flash}:{FAKES}",
                "BENCH_WORLD": str(self._world),
                "BENCH_LOG": str(self._log),
            },
        )
        self._running.set()
        if self._over:
            self._process.kill()
        return self._process.wait()
