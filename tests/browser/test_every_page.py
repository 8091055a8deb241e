"""axe looks at each page as people of every kind have it before them, in mid-round."""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Sequence
from itertools import product
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from firmware_host.languages import CODES
from firmware_host.web.app import PAGES
from tests.browser.axe import violations
from tests.browser.demo import Demo
from tests.browser.eyes import Eyes
from tests.browser.opener import Opener
from tests.web.school import PASSPHRASE
from tools.game_scenes import Table, sit

SIZES = ((320, 640), (800, 480), (1280, 800), (1920, 1080))

#: Which colours a person's system has asked for.
COLOURS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light", "forced_colors": "none"},
    "dark": {"color_scheme": "dark", "forced_colors": "none"},
    "forced": {"color_scheme": "dark", "forced_colors": "active"},
}

#: The narrowest and the widest; the rest of them takes minutes.
FEW = ((320, "dark"), (1920, "light"))
ALL = tuple((size[0], name) for size, name in product(SIZES, COLOURS))

#: The pages that are looked at by every run; the others by ``./run test --ci``.
MOST_USED = ("/", "/wall", "/seat", "/teacher")

#: Each page in one of the languages, and under ``--all`` in each of them.
LOOKS = [
    *(
        pytest.param(
            *(path, CODES[at % len(CODES)], FEW),
            marks=[pytest.mark.ci] * (path not in MOST_USED),
        )
        for at, path in enumerate(PAGES)
    ),
    *(
        pytest.param(path, language, ALL, marks=pytest.mark.long)
        for path, language in product(PAGES, CODES)
    ),
]


#: Zones that are tapped.
TAPS = (1, 2, 3, 4, 5, 1, 2, 3)


async def scene(table: Table) -> None:
    """Bring a demo into the middle of a round with two phones in it."""
    await sit(table, "decipher", length=5, board_makes=True, rounds=2)
    for zone in TAPS:
        until = time.monotonic() + 1
        while not (kind := (await table.see())["view"]["holding"]):
            if time.monotonic() > until:  # nobody holds any: bonus mode has begun
                return
            await asyncio.sleep(0.05)
        await table.post(0, "/api/board/touch", act="tap", zone=zone, kind=kind)
    await table.do(0, "guess", word="PIANO")


async def claim(table: Table, demo: Demo) -> None:
    """Become the teacher, with the code that is shown while the button is held."""
    press = {"button": "service"}
    await table.post(0, "/api/board/touch", act="press", **press)
    until = time.monotonic() + 5
    digits = re.compile(r"\b\d(?:[ -]?\d){3,7}\b")
    while not (found := digits.search(demo.printed.partition(demo.address)[2])):
        assert time.monotonic() < until, demo.printed
        await asyncio.sleep(0.05)
    await table.post(0, "/api/board/touch", act="release", **press)
    code = re.sub(r"\D", "", found[0])
    assert await table.post(0, "/api/teacher/claim", code=code, passphrase=PASSPHRASE)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def cookies(chromium: Browser, lasting_demo: Demo) -> AsyncIterator[Any]:
    """Yield the cookies of a browser with a seat and the teacher's session."""
    open_page = Opener(chromium, Eyes())
    pages = [await open_page(lasting_demo.at("/privacy")) for _ in "12"]
    table = Table(lasting_demo, tuple(page.context for page in pages), "en")
    await scene(table)
    await claim(table, lasting_demo)
    yield await table.phones[0].cookies()


#: Expands everything and returns how much wider the page is than the window.
WIDER = """() => {
  for (const one of document.querySelectorAll("details")) one.open = true;
  return document.documentElement.scrollWidth - innerWidth;
}"""


async def looks(page: Page, wanted: Sequence[tuple[int, str]]) -> list[str]:
    """Return axe's findings for some sizes and colour schemes."""
    found = []
    for size, (name, colours) in product(SIZES, COLOURS.items()):
        if (size[0], name) in wanted:
            await page.set_viewport_size({"width": size[0], "height": size[1]})
            await page.emulate_media(**colours, reduced_motion="reduce")
            found += [f"{size[0]} {name} {one}" for one in await violations(page)]
    return found


@pytest.mark.parametrize(("path", "language", "wanted"), LOOKS)
async def test_axe_finds_nothing(  # noqa: PLR0913 - three of them are fixtures
    *,
    path: str,
    language: str,
    wanted: Sequence[tuple[int, str]],
    lasting_demo: Demo,
    cookies: Any,
    open_page: Opener,
) -> None:
    """
    No page violates WCAG 2.2 up to AA, as a player and as a teacher.

    No page is wider than a phone, even with everything expanded.
    """
    url = f"{lasting_demo.at(path)}?lang={language}"
    page = await open_page(url, lang=language, cookies=cookies)
    await page.locator("main > *").first.wait_for(state="attached")
    assert await looks(page, wanted) == []
    for width in (390, 390, 320):  # what was folded up may have more folded up in it
        await page.set_viewport_size({"width": width, "height": 844})
        assert (width, await page.evaluate(WIDER)) == (width, 0)


async def test_something_is_there_before_a_page_is_drawn(lasting_demo, open_page, eyes):
    """Before its script is loaded a page shows logo and name, and not afterwards."""
    eyes.expect("ERR_FAILED")  # the scripts that never come
    page = await open_page(lasting_demo.at("/privacy"))
    await page.route("**/*.js", lambda route: route.abort())
    await page.goto(lasting_demo.at("/"))
    opening = page.locator(".opening")
    assert (await opening.inner_text()).strip() == "Letterzone"
    assert await opening.locator("svg").is_visible()
    await page.unroute_all()
    await page.reload()
    await page.locator("main > *").first.wait_for(state="attached")
    assert not await opening.is_visible()
