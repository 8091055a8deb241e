"""
Take a picture of every page of the web: both sizes, both languages, one sheet each.

    python tools/build_web_sheet.py --write

A demo is started and brought into the middle of a round; what is on the sheets is what
a person at the wall, at a phone and as the teacher then sees. Nothing holds the
pages to these pictures: somebody looks at docs/web-sheet-*.png and changes the pages.
docs/web-sheet-games-*.png has wall, seat and board of each game of cards.
"""

import argparse
import asyncio
import re
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from playwright.async_api import BrowserContext, Error, async_playwright  # noqa: E402 - needs the path

from firmware_host.languages import CODES  # noqa: E402 - needs the path
from firmware_host.picture.type import PLAIN, font  # noqa: E402 - needs the path
from firmware_host.web.app import PAGES  # noqa: E402 - needs the path
from tests.browser.demo import Demo, start  # noqa: E402 - needs the path
from tests.browser.eyes import Eyes  # noqa: E402 - needs the path
from tests.browser.opener import ARGUMENTS, Opener  # noqa: E402 - needs the path
from tools.game_scenes import NAMES, SCENES, Table  # noqa: E402 - needs the path

SHEETS = ROOT / "docs"
LIMIT_BYTES = 3_000_000

SIZES = ((800, 480), (1920, 1080))
COLUMNS, WIDTH, MARGIN, CAPTION = 3, 600, 14, 18

HEADERS = {"X-Letterzone": "1", "Content-Type": "application/json"}
DRAWN_MS = 3_000
PASSPHRASE = "a picture for the sheet"  # noqa: S105 - of a class that is gone at once
TAPS = (1, 2, 3, 4, 5, 1, 2, 3)  # zones

#: Somebody's cookies, as Playwright gives and takes them.
Cookies = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Shot:
    """
    One page to take.

    Args:
        name: Its caption.
        url: All of its address.
        cookies: Whose page it is; nobody's in particular without any.
    """

    name: str
    url: str
    cookies: Cookies = ()


# --- the scene --------------------------------------------------------------


async def ask(who: BrowserContext, demo: Demo, path: str, **body: Any) -> None:
    """Send what a page would send; a refusal is no failure of the picture."""
    headers = {**HEADERS, "Origin": demo.at("")}
    answer = await who.request.post(demo.at(path), data=body, headers=headers)
    told = await answer.json()
    print(f"{path} {body or ''}: {answer.status} {told.get('text', '')}")


async def wall(who: BrowserContext, demo: Demo) -> Any:
    """Return what the wall is shown."""
    answer = await who.request.get(demo.at("/api/state?as=wall"))
    return await answer.json()


async def scene(who: BrowserContext, other: BrowserContext, demo: Demo) -> None:
    """Bring the demo into the middle of a round with two phones in it."""
    code = (await wall(who, demo))["join"]["code"]
    for phone, name in ((who, "Tina"), (other, "Lee")):
        await ask(phone, demo, "/api/join", code=code, name=name)
    await ask(who, demo, "/api/begin", length=5, board_makes=True, rounds=2)
    for zone in TAPS:
        until = time.monotonic() + 1
        while not (kind := (await wall(who, demo))["kind"]):  # the piece in hand
            if time.monotonic() > until:  # nobody holds any: the word is complete
                break
            await asyncio.sleep(0.05)
        kind = kind or "red"
        await ask(who, demo, "/api/board/touch", act="tap", zone=zone, kind=kind)
    await ask(who, demo, "/api/do", do="guess", word="PIANO")


async def claim(who: BrowserContext, demo: Demo) -> None:
    """Become the teacher, with the code that is shown while the button is held."""
    press = {"button": "service"}
    await ask(who, demo, "/api/board/touch", act="press", **press)
    until = time.monotonic() + 5
    while not (found := re.search(r"\b\d(?:[ -]?\d){3,7}\b", after_start(demo))):
        if time.monotonic() > until:
            print("no code was shown; the teacher's page is that of a stranger")
            break
        await asyncio.sleep(0.05)
    await ask(who, demo, "/api/board/touch", act="release", **press)
    if found:
        code = re.sub(r"\D", "", found[0])
        words = {"code": code, "passphrase": PASSPHRASE}
        await ask(who, demo, "/api/teacher/claim", **words)


def after_start(demo: Demo) -> str:
    """Return what the demo has printed since it said where it is."""
    return demo.printed.partition(demo.address)[2]


# --- the pictures -----------------------------------------------------------


