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

#: Makes the document of a client, as a mapping.
Maker = Callable[[], Mapping[str, object]]


class Live:
    """The clients that are connected."""

    def __init__(self) -> None:
        self._news: set[asyncio.Event] = set()
        self._made: dict[object, str] = {}
        self.number = 0

    def __len__(self) -> int:
        return len(self._news)

    def changed(self) -> None:
        """Wake every client: there is a new state."""
        self.number += 1
        self._made.clear()
        for news in self._news:
            news.set()

    def text(self, key: object, make: Maker) -> str:
        """Return a document as text, made once for all clients of the same view."""
        if key not in self._made:
            self._made[key] = json.dumps(
                make(), ensure_ascii=False, separators=(",", ":")
            )
        return self._made[key]

    async def show(self, socket: WebSocket, text: Callable[[], str | None]) -> None:
        """
        Send a client the newest state, now and at each change, until it leaves.

        Args:
            socket: The client.
            text: Its document as it is now; None once it may not look any more.
        """
        news = asyncio.Event()
        news.set()
        self._news.add(news)
        listening = asyncio.create_task(_listen(socket))
        sending = asyncio.create_task(_send(socket, news, text))
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
    socket: WebSocket, news: asyncio.Event, text: Callable[[], str | None]
) -> None:
    sent: str | None = None
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await news.wait()
            news.clear()
            now = text()
            if now is None:
                return
            if now != sent:
                sent = now
                await socket.send_text(now)
