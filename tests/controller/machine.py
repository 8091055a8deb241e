"""
MicroPython's `machine` without a Pico, for the unix port: pins, a bus, a watchdog.

A test moves fingers and tags by writing a file, and reads the board's actions from
another: see `Bench` in tests/controller/bench.py. The paths are environment variables.
"""

# ruff: noqa: ARG002 - it takes what the real one takes
# ruff: noqa: PTH123 - MicroPython has no pathlib

import json
import os
import sys
import time

try:
    import board_config
except ImportError:  # nothing but MicroPython is on it

    class board_config:  # noqa: N801 - as the file is called
        """No board yet."""

        CHIP, RESET, READERS = "mfrc522", None, {}


from fake_mfrc522 import Air, FakeMfrc522, FieldsClashError
from fake_pn532 import FakePn532, SpiFace
from fake_ws2812 import Chain, pulses

WORLD = os.getenv("BENCH_WORLD")
LOG = os.getenv("BENCH_LOG")
LOOK_MS = 5

RESET, STARVED = 42, 43  # how the process ends

board_config.CHIP = os.getenv("BENCH_CHIP") or board_config.CHIP
board_config.RIMS = json.loads(os.getenv("BENCH_RIMS") or "null")

_air = Air(time.ticks_ms)
_levels = {}
_chips = {}
_watchdogs = []
_chains = []
_world = {"tags": {}, "faults": {}, "down": []}
_looked = [-1000]
_noted = []


def log(line):
    """Write a line to the log that the test reads."""
    with open(LOG, "a") as file:
        file.write(line + "\n")


def note(line):
    """Log a line once only."""
    if line not in _noted:
        _noted.append(line)
        log(line)


def _look():
    """Read the test's file again if the last read is long enough ago."""
    for watchdog in _watchdogs:
        watchdog.check()
    now = time.ticks_ms()
    if now - _looked[0] < LOOK_MS:
        return
    _looked[0] = now
    with open(WORLD) as file:
        _world.update(json.load(file))
    for select, chip in _chips.items():
        chip.lay([bytes(tag) for tag in _world["tags"].get(str(select), [])])
        chip.fault = _world["faults"].get(str(select), "")


def unique_id():
    """Return the board's serial number."""
    return b"testbnch"


def reset():
    """Reboot: the process ends, and the test starts another."""
    log("reset")
    sys.exit(RESET)


class Pin:
    """A pin by its GP number."""

    IN, OUT, ALT, PULL_UP, ALT_SPI = 0, 1, 3, 1, 1

    def __init__(self, number, mode=-1, pull=-1, value=None, alt=-1):
        self.number = number
        self.mode = mode
        if mode == self.ALT and (pull, alt) != (self.PULL_UP, self.ALT_SPI):
            msg = f"pin {number} floats, or leaves the bus"
            raise RuntimeError(msg)
        if value is not None:
            self(value)

    def __call__(self, value=None):
        """Read the pin, or set it."""
        if value is None:
            _look()
            down = self.number in _world["down"]
            if self.mode == self.ALT:
                return 0 if _holders() else 1
            if down and not _chips:
                note("pressed")
            return 0 if down else 1
        _levels[self.number] = value
        if value == 0 and self.number == board_config.RESET:
            for chip in _chips.values():
                chip.reset()
        return None


def _holders():
    """Return the chips that hold MISO down though they are not selected."""
    return [
        chip
        for select, chip in _chips.items()
        if chip.fault == "holding" and _levels.get(select) != 0
    ]


class SPI:
    """The bus; whichever chip's select line is low is meant."""

    def __init__(self, number, baudrate=0, sck=None, mosi=None, miso=None):
        kind = FakePn532 if board_config.CHIP == "pn532" else FakeMfrc522
        for select in board_config.READERS.values():
            _chips[select] = kind(_air)

    def write(self, out):
        """Send *out* to the selected chip."""
        if board_config.CHIP == "pn532":
            self._transfer(lambda chip: SpiFace(chip).write(out))
        else:
            self._transfer(lambda chip: chip.transfer(out))
        self._wrote = out

    def readinto(self, into):
        """Read the selected PN532's answer to the last write into *into*."""
        into[:] = self._transfer(
            lambda chip: SpiFace(chip, self._wrote).read(len(into))
        )

    def write_readinto(self, out, into):
        """Send *out* to the selected MFRC522 and keep its answer in *into*."""
        into[:] = self._transfer(lambda chip: chip.transfer(out))

    def _transfer(self, talk):
        _look()
        meant = [select for select in _chips if _levels.get(select) == 0]
        if len(meant) != 1:
            msg = f"{len(meant)} chips are selected at once"
            raise RuntimeError(msg)
        was = len(_air.lit)
        try:
            answer = talk(_chips[meant[0]])
        except FieldsClashError as error:
            log(str(error))
            raise
        if _chips[meant[0]].gain in (6, 7):
            note(f"gain {_chips[meant[0]].gain}")
        if len(_air.lit) > was:
            log(f"field {meant[0]}")
        return bytes(len(answer)) if _holders() and answer else answer


def bitstream(pin, encoding, timing, data):
    """Send *data* down the line of the LEDs, which hangs on one pin."""
    number, zones, leds, _ = board_config.RIMS
    if pin.number != number or pin.mode != Pin.OUT:
        msg = f"no LED hangs on pin {pin.number}"
        raise RuntimeError(msg)
    if not _chains:
        _chains.append(Chain(zones * leds))
    colours = _chains[0].hear(pulses(encoding, timing, data), time.ticks_us())
    log("rims " + "".join([bytes(colour).hex() for colour in colours]))


class WDT:
    """A watchdog that bites at the next step after it was not fed in time."""

    def __init__(self, timeout):
        self._timeout_ms = timeout
        self._fed = time.ticks_ms()
        _watchdogs.append(self)
        log(f"watchdog {timeout}")

    def feed(self):
        """Be content for another while."""
        self.check()
        self._fed = time.ticks_ms()

    def check(self):
        """Bite when it was not fed in time."""
        if time.ticks_ms() - self._fed > self._timeout_ms:
            log("starved")
            sys.exit(STARVED)
