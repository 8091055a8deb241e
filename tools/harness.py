"""The wiring of a board as WireViz source and as tables of pins."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from math import ceil

from gates import NAMES as BUFFERS
from wires import (
    ADAPTER,
    BUS,
    MAKER,
    PI,
    PI_NAMES,
    PICO,
    PICO_NAMES,
    RACK_PAD,
    RIMS,
    STRIP,
    SUPPLY,
    SWITCH,
    TABLE,
    Wire,
    pulls,
    wires,
    zones_of,
)

from firmware_host.settings.power import rails
from firmware_host.settings.profile import Profile

#: The names of colours, by WireViz's codes.
COLOUR_NAMES = {
    "RD": "red",
    "BK": "black",
    "BU": "blue",
    "YE": "yellow",
    "GN": "green",
    "WH": "white",
    "VT": "violet",
    "OG": "orange",
    "BN": "brown",
    "GY": "grey",
    "BG": "resistor",
}

_TYPES = {
    PI: "Raspberry Pi, 40-pin header",
    PICO: "Raspberry Pi Pico",
    STRIP: "strip, TCA9548A",
    BUS: "strip board",
    ADAPTER: "USB serial adapter, 5 V pin, 3.3 V signals",
    RIMS: "strip board, 74AHCT125",
    **dict.fromkeys(BUFFERS, "a gate for each reader, on the Pico's strip"),
    SUPPLY: "for the rims alone",
    SWITCH: "2N3904, on the strip, for the buzzer",
}


def wireviz(profile: Profile, laid: tuple[Wire, ...]) -> str:
    """Return the WireViz source of those wires of a board."""
    looms = _looms(laid)
    return "\n".join(
        [
            f"# {profile.name}: made from board.toml by tools/build_hardware.py",
            "options:",
            "  mini_bom_mode: false",
            "connectors:",
            *_connectors(laid),
            "cables:",
            *(line for name, loom in looms.items() for line in _cable(name, loom)),
            "connections:",
            *(line for name, loom in looms.items() for line in _joined(name, loom)),
            "tweak:",
            "  append: |",
            *_in_order(profile, laid),
            "",
        ]
    )


def _looms(laid: tuple[Wire, ...]) -> Mapping[str, tuple[Wire, ...]]:
    """Return by name the wire bundles from one side of the board to one place."""
    looms: dict[str, list[Wire]] = {}
    for wire in laid:
        from_zone = wire.box.startswith("Zone ")
        near = (STRIP, BUS, PICO, ADAPTER, RIMS, SWITCH, *BUFFERS)
        if from_zone or wire.to in near:
            name = f"{wire.box} to {wire.to}"
        else:
            sides = {STRIP: PI, SWITCH: PI, BUS: PICO, **dict.fromkeys(BUFFERS, PICO)}
            side = sides.get(wire.box, wire.box)
            name = f"{wire.to} to the {side}"
        name += {"pull": " by resistors", "diode": " by a diode"}.get(wire.carries, "")
        looms.setdefault(name, []).append(wire)
    return {name: tuple(loom) for name, loom in looms.items()}


def _boxes(laid: tuple[Wire, ...]) -> Mapping[str, list[int | str]]:
    """Return every box with its used pins, in order."""
    boxes: dict[str, list[int | str]] = {}
    for wire in laid:
        boxes.setdefault(wire.box, []).append(wire.pin)
        boxes.setdefault(wire.to, []).append(wire.at)
    return {box: _ordered(pins) for box, pins in boxes.items()}


def _ordered(pins: list[int | str]) -> list[int | str]:
    once = list(dict.fromkeys(pins))
    numbers = sorted(pin for pin in once if isinstance(pin, int))
    return [*numbers, *(pin for pin in once if not isinstance(pin, int))]


def _connectors(laid: tuple[Wire, ...]) -> Iterator[str]:
    for box, pins in _boxes(laid).items():
        yield f"  {box}:"
        if box in _TYPES:
            yield f"    type: {_TYPES[box]}"
        names = PI_NAMES if box == PI else PICO_NAMES if box == PICO else {}
        labels = [
            names.get(pin, "USB") if isinstance(pin, int) else pin for pin in pins
        ]
        if names:
            yield f"    pins: [{', '.join(map(str, pins))}]"
            yield f"    pinlabels: [{', '.join(labels)}]"
        else:
            yield f"    pins: [{', '.join(f'{pin!r}' for pin in labels)}]"
        yield "    show_pincount: false"


def _cable(name: str, loom: tuple[Wire, ...]) -> Iterator[str]:
    yield f"  {name}:"
    yield f"    wirecount: {len(loom)}"
    yield f"    colors: [{', '.join(wire.colour for wire in loom)}]"
    labels = (_label(wire) for wire in loom)
    yield f"    wirelabels: [{', '.join(map(_quoted, labels))}]"
    yield "    show_wirecount: false"
    yield "    show_name: true"


def _label(wire: Wire) -> str:
    """Return the label of a wire: its signal, and the part in series with it."""
    carries = "" if wire.carries in ("pull", "diode") else wire.carries
    return f"{carries} {wire.through}".strip()


def _quoted(text: str) -> str:
    return f'"{text}"'


def _joined(name: str, loom: tuple[Wire, ...]) -> Iterator[str]:
    """Yield the WireViz connections of a bundle, one for each box it starts from."""
    for box in dict.fromkeys(wire.box for wire in loom):
        own = [(at, wire) for at, wire in enumerate(loom, 1) if wire.box == box]
        ends = [
            f"    - {box}: [{', '.join(_pin(wire.pin) for _, wire in own)}]",
            f"    - {own[0][1].to}: [{', '.join(_pin(wire.at) for _, wire in own)}]",
        ]
        # The Pico stands on the right: what it begins is drawn towards the left.
        left, right = reversed(ends) if box in (PICO, BUS, *BUFFERS) else ends
        yield "  -"
        yield left
        yield f"    - {name}: [{', '.join(str(at) for at, _ in own)}]"
        yield right


def _in_order(profile: Profile, laid: tuple[Wire, ...]) -> Iterator[str]:
    """Yield the connections that keep places and bundles in the board's order."""
    places = [box for box in (MAKER, TABLE, RACK_PAD) if box in _boxes(laid)]
    places += [f"Zone {zone}" for zone in zones_of(profile)]
    looms = _looms(laid)
    columns = [places]
    columns += [
        [name for place in places if (name := f"{place} to the {side}") in looms]
        for side in (PI, PICO)
    ]
    for column in (one for one in columns if len(one) > 1):
        chain = " -- ".join(map(_quoted, column))
        yield f"    {{rank=same; edge [style=invis]; {chain}}}"


