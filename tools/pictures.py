"""Draw the steps of the assembly without words: pins, and the places of parts."""

from collections.abc import Iterable

import box_sheets
import overlay_sheets as prints
import sheets
from gates import NAMES as BUFFERS
from sheets import INK, PALE, PAPER, Sheet
from wires import (
    BUS,
    MAKER,
    PI,
    PI_NAMES,
    PICO,
    PICO_NAMES,
    RIMS,
    STRIP,
    SWITCH,
    TABLE,
    Wire,
    wires,
)

from firmware_host.board.events import Button
from firmware_host.board.pieces import ZONES, Kind
from firmware_host.settings.profile import Profile

#: The distance between pins in mm, about twice the real one, for readability.
PITCH = 6.0

#: The width of a label beside a row of pins, and the margin of a picture, in mm.
LABEL, EDGE = 46.0, 4.0

PICO_PINS_A_SIDE = 20

#: The colours of wires in drawings. Source: IEC 60757 for the codes; the tints are
#: ours.
TINTS = {
    "RD": "#d02020",
    "BK": "#1a1a1a",
    "BU": "#2060c0",
    "YE": "#d9a400",
    "GN": "#208040",
    "WH": "#ffffff",
    "VT": "#8040a0",
    "OG": "#e07000",
    "BN": "#805030",
    "GY": "#909090",
}
BOARD = "#eef3ee"

_MARKS = {"cross +": "cross", "tick +": "tick", "cross": "cross", "tick": "tick"}
_PLAYERS = ("circle", "square", "triangle", "star")
_KINDS = tuple(kind.value for kind in Kind)
_SHORT = {"service": "Service", "power": "I/O", "B": "NPN B", "E": "NPN E"}

#: The widths of places other than zones in a row of places, in mm.
_PLACES = {**dict.fromkeys(BUFFERS, 9.5), TABLE: 10.5, MAKER: 16.5}


def picture(laid: Iterable[Wire]) -> Sheet:
    """Return a drawing of the pins where a step's wires begin, and of their ends."""
    laid = tuple(laid)
    parts = [
        (box, [wire for wire in laid if wire.box == box and wire.carries != "USB"])
        for box in (PI, PICO, STRIP, SWITCH, BUS, *BUFFERS, RIMS)
    ]
    parts = [(box, own) for box, own in parts if own]
    wide = sum(_width(box, own) for box, own in parts) + 2 * EDGE
    high = max(_height(box, own) for box, own in parts) + 2 * EDGE
    sheet = Sheet(wide, high)
    x = EDGE
    for box, own in parts:
        if box in (PI, PICO):
            _forty(sheet, box, own, x)
        else:
            _terminals(sheet, box, own, x)
        x += _width(box, own)
    return sheet


def _width(box: str, own: list[Wire]) -> float:
    if box not in (PI, PICO):
        ends = ([one for one in own if one.pin == wire.pin] for wire in own)
        return 4.5 * PITCH + max(map(_room, ends)) + LABEL / 3
    return _left(box, own) + 3 * PITCH + (LABEL if _is_used(box, own, 1) else PITCH)


def _room(ends: list[Wire]) -> float:
    """Return the width of the places at which wires end, in mm."""
    named = [one for one in ends if one.to in BUFFERS or one.at == "buttons -"]
    rest = 5.0 * (len(ends) - len(named))
    return rest + sum(_PLACES.get(one.to, 5.0) for one in named)


def _left(box: str, own: list[Wire]) -> float:
    """Return the width left of the pins, in mm: the Pi itself is drawn there."""
    return LABEL if box == PI or _is_used(box, own, -1) else PITCH


def _is_used(box: str, own: list[Wire], side: int) -> bool:
    """Return True if a wire begins on a side of a board: -1 is left, 1 is right."""
    numbers = [wire.pin for wire in own if isinstance(wire.pin, int)]
    if box == PI:
        return any((number % 2 == 0) == (side > 0) for number in numbers)
    return any((number > PICO_PINS_A_SIDE) == (side > 0) for number in numbers)


def _height(box: str, own: list[Wire]) -> float:
    rows = 20 if box in (PI, PICO) else len({wire.pin for wire in own})
    return (rows + 2) * PITCH


