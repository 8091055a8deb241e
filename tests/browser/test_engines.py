"""
Firefox and WebKit open every page, and play by touch.

Every browser on an iPad is WebKit. These tests cover differences between browsers:
layout, missing functions, touch. Chromium has all other tests.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

import pytest
import pytest_asyncio

from firmware_host.web.app import PAGES
from tests.browser import demo as demos
from tests.browser.engines import (
    ENGINES,
    HELD_MS,
    Engine,
    EngineFinger,
    EnginePage,
    EngineSight,
    EngineTapper,
)
from tests.browser.newcomer import PAGE_S, Newcomer
from tests.browser.rounds import GAMES, Pair

pytestmark = pytest.mark.long

#: An iPad lying and upright, and the narrowest window that WebKit's driver can have.
TABLET, UPRIGHT, NARROW = (1024, 768), (768, 1024), (460, 850)

#: How long a tap may last, in milliseconds.
SLOW_MS = 600

#: Whether a page is drawn: its script has put something in the place of the mark.
DRAWN = """() => document.querySelector("main > *") !== null
  && document.querySelector("main").innerText.trim().length > 0"""

#: Opens all that is folded up; returns how much wider the page is than its window.
WIDER = """() => {
  for (const one of document.querySelectorAll("details")) one.open = true;
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth - clientWidth;
}"""

#: Returns the pictures and fonts that could not be loaded, once each has an outcome.
UNLOADED = """async () => {
  await document.fonts.ready;
  const outcome = (one) => one.complete || new Promise((done) => {
    for (const name of ["load", "error"]) one.addEventListener(name, done);
  });
  await Promise.all([...document.images].map(outcome));
  const pictures = [...document.images].filter((one) => !one.naturalWidth);
  const fonts = [...document.fonts].filter((one) => one.status === "error");
  return [...pictures.map((one) => one.src), ...fonts.map((one) => one.family)];
}"""


#: Returns the middle of an element, once it is seen; null before.
MIDDLE = """(selector) => {
  const one = document.querySelector(selector);
  if (!one?.checkVisibility()) return null;
  one.scrollIntoView({ block: "center", behavior: "instant" });
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""

#: Returns the first zone of the word once the board hands a piece; 0 before.
ZONE = """async () => {
  const { view } = await (await fetch("/api/state?as=board")).json();
  return view?.holding ? view.first_zone : 0;
}"""


@pytest_asyncio.fixture(scope="module", loop_scope="session", params=list(ENGINES))
async def engine(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Engine]:
    """Start Firefox or WebKit, and yield the running browser."""
    async with ENGINES[request.param](tmp_path_factory.mktemp("engine")) as started:
        yield started


async def wait_for_result(page: EnginePage, function: str, *arguments: str) -> Any:
    """Run a JavaScript function in a page until its result is true; return it."""
    until = time.monotonic() + PAGE_S
    while not (result := await page.evaluate(function, *arguments)):
        text = await page.evaluate("() => document.body.innerText")
        assert time.monotonic() < until, (arguments, await page.faults(), text)
        await asyncio.sleep(0.05)
    return result


async def wait_until_rendered(page: EnginePage) -> None:
    """Wait until the page has been rendered."""
    await wait_for_result(page, DRAWN)


async def touch(page: EnginePage, selector: str, held_ms: int = HELD_MS) -> None:
    """Tap the first element of a CSS selector, once it has stopped moving."""
    before = None
    while (now := await wait_for_result(page, MIDDLE, selector)) != before:
        before = now
    await page.touch(tuple(now), held_ms=held_ms)


@pytest.mark.parametrize("path", PAGES)
async def test_every_page_opens(lasting_demo, engine, path):
    """The page is rendered, nothing fails, and nothing is wider than the window."""
    for size, language in ((TABLET, "en"), (NARROW, "de")):
        url = f"{lasting_demo.at(path)}?lang={language}"
        async with engine.page(url, size) as page:
            await wait_until_rendered(page)
            assert await page.evaluate(WIDER) <= 0, (size, language)
            assert await page.evaluate(UNLOADED) == []
            assert await page.faults() == []


async def test_a_first_minute_by_touch(tmp_path, engine):
    """A word is found without a refusal; then the board asks who plays."""
    running = demos.start(tmp_path / "demo")
    try:
        async with engine.page(running.at("/?lang=de"), UPRIGHT) as page:
            sight = EngineSight(page)
            someone = Newcomer(sight, EngineTapper(sight), "de")
            await someone.first_answer()
            found = await someone.find_word()
            word = found.split("!")[0]
            assert found == someone.says("tutorial-found", word=word)
            await someone.press("web-who-plays")
            await someone.press("web-who-start")
            await someone.until(someone.piece)
            assert await page.faults() == []
    finally:
        running.kill()


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
async def test_a_round_by_touch(demo, engine, game, language):
    """Two players at one screen play a round by touch, without a refusal."""
    async with engine.page(demo.at(f"/?lang={language}"), TABLET) as page:
        sight = EngineSight(page)
        two = Pair(sight, "finger", language)
        two.hands = EngineFinger(sight)
        assert await page.refusals() == []
        await GAMES[game](two)
        assert await page.faults() == []
        assert await page.refusals() == []


async def test_a_tablet_under_real_pieces(demo, engine):
    """The glass of a tablet is the board: a touched zone answers."""
    async with engine.page(demo.at("/tablet?lang=en"), TABLET) as page:
        await touch(page, ".who .last .main")
        zone = await wait_for_result(page, ZONE)
        await wait_for_result(page, MIDDLE, ".handed")
        await touch(page, f"[data-zone='{zone}'] .pad")
        await wait_for_result(page, MIDDLE, f"[data-zone='{zone}'] .said")
        assert await page.faults() == []


async def test_a_tap_that_takes_long_is_a_tap(lasting_demo, engine):
    """A long tap counts as a tap, as on a busy machine."""
    async with engine.page(lasting_demo.at("/?lang=en"), TABLET) as page:
        await touch(page, ".who-owl .place", held_ms=SLOW_MS)
        await wait_for_result(page, MIDDLE, ".who-owl .place[aria-pressed=true]")


async def test_a_phone_by_touch(board, engine):
    """A phone joins by the code and sets a word letter by letter."""
    url = f"{board.address}/seat?code={board.code}&lang=en"
    async with engine.page(url, NARROW) as page:
        sight = EngineSight(page)
        player = Pair(sight, "taps", "en")
        player.hands = EngineTapper(sight)
        await touch(page, ".picks label")
        await touch(page, ".join .main")
        await wait_for_result(page, MIDDLE, ".me")
        async with aclosing(await board.phone(name="Ben")):
            await board.begin(length=5, board_makes=False)
            for letter in "HOBBY":
                await player.push(letter)
            await player.say_press("web-secret-set")
            await player.read(player.says("web-secret-hold"))
            assert not board.school.see()["view"]["waiting"]
            assert await page.faults() == []


#: Makes the page too wide, adds a picture that is not there, and throws.
BREAK = """() => {
  const wide = document.createElement("div"), picture = document.createElement("img");
  wide.style.minWidth = "3000px";
  wide.textContent = "Wide";
  picture.src = "/gone.png";
  document.querySelector("main").append(wide, picture);
  setTimeout(() => { throw new Error("broken on purpose"); });
}"""

#: A request that the board refuses.
REFUSED = """async () => {
  const headers = { "x-letterzone": "1", "content-type": "application/json" };
  const body = JSON.stringify({ phone: 99 });
  await fetch("/api/let-in", { method: "POST", headers, body });
}"""


async def test_what_is_broken_would_be_found(lasting_demo, engine):
    """A page that is too wide, throws, lacks a picture, or is refused something."""
    async with engine.page(lasting_demo.at("/privacy"), TABLET) as page:
        await wait_until_rendered(page)
        assert await page.refusals() == []
        await page.evaluate(REFUSED)
        assert len(await page.refusals()) == 1
        await page.evaluate(BREAK)
        assert await page.evaluate(WIDER) > 0
        until = time.monotonic() + PAGE_S
        while not any("gone" in one for one in await page.evaluate(UNLOADED)):
            assert time.monotonic() < until
            await asyncio.sleep(0.05)
        while not any("on purpose" in one for one in await page.faults()):
            assert time.monotonic() < until
            await asyncio.sleep(0.05)
