"""A whole table with its web at a real address, in the tests' own event loop."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from playwright.async_api import Page

from firmware_host.app.pages.place import listen
from firmware_host.board.commands import Sit
from firmware_host.board.record import replace
from firmware_host.web.ports import UpdatesPort, VirtualBoard
from firmware_host.web.server import serve
from tests.browser.opener import Opener
from tests.web.school import HEADERS, School, school

#: A phone that is held upright.
PHONE = (390, 844)

#: German has the longer words, so it is looked at first; English under ``--all``.
GERMAN_FIRST = (pytest.param("en", marks=pytest.mark.long), "de")


@dataclass(frozen=True, slots=True)
class Served:
    """
    A board that browsers can reach.

    Args:
        school: The board.
        address: Its address, without a path.
    """

    school: School
    address: str

    @property
    def code(self) -> str:
        """The four letters for joining."""
        return self.school.web.room.code

    async def people(self, *names: str) -> None:
        """Let people sit down who have no phone."""
        for name in names:
            await self.school.web.services.table_api.send(Sit(name).line)

    async def begin(self, **wishes: Any) -> None:
        """Begin a game; a refusal fails the test."""
        send = self.school.web.services.table_api.send
        assert await send({"command": "begin", **wishes}) is None

    async def do(self, act: str, **more: Any) -> Any:
        """Do a transcript's line."""
        return await self.school.web.services.table_api.do({"do": act, **more})

    async def phone(self, **who: Any) -> httpx.AsyncClient:
        """Return a phone without a screen that has come in."""
        phone = httpx.AsyncClient(base_url=self.address, headers=HEADERS)
        answer = await phone.post("/api/join", json={"code": self.code, **who})
        assert answer.status_code == 200, answer.text
        return phone


@asynccontextmanager
async def served(
    folder: Path,
    *,
    updates: UpdatesPort | None = None,
    virtual: VirtualBoard | None = None,
) -> AsyncIterator[Served]:
    """Open a board, a real one or a *virtual* one, at a free port of this machine."""
    async with school(folder, virtual, updates) as opened:
        if virtual:  # it has no screen behind a lid
            table = opened.table
            table.session = replace(table.session, maker_screen=False)
        ears = listen("127.0.0.1", 0)
        address = f"http://127.0.0.1:{ears.getsockname()[1]}"
        async with serve(opened.app, ears):
            yield Served(opened, address)


async def come(board: Served, open_page: Opener, name: str, **how: Any) -> Page:
    """Return the page of a phone that has come in by the QR code with a typed name."""
    how = {"size": PHONE, "touch": True, "lang": "en"} | how
    page = await open_page(f"{board.address}/seat?code={board.code}", **how)
    await page.locator(".picks label").last.click()  # a name of one's own
    await page.fill("#own", name)
    await page.locator(".join .main").click()
    await page.wait_for_selector(".me")
    return page
