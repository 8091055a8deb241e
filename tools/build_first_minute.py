"""
Take the picture of the first minute, docs/first-minute.png, in one strip.

    python tools/build_first_minute.py --write
    python tools/build_first_minute.py --count http://127.0.0.1:8000/

The second command counts how many actions a newcomer needs until the first answer, by
mouse, touch and keyboard. The page must be that of a board on which nobody has played
yet.
"""

import argparse
import asyncio
import sys
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.demo import start  # noqa: E402 - needs the path
from tests.browser.eyes import Eyes  # noqa: E402 - needs the path
from tests.browser.newcomer import Newcomer, sit_down  # noqa: E402 - needs the path
from tests.browser.opener import Opener  # noqa: E402 - needs the path
from tools.build_web_sheet import photographer  # noqa: E402 - needs the path

PICTURE = ROOT / "docs" / "first-minute.png"

#: The strip's layout: the width of a picture in pixels, and the number of columns.
SIZE, WIDTH, COLUMNS, MARGIN = (1280, 800), 400, 3, 8

#: The messages whose appearance on the page is photographed, once each.
MOMENTS = (
    "tutorial-first",
    "tutorial-yes",
    "tutorial-no",
    "tutorial-guess",
    "tutorial-bonus",
    "tutorial-found",
)


async def strip(open_page: Opener, address: str) -> Image.Image:
    """Play the first minute by keyboard; return its pictures side by side."""
    page = await open_page(address, size=SIZE)
    someone = await sit_down(page, "keys", "en")
    seen: dict[str, Image.Image] = {}

    async def look() -> None:
        title = await _title(someone)
        name = next((one for one in MOMENTS if _is(someone, one, title)), "")
        if name not in seen:
            seen[name] = Image.open(BytesIO(await page.screenshot())).convert("RGB")

    someone.after = look
    await someone.until(someone.piece)
    await look()
    await someone.first_answer()
    await someone.find_word()
    await look()
    return _joined([seen[one] for one in MOMENTS if one in seen])


async def _title(someone: Newcomer) -> str:
    things = await someone.sight.things()
    return next(one.name for one in things if one.role == "heading")


def _is(someone: Newcomer, code: str, title: str) -> bool:
    """Return True if a title is the message with any values in its placeholders."""
    words = someone.texts.find(code, "page")
    return all(part.split("}")[-1] in title for part in words.split("{"))


def _joined(pictures: list[Image.Image]) -> Image.Image:
    high = WIDTH * SIZE[1] // SIZE[0]
    rows = -(-len(pictures) // COLUMNS)
    wide = COLUMNS * (WIDTH + MARGIN) + MARGIN
    sheet = Image.new("RGB", (wide, rows * (high + MARGIN) + MARGIN), "white")
    for at, picture in enumerate(pictures):
        x, y = at % COLUMNS * (WIDTH + MARGIN), at // COLUMNS * (high + MARGIN)
        small = picture.resize((WIDTH, high), Image.Resampling.LANCZOS)
        sheet.paste(small, (x + MARGIN, y + MARGIN))
    return sheet


async def write() -> int:
    """Write the picture; return 1 if the page has a fault or a moment is missing."""
    eyes = Eyes()
    with tempfile.TemporaryDirectory() as folder:
        demo = start(Path(folder))
        try:
            async with photographer(eyes) as open_page:
                sheet = await strip(open_page, demo.at("/"))
        finally:
            demo.kill()
    sheet.save(PICTURE, optimize=True)
    print(f"{PICTURE.name}: {PICTURE.stat().st_size:,} bytes", *eyes.faults, sep="\n")
    return 1 if eyes.faults else 0


async def count(address: str, hands: str) -> int:
    """Return how many actions a newcomer needs until a zone gives its first answer."""
    async with photographer(Eyes()) as open_page:
        page = await open_page(address, size=SIZE, touch=hands in ("finger", "taps"))
        someone = await sit_down(page, hands, "en")
        return await someone.first_answer()


def main() -> int:
    """Write the strip, or count."""
    given = argparse.ArgumentParser(description=__doc__)
    what = given.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", action="store_true")
    what.add_argument("--count", metavar="ADDRESS")
    given.add_argument("--hands", default="mouse")
    asked = given.parse_args()
    if asked.write:
        return asyncio.run(write())
    print(asked.hands, asyncio.run(count(asked.count, asked.hands)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
