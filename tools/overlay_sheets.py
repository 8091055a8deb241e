"""Draw a board's overlay, and the cover below it, at full size from its profile."""

from collections.abc import Iterator

import sheets
from feet import Room
from piece_sheets import UNIT_MM
from sheets import INK, PALE, Sheet

from firmware_host.board.events import PLAYER_BUTTONS, Button
from firmware_host.board.pieces import KINDS, RACK, Zone
from firmware_host.settings.profile import Profile

#: The width of a zone, the margin, and the height of the legend, in mm. A letter of
#: four pieces and fingers fit into a zone; three zones with a margin fit on an A4 page,
#: six on two.
ZONE_MM, EDGE_MM, LEGEND_MM = 59.0, 6.0, 5.0

#: The visible area of a screen, and the size of its module, in mm by chip: 0.96, 1.3
#: and 2.42 inch. Source: their data sheets; makers' drawings, which differ by a mm.
SCREENS_MM = {"ssd1306": (21.8, 10.9), "sh1106": (29.5, 14.8), "ssd1309": (55.1, 27.5)}
SCREEN_MODULES = {"ssd1306": (27.0, 27.0), "sh1106": (35.0, 33.0),
                  "ssd1309": (72.0, 44.0)}  # fmt: skip

#: The width of a screen's bezel, and of a button's cap beyond the button, in mm.
BEZEL_MM, CAP_MM = 3.5, 4.0

#: The diameters of the holes for a 5 mm LED and a 12 mm push button, in mm.
LAMP_MM, BUTTON_MM = 5.2, 12.2

#: The distance from the middle of a zone's screen to its lamps, in mm.
LAMPS_AT = 21

#: The diameter of a NO token, and of the ring that marks a reader, in mm.
TOKEN_MM, TAP_MM = 20.0, 34.0

#: The clearance of a NO token in its printed ring, the ring's wall, and the ring's
#: outer diameter, in mm.
RING_PLAY_MM, RING_WALL_MM = 0.5, 1.0
RING_MM = TOKEN_MM + RING_PLAY_MM + 2 * RING_WALL_MM

#: The diameter of a 12 mm push button's head above the cover, in mm, as most have it.
HEAD_MM = 14.0

#: The distances in mm from a zone's upper edge to the middle of its screen, to its
#: tokens and to its tap mark; and to its letter and its lower edge, by the way of
#: input.
SCREEN_AT, TOKENS_AT, TAP_AT = 12.0, 24.0, 168.5
LETTER_AT = {"pads": 74.0, "station": 74.0, "buttons": 100.0}
FOOT_AT = {"pads": 206.0, "station": 162.0, "buttons": 188.0}
LETTER_MM, CONSOLE_MM, BUTTON_UP = 70.0, 44.0, 9.7

#: The height of the single tap mark of a station, and of its reader, in mm.
STATION_MM = 44.0

#: The distances in mm between rows of tokens, between symbols, and from a token to its
#: symbol's button, whose head does not touch the rings above and below.
TOKEN_STEP, SYMBOL_STEP, SYMBOL_BUTTON = 23.0, 38.0, 19.0

#: The possible numbers of letters of a word.
LENGTHS_OF_WORDS = (3, 4, 5, 6)

#: The room for a letter of pieces with feet: from the tokens to the tap mark.
LETTER_ROOM = Room(
    ZONE_MM, TAP_AT - TAP_MM / 2 - TOKENS_AT - TOKEN_STEP - TOKEN_MM, UNIT_MM
)

#: The sizes of the readers' modules, and the distance from a module's middle to that of
#: its antenna, in mm: an RC522's is at one end. Source: makers' drawings, which differ
#: by a mm.
READER_MODULES = {"mfrc522": (40.0, 60.0), "pn532": (43.0, 41.0)}
ANTENNA_MM = {"mfrc522": 10.0, "pn532": 0.0}

#: The clearance of a reader in its opening of the cover, in mm.
OPENING_MM = 0.6


