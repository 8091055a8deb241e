"""
The program of the zone controller: reads tags and buttons, and reports them over USB.

Its watchdog resets it if it hangs. After an UPDATE command it creates a file, which
main.py finds after the reboot, and reboots.
"""

import os
import select
import sys
import time

import machine
import micropython
from buttons import Buttons
from core import Core
from mfrc522 import Mfrc522
from pn532 import Pn532, SpiWire
from readers import Readers
from rims import Rims
from taps import Taps
from wire import HAS_BUTTONS, HAS_RIMS, HAS_TAGS

# The RP2040's watchdog can wait 8.3 s at most; the slowest step takes less than 1 s.
WATCHDOG_MS = 5000

# The length of a reset pulse. Source: MFRC522 datasheet, 8.8.1, at least 100 ns.
RESET_US = 10

# The bytes read in a step, one at a time: a larger read would wait for all of them.
STEP_BYTES = 64


class Clock:
    """A monotonic clock in ms, although `ticks_ms` starts again every 12 days."""

    def __init__(self, ticks=time.ticks_ms):
        self._ticks = ticks
        self._last = ticks()
        self._now = 0

    def __call__(self):
        """Return the milliseconds since the start."""
        ticks = self._ticks()
        self._now += time.ticks_diff(ticks, self._last)
        self._last = ticks
        return self._now


def chip(name, bus, select_line):
    """Return the driver of a tag reader with a chip of that name."""
    if name == "pn532":
        return Pn532(SpiWire(bus, select_line, time.sleep_us))
    return Mfrc522(bus, select_line)


class Controller:
    """The core with all parts that `board_config` lists."""

    def __init__(self, board, boot_id):
        pins = machine.Pin
        able = (
            (HAS_TAGS if board.READERS else 0)
            | (HAS_BUTTONS if board.BUTTONS else 0)
            | (HAS_RIMS if board.RIMS else 0)
        )
        zones = sum([1 << zone for zone in board.READERS])
        self._taps = Taps(board.DWELL_MS, board.GONE_MS)
        report = self._taps.report
        self.core = Core(machine.unique_id(), boot_id, zones, able, report)
        self._miso = None
        chips = self._chips(board) if board.READERS else ()
        self._readers = Readers(chips, self._taps, self.core, self._reset, time)
        self._readers.is_held = self._is_held
        buttons = [
            (number, pins(pin, pins.IN, pins.PULL_UP))
            for number, pin in sorted(board.BUTTONS.items())
        ]
        self._buttons = Buttons(buttons, self.core)
        self._rims = None
        if board.RIMS:
            number, *size = board.RIMS
            line = pins(number, pins.OUT, value=0)
            self._rims = Rims(lambda *told: machine.bitstream(line, *told), *size)

    def _chips(self, board):
        pins = machine.Pin
        bus = machine.SPI(
            board.SPI,
            baudrate=board.BAUD,
            sck=pins(board.SCK),
            mosi=pins(board.MOSI),
            miso=pins(board.MISO),
        )
        chips = [
            (zone, chip(board.CHIP, bus, pins(number, pins.OUT, value=1)))
            for zone, number in sorted(board.READERS.items())
        ]
        if board.CHIP == "mfrc522":  # with a pull-up it is low only if a part drives it
            self._miso = pins(board.MISO, pins.ALT, pins.PULL_UP, alt=pins.ALT_SPI)
        self._reset_line = pins(board.RESET, pins.OUT, value=1)
        self._reset()
        return chips

    def _is_held(self):
        """Return True if a part drives MISO low while no reader is selected."""
        return self._miso is not None and not self._miso()

    def _reset(self):
        """Reset all tag readers, which switches their fields off."""
        self._reset_line(0)
        time.sleep_us(RESET_US)
        self._reset_line(1)

    def leave(self):
        """Switch all rims off: LEDs keep their colours, also over a reset."""
        if self._rims:
            self._rims.clear()

    def step(self, data, now):
        """Process bytes of the Pi, read all parts once, return the bytes to send."""
        self.core.receive(data, now)
        while self.core.tunings:
            zone, dwell_ms, gain = self.core.tunings.pop(0)
            self._taps.tune(zone, dwell_ms)
            self._readers.tune(zone, gain & 7)
        self._readers.step(now)
        self._buttons.step(now)
        if self._rims:
            self._rims.show(*self.core.rims, now)
        return self.core.take()


def read(poll):
    """Return the bytes that have arrived, without waiting for more."""
    data = b""
    while len(data) < STEP_BYTES and poll.poll(0):
        byte = sys.stdin.buffer.read(1)
        if not byte:
            break
        data += byte
    return data


def run(board, update_mark):
    """
    Run the program of a zone controller; this never returns.

    Args:
        board: The module `board_config`, or a similar one.
        update_mark: The file to create after an UPDATE command.
    """
    micropython.kbd_intr(-1)  # else a byte 3 in a frame would mean Ctrl-C
    poll = select.poll()
    poll.register(sys.stdin, select.POLLIN)
    boot_id = int.from_bytes(os.urandom(4), "little") or 1
    controller = Controller(board, boot_id)
    clock = Clock()
    watchdog = machine.WDT(timeout=WATCHDOG_MS)
    while True:
        poll.poll(1)
        answer = controller.step(read(poll), clock())
        if answer:
            sys.stdout.buffer.write(answer)
        watchdog.feed()
        if controller.core.update_asked:
            open(update_mark, "w").close()
            controller.leave()
            machine.reset()
