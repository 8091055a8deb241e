"""A tablet as the board: its web app manifest, and the address that opens it."""

import re
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from firmware_host import web
from firmware_host.web.app import build
from firmware_host.web.board.virtual import CLOTH, ICONS_PX
from firmware_host.web.state import Web
from tests.web.board.test_virtual import ELSEWHERE, HERE, KEY, Stub
from tests.web.school import Browser, school

BASE = Path(web.__file__).parent / "static" / "base.css"


@pytest.fixture
async def opened(tmp_path):
    async with school(tmp_path) as opened:
        yield opened


def browser(opened, address, key):
    """Return a browser at *address*, of a web with a virtual board."""
    services = replace(opened.web.services, board=Stub(), board_key=key)
    return Browser(build(Web(services)), address)


@pytest.mark.parametrize("language", ["en", "de"])
async def test_the_page_says_what_it_is_installed_as(opened, language):
    """The manifest has the page's language, full screen, and icons of stated sizes."""
    client = opened.browser().client
    page = await client.get(f"/tablet?lang={language}")
    (where,) = re.findall(r'<link rel="manifest" href="([^"]+)"', page.text)
    answer = await client.get(where)
    assert answer.headers["content-type"] == "application/manifest+json"
    assert "manifest-src 'self'" in page.headers["content-security-policy"]
    told = answer.json()
    assert (told["lang"], told["start_url"]) == (language, "/tablet")
    assert told["display"] == "fullscreen"
    assert {one["purpose"] for one in told["icons"]} == {"any", "maskable"}
    for one in told["icons"]:
        picture = await client.get(one["src"])
        assert picture.headers["content-type"] == one["type"]
        width, height = Image.open(BytesIO(picture.content)).size
        assert f"{width}x{height}" == one["sizes"]
    assert {one["sizes"] for one in told["icons"]} == {f"{n}x{n}" for n in ICONS_PX}


async def test_no_other_page_is_installed(opened):
    """The board's page has neither a manifest nor a theme colour."""
    page = await opened.browser().client.get("/")
    assert "manifest" not in page.text
    assert "theme-color" not in page.text


async def test_the_colours_round_the_page_are_those_of_its_cloth(opened):
    """The page's theme colours are the light and the dark cloth of the style sheet."""
    page = await opened.browser().client.get("/tablet")
    said = re.findall(r'name="theme-color"[^>]*content="([^"]+)"', page.text)
    cloths = re.findall(r"--cloth: (#[0-9a-f]{6})", BASE.read_text(encoding="utf-8"))
    assert said == cloths
    assert cloths[0] == CLOTH


async def test_a_tablet_comes_in_by_the_address_that_the_board_shows(opened):
    """A tablet that sends the key from the shown address gets the board's rights."""
    here = browser(opened, HERE, KEY)
    await here.post("/api/board/open", key=KEY)
    way = await here.get("/api/board/tablet")
    address, key = way["url"].split("#")
    assert address.endswith("/tablet")
    assert key == KEY
    assert way["picture"].startswith("data:image/svg+xml")
    tablet = browser(opened, ELSEWHERE, KEY)
    assert await tablet.get("/api/board/tablet") == 403
    assert await tablet.post("/api/board/open", key=key) == {"ok": True}
    assert await tablet.get("/api/board/tablet") == way


async def test_without_a_key_no_tablet_can_come(opened):
    """The board is for this machine alone then."""
    here = browser(opened, HERE, "")
    assert await here.get("/api/board/tablet") == {"url": "", "picture": ""}
