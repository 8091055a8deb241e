"""
Sockets: each client gets the newest state, or each event, as soon as it can take it.

There is no queue. A slow client skips older states but always gets the newest one; of
events it gets those that the table still keeps, and is told how many it has missed. No
client waits for another.
"""

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from secrets import token_hex
from typing import TypeVar, cast

from starlette.websockets import WebSocket, WebSocketDisconnect

from firmware_host.board.record import Record
from firmware_host.web.shown import Event

T = TypeVar("T")

to_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

#: Makes the document of a client, as a mapping.
Maker = Callable[[], Mapping[str, object]]

#: Returns what a client is to be sent now; None once it may not look any more.
Look = Callable[[], Sequence[str] | None]

#: What moves on by itself; nobody is sent a document for that alone.
MOVING = ("start", "n", "elapsed_ms", "left_ms")

#: A socket on which nothing else is sent says so often that it lives, in seconds.
BEAT_S = 4.0

#: That sign of life: it holds no document, and none is made for it.
BEAT = '{"beat":true}'


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
        self._made: dict[object, object] = {}
        #: Tells the documents of this process from those of another one.
        self.start = token_hex(4)
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

        def made() -> Shown:
            document = make()
            moving = {name: document[name] for name in MOVING if name in document}
            still = to_json({k: one for k, one in document.items() if k not in MOVING})
            # Most of it is encoded only once: the text is joined from both parts.
            text = f"{to_json(moving)[:-1]},{still[1:]}" if moving else still
            return Shown(text, still)

        return self.once(key, made)

    def once(self, key: object, make: Callable[[], T]) -> T:
        """Return what *make* returns, asked once for each change."""
        if key not in self._made:
            self._made[key] = make()
        return cast("T", self._made[key])

    async def show(
        self, socket: WebSocket, look: Look, first: Sequence[str] = ()
    ) -> None:
        """
        Send a client what there is, now and at each change, until it leaves.

        Args:
            socket: The client.
            look: What it is sent.
            first: What it is sent before.
        """
        news = asyncio.Event()
        news.set()
        self._news.add(news)
        listening = asyncio.create_task(_listen(socket))
        sending = asyncio.create_task(_send(socket, news, look, first))
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
    socket: WebSocket, news: asyncio.Event, look: Look, first: Sequence[str]
) -> None:
    texts: Sequence[str] | None = first
    with suppress(WebSocketDisconnect, RuntimeError):
        while texts is not None:
            for text in texts:
                await socket.send_text(text)
            try:
                async with asyncio.timeout(BEAT_S):
                    await news.wait()
            except TimeoutError:
                texts = (BEAT,)
                continue
            news.clear()
            texts = look()


def newest(look: Callable[[], Shown | None]) -> Look:
    """
    Return what sends a document wherever it is another one.

    Args:
        look: The document as it is now; None for who may not look any more.
    """
    sent: str | None = None

    def texts() -> Sequence[str] | None:
        nonlocal sent
        now = look()
        if now is None:
            return None
        if now.still == sent:
            return ()
        sent = now.still
        return (now.text,)

    return texts


class EventStream:
    """
    What sends each event once, in its order.

    Args:
        look: The events that the table keeps, the newest last; None once nobody says.
        since: The number of the last one that is known; None for all that have been.
    """

    def __init__(
        self, look: Callable[[], Sequence[Event] | None], since: int | None
    ) -> None:
        self._look = look
        self._known = since

    def __call__(self) -> Sequence[str] | None:
        """Return the events that are new, as JSON."""
        kept = self._look()
        if kept is None:
            return None
        last = kept[-1]["n"] if kept else 0
        if self._known is None:
            self._known = last
        if last < self._known:
            self._known = 0  # the board was started anew, and counts from 1
        new = [one for one in kept if one["n"] > self._known]
        texts = []
        for one in new:
            texts.append(to_json({**one, "missed": one["n"] - self._known - 1}))
            self._known = one["n"]
        return texts
