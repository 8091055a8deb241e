"""List every wire of a board, for wiring diagrams, pin tables, bill and pictures."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gates import GND, VCC, gates

from firmware_host.board.events import SYMBOL_BUTTONS, Button
from firmware_host.board.pieces import RACK, ZONES, Zone
from firmware_host.cli.board import EDGE, HEADER
from firmware_host.settings.profile import Pico, Profile
from firmware_host.settings.uses import I2C_PINS, zone_of

PI, PICO = "Pi", "Pico"
STRIP, BUS, ADAPTER = "Strip", "Pico's strip", "USB adapter"
SWITCH = "Transistor"
RIMS, SUPPLY = "Rims' strip", "5 V supply"
TABLE, MAKER, RACK_PAD = "Table", "Maker", "Rack"

#: Header pins of the Pi by BCM number, and edge pins of the Pico by GP number.
PI_PINS = {
    pin: 2 * row + side + 1
    for row, pair in enumerate(HEADER)
    for side, pin in enumerate(pair)
    if isinstance(pin, int)
}
PICO_PINS = {
    pin: row + 1 if side == 0 else 2 * len(EDGE) - row
    for row, pair in enumerate(EDGE)
    for side, pin in enumerate(pair)
    if isinstance(pin, int)
}

#: The name of each pin, by its number on the header or the edge.
PI_NAMES = {
    2 * row + side + 1: f"GPIO{pin}" if isinstance(pin, int) else pin
    for row, pair in enumerate(HEADER)
    for side, pin in enumerate(pair)
}
PICO_NAMES = {
    row + 1 if side == 0 else 2 * len(EDGE) - row: (
        f"GP{pin}" if isinstance(pin, int) else pin
    )
    for row, pair in enumerate(EDGE)
    for side, pin in enumerate(pair)
}

#: The pins of power and ground. Source: the pinouts of the Pi and of the Pico.
PI_3V3, PI_GND, PI_LAST_GND = 1, 9, 39
PICO_3V3, PICO_GND = 36, 38

#: The colours of wires by signal. Source: our choice, so that a wiring can be read
#: without its list.
COLOURS = {
    "3V3": "RD",
    "GND": "BK",
    "SDA": "BU",
    "SCL": "YE",
    "SCK": "YE",
    "MOSI": "BU",
    "MISO": "GN",
    "RST": "WH",
    "SS": "VT",
    "TX": "YE",
    "RX": "BU",
    "cross": "OG",
    "tick": "GN",
    "button": "WH",
    "buzzer": "BN",
    "5V": "RD",
    "data": "WH",
    "USB": "GY",
    "red": "RD",
    "yellow": "YE",
    "blue": "BU",
    "green": "GN",
    "pull": "BG",
    "diode": "BG",
}

#: The colours of the table's buttons; a zone has only one button, in white.
BUTTON_COLOURS = {
    "cross": "OG",
    "tick": "GN",
    "circle": "BU",
    "square": "YE",
    "triangle": "VT",
    "star": "BN",
    "service": "GY",
}

#: Series resistors. Source: docs/devices.md, which explains each.
LAMP_OHM, BUZZER_OHM, BUS_OHM = "330 ohm", "220 ohm", "47 ohm"

#: The parts with which a pin switches an active buzzer of 30 mA. The base current is
#: 2.6 mA: 3.3 V less 0.7 V, through 1000 ohm. The diode conducts the coil's voltage
#: when the buzzer is switched off.
BASE_OHM, TRANSISTOR, DIODE = "1000 ohm", "2N3904", "1N4148"

#: The forward voltage of an LED at 20 mA. Source: Kingbright's data sheets of GaAsP/GaP
#: red and of GaP green. A green InGaN LED has 3.0 V or more: 330 ohm leave it 1 mA or
#: less.
LED_V = {"cross": 2.0, "tick": 2.2}

#: The resistors that hold a reader's select line high and a gate's input low while
#: nothing drives them. Until its program runs, a Pico pulls its pins down by 50 to 80
#: kilohm: a select line then is at 2.7 V or more. Source: RP2040 data sheet, 5.5.3.4.
SELECT_OHM, INPUT_OHM = "10 kilohm", "100 kilohm"

#: The names that are printed beside the modules' pins.
TERMINALS = {
    "mfrc522": {"SS": "SDA", "SCK": "SCK", "MOSI": "MOSI", "MISO": "MISO",
                "RST": "RST", "3V3": "3.3V", "GND": "GND"},
    "pn532": {"SS": "SS", "SCK": "SCK", "MOSI": "MOSI", "MISO": "MISO",
              "RST": "RSTPDN", "3V3": "VCC", "GND": "GND"},
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Wire:
    """
    One wire.

    Args:
        step: The step of the assembly that lays it.
        box: The box where it begins: `PI`, `PICO`, or a strip.
        pin: Its pin there: a number on the Pi and the Pico, else the printed name.
        to: The place where it ends: ``Zone 3``, `TABLE` and so on.
        at: Its terminal there.
        carries: Its kind of signal, a key of `COLOURS`.
        through: The part in series with it, such as a resistor; empty for none.
    """

    step: str
    box: str
    pin: int | str
    to: str
    at: str
    carries: str
    through: str = ""

    @property
    def colour(self) -> str:
        """Its colour, as a WireViz code."""
        colour = COLOURS[self.carries]
        own = BUTTON_COLOURS.get(self.at, colour)
        return own if self.carries == "button" else colour


def wires(profile: Profile) -> tuple[Wire, ...]:
    """Return every wire of a board in the order of assembly."""
    laid = [*_strip(profile), *_screens(profile), *_lamps(profile), *_buzzer(profile)]
    grounded: set[str] = set()
    own = MAKER if "maker" in profile.screens else TABLE
    laid += _buttons(PI, STRIP, profile.buttons, grounded, own)
    if profile.pico is not None:
        laid.append(Wire("pico", PI, "USB", PICO, "USB", "USB"))
        buttons = tuple(_buttons(PICO, BUS, profile.pico.buttons, grounded, own))
        grounds = profile.pico.readers or profile.pico.rims
        if grounds or any(wire.box == BUS for wire in buttons):
            laid += (*_pico_strip(profile.pico), *_gates(profile.pico))
        laid += buttons
        laid += _readers(profile.pico)
        laid += _rims(profile.pico, zones_of(profile))
    if profile.reader_port:
        laid += _adapter()
    return tuple(laid)


def _strip(profile: Profile) -> Iterator[Wire]:
    """Yield the wires of the strip of power, ground and the screens' bus."""
    yield Wire("strip", PI, PI_3V3, STRIP, "3V3", "3V3")
    yield Wire("strip", PI, PI_GND, STRIP, "GND", "GND")
    if profile.screens:
        for pin, line in zip(I2C_PINS, ("SDA", "SCL"), strict=True):
            yield Wire("strip", PI, PI_PINS[pin], STRIP, line, line)
    if profile.mux_reset is not None:
        yield Wire("strip", PI, PI_PINS[profile.mux_reset], STRIP, "RST", "RST")


