"""An external game in the demo, without any JavaScript of its own."""

import os
from contextlib import contextmanager

import pytest
import pytest_asyncio

from tests.browser import demo as demos
from tests.browser.axe import violations
from tests.browser.eyes import BEYOND
from tests.browser.served import served
from tests.browser.test_board import Player
from tests.contracts.test_outside import FILES, SENTENCES, install, installed
from tests.opened import played_before

#: Screens that people have: a phone, a kiosk, a projector.
SIZES = {"/seat": (390, 844), "/": (800, 480), "/wall": (1920, 1080)}


@pytest.fixture
def package(tmp_path, monkeypatch):
    """The folder of the page's game, found by every Python that starts here."""
    folder = install(tmp_path / "package")
    monkeypatch.setenv("PYTHONPATH", str(folder))
    return folder


@contextmanager
def started(folder):
    """Start a demo that keeps its game in *folder*, and pull its plug in the end."""
    if not folder.exists():
        played_before(folder)
    running = demos.start(folder, "--language", "en")
    try:
        yield running
    finally:
        running.kill()
        assert "Traceback" not in running.printed


async def person(demo, open_page, path, lang="en"):
    """Return a person at a page, in the page's usual window size."""
    url = demo.at(f"{path}?lang={lang}")
    return Player(await open_page(url, lang=lang, size=SIZES[path]), demo)


async def come_in(demo, open_page, lang, **who):
    """Return a phone that has joined by the wall's code."""
    phone = await person(demo, open_page, "/seat", lang)
    code = (await phone.state())["join"]["code"]
    answer = await phone.page.context.request.post(
        demo.at("/api/join"),
        data={"code": code, **who},
        headers={"x-letterzone": "1", "origin": demo.at("")},
    )
    assert answer.ok
    await phone.page.reload()
    return phone


async def fits(someone, name):
    """Make sure that nothing is cut off, and that it can be read and reached."""
    page = someone.page
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert await violations(page) == []
    if folder := os.environ.get("LETTERZONE_SHOTS"):
        await page.screenshot(path=f"{folder}/{name}.png")


async def by_hand(board, zone):
    """Take a piece from the tray, and put it into a zone."""
    await board.press(board.page.locator(".heap.red"))
    await board.press(board.page.locator(f"[data-zone='{zone}'] .pad"))


async def by_phone(phone, zone):
    """Tap a zone on the phone, and press the button for it."""
    await phone.press(phone.page.locator(".strip .spot").nth(zone - 1))
    await phone.press(phone.page.locator(".two .main"))


async def tap_next(board, phone):
    """Let the player on turn try the next zone; return the state after that."""
    before = await board.until(
        lambda state: (state["view"] or {}).get("turn") is not None
    )
    view = before["view"]
    zone = len(view["tried"]) + 1
    await (by_phone(phone, zone) if view["turn"] else by_hand(board, zone))
    return await board.until(lambda state: state["view"] != view)


@pytest.mark.long
@pytest.mark.usefixtures("package")
async def test_it_is_played_by_mouse_over_a_pulled_plug(tmp_path, open_page, eyes):
    """An external game is played at the board and a phone, over a restart."""
    eyes.expect("net::ERR_")  # the plug is pulled
    with started(tmp_path / "kept") as demo:
        board, wall = [await person(demo, open_page, path) for path in ("/", "/wall")]
        await come_in(demo, open_page, "en", seat=0)
        phone = await come_in(demo, open_page, "de", name="Ben")
        begin = phone.page.get_by_role("button", name="Neues Spiel", exact=True)
        await phone.press(begin)
        await phone.press(phone.page.get_by_label("Schatz"))
        await phone.press(phone.page.locator(".choosing-form .main"))
        for _ in range(2):
            state = await tap_next(board, phone)
        await phone.page.locator(".known").wait_for()
        for one, name in ((board, "board"), (phone, "seat"), (wall, "wall")):
            await fits(one, name)
        assert await phone.page.evaluate(BEYOND) == [False]

    with started(tmp_path / "kept") as demo:
        for one, path in ((board, "/"), (wall, "/wall"), (phone, "/seat")):
            one.demo = demo
            await one.page.goto(demo.at(path))
        again = await board.until(lambda state: state["view"] is not None)
        assert again["view"] == state["view"]
        while state["phase"] == "playing":
            state = await tap_next(board, phone)
        assert len(state["view"]["results"]) == 3
        await wall.page.locator(".player.won").first.wait_for()
        await phone.page.locator(".ended").wait_for()  # fetched now: not after the plug


@pytest_asyncio.fixture(loop_scope="session")
async def bringing(tmp_path):
    """A board with a game that brings a part of the pages along."""
    with installed(tmp_path / "package", FILES):
        async with served(tmp_path) as opened:
            await opened.people("Ann", "Ben")
            await opened.begin(game="treasure")
            yield opened


async def test_a_game_brings_script_style_sentences_and_drawings(bringing, open_page):
    """The wall shows an external game's own drawing, with its text in the language."""
    for code, text in SENTENCES.items():
        wall = await open_page(f"{bringing.address}/wall?lang={code}")
        drawing = wall.get_by_alt_text(text)
        await drawing.wait_for()
        box = await drawing.bounding_box()
        assert box["width"] == 123
        assert await violations(wall) == []


@pytest.mark.parametrize(
    "script",
    [
        "throw new Error('early');",
        "export const wall = { Player() { throw new Error('late'); } };",
    ],
)
async def test_a_script_with_a_fault_costs_its_own_part_alone(
    tmp_path, open_page, eyes, script
):
    """The rest of the wall is drawn, and the browser's log says why."""
    with installed(tmp_path / "package", {"game.js": script}):
        async with served(tmp_path) as board:
            await board.people("Ann", "Ben")
            await board.begin(game="treasure")
            wall = await open_page(f"{board.address}/wall?lang=en")
            await wall.locator(".player.turn", has_text="Ann").wait_for()
            await wall.close()  # or it would look for a board that is no more
    assert any("pages of the game treasure have a fault" in one for one in eyes.faults)
    eyes.faults.clear()
