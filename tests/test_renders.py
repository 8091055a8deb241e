"""The shaded picture of each board is one of the present board, and light."""

import sys
from pathlib import Path

import pytest
from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import build_renders  # noqa: E402 - needs the path
import staged  # noqa: E402 - needs the path
from assembled import scene  # noqa: E402 - needs the path

from firmware_host.app.system.hardware import profile_path  # noqa: E402 - needs the path
from firmware_host.settings.profile import load_profile  # noqa: E402 - needs the path
from tests.tools import which  # noqa: E402 - needs the path


@pytest.fixture(params=build_renders.BUILDS)
def profile(request):
    return load_profile(profile_path(request.param))


def picture(profile):
    return ROOT / "hardware" / profile.name / "board.webp"


def test_a_picture_is_of_the_present_board(profile):
    """A picture's mark is that of the present profile, overlay, parts and pieces."""
    assert build_renders.kept_mark(picture(profile)) == build_renders.mark(
        profile.name, scene(profile)
    )


def test_a_picture_of_another_board_is_found(monkeypatch, capsys):
    """A picture of another board is reported with the remedy."""
    monkeypatch.setattr(staged, "WORDS", dict.fromkeys(staged.WORDS, "OAK"))
    monkeypatch.setattr(sys, "argv", ["build_renders.py", "--check"])
    assert build_renders.main() == 1
    told = capsys.readouterr().out
    for name in build_renders.BUILDS:
        assert f"hardware/{name}/board.webp differs: run tools/build" in told


def test_a_picture_is_small_enough_for_a_page(profile):
    path = picture(profile)
    assert path.stat().st_size <= 150_000
    with Image.open(path) as image:
        assert image.size == build_renders.SIZE


def test_a_scene_has_each_part_of_the_board(profile):
    """A scene has the screens, lamps, buttons and pieces of the board."""
    drawn = scene(profile)
    for name in profile.screens:
        assert drawn.text.count(f'"screen-{name}.png"') == 1
    assert drawn.text.count("sphere {") == 2 * len(profile.lamps)
    assert drawn.text.count("object { Lid") == ("maker" in profile.screens)
    laid = sum(map(len, drawn.shows.laid.values()))
    assert laid >= profile.zones
    assert drawn.text.count("object { Piece") > laid
    assert sum(drawn.text.count(f"object {{ Player{one} ") for one in range(4)) == 4


@pytest.mark.long
def test_povray_still_draws_it(tmp_path):
    """POV-Ray renders a scene with a bright overlay and dark parts."""
    for tool in ("povray", "openscad", "rsvg-convert"):
        which(tool)
    drawn = scene(load_profile(profile_path("full")))
    image = build_renders.render("full", drawn, tmp_path, size=(150, 100))
    assert image.size == (150, 100)
    levels = image.convert("L").resize((15, 10)).getdata()
    assert max(levels) > 180
    assert min(levels) < 70