def overlay(profile: Profile) -> Sheet:
    """Return the overlay at full size, with the starts of words of each length."""
    foot = EDGE_MM + FOOT_AT[profile.input]
    station_mm = STATION_MM if profile.input == "station" else 0
    width = 2 * EDGE_MM + max(profile.zones, 3) * ZONE_MM
    sheet = Sheet(width, foot + station_mm + CONSOLE_MM + EDGE_MM + LEGEND_MM)
    with sheet.cut():
        high = sheet.height - LEGEND_MM - 2
        sheet.rect(1, 1, width - 2, high, round_mm=5, pen=0.8)
    left = (width - profile.zones * ZONE_MM) / 2
    for number in range(1, profile.zones + 1):
        x, zone = left + (number - 1) * ZONE_MM, Zone(number)
        _zone(sheet, profile, zone, x)
        for row, length in enumerate(starts(zone, profile.zones)):
            _start(sheet, x, EDGE_MM + LETTER_AT[profile.input] + 7 + 10 * row, length)
    if station_mm:
        _tap_mark(sheet, width / 2, foot + station_mm / 2, TAP_MM / 2)
    _console(sheet, profile, foot + station_mm)
    _legend(sheet, f"Letterzone · {profile.name} · 1 : 1")
    return sheet


def chip_of(profile: Profile) -> str:
    """Return the chip of a board's tag readers; empty if it has none."""
    if profile.reader_port:
        return "pn532"
    has = profile.pico is not None and profile.pico.readers
    return profile.pico.chip if has and profile.pico else ""


def readers(
    profile: Profile, sheet: Sheet
) -> Iterator[tuple[float, float, tuple[float, float]]]:
    """Yield position and size of each reader's module under the cover."""
    chip = chip_of(profile)
    if not chip:
        return
    size, off = READER_MODULES[chip], ANTENNA_MM[chip]
    left = (sheet.width - profile.zones * ZONE_MM) / 2
    foot = sheet.height - LEGEND_MM - EDGE_MM - CONSOLE_MM
    pads = profile.pico.readers if profile.pico is not None else {}
    for zone in range(1, profile.zones + 1):
        if Zone(zone) in pads:
            yield left + (zone - 0.5) * ZONE_MM, EDGE_MM + TAP_AT - off, size
    if profile.input == "station":
        yield sheet.width / 2, foot - STATION_MM / 2 + off, size
    elif RACK in pads:
        x = sheet.width - EDGE_MM - TAP_MM / 2 - 10 - off
        yield x, foot + CONSOLE_MM / 2, size[::-1]


def cover(profile: Profile) -> Sheet:
    """Return the cover under the overlay, with its holes and the readers' openings."""
    sheet = overlay(profile)
    with sheet.cut():
        for x, y, size in readers(profile, sheet):
            wide, high = (one + OPENING_MM for one in size)
            sheet.rect(x - wide / 2, y - high / 2, wide, high)
    return sheet


def starts(zone: Zone, zones: int) -> list[int]:
    """Return the lengths of words that begin in a zone."""
    lengths = (one for one in LENGTHS_OF_WORDS if one <= zones)
    return [one for one in lengths if _first_zone(one, zones) == zone]


def _first_zone(length: int, zones: int) -> Zone:
    """Return the zone where words of *length* begin. Source: rules, part 1, "Board"."""
    return Zone(1 if length >= 5 or length == zones else 2)  # noqa: PLR2004 - the rule's own number


def _legend(sheet: Sheet, words: str) -> None:
    """Draw the title, and a line of 50 mm that shows whether the printer has scaled."""
    right, y = sheet.width - EDGE_MM, sheet.height - 2
    sheet.text(EDGE_MM, y, words, size=2.6, anchor="start", fill=PALE)
    sheet.line(right - 50, y, right, y)
    for x in (right - 50, right):
        sheet.line(x, y - 1, x, y + 1)
    sheet.text(right - 58, y + 0.5, "50 mm", size=2.6, fill=PALE)


def _zone(sheet: Sheet, profile: Profile, zone: Zone, x: float) -> None:
    """Draw a zone with its left edge at *x*."""
    top, middle = EDGE_MM, x + ZONE_MM / 2
    foot = FOOT_AT[profile.input]
    sheet.rect(x + 1, top, ZONE_MM - 2, foot - 2, round_mm=4, pen=0.5)
    if str(zone) in profile.screens:
        _window(sheet, middle, top + SCREEN_AT, window(profile, str(zone)))
    if zone in profile.lamps:
        for name, dx in (("cross", -LAMPS_AT), ("tick", LAMPS_AT)):
            _hole(sheet, middle + dx, top + SCREEN_AT, LAMP_MM)
            sheets.mark(sheet, name, middle + dx, top + SCREEN_AT + 7, 4)
    _symbols(sheet, profile, zone, middle)
    letter_at = top + LETTER_AT[profile.input]
    sheet.rect(
        x + 5,
        letter_at,
        ZONE_MM - 10,
        LETTER_MM,
        round_mm=3,
        pen=0.3,
        stroke=PALE,
        dash="3 2",
    )
    sheet.text(x + ZONE_MM - 12, letter_at + 10, str(zone), size=10, fill=PALE)
    pico = profile.pico
    if pico is not None and zone in pico.readers:
        _tap_mark(sheet, middle, top + TAP_AT, TAP_MM / 2)
    if has(profile, Button(f"zone-{zone}")):
        y = top + foot - BUTTON_UP
        _hole(sheet, middle, y, BUTTON_MM)
        sheet.text(middle + 12, y + 2, str(zone), size=6)


