"""The hall's web: its pages, its socket, and whom it answers."""

import json

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from firmware_host.app.content.languages import load_texts
from firmware_host.app.pages.place import listen
from firmware_host.board.once import Lazy
from firmware_host.languages import CODES
from firmware_host.web.hall.app import PATHS, build
from firmware_host.web.live import Live
from firmware_host.web.server import serve
from tests.web.hall.test_documents import Hall
from tests.web.school import client_at


@pytest.fixture
async def hall():
    """A hall's web: what is told of changes, and its address."""
    live, ear = Live(), listen("127.0.0.1", 0)
    app = build(Hall(), live, Lazy(CODES, load_texts), ("localhost",), language="de")
    async with serve(app, ear):
        yield live, f"localhost:{ear.getsockname()[1]}"


async def test_each_page_is_there_in_each_language(hall):
    """With its script and its style."""
    _, at = hall
    async with client_at(f"http://{at}") as client:
        for path, view in PATHS.items():
            page = (await client.get(path, params={"lang": "en"})).text
            assert f'lang="en" translate="no" data-view="{view}"' in page
            assert 'lang="de"' in (await client.get(path)).text
        for name in ("hall/hall.js", "hall/hall.css", "base.css"):
            assert (await client.get(f"/static/{name}")).status_code == 200
        wrong = await client.get("/", headers={"host": "evil.example"})
        assert wrong.status_code == 400


async def test_a_socket_has_the_newest_state(hall):
    """Now, and whenever something has changed."""
    live, at = hall
    asked = f"ws://{at}/socket?as=wall&lang=en"
    async with connect(asked, origin=f"http://{at}") as socket:
        first = json.loads(await socket.recv())
        assert first["title"] == "Spring cup"
        live.changed()
        assert len(live) == 1
    with pytest.raises(InvalidStatus):
        await connect(f"ws://{at}/socket?as=teacher", origin=f"http://{at}")
