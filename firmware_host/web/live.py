"""
Sockets: each client gets the newest state as soon as it can take it.

There is no queue. A slow client skips older states but always gets the newest one. No
client waits for another.
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from firmware_host.board.record import Record

_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

#: Makes the document of a client, as a mapping.
Maker = Callable[[], Mapping[str, object]]


#: What moves on by itself; nobody is sent a document for that alone.
MOVING = frozenset({"n", "elapsed_ms", "left_ms"})


class Shown(Record):
    """
    A document.

    Args:
        text: It, as JSON.
        still: It without what moves on by itself, as JSON.
    """

    text: str
    still: str


class Live:
    """The clients that are connected."""

    def __init__(self) -> None:
        self._news: set[asyncio.Event] = set()
        self._made: dict[object, Shown] = {}
        self.number = 0

    def __len__(self) -> int:
        return len(self._news)

    def changed(self) -> None:
        """Wake every client: there is a new state."""
        self.number += 1
        self._made.clear()
        for news in self._news:
            news.set()

    def shown(self, key: object, make: Maker) -> Shown:
        """Return a document, made once for all clients of the same view."""
        if key not in self._made:
            made = make()
            still = {name: one for name, one in made.items() if name not in MOVING}
            self._made[key] = Shown(_json(made), _json(still))
        return self._made[key]

    async def show(self, socket: WebSocket, look: Callable[[], Shown | None]) -> None:
        """
        Send a client the newest state, now and at each change, until it leaves.

        Args:
            socket: The client.
            look: Its document as it is now; None once it may not look any more.
        """
        news = asyncio.Event()
        news.set()
        self._news.add(news)
        listening = asyncio.create_task(_listen(socket))
        sending = asyncio.create_task(_send(socket, news, look))
        try:
            await asyncio.wait(
                (listening, sending), return_when=asyncio.FIRST_COMPLETED
            )
        finally:
            self._news.discard(news)
            for task in (listening, sending):
                task.cancel()
            await asyncio.gather(listening, sending, return_exceptions=True)
            with suppress(RuntimeError, WebSocketDisconnect):
                await socket.close()


async def _listen(socket: WebSocket) -> None:
    """Wait until the client has left; what it sends is ignored."""
    with suppress(WebSocketDisconnect, KeyError):
        await socket.receive_text()


async def _send(
    socket: WebSocket, news: asyncio.Event, look: Callable[[], Shown | None]
) -> None:
    sent: str | None = None
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await news.wait()
            news.clear()
            now = look()
            if now is None:
                return
            if now.still != sent:
                sent = now.still
                await socket.send_text(now.text)
