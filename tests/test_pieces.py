"""Letter pieces with a tag: letters fit into a zone, and printed parts are solid."""

import math
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from firmware_host.app.content.languages import load_language
from firmware_host.app.system.hardware import FOLDER
from firmware_host.board.pieces import KINDS, PIECES_IN_BOX, Kind
from firmware_host.languages import CODES
from firmware_host.picture.shapes import THICK
from firmware_host.words.poses import DEEP, LONG, Pose, points
from tests import solids

TOOLS = Path(__file__).parent.parent / "tools"
sys.path.insert(0, str(TOOLS))

import feet  # noqa: E402 - needs the path
import overlay_sheets  # noqa: E402 - needs the path
import tagged_sheets  # noqa: E402 - needs the path

PIECES = FOLDER / "pieces"
ROOM = overlay_sheets.LETTER_ROOM
STROKE_MM = THICK * ROOM.unit


def letters(code):
    """Return every letter that is laid of pieces in a language."""
    return sorted(load_language(code).alphabet.builds)


@pytest.mark.parametrize("code", CODES)
def test_no_two_feet_of_a_letter_meet_in_a_zone_of_the_overlay(code):
    """The feet of a letter's pieces stay a stroke apart and within the zone."""
    for letter in letters(code):
        lies = feet.stand(letter, feet.OURS_MM, ROOM)
        assert lies.gap > STROKE_MM, letter
        assert lies.edge > 0, letter  # so the feet of two zones never meet either


@pytest.mark.parametrize("code", CODES)
def test_a_stick_is_only_turned_round_for_its_foot(code):
    """The letter is laid as the alphabet has it."""
    for letter in letters(code):
        lies = feet.stand(letter, feet.OURS_MM, ROOM)
        for pose, drawn in zip(lies.poses, feet.POSES[letter], strict=True):
            assert (pose.kind, pose.x, pose.y) == (drawn.kind, drawn.x, drawn.y)
            assert (pose.turn - drawn.turn) % (360 if pose.kind in DEEP else 180) == 0


def test_the_pages_say_in_how_many_letters_a_piece_lies_on_a_foot():
    """The pages have the number of letters in which a piece lies on a foot."""
    names = [chr(number) for number in range(65, 91)]
    raised = [one for one in names if feet.lies_on_a_foot(one, feet.OURS_MM, ROOM)]
    assert {"H", "V"} <= set(raised)
    assert not {"C", "I", "L", "O", "X"} & set(raised)
    docs = FOLDER.parent / "docs"
    for page, words in (("print.md", "of 26 letters"), ("print.de.md", "von 26")):
        assert f"{len(raised)} {words}" in (docs / page).read_text(encoding="utf-8")


def test_a_foot_in_the_wrong_place_is_found(monkeypatch):
    """Feet in the middle of long sticks would collide in an X."""
    monkeypatch.setattr(feet, "FOOT", {**feet.FOOT, Kind.LONG_STICK: 0})
    assert feet.stand("X", feet.OURS_MM, ROOM).gap < -10


def test_a_sticker_of_25_mm_needs_a_larger_zone():
    """A sticker of 25 mm does not fit the zone, as docs/tags.md says."""
    assert feet.tightest(letters("en"), 25, ROOM).free < 0
    wide = feet.smallest_mm(letters("en"), 25, ROOM)
    assert feet.tightest(letters("en"), 25, ROOM.larger(wide / ROOM.wide)).free >= 0
    assert wide > 85


def test_a_piece_is_printed_as_the_alphabet_has_it():
    """The printed pieces have the measures of the alphabet."""
    assert (PIECES / "alphabet.scad").read_bytes() == tagged_sheets.alphabet_scad()
    told = (PIECES / "alphabet.scad").read_text()
    assert f"long = {[LONG[kind] for kind in KINDS]};" in told
    own = re.sub(r"//.*", "", (PIECES / "pieces.scad").read_text())
    assert not re.search(r"\b(48|24|16|12)\b", own)


@pytest.mark.parametrize("kind", KINDS)
def test_an_outline_is_as_broad_as_a_stroke_everywhere(kind):
    """An outline is half a stroke from the middle line everywhere."""
    pose = Pose(kind, 3, 4, 30)
    line = [at for pair in pairwise(points(pose)) for at in between(*pair)]
    for edge in feet.outline(pose):
        far = min(math.dist(edge, at) for at in line)
        assert far == pytest.approx(THICK / 2, abs=0.12)


def between(start, end):
    return [
        tuple(a + (b - a) * part / 40 for a, b in zip(start, end, strict=True))
        for part in range(41)
    ]


def test_every_piece_is_cut_in_three_layers():
    """Each piece has three layers to cut; the ring alone has a hole for the tag."""
    hole = feet.OURS_MM / 2 + feet.PLAY_MM
    for group, kinds in tagged_sheets.GROUPS.items():
        count = sum(PIECES_IN_BOX[kind.place] for kind in kinds)
        for layer in tagged_sheets.LAYERS:
            cut = (PIECES / f"cut-{group}-{layer}.svg").read_text().split('id="cut"')[1]
            assert cut.count("<path") == count
            holes = re.findall(r'<circle[^>]* r="([\d.]+)"', cut)
            assert holes == ([f"{hole:g}"] * count if layer == "ring" else [])
            assert all(fits(path) for path in re.findall(r'd="([^"]+)"', cut))