@asynccontextmanager
async def photographer(eyes: Eyes) -> AsyncIterator[Opener]:
    """Start Chromium; `eyes` see what goes wrong on any page."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=list(ARGUMENTS)
        )
        yield Opener(browser, eyes)
        await browser.close()


async def take(
    open_page: Opener, shot: Shot, size: tuple[int, int], language: str
) -> Image.Image:
    """Return a page as it is seen, no taller than the screen."""
    url = f"{shot.url}?lang={language}"  # the wall follows the board, not the browser
    page = await open_page(url, lang=language, size=size, cookies=shot.cookies)
    with suppress(Error):  # a page that is never drawn is seen on its picture
        drawn = page.locator("main > :not(noscript)").first
        await drawn.wait_for(state="attached", timeout=DRAWN_MS)
    await page.wait_for_load_state("networkidle")
    picture = Image.open(BytesIO(await page.screenshot())).convert("RGB")
    await page.context.close()
    return picture


def compose(pictures: Iterable[tuple[str, Image.Image]]) -> Image.Image:
    """Return pictures of one size on a sheet, each with its name below it."""
    named = list(pictures)
    first = named[0][1]
    height = WIDTH * first.height // first.width
    step = (WIDTH + MARGIN, height + MARGIN + CAPTION)
    rows = -(-len(named) // COLUMNS)
    sheet = Image.new(
        "RGB", (COLUMNS * step[0] + MARGIN, rows * step[1] + MARGIN), (90, 90, 90)
    )
    draw = ImageDraw.Draw(sheet)
    caption = font(PLAIN[0].name, PLAIN[0].size)
    for at, (name, picture) in enumerate(named):
        x, y = MARGIN + at % COLUMNS * step[0], MARGIN + at // COLUMNS * step[1]
        small = picture.resize((WIDTH, height), Image.Resampling.LANCZOS)
        sheet.paste(small, (x, y))
        draw.text((x, y + height + 2), name, fill="white", font=caption)
    return sheet


async def write(open_page: Opener, shots: Sequence[Shot], folder: Path) -> int:
    """Write a sheet for each size and language, and return how many bytes they are."""
    written = 0
    for language in CODES:
        for size in SIZES:
            pictures = [
                (shot.name, await take(open_page, shot, size, language))
                for shot in shots
            ]
            path = folder / f"web-sheet-{size[0]}x{size[1]}-{language}.png"
            # 256 colours show all that a flat page has, in a third of the bytes.
            compose(pictures).quantize(256).save(path, optimize=True)
            written += path.stat().st_size
            print(f"{path.name}: {path.stat().st_size:,} bytes")
    return written


async def photograph(demo: Demo) -> list[str]:
    """Write all sheets; return what is wrong with the pages or the sheets."""
    eyes = Eyes()
    async with photographer(eyes) as open_page:
        table = await open_page(demo.at("/privacy"))
        other = await open_page(demo.at("/privacy"))
        await scene(table.context, other.context, demo)
        await claim(table.context, demo)
        cookies = await table.context.cookies()
        shots = [Shot(path, demo.at(path), cookies) for path in PAGES]
        size = await write(open_page, shots, SHEETS)
    too_big = [f"{size:,} bytes are too many"] * (size > LIMIT_BYTES)
    return list(dict.fromkeys(eyes.faults)) + too_big


async def play(open_page: Opener, table: Table, game: str) -> list[Any]:
    """Return pictures of a game's wall, of a seat and of the board, in its middle."""
    seat = await SCENES[game](table)
    cookies = await table.phones[seat].cookies()
    shots = [Shot("/wall", table.demo.at("/wall"))]
    shots += [Shot("/seat", table.demo.at("/seat"), cookies)]
    shots += [Shot("/", table.demo.at("/"))]
    return [
        (f"{game} {one.name}", await take(open_page, one, SIZES[0], table.language))
        for one in shots
    ]


async def photograph_games(folder: Path, sheets: Path) -> list[str]:
    """Write a sheet of the games of cards for each language; return what is wrong."""
    eyes = Eyes()
    async with photographer(eyes) as open_page:
        for language in CODES:
            pictures = []
            for game in SCENES:
                home = folder / language / game
                demo = start(home, "--language", language)
                try:
                    pages = [await open_page(demo.at("/privacy")) for _ in NAMES]
                    phones = tuple(page.context for page in pages)
                    table = Table(demo, phones, language)
                    pictures += await play(open_page, table, game)
                finally:
                    demo.kill()
            path = sheets / f"web-sheet-games-{language}.png"
            compose(pictures).quantize(256).save(path, optimize=True)
            print(f"{path.name}: {path.stat().st_size:,} bytes")
    return list(dict.fromkeys(eyes.faults))


def main() -> int:
    """Write the sheets; 1 where a page has a fault."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--write", action="store_true", required=True)
    given.add_argument("--games", action="store_true", help="only the games of cards")
    only_games = given.parse_args().games
    with tempfile.TemporaryDirectory() as folder:
        faults = asyncio.run(photograph_games(Path(folder) / "games", SHEETS))
        if not only_games:
            demo = start(Path(folder))
            try:
                faults += asyncio.run(photograph(demo))
            finally:
                demo.kill()
    print(*faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
