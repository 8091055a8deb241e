"""
The zone controller: what a Pico runs when it gets power.

It reads tags and buttons, tells the Pi over USB, and is reset by its watchdog when
it hangs. Asked to update, it reboots once and stays at MicroPython's own prompt,
without watchdog, where `mpremote` can write new files.
"""

import os
import select
import sys
import time

import board_config
import machine
import micropython
from buttons import Buttons
from core import Core
from mfrc522 import Mfrc522
from readers import Readers
from taps import Taps
from wire import HAS_BUTTONS, HAS_TAGS

# The RP2040's watchdog can wait 8.3 s at most; the slowest step takes well under 1 s.
WATCHDOG_MS = 5000

# How long the reset line is low. Source: MFRC522 datasheet, 8.8.1, at least 100 ns.
RESET_US = 10

# A file that outlives the reboot which an update asks for.
UPDATE_MARK = "update-asked"

# Bytes read in a step, one at a time: a larger read would wait for them all.
STEP_BYTES = 64


class Clock:
    """Milliseconds that never go back, where `ticks_ms` starts again each 12 days."""

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


class Controller:
    """The core and all its parts, wired as `board_config` says."""

    def __init__(self, board, boot_id):
        pins = machine.Pin
        able = (HAS_TAGS if board.READERS else 0) | (
            HAS_BUTTONS if board.BUTTONS else 0
        )
        zones = sum([1 << zone for zone in board.READERS])
        self.core = Core(machine.unique_id(), boot_id, zones, able)
        bus = machine.SPI(
            board.SPI,
            baudrate=board.BAUD,
            sck=pins(board.SCK),
            mosi=pins(board.MOSI),
            miso=pins(board.MISO),
        )
        chips = [
            (zone, Mfrc522(bus, pins(number, pins.OUT, value=1)))
            for zone, number in sorted(board.READERS.items())
        ]
        self._reset_line = pins(board.RESET, pins.OUT, value=1)
        self._reset()
        taps = Taps(board.DWELL_MS, board.GONE_MS)
        buttons = [
            (number, pins(pin, pins.IN, pins.PULL_UP))
            for number, pin in sorted(board.BUTTONS.items())
        ]
        self._parts = (
            Readers(chips, taps, self.core, self._reset),
            Buttons(buttons, self.core),
        )

    def _reset(self):
        """Put all tag readers out."""
        self._reset_line(0)
        time.sleep_us(RESET_US)
        self._reset_line(1)

    def step(self, data, now):
        """Take what came from the Pi, look at every part, return what goes back."""
        self.core.receive(data, now)
        for part in self._parts:
            part.step(now)
        return self.core.take()


def read(poll):
    """Return the bytes that are there, without waiting for more."""
    data = b""
    while len(data) < STEP_BYTES and poll.poll(0):
        byte = sys.stdin.buffer.read(1)
        if not byte:
            break
        data += byte
    return data


def update_was_asked():
    """Return whether this is the one boot that belongs to an update."""
    try:
        os.remove(UPDATE_MARK)
    except OSError:
        return False
    return True


def run():
    """Be a zone controller, for ever."""
    if update_was_asked():
        return
    micropython.kbd_intr(-1)  # a byte 3 in a frame is no Ctrl-C
    poll = select.poll()
    poll.register(sys.stdin, select.POLLIN)
    boot_id = int.from_bytes(os.urandom(4), "little") or 1
    controller = Controller(board_config, boot_id)
    clock = Clock()
    watchdog = machine.WDT(timeout=WATCHDOG_MS)
    while True:
        poll.poll(1)
        answer = controller.step(read(poll), clock())
        if answer:
            sys.stdout.buffer.write(answer)
        watchdog.feed()
        if controller.core.update_asked:
            open(UPDATE_MARK, "w").close()
            machine.reset()


if __name__ == "__main__":
    run()
