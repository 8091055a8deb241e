"""
What a pupil's laptop can do to the pages: each flood in a process of its own.

    python tests/attack/floods.py NAME HOST:PORT SECONDS

Every one is bounded, in connections and in time, and speaks to the loopback alone.
"""

import asyncio
import itertools
import json
import os
import random
import socket
import sys
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress

#: An address of the loopback for each attacker.
STREET = "127.0.7."

UPGRADE = (
    "GET /socket?as=wall HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\n"
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
POST = (
    "POST {1} HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nX-Letterzone: 1\r\n"
    "Content-Type: application/json\r\nContent-Length: {2}\r\n\r\n{3}"
)
PING = b"\x89\xfd" + b"abcd" + b"x" * 125

Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Flood:
    """
    Somebody who means harm.

    Args:
        where: The board's address with its port.
        seconds: For how long.
    """

    def __init__(self, where: str, seconds: float) -> None:
        self.where = where
        self._seconds = seconds
        self._chance = random.Random(7)  # noqa: S311 - the same guesses each time

    async def run(self, *many: Awaitable[None]) -> None:
        """Do all of it at once, for as long as it lasts."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self._seconds):
                await asyncio.gather(*many)

    async def dial(self, number: int) -> Line:
        """Open a connection from the address of that number."""
        host, _, port = self.where.partition(":")
        return await asyncio.open_connection(
            host, int(port), local_addr=(f"{STREET}{number + 1}", 0)
        )

    async def again(self, number: int, act: Callable[[Line], Awaitable[None]]) -> None:
        """Do something on a connection, and reconnect whenever it breaks."""
        while True:
            writer = None
            with suppress(OSError, asyncio.IncompleteReadError, ValueError):
                reader, writer = await self.dial(number)
                await act((reader, writer))
            if writer is not None:
                writer.close()
            await asyncio.sleep(0.01)

    async def ask(self, line: Line, path: str, body: object) -> None:
        """Post something, and wait for the answer."""
        text = json.dumps(body)
        await self._send(line, POST.format(self.where, path, len(text), text))

    async def get(self, line: Line, path: str) -> None:
        """Send a GET request for a path on a connection, and wait for the response."""
        await self._send(line, f"GET {path} HTTP/1.1\r\nHost: {self.where}\r\n\r\n")

    async def _send(self, line: Line, text: str) -> None:
        reader, writer = line
        writer.write(text.encode())
        await writer.drain()
        head = await reader.readuntil(b"\r\n\r\n")
        for field in head.lower().split(b"\r\n"):
            if field.startswith(b"content-length:"):
                await reader.readexactly(int(field.partition(b":")[2]))

    async def look(self, line: Line) -> None:
        """Watch the wall, for as long as it is shown."""
        reader, writer = line
        writer.write(UPGRADE.format(self.where).encode())
        while await reader.read(65536):
            pass

    def digits(self) -> str:
        """Return a random code."""
        return f"{self._chance.randrange(10**6):06}"

    def letters(self) -> str:
        """Return a random joining code."""
        return "".join(self._chance.choices("ABCDEFGHJKLMNPQRSTUVWXYZ", k=4))


async def pings(flood: Flood) -> None:
    """Four sockets that ping without end and read nothing."""

    async def ping(line: Line) -> None:
        _, writer = line
        writer.write(UPGRADE.format(flood.where).encode())
        while True:
            writer.write(PING * 100)
            await writer.drain()

    await flood.run(*(flood.again(n, ping) for n in range(4)))


async def sockets(flood: Flood) -> None:
    """1,001 connections from four addresses, opened again whenever one is closed."""
    await flood.run(*(flood.again(n % 4, flood.look) for n in range(1001)))


async def posts(flood: Flood) -> None:
    """Four that post without end, while 280 sockets look on."""

    async def post(line: Line) -> None:
        while True:
            await flood.ask(line, "/api/leave", {})

    many = [flood.again(4 + n % 28, flood.look) for n in range(280)]
    await flood.run(*many, *(flood.again(n, post) for n in range(4) for _ in range(4)))


async def opens(flood: Flood) -> None:
    """Flood: 12 addresses each open 60 connections a second and send one POST."""
    host, _, port = flood.where.partition(":")
    head = POST.format(flood.where, "/api/leave", 2, "{}").encode()

    async def post(number: int) -> None:
        lines = deque[socket.socket]()
        while True:
            lines.append(socket.socket())
            lines[-1].setblocking(False)  # noqa: FBT003 - the library's own shape
            with suppress(OSError):
                lines[-1].bind((f"{STREET}{number + 1}", 0))
                lines[-1].connect_ex((host, int(port)))
                lines[-1].send(head)
            if len(lines) > 60:  # a second later nobody waits for it any more
                lines.popleft().close()
            await asyncio.sleep(1 / 60)

    await flood.run(*(post(n) for n in range(12)))


async def halves(flood: Flood) -> None:
    """Half requests from forty addresses, and a whole one with half a second one."""

    async def half(line: Line) -> None:
        reader, writer = line
        head = f"GET /api/state HTTP/1.1\r\nHost: {flood.where}\r\n"
        writer.write(f"{head}\r\n{head}".encode())
        while await reader.read(65536):
            pass

    async def quarter(line: Line) -> None:
        reader, writer = line
        writer.write(b"GET /wall HTTP/1.1\r\nHost:")
        while await reader.read(65536):
            pass

    both = itertools.cycle((half, quarter))
    await flood.run(*(flood.again(n % 40, next(both)) for n in range(400)))


async def room(flood: Flood) -> None:
    """Twelve addresses that want every place, with every code they can think of."""

    async def join(line: Line) -> None:
        while True:
            body = {"code": flood.letters(), "name": "Otter"}
            await flood.ask(line, "/api/join", body)

    await flood.run(*(flood.again(n, join) for n in range(12) for _ in range(4)))


async def history(flood: Flood) -> None:
    """Flood: four addresses read the game history of a home board in a loop."""
    ends = ("", "/3", "/4.jsonl", "/5.csv", "/words.csv?lang=de")
    paths = itertools.cycle(f"/api/history{end}" for end in ends)

    async def read(line: Line) -> None:
        while True:
            await flood.get(line, next(paths))

    await flood.run(*(flood.again(n, read) for n in range(4) for _ in range(6)))


async def logins(flood: Flood) -> None:
    """Eleven addresses that guess the passphrase, and the code of the class."""

    async def guess(line: Line) -> None:
        while True:
            words = f"{flood.letters()} {flood.letters()} {flood.letters()}"
            await flood.ask(line, "/api/teacher/login", {"passphrase": words})
            body = {"code": flood.digits(), "passphrase": words}
            await flood.ask(line, "/api/teacher/claim", body)

    await flood.run(*(flood.again(n, guess) for n in range(11) for _ in range(4)))


#: Every flood by its name.
FLOODS: dict[str, Callable[[Flood], Awaitable[None]]] = {
    one.__name__: one for one in (pings, sockets, posts, opens, halves, room, logins)
}

#: Those against a board at home, which shows strangers more.
AT_HOME = {history.__name__: history}


def main(name: str, where: str, seconds: str) -> None:
    """Be one of them."""
    os.setpriority(
        os.PRIO_PROCESS, 0, 19
    )  # on a laptop of its own it would take nothing of the board's computer
    asyncio.run((FLOODS | AT_HOME)[name](Flood(where, float(seconds))))


if __name__ == "__main__":
    main(*sys.argv[1:])
