"""
Take screenshots of all pages and moments of the web, on one sheet for each look.

    python tools/build_web_sheet.py --write
    python tools/build_web_sheet.py --all FOLDER
    python tools/build_web_sheet.py --all FOLDER --only wall

A demo is started and played, once in each language: the first minute, a round with all
kinds of events, each game, a lesson, a kiosk. A look is a window size, a language and a
colour scheme: four sizes, each language, light and dark. The second command writes all
looks, large enough to read, to the given folder. docs/ has a small selection: each size
once, each language and each scheme twice.

No test compares the pages with these pictures: a person judges docs/web-sheet-*.webp or
all looks, and changes the pages.
"""

import argparse
import asyncio
import sys
import tempfile
import traceback
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from playwright.async_api import async_playwright  # noqa: E402 - needs the path

from firmware_host.languages import CODES  # noqa: E402 - needs the path
from tests.browser.eyes import Eyes  # noqa: E402 - needs the path
from tests.browser.opener import ARGUMENTS, Opener  # noqa: E402 - needs the path
from tools.web_camera import EVERY, SIZES, Camera, Look, write  # noqa: E402 - needs the path
from tools.web_scenes import STORIES, play  # noqa: E402 - needs the path

SHEETS = ROOT / "docs"
LIMIT_BYTES = 3_000_000

#: The selection in docs/: each size once.
CHOSEN = tuple(
    Look(size, CODES[at % len(CODES)], ("dark", "light")[at // 2 % 2])
    for at, size in enumerate(SIZES)
)


@dataclass(frozen=True, slots=True)
class Form:
    """
    The layout of sheets and the compression of their pictures.

    Args:
        looks: The looks of which sheets are made.
        wide: The width of a picture by the width of its page, in pixels.
        most: The greatest number of pictures on a sheet.
        quality: The WebP quality of the pictures, 0 to 100.
    """

    looks: Sequence[Look]
    wide: Mapping[int, int]
    most: int
    quality: int


SMALL = Form(CHOSEN, {390: 150, 800: 240, 1280: 240, 1920: 240}, 200, 60)
LARGE = Form(EVERY, {390: 390, 800: 640, 1280: 960, 1920: 960}, 12, 90)


@asynccontextmanager
async def photographer(eyes: Eyes) -> AsyncIterator[Opener]:
    """Start Chromium; `eyes` records the faults of every page."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=list(ARGUMENTS)
        )
        yield Opener(browser, eyes)
        await browser.close()


async def photograph(
    form: Form, folder: Path, *, only: str = "", stories: Sequence[str] = tuple(STORIES)
) -> list[str]:
    """Write all sheets to *folder*; return the faults of the pages."""
    eyes = Eyes()
    async with photographer(eyes) as open_page:
        for language in CODES:
            camera = Camera(open_page, form.looks, language, wide=form.wide, only=only)
            with tempfile.TemporaryDirectory() as board:
                for story in stories:
                    try:
                        await play(story, Path(board), camera, open_page)
                    except Exception:  # noqa: BLE001 - the other stories are worth it
                        traceback.print_exc()
                        eyes.faults.append(f"{story} in {language} broke off")
            for path in write(camera, folder, form.most, form.quality):
                print(f"{path.name}: {path.stat().st_size:,} bytes")
    return list(dict.fromkeys(eyes.faults))


def main() -> int:
    """Write the sheets; return 1 if a page has a fault or the sheets are too large."""
    given = argparse.ArgumentParser(description=__doc__.split("\n")[1])
    what = given.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", action="store_true", help="the sheets in docs/")
    what.add_argument("--all", metavar="FOLDER", type=Path, help="all looks, large")
    given.add_argument("--only", default="", help="what a picture's name has in it")
    given.add_argument("--story", choices=STORIES, action="append")
    asked = given.parse_args()
    folder, form = (asked.all, LARGE) if asked.all else (SHEETS, SMALL)
    folder.mkdir(parents=True, exist_ok=True)
    faults = asyncio.run(
        photograph(form, folder, only=asked.only, stories=asked.story or tuple(STORIES))
    )
    size = sum(path.stat().st_size for path in SHEETS.glob("web-sheet-*.webp"))
    faults += [f"{size:,} bytes are too many"] * (size > LIMIT_BYTES)
    print(*faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