def _symbols(sheet: Sheet, profile: Profile, zone: Zone, middle: float) -> None:
    """Draw the symbols that NO tokens cover, each with the hole of any button."""
    for at, kind in enumerate(KINDS):
        button = has(profile, Button(f"{kind}-{zone}"))
        step = SYMBOL_STEP if button else TOKEN_STEP
        x = middle + (-1 if at % 2 == 0 else 1) * 12
        y = EDGE_MM + TOKENS_AT + TOKEN_MM / 2 + at // 2 * step
        sheet.circle(x, y, TOKEN_MM / 2, pen=0.4)
        sheets.piece(sheet, kind, x, y, high=13)
        if button:
            _hole(sheet, x, y + SYMBOL_BUTTON, BUTTON_MM)


def _start(sheet: Sheet, x: float, y: float, length: int) -> None:
    """Mark the zone where words of *length* letters begin."""
    sheet.path(f"M{x + 8} {y - 3.6}L{x + 15} {y}L{x + 8} {y + 3.6}Z", fill=INK)
    sheet.text(x + 19.5, y + 2.6, str(length), size=7)


def _hole(sheet: Sheet, x: float, y: float, size: float) -> None:
    with sheet.cut():
        sheet.circle(x, y, size / 2, pen=0.4)


def _window(sheet: Sheet, x: float, y: float, size: tuple[float, float]) -> None:
    wide, high = size
    with sheet.cut():
        sheet.rect(x - wide / 2, y - high / 2, wide, high, round_mm=0.8, pen=0.4)


def _tap_mark(sheet: Sheet, x: float, y: float, radius: float) -> None:
    """Draw the mark where a piece is held to the reader: a ring with waves."""
    sheet.circle(x, y, radius, pen=0.6, dash="2 1.5", stroke=PALE)
    for at in (0.25, 0.5, 0.75):
        for side in (0, 180):
            sheet.arc(
                x,
                y,
                radius * at,
                radius * at,
                start=side - 40,
                end=side + 40,
                pen=0.9,
                stroke=PALE,
            )
    sheet.circle(x, y, 1.2, stroke="none", fill=PALE)


def _console(sheet: Sheet, profile: Profile, top: float) -> None:
    """Draw the console that all players share: screen, buttons, word rack."""
    middle, y = sheet.width / 2, top + CONSOLE_MM / 2 - 4
    if "table" in profile.screens:
        _window(sheet, middle, y, window(profile, "table"))
    beside = aside(profile)
    for name, x in (("cross", middle - beside), ("tick", middle + beside)):
        if has(profile, Button(name)):
            _hole(sheet, x, y, BUTTON_MM)
            sheets.mark(sheet, name, x, y + 12, 7)
    places = (-beside - 40, -beside - 20, beside + 20, beside + 40)
    for button, dx in zip(PLAYER_BUTTONS, places, strict=True):
        if has(profile, button):
            _hole(sheet, middle + dx, y, BUTTON_MM)
            sheets.player(sheet, button.value, middle + dx, y + 12, 7)
    if profile.input == "pads" and profile.pico and RACK in profile.pico.readers:
        x = sheet.width - EDGE_MM - TAP_MM / 2 - 10
        _tap_mark(sheet, x, top + CONSOLE_MM / 2, TAP_MM / 2)


def window(profile: Profile, name: str) -> tuple[float, float]:
    """Return width and height of a screen's visible area, in mm."""
    return SCREENS_MM[profile.screens[name].chip]


def aside(profile: Profile) -> float:
    """Return the distance of cross and tick from the table's screen, in mm."""
    half = window(profile, "table")[0] / 2 if "table" in profile.screens else 0
    return max(30, half + BEZEL_MM + (BUTTON_MM + CAP_MM) / 2 + 1)


def has(profile: Profile, button: Button) -> bool:
    """Return True if a board has a button, on the Pi or on the Pico."""
    on_pico = profile.pico is not None and button in profile.pico.buttons
    return on_pico or button in profile.buttons
