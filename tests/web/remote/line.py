"""A line between two loops, as between two processes."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from firmware_host.web.remote.answering import Answering
from firmware_host.web.remote.lines import MOST_BYTES


class Table:
    """The other end, in a thread of its own."""

    def __init__(self, at, ports, hello=None):
        self.changes = 1
        self.answering = Answering(ports, hello or {}, lambda: self.changes)
        self._at = at
        self._loop = asyncio.new_event_loop()
        self._server = None
        self._thread = threading.Thread(target=self._loop.run_forever)

    def do(self, coroutine):
        """Run a coroutine in the other thread's event loop and return its result."""
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(20)

    def change(self, news="table"):
        """Count a change and send the news of it."""
        self.changes += 1
        self._loop.call_soon_threadsafe(self.answering.tell, news)

    def open(self):
        """Begin to answer."""

        async def start():
            self._at.unlink(missing_ok=True)
            self._server = await asyncio.start_unix_server(
                self.answering.serve, self._at, limit=MOST_BYTES
            )

        self.do(start())

    def shut(self):
        """Go away."""

        async def stop():
            self._server.close()
            await self.answering.close()
            while len(asyncio.all_tasks()) > 1:  # noqa: ASYNC110 - who has just dialled
                await asyncio.sleep(0)
            self._at.unlink(missing_ok=True)

        self.do(stop())

    @contextmanager
    def running(self) -> Iterator["Table"]:
        """Open it, and shut it in the end."""
        self._thread.start()
        self.open()
        try:
            yield self
        finally:
            self.shut()
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()
