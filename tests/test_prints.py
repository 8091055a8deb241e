"""The prints of a board: drawn from its profile, complete and of the right size."""

import re
import subprocess
import sys
from itertools import combinations, product
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from firmware_host.app.content.languages import load_language, load_texts
from firmware_host.app.system.hardware import FOLDER
from firmware_host.board.pieces import KINDS, PIECES_IN_BOX
from firmware_host.games.wqrdles.rules import LENGTHS
from firmware_host.languages import CODES
from firmware_host.words.poses import DEEP, LONG
from firmware_host.words.query_cards import SIDES, QueryCards
from tests import solids

TOOLS = Path(__file__).parent.parent / "tools"
sys.path.insert(0, str(TOOLS))

import box_sheets  # noqa: E402 - needs the path
import build_prints  # noqa: E402 - needs the path
import laser  # noqa: E402 - needs the path
import overlay_sheets  # noqa: E402 - needs the path
import pictures  # noqa: E402 - needs the path
import piece_sheets  # noqa: E402 - needs the path
import sheets  # noqa: E402 - needs the path
from letter_sheets import letter_sheets  # noqa: E402 - needs the path
from query_sheets import query_sheets  # noqa: E402 - needs the path
from sheets import Sheet  # noqa: E402 - needs the path
from tagged_sheets import GROUPS  # noqa: E402 - needs the path
from zone_sheets import COLOURS, zone_sheets  # noqa: E402 - needs the path

BUILDS = sorted(
    path.parent.name
    for path in FOLDER.glob("*/board.toml")
    if path.parent.name != "simulated"
)
SHARED = FOLDER / "print"
BARE = {
    "cover-laser",
    *(f"cut-{group}-{layer}" for group in GROUPS for layer in ("roof", "ring")),
}
PLAIN_PARTS = ("lamp_holder", "reader_tray", "notch", "token_ring", "case_floor")

#: A small printer's bed; across a nut of a button of 12 mm.
BED_MM, NUT_MM = 120, 14


