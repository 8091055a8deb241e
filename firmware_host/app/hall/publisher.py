"""
A board tells a broker what happens, in a process of its own.

The journal is the outbox: what is committed is told, in its order, and again after
every loss, until it was heard. Nobody at the board waits for it: this process reads the
journal beside the table, and the table does not know of it.
"""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_host import __version__
from firmware_host.app.hall import broker
from firmware_host.app.hall.numbers import NUMBERS, Numbers
from firmware_host.app.hall.telling import Teller
from firmware_host.board.entries import JOURNAL
from firmware_host.errors import JournalError
from firmware_host.hall.house import ANSWERS, discovery
from firmware_host.hall.lines import (
    HELLO,
    NONE,
    OFFLINE,
    ONLINE,
    Tail,
    Told,
    read_ask,
    topic,
    write,
)
from firmware_host.journal.file import with_ending
from firmware_host.journal.reader import Reader
from firmware_host.settings.board import Broker

if TYPE_CHECKING:  # imported late, where a broker is named
    from aiomqtt import Client

_log = logging.getLogger(__name__)

#: The journal is looked at so often, in seconds.
LOOK_S = 0.05

#: So many rows are under way at once: who is behind on a slow line waits for each time.
WINDOW = 64

#: A journal that cannot be read is tried again after so many seconds.
AGAIN_S = 2.0


class Outbox:
    """
    What a board has to tell, and to whom it has got through.

    Args:
        folder: Where its journal lies.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / JOURNAL
        self._open = ExitStack()
        self._reader: Reader | None = None
        self._teller: Teller | None = None
        self._file: tuple[int, int] = (0, 0)
        self._changes = -1
        self.numbers = Numbers(with_ending(self._path, NUMBERS))

    def close(self) -> None:
        """Let the files go."""
        self._open.close()
        self.numbers.close()

    def look(self) -> bool:
        """
        Number what is new in the journal; tell whether anything is.

        Raises:
            JournalError: It cannot be read.
            OSError: It is not there.
        """
        at = self._path.stat()
        if self._reader is None or (at.st_dev, at.st_ino) != self._file:
            self._begin()
            self._file = at.st_dev, at.st_ino
        journal = self._reader
        assert journal is not None  # noqa: S101 - it has just been opened
        changes = journal.changes()
        if changes == self._changes:
            return False
        with journal.at_one_moment():
            new = self.numbers.follow(journal)
        self._changes = changes
        return new

    def next(self, most: int) -> list[Told]:
        """Return what has not been heard yet, in order, at most so many rows."""
        places = self.numbers.after(self.numbers.heard, most)
        if not places or self._teller is None:
            return []
        return [self._teller.tell(one) for one in places]

    def _begin(self) -> None:
        self._open.close()
        self._reader, self._changes = None, -1
        reader = self._open.enter_context(Reader(self._path))
        if reader.outdated:
            msg = f"{self._path}: an older version wrote it; start the board once"
            raise JournalError(msg)
        self.numbers.check(reader)
        self._teller = Teller(reader, self.numbers.stream)
        self._reader = reader


class Publisher:
    """
    Tells a broker what a board's journal holds.

    Args:
        at: The broker.
        folder: Where the journal lies.
        name: What the board is called.
    """

    def __init__(self, at: Broker, folder: Path, *, name: str) -> None:
        self._at = at
        self._name = name
        self.outbox = Outbox(folder)
        self._answer = NONE
        self._said = ""
        self._lock = asyncio.Lock()

    @property
    def board(self) -> str:
        """What the board is known by."""
        return self.outbox.numbers.board

    async def run(self) -> None:
        """Tell, for ever; a broker that is gone is looked for again."""
        mqtt, rest_s = broker.library(), broker.RETRY_S
        try:
            while True:
                began = asyncio.get_running_loop().time()
                try:
                    await self._once()
                except* (mqtt.MqttError, OSError) as faults:
                    first = faults.exceptions[0]
                    self._say(f"no broker at {self._at.host}: {first}")
                lasted_s = asyncio.get_running_loop().time() - began
                rest_s = broker.RETRY_S if lasted_s > broker.HELD_S else rest_s
                await asyncio.sleep(rest_s)
                rest_s = min(rest_s * 2, broker.MOST_RETRY_S)
        finally:
            self.outbox.close()

    async def _once(self) -> None:
        state = topic(self.board, "state")
        opening = broker.connected(
            self._at, name=f"letterzone-{self.board}", will=(state, OFFLINE)
        )
        async with opening as client:
            await client.subscribe([(topic(self.board, "ask"), 1), (HELLO, 1)])
            stays = [*discovery(self.board, self._name, __version__), (state, ONLINE)]
            await asyncio.gather(
                client.publish(topic(self.board, "answer"), NONE, qos=1),
                *(client.publish(*one, qos=1, retain=True) for one in stays),
            )
            self._say(f"tells {self._at.host} as {self.board}")
            await self._tail(client)
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._listen(client))
                tasks.create_task(self._tell(client))

    async def _tell(self, client: "Client") -> None:
        """Tell what is new, as soon as it is committed."""
        behind = True
        while True:
            try:
                stream, new = self.outbox.numbers.stream, self.outbox.look()
            except (JournalError, FileNotFoundError) as fault:
                self._say(f"the journal cannot be read: {fault}")
                await asyncio.sleep(AGAIN_S)
                continue
            if stream != self.outbox.numbers.stream:
                await self._tail(client)
            while some := self.outbox.next(WINDOW):
                await self._send(client, some)
                if new and not behind:
                    await self._light(client, some)
            behind = False
            if not new:
                await asyncio.sleep(LOOK_S)

    async def _send(self, client: "Client", some: Sequence[Told]) -> None:
        """Tell some rows, and wait until all were heard."""
        async with self._lock:
            heard = self.outbox.numbers.heard
            where = topic(self.board, "row")
            if some[0].n != heard + 1 or some[0].stream != self.outbox.numbers.stream:
                return  # somebody has asked for earlier ones meanwhile
            sending = (client.publish(where, write(one), qos=1) for one in some)
            await asyncio.gather(*sending)
            self.outbox.numbers.hear(some[-1].n)

    async def _light(self, client: "Client", some: Sequence[Told]) -> None:
        """Say what the lamps say: until the next action it stays."""
        answer = NONE
        for moment in some[-1].moments:
            answer = next((a for w, a in ANSWERS.items() if w == moment.what), answer)
        if answer != NONE or self._answer != NONE:
            await client.publish(topic(self.board, "answer"), answer, qos=1)
        self._answer = answer

    async def _tail(self, client: "Client") -> None:
        numbers = self.outbox.numbers
        tail = Tail(numbers.stream, numbers.last, self._name)
        await client.publish(topic(self.board, "tail"), write(tail), qos=1)

    async def _listen(self, client: "Client") -> None:
        """Answer a hall: greetings with the last number, requests with missing rows."""
        async for message in client.messages:
            if str(message.topic) == HELLO:
                await self._tail(client)
                continue
            try:
                ask = read_ask(broker.payload_of(message))
            except ValueError:
                continue
            async with self._lock:
                numbers = self.outbox.numbers
                if ask.stream == numbers.stream and ask.after < numbers.heard:
                    numbers.hear(ask.after)

    def _say(self, what: str) -> None:
        """Log what has not just been logged."""
        if what != self._said:
            self._said = what
            _log.warning("%s", what)
