"""
Draw a board's schematic on one page: a symbol for each part, names for nets.

Nets are not drawn as lines: pins with the same net name are connected. Parts and nets
come from `circuit`, which derives them from the wires of the tables and pictures.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from circuit import CHANNELS, GROUND, MUX, SUPPLIES, USB, Part, circuit
from rims_circuit import rims_circuit
from sheets import PALE, Sheet
from symbols import Block, Page, buffer, chip, rows, transistor
from wires import MAKER, PI_NAMES, PICO_NAMES, TABLE

from firmware_host.settings.profile import Profile

#: The page sizes (A4 and A3, landscape), the margin, the room for the title at the
#: foot, and the gap between parts, in mm.
PAGES_MM, EDGE_MM, FOOT_MM, GAP_MM = ((297.0, 210.0), (420.0, 297.0)), 9.0, 9.0, 4.0

#: The pin numbers of a 40-pin header from above: the left and the right row.
PI_ROWS = tuple(range(1, 41, 2)), tuple(range(2, 41, 2))
PICO_ROWS = tuple(range(1, 21)), tuple(range(40, 20, -1))

#: The pins that are drawn on the right of a reader.
BUS_LINES = ("SCK", "MOSI", "MISO", "RXD", "TXD", "DIN", "DOUT")


#: The number of buttons in a column.
MOST_ROWS = 16


def schematic(profile: Profile) -> Page:
    """
    Return the schematic of a board.

    Raises:
        SystemExit: It does not fit on the largest page.
    """
    return _page(profile.name, circuit(profile))


def rims_schematic(profile: Profile) -> Page:
    """Return the schematic of a board's LED rims."""
    return _page("rims", rims_circuit(profile))


def _page(name: str, parts: Sequence[Part]) -> Page:
    """Return the smallest page with room for all blocks."""
    groups = [group for group in blocks(parts) if group]
    for size in PAGES_MM:
        columns = list(_columns(groups, size[1] - 2 * EDGE_MM - FOOT_MM))
        widths = [max(block.wide for block in column) for column in columns]
        between = (size[0] - 2 * EDGE_MM - sum(widths)) / len(columns)
        if between >= GAP_MM:
            break
    else:
        msg = f"the schematic of {name} has no room on its page"
        raise SystemExit(msg)
    page = Page(*size)
    x = EDGE_MM + between / 2
    for column, wide in zip(columns, widths, strict=True):
        y = EDGE_MM
        for block in column:
            block.draw(page, x, y)
            y += block.high + GAP_MM
        x += wide + between
    usb = any(part.pins.get(USB) for part in parts)
    note = "the USB cable joins the grounds of its ends" if usb else ""
    _frame(page.sheet, name, note)
    return page


def _columns(groups: Iterable[Sequence[Block]], high: float) -> Iterator[list[Block]]:
    """Yield columns of blocks; a group that does not fit below begins a new column."""
    column: list[Block] = []
    for group in groups:
        if column and _high([*column, *group]) > high:
            yield column
            column = []
        for block in group:
            if column and _high([*column, block]) > high:
                yield column
                column = []
            column.append(block)
    yield column


def _high(column: Sequence[Block]) -> float:
    return sum(block.high for block in column) + GAP_MM * (len(column) - 1)


def _frame(sheet: Sheet, name: str, note: str) -> None:
    wide, high = sheet.width, sheet.height
    sheet.rect(4, 4, wide - 8, high - 8, pen=0.5)
    y = high - 4 - FOOT_MM
    sheet.line(4, y, wide - 4, y, pen=0.5)
    y += FOOT_MM / 2 + 1.3
    sheet.text(8, y, f"Letterzone · {name}", size=4.4, anchor="start")
    told = ["one name, one net", "Z1: zone 1, R: rack, M: maker", note,
            "made from board.toml"]  # fmt: skip
    sheet.text(wide - 8, y, " · ".join(filter(None, told)), size=2.9, anchor="end",
               fill=PALE)  # fmt: skip


def blocks(parts: Sequence[Part]) -> Iterator[list[Block]]:
    """Yield the blocks to draw in order, in groups that share a column."""
    kinds: dict[str, list[Part]] = {}
    for part in parts:
        kinds.setdefault(part.kind, []).append(part)

    def of(kind: str) -> list[Part]:
        return kinds.get(kind, [])

    yield [
        *(_header(part, PI_NAMES, PI_ROWS, "power") for part in of("pi")),
        *(_header(part, PICO_NAMES, PICO_ROWS, "") for part in of("pico")),
        *(chip(part, [], list(part.pins), 24) for part in of("supply")),
    ]
    yield [
        *(chip(part, list(MUX), CHANNELS, 24) for part in of("mux")),
        *map(buffer, of("buffer")),
        *map(transistor, of("transistor")),
    ]
    yield [chip(part, list(part.pins), [], 26) for part in of("screen")]
    yield [_reader(part) for part in (*of("adapter"), *of("reader"), *of("rim"))]
    yield from _small(of)


def _reader(part: Part) -> Block:
    """Return the block of a reader or adapter: supply left, data right."""
    right = [pin for pin in part.pins if pin in BUS_LINES]
    return chip(part, [pin for pin in part.pins if pin not in BUS_LINES], right, 26)


def _header(
    part: Part,
    names: Mapping[int, str],
    numbers: tuple[Sequence[int], Sequence[int]],
    socket: str,
) -> Block:
    """Return the block of a computer with two rows of pins, and its sockets above."""
    left, right = (list(map(str, row)) for row in numbers)
    shown = {"power": "5.1 V"} | {str(pin): name for pin, name in names.items()}
    return chip(part, [socket, *left], ["USB", *right], 34, shown)


def _small(of: Callable[[str], list[Part]]) -> Iterator[list[Block]]:
    """Yield rows of lamps, buttons, buzzer and other parts with two terminals."""
    before = {part.pins["2"]: part for part in of("resistor")}
    lines = [
        [one for one in (before.pop(part.pins["+"], None), part) if one]
        for part in (*of("led"), *of("buzzer"))
    ]
    lamps = [line for line in lines if line[-1].kind == "led"]
    buttons = [[part] for part in of("button")]
    table = [line for line in buttons if line[0].place in (TABLE, MAKER)]
    zones = [line for line in buttons if line not in table]
    half = -(-len(zones) // max(1, -(-len(zones) // MOST_ROWS)))
    named = [
        ("Lamps", lamps),
        ("Buttons of the table", table),
        *(
            ("Buttons of the zones", zones[at : at + half])
            for at in range(0, len(zones), half or 1)
        ),
        (
            "Buzzer",
            [line for line in lines if line not in lamps]
            + [[part] for part in of("diode")],
        ),
        ("Fuse", [[part] for part in of("fuse")]),
        ("Series resistors", [[part] for part in before.values() if not is_pull(part)]),
        ("Pull resistors", [[part] for part in before.values() if is_pull(part)]),
        ("Capacitors", [[part] for part in of("capacitor")]),
    ]
    yield from ([rows(own, title)] for title, own in named if own)


def is_pull(part: Part) -> bool:
    """Return True if a part is a pull-up or pull-down resistor."""
    return part.pins["1"] in (*SUPPLIES.values(), GROUND)
