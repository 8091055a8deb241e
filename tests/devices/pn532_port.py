"""A PN532 behind a serial port: an emulated chip at the far end of a pty."""

import os
import pty
import select
import threading
import time
import tty
from pathlib import Path

from tests.controller.fake_mfrc522 import Air
from tests.controller.fake_pn532 import FakePn532


class Pn532Port:
    """
    A chip, and the port it hangs on.

    Args:
        folder: Where the port appears, as ``ttyUSB0``.
    """

    def __init__(self, folder: Path) -> None:
        self.port = folder / "ttyUSB0"
        self.chip = FakePn532(Air(lambda: time.monotonic_ns() // 10**6))
        self._ends: tuple[int, int] | None = None
        self._over = False
        self._thread = threading.Thread(target=self._live)

    def __enter__(self):
        self.plug()
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._over = True
        self._thread.join(5)
        self.pull()

    def plug(self) -> None:
        """Plug the adapter in."""
        near, far = pty.openpty()
        tty.setraw(far)
        self.port.symlink_to(os.ttyname(far))
        os.close(far)
        self._ends = (near, far)

    def pull(self) -> None:
        """Pull the adapter."""
        if self._ends is not None:
            ends, self._ends = self._ends, None
            self.port.unlink()
            os.close(ends[0])

    def _live(self) -> None:
        heard = b""
        while not self._over:
            ends = self._ends
            if ends is None:
                time.sleep(0.01)
                continue
            try:
                if select.select([ends[0]], [], [], 0.001)[0]:
                    heard += os.read(ends[0], 4096)
                heard = self._whole(heard)
                said = self.chip.say()
                if said is not None and self.chip.fault != "dead":
                    os.write(ends[0], said)
            except OSError:
                time.sleep(0.01)  # nobody has the port open, or it was pulled

    def _whole(self, heard: bytes) -> bytes:
        """Give the chip each whole frame; return the remaining bytes."""
        while (at := heard.find(b"\x00\x00\xff")) >= 0 and len(heard) > at + 5:
            size = heard[at + 3]
            short = heard[at + 3 : at + 5] in (b"\x00\xff", b"\xff\x00")  # ACK, NACK
            end = at + 6 if short else at + 7 + size
            if len(heard) < end:
                break
            self.chip.hear(heard[at:end])
            heard = heard[end:]
        return heard
