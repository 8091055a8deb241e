"""
A Pi's header with both faces, and its two libraries, in memory.

`RpiGpio` behaves like RPi.GPIO 0.7.1 and `Lgpio` like lgpio 0.2.2, with their mistakes,
as far as gpiozero's factories use them. `Header` is the physical side, for a finger or
a multimeter.
"""
# ruff: noqa: D102 - the methods are documented with the libraries they stand in for

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from types import SimpleNamespace
from typing import ClassVar


@dataclass
class Line:
    """One pin of the header."""

    function: str = ""  # "in", "out", or nobody has claimed it
    pulled_up: bool = False
    driven: bool = False
    grounded: bool = False
    broken: bool = False
    edges: str = ""
    alarm: Callable[[bool], None] | None = None
    hertz: float = 0
    duty: float = 0

    @property
    def level(self) -> bool:
        """Return the level that a multimeter shows."""
        if self.function == "out":
            return self.driven and not self.broken
        return self.pulled_up and not self.grounded

    def forget(self):
        """Reset the pin to unclaimed."""
        self.function, self.alarm, self.driven = "", None, False
        self.hertz = self.duty = 0


class Header:
    """
    The pins, as BCM numbers.

    Args:
        lamps: Cross pin and tick pin of each zone.
        buzzer: The buzzer's pin.
        buttons: The pin of each button.
    """

    def __init__(self, *, lamps, buzzer, buttons) -> None:
        self.lines = {number: Line() for number in range(54)}
        self._lamps = lamps
        self._buttons = buttons
        self._parts = {f"lamp-{zone}": pair for zone, pair in lamps.items()}
        self._parts["buzzer"] = (buzzer,)
        for button, number in buttons.items():
            self._parts[f"button-{button.value}"] = (number,)
        self.factory = None

    def pair(self, zone):
        """Return whether eyes see the zone's cross and its tick lit."""
        cross, tick = self._lamps[zone]
        return self.lines[cross].level, self.lines[tick].level

    @property
    def sounds(self):
        """Return True while the buzzer sounds."""
        return self.lines[self._parts["buzzer"][0]].level

    @property
    def hertz(self):
        """Return the tone of a passive buzzer in Hz; 0 for silence."""
        line = self.lines[self._parts["buzzer"][0]]
        swings = line.function == "out" and not line.broken and 0 < line.duty < 100
        return line.hertz if swings else 0

    def press(self, button):
        """Hold a button down."""
        self._hold(button, down=True)

    def release(self, button):
        """Let a button go."""
        self._hold(button, down=False)

    def die(self, part):
        """Pull a part's plug; whatever uses its lines gets an error."""
        for number in self._parts[part]:
            self.lines[number].broken = True

    def heal(self, part):
        """Plug it in again."""
        for number in self._parts[part]:
            self.lines[number].broken = False

    def _hold(self, button, *, down):
        line = self.lines[self._buttons[button]]
        before = line.level
        line.grounded = down
        hears = line.edges in {"both", "rising" if line.level else "falling"}
        if line.level != before and hears and line.alarm and not line.broken:
            line.alarm(line.level)


class RpiGpio:
    """
    A library that behaves like RPi.GPIO 0.7.1.

    Args:
        header: The pins it writes to.
        tells: False for how it is on Linux 6.6 and later, where it finds no edges.
    """

    BOARD, BCM, OUT, IN, LOW, HIGH = 10, 11, 0, 1, 0, 1
    PUD_OFF, PUD_DOWN, PUD_UP = 20, 21, 22
    RISING, FALLING, BOTH = 31, 32, 33
    SERIAL, SPI, I2C, HARD_PWM, UNKNOWN = 40, 41, 42, 43, -1
    _EDGES: ClassVar = {RISING: "rising", FALLING: "falling", BOTH: "both"}

    def __init__(self, header, *, tells=True):
        self._header = header
        self._tells = tells
        self._mode = None

    def setmode(self, mode):
        if self._mode not in {None, mode}:
            msg = "A different mode has already been set!"
            raise ValueError(msg)
        self._mode = mode

    def setwarnings(self, _wanted):
        pass

    def setup(self, number, function, pull_up_down=PUD_OFF, initial=-1):
        line = self._line(number)
        line.function = "out" if function == self.OUT else "in"
        line.pulled_up = pull_up_down == self.PUD_UP
        if initial != -1:
            line.driven = bool(initial)

    def output(self, number, level):
        line = self._line(number)
        if line.function != "out":
            msg = "The GPIO channel has not been set up as an OUTPUT"
            raise RuntimeError(msg)
        line.driven = bool(level)

    def PWM(self, number, hertz):  # noqa: N802 - RPi.GPIO's own name
        line = self._line(number)
        if line.function != "out":
            msg = "You must setup() the GPIO channel as an output first"
            raise RuntimeError(msg)
        return _Pwm(partial(self._line, number), hertz)

    def input(self, number):
        line = self._line(number)
        if not line.function:
            msg = "You must setup() the GPIO channel first"
            raise RuntimeError(msg)
        return int(line.level)

    def gpio_function(self, number):
        return self.OUT if self._line(number).function == "out" else self.IN

    def add_event_detect(self, number, edge, callback=None, bouncetime=-666):
        line = self._line(number)
        if line.function != "in":
            msg = "You must setup() the GPIO channel as an input first"
            raise RuntimeError(msg)
        if line.alarm is not None:
            msg = "Conflicting edge detection already enabled for this GPIO channel"
            raise RuntimeError(msg)
        if bouncetime <= 0 and bouncetime != -666:
            msg = "Bouncetime must be greater than 0"
            raise ValueError(msg)
        if not self._tells:
            msg = "Failed to add edge detection"
            raise RuntimeError(msg)
        line.edges, line.alarm = self._EDGES[edge], lambda _level: callback(number)

    def remove_event_detect(self, number):
        self._header.lines[number].alarm = None

    def cleanup(self, number=None):
        for each in range(28) if number is None else [number]:
            self._header.lines[each].forget()
        if number is None:
            self._mode = None

    def _line(self, number):
        if self._mode is None:
            msg = "Please set pin numbering mode using GPIO.setmode(GPIO.BCM)"
            raise RuntimeError(msg)
        if self._header.lines[number].broken:
            msg = "No access to /dev/mem. Try running as root!"
            raise RuntimeError(msg)
        return self._header.lines[number]


