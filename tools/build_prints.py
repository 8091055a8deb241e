"""
Draw what is printed and stuck on a board: overlays, alphabet, tags, numbers for parts.

    python tools/build_prints.py --write | --check

Each build's overlay comes from its profile: hardware/BUILD/print/. What every board
shares lies in hardware/print/.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]

import sheets  # noqa: E402 - needs the path
import tagged_sheets  # noqa: E402 - needs the path
from feet import Room  # noqa: E402 - needs the path
from laser import laser  # noqa: E402 - needs the path
from letter_sheets import letter_sheets  # noqa: E402 - needs the path
from piece_sheets import UNIT_MM, piece_sheets  # noqa: E402 - needs the path
from query_sheets import query_sheets  # noqa: E402 - needs the path
from sheets import INK, PALE, Sheet  # noqa: E402 - needs the path
from zone_sheets import zone_sheets  # noqa: E402 - needs the path

from firmware_host.app.content.languages import load_language  # noqa: E402 - needs the path
from firmware_host.board.catalogue import pieces, tiles  # noqa: E402 - needs the path
from firmware_host.board.events import PLAYER_BUTTONS, Button  # noqa: E402 - needs the path
from firmware_host.board.pieces import KINDS, RACK, Kind, Zone  # noqa: E402 - needs the path
from firmware_host.games.wqrdles.rules import LENGTHS  # noqa: E402 - needs the path
from firmware_host.languages import CODES  # noqa: E402 - needs the path
from firmware_host.settings.profile import Profile, load_profile  # noqa: E402 - needs the path

HARDWARE = ROOT / "hardware"

#: What the pages print themselves.
PAGES = ROOT / "firmware_host/web/static/print"

# --- the board, in mm ---------------------------------------------------------------

#: Room for a letter of four pieces and for fingers; and three zones, with an edge, are
#: as wide as an A4 page prints, six as two of them.
ZONE_MM, EDGE_MM, LEGEND_MM = 59.0, 6.0, 5.0

#: What a 0.96 inch screen shows, and a 1.3 inch one. Source: their data sheets.
SCREEN_MM, TABLE_SCREEN_MM = (21.8, 10.9), (29.5, 14.8)

#: A 5 mm LED, and a push button of 12 mm.
LAMP_MM, BUTTON_MM = 5.2, 12.2

#: A NO token, and the ring where a piece is held to the reader under it.
TOKEN_MM, TAP_MM = 20.0, 34.0

#: From a zone's upper edge to the middle of its screen, to its tokens and the middle of
#: its tap mark; and to its letter and its lower edge, by what the board is played with.
SCREEN_AT, TOKENS_AT, TAP_AT = 12.0, 26.0, 170.0
LETTER_AT = {"pads": 76.0, "station": 76.0, "buttons": 98.0}
FOOT_AT = {"pads": 206.0, "station": 166.0, "buttons": 188.0}
LETTER_MM, CONSOLE_MM = 70.0, 44.0

#: From a row of tokens to the next one; a symbol's button stands below its token.
TOKEN_STEP, SYMBOL_STEP = 23.0, 36.0

#: The letters that a word may have.
LENGTHS_OF_WORDS = (3, 4, 5, 6)

#: What a letter of pieces with feet may take: from the tokens to the tap mark.
LETTER_ROOM = Room(
    ZONE_MM, TAP_AT - TAP_MM / 2 - TOKENS_AT - TOKEN_STEP - TOKEN_MM, UNIT_MM
)

#: A round sticker with an NTAG213 in it.
TAG_MM = 25.0

#: How thick the readers' modules are, and how far under the cover they read well.
#: Source: makers' drawings of MFRC522 and PN532 boards; to be tried, docs/unproven.md.
SCAD = {
    "lamp_mm": LAMP_MM,
    "button_mm": BUTTON_MM,
    "zone_mm": ZONE_MM,
    "token_mm": TOKEN_MM,
    "pad_mm": TAP_MM,
}


def overlay(profile: Profile) -> Sheet:
    """Return what lies on the board, at full size; words of each length begin on it."""
    foot = EDGE_MM + FOOT_AT[profile.input]
    station_mm = TAP_MM + 4 if profile.input == "station" else 0
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
        sheets.tap_mark(sheet, width / 2, foot + station_mm / 2, TAP_MM / 2)
    _console(sheet, profile, foot + station_mm)
    _legend(sheet, f"Letterzone · {profile.name} · 1 : 1")
    return sheet


def starts(zone: Zone, zones: int) -> list[int]:
    """Return how many letters the words have that begin in a zone."""
    lengths = (one for one in LENGTHS_OF_WORDS if one <= zones)
    return [one for one in lengths if _first_zone(one, zones) == zone]


def _first_zone(length: int, zones: int) -> Zone:
    """Return where words of *length* begin. Source: rules, part 1, "Board"."""
    return Zone(1 if length >= 5 or length == zones else 2)  # noqa: PLR2004 - the rule's own number


def _legend(sheet: Sheet, words: str) -> None:
    """Say what it is; and 50 mm, so that everybody sees what a printer has scaled."""
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
        _window(sheet, middle, top + SCREEN_AT, SCREEN_MM)
    if zone in profile.lamps:
        for name, dx in (("cross", -21), ("tick", 21)):
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
        sheets.tap_mark(sheet, middle, top + TAP_AT, TAP_MM / 2)
    if _has(profile, Button(f"zone-{zone}")):
        y = top + foot - 11
        _hole(sheet, middle, y, BUTTON_MM)
        sheet.text(middle + 12, y + 2, str(zone), size=6)


def _symbols(sheet: Sheet, profile: Profile, zone: Zone, middle: float) -> None:
    """Draw the four symbols that NO tokens cover; a button's hole below each, if so."""
    for at, kind in enumerate(KINDS):
        button = _has(profile, Button(f"{kind}-{zone}"))
        step = SYMBOL_STEP if button else TOKEN_STEP
        x = middle + (-1 if at % 2 == 0 else 1) * 12
        y = EDGE_MM + TOKENS_AT + TOKEN_MM / 2 + at // 2 * step
        sheet.circle(x, y, TOKEN_MM / 2, pen=0.4)
        sheets.piece(sheet, kind, x, y, high=13)
        if button:
            _hole(sheet, x, y + TOKEN_MM / 2 + BUTTON_MM / 2 + 0.6, BUTTON_MM)


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


