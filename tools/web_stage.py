"""A complete demo with its pages and three phones, and a camera."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from playwright.async_api import BrowserContext, Page

from firmware_host.app.demo.demo import DemoBoard, open_demo
from firmware_host.app.demo.virtual import Virtual
from firmware_host.app.pages.child import open_pages
from firmware_host.app.pages.place import LOOPBACK, ListenPlace
from firmware_host.board.commands import Begin
from firmware_host.board.pieces import KINDS
from firmware_host.session.setups import Setup
from tests.browser.opener import Opener
from tools.game_scenes import NAMES, Table
from tools.web_camera import Camera, Cookies

PATIENCE_S = 10

#: The seconds after which pages have received an event.
HEARD_S = 0.3


@dataclass
class Stage:
    """
    A demo with its pages, and a camera that takes pictures of them.

    Args:
        demo: The board.
        address: The address of its pages, without a path.
        camera: The camera.
        language: The language of the games and of the pages.
        phones: A browser context for each seat, which holds the seat's cookies.
        pages: The pages that are watched during events.
    """

    demo: DemoBoard
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
        """The table of phones at this board, for `game_scenes`."""
        return Table(self, self.phones, self.language)

    # --- what happens ---

    async def ask(self, path: str, by: int = 0, /, **body: Any) -> bool:
        """Send a request as a phone's page does; print the error if it is refused."""
        return await self.table.post(by, path, **body)

    async def do(self, act: str, **more: Any) -> None:
        """Send a game command."""
        refused = await self.demo.running.table_api.do({"do": act, **more})
        if refused:
            print(f"{act} {more}: {refused.code}")

    async def begin(self, **wishes: Any) -> None:
        """Begin a game of Decipher whose word the board chooses."""
        begin = replace(Begin(game="decipher", length=5, board_makes=True), **wishes)
        refused = await self.demo.running.table_api.send(begin.line)
        if refused:
            print(f"begin {wishes}: {refused.code}")

    def see(self) -> Any:
        """Return the state document of the board's page."""
        return self.demo.running.table_api.sight_of(None)

    async def until(self, check: Callable[[Any], Any]) -> Any:
        """Wait until *check* finds something in the state document; return it."""
        until = time.monotonic() + PATIENCE_S
        while not (found := check(self.see())):
            if time.monotonic() > until:
                print("nothing more happens:", self.see().get("line"))
                return None
            await asyncio.sleep(0.05)
        return found

    @property
    def word(self) -> str:
        """The hidden word."""
        playing: Any = self.demo.table.session.playing
        return str(playing.game.round.puzzle.word)

    async def zones(self, *, needed: bool) -> tuple[str, list[int]]:
        """Return the piece in hand, and the zones that need it (or do not need it)."""
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
        """Tap a piece in a zone that needs it, or in a wrong zone once there is one."""
        kind, zones = await self.zones(needed=needed)
        while not zones:
            await self.tap(needed=not needed)
            kind, zones = await self.zones(needed=needed)
        await self.do("tap", zone=zones[0], kind=kind)
        return kind, zones[0]

    async def guess(self, by: int) -> None:
        """Guess the hidden word as soon as there is one."""
        await self.until(lambda seen: not seen["view"]["waiting"])
        await self.do("guess", by=by, word=self.word)

    # --- pictures of it ---

    async def cookies(self, seat: int) -> Cookies:
        """Return the cookies of a phone."""
        return await self.phones[seat].cookies()

    async def take(self, name: str, path: str, seat: int | None = None) -> None:
        """Take a page, with a phone's cookies if a seat is given."""
        cookies = () if seat is None else await self.cookies(seat)
        await self.camera.take_at(name, self.page(path), cookies)

    async def watch(self, **pages: tuple[str, int | None]) -> None:
        """Open pages to watch: their name, path, and seat."""
        for page in self.pages.values():
            await page.context.close()
        self.pages = {}
        for name, (path, seat) in pages.items():
            cookies = () if seat is None else await self.cookies(seat)
            url = self.page(path)
            self.pages[name] = await self.camera.open(url, cookies, moves=True)

    async def moment(self, name: str, at_ms: int) -> None:
        """Take all watched pages a time after an event."""
        await asyncio.sleep(HEARD_S)
        taken = {f"{name}: {page}": one for page, one in self.pages.items()}
        await self.camera.take_moment(at_ms, taken)

    async def come_in(self) -> None:
        """Let each phone join its seat."""
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
            demo.running, folder, place=ListenPlace(LOOPBACK, 0), board=Virtual(demo)
        ) as address,
    ):
        blank = [await open_page("about:blank", lang=language) for _ in NAMES]
        phones = tuple(page.context for page in blank)
        stage = Stage(demo, address, camera, language, phones)
        yield stage
        await stage.watch()
        for phone in phones:
            await phone.close()
