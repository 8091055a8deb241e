"""The web beside a real table: where it listens, what it is handed."""

import asyncio

import httpx2 as httpx
import pytest

from firmware_host.app.daemon import Hardware, open_board
from firmware_host.app.hardware import profile_path
from firmware_host.app.web import LOOPBACK, Drawer, Place, open_web, own_names
from firmware_host.devices.fake import FakePins, FakeScreens
from firmware_host.errors import SettingsError
from firmware_host.settings.profile import load_profile
from firmware_host.web.server import listen

PROFILE = load_profile(profile_path("simulated"))


@pytest.fixture
async def running(tmp_path):
    pins = FakePins(lamps=PROFILE.lamps, buzzer=PROFILE.buzzer)
    screens = FakeScreens(PROFILE.screens)
    hardware = Hardware(
        factory=pins.factory, bus=screens.open, port=str(tmp_path / "nothing")
    )
    async with open_board(PROFILE, tmp_path, hardware=hardware) as board:
        yield board


async def test_it_listens_on_this_machine_alone_and_answers(running, tmp_path):
    place = Place(port=0)
    async with open_web(running, tmp_path, place=place) as url:
        assert url.startswith(f"http://{LOOPBACK}:")
        async with httpx.AsyncClient() as client:
            state = (await client.get(f"{url}/api/state")).json()
            assert state["phase"] == "choosing"
            assert (await client.get(f"{url}/wall")).status_code == 200
    async with httpx.AsyncClient() as client:
        with pytest.raises(httpx.ConnectError):
            await client.get(f"{url}/wall")


async def test_a_port_that_is_taken_is_said_where_it_was_asked_for(running, tmp_path):
    with listen(LOOPBACK, 0) as taken:
        place = Place(port=taken.getsockname()[1])
        with pytest.raises(SettingsError, match="choose another by --port"):
            async with open_web(running, tmp_path, place=place):
                pass


async def test_where_nobody_has_asked_the_next_free_port_is_taken(running, tmp_path):
    one = open_web(running, tmp_path, place=Place())
    two = open_web(running, tmp_path, place=Place())
    async with one as first, two as second:
        assert first != second


async def test_a_drawer_keeps_over_a_restart(running):
    drawer = Drawer(running.journal)
    await drawer.put("room", "Grün")
    assert drawer.get("room") == "Grün"
    assert Drawer(running.journal).get("room") == "Grün"
    assert running.journal.settings()["web:room"] == "Grün"
    await drawer.put("room", None)
    assert drawer.get("room") is None
    assert Drawer(running.journal).get("room") is None


async def test_whoever_looks_on_is_told_of_each_change(running, tmp_path):
    """Over a real socket, as fast as it happens."""
    from websockets.asyncio.client import connect  # noqa: PLC0415 - this test alone

    place = Place(port=0)
    async with open_web(running, tmp_path, place=place) as url:
        where = url.replace("http", "ws") + "/socket?as=wall&lang=en"
        async with connect(where, origin=url) as socket:
            async with asyncio.timeout(5):
                assert '"players":[]' in await socket.recv()
                await running.desk.sit("Ada")
                while '"name":"Ada"' not in await socket.recv():
                    pass


def test_the_machine_has_a_name():
    assert "localhost" in own_names()
    assert len(own_names()) == 3
