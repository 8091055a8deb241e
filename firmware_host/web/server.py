"""
The web server: uvicorn, with a deadline and a budget for whoever comes.

A client that never finishes its request, takes no answer, or opens hundreds of
connections, loses its own connections; no other client notices.
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

#: A question must have arrived whole after so long, also a later one of its line.
DEADLINE_S = 5.0

#: An answer must have been taken after so long; a backup by a slow Wi-Fi is.
ANSWER_S = 120.0

#: The greatest message a client may send by a socket; it has nothing to say there.
MESSAGE_BYTES = 1024

#: So many bytes it may send at once, and in each second: it says only that it lives.
SOCKET_BYTES = (4096, 256)

#: What waits to be sent to one client, in bytes; more is made when it has gone.
WAITING_BYTES = 16 * 1024

#: So many connections are taken in one turn of the loop, and as many wait for the next.
AT_ONCE = 512

#: Files and lines of our own, beside the connections.
SPARE_FILES = 64


class _Http(H11Protocol):
    """HTTP with a deadline for each question and each answer."""

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
        """Hang up after so long, unless something has happened by then."""
        self._unset()
        self._deadline = self.loop.call_later(seconds, self.transport.abort)

    def _unset(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class _Socket(WebSocketsSansIOProtocol):
    """
    A WebSocket; its connection was counted as HTTP.

    While it does not take what it is sent, nothing is read of it: pongs do not pile up.
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
    """A server that leaves signals to the daemon."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@asynccontextmanager
async def serve(
    app: ASGIApp, *ears: socket.socket, identify: Identify = stranger
) -> AsyncIterator[None]:
    """
    Serve *app* where *ears* listen; leaving ends every connection.

    Args:
        app: An ASGI application.
        ears: Sockets that listen already.
        identify: Says who sends a request.
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
    task = asyncio.create_task(server.serve(list(ears)))
    try:
        while not server.started and not task.done():  # noqa: ASYNC110 - it has no event
            await asyncio.sleep(0.001)
        yield
    finally:
        server.should_exit = True
        await asyncio.gather(task, return_exceptions=True)
        for ear in ears:
            ear.close()


def most_connections() -> int:
    """Return how many connections there may be: each is a file of this process."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(1, min(IN_ALL, files - SPARE_FILES))


def log_seldom(loop: asyncio.AbstractEventLoop) -> None:
    """Let a loop log its faults in a line each minute, whoever makes them."""
    said_s = -MINUTE_S

    def handle(_: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        nonlocal said_s
        if loop.time() - said_s >= MINUTE_S:
            said_s = loop.time()
            fault = context.get("exception")
            _log.error("%s: %s", context["message"], type(fault).__name__)

    loop.set_exception_handler(handle)
