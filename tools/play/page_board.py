"""
Run a complete board in a web page with Pyodide: the table, its pages, the controller.

The rules, the journal, the wire protocol, the controller's program and the pages are
those of every board; `stand_ins.py` replaces what a browser does not have.
"""

import asyncio
import os
from collections.abc import Callable, Mapping
from http.cookies import SimpleCookie
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from stand_ins import AWAY_MS, Lamps, NoService, Pads, PageJournal, Store, Wire

from firmware_host.app.archive.archive import JournalArchive
from firmware_host.app.content.languages import load_rude, load_texts, load_unfit
from firmware_host.app.content.packs import BoardPacks
from firmware_host.app.content.tables import read_text, table_for_page
from firmware_host.app.daemon.resume import take_up
from firmware_host.app.demo.virtual import Virtual
from firmware_host.app.tagging.tagging import Tagging
from firmware_host.board.commands import TutorialCommand
from firmware_host.board.entries import JOURNAL
from firmware_host.board.once import Lazy
from firmware_host.board.pieces import Millis
from firmware_host.board.record import replace
from firmware_host.devices.clock import monotonic_ms
from firmware_host.games.contract import ENTROPY_BYTES
from firmware_host.journal.store import Journal
from firmware_host.journal.tags import Tags
from firmware_host.languages import CODES
from firmware_host.session import upcoming
from firmware_host.session.setups import Setup
from firmware_host.simulate.doing import Doing
from firmware_host.simulate.hands import Hands
from firmware_host.simulate.pieces import tags
from firmware_host.table.api import TableApi
from firmware_host.table.parts import Parts
from firmware_host.table.table import Table
from firmware_host.web.app import build
from firmware_host.web.ports import Services
from firmware_host.web.state import Web
from firmware_host.web.upkeep import run_upkeep

#: The folder of the journal, which is lost when the page is closed.
FOLDER = Path("/journal")

#: The constant part of each ASGI request: from this machine, to its own name.
SCOPE = {
    "asgi": {"version": "3.0"},
    "http_version": "1.1",
    "root_path": "",
    "client": ("127.0.0.1", 1),
    "server": ("localhost", 80),
}

TEXTS = Lazy(CODES, load_texts)

if not hasattr(os, "geteuid"):  # a page is nobody's, and no root's
    os.geteuid = lambda: 1000


