"""
The web server: uvicorn, with deadlines and rate limits for each client.

The connections of a client are closed if it never finishes a request, does not read a
response, or opens hundreds of connections. Other clients are not affected.
"""

import asyncio
import logging
import resource
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import ClassVar, cast

import h11
import uvicorn
from starlette.types import ASGIApp, Scope
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from firmware_host.web.budgets import (
    IN_ALL,
    Bucket,
    Budgets,
    Doorman,
    Identify,
    stranger,
)

_log = logging.getLogger(__name__)

MINUTE_S = 60.0

#: The time in seconds in which a request must arrive completely.
DEADLINE_S = 5.0

#: The time in seconds in which a response must be read; enough for a backup over slow
#: Wi-Fi.
ANSWER_S = 120.0

#: The largest message in bytes that a client may send on a socket.
MESSAGE_BYTES = 1024

#: The bytes that a client may send on a socket at once, and per second: enough for
#: pings.
SOCKET_BYTES = (4096, 256)

#: The most unsent bytes of one client; more are produced when these are sent.
WAITING_BYTES = 16 * 1024

#: The number of connections that are accepted per turn of the loop, and that may wait.
AT_ONCE = 512

#: File descriptors that are kept free for other uses than connections.
SPARE_FILES = 64


class _Http(H11Protocol):
    """HTTP with a deadline for each request and each response."""

    doorman: ClassVar[Doorman]

    _deadline: asyncio.TimerHandle | None = None
    _asked: object = None

    def connection_made(  # type: ignore[override] # as uvicorn has it
        self, transport: asyncio.Transport
    ) -> None:
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=WAITING_BYTES)
        address = self.client[0] if self.client else ""
        if self.doorman.enter(transport, address, transport.abort):
            self._within(DEADLINE_S)
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        transport = self.transport
        super().data_received(data)
        if self.scope is not self._asked:
            self._answering(transport)

    def on_response_complete(self) -> None:
        before = self._asked
        super().on_response_complete()  # what has come meanwhile is asked within
        if self.scope is not self._asked:
            self._answering(self.transport)
        elif self._asked is before:
            self._within(DEADLINE_S)

    def _answering(self, transport: asyncio.Transport) -> None:
        self._asked = self.scope
        self._note_caller(transport)
        self._within(ANSWER_S)

    def _note_caller(self, transport: asyncio.Transport) -> None:
        """Identify the sender of a request, and tell the connection limiter."""
        caller = None
        if self.scope is not None:
            scope = cast("Scope", self.scope)
            caller = scope[Budgets.CALLER] = self.doorman.identify(scope)
        self.doorman.asked(transport, caller)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._unset()
        self._note_caller(self.transport)
        self._asked = self.scope
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._unset()
        self.doorman.leave(self.transport)
        super().connection_lost(exc)

    def _within(self, seconds: float) -> None:
        """Close a connection after a time unless an event happens before."""
        self._unset()
        self._deadline = self.loop.call_later(seconds, self.transport.abort)

    def _unset(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class _Socket(WebSocketsSansIOProtocol):
    """
    A WebSocket; its connection was counted as HTTP.

    While the client does not read, nothing is read from it, so that pongs do not pile
    up.
    """

    doorman: ClassVar[Doorman]

    _said: Bucket | None = None

    def data_received(self, data: bytes) -> None:
        now_s = self.loop.time()
        if self._said is None:  # its own question comes first
            self._said = Bucket(*SOCKET_BYTES, now_s)
        elif self._said.take(now_s, len(data)):
            self.transport.abort()
            return
        super().data_received(data)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.read_paused:
            self.transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        self.doorman.leave(self.transport)
        super().connection_lost(exc)


class _Server(uvicorn.Server):
    """A server that does not handle signals: the daemon does."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@asynccontextmanager
async def serve(
    app: ASGIApp, *sockets: socket.socket, identify: Identify = stranger
) -> AsyncIterator[None]:
    """
    Serve *app* on *sockets*; leaving the ``with`` closes every connection.

    Args:
        app: An ASGI application.
        sockets: Listening sockets.
        identify: Returns the sender of a request.
    """
    loop = asyncio.get_running_loop()
    doorman = Doorman(most_connections(), identify)
    config = uvicorn.Config(
        Budgets(app, loop.time, identify),
        backlog=AT_ONCE,
        http=type("Http", (_Http,), {"doorman": doorman}),
        ws=type("Socket", (_Socket,), {"doorman": doorman}),
        lifespan="off",
        log_config=None,
        access_log=False,  # an address is somebody's; and a name could stand in it
        proxy_headers=False,
        server_header=False,
        date_header=False,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=1,
        ws_max_size=MESSAGE_BYTES,
        ws_per_message_deflate=False,
        h11_max_incomplete_event_size=16384,
    )
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
    server = _Server(config)
    task = asyncio.create_task(server.serve(list(sockets)))
    try:
        while not server.started and not task.done():  # noqa: ASYNC110 - it has no event
            await asyncio.sleep(0.001)
        yield
    finally:
        server.should_exit = True
        await asyncio.gather(task, return_exceptions=True)
        for one in sockets:
            one.close()


def most_connections() -> int:
    """Return the most simultaneous connections: each needs a file descriptor."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(1, min(IN_ALL, files - SPARE_FILES))


def log_seldom(loop: asyncio.AbstractEventLoop) -> None:
    """Limit the error log of an event loop to one message a minute."""
    said_s = -MINUTE_S

    def handle(_: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        nonlocal said_s
        if loop.time() - said_s >= MINUTE_S:
            said_s = loop.time()
            fault = context.get("exception")
            _log.error("%s: %s", context["message"], type(fault).__name__)

    loop.set_exception_handler(handle)
