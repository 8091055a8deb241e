"""Draw the symbols of a schematic: chips, and parts with two terminals (IEC 60617)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from circuit import GROUND, Part
from gates import PINS
from PIL import ImageFont
from sheets import FONT, INK, PAPER, Sheet

#: The distances between pins, and between rows of small parts; the length of a pin, and
#: of a small part; the room for a title, in mm.
STEP, ROW, LEAD, LEGS, TITLE = 4.5, 6.4, 4.0, 11.0, 4.5

#: The text sizes of net names, references and pin numbers, in mm.
NET, REF, NUMBER = 2.5, 2.9, 1.9

BODY, SIGNAL, SUPPLY = "#fff6de", "#1b4cc2", "#b01818"
LIT = {"red": "#d02020", "green": "#208040"}


@dataclass(frozen=True, slots=True)
class Drawn:
    """
    A pin that is drawn on a page.

    Args:
        part: The reference of its part.
        pin: Its name, as `circuit` has it.
        net: Its net.
        x: The position where the net's name begins or ends, in mm from the left.
        y: The name's baseline in mm from above; 0 if no name is written.
    """

    part: str
    pin: str
    net: str
    x: float = 0
    y: float = 0


class Page:
    """A sheet that records the net that is written at each pin."""

    def __init__(self, wide_mm: float, high_mm: float) -> None:
        self.sheet = Sheet(wide_mm, high_mm)
        self.drawn: list[Drawn] = []

    def net(self, part: Part, pin: str, x: float, y: float, side: int) -> None:
        """Write the net of a pin, to the left (-1) or the right (1) of this point."""
        net = part.pins[pin]
        if net == GROUND:
            for at, half in enumerate((1.5, 1.0, 0.5)):
                to = x + side * 0.7 * at
                self.sheet.line(to, y - half, to, y + half, pen=0.4)
            self.join(part, pin)
        elif net:
            x, y = x + side * 0.8, y + 0.9
            supply = net.startswith(("3V3", "5V"))
            self.sheet.text(x, y, net, size=NET, anchor="start" if side > 0 else "end",
                            fill=SUPPLY if supply else SIGNAL)  # fmt: skip
            self.drawn.append(Drawn(part.ref, pin, net, x, y))

    def join(self, part: Part, pin: str) -> None:
        """Record the net of a pin that a line or a symbol connects."""
        self.drawn.append(Drawn(part.ref, pin, part.pins[pin]))


Draw = Callable[[Page, float, float], None]


@dataclass(frozen=True, slots=True)
class Block:
    """A group of symbols that stays together: its size in mm, and how to draw it."""

    wide: float
    high: float
    draw: Draw


@cache
def _font() -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FONT), 1000)


def width(words: str, size: float) -> float:
    """Return the width of a text of a size, in mm."""
    return _font().getlength(words) * size / 1000


def room(part: Part, pins: Sequence[str]) -> float:
    """Return the width of pins and their net names beside a part, in mm."""
    names = [width(part.pins.get(pin, ""), NET) for pin in pins]
    return max(names, default=0) + LEAD + 1 if pins else 0


def chip(
    part: Part,
    left: Sequence[str],
    right: Sequence[str],
    body: float,
    names: Mapping[str, str] | None = None,
) -> Block:
    """
    Return a chip or a module: a box with pins on both sides.

    Args:
        part: The part to draw.
        left: Its pins on the left, from above; empty ones are left out.
        right: Its pins on the right, likewise.
        body: The width of the box, in mm.
        names: The names of pins inside the box; their numbers are then written outside.
    """
    high = max(len(left), len(right)) * STEP + 1
    before = room(part, left)

    def draw(page: Page, x: float, y: float) -> None:
        x, y = x + before, y + TITLE
        page.sheet.rect(x, y, body, high, fill=BODY, pen=0.4, round_mm=1)
        page.sheet.text(x, y - 1.3, titled(part), size=REF, anchor="start")
        for side, pins, edge in ((-1, left, x), (1, right, x + body)):
            for row, pin in enumerate(pins):
                if pin:
                    at = y + 0.5 + (row + 0.5) * STEP
                    name = pin if names is None else names.get(pin, pin)
                    _named(page.sheet, name, edge, at, side)
                    _pin(page, part, pin, (edge, at), side)

    return Block(before + body + room(part, right), high + TITLE, draw)


def titled(part: Part) -> str:
    """Return a part's reference, its value, and its place."""
    named = part.place if part.kind in ("screen", "reader", "buffer", "rim") else ""
    value = "" if part.kind == "buffer" else part.value
    return " ".join(word for word in (part.ref, value, named) if word)


