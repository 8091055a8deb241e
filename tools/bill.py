"""Compute the bill of materials of a board: quantities from its profile, and prices."""

import csv
import io
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from box_sheets import inner_size
from gates import gates
from overlay_sheets import HEAD_MM
from reach import BUILDS
from wires import (
    BASE_OHM,
    BUS,
    DIODE,
    INPUT_OHM,
    LED_V,
    SELECT_OHM,
    TRANSISTOR,
    pulls,
    wires,
)

from firmware_host.app.content.languages import load_language
from firmware_host.board.events import PLAYER_BUTTONS, SYMBOL_BUTTONS, ZONE_BUTTONS
from firmware_host.board.pieces import KINDS, PIECES_IN_BOX, RACK
from firmware_host.settings.checks import wired
from firmware_host.settings.profile import Pico, Profile

CURRENCY, MONTH = "USD", "2026-11"

WIRE = "stranded wire, 50 cm, 0.14 mm2, ten colours"

#: The sources of the order numbers in `MONTH`: lists of parts of other public projects,
#: most with a shop's number beside it, and the makers' own pages. Other rows have no
#: number: any part of that standard and size will do.
LISTS, MAKER, STANDARD = (
    "public parts lists",
    "the maker's pages",
    "no number: by standard",
)

#: Order numbers by the beginning of a row, with the source of each. A number without a
#: source outside this project is not allowed: its row describes the part.
EXAMPLES = {
    "microSD card": ("SanDisk SDSQUA4-032G-GN6MA", LISTS),
    "power supply 5.1 V": ("Stontronics T5989DV (micro USB)", LISTS),
    "power supply 5 V": ("Adafruit 276", LISTS),
    "USB hub": ("Adafruit 2991", LISTS),
    "USB cable": ("Adafruit 592", LISTS),
    "USB serial adapter": ("Adafruit 954", LISTS),
    "RC522 tag reader": ("Joy-IT SBC-RFID-RC522", LISTS),
    "NTAG213": ("chip NXP NT2H1311G0DU, NFC Forum Type 2", LISTS),
    "OLED": ("module with four pins: GND, VCC, SCL, SDA", STANDARD),
    "push button 12 mm": ("panel thread M12, ISO 261", STANDARD),
    "strip board": ("pitch 2.54 mm, 1 mm holes", STANDARD),
    "pin header": ("Sullins PRPC040SAAN-RC", LISTS),
    "standoff": ("hexagonal, threads M2.5; screws ISO 7045 M2.5 x 6", STANDARD),
    "screw M3": ("ISO 7045 M3 x 12; nut ISO 4032 M3", STANDARD),
    "stranded wire": ("LiY 0.14 mm2, DIN VDE 0812 (AWG 26)", STANDARD),
    "heat-shrink": ("TE RNF-100-3/32-BK-SP", LISTS),
    "sheet": ("polystyrene, or polycarbonate EN ISO 11963", STANDARD),
    "plywood": ("EN 636-1, for a laser", STANDARD),
    "WS2812B LED": ("WorldSemi WS2812B", LISTS),
    "fuse": ("IEC 60127-2, 5 x 20 mm, T 1 A", STANDARD),
    "capacitor 1000 uF": ("Nichicon UVR0J102MPD1TD", LISTS),
    "LED 5 mm, green": ("Kingbright WP7113GD", LISTS),
    "LED 5 mm, red": ("Kingbright WP7113ID", LISTS),
    "resistor 330 ohm": ("Yageo MFR-25FBF52-330R", LISTS),
    "resistor 220 ohm": ("Yageo MFR-25FBF52-220R", LISTS),
    "resistor 47 ohm": ("Yageo MFR-25FBF52-47R", LISTS),
    "resistor 1000 ohm": ("Yageo MFR-25FBF52-1K", LISTS),
    "resistor 10 kilohm": ("Yageo MFR-25FBF52-10K", LISTS),
    "resistor 100 kilohm": ("Yageo MFR-25FBF52-100K", LISTS),
    "capacitor 100 nF": ("Vishay K104K15X7RF5TH5", LISTS),
    "capacitor 100 uF": ("Panasonic EEU-FR1E101", LISTS),
    "passive piezo buzzer": ("Murata PKM13EPYH4000-A0", LISTS),
    "active buzzer": ("TMB12A03", LISTS),
    "transistor": ("onsemi 2N3904BU", LISTS),
    "diode": ("Vishay 1N4148-TAP", LISTS),
    "PN532 tag reader": ("Elechouse PN532 NFC RFID Module V3", LISTS),
    "push button 6 mm": ("Omron B3F-1000", LISTS),
    "TCA9548A": ("Adafruit 2717", LISTS),
    "Raspberry Pi Pico": ("Raspberry Pi Pico H", MAKER),
    "Raspberry Pi Zero": ("Raspberry Pi Zero 2 WH", MAKER),
    "socket, DIP": ("TE Connectivity 1-2199298-3", LISTS),
    "74HC125": ("TI SN74HC125N", LISTS),
    "74AHCT125": ("TI SN74AHCT125N; Adafruit 1787", LISTS),
}

