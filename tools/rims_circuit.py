"""The circuit of a board's LED rims: a supply of their own, and a data chain."""

from collections.abc import Iterator

from circuit import GROUND, SMALL, Nets, Part, capacitor, header, numbered
from gates import GND, PINS, VCC
from wires import PICO, PICO_GND, PICO_NAMES, RIMS, SUPPLY, place_of, wires, zones_of

from firmware_host.settings.profile import Profile

#: The value of the capacitor across the rims' supply.
LARGE = "1000 uF"


def rims_circuit(profile: Profile) -> tuple[Part, ...]:
    """Return the parts of the rims, and the pins of the Pico that they use."""
    return tuple(numbered(list(_parts(profile))))


def _parts(profile: Profile) -> Iterator[Part]:
    laid = tuple(wire for wire in wires(profile) if wire.step == "rims")
    nets = Nets(laid)
    supply, power = nets.of(SUPPLY, "+"), nets.of(RIMS, "5V")
    pins = header(PICO, PICO_NAMES, laid, nets) | {str(PICO_GND): GROUND, "USB": ""}
    yield Part("U", "pico", PICO, "Raspberry Pi Pico", pins)
    rims = profile.pico.rims
    value = f"5 V, {rims.supply_ma} mA"
    yield Part("PS", "supply", SUPPLY, value, {"+": supply, "-": GROUND})
    yield Part("U", "buffer", "74AHCT125", "", _buffer(nets))
    yield Part("F", "fuse", RIMS, f"{rims.supply_ma} mA", {"1": supply, "2": power})
    yield capacitor(RIMS, LARGE, power)
    yield capacitor("74AHCT125", SMALL, power)
    for wire in laid:
        if wire.through:
            ends = nets.of(wire.box, str(wire.pin)), nets.of(wire.to, wire.at)
            pins = dict(zip("12", ends, strict=True))
            yield Part("R", "resistor", wire.to, wire.through, pins)
    for zone in zones_of(profile):
        place, names = place_of(zone), ("5V", "GND", "DIN", "DOUT")
        pins = {pin: nets.of(place, f"rim {pin}") for pin in names}
        yield Part("DS", "rim", place, f"{rims.leds} WS2812B", pins)


def _buffer(nets: Nets) -> dict[str, str]:
    """Return the level shifter's nets: one gate is used, other inputs grounded."""
    pins = {VCC: nets.of(RIMS, "5V"), GND: GROUND}
    for gate, numbers in enumerate(PINS, 1):
        opener, into, out = (
            f"{number} ({gate}{name})"
            for number, name in zip(numbers, ("OE", "A", "Y"), strict=True)
        )
        pins |= {opener: GROUND, into: GROUND, out: ""}
        if gate == 1:
            pins |= {into: nets.of(RIMS, "1A"), out: nets.of(RIMS, "1Y")}
    return pins
