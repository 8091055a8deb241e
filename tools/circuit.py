"""A board as an electrical circuit: its parts, and the net of each terminal."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gates import GND, NAMES, VCC, gates
from wires import (
    ADAPTER,
    BUS,
    PI,
    PI_3V3,
    PI_GND,
    PI_NAMES,
    PICO,
    PICO_3V3,
    PICO_GND,
    PICO_NAMES,
    RIMS,
    STRIP,
    SUPPLY,
    SWITCH,
    TABLE,
    TRANSISTOR,
    Wire,
    pulls,
    wires,
)

from firmware_host.settings.profile import Profile

#: A terminal: its box or place, and its name there.
End = tuple[str, str]

#: A USB cable joins the grounds of its two ends.
USB, GROUND = "USB", "GND"
GROUNDS = {PI: str(PI_GND), PICO: str(PICO_GND), ADAPTER: GROUND}

#: The names of the supply nets.
SUPPLIES = {(PI, str(PI_3V3)): "3V3", (PICO, str(PICO_3V3)): "3V3 PICO",
            (PI, str(PI_GND)): GROUND, (ADAPTER, "5V"): "5V USB",
            (SUPPLY, "+"): "5V IN", (SUPPLY, "-"): GROUND,
            (RIMS, "5V"): "5V RIMS", (RIMS, "GND"): GROUND}  # fmt: skip

#: The nets of a multiplexer's pins other than its channels: its address is 0x70, and it
#: is never reset where no pin does that. Source: TI's data sheet of the TCA9548A.
MUX = {"VIN": "3V3", "GND": "GND", "SDA": "SDA", "SCL": "SCL",
       "RST": "3V3", "A0": "GND", "A1": "GND", "A2": "GND"}  # fmt: skip
CHANNELS = tuple(f"{line}{number}" for number in range(8) for line in ("SD", "SC"))

SMALL, LARGE = "100 nF", "100 uF"


@dataclass(frozen=True, slots=True)
class Part:
    """
    A part of the circuit.

    Args:
        ref: Its reference, such as ``R3``.
        kind: The kind of part: pi, pico, mux, screen, reader, adapter, buffer, led,
            button, buzzer, transistor, diode, resistor, capacitor, supply, fuse or rim.
        place: The place or box of `wires` where it is mounted.
        value: The product's value or name, or the button's name.
        pins: The net of each terminal; empty for an unconnected one.
    """

    ref: str
    kind: str
    place: str
    value: str
    pins: Mapping[str, str]


class Nets:
    """
    The nets of a board: which ends of wires are connected, and each net's name.

    Args:
        laid: All wires of the board.
    """

    def __init__(self, laid: tuple[Wire, ...]) -> None:
        self._parent: dict[End, End] = {}
        for wire in laid:
            begin, end = _begin(wire), (wire.to, wire.at)
            if wire.carries == USB:
                begin, end = ((box, GROUNDS[box]) for box in (wire.box, wire.to))
            if wire.through:
                self._find(begin)
                self._find(end)
            else:
                self._parent[self._find(end)] = self._find(begin)
        self._names = self._named(laid)

    def of(self, box: str, pin: str) -> str:
        """Return the name of a terminal's net; empty where no wire ends there."""
        known = (box, pin) in self._parent
        return self._names[self._find((box, pin))] if known else ""

    def _find(self, end: End) -> End:
        above = self._parent.setdefault(end, end)
        return end if above == end else self._find(above)

    def _named(self, laid: tuple[Wire, ...]) -> dict[End, str]:
        names: dict[End, str] = {}
        for end, name in SUPPLIES.items():
            names.setdefault(self._find(end), name)
        for wire in laid:  # a row of a strip gives its net its own name
            if wire.to in (STRIP, BUS):
                own = "MUX RST" if (wire.to, wire.at) == (STRIP, "RST") else wire.at
                names.setdefault(self._find((wire.to, wire.at)), own)
            if wire.box == STRIP:
                names.setdefault(self._find((STRIP, str(wire.pin))), str(wire.pin))
        for wire in sorted(laid, key=lambda one: one.to in NAMES):
            name = signal(wire)
            names.setdefault(self._find(_begin(wire)), name)
            end = "B" if wire.to == SWITCH else "+"
            names.setdefault(self._find((wire.to, wire.at)), f"{name} {end}")
        return names