#: The description of a button of the cover for a shop; `overlay_sheets` has its hole
#: and the room for its head and its nut. A player's printed cap is glued on its
#: plunger.
BUTTON = (
    "push button 12 mm, momentary (normally open), panel mount: M12 thread with nut,"
    f" for 3 mm of wood, head and nut {HEAD_MM:g} mm across at most"
)
STEM = "round plunger of 6 mm for a cap"

#: Spare tags, for those that are damaged or lost.
SPARE_TAGS = 10

COLUMNS = ("quantity", "part", "where it goes", "each from", "each to", "currency",
           "price date", "price is", "for example", "number seen in")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Item:
    """
    A row of the bill.

    Args:
        count: The quantity.
        part: The name to order by.
        where: The place in the board.
        low: The lowest price of one, in `CURRENCY`.
        high: The highest price of one, in `CURRENCY`.
        basis: The source of the price.
    """

    count: int
    part: str
    where: str
    low: float
    high: float
    basis: str = "an estimate"


def bill(profile: Profile) -> tuple[Item, ...]:
    """Return the parts of a board, the most expensive first."""
    items = (
        *_computers(profile),
        *_screens(profile),
        *_readers(profile),
        *_lamps(profile),
        *rims(profile),
        *_buttons(profile),
        *_tags(profile),
        *_rest(profile),
    )
    return tuple(item for item in items if item.count)


def cost(profile: Profile) -> tuple[int, int]:
    """Return the lowest and the highest cost of a board, in whole `CURRENCY`."""
    items = bill(profile)
    low = sum(item.count * item.low for item in items)
    return round(low), round(sum(item.count * item.high for item in items))


def table(items: Iterable[Item]) -> str:
    """Return a bill as CSV."""
    file = io.StringIO()
    write = csv.writer(file, lineterminator="\n").writerow
    write(COLUMNS)
    for item in items:
        prices = (f"{item.low:.2f}", f"{item.high:.2f}")
        named = (e for p, e in EXAMPLES.items() if item.part.startswith(p))
        example, seen = next(named)
        seen = f"{seen}, {MONTH}" if seen != STANDARD else seen
        write((item.count, item.part, item.where, *prices, CURRENCY, MONTH, item.basis,
               example, seen))  # fmt: skip
    return file.getvalue()


def _computers(profile: Profile) -> Iterator[Item]:
    part = "Raspberry Pi Zero 2 W with header (or a 3, 4, 5)"
    yield Item(1, part, "in the box", 15, 25)
    yield Item(1, "microSD card, 16 GB or more", "in the Pi", 5, 10)
    part = "power supply 5.1 V: Zero 2 W and 3: 2.5 A, micro USB; 4: 3 A, 5: 5 A, USB-C"
    yield Item(1, part, "beside the board", 6, 14)
    part = "USB hub with a micro-B (OTG) plug, for a Zero 2 W; a 3, 4 or 5 needs none"
    yield Item(1, part, "in the box: its one port is for Pico or reader, and a stick",
               4, 10)  # fmt: skip
    if profile.pico is not None:
        yield Item(1, "Raspberry Pi Pico with headers", "in the box", 4, 7,
                   "an estimate; list price 4 without headers in 2021")  # fmt: skip
        yield Item(1, "USB cable with data lines, Pi to Pico", "in the box", 2, 5)
    if profile.reader_port:
        yield Item(1, "USB serial adapter, 5 V pin, 3.3 V signals", "in the box", 2, 6)