def place_of(zone: Zone | None) -> str:
    """Return the place of the parts of a zone, or of the table for None."""
    if zone is None:
        return TABLE
    return RACK_PAD if zone == RACK else f"Zone {zone}"


def _screens(profile: Profile) -> Iterator[Wire]:
    for name in sorted(profile.screens, key=lambda one: (one.isdigit(), one)):
        channel = profile.screens[name].channel
        to = f"Zone {name}" if name.isdigit() else name.capitalize()
        step = "screens" if name.isdigit() else f"screen-{name}"
        yield Wire(step, STRIP, "3V3", to, "screen VCC", "3V3")
        yield Wire(step, STRIP, "GND", to, "screen GND", "GND")
        for line, short in (("SDA", "SD"), ("SCL", "SC")):
            pin = line if channel is None else f"{short}{channel}"
            yield Wire(step, STRIP, pin, to, f"screen {line}", line)


def _lamps(profile: Profile) -> Iterator[Wire]:
    for zone, pair in profile.lamps.items():
        for pin, name in zip(pair, ("cross", "tick"), strict=True):
            at = f"{name} +"
            yield Wire("lamps", PI, PI_PINS[pin], place_of(zone), at, name, LAMP_OHM)
        yield Wire("lamps", STRIP, "GND", place_of(zone), "lamps -", "GND")


