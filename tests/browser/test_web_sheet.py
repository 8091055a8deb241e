"""The tool that takes pictures of the pages takes the right ones."""

import sys
from pathlib import Path

from PIL import Image

from tests.browser import demo as demos
from tools import build_web_sheet as tool

STAND_IN = (sys.executable, str(Path(__file__).with_name("stand_in.py")))


def sheets(folder: Path) -> dict[str, Path]:
    """The sheets in *folder*, by name."""
    name = "web-sheet-"
    return {p.stem.removeprefix(name): p for p in sorted(folder.glob(f"{name}*.png"))}


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
