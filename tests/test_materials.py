"""Wood, felt and linen are the tool's pictures, have no seam, and are light."""

import shutil
from functools import cache
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from tools import build_materials
from tools.build_materials import FOLDER, MATERIALS, differs


@cache
def made(name: str) -> Image.Image:
    """Make a tile, once."""
    return MATERIALS[name]()


@pytest.mark.ci
@pytest.mark.parametrize("name", MATERIALS)
def test_a_tile_is_what_the_tool_makes(name: str) -> None:
    """Pillow may write it a little otherwise from one version to the next."""
    assert not differs(made(name), FOLDER / name)


@pytest.mark.parametrize("name", MATERIALS)
def test_a_tile_has_no_seam(name: str) -> None:
    """Across each edge it changes no more than it does inside."""
    tile = made(name).convert("RGBA")
    for dx, dy in ((1, 0), (0, 1)):
        moved = ImageChops.difference(tile, ImageChops.offset(tile, dx, dy))
        edge = moved.crop((0, 0, 1 if dx else tile.width, 1 if dy else tile.height))
        inside, across = (sum(ImageStat.Stat(one).mean) for one in (moved, edge))
        assert across <= 2 * inside + 2


def test_the_tiles_are_light() -> None:
    """The tiles have at most 14 kB together."""
    there = {path.name: path.stat().st_size for path in FOLDER.iterdir()}
    assert set(there) == set(MATERIALS)
    assert sum(there.values()) <= 14_000


def test_another_picture_is_found(tmp_path: Path) -> None:
    """A missing or another picture is found."""
    other = tmp_path / "felt.webp"
    assert differs(build_materials.linen(), other)
    shutil.copy(FOLDER / "felt.webp", other)
    assert differs(build_materials.linen(), other)
    assert differs(build_materials.felt().transpose(Image.Transpose.ROTATE_90), other)