def _buzzer(profile: Profile) -> Iterator[Wire]:
    """Yield the wires of the buzzer and of the power button, if the board has them."""
    if profile.buzzer is not None:
        pin = PI_PINS[profile.buzzer]
        if profile.buzzer_kind == "passive":
            step = "passive-buzzer"
            yield Wire(step, PI, pin, TABLE, "buzzer +", "buzzer", BUZZER_OHM)
            yield Wire(step, STRIP, "GND", TABLE, "buzzer -", "GND")
        else:
            yield Wire("buzzer", PI, pin, SWITCH, "B", "buzzer", BASE_OHM)
            yield Wire("buzzer", STRIP, "GND", SWITCH, "E", "GND")
            yield Wire("buzzer", STRIP, "3V3", TABLE, "buzzer +", "3V3")
            yield Wire("buzzer", SWITCH, "C", TABLE, "buzzer -", "buzzer")
    if profile.power is not None:
        yield Wire("power", PI, PI_PINS[profile.power], TABLE, "power", "button")
        yield Wire("power", PI, PI_LAST_GND, TABLE, "power -", "GND")


def _buttons(
    box: str, strip: str, buttons: Mapping[Button, int], grounded: set[str], lid: str
) -> Iterator[Wire]:
    """
    Yield the wires of buttons, and one to ground for each place without one yet.

    The service button is behind the lid if there is one: that place is *lid*.
    """
    pins = PI_PINS if box == PI else PICO_PINS
    ordered = sorted(buttons.items(), key=lambda one: one[0] in SYMBOL_BUTTONS)
    for button, pin in ordered:
        to = lid if button == "service" else place_of(zone_of(button))
        if to not in grounded:
            grounded.add(to)
            yield Wire(_step(box, button), strip, "GND", to, "buttons -", "GND")
        yield _button(box, pins[pin], to, button)


def _button(box: str, pin: int, to: str, button: Button) -> Wire:
    """Return the wire of a button; its other terminal is wired to ground."""
    if button in SYMBOL_BUTTONS:
        kind = SYMBOL_BUTTONS[button][1].value
        return Wire(_step(box, button), box, pin, to, kind, kind)
    name = "button" if zone_of(button) is not None else button.value
    return Wire(_step(box, button), box, pin, to, name, "button")


def _step(box: str, button: Button) -> str:
    if button in SYMBOL_BUTTONS:
        return "symbols"
    return "buttons" if box == PI else "pico-buttons"


def _pico_strip(pico: Pico) -> Iterator[Wire]:
    """Yield the wires of the strip that readers and buttons share, and of the bus."""
    yield Wire("pico-strip", PICO, PICO_GND, BUS, "GND", "GND")
    if not pico.readers:
        return
    yield Wire("pico-strip", PICO, PICO_3V3, BUS, "3V3", "3V3")
    lines = {"SCK": pico.sck, "MOSI": pico.mosi, "MISO": pico.miso, "RST": pico.reset}
    calm = BUS_OHM if gates(pico) else ""
    for name, pin in lines.items():
        ohm = calm if name in ("SCK", "MOSI") else ""
        yield Wire("pico-strip", PICO, PICO_PINS[pin], BUS, name, name, ohm)


def _gates(pico: Pico) -> Iterator[Wire]:
    """Yield the wires of the readers' gates; an unused gate is disabled."""
    each = gates(pico)
    for box in dict.fromkeys(gate.box for gate in each):
        yield Wire("gates", BUS, "3V3", box, VCC, "3V3")
        yield Wire("gates", BUS, "GND", box, GND, "GND")
    for gate in each:
        if gate.zone is None:
            yield Wire("gates", BUS, "3V3", gate.box, gate.opener, "3V3")
            yield Wire("gates", BUS, "GND", gate.box, gate.input, "GND")
        else:
            pin = PICO_PINS[pico.readers[gate.zone]]
            yield Wire("gates", PICO, pin, gate.box, gate.opener, "SS")
            yield Wire("gates", BUS, "MISO", gate.box, gate.output, "MISO")


