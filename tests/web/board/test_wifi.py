"""The board's own Wi-Fi: on the wall, as any phone reads it, and on no other page."""

from dataclasses import replace

import pytest
import pytest_asyncio
import segno
from PIL import Image

from firmware_host.web.public import picture
from firmware_host.web.values import Wifi
from tests.web.school import school

OURS = Wifi("Letterzone-K7", "bcdf-ghjk-mnpq")


@pytest_asyncio.fixture
async def now(tmp_path):
    async with school(tmp_path) as opened:
        yield opened


def open_wifi(now):
    """Let the board have a Wi-Fi of its own."""
    now.web.services = replace(now.web.services, wifi=OURS)


@pytest.mark.parametrize("view", ["wall", "seat", "teacher"])
async def test_only_the_wall_shows_it(now, view):
    """Only the wall's document has the Wi-Fi password: other pages are connected."""
    browser = await now.teacher()
    path = f"/api/state?as={view}"
    assert "wifi" not in await browser.get(path)
    open_wifi(now)
    now.web.live.changed()
    state = await browser.get(path)
    shown = {"ssid": OURS.ssid, "password": OURS.password}
    assert state.get("wifi") == (shown if view == "wall" else None)
    assert (OURS.password in str(state)) == (view == "wall")


async def test_its_qr_code_is_there_as_long_as_it_is(now):
    """A phone's camera gets in by it."""
    client = now.browser().client
    assert (await client.get("/wifi.svg")).status_code == 404
    open_wifi(now)
    answer = await client.get("/wifi.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    text = "WIFI:T:WPA;S:Letterzone-K7;P:bcdf-ghjk-mnpq;;"
    assert answer.content == picture(text).body


def test_the_picture_is_the_code_of_the_text(tmp_path):
    """The SVG picture has the size of the code that segno makes of the same text."""
    path = tmp_path / "code.png"
    segno.make("WIFI:", micro=False).save(path, border=2, light="white")
    with Image.open(path) as image:
        side = image.width
    assert f'viewBox="0 0 {side} {side}"' in bytes(picture("WIFI:").body).decode()
