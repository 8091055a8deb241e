"""
Access to the header's pins; the only file that imports gpiozero, lgpio and RPi.GPIO.

The profile names the library that drives the pins; it is never guessed, as gpiozero
would try one after the other with only a warning.
"""

import importlib
import os
import sys
import tempfile
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Protocol

from gpiozero import (
    Factory as Factory,  # noqa: PLC0414 - for others to import
    GPIOZeroError,
    PinUnknownPi,
)
from gpiozero.pins import local
from gpiozero.pins.mock import MockFactory, MockPin

from firmware_host.errors import BoardMissingError, SettingsError

#: The kernel's labels of the GPIO chips of a Raspberry Pi's header.
#: Source: Linux, drivers/pinctrl: bcm/pinctrl-bcm2835.c and pinctrl-rp1.c.
HEADER_CHIPS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")

#: The processor of a Pi 5 in a new-style revision code.
#: Source: raspberrypi.com, documentation, "New-style revision codes": bits 12-15.
_BCM2712 = 4


class Pin(Protocol):
    """The part of gpiozero's pins that this package uses."""

    state: float
    frequency: float | None
    edges: str
    when_changed: Callable[[float, float], None] | None

    def input_with_pull(self, pull: str, /) -> None:
        """Make the pin an input with a pull resistor, ``up`` or ``down``."""

    def output_with_state(self, state: bool) -> None:  # noqa: FBT001 - gpiozero's own shape
        """Make the pin an output with a level, 0 or 1."""

    def close(self) -> None:
        """Release the pin."""


def pin_factory(kind: str, *, dev: Path = Path("/dev")) -> Factory:
    """
    Return gpiozero's factory for the header's pins.

    Args:
        kind: ``lgpio`` for every Pi, ``rpigpio`` for RPi.GPIO on a Pi 4 or older,
            ``mock`` for no pins at all.
        dev: The folder with the kernel's device files.

    Raises:
        BoardMissingError: The pins cannot be used; the text says what to do.
        SettingsError: There is no such factory.
    """
    ways: dict[str, Callable[[], Factory]] = {
        "lgpio": lambda: _lgpio_factory(dev),
        "rpigpio": _rpigpio_factory,
        "mock": MockFactory,
    }
    if kind not in ways:
        msg = f"no way to the pins is called {kind!r}; there are {', '.join(ways)}"
        raise SettingsError(msg)
    return ways[kind]()


def pin_errors() -> tuple[type[Exception], ...]:
    """Return the exceptions that a pin may raise, with lgpio's own if it is loaded."""
    lgpio = sys.modules.get("lgpio")
    own = () if lgpio is None else (lgpio.error,)
    return (GPIOZeroError, OSError, RuntimeError, *own)


def find_chip(lgpio: ModuleType, *, dev: Path = Path("/dev")) -> int:
    """
    Return the number of the header's GPIO chip.

    The number depends on the kernel (0, 4, 11 to 15 on a Pi 5); the label does not.

    Args:
        lgpio: The library, or a fake of it.
        dev: The folder with the kernel's device files.

    Raises:
        BoardMissingError: No chip has a known label, or it cannot be opened.
    """
    labels = []
    for path in sorted(dev.glob("gpiochip*")):
        number = int(path.name.removeprefix("gpiochip"))
        try:
            handle = lgpio.gpiochip_open(number)
        except lgpio.error:
            labels.append(f"{path.name} (may not be opened)")
            continue
        label = lgpio.gpio_get_chip_info(handle)[3]
        lgpio.gpiochip_close(handle)
        if label in HEADER_CHIPS:
            return number
        labels.append(f"{path.name} ({label})")
    msg = (
        f"no GPIO chip of a Raspberry Pi among {', '.join(labels) or 'none at all'}:"
        " run on a Pi, as a member of the group gpio, or write"
        ' factory = "mock" under [pins] in the profile'
    )
    raise BoardMissingError(msg)


def _give_lgpio_a_folder() -> None:
    # lgpio creates a pipe in the current folder, and fails if it cannot write there.
    # Source: github.com/joan2937/lg, issues 12 and 22.
    folder = os.environ.get("RUNTIME_DIRECTORY") or tempfile.gettempdir()
    os.environ.setdefault("LG_WD", folder)