def _readers(pico: Pico) -> Iterator[Wire]:
    printed = TERMINALS[pico.chip]
    own = {gate.zone: gate for gate in gates(pico)}
    for zone, pin in sorted(pico.readers.items()):
        to, gate = place_of(zone), own.get(zone)
        step = "rack" if zone == RACK else "readers"
        for line in ("3V3", "GND", "RST", "MISO", "MOSI", "SCK"):
            begin = (BUS, line)
            if gate and line == "MISO":
                begin = (gate.box, gate.input)
            yield Wire(step, *begin, to, f"reader {printed[line]}", line)
        select = (gate.box, gate.opener) if gate else (PICO, PICO_PINS[pin])
        yield Wire(step, *select, to, f"reader {printed['SS']}", "SS")


def pulls(profile: Profile) -> tuple[Wire, ...]:
    """
    Return the pull-up and pull-down resistors, and the diode across the buzzer.

    They are not wires. Each is mounted from a row of a strip to a terminal that has its
    wire.
    """
    return (
        *_strip_pulls(profile),
        *(_pico_pulls(profile.pico) if profile.pico else ()),
    )


def _strip_pulls(profile: Profile) -> Iterator[Wire]:
    """Yield the multiplexer's pull-up resistor and the buzzer's diode."""
    if any(at.channel is not None for at in profile.screens.values()):
        yield Wire("strip", STRIP, "3V3", STRIP, "RST", "pull", SELECT_OHM)
    if profile.buzzer is not None and profile.buzzer_kind != "passive":
        yield Wire("buzzer", STRIP, "3V3", SWITCH, "C", "diode", DIODE)


def _pico_pulls(pico: Pico) -> Iterator[Wire]:
    """Yield the pull resistors on the Pico's select lines and gate inputs."""
    used = [gate for gate in gates(pico) if gate.zone is not None]
    for gate in used:
        yield Wire("gates", BUS, "3V3", gate.box, gate.opener, "pull", SELECT_OHM)
    for gate in used:
        yield Wire("gates", BUS, "GND", gate.box, gate.input, "pull", INPUT_OHM)
    at = f"reader {TERMINALS[pico.chip]['SS']}"
    for zone in () if used else pico.readers:
        step = "rack" if zone == RACK else "readers"
        yield Wire(step, BUS, "3V3", place_of(zone), at, "pull", SELECT_OHM)


def _rims(pico: Pico, zones: tuple[Zone, ...]) -> Iterator[Wire]:
    """Yield the wires of the LED rims: a supply of their own, and a data chain."""
    if pico.rims is None:
        return
    yield Wire("rims", PICO, PICO_PINS[pico.rims.pin], RIMS, "1A", "data")
    yield Wire("rims", BUS, "GND", RIMS, "GND", "GND")
    yield Wire("rims", SUPPLY, "+", RIMS, "fuse", "5V")
    yield Wire("rims", SUPPLY, "-", RIMS, "supply -", "GND")
    for zone in zones:
        to = place_of(zone)
        yield Wire("rims", RIMS, "5V", to, "rim 5V", "5V")
        yield Wire("rims", RIMS, "GND", to, "rim GND", "GND")
    box, pin = RIMS, "1Y"
    for zone in zones:
        ohm = LAMP_OHM if box == RIMS else ""
        yield Wire("rims", box, pin, place_of(zone), "rim DIN", "data", ohm)
        box, pin = place_of(zone), "rim DOUT"


def _adapter() -> Iterator[Wire]:
    """
    Yield the wires of a PN532 on a serial adapter: TX to RX, RX to TX.

    Its field takes 100 to 150 mA, more than an adapter's 3V3 pin gives (50 to 100).
    """
    yield Wire("reader", PI, "USB", ADAPTER, "USB", "USB")
    for pin, at, carries in (
        ("5V", "VCC", "5V"),
        ("GND", "GND", "GND"),
        ("TXD", "RXD", "TX"),
        ("RXD", "TXD", "RX"),
    ):
        yield Wire("reader", ADAPTER, pin, RACK_PAD, f"reader {at}", carries)


def zones_of(profile: Profile) -> tuple[Zone, ...]:
    """Return the letter zones of a board."""
    return ZONES[: profile.zones]