def fits(path):
    numbers = [float(one) for one in re.findall(r"[\d.]+", path)]
    wide, high = tagged_sheets.BED_MM
    return min(numbers) > 0 and max(numbers[::2]) < wide and max(numbers[1::2]) < high


@pytest.mark.parametrize("kind", KINDS)
def test_a_piece_and_its_foot_are_cut_as_one(kind):
    """The joint outline of a piece and its foot has no jump and contains both."""
    line = feet.outline(Pose(kind, 0, 0))
    middle, radius = feet.foot(Pose(kind, 0, 0)), feet.foot_mm(feet.OURS_MM) / 2 / 1.3
    whole = tagged_sheets.joined(line, middle, radius)
    steps = [math.dist(*pair) for pair in pairwise([*whole, whole[0]])]
    assert max(steps) < 0.4
    assert tagged_sheets.inside(middle, whole)
    assert all(tagged_sheets.inside(at, whole) for at in points(Pose(kind, 0, 0)))


# --- solids -------------------------------------------------------------------------


def stl(folder, *given):
    """Return the triangles of a part."""
    return solids.made(folder, PIECES / "pieces.scad", *given)


def heights(triangles):
    return sorted({round(float(z), 3) for one in triangles for _, _, z in one})


@pytest.mark.ci
@pytest.mark.parametrize(
    "given",
    [
        *(("piece", f"kind={kind}") for kind in range(4)),
        *(("bar", f"kind={kind}") for kind in (0, 3)),
        ("foot",),
        ("rest",),
        ("clip", "bar_wide=9"),
        ("clip", "tag_mm=18", "tag_high=1.2", "bend_mm=46"),
        ("rest_clip", "bar_wide=5", "bar_high=3"),
    ],
    ids="-".join,
)
def test_each_part_is_a_shut_body_that_stands_flat(tmp_path, given):
    """Each printed part is closed, stands flat on the bed and has a volume."""
    part, *numbers = given
    options = [f'part="{part}"', *numbers]
    body = stl(tmp_path, *(word for one in options for word in ("-D", one)))
    assert solids.open_edges(body) == []
    assert heights(body)[0] == 0
    assert solids.volume(body) > 10


def test_an_open_body_is_found(tmp_path):
    """A body without one face is reported as open."""
    body = stl(tmp_path, "-D", 'part="rest"')
    assert len(solids.open_edges(body[1:])) >= 3


def test_a_tag_lies_in_its_pocket_and_never_rubs(tmp_path):
    """The foot's pocket has room for the tag, and a roof over it."""
    foot = stl(tmp_path, "-D", 'part="foot"')
    low, roof, top = heights(foot)
    assert (low, roof, top) == (0, 0.8, pytest.approx(0.8 + 0.5 + 0.3))
    ring = math.pi / 4 * (feet.foot_mm(15) ** 2 * 1.6 - 15.5**2 * 0.8)
    assert solids.volume(foot) == pytest.approx(ring, rel=0.01)


def test_the_foot_goes_into_the_notch_of_its_bar(tmp_path):
    """Bar and foot together are as high as the piece in one."""
    bar = stl(tmp_path, "-D", 'part="bar"')
    assert heights(bar) == [0, pytest.approx(5 - 1.6), 5]


def test_there_is_no_other_part(tmp_path):
    made = subprocess.run(
        ["openscad", "-q", "-o", tmp_path / "x.stl", "-D", 'part="leg"',  # noqa: S607 - Debian's own
         PIECES / "pieces.scad"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert made.returncode != 0
    assert "there is no part leg" in made.stderr


# --- which foot fits ----------------------------------------------------------------


def test_the_sheet_says_the_same_in_both_languages():
    """The same measures, the same commands; and it is one page."""
    english, german = (tagged_sheets.words(code) for code in ("en", "de"))
    assert list(english["measure"]) == list(german["measure"])
    assert [one["how"] for one in english["fits"]] == [
        one["how"] for one in german["fits"]
    ]
    for code in CODES:
        told = subprocess.run(
            ["pdftotext", PIECES / f"fit-{code}.pdf", "-"],  # noqa: S607 - Debian's own
            capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
        assert tagged_sheets.words(code)["title"] in told
        assert "bend_mm" in told
        assert told.count("\f") == 1


def test_what_the_sheet_says_of_short_sticks_is_so():
    """A short stick of 50 mm is the shortest for which all feet are apart."""
    nearest = min(
        feet.stand(letter, feet.OURS_MM, ROOM).gap for letter in letters("en")
    ) + feet.foot_mm(feet.OURS_MM)
    whole = (LONG[Kind.LONG_STICK] + THICK) * ROOM.unit
    shortest = whole * feet.foot_mm(feet.OURS_MM) / nearest
    assert 48 < shortest <= 50
    for code in CODES:
        assert "50 mm" in tagged_sheets.words(code)["fits"][3]["when"]
