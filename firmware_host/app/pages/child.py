"""Runs the pages as a child process of the table, and restarts them."""

import asyncio
import os
import socket
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import firmware_host
from firmware_host.app.daemon.daemon import Running
from firmware_host.app.pages.place import ListenPlace, address_of, listen_at
from firmware_host.app.pages.serving import SOCKET, serve_ports
from firmware_host.errors import SettingsError
from firmware_host.web.ports import VirtualBoard
from firmware_host.web.remote.answering import Answering

#: Settings of the C library for the pages; their systemd unit has the same. Large
#: blocks are returned at once. Without the second setting each check of a passphrase
#: left its 16 MiB in the heap, because small objects between two blocks kept both.
MEMORY = {"MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_THRESHOLD_": "131072"}

#: Pages without a heartbeat for this long are killed, in seconds.
HANG_S = 20.0

#: The pause before a child that ended is started again, in seconds.
REST_S = 0.2

#: The limit for the first heartbeat, in seconds; a Pi Zero takes 10.
START_S = 60.0


@asynccontextmanager
async def open_pages(
    running: Running,
    folder: Path,
    *,
    place: ListenPlace,
    board: VirtualBoard | None = None,
) -> AsyncIterator[str]:
    """
    Open the pages beside a table, and yield their address.

    They run in a process of their own, which is restarted whenever it ends. Its
    listening sockets stay open meanwhile, so that no browser is refused.

    Args:
        running: The board.
        folder: The folder of its backups.
        place: The address to listen on.
        board: The virtual board of a demo.

    Raises:
        SettingsError: The address cannot be used, or the pages do not start.
    """
    ears = listen_at(place)
    host, port = ears[-1].getsockname()[:2]
    with tempfile.TemporaryDirectory(prefix="letterzone-") as made:
        at = Path(made) / SOCKET
        serving = serve_ports(
            running, folder, at=at, web=f"{host}:{port}", key=place.key, board=board
        )
        try:
            async with serving as answering:
                child = _Child(at, ears, answering)
                keeping = asyncio.create_task(child.keep())
                try:
                    await child.started()
                    yield address_of(ears, has_wifi=place.plain)
                finally:
                    keeping.cancel()
                    await asyncio.gather(keeping, return_exceptions=True)
        finally:
            for ear in ears:
                ear.close()


class _Child:
    def __init__(
        self, at: Path, ears: list[socket.socket], answering: Answering
    ) -> None:
        self._at = at
        self._ears = ears
        self._answering = answering

    async def started(self) -> None:
        """
        Wait for the first heartbeat of the process that serves the pages.

        Raises:
            SettingsError: There is none.
        """
        try:
            async with asyncio.timeout(START_S):
                while not self._answering.beats:  # noqa: ASYNC110 - the other process has no event
                    await asyncio.sleep(0.01)
        except TimeoutError:
            msg = "the pages do not start; try again, or play without them: --terminal"
            raise SettingsError(msg) from None

    async def keep(self) -> None:
        """Run the pages, and restart them whenever they end or hang."""
        while True:
            await self._once()
            await asyncio.sleep(REST_S)

    async def _once(self) -> None:
        numbers = [ear.fileno() for ear in self._ears]
        heard = [word for one in numbers for word in ("--ear", str(one))]
        # The same package as this process, in any folder, with the same games beside
        # it.
        found = [str(Path(firmware_host.__file__).parents[1])]
        found += filter(None, [os.environ.get("PYTHONPATH")])
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "firmware_host"),
            *("web", "--table", self._at),
            *heard,
            env={**os.environ, **MEMORY, "PYTHONPATH": os.pathsep.join(found)},
            stdin=asyncio.subprocess.PIPE,  # it ends when this closes
            pass_fds=numbers,
            start_new_session=True,  # Ctrl-C is for the table
        )
        watching = asyncio.create_task(self._watch(process))
        try:
            await process.wait()
        finally:
            watching.cancel()
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _watch(self, process: asyncio.subprocess.Process) -> None:
        """Kill a child that hangs."""
        beats = -1
        while beats != self._answering.beats:
            beats = self._answering.beats
            await asyncio.sleep(HANG_S)
        with suppress(ProcessLookupError):
            process.kill()
