"""A class at a whole table: real journal, real rules; browsers without a network."""

import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast
from unittest.mock import patch

import httpx2 as httpx

from firmware_host.app.archive.archive import JournalArchive
from firmware_host.app.content.languages import load_rude, load_texts, load_unfit
from firmware_host.app.content.outside import game_files
from firmware_host.app.content.packs import BoardPacks
from firmware_host.app.content.tables import read_text, table_for_page
from firmware_host.app.daemon.daemon import Hardware, open_board
from firmware_host.app.daemon.standby import BoardService
from firmware_host.app.doctor.doctor import target_of
from firmware_host.app.pages.serving import JournalStore
from firmware_host.app.system.hardware import profile_path
from firmware_host.app.tagging.tagging import Tagging
from firmware_host.board.entries import JOURNAL
from firmware_host.board.events import Button, Pressed, Released
from firmware_host.devices.clock import monotonic_ms
from firmware_host.devices.fake import FakePins
from firmware_host.journal.store import Journal
from firmware_host.languages import CODES
from firmware_host.settings.profile import load_profile
from firmware_host.simulate.controller import SimulatedController
from firmware_host.table.api import TableApi
from firmware_host.table.table import Table
from firmware_host.web.app import ENDPOINTS, build
from firmware_host.web.classroom.passphrase import MEMORY
from firmware_host.web.ports import Services, UpdatesPort, VirtualBoard
from firmware_host.web.state import Web
from firmware_host.web.upkeep import run_upkeep
from tests.controller.bench import until
from tests.devices.chips import ChipScreens
from tests.web.described import hold
from tests.web.ported import Ported

PROFILE = load_profile(profile_path("simulated"))
PASSPHRASE = "four green bicycles"  # noqa: S105 - nobody has it but these tests
HEADERS = {"x-letterzone": "1", "sec-fetch-site": "same-origin"}

#: How many seconds a client waits for an answer on a busy machine; HTTPX waits five.
PATIENCE_S = 60.0


def client_at(address: str, **headers: str) -> httpx.AsyncClient:
    """Return a client of a board's pages that is patient on a busy machine."""
    return httpx.AsyncClient(
        base_url=address,
        headers=HEADERS | headers,
        timeout=PATIENCE_S,
        trust_env=False,
    )


class Clock:
    """A clock that can be put forward."""

    ahead_ms = 0

    def __call__(self) -> int:
        """Return the time in ms."""
        return monotonic_ms() + self.ahead_ms


#: Commands of the game: each says which state it was made for.
GAME = frozenset(
    endpoint.path
    for endpoint in ENDPOINTS
    if endpoint.body and "seen" in cast("Any", endpoint.body["properties"])
)


async def seen_by(client: Any) -> Any:
    """Return the ``seen`` of the newest state, as a page would send it."""
    return (await client.get("/api/state")).json()["seen"]


async def made(client: Any, path: str, body: dict[str, Any]) -> dict[str, Any]:
    """Return the body with the newest state's number, if it is a command of a game."""
    if path not in GAME or "seen" in body:
        return body
    return {**body, "seen": await seen_by(client)}


class Browser:
    """A browser with its cookies, which checks every answer against `openapi.json`."""

    def __init__(self, app: Any, address: str) -> None:
        transport = httpx.ASGITransport(app=app, client=(address, 1))
        self.client = httpx.AsyncClient(
            transport=transport,
            base_url="http://localhost",
            headers=HEADERS,
            trust_env=False,  # reading certificates for a proxy takes 50 ms
        )

    async def get(self, path: str) -> Any:
        """Send a GET; return the JSON answer, or the status if it is refused."""
        answer = await self.client.get(path)
        hold("get", path, answer.status_code, answer.text)
        return answer.json() if answer.status_code == 200 else answer.status_code

    async def seen(self) -> Any:
        """Return the ``seen`` of the newest state, as a page would send it."""
        return await seen_by(self.client)

    async def post(self, path: str, **body: Any) -> Any:
        """
        Send a POST; return the answer, or the refusal's code or status.

        A command of a game without `seen` is sent for the newest state.
        """
        answer = await self.client.post(path, json=await made(self.client, path, body))
        hold("post", path, answer.status_code, answer.text)
        item = answer.json()
        return item if answer.status_code == 200 else item.get("refused", item)


#: Where phones find the pages.
ADDRESS = "http://192.0.2.1:8080"


