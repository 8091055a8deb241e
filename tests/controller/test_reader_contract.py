"""Both chips, and the manual's example, pass the reader contract."""

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from firmware_host.devices.firmware import import_firmware
from tests.controller.fake_mfrc522 import Air, FakeMfrc522
from tests.controller.fake_pn532 import FakePn532
from tests.controller.reader_contract import MFRC522, ReaderContract
from tests.controller.test_mfrc522 import Bus as Mfrc522Bus
from tests.controller.test_pn532 import Bus as Pn532Bus

PAGE = Path(__file__).parents[2] / "docs" / "readers.md"
(PN532,) = import_firmware("pn532")
PN532.ReaderError = MFRC522.ReaderError  # each import makes a class of its own


class Reader:
    """A driver and its chip, in a clock of their own."""

    def __init__(self, kind):
        self.us = 0
        self.air = Air(lambda: self.us // 1000)
        self.chip = kind(self.air)

    def sleep_us(self, us):
        """Let time pass, as the driver asks for it."""
        self.us += us

    def wait(self, ms):
        """Let time pass."""
        self.us += 1000 * ms

    def lay(self, *uids):
        """Make exactly these tags lie on the antenna."""
        self.chip.lay(uids)

    def is_lit(self):
        """Whether the radio field is on."""
        return self.chip in self.air.lit

    def gain(self):
        """How much the chip amplifies."""
        return self.chip.gain

    def hang(self):
        """Have it answer nothing any more."""
        self.chip.fault = "hung"

    def reset(self):
        """Pull the reset line."""
        self.chip.reset()


class TestMfrc522(ReaderContract):
    """The cheap one."""

    @pytest.fixture
    def reader(self):
        """A driver and its chip."""
        reader = Reader(FakeMfrc522)
        bus = Mfrc522Bus(reader.chip)
        reader.driver = MFRC522.Mfrc522(bus, bus.select)
        return reader


class TestPn532(ReaderContract):
    """The one that thinks for itself."""

    @pytest.fixture
    def reader(self):
        """A driver and its chip."""
        reader = Reader(FakePn532)
        bus = Pn532Bus(reader.chip)
        wire = PN532.SpiWire(bus, bus.select, reader.sleep_us)
        reader.driver = PN532.Pn532(wire)
        return reader


class FakeModule:
    """The reader of the manual's example: a module that does all by itself."""

    def __init__(self, air):
        self.air = air
        self.tags, self.gain, self.fault = (), 4, ""
        self._said = b""

    def lay(self, uids):
        """Make exactly these tags lie on the antenna."""
        self.tags = tuple(uids)

    def reset(self):
        """Be as after power-on."""
        self.fault = ""
        self._said = b""
        self.air.change(self, on=False)

    def write(self, line):
        """Take a line."""
        if self.fault:
            return
        word, _, value = line.strip().decode().partition(" ")
        if word == "field":
            self.air.change(self, on=value == "on")
        elif word == "gain":
            self.gain = int(value)
        elif word == "look":
            self._said = b",".join(tag.hex().encode() for tag in self.tags) + b"\n"
            return
        self._said = b"ok\n"

    def read(self):
        """Return the bytes sent since the last read."""
        said, self._said = self._said, b""
        return said


def example():
    """Return the manual's example as a module, with the firmware's beside it."""
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    names = ("taps", "wire", "mfrc522")
    modules = dict(zip(names, import_firmware(*names), strict=True))
    before = {name: sys.modules.get(name) for name in names}
    sys.modules.update(modules)
    module = ModuleType("example")
    try:
        exec(code, module.__dict__)  # noqa: S102 - our own manual
    finally:
        for name, one in before.items():
            sys.modules.pop(name)
            if one is not None:
                sys.modules[name] = one
    # Each import of the firmware makes classes of its own: give it the contract's.
    module.ReaderError = MFRC522.ReaderError
    return module


class TestExample(ReaderContract):
    """docs/readers.md."""

    @pytest.fixture
    def reader(self):
        """A driver and its chip."""
        reader = Reader(FakeModule)
        reader.driver = example().LineReader(reader.chip, reader.sleep_us)
        return reader


class Leaky:
    """A driver that leaves its field on, and so keeps no promise."""

    def __init__(self, driver):
        self._driver = driver

    def __getattr__(self, name):
        return getattr(self._driver, name)

    def field_off(self):
        """Do nothing."""


def test_a_driver_that_leaves_its_field_on_does_not_pass():
    """The contract finds a driver that leaves its field on."""
    reader = Reader(FakeMfrc522)
    bus = Mfrc522Bus(reader.chip)
    reader.driver = Leaky(MFRC522.Mfrc522(bus, bus.select))
    with pytest.raises(AssertionError):
        ReaderContract().test_its_field_is_on_only_when_it_is_told_so(reader)