def _screens(profile: Profile) -> Iterator[Item]:
    sizes = {
        "ssd1306": ("OLED 0.96 inch, 128x64, SSD1306, I2C at 0x3C, 27 x 27 mm", 3, 5),
        "sh1106": ("OLED 1.3 inch, 128x64, SH1106, I2C", 4, 8),
        "ssd1309": ("OLED 2.42 inch, 128x64, SSD1309, I2C", 12, 20),
    }
    for chip, (part, low, high) in sizes.items():
        own = [name for name, at in profile.screens.items() if at.chip == chip]
        yield Item(len(own), part, ", ".join(map(_place, own)), low, high)
    behind = [at for at in profile.screens.values() if at.channel is not None]
    yield Item(len(behind[:1]), "TCA9548A I2C multiplexer", "on the strip", 2, 7)
    where = "from RST of the multiplexer to 3V3, where its board has none"
    yield Item(len(behind[:1]), "resistor 10 kilohm", where, 0.01, 0.05)


def _place(screen: str) -> str:
    places = {"table": "beside the zones", "maker": "behind the lid"}
    return places.get(screen, f"zone {screen}")


def _readers(profile: Profile) -> Iterator[Item]:
    readers = profile.pico.readers if profile.pico is not None else {}
    chip = profile.pico.chip if profile.pico is not None else ""
    where = ", ".join("rack" if zone == RACK else f"zone {zone}" for zone in readers)
    rc522 = len(readers) if chip == "mfrc522" else 0
    yield Item(rc522, "RC522 tag reader, 13.56 MHz", where, 2, 4)
    if profile.pico is not None:
        yield from _on_one_bus(profile.pico)
    held = [wire.through for wire in pulls(profile) if wire.box == BUS]
    yield Item(held.count(SELECT_OHM), f"resistor {SELECT_OHM}",
               "from 3V3 to each reader's select line", 0.01, 0.05)  # fmt: skip
    yield Item(held.count(INPUT_OHM), f"resistor {INPUT_OHM}",
               "from GND to each gate's input", 0.01, 0.05)  # fmt: skip
    pn532 = (len(readers) if chip == "pn532" else 0) + bool(profile.reader_port)
    yield Item(pn532, "PN532 tag reader V3, 13.56 MHz", where or "rack", 5, 9)


def _on_one_bus(pico: Pico) -> Iterator[Item]:
    """Yield the parts that separate several RC522 readers on one bus."""
    if not gates(pico):
        return
    readers, buffers = len(pico.readers), len({gate.box for gate in gates(pico)})
    where = "on the Pico's strip: a gate for each reader's MISO"
    yield Item(buffers, "74HC125 buffer, DIP", where, 0.3, 1)
    yield Item(buffers, "socket, DIP, 14 pins", "under each buffer", 0.1, 0.4)
    yield Item(2, "resistor 47 ohm", "at the Pico's SCK and MOSI", 0.01, 0.05)
    yield Item(readers + buffers, "capacitor 100 nF",
               "at each reader's and each 74HC125's supply", 0.02, 0.1)  # fmt: skip
    yield Item(1, "capacitor 100 uF, 6.3 V or more", "on the Pico's strip, 3V3 to GND",
               0.05, 0.3)  # fmt: skip


def _lamps(profile: Profile) -> Iterator[Item]:
    count = len(profile.lamps)
    yield Item(
        count,
        f"LED 5 mm, red, {LED_V['cross']} V",
        "left in each zone, behind the cross",
        0.05,
        0.2,
    )
    part = f"LED 5 mm, green, GaP of {LED_V['tick']} V (not InGaN of 3 V: too dim)"
    yield Item(count, part, "right in each zone, behind the tick",
               0.05, 0.2)  # fmt: skip
    yield Item(2 * count, "resistor 330 ohm", "at each LED's long leg", 0.01, 0.05)
    passive = profile.buzzer is not None and profile.buzzer_kind == "passive"
    active = int(profile.buzzer is not None and not passive)
    part = "active buzzer, with its own tone, at 3.3 V 30 mA at most"
    yield Item(active, part, "in the box", 0.5, 2)
    part = f"transistor {TRANSISTOR}, NPN, TO-92"
    yield Item(active, part, "on the strip, for the buzzer", 0.05, 0.3)
    yield Item(active, f"resistor {BASE_OHM}", "at the transistor's base", 0.01, 0.05)
    part = f"diode {DIODE}"
    yield Item(active, part, "on the strip, from 3V3 to the collector", 0.02, 0.1)
    part = "passive piezo buzzer, without a coil"
    yield Item(int(passive), part, "in the box", 0.5, 2)
    yield Item(int(passive), "resistor 220 ohm", "at the buzzer's +", 0.01, 0.05)