def _console(sheet: Sheet, profile: Profile, top: float) -> None:
    """Draw what the whole table uses: its screen, its buttons, the word rack."""
    middle, y = sheet.width / 2, top + CONSOLE_MM / 2 - 4
    if "table" in profile.screens:
        _window(sheet, middle, y, TABLE_SCREEN_MM)
    for name, x in (("cross", middle - 30), ("tick", middle + 30)):
        if _has(profile, Button(name)):
            _hole(sheet, x, y, BUTTON_MM)
            sheets.mark(sheet, name, x, y + 12, 7)
    places = (-70, -50, 50, 70)
    for button, dx in zip(PLAYER_BUTTONS, places, strict=True):
        if _has(profile, button):
            _hole(sheet, middle + dx, y, BUTTON_MM)
            sheets.player(sheet, button.value, middle + dx, y + 12, 7)
    if profile.input == "pads" and profile.pico and RACK in profile.pico.readers:
        x = sheet.width - EDGE_MM - TAP_MM / 2 - 10
        sheets.tap_mark(sheet, x, top + CONSOLE_MM / 2, TAP_MM / 2)


def _has(profile: Profile, button: Button) -> bool:
    on_pico = profile.pico is not None and button in profile.pico.buttons
    return on_pico or button in profile.buttons


# --- what every board shares --------------------------------------------------------


def alphabet() -> Sheet:
    """Return each letter, drawn from its pieces, with how many it takes."""
    language = load_language("en")
    builds = language.alphabet.builds
    sheet = Sheet(190, 267)
    for at, name in enumerate(language.tiles):
        column, row = at % 5, at // 5
        x, y = 8 + column * 36, 8 + row * 42
        sheet.rect(x, y, 34, 40, round_mm=3, stroke=PALE)
        sheets.letter(sheet, name, x + 3.5, y + 7, high=26)
        sheet.text(x + 29, y + 9, name, size=6)
        for kind, count in zip(KINDS, builds[name], strict=True):
            if count:
                line = y + 15 + kind.place * 6
                sheets.piece(sheet, kind, x + 30.5, line, high=5)
                sheet.text(x + 27, line + 1.6, str(count), size=4)
    sheet.text(95, 265, "Ä = A E   Ö = O E   Ü = U E   ß = S S", size=4, fill=PALE)
    return sheet


Draw = Callable[[Sheet, float, float], None]


def piece_tags() -> list[Sheet]:
    """Return a label for each of the 48 letter pieces, in the order of enrolment."""
    return _labels(
        [(f"{one.number}", partial(_piece_label, one.kind)) for one in pieces()]
    )