def _forty(sheet: Sheet, box: str, own: list[Wire], left: float) -> None:
    """Draw two rows of twenty pins; those of *own* with their wire and its end."""
    top = EDGE + 2 * PITCH
    first = left + _left(box, own) + PITCH
    _outline(sheet, box, first)
    used = {wire.pin: wire for wire in own}
    names = PI_NAMES if box == PI else PICO_NAMES
    holes = []
    for number in range(1, 41):
        row, right = (number - 1) // 2, number % 2 == 0
        if box == PICO:
            right = number > PICO_PINS_A_SIDE
            row = 40 - number if right else number - 1
        x, y = first + PITCH * right, top + row * PITCH
        wire = used.get(number)
        if wire is None:
            holes.append((x, y))
            continue
        _wire(sheet, wire, x, y, side=1 if right else -1, name=names[number])
        sheet.text(x, y + 0.8, str(number), size=2.2, fill=_on(wire.colour))
    around = "a1 1 0 1 0 2 0a1 1 0 1 0 -2 0"
    sheet.path("".join(f"M{x - 1:g} {y:g}{around}" for x, y in holes), stroke=PALE)
    sheet.rect(first - 2.5, top - 2.5, 5, 5, pen=0.2, stroke=PALE)


def _outline(sheet: Sheet, box: str, first: float) -> None:
    """Draw the board with the pins, and the features that show which way up it is."""
    high = 22 * PITCH
    if box == PI:  # the header is at the board's edge, its first pin by the card
        left = first - LABEL + 2
        sheet.rect(left, EDGE, first + 1.7 * PITCH - left, high, fill=BOARD,
                   stroke=PALE, round_mm=3)  # fmt: skip
        sheet.rect(left + 4, EDGE - 1.5, 14, 8, fill=PALE, stroke="none", round_mm=1)
        sheet.text(left + 11, EDGE + 3.6, "microSD", size=2.6, fill="#ffffff")
    else:
        sheet.rect(first - PITCH * 0.9, EDGE, PITCH * 2.8, high, fill=BOARD,
                   stroke=PALE, round_mm=2)  # fmt: skip
        sheet.rect(first - 1, EDGE - 2, PITCH + 2, 6, fill=PALE, stroke="none",
                   round_mm=1)  # fmt: skip
        sheet.text(first + PITCH / 2, EDGE + 2, "USB", size=2.6, fill="#ffffff")


def _on(colour: str) -> str:
    """Return a text colour that is readable on a wire's colour."""
    return INK if colour in ("WH", "YE") else "#ffffff"


def _wire(  # noqa: PLR0913 - a place, a side and a name
    sheet: Sheet, wire: Wire, x: float, y: float, *, side: int, name: str
) -> None:
    """Draw a pin with an outward wire, its name and its destination."""
    end = x + side * (PITCH + 4)
    tint = TINTS[wire.colour]
    sheet.line(x, y, end, y, pen=1.5, stroke=INK)
    sheet.line(x, y, end, y, pen=1.1, stroke=tint)
    _through(sheet, wire, x + side * 6.4, y)
    sheet.circle(x, y, 2, fill=tint, stroke=INK)
    anchor = "start" if side > 0 else "end"
    sheet.text(end + side * 1.5, y + 1.1, name, size=3, anchor=anchor)
    _goes_to(sheet, [wire], end + side * 16.5, y, side=side)


def _through(sheet: Sheet, wire: Wire, x: float, y: float) -> None:
    """Draw the resistor in series with a wire, with its value."""
    if not wire.through:
        return
    sheet.rect(x - 3, y - 1.5, 6, 3, pen=0.4, fill=PAPER, round_mm=0.6)
    sheet.text(x, y + 0.75, wire.through.removesuffix(" ohm"), size=2.2)


def _terminals(sheet: Sheet, box: str, own: list[Wire], left: float) -> None:
    """Draw a strip's terminals one below the other with the destinations of each."""
    pins: dict[int | str, list[Wire]] = {}
    for wire in own:
        pins.setdefault(wire.pin, []).append(wire)
    top, x = EDGE + 2 * PITCH, left + 1.5 * PITCH
    sheet.rect(x - PITCH * 1.4, top - PITCH, 2.8 * PITCH, (len(pins) + 1) * PITCH,
               fill="#f5ecd8", stroke=PALE, round_mm=2)  # fmt: skip
    if box in (*BUFFERS, SWITCH):
        words = "NPN" if box == SWITCH else box
        sheet.text(x, top - PITCH - 1.5, words, size=3)
    for row, (pin, ends) in enumerate(pins.items()):
        y = top + row * PITCH
        size = 1.9 if box in BUFFERS else 2.6
        sheet.text(x - PITCH * 1.2, y + 1, str(pin), size=size, anchor="start")
        tint = TINTS[ends[0].colour]
        sheet.line(x + 4, y, x + 14, y, pen=1.5, stroke=INK)
        sheet.line(x + 4, y, x + 14, y, pen=1.1, stroke=tint)
        sheet.circle(x + 4, y, 1.6, fill=tint, stroke=INK)
        _goes_to(sheet, ends, x + 19, y, side=1)