@dataclass
class School:
    """
    A board in a class, with its table, web and clock.

    Args:
        folder: Where the journal lies.
        table: The table.
        web: Its web.
        clock: The clock of both.
        pads: The pads of the board.
        api: What may be asked of the table, not through the web's boundary.
        devices: So many devices were given an address.
    """

    folder: Path
    table: Table
    web: Web
    clock: Clock
    app: Any
    journal: Journal
    pads: SimulatedController
    api: TableApi
    devices: int = 0

    def browser(self, address: str = "") -> Browser:
        """Return a browser without cookies, on a device of its own."""
        self.devices += 1
        return Browser(self.app, address or f"203.0.113.{self.devices}")

    async def hold(self, ms: int = 0) -> str:
        """Hold the service button for *ms*; return the code on the screen."""
        self.table.happen(Pressed(Button.SERVICE))
        await until(lambda: self.table.face.local is not None)
        self.clock.ahead_ms += ms
        shown = self.table.face.local
        assert shown is not None
        code = str(dict(shown.line.values)["digits"])
        self.table.happen(Released(Button.SERVICE))
        await until(lambda: self.table.face.local is None)
        return code

    async def teacher(self) -> Browser:
        """Return the browser of a teacher who has claimed the class."""
        browser = self.browser()
        code = await self.hold()
        body = {"code": code, "passphrase": PASSPHRASE}
        assert await browser.post("/api/teacher/claim", **body) == {"ok": True}
        return browser

    async def begin(self, teacher: Browser, *names: str, **settings: Any) -> None:
        """Let people sit down and begin a game in class."""
        await teacher.post("/api/teacher/settings", place="class", **settings)
        for name in names:
            assert await teacher.post("/api/teacher/sit", name=name) == {"ok": True}
        assert await teacher.post("/api/teacher/begin") == {"ok": True}

    async def set_secret(self, word: str) -> None:
        """Let the maker set the word."""
        maker = self.see()["view"]["maker"]
        await self.api.do({"do": "secret", "by": maker, "word": word})

    def see(self) -> Any:
        """Return the public state."""
        return self.api.sight_of(None)


@asynccontextmanager
async def school(
    folder: Path,
    board: VirtualBoard | None = None,
    updates: UpdatesPort | None = None,
    *,
    port: Callable[..., Any] = Ported,
) -> AsyncIterator[School]:
    """
    Open a board with its web part.

    With a virtual board, this machine has its rights.

    Args:
        folder: Where its journal lies.
        board: The virtual board.
        updates: The updates.
        port: Returns what the web gets of each port.
    """
    clock, pins = Clock(), FakePins(lamps=PROFILE.lamps, buzzer=PROFILE.buzzer)
    screens = ChipScreens(PROFILE.screens)
    with (
        # The real cost of a guess is tested in test_passphrase; here it would take
        # minutes.
        patch.dict(MEMORY, n=2**4),
        SimulatedController(folder, dwell_ms=0, gone_ms=0) as pads,
    ):
        hardware = Hardware(
            factory=pins.factory, bus=screens.open, port=pads.path, clock_ms=clock
        )
        async with open_board(PROFILE, folder, hardware=hardware) as on_board:
            table, journal, table_api = (
                on_board.table,
                on_board.journal,
                on_board.table_api,
            )
            tagging = Tagging(table, on_board.tags)
            # No test here runs the web process that the table would otherwise miss.
            silent = replace(PROFILE, web="")
            target = replace(target_of(on_board, folder), profile=silent)
            service = BoardService(target, on_board)
            behind = port(table_api, "phones")
            archive = JournalArchive(journal, folder / JOURNAL, tell=table.tell)
            services = Services(
                table_api=behind,
                texts={code: load_texts(code) for code in CODES},
                store=port(JournalStore(journal)),
                history=port(archive),
                archive=port(archive),
                packs=port(BoardPacks(table)),
                read_table=table_for_page,
                read_text=read_text,
                tags=port(tagging),
                service=port(service),
                clock_ms=clock,
                address=lambda: ADDRESS,
                entropy=os.urandom,
                board=port(board) if board else None,
                updates=port(updates) if updates else None,
                rude=load_rude(),
                unfit={code: load_unfit(code) for code in CODES},
                game_files=game_files(),
            )
            async with run_upkeep(Web(services)) as web:
                web.live.start = "0" * 8  # two boards of a test differ by nothing else
                await until(lambda: not table.session.faults)
                yield School(
                    folder, table, web, clock, build(web), journal, pads, table_api
                )
                await service.stop()
                await tagging.stop()