def tile_tags(code: str) -> list[Sheet]:
    """Return a label for each letter tile of a language, in the order of enrolment."""
    return _labels(
        [
            (f"{one.number}", partial(_letter_label, one.letter))
            for one in tiles(load_language(code).tiles)
        ]
    )


def _piece_label(kind: Kind, sheet: Sheet, x: float, y: float) -> None:
    sheets.piece(sheet, kind, x, y - 1, high=13)


def _letter_label(name: str, sheet: Sheet, x: float, y: float) -> None:
    sheet.text(x, y + 3, name, size=12)


def _labels(labels: list[tuple[str, Draw]]) -> list[Sheet]:
    """Return pages of round labels, 6 x 9 on each, to cut out and stick on tags."""
    pages, step = [], TAG_MM + 4
    for at, (number, draw) in enumerate(labels):
        place = at % 54
        if place == 0:
            pages.append(Sheet(190, 267))
        x, y = 22 + place % 6 * step, 18 + place // 6 * step
        sheet = pages[-1]
        sheet.circle(x, y, TAG_MM / 2, pen=0.2, stroke=PALE)
        draw(sheet, x, y)
        sheet.text(x, y + TAG_MM / 2 - 2.2, number, size=3.2, fill=PALE)
    return pages


def scad(profile: Profile) -> bytes:
    """Return the numbers that parts.scad takes for this board."""
    lines = [f"// {profile.name}: made by tools/build_prints.py from board.toml"]
    lines.append("include <../../print/parts.scad>")
    lines += [f"{name} = {value};" for name, value in SCAD.items()]
    lines.append(f"zones = {profile.zones};")
    return ("\n".join(lines) + "\n").encode()


# --- files --------------------------------------------------------------------------


def prints() -> Iterator[tuple[Path, bytes]]:
    """Yield every file and what belongs in it."""
    for path in sorted(HARDWARE.glob("*/board.toml")):
        if path.parent.name == "simulated":
            continue
        profile, folder = load_profile(path), path.parent / "print"
        sheet, title = overlay(profile), f"Letterzone {profile.name}"
        yield folder / "overlay.svg", sheet.svg()
        yield folder / "overlay-laser.svg", laser(sheet)
        yield folder / "overlay.pdf", sheets.whole([sheet])
        yield folder / "overlay-a4.pdf", sheets.in_parts(sheet, title)
        yield folder / "board.scad", scad(profile)
    yield from _shared(HARDWARE / "print")
    yield from _pieces(HARDWARE / "pieces")


def _shared(folder: Path) -> Iterator[tuple[Path, bytes]]:
    yield folder / "alphabet.svg", alphabet().svg()
    yield folder / "alphabet.pdf", sheets.whole([alphabet()])
    yield folder / "letter-pieces.pdf", sheets.whole(piece_sheets())
    labels = {
        "tags-pieces": piece_tags(),
        **{f"tags-tiles-{code}": tile_tags(code) for code in CODES},
    }
    for name, pages in labels.items():
        yield folder / f"{name}.pdf", sheets.whole(pages)
        for number, page in enumerate(pages, 1):
            yield folder / f"{name}-{number}.svg", page.svg()
    for code, length in product(CODES, LENGTHS):
        pages = query_sheets(code, length)
        yield folder / f"query-cards-{code}-{length}.pdf", sheets.whole(pages)
    for code in CODES:
        pages = letter_sheets(code)
        yield folder / f"letter-cards-{code}.pdf", sheets.whole(pages)
    pages = zone_sheets()
    yield folder / "zone-cards.pdf", sheets.whole(pages)
    yield PAGES / "zone-cards.svg", pages[0].svg()


def _pieces(folder: Path) -> Iterator[tuple[Path, bytes]]:
    """Yield pieces that carry a tag: measures to print by, sheets to cut and read."""
    yield folder / "alphabet.scad", tagged_sheets.alphabet_scad()
    drawn = tagged_sheets.letters(LETTER_ROOM)
    yield folder / "letters.svg", drawn.svg()
    for name, sheet in tagged_sheets.cuts():
        yield folder / f"{name}.svg", laser(sheet)
    for code in CODES:
        yield folder / f"fit-{code}.pdf", sheets.whole([tagged_sheets.fit(code)])


def main() -> int:
    """Write every print, or say which ones differ from what would be written."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--write", action="store_true")
    given.add_argument("--check", action="store_true")
    if given.parse_args().write:
        for path, data in prints():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        return 0
    differ = [
        path.relative_to(ROOT)
        for path, data in prints()
        if not path.exists() or path.read_bytes() != data
    ]
    for path in differ:
        print(f"{path}: differs; python tools/build_prints.py --write")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
