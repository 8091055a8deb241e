"""A clever pupil with a laptop: one address, many private windows, and no key."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2 as httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from firmware_host.app.pages.place import listen
from firmware_host.board.commands import Role
from firmware_host.web.app import ENDPOINTS, PAGES
from firmware_host.web.documents import VIEWS
from firmware_host.web.endpoints import Endpoint
from firmware_host.web.server import serve
from tests.web.school import HEADERS, PATIENCE_S, School, made, school

#: Values for the path parameters in braces.
PARTS: Mapping[str, str] = {
    "language": "en",
    "number": "1",
    "key": "animals",
    "game": "1",
    "name": "decipher",
    "secret": "0123456789ABCDEF",
}

#: Requests that would end the window's session or the game: they are not sent.
ENDS = ("/api/leave",)


class Window:
    """
    A private window: it keeps its own cookies.

    Args:
        where: The board's address with its port.
        source: The address of the machine that it is open on.
    """

    def __init__(self, where: str, source: str) -> None:
        self.where, self.source = where, source
        self.client = httpx.AsyncClient(
            base_url=f"http://{where}",
            headers=HEADERS,
            timeout=PATIENCE_S,
            transport=httpx.AsyncHTTPTransport(local_address=source, verify=False),
            trust_env=False,
        )

    async def get(self, path: str) -> Any:
        """Send a GET; return the JSON answer, or the status if it is refused."""
        answer = await self.client.get(path)
        return answer.json() if answer.status_code == 200 else answer.status_code

    async def post(self, path: str, **body: Any) -> Any:
        """Send a POST; return the answer, or the refusal's code or status."""
        answer = await self.client.post(path, json=await made(self.client, path, body))
        item = answer.json()
        return item if answer.status_code == 200 else item.get("refused", item)

    async def you(self) -> Any:
        """Return the private part of this window's seat document."""
        return (await self.get("/api/state?as=seat"))["you"]

    async def seat(self) -> Any:
        """Return the seat that this window has come to."""
        return (await self.get("/api/me"))["seat"]

    async def everything(self) -> dict[str, bytes]:
        """Return every answer that this window gets, by method and path."""
        heard = {}
        for asked, method, path, body in _ways():
            send = self.client.get(path) if method == "GET" else None
            answer = await (send or self.client.post(path, json=body))
            heard[asked] = f"{answer.headers}".encode() + answer.content
        for view in VIEWS:
            heard[f"socket {view}"] = await self._first_of_socket(view)
        return heard

    async def _first_of_socket(self, view: str) -> bytes:
        cookies = "; ".join(
            f"{one}={value}" for one, value in self.client.cookies.items()
        )
        try:
            async with connect(
                f"ws://{self.where}/socket?as={view}",
                origin=f"http://{self.where}",
                additional_headers={"cookie": cookies},
                local_addr=(self.source, 0),
            ) as line:
                text = await asyncio.wait_for(line.recv(), 5)
                return text if isinstance(text, bytes) else text.encode()
        except WebSocketException as fault:
            return repr(fault).encode()


def path_of(endpoint: Endpoint) -> str:
    """Return a path of that rule at which there is something."""
    return re.sub(r"\{(\w+)(:int)?\}", lambda match: PARTS[match[1]], endpoint.path)


def _ways() -> Iterator[tuple[str, str, str, Any]]:
    """Yield every way in there is: its name, the method, the path, a body."""
    for page in PAGES:
        yield page, "GET", page, None
    for view in VIEWS:
        path = f"/api/state?as={view}"
        yield path, "GET", path, None
    for endpoint in ENDPOINTS:
        if endpoint.path in ENDS:
            continue
        path = path_of(endpoint)
        for number, body in enumerate(_bodies(endpoint)):
            yield f"{endpoint.method} {path} {number}", endpoint.method, path, body


def _bodies(endpoint: Endpoint) -> Iterator[Any]:
    """Yield bodies of a rule's shape: the least there must be, and all there may be."""
    if endpoint.method == "GET":
        yield None
        return
    known = (endpoint.body or {}).get("properties", {})
    needed = (endpoint.body or {}).get("required", [])
    # What a command was made for is filled in by `Browser.post`.
    known = {name: one for name, one in known.items() if name != "seen"}
    yield {name: _value(name, known[name]) for name in needed if name in known}
    if endpoint.role not in (Role.PUBLIC, Role.SEAT):
        return  # whoever may not is refused before the body is looked at
    if endpoint.path == "/api/do":
        yield from ({"do": do, **more} for do in DOES for more in ({}, {"by": 0}))
        return
    for seat in range(2):
        whole = {name: _value(name, one) for name, one in known.items()}
        yield whole | ({"seat": seat} if "seat" in known else {})


#: Commands that a player could send to learn a secret from the refusal, or to play.
DOES = ("guess", "pass", "retire", "ask", "hear", "skip", "done", "swap", "leave")


def _value(name: str, shape: Mapping[str, Any]) -> Any:
    if "enum" in shape:
        return shape["enum"][0]
    match shape.get("type"):
        case "integer":
            return shape.get("minimum", 1)
        case "boolean":
            return False
        case "array":
            return []
        case "object":
            return {}
        case _:
            return {"group": "0" * 12, "game": "decipher"}.get(name, "QQQQ")


@dataclass
class Board:
    """
    A board that machines reach by plain HTTP.

    Args:
        school: The board.
        where: Its address with its port.
    """

    school: School
    where: str
    machines: int = 10
    windows: list[Window] = field(default_factory=list)

    @property
    def code(self) -> str:
        """The four letters on the wall."""
        return self.school.web.room.code

    def window(self, source: str) -> Window:
        """Open a private window on a machine."""
        self.windows.append(Window(self.where, source))
        return self.windows[-1]

    def machine(self) -> Window:
        """Return a window of a new machine."""
        self.machines += 1
        return self.window(f"127.0.0.{self.machines}")

    async def come(self, window: Window, **who: Any) -> Any:
        """Let a window come in by the code on the wall."""
        return await window.post("/api/join", code=self.code, **who)

    async def phone(self, **who: Any) -> Window:
        """Return a window on its own machine that has joined."""
        window = self.machine()
        told = await self.come(window, **who)
        assert isinstance(told, dict), told
        return window

    async def do(self, act: str, **more: Any) -> Any:
        """Do a transcript's line at the board itself."""
        return await self.school.api.do({"do": act, **more})


@asynccontextmanager
async def reached(folder: Path) -> AsyncIterator[Board]:
    """Open a board at a free port of this machine."""
    async with school(folder) as opened:
        ears = listen("127.0.0.1", 0)
        async with serve(opened.app, ears):
            board = Board(opened, f"127.0.0.1:{ears.getsockname()[1]}")
            try:
                yield board
            finally:
                for window in board.windows:
                    await window.client.aclose()