def _goes_to(sheet: Sheet, ends: list[Wire], x: float, y: float, *, side: int) -> None:
    """Draw the places where wires end side by side, with their terminal."""
    for wire in ends:
        if wire.to.startswith("Zone "):
            sheet.rect(x - 2, y - 2.2, 4, 4.4, round_mm=0.8)
            sheet.text(x, y + 1.2, wire.to[-1], size=3.2)
            x += side * 5
        elif wire.to in BUFFERS:
            middle = x + side * 2
            words = f"{wire.to.split()[-1]} {wire.at.split()[0]}"
            sheet.rect(middle - 4, y - 2.2, 8, 4.4, round_mm=0.8)
            sheet.text(middle, y + 1, words, size=2.8)
            x += side * 9.5
        elif wire.at == "buttons -":  # of the table, or under the lid
            wide = _PLACES[wire.to] - 1
            middle = x + side * (wide / 2 - 2)
            sheet.rect(middle - wide / 2, y - 2.2, wide, 4.4, round_mm=0.8)
            if wire.to == MAKER:
                sheet.text(middle, y + 1, _SHORT["service"], size=2.8)
            else:
                sheets.mark(sheet, "tick", middle - 2.3, y, 2.6)
                sheets.mark(sheet, "cross", middle + 2.3, y, 2.6)
            x += side * (wide + 1)
    _terminal(sheet, ends[0], x + side, y, side=side)


def _terminal(sheet: Sheet, wire: Wire, x: float, y: float, *, side: int) -> None:
    """Draw the terminal of a wire as a sign that needs no language."""
    if wire.at in _MARKS:
        sheets.mark(sheet, _MARKS[wire.at], x + side, y, 3.4)
    elif wire.at in _PLAYERS:
        sheets.player(sheet, wire.at, x + side, y, 3.6)
    elif wire.at in _KINDS:
        sheets.piece(sheet, Kind(wire.at), x + side, y, high=5.2)
    elif wire.at in ("buzzer +", "buzzer -"):
        sheet.text(x + 5.4, y + 1.1, wire.at[-1], size=3)
        sheet.path(f"M{x + 0.9:g} {y + 1.2:g}V{y - 2.4:g}q1.8 .3 2 2.2", pen=0.6)
        sheet.circle(x, y + 1.2, 0.9, fill=INK)
    elif wire.at == "button":
        sheet.circle(x + side, y, 1.8)
        sheet.circle(x + side, y, 0.9, fill=INK)
    else:
        anchor = "start" if side > 0 else "end"
        module, _, own = wire.at.partition(" ")  # what is printed on a module
        words = own if module in ("screen", "reader") else wire.carries
        words = _SHORT.get(wire.at, words)
        sheet.text(x - side, y + 1.1, words, size=3, anchor=anchor)


#: The sizes of the modules in mm. Source: makers' drawings; they differ by a
#: millimetre.
PI_SIZE, LARGE_PI_SIZE = (65.0, 30.0), (85.0, 56.0)
PICO_SIZE, STRIP_SIZE = (21.0, 51.0), (70.0, 50.0)

#: The size of the Pico's strip in mm if only a row of ground is needed.
ROW_SIZE = (8.0, 50.0)
SMALL_MM, BUZZER_MM = 7.0, 14.0
UNDER = "#2060c0"

#: The place of the computers under the zones, in mm: below the symbols, above readers
#: and buttons.
BOARDS_AT = {"pads": 70.0, "station": 70.0, "buttons": 100.0}
GAP_MM = 4.0


def places(profile: Profile) -> Sheet:
    """Return a drawing of the board from above with the modules under its cover."""
    sheet = prints.overlay(profile)
    left = (sheet.width - profile.zones * prints.ZONE_MM) / 2
    top = prints.EDGE_MM
    for zone in ZONES[: profile.zones]:
        middle = left + (zone - 0.5) * prints.ZONE_MM
        if str(zone) in profile.screens:
            size = prints.SCREEN_MODULES[profile.screens[str(zone)].chip]
            _module(sheet, "S", middle, top + prints.SCREEN_AT, size)
        for dx in (-21, 21):
            _letter(sheet, "L", middle + dx, top + prints.SCREEN_AT - 4)
        down = prints.FOOT_AT[profile.input] - prints.BUTTON_UP + 2
        _letter(sheet, "B", middle - 12, top + down)
    for x, y, size in prints.readers(profile, sheet):
        _module(sheet, "R", x, y, size)
    _table(sheet, profile)
    _boards(sheet, profile)
    if "maker" in profile.screens:
        _case(sheet, profile)
    return sheet


