"""
The pages' process, as its table knows it: a line in memory, with beats and questions.

The table's side of the line is the real one. The pages may die, hang, or break the
line; they come back when they are well.
"""

import asyncio
from collections.abc import Callable
from typing import Any, cast

from firmware_host.app.daemon.daemon import Running
from firmware_host.app.pages import serving
from firmware_host.board.json import read_object
from firmware_host.web.remote.answering import Answering
from firmware_host.web.remote.asking import BEAT_S
from firmware_host.web.remote.lines import BEAT, MOST_BYTES, NEWS, write

#: Errors of the pages that are accepted until they have recovered.
HARMS = ("dies", "hangs", "breaks", "babbles")

#: The table has missed pages for certain that were silent for so long.
MISSED_MS = round(1000 * (serving.FIRST_S + 2 * serving.SILENT_S))


class Line:
    """A connection: the messages of the pages, and a writer that may block."""

    def __init__(self) -> None:
        self.said = asyncio.StreamReader(limit=MOST_BYTES)
        self.reads = asyncio.Event()
        self.heard = b""

    def write(self, data: bytes) -> None:
        """Store the data that the table writes."""
        self.heard += data

    async def drain(self) -> None:
        """Wait until the pages read."""
        await self.reads.wait()

    def close(self) -> None:
        """Do nothing: there is no other user."""


class Pages:
    """
    The pages of one board, over all its starts.

    Args:
        now_ms: The board's clock.
    """

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self.harm = ""
        self.alive_ms = 0
        self.wrong: list[str] = []
        self._asked = 0

    @property
    def are_missed(self) -> bool:
        """Return whether they are silent for so long that the table reports it."""
        return self._now_ms() - self.alive_ms > MISSED_MS

    async def beside(self, running: Running) -> None:
        """Be asked for, beside a table, until that is cancelled."""
        api = running.table_api
        ports = {"table_api": api, "phones": api.phones}
        answering = Answering(ports, {}, lambda: api.changes)
        running.table.on_change(answering.tell)
        self.alive_ms = self._now_ms()
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(serving._miss(running.table, answering))
                tasks.create_task(self._come(answering))
        finally:
            await answering.close()

    async def _come(self, answering: Answering) -> None:
        """Come whenever the pages can, and go when they cannot."""
        while True:
            if self.harm != "dies":
                line = Line()
                table = asyncio.create_task(
                    answering.serve(line.said, cast("asyncio.StreamWriter", line))
                )
                await self._talk(line)
                line.said.feed_eof()
                line.reads.set()
                await table
            await asyncio.sleep(BEAT_S)

    async def _talk(self, line: Line) -> None:
        line.said.feed_data(write({"call": NEWS}))
        while self.harm in ("", "hangs"):
            if not self.harm:
                line.reads.set()
                await self._ask(line)
                self.alive_ms = self._now_ms()
            else:
                line.reads.clear()
            await asyncio.sleep(BEAT_S)
        half = {"breaks": b'{"call":"be', "babbles": b"[]\n"}
        line.said.feed_data(half.get(self.harm, b""))
        if self.harm in half:
            self.harm = ""  # and they dial again

    async def _ask(self, line: Line) -> None:
        """Give a sign of life, and ask something that is answered at once."""
        self._asked += 1
        line.heard = b""
        question: dict[str, Any] = {"id": self._asked, "call": "phones.all"}
        line.said.feed_data(write({"call": BEAT}) + write(question))
        await asyncio.sleep(0.05)
        answers = [read_object(one) for one in line.heard.splitlines()]
        if not any(one.get("id") == self._asked for one in answers):
            self.wrong.append("the pages are not answered")
