"""A whole demo with its pages and three phones, and a camera before them."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from playwright.async_api import BrowserContext, Page

from firmware_host.app.demo.demo import Demo, open_demo
from firmware_host.app.demo.virtual import Virtual
from firmware_host.app.pages.child import open_pages
from firmware_host.app.pages.place import LOOPBACK, Place
from firmware_host.board.commands import Begin
from firmware_host.board.pieces import KINDS
from firmware_host.session.setups import Setup
from tests.browser.opener import Opener
from tools.game_scenes import NAMES, Table
from tools.web_camera import Camera, Cookies

PATIENCE_S = 10

#: How long pages may take to hear of something.
HEARD_S = 0.3


@dataclass
class Stage:
    """
    A demo with its pages, and a camera before them.

    Args:
        demo: The board.
        address: Where its pages are, without a path.
        camera: What takes pictures.
        language: What is played and read in.
        phones: Whose cookies have come in, by seat.
        pages: What is looked at while something happens there.
    """

    demo: Demo
    address: str
    camera: Camera
    language: str
    phones: tuple[BrowserContext, ...]
    pages: dict[str, Page] = field(default_factory=dict)

    def at(self, path: str) -> str:
        """Return the address of a page, in the language of the board."""
        return self.address + path

    def page(self, path: str) -> str:
        """Return the address of a page in the language that is read."""
        return f"{self.address}{path}{'&' if '?' in path else '?'}lang={self.language}"

    @property
    def table(self) -> Table:
        """The same, as phones sit at it."""
        return Table(self, self.phones, self.language)

    # --- what happens ---

    async def ask(self, path: str, by: int = 0, /, **body: Any) -> bool:
        """Send what a phone's page would send; print what was not taken."""
        return await self.table.post(by, path, **body)

    async def do(self, act: str, **more: Any) -> None:
        """Do a line of the game."""
        refused = await self.demo.running.table_api.do({"do": act, **more})
        if refused:
            print(f"{act} {more}: {refused.code}")

    async def begin(self, **wishes: Any) -> None:
        """Begin a game of Decipher with a word of the board's."""
        begin = replace(Begin(game="decipher", length=5, board_makes=True), **wishes)
        refused = await self.demo.running.table_api.send(begin.line)
        if refused:
            print(f"begin {wishes}: {refused.code}")

    def see(self) -> Any:
        """Return what everybody sees."""
        return self.demo.running.table_api.sight_of(None)

    async def until(self, check: Callable[[Any], Any]) -> Any:
        """Return what *check* finds in what everybody sees, once it finds it."""
        until = time.monotonic() + PATIENCE_S
        while not (found := check(self.see())):
            if time.monotonic() > until:
                print("nothing more happens:", self.see().get("line"))
                return None
            await asyncio.sleep(0.05)
        return found

    @property
    def word(self) -> str:
        """The word that is hidden."""
        playing: Any = self.demo.table.session.playing
        return str(playing.game.round.puzzle.word)

    async def zones(self, *, needed: bool) -> tuple[str, list[int]]:
        """Return which piece is in hand, and the zones that need it, or do not."""
        kind = await self.until(lambda seen: seen["view"]["holding"])
        view, place = self.see()["view"], KINDS.index(kind)
        builds = self.demo.running.table_api.letters()
        found = []
        for at, letter in enumerate(self.word):
            zone = view["first_zone"] + at
            left = builds[letter][place] - view["placed"][zone - 1][place]
            if (left > 0) == needed and not view["covered"][zone - 1][place]:
                found.append(zone)
        return kind, found

    async def tap(self, *, needed: bool) -> tuple[str, int]:
        """Tap a piece where it is needed, or as soon as it can be, where it is not."""
        kind, zones = await self.zones(needed=needed)
        while not zones:
            await self.tap(needed=not needed)
            kind, zones = await self.zones(needed=needed)
        await self.do("tap", zone=zones[0], kind=kind)
        return kind, zones[0]

    async def guess(self, by: int) -> None:
        """Guess the word that is hidden, once one is."""
        await self.until(lambda seen: not seen["view"]["waiting"])
        await self.do("guess", by=by, word=self.word)

    # --- pictures of it ---

    async def cookies(self, seat: int) -> Cookies:
        """Return who a phone is."""
        return await self.phones[seat].cookies()

    async def take(self, name: str, path: str, seat: int | None = None) -> None:
        """Take a page, as a phone where it is one."""
        cookies = () if seat is None else await self.cookies(seat)
        await self.camera.take_at(name, self.page(path), cookies)

    async def watch(self, **pages: tuple[str, int | None]) -> None:
        """Look at pages from now on: the name, the path and whose it is."""
        for page in self.pages.values():
            await page.context.close()
        self.pages = {}
        for name, (path, seat) in pages.items():
            cookies = () if seat is None else await self.cookies(seat)
            url = self.page(path)
            self.pages[name] = await self.camera.open(url, cookies, moves=True)

    async def moment(self, name: str, at_ms: int) -> None:
        """Take all pages that are looked at, so long after something has begun."""
        await asyncio.sleep(HEARD_S)
        taken = {f"{name}: {page}": one for page, one in self.pages.items()}
        await self.camera.take_moment(at_ms, taken)

    async def come_in(self) -> None:
        """Let each phone take its place."""
        code = await self.table.code()
        for seat in range(len(self.phones)):
            await self.ask("/api/join", seat, code=code, seat=seat)


@asynccontextmanager
async def staged(
    folder: Path, camera: Camera, open_page: Opener
) -> AsyncIterator[Stage]:
    """Open a demo that keeps its journal in *folder*, with three phones."""
    language, made = camera.language, folder / "port"
    made.mkdir(parents=True, exist_ok=True)
    async with (
        open_demo(folder, made, setup=Setup(language=language), haste=True) as demo,
        open_pages(
            demo.running, folder, place=Place(LOOPBACK, 0), board=Virtual(demo)
        ) as address,
    ):
        blank = [await open_page("about:blank", lang=language) for _ in NAMES]
        phones = tuple(page.context for page in blank)
        stage = Stage(demo, address, camera, language, phones)
        yield stage
        await stage.watch()
        for phone in phones:
            await phone.close()