def _begin(wire: Wire) -> End:
    """Return the terminal where a wire begins; all grounds of a board count as one."""
    names: Mapping[int, str] = {PI: PI_NAMES, PICO: PICO_NAMES}.get(wire.box, {})
    ground = isinstance(wire.pin, int) and names.get(wire.pin) == GROUND
    return wire.box, GROUNDS[wire.box] if ground else str(wire.pin)


def signal(wire: Wire) -> str:
    """Return the name of a wire's signal in the schematic."""
    if wire.to in (BUS, STRIP):
        return f"PICO {wire.carries}"
    if wire.to in (RIMS, SWITCH):
        return {RIMS: "RIMS DATA", SWITCH: "BUZZER"}[wire.to]
    zone = {TABLE: "", "Rack": "R ", "Maker": "M "}.get(
        wire.to, wire.to.replace("Zone ", "Z") + " "
    )
    own = wire.carries if wire.at.startswith("reader") else wire.at
    return f"{zone}{own.removesuffix(' +').upper()}"


def circuit(profile: Profile) -> tuple[Part, ...]:
    """Return every part of a board."""
    laid = wires(profile)
    nets = Nets((*laid, *pulls(profile)))
    return tuple(
        numbered([*_boards(profile, laid, nets), *_parts(profile, laid, nets)])
    )


def numbered(parts: list[Part]) -> Iterator[Part]:
    """Yield the parts with a number added to each reference, such as R1 and R2."""
    counted: dict[str, int] = {}
    for part in parts:
        counted[part.ref] = counted.get(part.ref, 0) + 1
        ref = f"{part.ref}{counted[part.ref]}"
        yield Part(ref, part.kind, part.place, part.value, part.pins)


def header(
    box: str, names: Mapping[int, str], laid: tuple[Wire, ...], nets: Nets
) -> dict[str, str]:
    """Return the net of each header pin; empty for a pin that no wire uses."""
    used = {wire.pin for wire in laid if wire.box == box}
    return {
        str(pin): ""
        if pin not in used
        else GROUND
        if name == GROUND
        else nets.of(box, str(pin))
        for pin, name in names.items()
    }


def _boards(profile: Profile, laid: tuple[Wire, ...], nets: Nets) -> Iterator[Part]:
    """Yield the supply, the computers, the multiplexer and the buffers."""
    yield Part("PS", "supply", TABLE, "5.1 V", {"+": "5V", "-": GROUND})
    pins = header(PI, PI_NAMES, laid, nets)
    usb = USB if profile.pico or profile.reader_port else ""
    yield Part("U", "pi", PI, "Raspberry Pi", pins | {"power": "5V", USB: usb})
    if profile.pico is not None:
        pins = header(PICO, PICO_NAMES, laid, nets)
        yield Part("U", "pico", PICO, "Raspberry Pi Pico", pins | {USB: USB})
    if profile.screens:
        pins = {pin: nets.of(STRIP, row) for pin, row in MUX.items()}
        pins["RST"] = nets.of(STRIP, "RST") or pins["RST"]
        pins |= {pin: nets.of(STRIP, pin) for pin in CHANNELS}
        yield Part("U", "mux", STRIP, "TCA9548A", pins)
    each = gates(profile.pico) if profile.pico is not None else ()
    for box in (name for name in NAMES if any(gate.box == name for gate in each)):
        terminals = [VCC, GND]
        for gate in (one for one in each if one.box == box):
            terminals += [gate.opener, gate.input, gate.output]
        pins = {at: nets.of(box, at) for at in terminals}
        yield Part("U", "buffer", box, "74HC125", pins)
        yield capacitor(box, SMALL, nets.of(box, VCC))
    if each:
        yield capacitor(BUS, LARGE, nets.of(BUS, "3V3"))
    if any(wire.to == SWITCH for wire in laid):
        pins = {pin: nets.of(SWITCH, pin) for pin in "BCE"}
        yield Part("Q", "transistor", SWITCH, TRANSISTOR, pins)


