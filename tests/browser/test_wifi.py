"""Two codes on the wall: first into the Wi-Fi, then to the table."""

from dataclasses import replace

import pytest
import pytest_asyncio

from firmware_host.web.values import Wifi
from tests.browser.axe import violations
from tests.browser.served import served
from tests.browser.test_wall import OUTSIDE, SCROLLS, SIZES, TEAMS

OURS = Wifi("Letterzone-K7", "bcdf-ghjk-mnpq")


@pytest_asyncio.fixture(loop_scope="session")
async def board(tmp_path):
    async with served(tmp_path) as opened:
        web = opened.school.web
        web.services = replace(web.services, wifi=OURS)
        yield opened


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("size", SIZES)
async def test_both_codes_fit_beside_all_else(board, open_page, size, lang):
    """While things are chosen, and in a round of eight with guesses."""
    wall = await open_page(f"{board.address}/wall?lang={lang}", size=size, lang=lang)
    await wall.wait_for_selector(".qr >> nth=1")
    text = await wall.inner_text(".door")
    assert text.index(OURS.ssid) < text.index(OURS.password) < text.index(board.code)
    assert (await wall.evaluate(OUTSIDE), await wall.evaluate(SCROLLS)) == (
        [],
        [False, False],
    )
    await board.people(*(f"{name[:10]} {at}" for at, name in enumerate(TEAMS)))
    await board.begin(length=6, board_makes=True, rounds=2)
    await wall.wait_for_selector(".zones")
    assert (await wall.evaluate(OUTSIDE), await wall.evaluate(SCROLLS)) == (
        [],
        [False, False],
    )


async def test_both_pictures_are_there_and_axe_finds_nothing(board, open_page, eyes):
    """Both QR codes are loaded, with alternative texts, and axe finds nothing."""
    eyes.expect("Applying inline style")  # axe's own, while it looks
    for size in SIZES[0], (320, 640):
        wall = await open_page(f"{board.address}/wall", size=size)
        await wall.wait_for_selector(".qr >> nth=1")
        drawn = "all => all.map(one => [one.complete, one.naturalWidth > 0])"
        await wall.wait_for_load_state("networkidle")
        assert await wall.eval_on_selector_all(".qr", drawn) == [[True, True]] * 2
        alts = await wall.eval_on_selector_all(".qr", "all => all.map(one => one.alt)")
        assert OURS.password in alts[0]
        assert board.code in alts[1]
        assert await violations(wall) == []


async def test_a_closed_door_shows_neither(board, open_page):
    """With a locked door the wall shows neither code."""
    wall = await open_page(f"{board.address}/wall")
    await wall.wait_for_selector(".qr >> nth=1")
    await board.school.web.room.set_doors(locked=True)
    board.school.web.live.changed()
    await wall.wait_for_selector(".qr", state="detached")
    assert OURS.password not in await wall.content()
