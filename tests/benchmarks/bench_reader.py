"""
How long a look of the PN532 on the Pi takes, beside what its line alone needs.

    PYTHONPATH=. python tests/benchmarks/bench_reader.py [--looks 200]

The chip is emulated at the far end of a pty and takes 5 ms to list its tags. The floor
is that, the 5 ms a tag needs to wake, and the bytes at 115,200 baud, counted.
"""

import argparse
import statistics
import tempfile
import time
from pathlib import Path

from firmware_host.devices.controller import open_port
from firmware_host.devices.firmware import import_firmware
from firmware_host.devices.reader import GUARD_S, PATIENCE_S, _SerialWire
from tests.controller.fake_pn532 import LOOK_MS
from tests.devices.pn532_port import Pn532Port

#: A byte is ten bits on the line.
BYTE_MS = 10 / 115_200 * 1000


class Counted:
    """A port that counts its bytes."""

    def __init__(self, port):
        self._port = port
        self.size = 0

    def __getattr__(self, name):
        return getattr(self._port, name)

    def write(self, data):
        """Send."""
        self.size += len(data)
        return self._port.write(data)

    def read(self, size):
        """Receive so many bytes."""
        data = self._port.read(size)
        self.size += len(data)
        return data

    def read_until(self, end):
        """Receive up to *end*."""
        data = self._port.read_until(end)
        self.size += len(data)
        return data


def main() -> None:
    """Measure, and print one line."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--looks", type=int, default=200)
    looks = given.parse_args().looks
    (pn532,) = import_firmware("pn532")
    with tempfile.TemporaryDirectory() as folder, Pn532Port(Path(folder)) as chip:
        chip.chip.lay([b"\x04aaaaaa"])
        port = Counted(open_port(str(chip.port), timeout_s=PATIENCE_S))
        driver = pn532.Pn532(_SerialWire(port))
        driver.start()
        port.size, took = 0, []
        for _ in range(looks):
            began = time.perf_counter()
            driver.field_on()
            time.sleep(GUARD_S)
            assert driver.uid() == b"\x04aaaaaa"
            driver.field_off()
            took.append((time.perf_counter() - began) * 1000)
        port.close()
    line_ms = port.size / looks * BYTE_MS
    ours_ms = statistics.median(took)
    floor_ms = GUARD_S * 1000 + LOOK_MS + line_ms
    print(f"{port.size / looks:.0f} bytes a look: {line_ms:.1f} ms on the line")
    print(
        f"a look over a pty: {ours_ms:.1f} ms; with the line: {ours_ms + line_ms:.1f}"
    )
    print(f"floor {floor_ms:.1f} ms, ratio {(ours_ms + line_ms) / floor_ms:.2f}")


if __name__ == "__main__":
    main()
