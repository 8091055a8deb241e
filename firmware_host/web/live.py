"""
Sockets: each client gets the newest state, or each event, as soon as it can take it.

There is no queue. A slow client skips older states but always gets the newest one. It
gets the events that the table still keeps, with the number of missed ones. No client
waits for another.
"""

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from secrets import token_hex
from typing import TypeVar, cast

from starlette.websockets import WebSocket, WebSocketDisconnect

from firmware_host.board.record import Record
from firmware_host.web.shown import Event

T = TypeVar("T")

to_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

#: Makes the document of a client, as a mapping.
Maker = Callable[[], Mapping[str, object]]

#: Returns the text to send to a client; None once the client may not see it any more.
Look = Callable[[], Sequence[str] | None]

#: Fields that change with time; a change of these alone sends no document.
MOVING = ("start", "n", "elapsed_ms", "left_ms")

#: The age in ms up to which a document keeps its times.
FRESH_MS = 1000

#: The period in seconds of heartbeats on a socket without other messages.
BEAT_S = 4.0

#: The heartbeat message, which contains no document.
BEAT = '{"beat":true}'


class LiveDocument(Record):
    """
    The JSON document of a group of clients, sent when it changes.

    Args:
        moving: The fields that change with time.
        still: The document without these fields, as JSON.
    """

    moving: Mapping[str, object]
    still: str

    @cached_property
    def text(self) -> str:
        """The document as JSON."""
        moving = to_json(self.moving)
        return f"{moving[:-1]},{self.still[1:]}" if self.moving else self.still


def encoded(document: Mapping[str, object]) -> LiveDocument:
    """Return a document whose larger part is encoded: it changes rarely."""
    moving = {name: document[name] for name in MOVING if name in document}
    still = to_json({k: one for k, one in document.items() if k not in MOVING})
    return LiveDocument(moving, still)


class Live:
    """The connected clients, and documents that are cached for them."""

    def __init__(self) -> None:
        self._news: set[asyncio.Event] = set()
        self._made: dict[object, object] = {}
        #: A random number of this process, which is part of its documents.
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

    def shown(self, key: object, make: Maker) -> LiveDocument:
        """Return a document that is built once for all clients with the same view."""
        return self.once(key, lambda: encoded(make()))

    def once(self, key: object, make: Callable[[], T]) -> T:
        """Return the result of *make*, cached until the next change."""
        if key not in self._made:
            self._made[key] = make()
        return cast("T", self._made[key])

    async def show(
        self, socket: WebSocket, look: Look, first: Sequence[str] = ()
    ) -> None:
        """
        Send a client its document, now and after each change, until it disconnects.

        Args:
            socket: The client.
            look: Returns the text to send.
            first: A message to send before.
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
    loop = asyncio.get_running_loop()
    sent_s = loop.time()
    with suppress(WebSocketDisconnect, RuntimeError):
        while texts is not None:
            for text in texts:
                await socket.send_text(text)
                sent_s = loop.time()
            try:
                async with asyncio.timeout_at(sent_s + BEAT_S):
                    await news.wait()
            except TimeoutError:
                texts = (BEAT,)
                continue
            news.clear()
            texts = look()


def watch_document(look: Callable[[], LiveDocument | None]) -> Look:
    """
    Return a function that returns a document's text when it has changed.

    Args:
        look: Returns the present document; None if the caller may no longer see it.
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
    A function object that returns each event once, in order.

    Args:
        look: Returns the events that the table keeps, the newest last; None if the
            table is away.
        since: The number of the last event that the client has; None to start now.
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
            self._known = 0  # the board has restarted, and counts from 1
        new = [one for one in kept if one["n"] > self._known]
        texts = []
        for one in new:
            texts.append(to_json({**one, "missed": one["n"] - self._known - 1}))
            self._known = one["n"]
        return texts
