"""
Draw the sheets to print for a board: overlays, alphabet, tags, dimensions of parts.

    python tools/build_prints.py --write | --check

Each build's overlay is computed from its profile: hardware/BUILD/print/. Sheets for all
builds lie in hardware/print/.
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
from box_sheets import box, case_size  # noqa: E402 - needs the path
from laser import laser  # noqa: E402 - needs the path
from letter_sheets import letter_sheets  # noqa: E402 - needs the path
from overlay_sheets import (  # noqa: E402 - needs the path
    BEZEL_MM,
    BUTTON_MM,
    LAMP_MM,
    LAMPS_AT,
    LETTER_ROOM,
    OPENING_MM,
    READER_MODULES,
    RING_MM,
    RING_PLAY_MM,
    SCREEN_MODULES,
    SCREENS_MM,
    TOKEN_MM,
    ZONE_MM,
    chip_of,
    cover,
    overlay,
)
from piece_sheets import piece_sheets  # noqa: E402 - needs the path
from query_sheets import query_sheets  # noqa: E402 - needs the path
from sheets import PALE, Sheet  # noqa: E402 - needs the path
from zone_sheets import zone_sheets  # noqa: E402 - needs the path

from firmware_host.app.content.languages import load_language  # noqa: E402 - needs the path
from firmware_host.board.catalogue import pieces, tiles  # noqa: E402 - needs the path
from firmware_host.board.pieces import KINDS, Kind  # noqa: E402 - needs the path
from firmware_host.games.wqrdles.rules import LENGTHS  # noqa: E402 - needs the path
from firmware_host.languages import CODES  # noqa: E402 - needs the path
from firmware_host.settings.profile import Profile, load_profile  # noqa: E402 - needs the path

HARDWARE = ROOT / "hardware"

#: Sheets that a browser prints from the pages.
PAGES = ROOT / "firmware_host/web/static/print"

# --- the board, in mm ---------------------------------------------------------------

#: A round sticker with an NTAG213 in it.
TAG_MM = 25.0

SCAD = {
    "lamp_mm": LAMP_MM,
    "button_mm": BUTTON_MM,
    "zone_mm": ZONE_MM,
    "token_mm": TOKEN_MM,
    "ring_mm": RING_MM,
    "ring_play_mm": RING_PLAY_MM,
    "bezel_mm": BEZEL_MM,
    "lamps_at": LAMPS_AT,
}


# --- what every board shares --------------------------------------------------------


def alphabet() -> Sheet:
    """Return the sheet of all letters, each with its pieces and their number."""
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
    """Return pages of 6 x 9 round labels to cut out and stick on tags."""
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
    """Return the dimensions of this board as OpenSCAD text for parts.scad."""
    lines = [f"// {profile.name}: made by tools/build_prints.py from board.toml"]
    lines.append("include <../../print/parts.scad>")
    numbers: dict[str, object] = dict(SCAD)
    if chip := chip_of(profile):
        wide, high = READER_MODULES[chip]
        numbers |= {"module_wide": wide, "module_high": high, "opening_mm": OPENING_MM}
    places = (name for name in ("1", "table", "maker") if name in profile.screens)
    chips = (profile.screens[name].chip for name in places)
    numbers["screens"] = [[*SCREEN_MODULES[chip], *SCREENS_MM[chip]] for chip in chips]
    if "maker" in profile.screens:
        numbers["case_size"] = list(case_size(profile))
    lines += [f"{name} = {value};" for name, value in numbers.items()]
    lines.append(f"zones = {profile.zones};")
    return ("\n".join(lines) + "\n").encode()


# --- files --------------------------------------------------------------------------


def prints() -> Iterator[tuple[Path, bytes]]:
    """Yield the path and the content of every file."""
    for path in sorted(HARDWARE.glob("*/board.toml")):
        if path.parent.name == "simulated":
            continue
        profile, folder = load_profile(path), path.parent / "print"
        sheet, title = overlay(profile), f"Letterzone {profile.name}"
        yield folder / "overlay.svg", sheet.svg()
        yield folder / "overlay-laser.svg", laser(sheet)
        yield folder / "box-laser.svg", laser(box(profile))
        yield folder / "cover-laser.svg", laser(cover(profile), bare=True)
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
    """Yield the files for pieces with a tag: dimensions, and sheets to cut."""
    yield folder / "alphabet.scad", tagged_sheets.alphabet_scad()
    drawn = tagged_sheets.letters(LETTER_ROOM)
    yield folder / "letters.svg", drawn.svg()
    for name, sheet in tagged_sheets.cuts():
        yield folder / f"{name}.svg", laser(sheet)
    for code in CODES:
        yield folder / f"fit-{code}.pdf", sheets.whole([tagged_sheets.fit(code)])


def main() -> int:
    """Write every sheet, or print which ones are out of date."""
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
