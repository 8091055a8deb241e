"""The table's side of the connection: executes calls, and sends news."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from importlib import import_module
from types import ModuleType
from typing import cast

from firmware_host.board.json import (
    Json,
    JsonObject,
    as_list,
    as_object,
    as_text,
    is_int,
    read_object,
)
from firmware_host.errors import AskedError
from firmware_host.web.failures import Failures
from firmware_host.web.remote.lines import (
    BEAT,
    CALLS,
    HELLO,
    NEWS,
    TOLD,
    answer_of,
    write,
)

#: The most simultaneous calls of one connection.
AT_ONCE = 16

#: The most connections: two of the pages, and two of restarted ones.
CONNECTIONS = 8


class LatePort:
    """
    A port that is created at its first use, as most boards never need it.

    Args:
        module: The name of its module, which is imported in a thread so that no tap
            waits.
        make: Creates the port, given the module.
    """

    def __init__(self, module: str, make: Callable[[ModuleType], object]) -> None:
        self._module = module
        self._make = make
        self._door = asyncio.Lock()
        self._port: object = None

    async def port(self) -> object:
        """Return the port; at the first call import its module and create it."""
        async with self._door:
            if self._port is None:
                module = await asyncio.to_thread(import_module, self._module)
                self._port = self._make(module)
        return self._port


class Answering:
    """
    Executes the calls of the pages.

    Args:
        ports: The ports by name, or a `LatePort`; a missing port is never called.
        hello: Values that the pages need before their first call.
        changes: Returns the number of visible changes so far.
    """

    def __init__(
        self,
        ports: Mapping[str, object],
        hello: JsonObject,
        changes: Callable[[], int],
    ) -> None:
        self._ports = ports
        self._hello = hello
        self._changes = changes
        self._told: set[_News] = set()
        self._open: set[asyncio.Task[None]] = set()
        self._failures = Failures()
        #: The number of heartbeats of the pages.
        self.beats = 0

    def tell(self, news: str = "table") -> None:
        """Send the pages the news of a change; older unsent news are replaced."""
        for one in self._told:
            one.add(news)

    async def close(self) -> None:
        """Close all connections."""
        for task in self._open:
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    async def serve(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Execute the calls of one connection until it ends."""
        task = asyncio.current_task()
        if task is None or len(self._open) >= CONNECTIONS:
            writer.close()
            return
        self._open.add(task)
        try:
            # `close` cancels this task to hang up, which is no error.
            with suppress(asyncio.CancelledError):
                await self._serve(reader, writer)
        finally:
            self._open.discard(task)
            writer.close()

    async def _serve(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        news, calls = _News(), asyncio.Semaphore(AT_ONCE)
        try:
            async with asyncio.TaskGroup() as tasks:
                while line := await reader.readline():
                    item = read_object(line)
                    call = as_text(item["call"])
                    if call == NEWS:
                        if news not in self._told:
                            self._told.add(news)
                            telling = tasks.create_task(self._tell(news, writer))
                    elif call == BEAT:
                        self.beats += 1
                        writer.write(write({"beat": self.beats}))
                    else:
                        await calls.acquire()
                        doing = tasks.create_task(self._answer(call, item, writer))
                        doing.add_done_callback(lambda _: calls.release())
                if news in self._told:
                    telling.cancel()
        except* (ValueError, KeyError, OSError):  # it hung up, or spoke nonsense
            pass
        finally:
            self._told.discard(news)

    async def _tell(self, news: "_News", writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while True:
                for one in await news.taken():
                    writer.write(self._news(one, news.known))
                await writer.drain()

    def _news(self, news: str, known: dict[str, object]) -> bytes:
        """
        Return a line of news.

        For the table with public values that are not *known*.
        """
        item: dict[str, Json] = {"news": news, "changes": self._changes()}
        if news != "table":
            return write(item)
        try:
            return write({**item, "told": self._told_anew(known)})
        except Exception as fault:  # noqa: BLE001 - a caller that needs it asks for it
            self._failures.log(NEWS, fault)
            known.clear()
            return write(item)

    def _told_anew(self, known: dict[str, object]) -> dict[str, Json]:
        told: dict[str, Json] = {}
        for call in TOLD:
            value = _value(self._ports[call.partition(".")[0]], call)
            if value is not known.get(call):
                known[call] = value
                told |= {call: answer_of(value)["value"]}
        return told

    async def _answer(
        self, call: str, item: JsonObject, writer: asyncio.StreamWriter
    ) -> None:
        number = item.get("id")
        done = await self._done(call, item)
        try:
            line = write({"id": number, "changes": self._changes(), **done})
        except (TypeError, ValueError) as fault:
            self._failures.log(call, fault)
            line = write({"id": number, "changes": self._changes(), "failed": call})
        with suppress(OSError):
            writer.write(line)
            await writer.drain()

    async def _done(self, call: str, item: JsonObject) -> Mapping[str, Json]:
        if call == HELLO:
            return {"value": self._hello}
        port = call.partition(".")[0]
        if call not in CALLS or port not in self._ports or not is_int(item.get("id")):
            return {"failed": call}
        some = as_list(item.get("some", []))
        more = as_object(item.get("more", {}))
        try:
            found = self._ports[port]
            if isinstance(found, LatePort):
                found = await found.port()
            value = _value(found, call, *some, **more)
            if inspect.isawaitable(value):
                value = await cast("Awaitable[object]", value)
            return answer_of(value)
        except AskedError as fault:
            return {"asked": str(fault)}
        except Exception as fault:  # noqa: BLE001 - one call's fault is not the next one's
            self._failures.log(call, fault)
            return {"failed": call}


def _value(port: object, call: str, *some: Json, **more: Json) -> object:
    """Return the result of a port's method, or the value of its attribute."""
    found = getattr(port, call.partition(".")[2])
    return found(*some, **more) if callable(found) else found


class _News:
    """The unsent news of one connection."""

    def __init__(self) -> None:
        self._new: set[str] = set()
        self._some = asyncio.Event()
        #: The public values that the connection was sent last.
        self.known: dict[str, object] = {}

    def add(self, news: str) -> None:
        self._new.add(news)
        self._some.set()

    async def taken(self) -> set[str]:
        await self._some.wait()
        self._some.clear()
        new, self._new = self._new, set()
        return new
