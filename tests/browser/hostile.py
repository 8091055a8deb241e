"""Bad conditions for pages: silent proxies, page translation, late answers."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress


class Proxy:
    """
    TCP proxy that can stop forwarding bytes while connections stay open.

    Args:
        target: Port of the server on this machine.
    """

    def __init__(self, target: int) -> None:
        self._target = target
        self._silent = False
        self._generation = 0
        self._tasks: set[asyncio.Task[None]] = set()
        #: The address to open instead of the server's.
        self.address = ""

    def silence(self) -> None:
        """Stop forwarding bytes on all connections, without closing any."""
        self._silent = True
        self._generation += 1

    def speak(self) -> None:
        """Forward bytes again on new connections; older connections stay silent."""
        self._silent = False

    def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Accept a connection, and forward its bytes in both directions."""
        task = asyncio.create_task(self._take(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _take(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        born = self._generation if not self._silent else -1
        source, target = await asyncio.open_connection("127.0.0.1", self._target)
        try:
            async with asyncio.TaskGroup() as both:
                both.create_task(self._pass(reader, target, born))
                both.create_task(self._pass(source, writer, born))
        except* OSError:
            pass
        finally:
            for one in (writer, target):
                one.close()
                with suppress(OSError):
                    await one.wait_closed()

    async def _pass(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, born: int
    ) -> None:
        while data := await source.read(1 << 16):
            if born == self._generation:
                target.write(data)
                await target.drain()
        if born == self._generation:
            target.close()

    async def close(self) -> None:
        """Close all connections of the proxy."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


@asynccontextmanager
async def proxied(address: str) -> AsyncIterator[Proxy]:
    """Start a proxy in front of a server; yield it, with its URL as ``address``."""
    proxy = Proxy(int(address.rpartition(":")[2]))
    server = await asyncio.start_server(proxy.take, "127.0.0.1", 0)
    proxy.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield proxy
    finally:
        server.close()
        await proxy.close()
