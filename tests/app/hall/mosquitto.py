"""A Mosquitto of Debian's, alone for one test, and a slow line to it."""

import asyncio
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self

import pytest

from tests.tools import which
from tools.ports import free_port


class Mosquitto:
    """
    A broker.

    Args:
        folder: Where its files lie.
        more: Further lines of its configuration.
        way: ``mqtt`` or ``mqtts``.
    """

    def __init__(self, folder: Path, more: str = "", way: str = "mqtt") -> None:
        self.program = which("mosquitto")
        self.folder = folder
        self.port = free_port()
        self.url = f"{way}://localhost:{self.port}"
        self.config = folder / "mosquitto.conf"
        access = "" if "password_file" in more else "allow_anonymous true\n"
        own = (
            f"listener {self.port}\nuser root\nmax_queued_messages 0\n{access}{more}\n"
        )
        self.config.write_text(own, encoding="utf-8")
        self._process = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    @property
    def pid(self) -> int:
        """Its process."""
        return self._process.pid

    def start(self) -> None:
        """Start, and wait until it listens."""
        self._process = subprocess.Popen(
            [self.program, "-c", self.config],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(500):
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                time.sleep(0.02)
            else:
                return
        self.kill()
        pytest.fail("mosquitto does not listen")

    def kill(self) -> None:
        """Kill it: what it kept in memory is gone."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


@contextmanager
def slow(port: int, late_s: float) -> Iterator[int]:
    """Open a line to a broker on which each piece is late; yield its port."""
    own, listens, is_over = free_port(), threading.Event(), threading.Event()

    async def pass_on(
        reads: asyncio.StreamReader, writes: asyncio.StreamWriter
    ) -> None:
        try:
            with suppress(OSError):
                while data := await reads.read(65536):
                    await asyncio.sleep(late_s)
                    writes.write(data)
                    await writes.drain()
        finally:
            writes.close()

    async def come(reads: asyncio.StreamReader, writes: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", port)
        with suppress(asyncio.CancelledError):  # the end
            await asyncio.gather(pass_on(reads, back), pass_on(there, writes))

    async def serve() -> None:
        server = await asyncio.start_server(come, "127.0.0.1", own)
        listens.set()
        await asyncio.to_thread(is_over.wait)
        server.close()

    thread = threading.Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    listens.wait()
    try:
        yield own
    finally:
        is_over.set()
        thread.join()
