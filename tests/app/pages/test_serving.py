"""The table's side of the pages: its ports, and the part that is missed."""

import asyncio
import json
from concurrent.futures import Future

import pytest

from firmware_host import __version__
from firmware_host.app.pages import serving
from firmware_host.app.pages.serving import PART, SOCKET, JournalStore, serve_ports
from firmware_host.board.commands import PagesAt
from firmware_host.board.events import Button, Pressed
from firmware_host.errors import JournalError, SettingsError
from tests.controller.bench import until
from tests.picture.camera import read


@pytest.fixture
def at(tmp_path):
    return tmp_path / SOCKET


async def ask(at, **item):
    """Return the answer to one line."""
    reader, writer = await asyncio.open_unix_connection(str(at))
    writer.write(json.dumps(item).encode() + b"\n")
    answer = json.loads(await reader.readline())
    writer.close()
    return answer


async def test_it_says_hello_and_answers_what_a_port_offers(running, tmp_path, at):
    async with serve_ports(running, tmp_path, at=at, web="127.0.0.1:8080"):
        hello = (await ask(at, id=1, call="hello"))["value"]
        assert hello["version"] == __version__
        assert "board" not in hello["ports"], "there is none but in a demo"
        seen = await ask(at, id=2, call="table_api.see", some=[""])
        assert seen["value"]["phase"] == "choosing"
        assert (await ask(at, id=3, call="board.look", some=["en"]))["failed"]
        assert at.stat().st_mode & 0o777 == 0o660
    assert not at.exists()


async def test_pages_without_a_sign_of_life_are_missed_and_come_back(
    running, tmp_path, at, monkeypatch
):
    for name in ("FIRST_S", "SILENT_S", "BACK_S"):
        monkeypatch.setattr(serving, name, 0.2)
    async with serve_ports(running, tmp_path, at=at, web="") as answering:
        await until(lambda: PART in running.table.session.faults)

        async def live():
            while True:
                answering.beats += 1
                await asyncio.sleep(0.01)

        living = asyncio.create_task(live())
        await until(lambda: PART not in running.table.session.faults)
        living.cancel()
        await until(lambda: PART in running.table.session.faults)


async def test_a_phone_reads_the_teachers_code_from_the_screen(
    running, screens, tmp_path, at
):
    """The QR code that a button press shows can be read and claims the class."""
    async with serve_ports(running, tmp_path, at=at, web=""):
        said = "http://192.168.178.123:8080"
        await ask(at, id=1, call="table_api.send", some=[PagesAt(said).line])
        running.table.happen(Pressed(Button.SERVICE))
        await until(lambda: read(screens.screens["table"].image))
        (text,) = read(screens.screens["table"].image)
        address, _, secret = text.rpartition("/")
        assert address == f"{said.upper()}/C"
        assert running.table_api.claim(secret) == "claimed"
        await until(lambda: not read(screens.screens["table"].image))


async def test_a_hotspots_file_that_cannot_be_read_closes_no_web(
    running, tmp_path, at, monkeypatch, caplog
):
    """An unreadable hotspot file is logged, and the web starts without Wi-Fi data."""

    def broken():
        msg = "hotspot.toml: cannot be read"
        raise SettingsError(msg)

    monkeypatch.setattr(serving, "load_hotspot", broken)
    async with serve_ports(running, tmp_path, at=at, web=""):
        assert "hotspot.toml" in caplog.text
        assert (await ask(at, id=1, call="hello"))["value"]["wifi"] is None


async def test_a_store_keeps_over_a_restart(running):
    store = JournalStore(running.journal)
    await store.put("room", "Grün")
    assert store.get("room") == "Grün"
    assert JournalStore(running.journal).get("room") == "Grün"
    assert running.journal.settings()["web:room"] == "Grün"
    await store.put("room", None)
    assert store.get("room") is None
    assert JournalStore(running.journal).get("room") is None


@pytest.mark.parametrize("text", ["new", None])
async def test_a_store_shows_nothing_that_was_not_written(running, monkeypatch, text):
    """After a failed write the pages read what the next start will read."""
    store = JournalStore(running.journal)
    await store.put("teacher", "old")

    def full(_key, _text):
        failed = Future()
        failed.set_exception(JournalError("the disk is full"))
        return failed

    monkeypatch.setattr(running.journal, "put_setting", full)
    with pytest.raises(JournalError, match="the disk is full"):
        await store.put("teacher", text)
    assert store.get("teacher") == "old"
    assert JournalStore(running.journal).get("teacher") == "old"


async def test_a_write_is_shown_though_its_caller_hangs_up(running, monkeypatch):
    """A committed text is read from then on, even if its caller no longer waits."""
    store, written = JournalStore(running.journal), Future()
    monkeypatch.setattr(running.journal, "put_setting", lambda *_: written)
    putting = asyncio.create_task(store.put("teacher", "new"))
    await asyncio.sleep(0)
    putting.cancel()
    await asyncio.gather(putting, return_exceptions=True)
    assert store.get("teacher") is None
    written.set_result(None)
    await until(lambda: store.get("teacher") == "new")