def pages(pdf: Path) -> list[tuple[float, float]]:
    """Return width and height of each page, in mm."""
    told = subprocess.run(
        ["pdfinfo", "-l", "99", pdf],  # noqa: S607 - Debian's own
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    sizes = re.findall(r"size:\s+([\d.]+) x ([\d.]+) pts", told)
    return [(float(x) / 72 * 25.4, float(y) / 72 * 25.4) for x, y in sizes]


def words(pdf: Path) -> str:
    """Return the text of a PDF."""
    told = subprocess.run(
        ["pdftotext", "-layout", pdf, "-"],  # noqa: S607 - Debian's own
        capture_output=True,
        text=True,
        check=True,
    )
    return told.stdout


def test_a_print_that_differs_is_named(capsys, monkeypatch):
    """A changed print is reported by its name."""
    others = [(SHARED / "alphabet.svg", b"<svg/>")]
    monkeypatch.setattr(build_prints, "prints", lambda: iter(others))
    monkeypatch.setattr(sys, "argv", ["build_prints.py", "--check"])
    assert build_prints.main() == 1
    assert "hardware/print/alphabet.svg: differs" in capsys.readouterr().out


@pytest.mark.parametrize("build", BUILDS)
def test_an_overlay_is_printed_at_full_size(build):
    """The overlay has its full size with a ruler, and its parts fit on A4."""
    folder = FOLDER / build / "print"
    (whole,) = pages(folder / "overlay.pdf")
    profile = build_prints.load_profile(FOLDER / build / "board.toml")
    assert whole[0] == pytest.approx(12 + max(profile.zones, 3) * 59, abs=0.2)
    assert "50 mm" in words(folder / "overlay.pdf")
    parts = pages(folder / "overlay-a4.pdf")
    assert len(parts) == (1 if whole[0] <= 190 else 2)
    assert all(part == pytest.approx((210, 297), abs=0.2) for part in parts)


@pytest.mark.parametrize("build", BUILDS)
def test_words_of_each_length_begin_on_the_one_overlay(build):
    """The overlay has an arrow for words of each length that the board plays."""
    profile = build_prints.load_profile(FOLDER / build / "board.toml")
    zones = range(1, profile.zones + 1)
    begin = [
        one for zone in zones for one in overlay_sheets.starts(zone, profile.zones)
    ]
    assert sorted(begin) == list(range(3, profile.zones + 1))
    drawn = (FOLDER / build / "print" / "overlay.svg").read_text()
    assert len(re.findall(r'd="M[^"]*Z"[^>]*fill="#1a1a1a"', drawn)) == len(begin)


@pytest.mark.parametrize("build", BUILDS)
def test_no_token_covers_a_hole(build):
    """No NO token covers a hole, and no two holes meet."""
    profile = build_prints.load_profile(FOLDER / build / "board.toml")
    drawn = overlay_sheets.overlay(profile).svg().decode()
    before, _, rest = drawn.partition('<g id="cut">')
    cut, _, after = rest.partition("</g>")
    engraved = before + after
    tokens = [one for one in circles(engraved) if one[2] == overlay_sheets.TOKEN_MM / 2]
    holes = circles(cut)
    assert len(tokens) == 4 * profile.zones
    for at, (x, y, radius) in enumerate(holes):
        for u, v, other in (*tokens, *holes[at + 1 :]):
            assert ((x - u) ** 2 + (y - v) ** 2) ** 0.5 > radius + other


def lie_on_top(profile):
    """Yield each item on the overlay: its name, centre and half sizes in mm."""
    whole = overlay_sheets.overlay(profile).svg().decode()
    before, _, rest = whole.partition('<g id="cut">')
    cut, _, after = rest.partition("</g>")
    token = overlay_sheets.TOKEN_MM / 2
    for x, y, radius in circles(before + after):
        if radius == token:
            yield "token_ring", x, y, overlay_sheets.RING_MM / 2, None
    heads = {
        overlay_sheets.BUTTON_MM / 2: ("button", overlay_sheets.HEAD_MM / 2),
        overlay_sheets.LAMP_MM / 2: ("lamp", overlay_sheets.LAMP_MM / 2),
    }
    for x, y, radius in circles(cut):
        yield heads[radius][0], x, y, heads[radius][1], None
    sizes = {overlay_sheets.window(profile, name) for name in profile.screens}
    windows = re.findall(
        r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"', cut
    )
    for x, y, wide, high in (tuple(map(float, one)) for one in windows):
        if (wide, high) in sizes:
            edge = overlay_sheets.BEZEL_MM
            half = wide / 2 + edge, high / 2 + edge
            yield "bezel", x + wide / 2, y + high / 2, *half


def room_between(one, other):
    """Return the gap in mm between two items on the overlay; one must be round."""
    if one[4] is not None:
        one, other = other, one
    _, x, y, radius, tall = one
    assert tall is None
    _, u, v, wide, high = other
    if high is None:
        return ((x - u) ** 2 + (y - v) ** 2) ** 0.5 - radius - wide
    beside = max(abs(x - u) - wide, 0), max(abs(y - v) - high, 0)
    return (beside[0] ** 2 + beside[1] ** 2) ** 0.5 - radius


def too_near(profile):
    """Return the pairs of items on the overlay with a gap below 0.5 mm."""
    things = list(lie_on_top(profile))
    return [
        (one, other)
        for one, other in combinations(things, 2)
        if None in (one[4], other[4]) and room_between(one, other) < 0.499
    ]


@pytest.mark.parametrize("build", BUILDS)
def test_each_token_ring_lies_beside_all_else(build):
    """Rings, heads of buttons, lamps and bezels; no button is on the letter."""
    profile = build_prints.load_profile(FOLDER / build / "board.toml")
    things = list(lie_on_top(profile))
    assert sum(name == "token_ring" for name, *_ in things) == 4 * profile.zones
    assert too_near(profile) == []
    letter = overlay_sheets.EDGE_MM + overlay_sheets.LETTER_AT[profile.input]
    for name, _, y, half, _ in things:
        if name == "token_ring":
            assert y + half < letter
        elif name == "button":
            assert not letter < y + half < letter + overlay_sheets.LETTER_MM / 2


def test_a_ring_that_meets_a_button_or_a_ring_is_found(monkeypatch):
    """Rings that meet a button or each other are found."""
    buttons, full = (
        build_prints.load_profile(FOLDER / build / "board.toml")
        for build in ("buttons", "full")
    )
    monkeypatch.setattr(overlay_sheets, "RING_MM", 23.2)
    pairs = [{one[0], other[0]} for one, other in too_near(full)]
    assert pairs == [{"token_ring"}] * 2 * full.zones
    monkeypatch.setattr(overlay_sheets, "SYMBOL_BUTTON", 16.7)
    pairs = [{one[0], other[0]} for one, other in too_near(buttons)]
    assert pairs.count({"token_ring", "button"}) == 4 * buttons.zones


def circles(svg):
    """Return the middle and the radius of each circle."""
    found = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"', svg)
    return [tuple(map(float, one)) for one in found]


@pytest.mark.parametrize(
    "path",
    [
        *(FOLDER / build / "print" / "overlay-laser.svg" for build in BUILDS),
        FOLDER / "full" / "print" / "cover-laser.svg",
        FOLDER / "full" / "print" / "box-laser.svg",
        *sorted((FOLDER / "pieces").glob("cut-*.svg")),
    ],
    ids=lambda path: f"{path.parent.parent.name}-{path.stem}",
)
def test_a_laser_is_told_what_to_cut_and_what_to_engrave(path):
    """Two layers of two colours, every cut a hairline, no letter left as text."""
    drawn = ET.parse(path).getroot()  # noqa: S314 - our own
    layers = {one.get("id"): list(one) for one in drawn}
    assert list(layers) == ["engrave", "cut"]
    assert layers["cut"]
    assert bool(layers["engrave"]) == (path.stem not in BARE)
    for shape in layers["cut"]:
        own = [shape.get(name) for name in ("stroke", "fill", "stroke-width")]
        assert own == [laser.CUT, "none", laser.HAIR_MM]
        assert shape.tag.endswith(("rect", "circle", "path"))
        assert shape.get("d", "Z").endswith("Z")
    for shape in layers["engrave"]:
        assert not shape.tag.endswith("text")
        assert {shape.get("stroke"), shape.get("fill")} <= {laser.ENGRAVE, "none", None}


@pytest.mark.parametrize("build", BUILDS)
def test_each_reader_has_its_opening_in_the_cover(build):
    """Each reader has an opening in the cover, which meets no hole."""
    profile = build_prints.load_profile(FOLDER / build / "board.toml")
    whole = overlay_sheets.overlay(profile)
    openings = list(overlay_sheets.readers(profile, whole))
    pads = len(profile.pico.readers) if profile.pico is not None else 0
    assert len(openings) == pads + bool(profile.reader_port)
    holes = circles(
        whole.svg().decode().partition('<g id="cut">')[2].partition("</g>")[0]
    )
    for x, y, (wide, high) in openings:
        half = (
            (wide + overlay_sheets.OPENING_MM) / 2,
            (high + overlay_sheets.OPENING_MM) / 2,
        )
        for u, v, radius in holes:
            beside = max(abs(u - x) - half[0], 0), max(abs(v - y) - half[1], 0)
            assert (beside[0] ** 2 + beside[1] ** 2) ** 0.5 > radius + 0.5
    cut = (FOLDER / build / "print" / "cover-laser.svg").read_text()
    before = (FOLDER / build / "print" / "overlay-laser.svg").read_text()
    before = before.partition('id="cut"')[2]
    assert cut.count("<rect") == before.count("<rect") + len(openings)
    assert cut.count("<circle") == before.count("<circle")


def area(edge):
    """Return the area of a closed line."""
    around = zip(edge, [*edge[1:], edge[0]], strict=True)
    return abs(sum(x * v - u * y for (x, y), (u, v) in around)) / 2


@pytest.mark.parametrize("build", BUILDS)
def test_the_box_is_full_at_every_edge(build):
    """Floor and walls hold as much wood as the box: no finger meets another."""
    profile = build_prints.load_profile(FOLDER / build / "board.toml")
    wide, deep = box_sheets.inner_size(profile)
    thick, high = box_sheets.THICK_MM, box_sheets.HIGH_MM
    wood = sum(map(area, box_sheets.panels(wide, deep).values())) * thick
    hollow = (wide - 2 * thick) * (deep - 2 * thick) * (high - thick)
    assert wood == pytest.approx(wide * deep * high - hollow)


def test_a_wrong_finger_is_found():
    """Sides that all begin with a finger would make the corners double."""
    right = box_sheets.panels(200, 100)
    twice = box_sheets._panel(100, box_sheets.HIGH_MM, (None, 0, 1, 0))
    assert area(twice) != pytest.approx(area(right["left"]))


def test_every_hole_of_the_profile_is_cut():
    """Screens, lamps and buttons, and the edge; nothing that only shows the way."""
    profile = build_prints.load_profile(FOLDER / "full" / "board.toml")
    path = FOLDER / "full" / "print" / "overlay-laser.svg"
    drawn = ET.parse(path).getroot()  # noqa: S314 - our own
    cut = [shape.tag.rpartition("}")[2] for shape in drawn[1]]
    shown = set(profile.screens) - {"maker"}  # it is behind the lid
    shut = {"service"}
    buttons = (set(profile.buttons) | set(profile.pico.buttons)) - shut
    assert cut.count("rect") == len(shown) + 1
    assert cut.count("circle") == 2 * len(profile.lamps) + len(buttons)


def test_a_letter_is_cut_into_as_it_is_read():
    """The outline of an engraved letter has the text's size and place."""
    sheet = Sheet(40, 20).text(20, 15, "I", size=10)
    path = ET.fromstring(laser.laser(sheet))[0][0].get("d")  # noqa: S314 - our own
    numbers = re.findall(r"[MLHV]([\d.]+)(?:[ ,]([\d.]+))?", path)
    assert numbers
    across = [float(x) for letter, x in re.findall(r"([MLH])([\d.]+)", path)]
    assert (min(across) + max(across)) / 2 == pytest.approx(20, abs=0.3)
    assert re.search(r"V8\.|,8\.| 8\.", path)  # 0.7 of the size above its foot


def test_a_sheet_is_cut_so_that_nothing_is_lost():
    """Each corner of a large sheet is on one of its parts, and so is its middle."""
    sheet = Sheet(400, 300)
    for x, y in product((10, 200, 390), (10, 150, 290)):
        sheet.text(x, y, f"{x}:{y}", size=4)
    path = sheets.in_parts(sheet, "Test")
    assert path.count(b"/Type /Page\n") == 6


@pytest.mark.parametrize(
    ("name", "labels"),
    [("pieces", sum(PIECES_IN_BOX)), ("tiles-en", 82), ("tiles-de", 78)],
)
def test_there_is_a_label_for_each_thing_of_the_box(name, labels):
    """There is a label for each piece or tile of the box."""
    drawn = [path.read_text() for path in SHARED.glob(f"tags-{name}-*.svg")]
    rings = sum(svg.count(f'r="{build_prints.TAG_MM / 2}"') for svg in drawn)
    assert rings == labels


def test_the_alphabet_shows_every_letter():
    """The printed alphabet names all 26 letters."""
    read = words(SHARED / "alphabet.pdf").split()
    assert {chr(number) for number in range(65, 91)} <= set(read)


@pytest.mark.ci
@pytest.mark.parametrize(
    ("part", "which"),
    [
        *(("lamp_mark", which) for which in (0, 1)),
        *(("number", which) for which in (1, 6)),
        *(("player", which) for which in range(4)),
        *(("bezel", which) for which in (0, 1)),
        *(("screen_clamp", which) for which in (0, 1)),
        *((part, 0) for part in PLAIN_PARTS),
        *(pytest.param(part, 0, marks=pytest.mark.long) for part in ("case", "lid")),
    ],
)
def test_each_printed_part_is_a_body(tmp_path, part, which):
    """Each printed part is one closed body, flat on the bed and small enough."""
    body = printed(tmp_path, part, which)
    assert solids.open_edges(body) == []
    assert solids.volume(body) > 20
    assert solids.bodies(body) == 1
    low = min(float(z) for one in body for _, _, z in one)
    assert low == pytest.approx(0, abs=1e-3)
    wide, deep, high = solids.size(body)
    assert max(wide, deep) < BED_MM
    assert 1 < high < 40


def printed(folder, part, which, build="full"):
    """Return the triangles of a part of a board."""
    return solids.made(folder, *scad(part, which, build))


def scad(part, which, build="full"):
    source = FOLDER / build / "print" / "board.scad"
    return source, "-D", f'part="{part}"', "-D", f"which={which}"


def test_a_ring_is_as_wide_as_the_overlay_has_room_for(tmp_path):
    """The ring that OpenSCAD makes has the width of the computed clearances."""
    wide, deep, _ = solids.size(printed(tmp_path, "token_ring", 0, "buttons"))
    assert (wide, deep) == pytest.approx((overlay_sheets.RING_MM,) * 2, abs=0.01)


@pytest.mark.parametrize("chip", overlay_sheets.SCREEN_MODULES)
def test_a_screen_of_each_size_has_its_bezel_and_its_clamp(tmp_path, chip):
    """Bezel and clamp of each screen fit its module and its window."""
    module = overlay_sheets.SCREEN_MODULES[chip]
    shown = overlay_sheets.SCREENS_MM[chip]
    source, *given = scad("bezel", 0)
    screens = f"screens=[{[*module, *shown]}]"
    wide, deep, _ = solids.size(solids.made(tmp_path, source, *given, "-D", screens))
    edge = 2 * overlay_sheets.BEZEL_MM
    assert (wide, deep) == pytest.approx((shown[0] + edge, shown[1] + edge))
    given[1] = 'part="screen_clamp"'
    wide, deep, _ = solids.size(solids.made(tmp_path, source, *given, "-D", screens))
    assert module[0] + 5 < wide < module[0] + 8
    assert deep < module[1]


@pytest.mark.long
def test_a_holder_takes_a_lamp_and_its_lips_keep_it(tmp_path):
    """An LED of 5 mm is free in its seat; half a millimetre lower it is not."""
    assert solids.is_nothing(tmp_path, *scad("led_meets", 0))
    assert not solids.is_nothing(tmp_path, *scad("led_meets", 50))
    assert overlay_sheets.LAMP_MM > 5  # the hole of the cover


@pytest.mark.long
def test_a_clamp_holds_its_screen_and_no_lamp_is_in_its_way(tmp_path):
    """A clamp does not meet the lamps' holders."""
    source, *given = scad("clamp_meets", 0)
    assert solids.is_nothing(tmp_path, source, *given)
    nearer = ("-D", "lamps_at=18")
    assert not solids.is_nothing(tmp_path, source, *given, *nearer)


#: A screen's module with a header of four pins behind it, 0.3 to 3.3 mm from its upper
#: edge, and with a plug on the pins.
WITH_PLUG = """
include <{board}>
plug_from = 0;
module screen_hangs() {{
  size = [screens[which][0], screens[which][1]];
  translate([-size[0] / 2, -size[1] / 2, 0])
    cube([size[0], size[1], screen_thick - 0.1]);
  translate([-4 * 2.54 / 2, 0.3 - size[1] / 2 + plug_from, screen_thick - 0.2])
    cube([4 * 2.54, 3, 14]);
}}
"""


@pytest.mark.long
@pytest.mark.parametrize("which", [0, 1])
def test_a_clamp_has_a_notch_for_its_screens_header(tmp_path, which):
    """The pins with their plug are free; 4 mm lower they are not."""
    board, *given = scad("clamp_meets", which)
    source = tmp_path / "plug.scad"
    source.write_text(WITH_PLUG.format(board=board), encoding="utf-8")
    apart = ("-D", "lamps_at=40")  # a screen of the table has no lamps beside it
    assert solids.is_nothing(tmp_path, source, *given, *apart)
    assert not solids.is_nothing(tmp_path, source, *given, *apart, "-D", "plug_from=4")


@pytest.mark.parametrize("build", ["full", "station"])
def test_a_tray_takes_a_whole_reader_and_holds_it(tmp_path, build):
    """Board, header, pins and parts are free; a tenth lower all corners are stopped."""
    assert solids.bodies(printed(tmp_path, "reader_tray", 0, build)) == 1
    assert solids.is_nothing(tmp_path, *scad("tray_meets", 0, build))
    held = printed(tmp_path, "tray_meets", 10, build)
    profile = build_prints.load_profile(FOLDER / build / "board.toml")
    wide, high = overlay_sheets.READER_MODULES[overlay_sheets.chip_of(profile)]
    corners = [(float(x), float(y)) for one in held for x, y, _ in one]
    for x, y in product((-wide / 2, wide / 2), (-high / 2, high / 2)):
        assert any(abs(x - u) + abs(y - v) < 0.1 for u, v in corners)


@pytest.mark.long
@pytest.mark.parametrize("degrees", [0, 30, 60, 95])
def test_the_lid_opens_and_never_meets_its_case(tmp_path, degrees):
    source, *given = scad("lid_meets", degrees)
    assert solids.is_nothing(tmp_path, source, *given)


@pytest.mark.long
def test_the_case_is_screwed_on_where_the_wall_has_its_holes(tmp_path):
    """Two screws and a cable, as far apart and as high in both; level with all."""
    profile = build_prints.load_profile(FOLDER / "full" / "board.toml")
    wide, long, high = box_sheets.case_size(profile)
    body = printed(tmp_path, "lid_on", 0)
    edge = {(float(y), float(z)) for one in body for x, y, z in one
            if float(x) == wide + box_sheets.PAD_MM}  # fmt: skip
    corners = {(y, z) for y in (4.0, long - 4) for z in (0.0, high - 12)}
    found = []
    for at, size in ((8, 3.4), (long / 2, 7), (long - 8, 3.4)):
        around = [one for one in edge - corners if abs(one[0] - at) <= size / 2 + 0.01]
        middles = [(min(part) + max(part)) / 2 for part in zip(*around, strict=True)]
        found.append((*middles, size / 2))
    drawn = box_sheets.box(profile).svg().decode()
    top = drawn_at(profile)
    level = box_sheets.HIGH_MM + box_sheets.THICK_MM - high
    wall = [
        (x - box_sheets.APART_MM - box_sheets.CASE_AT,
         box_sheets.HIGH_MM - (y - top) - level, radius)
        for x, y, radius in circles(drawn)
        if top < y < top + box_sheets.HIGH_MM
    ]  # fmt: skip
    assert [pytest.approx(one, abs=0.05) for one in found] == wall


def drawn_at(profile):
    """Return where the left wall begins on the sheet of the box."""
    apart = box_sheets.APART_MM
    return (
        apart
        + box_sheets.inner_size(profile)[1]
        + apart
        + 2 * (box_sheets.HIGH_MM + apart)
    )


@pytest.mark.long
def test_the_open_lid_stands_on_its_heel(tmp_path):
    """A little behind upright, so it stays; there the case holds it."""
    source, *given = scad("lid_meets", 110)
    assert not solids.is_nothing(tmp_path, source, *given)


@pytest.mark.parametrize("build", BUILDS)
def test_nothing_meets_in_the_box(build):
    """Below the cover and on the floor: each part beside the other, off the walls."""
    profile = build_prints.load_profile(FOLDER / build / "board.toml")
    whole, edge = overlay_sheets.overlay(profile), 1 + box_sheets.THICK_MM
    right = whole.width - edge
    foot = whole.height - overlay_sheets.LEGEND_MM - edge
    for parts in (hang(profile), stand_on_floor(profile)):
        assert len(parts) >= 2
        for name, x, y, wide, high in parts:
            assert edge <= x - wide / 2 < x + wide / 2 <= right, name
            assert edge <= y - high / 2 < y + high / 2 <= foot, name
        assert [pair for pair in combinations(parts, 2) if meet(*pair)] == []


def test_parts_that_meet_are_found(monkeypatch):
    """The buttons of the zones a little lower, and one's nut is on the rack's tray."""
    profile = build_prints.load_profile(FOLDER / "full" / "board.toml")
    monkeypatch.setattr(overlay_sheets, "BUTTON_UP", 5.0)
    assert any(meet(*pair) for pair in combinations(hang(profile), 2))


def meet(one, other):
    """Return whether two parts overlap, by their middles and sizes."""
    _, x, y, wide, high = one
    _, u, v, broad, tall = other
    return abs(x - u) < (wide + broad) / 2 and abs(y - v) < (high + tall) / 2


def hang(profile):
    """Return the parts below the cover, with their middles and sizes."""
    whole = overlay_sheets.overlay(profile)
    cut = whole.svg().decode().partition('<g id="cut">')[2].partition("</g>")[0]
    found = [
        ("button", x, y, NUT_MM, NUT_MM)
        for x, y, radius in circles(cut)
        if radius == overlay_sheets.BUTTON_MM / 2
    ]
    for x, y, (wide, high) in overlay_sheets.readers(profile, whole):
        turned = (wide, high) not in overlay_sheets.READER_MODULES.values()
        more = (0, 8) if turned else (8, 0)
        found.append(("tray", x, y, wide + more[0], high + more[1]))
    sizes = {
        size: overlay_sheets.SCREEN_MODULES[chip]
        for chip, size in overlay_sheets.SCREENS_MM.items()
    }
    windows = re.findall(
        r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"', cut
    )
    for x, y, wide, high in (tuple(map(float, one)) for one in windows):
        if module := sizes.get((wide, high)):
            found.append(
                ("screen", x + wide / 2, y + high / 2, module[0] + 7, module[1])
            )
    return found


def stand_on_floor(profile):
    """Return the boards on the floor; a Zero takes less than a large Pi's place."""
    drawn = ET.fromstring(pictures.places(profile).svg())  # noqa: S314 - our own
    sizes = (pictures.PICO_SIZE, pictures.STRIP_SIZE, pictures.STRIP_SIZE[::-1],
             pictures.ROW_SIZE, pictures.LARGE_PI_SIZE)  # fmt: skip
    names = ("x", "y", "width", "height")
    boxes = [
        tuple(float(one.get(name, 0)) for name in names)
        for one in drawn
        if one.tag.endswith("rect") and one.get("stroke") == pictures.UNDER
    ]
    return [
        ("board", x + wide / 2, y + high / 2, wide, high)
        for x, y, wide, high in boxes
        if (round(wide, 1), round(high, 1)) in sizes
    ]


def test_there_is_no_other_part(tmp_path):
    """A name that is mistyped makes nothing."""
    made = subprocess.run(
        [
            *("openscad", "-q", "-o", tmp_path / "x.stl", "-D", 'part="lamp"'),
            FOLDER / "print" / "parts.scad",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode != 0
    assert "there is no part lamp" in made.stderr


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("length", LENGTHS)
def test_each_query_card_is_printed_as_the_board_deals_it(code, length):
    """Each printed query card has the words of the board; fronts fit backs."""
    path = SHARED / f"query-cards-{code}-{length}.pdf"
    cards = QueryCards(load_language(code), length)
    read = words(path).split()

    assert pages(path) == [pytest.approx((210, 297), abs=0.2)] * 8
    assert {str(side) for side in range(1, SIDES + 1)} <= set(read)
    for side in (1, 17, SIDES):
        assert set(cards.card(side)) <= set(read)
    front, back = (page.svg().decode() for page in query_sheets(code, length)[:2])
    assert place(front, "1")[0] + place(back, "2")[0] == pytest.approx(210)
    assert place(front, "1")[1] == place(back, "2")[1]


def place(svg, text):
    """Return the position of a text."""
    found = re.search(rf'<text x="([\d.]+)" y="([\d.]+)"[^>]*>{text}</text>', svg)
    return float(found[1]), float(found[2])


@pytest.mark.parametrize("code", CODES)
def test_every_letter_card_of_keyword_is_printed(code):
    """There are as many printed cards of each letter as in the game."""
    path = SHARED / f"letter-cards-{code}.pdf"
    lines = words(path).splitlines()
    said = "\n".join(line for line in lines if "KEYWORD" not in line)
    decks = load_language(code).cards

    for letter in decks["orange"]:
        has = sum(deck[letter] for deck in decks.values())
        assert said.count(letter) == 2 * has  # large, and in the corner
    ones = sum(count >= 1 for deck in decks.values() for count in deck.values())
    numbers = re.findall(r"\d+", said)  # for the tags: which of its letter each is
    assert numbers.count("1") == ones
    assert {tuple(map(round, size)) for size in pages(path)} == {(210, 297)}
    round_edges = [page.svg().count(b'rx="9"') for page in letter_sheets(code)]
    assert sum(round_edges) == sum(decks["orange"].values())


def test_a_zone_card_is_told_by_number_dots_and_colour():
    """A sheet for each pupil and a page for each zone; the wall shows the same."""
    path = SHARED / "zone-cards.pdf"
    assert pages(path) == [pytest.approx((210, 297), abs=0.2)] * 7
    first, *large = (page.svg().decode() for page in zone_sheets())
    styles = Path(build_prints.PAGES).parent / "pages" / "wall.css"
    for zone, (page, colour) in enumerate(zip(large, COLOURS, strict=True), 1):
        assert page.count("<circle") == zone
        assert page.count(f'fill="{colour}"') == zone
        assert first.count(f'fill="{colour}"') == zone
        assert f">{zone}</text>" in page
        assert f"--card-{zone}: {colour};" in styles.read_text()
    assert (build_prints.PAGES / "zone-cards.svg").read_text() == first


@pytest.mark.parametrize("page", range(2))
def test_a_zone_card_can_be_read_across_a_room(page):
    """The number on a zone card is at least 40 mm high: 5 mm are read at one metre."""
    sizes = re.findall(r'font-size="([\d.]+)"', zone_sheets()[page].svg().decode())
    assert max(map(float, sizes)) * 0.72 >= 40


def test_each_letter_piece_of_the_box_is_printed_on_card():
    """Each piece of the box is printed on card, with its name in every language."""
    path = SHARED / "letter-pieces.pdf"
    assert {tuple(map(round, size)) for size in pages(path)} == {(210, 297)}
    drawn = "".join(page.svg().decode() for page in piece_sheets.piece_sheets())
    for kind, count in zip(KINDS, PIECES_IN_BOX, strict=True):
        assert drawn.count(f'stroke="{sheets.COLOURS[kind]}"') == count
        for code in CODES:
            assert (
                drawn.count(f">{load_texts(code).find(f'kind-{kind}', 'page')}<")
                == count
            )


def test_letters_form_of_the_printed_pieces():
    """The printed pieces have the sizes of the alphabet, and are within the page."""
    sticks, curves, _ = (page.svg().decode() for page in piece_sheets.piece_sheets())
    for kind in KINDS:
        text = curves if kind in DEEP else sticks
        paths = re.findall(rf'd="(M[^"]+)" stroke="{sheets.COLOURS[kind]}"', text)
        for path in paths:
            numbers = [float(one) for one in re.findall(r"[\d.]+", path)]
            across, down = numbers[::2], numbers[1::2]
            unit = piece_sheets.UNIT_MM
            assert max(down) - min(down) == pytest.approx(LONG[kind] * unit, abs=0.01)
            deep = DEEP.get(kind, 0) * unit
            assert max(across) - min(across) == pytest.approx(deep, abs=0.01)
            edge = piece_sheets.BROAD_MM / 2 + 5  # what no printer reaches
            assert edge < min(across) <= max(across) < 210 - edge
            assert edge < min(down) <= max(down) < 297 - edge


def test_no_two_printed_pieces_touch():
    """Printed pieces have paper between them."""
    for page in piece_sheets.piece_sheets()[:2]:
        lines = []
        for path in re.findall(r'd="(M[^"]+)" stroke="#1a1a1a"', page.svg().decode()):
            numbers = [float(one) for one in re.findall(r"[\d.]+", path)]
            ends = list(zip(numbers[::2], numbers[1::2], strict=True))
            lines.append(ends if len(ends) > 2 else between(*ends))
        apart = min(
            ((x - u) ** 2 + (y - v) ** 2) ** 0.5
            for at, one in enumerate(lines)
            for other in lines[at + 1 :]
            for x, y in one
            for u, v in other
        )
        assert apart > piece_sheets.BROAD_MM + 1


def between(start, end):
    """Return points of a straight line."""
    return [
        (
            start[0] + (end[0] - start[0]) * n / 20,
            start[1] + (end[1] - start[1]) * n / 20,
        )
        for n in range(21)
    ]


def test_the_tokens_of_the_box_are_printed_too():
    """NO tokens, three guess tokens in each of four symbols, bonus and Decipher."""
    tokens = piece_sheets.piece_sheets()[2].svg().decode()
    assert tokens.count(f'r="{piece_sheets.TOKEN_MM / 2:.0f}"') == 20 + 12 + 3 + 1
    assert tokens.count(">?<") == 12
    assert tokens.count(">+2<") == 3
