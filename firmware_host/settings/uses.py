"""The use of each pin of the Pi and of the Pico, as a profile assigns them."""

from collections.abc import Iterator, Mapping

from firmware_host.board.events import SYMBOL_BUTTONS, Button
from firmware_host.board.pieces import RACK, Zone
from firmware_host.board.record import Record
from firmware_host.settings.board import Pico, Profile

#: Pins that the I2C bus of the screens needs, data first.
I2C_PINS = (2, 3)

#: Pins of the header's own serial port, and the names of that port.
#: Source: Raspberry Pi documentation, "Configure UARTs".
UART_PINS = (14, 15)
UART_PORTS = ("/dev/serial0", "/dev/serial1", "/dev/ttyAMA0", "/dev/ttyS0")


class Use(Record):
    """
    The use of one pin.

    Args:
        pin: Its BCM or GP number.
        part: The part connected to it, in words: ``the tick lamp of zone 2``.
        short: The same for a table: ``zone 2 v``.
        path: The key of the profile; empty if the Pi itself needs the pin.
        zone: The zone it belongs to; None for the whole board.
    """

    pin: int
    part: str
    short: str
    path: str = ""
    zone: Zone | None = None


def pi_uses(profile: Profile) -> tuple[Use, ...]:
    """Return the uses of the Pi's pins, those of the Pi itself first."""
    return tuple(_of_the_pi(profile))


def _of_the_pi(profile: Profile) -> Iterator[Use]:
    if profile.screens:
        for pin, line in zip(I2C_PINS, ("SDA", "SCL"), strict=True):
            yield Use(pin, "the I2C bus of the screens", f"screens {line}")
    if {profile.reader_port, profile.port} & set(UART_PORTS):
        for pin, line in zip(UART_PINS, ("TX", "RX"), strict=True):
            yield Use(pin, "the header's serial port", f"serial {line}")
    for zone, pair in profile.lamps.items():
        for pin, name, mark in zip(pair, ("cross", "tick"), "xv", strict=True):
            part = f"the {name} lamp of zone {zone}"
            yield Use(pin, part, f"zone {zone} {mark}", f"lamps.{zone}", zone)
    yield from _buttons(profile.buttons, "")
    if profile.buzzer is not None:
        yield Use(profile.buzzer, "the buzzer", "buzzer", "pins.buzzer")
    if profile.power is not None:
        yield Use(profile.power, "the power button", "power button", "pins.power")
    if profile.mux_reset is not None:
        part = "the RST line of the screens' multiplexer"
        yield Use(profile.mux_reset, part, "screens RST", "pins.mux_reset")


def _buttons(buttons: Mapping[Button, int], before: str) -> Iterator[Use]:
    for button, pin in buttons.items():
        zone = zone_of(button)
        path = f"{before}buttons.{button}"
        if button in SYMBOL_BUTTONS:
            path = f"{before}symbols.{zone}"
        yield Use(pin, f"button {button}", f"button {button}", path, zone)


def zone_of(button: Button) -> Zone | None:
    """Return the zone that a button belongs to; None for those of the whole board."""
    number = button.value.rpartition("-")[2]
    return Zone(int(number)) if number.isdecimal() else None


def pico_uses(pico: Pico) -> tuple[Use, ...]:
    """Return the uses of the Pico's pins."""
    return (*_readers(pico), *_buttons(pico.buttons, "controller."), *_rims(pico))


def _rims(pico: Pico) -> Iterator[Use]:
    if pico.rims is not None:
        part = "the data line of the rims"
        yield Use(pico.rims.pin, part, "rims data", "controller.rims.pin")


def _readers(pico: Pico) -> Iterator[Use]:
    if pico.readers:
        for line in ("sck", "mosi", "miso", "reset"):
            part = f"the {line.upper()} line of the tag readers"
            short = f"readers {line.upper()}"
            yield Use(getattr(pico, line), part, short, f"controller.{line}")
    for zone, pin in pico.readers.items():
        where = "by the rack" if zone == RACK else f"of zone {zone}"
        name = "rack" if zone == RACK else str(zone)
        yield Use(
            pin,
            f"the tag reader {where}",
            f"reader {name}",
            f"controller.readers.{name}",
            zone,
        )