def capacitor(place: str, value: str, supply: str) -> Part:
    """Return a capacitor between a supply and ground."""
    return Part("C", "capacitor", place, value, {"1": supply, "2": GROUND})


def _parts(profile: Profile, laid: tuple[Wire, ...], nets: Nets) -> Iterator[Part]:
    """Yield the parts at the wires' ends in order, a resistor before its part."""
    for place, name in dict.fromkeys(_modules(laid)):
        own = {
            wire.at.removeprefix(f"{name} "): nets.of(place, wire.at)
            for wire in laid
            if wire.to == place and wire.at.startswith(f"{name} ")
        }
        if name == "screen":
            at = place.removeprefix("Zone ").lower()
            chip = profile.screens[at].chip.upper()
            yield Part("DS", "screen", place, chip, own)
        else:
            yield from _reader(profile, place, own)
    if profile.reader_port:
        pins = {pin: nets.of(ADAPTER, pin) for pin in ("5V", "GND", "TXD", "RXD")}
        yield Part("A", "adapter", ADAPTER, "USB serial", pins | {USB: USB})
    for wire in laid:
        if wire.through:
            ends = nets.of(wire.box, str(wire.pin)), nets.of(wire.to, wire.at)
            pins = dict(zip("12", ends, strict=True))
            yield Part("R", "resistor", wire.to, wire.through, pins)
        yield from _two_legs(wire, nets)
    for wire in pulls(profile):
        ends = nets.of(wire.box, str(wire.pin)), nets.of(wire.to, wire.at)
        pins = dict(zip("12", ends, strict=True))
        ref, kind = {"pull": ("R", "resistor"), "diode": ("D", "diode")}[wire.carries]
        yield Part(ref, kind, wire.to, wire.through, pins)


def _modules(laid: tuple[Wire, ...]) -> Iterator[tuple[str, str]]:
    """Yield the place and the module's kind for each wire of a screen or reader."""
    for wire in laid:
        name = wire.at.partition(" ")[0]
        if name in ("screen", "reader"):
            yield wire.to, name


def _reader(profile: Profile, place: str, pins: Mapping[str, str]) -> Iterator[Part]:
    pico = profile.pico
    chip = pico.chip if pico is not None and pico.readers else "pn532"
    names = {"mfrc522": "RC522", "pn532": "PN532"}
    yield Part("A", "reader", place, names[chip], pins)
    if pico is not None and gates(pico):
        yield capacitor(place, SMALL, pins["3.3V"])


def _two_legs(wire: Wire, nets: Nets) -> Iterator[Part]:
    """Yield the lamp, button or buzzer that a wire leads to."""
    own = nets.of(wire.to, wire.at)
    if wire.carries in ("cross", "tick"):
        back = nets.of(wire.to, "lamps -")
        colour = {"cross": "red", "tick": "green"}[wire.carries]
        yield Part("D", "led", wire.to, colour, {"+": own, "-": back})
    elif wire.at == "buzzer +":
        yield Part("LS", "buzzer", wire.to, "", {"+": own,
                   "-": nets.of(wire.to, "buzzer -")})  # fmt: skip
    elif wire.carries in ("button", "red", "yellow", "blue", "green"):
        ground = "power -" if wire.at == "power" else "buttons -"
        pins = {"1": own, "2": nets.of(wire.to, ground)}
        yield Part("S", "button", wire.to, wire.at, pins)
