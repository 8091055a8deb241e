"""Take screenshots of pages in every size, language and colour scheme."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw
from playwright.async_api import Error, Page

from firmware_host.languages import CODES
from firmware_host.picture.type import PLAIN, font
from tests.browser.opener import Opener

#: A phone held upright, a kiosk, a laptop, and a projector.
SIZES = ((390, 844), (800, 480), (1280, 800), (1920, 1080))
SCHEMES = ("light", "dark")

#: The cookies of one person, in Playwright's form.
Cookies = Sequence[Mapping[str, Any]]

#: The greatest width of a sheet, the margin and the height of a caption, in pixels.
SHEET, MARGIN, CAPTION = 1960, 8, 12
GREY = (90, 90, 90)

#: The time after which a page has drawn everything, in milliseconds.
DRAWN_MS = 3_000
SETTLED_MS = 80

#: The seconds until a clock is stopped: less could be over already on a busy machine;
#: and the number of attempts.
AHEAD_S, TRIES = 0.5, 5

#: JavaScript that sets all animations to a time in milliseconds after their start and
#: stops them; and that starts them again.
HOLD = """at => document.getAnimations().forEach(one => {
  if (one instanceof CSSTransition) return one.finish();
  one.pause();
  one.currentTime = at;
})"""
SETTLE = """() => document.getAnimations().forEach(one => {
  if (one instanceof CSSTransition) one.finish();
})"""
LET_GO = """() => document.getAnimations().forEach(one => {
  try { one.finish(); } catch { one.play(); }
})"""


@dataclass(frozen=True, slots=True)
class Look:
    """
    A window size, a language and a colour scheme.

    Args:
        size: Width and height of the window, in CSS pixels.
        language: The language of the pages.
        scheme: ``light`` or ``dark``.
    """

    size: tuple[int, int]
    language: str
    scheme: str

    def __str__(self) -> str:
        """Return the name of this look in file names."""
        return f"{self.size[0]}x{self.size[1]}-{self.language}-{self.scheme}"


EVERY = tuple(Look(*one) for one in product(SIZES, CODES, SCHEMES))


class Camera:
    """
    Takes screenshots of pages in one language, in all looks at once.

    Args:
        open_page: A function that opens a page.
        looks: The looks; those of other languages are ignored.
        language: The language of the pages.
        wide: The width of a picture by the width of its page, in pixels.
        only: A part of the name of every picture that is taken; empty for all.
    """

    def __init__(
        self,
        open_page: Opener,
        looks: Iterable[Look],
        language: str,
        *,
        wide: Mapping[int, int],
        only: str = "",
    ) -> None:
        self.looks = [look for look in looks if look.language == language]
        self.taken: dict[Look, list[tuple[str, Image.Image]]] = defaultdict(list)
        self._open, self._wide, self._only = open_page, wide, only
        self.language = language

    async def open(
        self, url: str, cookies: Cookies = (), *, moves: bool = False
    ) -> Page:
        """Open a page; with *moves*, its clock can be stopped."""
        first = "about:blank" if moves else url
        page = await self._open(
            first, lang=self.language, cookies=cookies, still=not moves
        )
        if moves:
            await page.clock.install()
            await page.goto(url)
        with suppress(Error):  # a page that is never drawn is seen on its picture
            drawn = page.locator("main > :not(noscript)").first
            await drawn.wait_for(state="attached", timeout=DRAWN_MS)
        with suppress(Error):
            await page.wait_for_load_state("networkidle", timeout=DRAWN_MS)
        return page

    async def take(self, name: str, page: Page) -> None:
        """Take a page in its present state, in each look."""
        if self._only not in name:
            return
        for look in self.looks:
            await _turn(page, look)
            await page.wait_for_timeout(SETTLED_MS)
            await page.evaluate(SETTLE)
            self._keep(look, name, await page.screenshot(type="jpeg", quality=95))

    async def take_at(self, name: str, url: str, cookies: Cookies = ()) -> None:
        """Open a page, take it, and close it."""
        if self._only in name:
            page = await self.open(url, cookies)
            await self.take(name, page)
            await page.context.close()

    async def take_moment(self, at_ms: int, pages: Mapping[str, Page]) -> None:
        """Take pages a time after the event that they show."""
        for page in pages.values():
            await hold(page, at_ms)
        for name, page in pages.items():
            if self._only not in name:
                continue
            for look in self.looks:
                await _turn(page, look)
                await page.clock.run_for(SETTLED_MS)
                await page.evaluate(HOLD, at_ms)
                self._keep(look, name, await page.screenshot(type="jpeg", quality=95))
        await asyncio.gather(*(let_go(page) for page in pages.values()))

    def _keep(self, look: Look, name: str, shot: bytes) -> None:
        picture = Image.open(BytesIO(shot)).convert("RGB")
        wide = self._wide[look.size[0]]
        size = (wide, wide * picture.height // picture.width)
        small = picture.resize(size, Image.Resampling.LANCZOS)
        self.taken[look].append((name, small))


async def _turn(page: Page, look: Look) -> None:
    """Set a page's window size and colour scheme; its language is set already."""
    size = {"width": look.size[0], "height": look.size[1]}
    await page.set_viewport_size(size)
    await page.emulate_media(color_scheme=look.scheme)


async def hold(page: Page, at_ms: int) -> None:
    """Stop a page's clock and animations a time after now."""
    now = f"Date.now() / 1000 + {AHEAD_S}"
    for _ in range(TRIES):
        with suppress(Error):  # on a busy machine it was too late for that
            await page.clock.pause_at(await page.evaluate(now))
            break
    await page.clock.run_for(max(at_ms - 1000 * AHEAD_S, 1))
    await page.evaluate(HOLD, at_ms)


async def let_go(page: Page) -> None:
    """Finish a page's animations and start its clock again."""
    await page.evaluate(LET_GO)
    await page.clock.run_for(10_000)
    await page.clock.resume()


def compose(pictures: Iterable[tuple[str, Image.Image]]) -> Image.Image:
    """Return pictures of one size on a sheet, each with its name below."""
    named = list(pictures)
    wide, high = named[0][1].size
    step = (wide + MARGIN, high + MARGIN + CAPTION)
    columns = min(len(named), (SHEET - MARGIN) // step[0])
    rows = -(-len(named) // columns)
    size = (columns * step[0] + MARGIN, rows * step[1] + MARGIN)
    sheet = Image.new("RGB", size, GREY)
    draw = ImageDraw.Draw(sheet)
    caption = font(PLAIN[0].name, PLAIN[0].size)
    for at, (name, picture) in enumerate(named):
        x, y = MARGIN + at % columns * step[0], MARGIN + at // columns * step[1]
        sheet.paste(picture, (x, y))
        draw.text((x, y + high), name, fill="white", font=caption)
    return sheet


def write(camera: Camera, folder: Path, most: int, quality: int) -> Iterator[Path]:
    """
    Write the pictures of a camera, a sheet for each look; yield each file.

    Args:
        camera: The camera.
        folder: The folder of the sheets.
        most: The greatest number of pictures on a sheet.
        quality: The WebP quality of the pictures, 0 to 100.
    """
    for look, pictures in camera.taken.items():
        for at in range(0, len(pictures), most):
            end = f"-{at // most + 1}" if len(pictures) > most else ""
            path = folder / f"web-sheet-{look}{end}.webp"
            compose(pictures[at : at + most]).save(path, quality=quality, method=6)
            yield path