def _table(sheet: Sheet, profile: Profile) -> None:
    """Draw the modules under the console."""
    foot = sheet.height - prints.LEGEND_MM - prints.EDGE_MM - prints.CONSOLE_MM
    y = foot + prints.CONSOLE_MM / 2 - 4
    size = prints.SCREEN_MODULES[profile.screens["table"].chip]
    _module(sheet, "S", sheet.width / 2, y, size)


def _case(sheet: Sheet, profile: Profile) -> None:
    """Draw the case on the left wall: the maker's screen, and the service button."""
    wide, deep, _ = box_sheets.case_size(profile)
    left = 1 - box_sheets.PAD_MM - wide
    top = sheet.height - prints.LEGEND_MM - 1 - box_sheets.CASE_AT - deep
    sheet.widen(3 - left)
    sheet.rect(left, top, wide, deep, pen=0.8, stroke=UNDER, round_mm=1)
    size = prints.SCREEN_MODULES[profile.screens["maker"].chip]
    middle = left + box_sheets.CLAMP_AT + size[0] / 2
    _module(sheet, "S", middle, top + deep / 2, size)
    if prints.has(profile, Button("service")):
        x, y = left + wide - 6.6, top + deep / 2
        sheet.circle(x, y, SMALL_MM / 2, pen=0.6, stroke=UNDER, dash="1.5 1")
        sheet.text(left + wide / 2, top - 2, "Service", size=5, fill=UNDER)
        sheet.line(left + wide / 2 + 10, top - 1, x, y - SMALL_MM / 2, stroke=UNDER)


def _boards(sheet: Sheet, profile: Profile) -> None:
    """Draw Pi, Pico and strip between the holes of the cover, and modules elsewhere."""
    top, gap = prints.EDGE_MM + BOARDS_AT[profile.input], GAP_MM
    row = [("TCA9548A", STRIP_SIZE), ("Pi 3, 4, 5", LARGE_PI_SIZE)]
    if profile.pico is not None:
        row.insert(0, ("Pico", PICO_SIZE))
    if shared := {wire.pin for wire in wires(profile) if wire.box == BUS}:
        one = shared == {"GND"}
        row.insert(0, ("GND", ROW_SIZE) if one else ("SPI", STRIP_SIZE))
    small = [("Buzzer", (BUZZER_MM, BUZZER_MM))] if profile.buzzer is not None else []
    if prints.has(profile, Button("service")) and "maker" not in profile.screens:
        small.append(("Service", (SMALL_MM, SMALL_MM)))
    if _wide(row) > sheet.width - 2 * prints.EDGE_MM:  # the strip lies the other way
        row[-2] = (row[-2][0], STRIP_SIZE[::-1])
    x = (sheet.width - _wide(row)) / 2
    for name, (wide, high) in row:
        _module(sheet, name, x + wide / 2, top + high / 2, (wide, high))
        if name.startswith("Pi "):  # a Zero takes less
            _module(sheet, "Zero", x + PI_SIZE[0] / 2, top + PI_SIZE[1] / 2, PI_SIZE)
        x += wide + gap
    beside = x + 2 * BUZZER_MM < sheet.width - prints.EDGE_MM
    y = top if beside else top + LARGE_PI_SIZE[1] + gap
    for at, (name, (wide, high)) in enumerate(small):
        if not beside:  # below them, between the zones' buttons
            x = prints.EDGE_MM + (0.15, 2.0)[at] * prints.ZONE_MM
        _module(sheet, name, x + wide / 2, y + high / 2, (wide, high))
        y += high + gap if beside else 0
    if profile.power is not None:  # on the back
        x = sheet.width - 40
        sheet.rect(x - 9, 0.8, 18, 4.6, pen=0.6, stroke=UNDER, fill=PAPER)
        sheet.text(x, 4.4, "Power", size=3.6, fill=UNDER)


def _wide(row: list[tuple[str, tuple[float, float]]]) -> float:
    return sum(size[0] + GAP_MM for _, size in row) - GAP_MM


def _module(
    sheet: Sheet, name: str, x: float, y: float, size: tuple[float, float]
) -> None:
    wide, high = size
    sheet.rect(x - wide / 2, y - high / 2, wide, high, round_mm=1.5, pen=0.6,
               stroke=UNDER, dash="2.5 1.5")  # fmt: skip
    if wide < 3.4 * len(name):  # too small for its name, which goes beside it
        sheet.text(x + wide / 2 + 1.5, y + 1.6, name, size=5, fill=UNDER,
                   anchor="start")  # fmt: skip
        return
    _letter(sheet, name, x + wide / 2 - 1.2 - 1.6 * len(name), y + high / 2 - 2)


def _letter(sheet: Sheet, name: str, x: float, y: float) -> None:
    sheet.text(x, y, name, size=5, fill=UNDER)