def _named(sheet: Sheet, name: str, x: float, y: float, side: int) -> None:
    """Write a pin's name inside the box."""
    anchor = "end" if side > 0 else "start"
    sheet.text(x - side * 1.2, y + 0.85, name, size=2.4, anchor=anchor,
               weight="normal")  # fmt: skip


def _pin(page: Page, part: Part, pin: str, at: tuple[float, float], side: int) -> None:
    """Draw a pin outwards, with its number, if it has one, and its net."""
    x, y = at
    page.sheet.line(x, y, x + side * LEAD, y, pen=0.35)
    number = pin.partition(" ")[0]
    if number.isdigit():
        page.sheet.text(x + side * LEAD / 2, y - 0.5, number, size=NUMBER,
                        weight="normal")  # fmt: skip
    page.net(part, pin, x + side * LEAD, y, side)


def buffer(part: Part) -> Block:
    """Return the symbol of a 74HC125: four gates with active-low enable inputs."""
    body, each = 26.0, 2.2 * STEP
    named = {pin.split()[1].strip("()"): pin for pin in part.pins}
    inputs = [named[f"{gate}{of}"] for gate in range(1, 5) for of in ("A", "OE")]
    outputs = [named[f"{gate}Y"] for gate in range(1, 5)]
    before = room(part, [*inputs, named["VCC"]])
    high = len(PINS) * each + STEP + 3

    def draw(page: Page, x: float, y: float) -> None:
        x, y = x + before, y + TITLE
        page.sheet.rect(x, y, body, high, fill=BODY, pen=0.4, round_mm=1)
        page.sheet.text(x, y - 1.3, titled(part), size=REF, anchor="start")
        for gate in range(1, 5):
            _gate(page, x, y + 4 + (gate - 1) * each, body)
            for side, of, edge, down in ((-1, "A", x, 0), (-1, "OE", x, STEP + 0.6),
                                         (1, "Y", x + body, 0)):  # fmt: skip
                at = y + 4 + (gate - 1) * each + down
                _pin(page, part, named[f"{gate}{of}"], (edge, at), side)
        foot = y + high - 3
        for side, of, edge in ((-1, "VCC", x), (1, "GND", x + body)):
            _pin(page, part, named[of], (edge, foot), side)
            _named(page.sheet, of, edge, foot, side)

    return Block(before + body + room(part, outputs), high + TITLE, draw)


def _gate(page: Page, x: float, y: float, body: float) -> None:
    """Draw a gate between its pins: input left, output right, enable below."""
    start, end, half = x + 9, x + 17, 2.6
    draw = page.sheet
    draw.line(x, y, start, y, pen=0.35).line(end, y, x + body, y, pen=0.35)
    draw.path(f"M{start:g} {y - half:g}L{end:g} {y:g}L{start:g} {y + half:g}Z",
              pen=0.4, fill=PAPER)  # fmt: skip
    middle = (start + end) / 2
    draw.circle(middle, y + half / 2 + 0.65, 0.65, pen=0.35, fill=PAPER)
    low = y + STEP + 0.6
    draw.line(middle, y + half / 2 + 1.3, middle, low, pen=0.35)
    draw.line(x, low, middle, low, pen=0.35)


