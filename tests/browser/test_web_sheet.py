"""The tool that takes pictures of the pages takes the right ones."""

import sys
from pathlib import Path

import pytest
from PIL import Image

from tests.browser import demo as demos
from tools import build_moving_picture as moving
from tools import build_web_sheet as tool
from tools.game_scenes import NAMES, Table

#: The pages of each game.
SEEN = ("/wall", "/seat", "/")

STAND_IN = (sys.executable, str(Path(__file__).with_name("stand_in.py")))


def sheets(folder: Path) -> dict[str, Path]:
    """The sheets in *folder*, by name."""
    name = "web-sheet-"
    return {p.stem.removeprefix(name): p for p in sorted(folder.glob(f"{name}*.png"))}


def test_the_moving_picture_moves_and_is_small() -> None:
    """Whoever opens the README sees a game, and waits for no more than that."""
    with Image.open(moving.PICTURE) as picture:
        assert picture.n_frames > 30
        assert picture.width == moving.WIDTH
    assert moving.PICTURE.stat().st_size <= moving.LIMIT_BYTES


@pytest.mark.long
async def test_a_sheet_for_each_size_and_language(tmp_path: Path, open_page) -> None:
    """Four sheets that differ, with a picture of the page and room for two more."""
    web = demos.start(tmp_path / "web", command=STAND_IN)
    try:
        size = await tool.write(open_page, [tool.Shot("/", web.at("/"))], tmp_path)
    finally:
        web.kill()
    found = sheets(tmp_path)
    assert list(found) == ["1920x1080-de", "1920x1080-en", "800x480-de", "800x480-en"]
    assert size == sum(path.stat().st_size for path in found.values())
    pictures = [Image.open(path).convert("RGB") for path in found.values()]
    assert len({picture.tobytes() for picture in pictures}) == 4
    for picture in pictures:
        assert picture.width == 3 * (tool.WIDTH + tool.MARGIN) + tool.MARGIN
        white = picture.getpixel((tool.MARGIN + 5, tool.MARGIN + 5))
        grey = picture.getpixel((picture.width - 5, picture.height - 5))
        assert (white, grey) == ((255, 255, 255), (90, 90, 90))


@pytest.mark.long
@pytest.mark.parametrize("game", tool.SCENES)
async def test_a_game_is_seen_in_its_middle(tmp_path: Path, open_page, game) -> None:
    """Each game of cards is played over the web until somebody is on turn."""
    demo = demos.start(tmp_path / "demo", "--language", "de")
    try:
        phones = [(await open_page(demo.at("/privacy"))).context for _ in NAMES]
        table = Table(demo, tuple(phones), "de")
        pictures = await tool.play(open_page, table, game)
        state = await table.see()
    finally:
        demo.kill()
    assert [name for name, _ in pictures] == [f"{game} {at}" for at in SEEN]
    assert {picture.size for _, picture in pictures} == {(800, 480)}
    assert (state["phase"], state["game"]) == ("playing", game.partition("-")[0])
    assert not state["view"]["over"]
