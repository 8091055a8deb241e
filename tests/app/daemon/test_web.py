"""The web beside a real table: where it listens, what it is handed."""

import asyncio

import httpx2 as httpx
import pytest

from firmware_host.app.daemon import web
from firmware_host.app.daemon.daemon import Hardware, open_board
from firmware_host.app.daemon.web import (
    LOOPBACK,
    JournalStore,
    Place,
    open_web,
    own_names,
)
from firmware_host.app.system.hardware import profile_path
from firmware_host.devices.fake import FakePins, FakeScreens
from firmware_host.errors import SettingsError
from firmware_host.settings.profile import load_profile
from firmware_host.web.ports import Wifi
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


def free_port():
    """Return a port that nobody has."""
    with listen("127.0.0.2", 0) as free:
        return free.getsockname()[1]


async def test_a_board_on_the_network_is_found_without_a_number(
    running, tmp_path, monkeypatch
):
    """By a second ear, where that may be opened; at the first one all the same."""
    plain, port = free_port(), free_port()
    monkeypatch.setattr(web, "PLAIN_PORT", plain)
    monkeypatch.setattr(web, "own_address", lambda: LOOPBACK)
    place = Place("127.0.0.2", port, plain=True)
    async with open_web(running, tmp_path, place=place) as url:
        assert url == f"http://{LOOPBACK}", "a number that browsers know is not said"
        async with httpx.AsyncClient() as client:
            for ear in (plain, port):
                answer = await client.get(f"http://127.0.0.2:{ear}/wall")
                assert answer.status_code == 200
    with listen("127.0.0.2", plain):
        async with open_web(running, tmp_path, place=place) as url:
            assert url == f"http://{LOOPBACK}:{port}", "somebody else has it"


def test_a_board_for_this_machine_alone_opens_no_second_ear(monkeypatch):
    heard: list[int] = []
    monkeypatch.setattr(web, "listen", lambda _host, port: heard.append(port))
    web._listen(Place(LOOPBACK, 8080, plain=True))
    assert heard == [8080]


@pytest.mark.parametrize(("mine", "host"), [(True, "10.42.0.1"), (False, "192.0.2.9")])
async def test_in_its_own_wifi_a_board_is_found_at_its_address_there(
    running, tmp_path, monkeypatch, mine, host
):
    """Without any other network there is no way out to ask for the address."""
    monkeypatch.setattr(web, "PLAIN_PORT", free_port())
    monkeypatch.setattr(web, "load_hotspot", lambda: Wifi("ours", "bcdf-ghjk"))
    monkeypatch.setattr(web, "is_own", lambda _: mine)
    monkeypatch.setattr(web, "own_address", lambda: "192.0.2.9")
    place = Place("127.0.0.2", 0, plain=True)
    async with open_web(running, tmp_path, place=place) as url:
        assert url == f"http://{host}"


async def test_a_hotspots_file_that_cannot_be_read_closes_no_web(
    running, tmp_path, monkeypatch, caplog
):
    """It is logged, and the wall shows the one code that there is."""

    def broken():
        msg = "hotspot.toml: cannot be read"
        raise SettingsError(msg)

    monkeypatch.setattr(web, "load_hotspot", broken)
    place = Place("127.0.0.2", 0, plain=True)
    async with open_web(running, tmp_path, place=place):
        assert "hotspot.toml" in caplog.text


def test_an_address_is_this_machines_own_or_not():
    assert web.is_own("127.0.0.1")
    assert not web.is_own("192.0.2.1")


async def test_a_port_that_is_taken_is_said_where_it_was_asked_for(running, tmp_path):
    with listen(LOOPBACK, 0) as taken:
        place = Place(port=taken.getsockname()[1])
        with pytest.raises(SettingsError, match="run --web HOST:PORT"):
            async with open_web(running, tmp_path, place=place):
                pass


async def test_where_nobody_has_asked_the_next_free_port_is_taken(running, tmp_path):
    one = open_web(running, tmp_path, place=Place())
    two = open_web(running, tmp_path, place=Place())
    async with one as first, two as second:
        assert first != second


async def test_a_store_keeps_over_a_restart(running):
    store = JournalStore(running.journal)
    await store.put("room", "Grün")
    assert store.get("room") == "Grün"
    assert JournalStore(running.journal).get("room") == "Grün"
    assert running.journal.settings()["web:room"] == "Grün"
    await store.put("room", None)
    assert store.get("room") is None
    assert JournalStore(running.journal).get("room") is None


async def test_whoever_looks_on_is_told_of_each_change(running, tmp_path):
    """Over a real socket, as fast as it happens."""
    from websockets.asyncio.client import connect  # noqa: PLC0415 - this test alone

    place = Place(port=0)
    async with open_web(running, tmp_path, place=place) as url:
        where = url.replace("http", "ws") + "/socket?as=wall&lang=en"
        async with connect(where, origin=url) as socket:
            async with asyncio.timeout(5):
                assert '"players":[]' in await socket.recv()
                await running.table_api.sit("Ada")
                while '"name":"Ada"' not in await socket.recv():
                    pass


def test_the_machine_has_a_name():
    assert "localhost" in own_names()
    assert len(own_names()) == 3
