"""The web process, connected to the table's socket."""

import asyncio
import signal

from firmware_host.app.pages import process
from firmware_host.app.pages.place import listen
from firmware_host.app.pages.process import EXIT_OTHER_VERSION, run_pages, services_of
from firmware_host.app.pages.serving import SOCKET, serve_ports
from firmware_host.web.remote.answering import Answering
from firmware_host.web.remote.asking import TableConnection
from firmware_host.web.remote.lines import MOST_BYTES
from tests.controller.bench import until

HELLO = {
    "version": "0",
    "ports": ["table_api", "board"],
    "key": "k",
    "wifi": ["ours", "bcdf-ghjk"],
    "game_files": {"decipher": "/games/decipher"},
}


def test_what_the_table_has_said_is_what_the_web_works_with(tmp_path):
    asking = TableConnection(tmp_path / SOCKET)
    with listen("127.0.0.1", 0) as ear:
        services = services_of(asking, HELLO, [ear])
        assert services.address() == f"http://127.0.0.1:{ear.getsockname()[1]}"
    assert services.wifi is not None
    assert services.wifi.password == "bcdf-ghjk"  # noqa: S105 - nobody's
    assert services.board is not None
    assert services.updates is None
    assert services.board_key == "k"
    assert services.game_files == {"decipher": "/games/decipher"}


async def test_pages_of_another_version_end_to_be_started_anew(tmp_path, monkeypatch):
    """The web process ends if the table has another version, and is started again."""
    at, versions = tmp_path / SOCKET, iter([process.__version__, "another"])

    async def table():
        answering = Answering({}, {"version": next(versions)}, lambda: 0)
        return answering, await asyncio.start_unix_server(
            answering.serve, at, limit=MOST_BYTES
        )

    answering, server = await table()
    looked = []
    monkeypatch.setattr(
        TableConnection, "ask", lambda *_: looked.append(1) or answering._hello
    )
    monkeypatch.setattr(process, "services_of", lambda *_: None)

    class Web:
        live = type("Live", (), {"changed": staticmethod(lambda: None)})
        caller = None

        def __init__(self, _):
            pass

        async def __aenter__(self):
            return self

        async def __aexit__(self, *_):
            return None

    monkeypatch.setattr(process, "Web", Web)
    monkeypatch.setattr(process, "build", lambda _: lambda *_: None)
    with listen("127.0.0.1", 0) as ear:
        pages = asyncio.create_task(run_pages(at, [ear], is_child=False))
        await until(lambda: len(looked) > 1)
        server.close()
        await answering.close()
        answering, server = await table()
        assert await asyncio.wait_for(pages, 20) == EXIT_OTHER_VERSION
    server.close()
    await answering.close()


async def test_it_ends_when_told_even_while_no_table_is_there(tmp_path):
    with listen("127.0.0.1", 0) as ear:
        pages = asyncio.create_task(run_pages(tmp_path / SOCKET, [ear], is_child=False))
        loop = asyncio.get_running_loop()
        loop.call_later(0.05, signal.raise_signal, signal.SIGTERM)
        assert await asyncio.wait_for(pages, 20) == 0


async def test_a_real_table_answers_the_services(running, tmp_path):
    """The services work from another thread, while the table's loop goes on."""
    at = tmp_path / SOCKET
    async with serve_ports(running, tmp_path, at=at, web="127.0.0.1:1"):

        def look():
            asking = TableConnection(at)
            hello = asking.ask("hello")
            services = services_of(asking, hello, [])
            seen = services.table_api.see()
            known = services.store.get("nothing")
            asking.close()
            return seen["phase"], known

        assert await asyncio.to_thread(look) == ("choosing", None)
