"""
The process that reads finished games for the pages, so that no browser slows the table.

It starts at the first request and ends after some time without one. The pages ask it
over a Unix socket of its own. It writes nothing: summaries go to the table through its
output.

Its main thread reads, because a game from outside that hangs can only be interrupted
there. Another thread serves the socket. If a game cannot be interrupted, the process
ends itself. The next process knows that game's name and does not run it again.
"""

import asyncio
import json
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from time import monotonic
from typing import NoReturn, ParamSpec, TypeVar, cast

import firmware_host
from firmware_host.app.content.time_limit import game_limits
from firmware_host.board.entries import Entry, Summary
from firmware_host.board.json import as_number, as_text
from firmware_host.journal.store import Journal
from firmware_host.web.remote.answering import Answering
from firmware_host.web.remote.lines import MOST_BYTES

_T = TypeVar("_T")
_P = ParamSpec("_P")

_log = logging.getLogger(__name__)

#: Without a request for this long it ends, in seconds.
IDLE_S = 120.0

#: A game from outside that exceeds its time by this much cannot be interrupted, in s.
GRACE_S = 2.0

#: The pause before it is started again, in seconds.
REST_S = 0.2

#: The table's process has priority for processor and memory.
_NICE, _OOM_SCORE = 10, "500"


class HistoryProcess:
    """
    Starts and ends the separate process that reads the history of games.

    Args:
        at: The path of the Unix socket for the pages.
        path: The journal's file.
        journal: Stores summaries.
    """

    def __init__(self, at: Path, path: Path, journal: Journal) -> None:
        #: The path of the Unix socket.
        self.at = at
        self._path = path
        self._journal = journal
        self._process: asyncio.subprocess.Process | None = None

    def end(self) -> None:
        """Kill the process, so that its cached games are gone."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()

    async def keep(self) -> None:
        """Listen on the socket; start the process when a client connects."""
        with socket.socket(socket.AF_UNIX) as ear:
            await asyncio.to_thread(self.at.unlink, missing_ok=True)
            ear.bind(str(self.at))
            ear.listen()
            await asyncio.to_thread(self.at.chmod, 0o660)
            try:
                while True:
                    await _wait_for_client(ear)
                    await self._try(ear)
                    await asyncio.sleep(REST_S)
            finally:
                self.at.unlink(missing_ok=True)

    async def _try(self, ear: socket.socket) -> None:
        try:
            await self._run(ear.fileno())
        except (OSError, ValueError) as fault:
            _log.warning("the history cannot be read: %s", fault)

    async def _run(self, number: int) -> None:
        """Start the process on the listening socket; store the summaries it sends."""
        home = [str(Path(firmware_host.__file__).parents[1])]
        home += filter(None, [os.environ.get("PYTHONPATH")])
        # What this process records about a game does not concern the table.
        noted = self.at.with_name(f"{self.at.name}-noted")
        await asyncio.to_thread(noted.mkdir, exist_ok=True)
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", __name__, self._path, str(number)),
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join(home),
                "RUNTIME_DIRECTORY": str(noted),
            },
            stdin=asyncio.subprocess.PIPE,  # it ends when this closes
            stdout=asyncio.subprocess.PIPE,
            limit=MOST_BYTES,
            pass_fds=[number],
            start_new_session=True,  # Ctrl-C is for the table
        )
        self._process = process
        try:
            async for line in cast("asyncio.StreamReader", process.stdout):
                game, maker, summary = json.loads(line)
                kept = Summary(as_number(game), as_text(maker), as_text(summary))
                self._journal.append(Entry(summary=kept))
            await process.wait()
        finally:
            self.end()
            self._process = None
            await process.wait()


async def _wait_for_client(ear: socket.socket) -> None:
    """Wait until a client connects to a socket; do not accept the connection."""
    loop, asked = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(ear, asked.set)
    try:
        await asked.wait()
    finally:
        loop.remove_reader(ear)


def _keep(output: int, entry: Entry) -> None:
    """Write a game's summary as a JSON line to a file descriptor."""
    if one := entry.summary:
        line = json.dumps((one.game, one.maker, one.summary))
        os.write(output, f"{line}\n".encode())


class _MainThread(Executor):
    """Runs the calls that other threads submit on the main thread, one at a time."""

    def __init__(self) -> None:
        self._jobs = SimpleQueue[Callable[[], None]]()

    def submit(
        self, call: Callable[_P, _T], /, *some: _P.args, **more: _P.kwargs
    ) -> Future[_T]:
        """Queue a call for the main thread; return a future of its result at once."""
        done = Future[_T]()

        def run() -> None:
            try:
                found = call(*some, **more)
            except BaseException as fault:  # noqa: BLE001 - the caller gets it
                done.set_exception(fault)
            else:
                done.set_result(found)

        self._jobs.put(run)
        return done

    def run(self) -> NoReturn:
        """Run submitted calls for ever; only the main thread calls this."""
        while True:
            self._jobs.get()()


async def _watch(game_s: float) -> NoReturn:
    """End the process if a game from outside goes on *game_s* and more."""
    while True:
        await asyncio.sleep(GRACE_S / 4)
        since_s = game_limits().since_s
        if since_s is not None and monotonic() - since_s > game_s + GRACE_S:
            os._exit(1)


async def _answer(
    path: Path, ear: socket.socket, output: int, reading: Executor
) -> None:
    """Answer questions until the parent process ends or `IDLE_S` pass without one."""
    loop, ended = asyncio.get_running_loop(), asyncio.Event()
    from firmware_host.app.archive.history import GAME_S, JournalHistory  # noqa: PLC0415 - in this process alone

    history = JournalHistory(path, partial(_keep, output), reading)
    answering = Answering({"history": history}, {}, lambda: 0)
    watching = asyncio.create_task(_watch(GAME_S))
    idle = loop.call_later(IDLE_S, ended.set)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal idle
        await answering.serve(reader, writer)
        idle.cancel()
        idle = loop.call_later(IDLE_S, ended.set)

    loop.add_reader(0, ended.set)
    await asyncio.start_unix_server(serve, sock=ear, limit=MOST_BYTES)
    await ended.wait()
    watching.cancel()
    os._exit(0)  # the socket belongs to the table, so it stays open


def main(path: Path, number: int) -> None:
    """Run the process that reads the history; *number* is its socket's descriptor."""
    with suppress(OSError):  # a unit may forbid it
        os.nice(_NICE)
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(_OOM_SCORE, encoding="ascii")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    output = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # a game from outside may print
    reading = _MainThread()
    ear = socket.socket(fileno=number)
    answers = partial(asyncio.run, _answer(path, ear, output, reading))
    Thread(target=answers, daemon=True).start()
    reading.run()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