def _lgpio_factory(dev: Path) -> Factory:
    _give_lgpio_a_folder()
    lgpio = _import(
        "lgpio",
        "lgpio is not installed: on Raspberry Pi OS run sudo apt install python3-lgpio,"
        " then start again; plain Debian has no such package, and docs/install.md says"
        " what to install there",
    )
    chip = find_chip(lgpio, dev=dev)
    made = importlib.import_module("gpiozero.pins.lgpio")
    try:
        return made.LGPIOFactory(chip=chip)
    except pin_errors() as error:
        msg = f"the pins of gpiochip{chip} cannot be reached: {error}"
        raise BoardMissingError(msg) from error


def _rpigpio_factory() -> Factory:
    if any(metadata.distributions(name="rpi-lgpio")):  # works on every Pi
        _give_lgpio_a_folder()
    elif _is_pi_5():
        msg = (
            "RPi.GPIO cannot drive the pins of a Raspberry Pi 5: pip install rpi-lgpio,"
            ' or write factory = "lgpio" under [pins] in the profile'
        )
        raise BoardMissingError(msg)
    _import(
        "RPi.GPIO",
        "RPi.GPIO is not installed: pip install RPi.GPIO==0.7.1 with the Python that"
        f" runs Letterzone ({sys.executable}),"
        ' or write factory = "lgpio" under [pins] in the profile',
    )
    return importlib.import_module("gpiozero.pins.rpigpio").RPiGPIOFactory()


def _import(name: str, remedy: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise BoardMissingError(remedy) from error
    except (OSError, RuntimeError) as error:  # RPi.GPIO raises them without a header
        msg = f"{name} finds no pins here: {error}"
        raise BoardMissingError(msg) from error


def _is_pi_5() -> bool:
    try:
        revision = local.get_pi_revision()
    except PinUnknownPi:
        return False  # RPi.GPIO raises an exception that says what is wrong
    return bool(revision & 0x800000) and (revision >> 12 & 0xF) == _BCM2712


class WatchedFactory(MockFactory):  # type: ignore[misc] # gpiozero publishes no types
    """
    gpiozero's mock pins, which report each change of an output.

    Args:
        watch: Called with a pin's number and its level, at each change of an output.
    """

    def __init__(self, watch: Callable[[int, bool], None]) -> None:
        super().__init__(pin_class=_WatchedPin)
        self.watch = watch


class _WatchedPin(MockPin):  # type: ignore[misc] # gpiozero publishes no types
    """A mock pin that can fail, and that keeps no history of its levels."""

    broken = False
    held = False
    _state: bool
    _frequency: float | None = None

    def mend(self) -> None:
        """Repair the pin: report an output's level, or read an input again."""
        self.broken = False
        if self._function == "output":
            self.factory.watch(self._number, self._state)
        else:
            self._state = self._pull == "up" and not self.held

    def hold(self, *, down: bool) -> None:
        """Connect the pin to ground, or release it to its pull resistor."""
        self.held = down
        if not self.broken:
            (self.drive_low if down else self.drive_high)()

    def _check(self) -> None:
        if self.broken:
            msg = f"{self.info.name} does not answer"
            raise OSError(5, msg)

    def _set_function(self, value: str) -> None:
        self._check()
        super()._set_function(value)

    def _get_frequency(self) -> float | None:
        return self._frequency

    def _set_frequency(self, value: float | None) -> None:
        self._check()
        self._frequency = value

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        if self.held:
            self.drive_low()

    def _get_state(self) -> bool:
        self._check()
        return bool(super()._get_state())

    def _set_state(self, value: float) -> None:
        self._check()
        super()._set_state(value)

    def _change_state(self, value: bool) -> bool:  # noqa: FBT001 - gpiozero's own shape
        # gpiozero's method stores every state for ever; a game has many.
        if self._state == value:
            return False
        self._state = value
        if self._function == "output":
            self.factory.watch(self._number, bool(value))
        return True
