"""The pages' side of the connection: calls the table, and receives its news."""

import asyncio
import inspect
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable
from contextlib import closing, suppress
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, Self, TypeVar, cast

from firmware_host.board.json import (
    Json,
    JsonObject,
    as_number,
    as_object,
    as_text,
    is_int,
    read_object,
)
from firmware_host.board.messages import Refused
from firmware_host.board.table_values import Sight
from firmware_host.errors import AskedError, AwayError
from firmware_host.web.ports import PhonesPort
from firmware_host.web.remote.lines import (
    BEAT,
    HELLO,
    MOST_BYTES,
    NEWS,
    PORTS,
    value_of,
    write,
)

T = TypeVar("T")

#: The timeout in seconds of a call that only reads.
PATIENCE_S = 5.0

#: The time in seconds between two attempts to connect to the table.
RETRY_S = 0.05

#: The period in seconds of heartbeats to the table, which answers each.
BEAT_S = 1.0

#: The time in seconds without a line after which the table counts as disconnected.
SILENT_S = 8.0

#: The timeout in seconds of a call to the history, whose process may have to start
#: first.
HISTORY_S = 30.0

#: The most simultaneous calls to the history.
HISTORY_AT_ONCE = 4

#: The most cached results.
KNOWN = 512

#: The calls whose results are cached until the next change of the table.
ONCE = ("table_api.games", "phones.all", "phones.who", "phones.waiting")