class _Pwm:
    """The object that `RpiGpio.PWM` returns."""

    def __init__(self, line, hertz):
        self._line, self._hertz = line, hertz

    def start(self, duty):
        self._line().hertz, self._line().duty = self._hertz, duty

    def ChangeFrequency(self, hertz):  # noqa: N802 - RPi.GPIO's own name
        self._line().hertz = hertz

    def ChangeDutyCycle(self, duty):  # noqa: N802 - as above
        self._line().duty = duty

    def stop(self):
        self._line().hertz = self._line().duty = 0


class Lgpio:
    """
    A library that behaves like lgpio 0.2.2.

    Args:
        header: The pins of the chip that has a Pi's label.
        chips: The label of each chip, by number; an empty one may not be opened.
    """

    RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3
    SET_PULL_UP, SET_PULL_DOWN, SET_PULL_NONE = 32, 64, 128
    GPIO_BUSY = -81
    _IS_OUT = 1 << 1
    _CLAIMED: ClassVar = {"in": 0x100, "out": 0x200, "": 0}
    _ALERT = 0x400
    _EDGES: ClassVar = {1: "rising", 2: "falling", 3: "both"}

    class error(Exception):  # noqa: N801, N818 - lgpio's own name
        """The exception of lgpio, which is not an `OSError`."""

    def __init__(self, header, chips):
        self._header = header
        self._chips = chips
        self.opened = []

    def gpiochip_open(self, number):
        if not self._chips.get(number):
            msg = "can not open gpiochip"
            raise self.error(msg)
        self.opened.append(number)
        return number

    def gpiochip_close(self, handle):
        self.opened.remove(handle)

    def gpio_get_chip_info(self, handle):
        return 0, 54, f"gpiochip{handle}", self._chips[handle]

    def gpio_claim_input(self, handle, number, flags=0):
        line = self._line(handle, number)
        line.function, line.pulled_up = "in", bool(flags & self.SET_PULL_UP)
        line.edges = ""
        return 0

    def gpio_claim_output(self, handle, number, level=0, _flags=0):
        line = self._line(handle, number)
        line.function, line.driven = "out", bool(level)
        return 0

    def gpio_claim_alert(self, handle, number, edges, flags=0):
        self.gpio_claim_input(handle, number, flags)
        self._line(handle, number).edges = self._EDGES[edges]
        return 0

    def gpio_set_debounce_micros(self, handle, number, _micros):
        self._line(handle, number)
        return 0

    def error_text(self, code):
        return f"error {code}"

    def gpio_free(self, handle, number):
        self._line(handle, number).function = ""

    def gpio_get_mode(self, handle, number):
        line = self._line(handle, number)
        pull = self.SET_PULL_UP if line.pulled_up else self.SET_PULL_NONE
        claimed = self._ALERT if line.edges else self._CLAIMED[line.function]
        return pull | claimed | (self._IS_OUT if line.function == "out" else 0)

    def gpio_read(self, handle, number):
        return int(self._line(handle, number).level)

    def gpio_write(self, handle, number, level):
        line = self._line(handle, number)
        if line.function != "out":
            msg = "bad GPIO write"
            raise self.error(msg)
        line.driven = bool(level)
        return 0

    def tx_pwm(self, handle, number, hertz, duty):
        line = self._line(handle, number)
        if line.function != "out":
            msg = "bad PWM micros"
            raise self.error(msg)
        line.hertz, line.duty = hertz, duty

    def callback(self, handle, number, edge=RISING_EDGE, func=None):  # noqa: ARG002 - its own
        line = self._line(handle, number)
        line.alarm = lambda level: func(handle, number, int(level), 1_000_000)
        return SimpleNamespace(cancel=lambda: setattr(line, "alarm", None))

    def _line(self, handle, number):
        wrong = not self._chips[handle].startswith("pinctrl-")
        if wrong or self._header.lines[number].broken:
            msg = "GPIO not allocated"
            raise self.error(msg)
        return self._header.lines[number]
