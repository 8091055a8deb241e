"""The icons are those that the tool makes from the pages' own icon."""

import math
import sys

import pytest
from PIL import Image, ImageChops

from firmware_host.web.board.virtual import ICONS_PX
from tools import build_icons
from tools.build_icons import FOLDER, corners, icon


def test_the_icons_are_up_to_date(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["build_icons.py", "--check"])
    assert (build_icons.main(), capsys.readouterr().out) == (0, "")


def test_an_icon_that_differs_is_named(monkeypatch, capsys, tmp_path):
    """A missing icon is reported by its name."""
    monkeypatch.setattr(build_icons, "FOLDER", tmp_path)
    monkeypatch.setattr(sys, "argv", ["build_icons.py", "--check"])
    assert build_icons.main() == 1
    assert "192.png differs" in capsys.readouterr().out


@pytest.mark.parametrize("size", ICONS_PX)
def test_nothing_of_the_drawing_is_cut_off(size):
    """All of the drawing is within the circle that every mask keeps."""
    picture = Image.open(FOLDER / f"{size}.png").convert("RGB")
    ground = Image.new("RGB", picture.size, picture.getpixel((0, 0)))
    apart = ImageChops.difference(picture, ground).convert("L").point(lambda n: n > 24)
    middle, seen = size / 2, 0
    for at, drawn in enumerate(apart.tobytes()):
        if drawn:
            seen += 1
            y, x = divmod(at, size)
            assert math.hypot(x - middle, y - middle) <= 0.4 * size + 1
    assert seen > size


def test_a_path_with_curves_is_refused():
    with pytest.raises(ValueError, match="straight lines alone"):
        corners("M0 0c1 1 2 2 3 3")
    assert corners("M1 2h3v4l-1-1") == [(1, 2), (4, 2), (4, 6), (3, 5)]
    assert icon(ICONS_PX[0]).size == (ICONS_PX[0], ICONS_PX[0])