class PageBoard:
    """
    A running board and its interface for a page. Make it in a running event loop.

    Args:
        language: The language of the board until a player chooses another one.
        folder: The folder of the journal.
    """

    def __init__(self, language: str, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        path = folder / JOURNAL
        journal = PageJournal(path, reserve_bytes=0).__enter__()
        table, board = _table(journal, Setup(language=language))
        archive = JournalArchive(journal, path)
        services = Services(
            table_api=TableApi(table),
            texts=TEXTS,
            store=Store(),
            history=archive,
            archive=archive,
            packs=BoardPacks(table),
            read_table=table_for_page,
            read_text=read_text,
            tags=Tagging(table, Tags(journal)),
            service=NoService(),  # type: ignore[arg-type] # it answers what is asked
            clock_ms=monotonic_ms,
            entropy=os.urandom,
            board=board,
            address=lambda: "http://localhost",
            rude=load_rude(),
            unfit={code: load_unfit(code) for code in CODES},
        )
        self._web = Web(services)
        self._running = run_upkeep(self._web)
        self._app = build(self._web)
        self._cookies: SimpleCookie = SimpleCookie()
        self._sockets: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Begin to publish the state of the table, and start the first minute."""
        await self._running.__aenter__()
        await self._web.services.table_api.send(TutorialCommand(wanted=True).line)

    async def close(self) -> None:
        """Stop publishing."""
        await self._running.__aexit__(None, None, None)

    async def ask(
        self, method: str, target: str, headers: Mapping[str, str], body: bytes
    ) -> tuple[int, dict[str, str], bytes]:
        """Answer an HTTP request; return the status, the headers and the body."""
        waits: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        waits.put_nowait({"type": "http.request", "body": bytes(body)})
        told: dict[str, Any] = {}
        parts: list[bytes] = []

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                told.update(message)
            else:
                parts.append(message.get("body", b""))

        await self._app(self._scope("http", method, target, headers), waits.get, send)
        answered = [(k.decode(), v.decode("latin-1")) for k, v in told["headers"]]
        for name, value in answered:
            if name == "set-cookie":
                self._cookies.load(value)
        return told["status"], dict(answered), b"".join(parts)

    async def dial(
        self, target: str, language: str, tell: Callable[[str, str], Any]
    ) -> Callable[[], None]:
        """
        Open a WebSocket; return a function that closes it.

        Args:
            target: Its path with the query.
            language: The language that the browser prefers.
            tell: Called with ``open``, with ``text`` and a text, or with ``close``.
        """
        waits: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        waits.put_nowait({"type": "websocket.connect"})
        kinds = {"websocket.accept": "open", "websocket.close": "close"}

        async def send(message: Any) -> None:
            tell(kinds.get(message["type"], "text"), message.get("text") or "")

        headers = {"accept-language": language, "origin": "http://localhost"}
        scope = self._scope("websocket", "GET", target, headers)
        scope |= {"scheme": "ws", "subprotocols": []}

        async def run() -> None:
            await self._app(scope, waits.get, send)
            tell("close", "")

        task = asyncio.ensure_future(run())
        self._sockets.add(task)
        task.add_done_callback(self._sockets.discard)
        gone = {"type": "websocket.disconnect", "code": 1001}
        return lambda: waits.put_nowait(gone)

    def _scope(
        self, kind: str, method: str, target: str, headers: Mapping[str, str]
    ) -> dict[str, Any]:
        path, _, query = target.partition("?")
        known = "; ".join(f"{k}={v.value}" for k, v in self._cookies.items())
        named = {"host": "localhost", "sec-fetch-site": "same-origin", "cookie": known}
        named |= headers
        return SCOPE | {
            "type": kind,
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": [(k.encode(), v.encode()) for k, v in named.items()],
        }


def _table(journal: Journal, setup: Setup) -> tuple[Table, Virtual]:
    """Return a started table, and the virtual board through which it is played."""
    lamps = Lamps()
    wire = Wire(lambda event: table.hear(event))  # noqa: PLW0108 - made below
    session = take_up(journal, setup=setup, now_ms=Millis(monotonic_ms()))
    box = tags(session.games)
    parts = Parts(
        journal=journal,
        wire=wire,  # type: ignore[arg-type] # it does what is asked of one
        lamps=lamps,  # type: ignore[arg-type] # likewise
        screens=None,
        buzzer=lamps,  # type: ignore[arg-type] # likewise
        texts=TEXTS,
        pieces=box,
        clock_ms=monotonic_ms,
        entropy=lambda: os.urandom(ENTROPY_BYTES),
    )
    on_board = upcoming.on_board(session, zones=6, way="pads", maker_screen=False)
    on_board = replace(on_board, virtual=True)
    table = Table(on_board, parts)
    table.start()
    pads = Pads(wire)
    hands = Hands(pads, table, away_ms=AWAY_MS)
    demo = SimpleNamespace(
        table=table,
        controller=pads,
        hands=hands,
        doing=Doing(table, hands, TEXTS),
        pins=lamps,
        screens=SimpleNamespace(screens={}),
        card=SimpleNamespace(is_set=lambda: True),
        watchers=lamps.watchers,
    )
    pads.plug_cable()
    return table, Virtual(demo)  # type: ignore[arg-type] # it has what is asked of one


async def begin(language: str, folder: Path = FOLDER) -> PageBoard:
    """Start a board and return it."""
    board = PageBoard(language, folder)
    await board.open()
    return board
