"""
The web server: uvicorn on the daemon's event loop, with limits for each address.

A client that never finishes its request, or opens hundreds of connections, loses
its own connections; no other client notices.
"""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import ClassVar

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import (
    WebSocketsSansIOProtocol,
)

from firmware_host.errors import SettingsError

#: A question must have arrived whole after so long.
DEADLINE_S = 5.0

#: So many unfinished questions one address may have at once.
HALF_OPEN = 16

#: So many connections one address may have at once: a browser opens six a page.
CONNECTIONS = 300

#: The greatest message a client may send by a socket; it has nothing to say there.
MESSAGE_BYTES = 1024


class Doorman:
    """Counts the open connections of each address."""

    def __init__(self) -> None:
        self._inside: dict[asyncio.BaseTransport, str] = {}
        self._asking: dict[asyncio.BaseTransport, str] = {}

    def enter(self, transport: asyncio.BaseTransport) -> bool:
        """Let a connection in, unless its address has too many already."""
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if peer else ""
        for there, most in ((self._inside, CONNECTIONS), (self._asking, HALF_OPEN)):
            if list(there.values()).count(address) >= most:
                return False
        self._inside[transport] = self._asking[transport] = address
        return True

    def asked(self, transport: asyncio.BaseTransport) -> None:
        """Note that its request has arrived."""
        self._asking.pop(transport, None)

    def leave(self, transport: asyncio.BaseTransport) -> None:
        """Note that a connection is closed; doing so twice is fine."""
        self.asked(transport)
        self._inside.pop(transport, None)


class _Http(H11Protocol):
    """HTTP with a deadline for the head of the first request."""

    doorman: ClassVar[Doorman]

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(  # type: ignore[override] # as uvicorn has it
        self, transport: asyncio.Transport
    ) -> None:
        super().connection_made(transport)
        if self.doorman.enter(transport):
            self._deadline = self.loop.call_later(DEADLINE_S, transport.abort)
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        transport = self.transport
        super().data_received(data)
        if self._deadline is not None and self.scope is not None:
            self._deadline.cancel()
            self._deadline = None
            self.doorman.asked(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self.doorman.leave(self.transport)
        super().connection_lost(exc)


class _Socket(WebSocketsSansIOProtocol):
    """A WebSocket; its connection was counted as HTTP."""

    doorman: ClassVar[Doorman]

    def connection_lost(self, exc: Exception | None) -> None:
        self.doorman.leave(self.transport)
        super().connection_lost(exc)


class _Server(uvicorn.Server):
    """A server that leaves signals to the daemon."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def listen(host: str, port: int) -> socket.socket:
    """
    Return a socket that listens.

    Args:
        host: ``127.0.0.1`` for this machine alone, ``0.0.0.0`` for the network.
        port: The port; 0 for any free one.

    Raises:
        SettingsError: Somebody else listens there, or it may not be used.
    """
    # By its number asyncio knows TCP, and sends each answer at once (TCP_NODELAY).
    ears = socket.socket(proto=socket.IPPROTO_TCP)
    ears.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        ears.bind((host, port))
        ears.listen(512)
    except (OSError, OverflowError) as fault:
        ears.close()
        why = getattr(fault, "strerror", None) or fault
        msg = (
            f"cannot listen at {host}:{port}: {why}; choose another port:"
            " letterzone demo --port PORT, letterzone run --web HOST:PORT"
        )
        raise SettingsError(msg) from fault
    ears.setblocking(False)  # noqa: FBT003 - the library's own shape
    return ears


@asynccontextmanager
async def serve(app: ASGIApp, *ears: socket.socket) -> AsyncIterator[None]:
    """
    Serve *app* where *ears* listen; leaving ends every connection.

    Args:
        app: An ASGI application.
        ears: Sockets that listen already.
    """
    doorman = Doorman()
    config = uvicorn.Config(
        app,
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