def rims(profile: Profile, laid: int = 0) -> Iterator[Item]:
    """Yield the parts of the LED rims of a board, with the given number of wires."""
    if profile.pico is None or profile.pico.rims is None:
        return
    rims = profile.pico.rims
    yield Item(profile.zones * rims.leds, "WS2812B LED, 5 V, on a strip or a ring",
               f"{rims.leds} around each zone", 0.05, 0.25)  # fmt: skip
    yield Item(1, f"power supply 5 V, {rims.supply_ma} mA or more, for the rims",
               "beside the board", 4, 10)  # fmt: skip
    yield Item(
        1, f"fuse, {rims.supply_ma} mA, with holder", "on the rims' strip", 0.5, 2
    )
    yield Item(1, "capacitor 1000 uF, 6.3 V or more", "on the rims' strip", 0.1, 0.5)
    yield Item(1, "74AHCT125 level shifter, DIP", "on the rims' strip", 0.4, 1.5)
    yield Item(1, "capacitor 100 nF", "at the 74AHCT125's supply", 0.02, 0.1)
    yield Item(1, "resistor 330 ohm", "at the first rim's DIN", 0.01, 0.05)
    yield Item(1, "strip board, 5 x 7 cm", "in the box", 0.5, 1.5)
    if laid:
        yield Item(laid, WIRE, "see wiring.svg", 0.05, 0.15)


def _buttons(profile: Profile) -> Iterator[Item]:
    buttons = wired(profile)
    kinds = {
        "tick": ("green", buttons & {"tick"}),
        "cross": ("red", buttons & {"cross"}),
        "players": (f"black, {STEM}", buttons & set(PLAYER_BUTTONS)),
        "a zone each": ("white", buttons & set(ZONE_BUTTONS)),
    }
    for where, (look, own) in kinds.items():
        yield Item(len(own), f"{BUTTON}, {look}", where, 0.3, 1)
    part = "push button 6 mm, momentary, for a printed circuit"
    service = buttons & {"service"}
    yield Item(len(service), part, "service, under the lid", 0.3, 1)
    for kind in KINDS:
        own = {one for one in buttons if SYMBOL_BUTTONS.get(one, (0, ""))[1] == kind}
        part = f"{BUTTON}, {kind.value}, for a symbol"
        yield Item(len(own), part, "a zone each", 0.3, 1)
    part = f"{BUTTON}, any colour"
    yield Item(int(profile.power is not None), part, "power, on the back", 0.3, 1)


def _tags(profile: Profile) -> Iterator[Item]:
    if profile.input == "buttons":
        return
    tiles = {code: sum(load_language(code).tiles.values()) for code in ("en", "de")}
    small = BUILDS.get(profile.name, BUILDS["full"]).tag_mm
    part, where = f"NTAG213 tag, {small} mm, round", "in the letter pieces' feet"
    yield Item(sum(PIECES_IN_BOX) + SPARE_TAGS, part, where, 0.2, 0.6)
    part = "NTAG213 sticker, 25 mm"
    where = f"on the letter tiles (German: {tiles['de']})"
    yield Item(tiles["en"], part, where, 0.15, 0.4)
    yield Item(SPARE_TAGS, part, "spare", 0.15, 0.4)


def _rest(profile: Profile) -> Iterator[Item]:
    laid = wires(profile)
    strips = 1 + any(wire.box == BUS for wire in laid)
    yield Item(strips, "strip board, 5 x 7 cm", "in the box", 0.5, 1.5)
    yield Item(1 + strips, "pin header 2.54 mm, 1 x 40, to cut", "on the strips", 0.2,
               0.8)  # fmt: skip
    yield Item(4, "standoff M2.5, 10 mm, with two screws", "under the Pi", 0.1, 0.4)
    cased = 2 * ("maker" in profile.screens)
    yield Item(cased, "screw M3, 12 mm, with nut", "the maker's case, on the left wall",
               0.05, 0.2)  # fmt: skip
    cables = sum(wire.carries == "USB" for wire in laid)
    yield Item(len(laid) - cables, WIRE, "see pins.md", 0.05, 0.15)
    yield Item(4 * len(profile.lamps), "heat-shrink tubing, 2 cm", "at each LED's legs",
               0.02, 0.05)  # fmt: skip
    size = " x ".join(f"{math.ceil(one)}" for one in inner_size(profile))
    sheet = f"sheet of polystyrene or polycarbonate, 1 mm, {size} mm or more"
    yield Item(int(profile.input != "buttons"), sheet, "on the cover", 4, 12)
    part = f"plywood, 3 mm, for floor and cover of {size} mm each, and four walls"
    yield Item(1, part, "around it all: box-laser.svg, cover-laser.svg", 10, 25)