def transistor(part: Part) -> Block:
    """Return the symbol of an NPN transistor, with the base on the left."""
    before, after = room(part, ["B"]), room(part, ["C", "E"])
    radius = STEP

    def draw(page: Page, x: float, y: float) -> None:
        x, y = x + before, y + TITLE + radius
        sheet = page.sheet
        sheet.circle(x + radius, y, radius, pen=0.4, fill=BODY)
        sheet.text(x, y - radius - 1.3, titled(part), size=REF, anchor="start")
        bar, edge = x + radius - 1, x + 2 * radius
        sheet.line(x, y, bar, y, pen=0.35)
        sheet.line(bar, y - 2.4, bar, y + 2.4, pen=0.7)
        for pin, up in (("C", -1), ("E", 1)):
            at = y + up * STEP / 2
            sheet.line(bar, y + up, bar + 2.2, at, pen=0.35)
            sheet.line(bar + 2.2, at, edge, at, pen=0.35)
            _pin(page, part, pin, (edge, at), 1)
        tip = f"M{bar + 2.1:g} {y + STEP / 2:g}l-1.3 -.1l.7 -1Z"
        sheet.path(tip, pen=0.1, fill=INK)
        _pin(page, part, "B", (x, y), -1)

    return Block(before + 2 * radius + after, 2 * radius + TITLE, draw)


# --- small parts, each in a row -----------------------------------------------------


def rows(lines: Sequence[Sequence[Part]], title: str) -> Block:
    """
    Return rows of parts with two legs, one after the other from the left.

    Args:
        lines: The parts of each row; the first net of the first part is on the left,
            the last net of the last part on the right.
        title: The text above the rows.
    """
    ends = [(line[0], line[-1]) for line in lines]
    before = max(width(first.pins[_legs(first)[0]], NET) for first, _ in ends) + 1
    after = max(
        width(last.pins[_legs(last)[1]], NET) + width(_told(last), NUMBER) + 5
        for _, last in ends
    )
    longest = max(map(len, lines)) * LEGS

    def draw(page: Page, x: float, y: float) -> None:
        page.sheet.text(x, y + TITLE - 1.3, title, size=REF, anchor="start")
        for at, line in enumerate(lines):
            _row(page, line, x + before, y + TITLE + (at + 0.6) * ROW)

    wide = max(before + longest + after, width(title, REF))
    return Block(wide, TITLE + len(lines) * ROW, draw)


def _legs(part: Part) -> tuple[str, str]:
    first, second = part.pins
    return first, second


def _told(part: Part) -> str:
    """Return the text for a capacitor's place, which is in no row of a place."""
    return part.place if part.kind == "capacitor" else ""


def _row(page: Page, line: Sequence[Part], x: float, y: float) -> None:
    for at, part in enumerate(line):
        first, second = _legs(part)
        left, right = x + at * LEGS, x + (at + 1) * LEGS
        SYMBOLS[part.kind](page.sheet, part, left, y)
        value = part.value.replace("kilohm", "kΩ").replace("ohm", "Ω")
        value = value.replace("uF", "µF")
        shown = value if part.kind in VALUED else ""
        x_mm, up = REFS_AT.get(part.kind, (LEGS / 2, 2.0))
        page.sheet.text(left + x_mm, y - up, f"{part.ref} {shown}".strip(),
                        size=NUMBER, weight="normal")  # fmt: skip
        if at == 0:
            page.net(part, first, left, y, -1)
        else:
            page.join(part, first)
        if part is line[-1]:
            page.net(part, second, right, y, 1)
            if told := _told(part):
                page.sheet.text(right + 3.5, y + 0.7, told, size=NUMBER,
                            anchor="start", weight="normal")  # fmt: skip
        else:
            page.join(part, second)


def _resistor(sheet: Sheet, _: Part, x: float, y: float) -> None:
    sheet.line(x, y, x + 2.5, y, pen=0.35).line(x + 8.5, y, x + LEGS, y, pen=0.35)
    sheet.rect(x + 2.5, y - 1, 6, 2, pen=0.4)