def _pin(pin: int | str) -> str:
    return str(pin) if isinstance(pin, int) else _quoted(pin)


def pin_tables(profile: Profile) -> str:
    """Return the Markdown page of the pin tables."""
    laid = (*wires(profile), *pulls(profile))
    lines = [
        f"# The pins of the board {profile.name}",
        "",
        "Made from [board.toml](board.toml) by `tools/build_hardware.py`; as a",
        "picture: [wiring.svg](wiring.svg). Pins that are not listed stay free.",
    ]
    for box, names, kind in (
        (PI, PI_NAMES, "header pin"),
        (PICO, PICO_NAMES, "pin"),
    ):
        own = [wire for wire in laid if box in (wire.box, wire.to)]
        if own:
            lines += [
                "",
                f"## {_TYPES[box]}",
                "",
                f"| {kind} | name | goes to | wire |",
            ]
            lines += ["|---|---|---|---|", *_rows(box, own, names)]
    others = [
        wire
        for wire in laid
        if wire.box not in (PI, PICO) and wire.to not in (PI, PICO)
    ]
    others.sort(key=lambda wire: wire.box)
    for box, group in groupby(others, lambda wire: wire.box):
        lines += ["", f"## {box}: {_TYPES[box]}", "", "| pin | goes to | wire |"]
        lines += ["|---|---|---|"]
        lines += [
            f"| {wire.pin} | {wire.to}: {wire.at} | {_look(wire)} |" for wire in group
        ]
    return "\n".join([*lines, *_power(profile), ""])


def _power(profile: Profile) -> Iterator[str]:
    """Yield the lines of a Markdown table of each supply's load and limit in mA."""
    yield from ("", "## Power", "")
    yield "| supply | has to give at most, mA | gives, mA | for what, mA |"
    yield "|---|---|---|---|"
    for rail in rails(profile):
        loads = ", ".join(f"{load.part} {ceil(load.current_ma)}" for load in rail.loads)
        yield f"| {rail.name} | {rail.takes_ma} | {rail.gives_ma} | {loads} |"


def _rows(box: str, own: list[Wire], names: Mapping[int, str]) -> Iterator[str]:
    ends = [
        (wire.pin, f"{wire.to}: {wire.at}", _look(wire))
        if wire.box == box
        else (wire.at, f"{wire.box}: {wire.pin}", _look(wire))
        for wire in own
    ]
    for pin, far, look in sorted(ends, key=lambda end: (isinstance(end[0], str), end)):
        name = names[pin] if isinstance(pin, int) else ""
        yield f"| {pin} | {name} | {far} | {look} |"


def _look(wire: Wire) -> str:
    """Return a wire's colour and the resistor in series with it."""
    colour = "diode" if wire.carries == "diode" else COLOUR_NAMES[wire.colour]
    return f"{colour}, {wire.through}" if wire.through else colour
