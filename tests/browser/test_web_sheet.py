"""The tool that takes pictures of the pages takes the right ones."""

import sys
from collections import Counter
from pathlib import Path

import pytest
from PIL import Image

from firmware_host.languages import CODES
from tests.browser import demo as demos
from tools import build_moving_picture as moving, build_web_sheet as tool, web_camera
from tools.web_scenes import play

STAND_IN = (sys.executable, str(Path(__file__).with_name("stand_in.py")))

WIDE = {390: 39, 800: 80, 1280: 64, 1920: 96}


def test_the_moving_picture_moves_and_is_small() -> None:
    """The README's animation has over 30 frames and stays within its size limit."""
    with Image.open(moving.PICTURE) as picture:
        assert picture.n_frames > 30
        assert picture.width == moving.WIDTH
    assert moving.PICTURE.stat().st_size <= moving.LIMIT_BYTES


def test_what_lies_in_the_docs_is_a_fair_part_of_all_looks() -> None:
    """Each size, each language and each scheme; all of it is there, and small."""
    assert {look.size for look in web_camera.EVERY} == {*web_camera.SIZES}
    assert len(web_camera.EVERY) == 4 * 2 * len(CODES)
    assert Counter(look.size for look in tool.CHOSEN) == Counter(web_camera.SIZES)
    assert {look.language for look in tool.CHOSEN} == {*CODES}
    assert Counter(look.scheme for look in tool.CHOSEN) == {"dark": 2, "light": 2}
    sheets = {path.stem for path in tool.SHEETS.glob("web-sheet-*")}
    assert sheets == {f"web-sheet-{look}" for look in tool.CHOSEN}
    size = sum(path.stat().st_size for path in tool.SHEETS.glob("web-sheet-*"))
    assert size <= tool.LIMIT_BYTES


def test_pictures_stand_side_by_side_with_their_names_below() -> None:
    """Three of them need two rows where a sheet is wide enough for two."""
    wide = web_camera.SHEET // 3
    pictures = [(name, Image.new("RGB", (wide, 90), name)) for name in ("red", "blue")]
    sheet = web_camera.compose([*pictures, ("third", Image.new("RGB", (wide, 90)))])
    margin, step = web_camera.MARGIN, 90 + web_camera.MARGIN + web_camera.CAPTION
    assert sheet.size == (2 * (wide + margin) + margin, 2 * step + margin)
    assert sheet.getpixel((margin, margin)) == (255, 0, 0)
    assert sheet.getpixel((2 * margin + wide, margin)) == (0, 0, 255)
    assert sheet.getpixel((2, 2)) == web_camera.GREY
    named = sheet.crop((margin, margin + 90, margin + wide, step + margin))
    assert named.getextrema() == ((90, 255),) * 3


@pytest.mark.long
async def test_a_page_is_taken_in_each_look(tmp_path: Path, open_page) -> None:
    """One picture is taken in each look; a page with another name is not taken."""
    web = demos.start(tmp_path / "web", command=STAND_IN)
    taken = {}
    try:
        for language in CODES:
            camera = web_camera.Camera(
                open_page, web_camera.EVERY, language, wide=WIDE, only="page"
            )
            await camera.take_at("a page", web.at("/"))
            await camera.take_at("another", web.at("/"))
            taken |= camera.taken
            written = [*web_camera.write(camera, tmp_path, 12, 50)]
            assert len(written) == len(camera.looks)
    finally:
        web.kill()
    assert {*taken} == {*web_camera.EVERY}
    for look, [(name, picture)] in taken.items():
        assert name == "a page"
        assert picture.width == WIDE[look.size[0]]
    looks = [(look.size[0], picture) for look, [(_, picture)] in taken.items()]
    languages = {picture.tobytes() for wide, picture in looks if wide == 800}
    assert len(languages) == len(CODES)  # this page knows no dark


@pytest.mark.long
@pytest.mark.parametrize("story", ["keyword", "corner"])
async def test_a_story_is_seen_to_its_end(tmp_path: Path, open_page, story) -> None:
    """A game of cards from its middle to its end, and a kiosk that calls."""
    looks = [look for look in tool.CHOSEN if look.size[0] == 800]
    camera = web_camera.Camera(open_page, looks, looks[0].language, wide=WIDE)
    await play(story, tmp_path, camera, open_page)
    [pictures] = camera.taken.values()
    ends = {"keyword": "keyword: wall, ended", "corner": "kiosk, who plays: board"}
    assert pictures[-1][0] == ends[story]
    assert len({picture.tobytes() for _, picture in pictures}) == len(pictures)