def _fuse(sheet: Sheet, part: Part, x: float, y: float) -> None:
    _resistor(sheet, part, x, y)
    sheet.line(x + 2.5, y, x + 8.5, y, pen=0.3)


def _led(sheet: Sheet, part: Part, x: float, y: float) -> None:
    sheet.line(x, y, x + LEGS, y, pen=0.35)
    sheet.path(f"M{x + 4:g} {y - 1.7:g}L{x + 7:g} {y:g}L{x + 4:g} {y + 1.7:g}Z",
               pen=0.4, fill=LIT[part.value])  # fmt: skip
    sheet.line(x + 7, y - 1.7, x + 7, y + 1.7, pen=0.4)
    for dx in (7.4, 8.8):
        sheet.line(x + dx, y - 1.2, x + dx + 1, y - 2.4, pen=0.3)
        head = f"M{x + dx + 1.2:g} {y - 2.65:g}l-.9 .3l.6 .6Z"
        sheet.path(head, pen=0.1, fill=LIT[part.value])


def _diode(sheet: Sheet, _: Part, x: float, y: float) -> None:
    """Draw the symbol of a diode with the cathode on the left."""
    sheet.line(x, y, x + LEGS, y, pen=0.35)
    sheet.path(f"M{x + 7:g} {y - 1.7:g}L{x + 4:g} {y:g}L{x + 7:g} {y + 1.7:g}Z",
               pen=0.4, fill=PAPER)  # fmt: skip
    sheet.line(x + 4, y - 1.7, x + 4, y + 1.7, pen=0.4)


def _button(sheet: Sheet, _: Part, x: float, y: float) -> None:
    sheet.line(x, y, x + 3, y, pen=0.35).line(x + 8, y, x + LEGS, y, pen=0.35)
    for dx in (3.4, 7.6):
        sheet.circle(x + dx, y, 0.5, pen=0.35, fill=PAPER)
    sheet.line(x + 2.9, y - 1.2, x + 8.1, y - 1.2, pen=0.4)


def _capacitor(sheet: Sheet, part: Part, x: float, y: float) -> None:
    sheet.line(x, y, x + 4.9, y, pen=0.35).line(x + 6.1, y, x + LEGS, y, pen=0.35)
    for dx in (4.9, 6.1):
        sheet.line(x + dx, y - 1.5, x + dx, y + 1.5, pen=0.5)
    if "uF" in part.value:  # it has a right way round
        sheet.line(x + 3, y + 1.1, x + 4.2, y + 1.1, pen=0.25)
        sheet.line(x + 3.6, y + 0.5, x + 3.6, y + 1.7, pen=0.25)


def _buzzer(sheet: Sheet, _: Part, x: float, y: float) -> None:
    sheet.line(x, y, x + 3.5, y, pen=0.35).line(x + 7.5, y, x + LEGS, y, pen=0.35)
    sheet.rect(x + 3.5, y - 1.2, 4, 2.4, pen=0.4)
    sheet.line(x + 3, y - 1.8, x + 8, y - 1.8, pen=0.4)
    sheet.line(x + 3, y + 1.8, x + 8, y + 1.8, pen=0.4)


#: The offsets in mm of references that would cover their symbol: along it, and above.
REFS_AT = {"led": (3.2, 2.3), "buzzer": (LEGS / 2, 2.5), "diode": (LEGS / 2, 2.3)}

#: The kinds of parts whose value is written beside the reference.
VALUED = ("resistor", "capacitor", "fuse", "diode")

SYMBOLS: Mapping[str, Callable[[Sheet, Part, float, float], None]] = {
    "resistor": _resistor,
    "fuse": _fuse,
    "led": _led,
    "button": _button,
    "capacitor": _capacitor,
    "buzzer": _buzzer,
    "diode": _diode,
}