class TableConnection:
    """
    A connection to the table.

    Args:
        path: The table's Unix socket.
    """

    def __init__(self, path: Path) -> None:
        #: The table's Unix socket.
        self.path = path
        self._ids = count(1)
        self._line: socket.socket | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._waiting: dict[int, asyncio.Future[JsonObject]] = {}
        self._listeners: list[tuple[str, Callable[[], None]]] = []
        self._known: dict[Hashable, object] = {}
        self._told: dict[str, Json] = {}
        self._told_at = 0
        self._running: asyncio.Task[None] | None = None
        #: The newest number of the table's changes.
        self.changes = 0

    async def __aenter__(self) -> Self:
        self._running = asyncio.create_task(self._run())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)
        self.close()

    @property
    def is_there(self) -> bool:
        """Whether the connection to the table is open."""
        return self._writer is not None

    def on_news(self, news: str, tell: Callable[[], None]) -> None:
        """Register *tell* for news of some kinds, and for lost and new connections."""
        self._listeners.append((news, tell))

    # --- calls that block ---

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the result of *make*, cached until the table's next change."""
        if key not in self._known or not self.is_there:
            made = make()
            if len(self._known) >= KNOWN:
                self._known.clear()
            self._known[key] = made
        return cast("T", self._known[key])

    def told(self, call: str) -> Json:
        """Return the value that the table sent with its last news, or None."""
        return self._told.get(call) if self._told_at == self.changes else None

    def ask(self, call: str, *some: Json, **more: Json) -> Any:
        """
        Call the table and wait for the result, which blocks this process.

        Raises:
            AskedError: What was asked has no meaning.
            AwayError: The table is not there.
        """
        if self._running is not None and self._writer is None:
            raise AwayError  # known already, so no caller waits for it again
        line = write({"id": next(self._ids), "call": call, "some": some, "more": more})
        try:
            if self._line is None:
                self._line = socket.socket(socket.AF_UNIX)
                self._line.settimeout(PATIENCE_S)
                self._line.connect(str(self.path))
            self._line.sendall(line)
            return self._counted(read_object(self._whole(self._line)))
        except OSError as fault:
            self.close()
            if isinstance(fault, TimeoutError) and self._writer is not None:
                # The table hangs. Without closing, each further call would wait as
                # long.
                self._writer.close()
                self._writer = None
            raise AwayError from fault

    def _whole(self, line: socket.socket) -> bytes:
        """Return the next line that arrives."""
        pieces = []
        while piece := line.recv(1 << 16):
            pieces.append(piece)
            if piece.endswith(b"\n"):  # one answer at a time, so nothing is behind it
                return b"".join(pieces)
        raise AwayError

    def close(self) -> None:
        """Close the connection of blocking calls; the next call connects again."""
        if self._line is not None:
            self._line.close()
            self._line = None

    # --- calls that are awaited ---

    async def request(self, call: str, *some: Json, **more: Json) -> Any:
        """
        Call the table and await the result.

        Raises:
            AskedError: What was asked has no meaning.
            AwayError: The table is not there, or went before it answered.
        """
        if self._writer is None:
            raise AwayError
        number = next(self._ids)
        answered: asyncio.Future[JsonObject] = asyncio.Future()
        self._waiting[number] = answered
        try:
            self._writer.write(
                write({"id": number, "call": call, "some": some, "more": more})
            )
            return self._counted(await answered)
        finally:
            del self._waiting[number]

    def _counted(self, answer: JsonObject) -> Json | Refused:
        self._count(answer)
        return _answer(answer)

    def _count(self, item: JsonObject) -> None:
        changes = item.get("changes")
        if is_int(changes) and changes > self.changes:
            self.changes = changes
            self._known.clear()

    # --- news ---

    async def _run(self) -> None:
        """Stay connected; never returns."""
        while True:
            with suppress(OSError, ValueError):
                reader, writer = await asyncio.open_unix_connection(
                    str(self.path), limit=MOST_BYTES
                )
                with closing(writer):
                    await self._hear(reader, writer)
            await asyncio.sleep(RETRY_S)

    async def _hear(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        writer.write(write({"call": NEWS}) + write({"id": 0, "call": HELLO}))
        beating = asyncio.create_task(_beat(writer))
        came = False
        try:
            while line := await _line_of(reader):
                if not came:  # a table that hangs takes calls too, and answers none
                    self._come(writer)
                came, item = True, read_object(line)
                if "news" in item:
                    self._count(item)
                    if "told" in item:
                        self._told |= as_object(item["told"])
                        self._told_at = as_number(item["changes"])
                    self._tell(as_text(item["news"]))
                elif (number := item.get("id")) in self._waiting:
                    answered = self._waiting[number]  # type: ignore[index] # it is there
                    if not answered.done():
                        answered.set_result(item)
        finally:
            beating.cancel()
            self._come(None)

    def _come(self, writer: asyncio.StreamWriter | None) -> None:
        """Clear all caches after the table was connected or disconnected."""
        self._writer, self.changes = writer, 0
        self._known.clear()
        self._told.clear()
        if writer is None:
            self.close()
            for answered in self._waiting.values():
                if not answered.done():
                    answered.set_exception(AwayError())
        self._tell("")

    def _tell(self, news: str) -> None:
        for wanted, tell in self._listeners:
            if news in ("", wanted):
                tell()


def _answer(answer: JsonObject) -> Json | Refused:
    """
    Return the value in an answer; raise the error that the answer reports.

    Raises:
        AskedError: What was asked has no meaning.
    """
    if "asked" in answer:
        raise AskedError(as_text(answer["asked"]))
    if "failed" in answer:
        msg = f"the table could not answer {answer['failed']}"
        raise RuntimeError(msg)
    return value_of(answer)


async def _line_of(reader: asyncio.StreamReader) -> bytes:
    """
    Read the next line of a stream; return b"" at its end.

    Raises:
        TimeoutError: No line arrived in time: the table hangs.
    """
    async with asyncio.timeout(SILENT_S):
        return await reader.readline()


async def _beat(writer: asyncio.StreamWriter) -> None:
    while True:
        writer.write(write({"call": BEAT}))
        await asyncio.sleep(BEAT_S)


class Remote:
    """
    A proxy for a port of the table's process.

    Args:
        asking: The connection.
        name: The name of the port in `PORTS`.
    """

    def __init__(self, asking: TableConnection, name: str) -> None:
        self._asking = asking
        self._name = name

    def on_change(self, tell: Callable[[], None]) -> None:
        """Register *tell* for each visible change."""
        self._asking.on_news(self._name, tell)

    def _known(self, call: str, *some: Json) -> object:
        """Return the result of a call, which is made once per change of the table."""
        if not some and (told := self._asking.told(call)) is not None:
            return told
        return self._asking.once((call, *some), partial(self._asking.ask, call, *some))

    def __getattr__(self, what: str) -> Any:
        """Return a value of the port, or a function that calls its method."""
        found, call = vars(PORTS[self._name])[what], f"{self._name}.{what}"
        if isinstance(found, property):
            return self._asking.ask(call)
        if call in ONCE:
            return partial(self._known, call)
        waits = inspect.iscoroutinefunction(found)
        return partial(self._asking.request if waits else self._asking.ask, call)


class RemoteTable(Remote):
    """
    The table's port over a connection; public values are cached for each change.

    Args:
        asking: The connection.
        clock_ms: A monotonic clock, which advances the game's clocks.
    """

    def __init__(self, asking: TableConnection, clock_ms: Callable[[], int]) -> None:
        super().__init__(asking, "table_api")
        self._clock_ms = clock_ms
        self._woken = asyncio.Event()
        self.phones = cast("PhonesPort", Remote(asking, "phones"))
        asking.on_news("table", self._woken.set)

    @property
    def changes(self) -> int:
        """The number of visible changes so far."""
        return self._asking.changes

    def see(self, phone: str = "") -> Sight:
        """Return the state that a phone may see; the public state for an empty key."""
        asked = partial(self._seen, phone)
        at_ms, seen = self._asking.once(("see", phone), asked)
        since_ms = self._clock_ms() - at_ms
        if not seen["running"] or not since_ms:
            return seen
        left_ms = seen["left_ms"]
        return {
            **seen,
            "elapsed_ms": seen["elapsed_ms"] + since_ms,
            "left_ms": None if left_ms is None else max(0, left_ms - since_ms),
        }

    def _seen(self, phone: str) -> tuple[int, Sight]:
        told = None if phone else self._asking.told("table_api.see")
        seen = told or self._asking.ask("table_api.see", phone)
        return self._clock_ms(), cast("Sight", seen)

    async def watch(self) -> AsyncIterator[Sight]:
        """Yield the public state, now and after each change."""
        self._woken.set()
        while True:
            await self._woken.wait()
            self._woken.clear()
            with suppress(AwayError):
                yield self.see()


class RemoteHistory:
    """
    Client of the process that reads the history; one connection a question.

    Args:
        path: The Unix socket of that process.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._turns = asyncio.Semaphore(HISTORY_AT_ONCE)

    def __getattr__(self, what: str) -> Callable[..., Awaitable[Json | Refused]]:
        """Return a function that calls the history's method *what* remotely."""
        return partial(self._ask, f"history.{what}")

    async def _ask(self, call: str, *some: Json) -> Json | Refused:
        line = write({"id": 1, "call": call, "some": some})
        async with self._turns:
            # The process may end at any time: if it is idle, or because names are
            # erased.
            answer = await self._line(line) or await self._line(line)
        if not answer:
            raise AwayError
        return _answer(read_object(answer))

    async def _line(self, line: bytes) -> bytes:
        """Send one line to the other process; return its reply, b"" if none comes."""
        with suppress(OSError):
            async with asyncio.timeout(HISTORY_S):
                reader, writer = await asyncio.open_unix_connection(
                    str(self._path), limit=MOST_BYTES
                )
                with closing(writer):
                    writer.write(line)
                    return await reader.readline()
        return b""
