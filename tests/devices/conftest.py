"""Benches for the parts on the header: one test body runs on each of them."""

import os
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import ClassVar

import pytest
from gpiozero.pins import local

from firmware_host.board.events import Button
from firmware_host.board.pieces import Zone
from firmware_host.devices.fake import FakePins
from firmware_host.devices.gpio import pin_factory
from tests.devices.header import Header, Lgpio, RpiGpio

ROOT = Path(__file__).parents[2]

#: The packages that provide the module RPi.GPIO on a Pi 5.
RPI_LGPIO = "rpi-lgpio==0.6"

LAMPS = {Zone(1): (5, 6), Zone(2): (12, 13)}
BUZZER = 18
BUTTONS = {Button.TICK: 22, Button.CROSS: 23}

#: A Pi 4 with 2 GB, and a Pi 5 with 8 GB.
#: Source: raspberrypi.com, documentation, "New-style revision codes in use".
PI_4, PI_5 = 0xB03115, 0xD04170


class MockBench(FakePins):
    """gpiozero's mock pins; no library of the Pi has a part in it."""

    @property
    def sounds(self):
        """Return True while the buzzer sounds."""
        return self.seen["buzzer"]


class RealBench:
    """
    A Raspberry Pi: lamps are read back, and two jumpers act as fingers.

    No plug can be pulled here, so tests that need it are skipped.
    """

    jumpers: ClassVar = {Button.TICK: 24, Button.CROSS: 25}

    def __init__(self, factory):
        self.factory = factory

    def pair(self, zone):
        """Return the levels of the zone's two pins."""
        return tuple(bool(self.factory.pin(number).state) for number in LAMPS[zone])

    @property
    def sounds(self):
        """True while the buzzer's pin is high."""
        return bool(self.factory.pin(BUZZER).state)

    @property
    def hertz(self):
        """The tone that the buzzer's pin swings at."""
        pin = self.factory.pin(BUZZER)
        return pin.frequency if pin.frequency and pin.state else 0

    def press(self, button):
        """Pull the button's pin to ground through its jumper."""
        self.factory.pin(self.jumpers[button]).output_with_state(state=False)

    def release(self, button):
        """Let the jumper float."""
        self.factory.pin(self.jumpers[button]).input_with_pull("floating")

    def die(self, part):
        """Say that this takes a person."""
        pytest.skip(f"somebody would have to pull the plug of {part}")


@pytest.fixture
def revision(monkeypatch):
    """Return a function that makes this machine a Pi, by its revision."""
    return lambda code: monkeypatch.setattr(local, "get_pi_revision", lambda: code)


@pytest.fixture
def forget(monkeypatch):
    """Make gpiozero import its library again, and LocalPiFactory free all its pins."""
    for name in ("gpiozero.pins.lgpio", "gpiozero.pins.rpigpio"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setattr(local.LocalPiFactory, "pins", {})


@pytest.fixture
def library(monkeypatch, forget):  # noqa: ARG001 - for what it does
    """Return a function that installs a fake library under its name."""

    def install(name, module):
        monkeypatch.setitem(sys.modules, name, module)
        if "." in name:
            package = ModuleType(name.partition(".")[0])
            package.GPIO = module
            monkeypatch.setitem(sys.modules, package.__name__, package)

    return install


@pytest.fixture(scope="session")
def rpi_lgpio_folder():
    """Install the package rpi-lgpio in its own folder, once; return the folder."""
    folder = ROOT / ".venv-rpi-lgpio"
    if not (folder / "ready").exists():
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--upgrade"]
        fetched = [*pip, "--no-deps", "--target", folder, RPI_LGPIO]
        if subprocess.run(fetched, check=False).returncode:
            pytest.skip(f"{RPI_LGPIO} could not be fetched; it needs PyPI once")
        (folder / "ready").touch()
    return folder


@pytest.fixture
def rpi_lgpio(rpi_lgpio_folder, monkeypatch, revision, forget):  # noqa: ARG001 - for what it does
    """Let tests import rpi-lgpio as RPi.GPIO, as on a Raspberry Pi 5."""
    revision(PI_5)
    monkeypatch.setenv("RPI_LGPIO_REVISION", f"{PI_5:x}")
    monkeypatch.syspath_prepend(rpi_lgpio_folder)
    drop_rpi()
    yield
    drop_rpi()


def drop_rpi():
    """Remove the package RPi from `sys.modules`, so that an import loads it again."""
    for name in [one for one in sys.modules if one.partition(".")[0] == "RPi"]:
        del sys.modules[name]


#: Ways to the pins; the last but one is the package itself, above a lgpio in memory.
WAYS = ["mock", "lgpio", "rpigpio", "rpigpio-6.6",
        pytest.param("rpi-lgpio", marks=pytest.mark.long), "real"]  # fmt: skip


@pytest.fixture(params=WAYS)
def bench(request, revision, library, tmp_path, monkeypatch):
    """Return lamps, a buzzer and buttons with their physical side."""
    wiring = {"lamps": LAMPS, "buzzer": BUZZER, "buttons": BUTTONS}
    if request.param == "mock":
        return MockBench(**wiring)
    if request.param == "real":
        return real_bench()
    header = Header(**wiring)
    revision(PI_4)
    monkeypatch.setenv("LG_WD", str(tmp_path))
    (tmp_path / "gpiochip0").touch()
    library("lgpio", Lgpio(header, {0: "pinctrl-bcm2711"}))
    if request.param == "rpi-lgpio":
        request.getfixturevalue("rpi_lgpio")
    else:
        library("RPi.GPIO", RpiGpio(header, tells=request.param == "rpigpio"))
    kind = "rpigpio" if request.param.startswith("rp") else "lgpio"
    header.factory = pin_factory(kind, dev=tmp_path)
    return header


def real_bench():
    """Return the Pi on which this runs, or skip with the reason."""
    if os.environ.get("LETTERZONE_BENCH") != "wired":
        pytest.skip("set LETTERZONE_BENCH=wired on a Pi wired as docs/devices.md says")
    return RealBench(pin_factory("lgpio"))


@pytest.fixture
def until():
    """Return a function that waits until something is so, or fails."""

    def wait(condition, *, within_s=5.0):
        deadline = time.monotonic() + within_s
        while not condition():
            assert time.monotonic() < deadline, "it never came to be"
            time.sleep(0.002)

    return wait


@pytest.fixture
def told():
    """Return a list for the parts' reports."""
    return []
