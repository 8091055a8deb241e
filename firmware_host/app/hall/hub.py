"""
The hall: it hears what boards tell, keeps it, and folds it.

Of each board the next number counts and no other: what comes twice is not counted, and
what is missing is asked for. A broker that forgets, a board that was away, and a hall
that was killed or has lost its file are all mended by that.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from firmware_host.app.hall import broker
from firmware_host.app.hall.broker import payload_of
from firmware_host.app.hall.store import Heard, Store, now_ms
from firmware_host.board.record import replace
from firmware_host.errors import SettingsError
from firmware_host.hall import fold
from firmware_host.hall.fold import Board
from firmware_host.hall.lines import (
    HELLO,
    OFFLINE,
    ONLINE,
    Ask,
    Tail,
    Told,
    board_of,
    read_tail,
    read_told,
    topic,
    write,
)
from firmware_host.settings.board import Broker

if TYPE_CHECKING:  # imported late, where a broker is named
    from aiomqtt import Client, Message

_log = logging.getLogger(__name__)

#: Boards are asked so often how much they have told, in seconds.
HELLO_S = 15.0

#: What was asked for is on its way, as long as something comes within so many seconds.
ASK_S = 5.0

#: What comes within so long is written down together, in seconds.
TOGETHER_S = 0.02

#: A board is known by so many letters and digits at most.
KEY_LETTERS = 32

#: So many messages are written down together.
MOST = 2000


class Heap:
    """What was heard and is not kept yet."""

    def __init__(self) -> None:
        self.rows: list[tuple[Heard, Told]] = []
        self.boards: dict[str, Board] = {}
        self.anew: set[str] = set()

    def __bool__(self) -> bool:
        return bool(self.rows or self.boards)


class Asked(NamedTuple):
    """What was asked of a board: how long that is waited for, and what it had then."""

    until_s: float
    heard: int


class Hub:
    """
    All boards of a hall.

    Args:
        store: Where it is kept.
        delay_ms: How much later spectators see what has happened.
        clock_ms: The time of day.
    """

    def __init__(
        self, store: Store, *, delay_ms: int = 0, clock_ms: Callable[[], int] = now_ms
    ) -> None:
        self._store = store
        self._clock_ms = clock_ms
        self._delay_ms = delay_ms
        #: Every board as it stands, and as spectators may see it.
        self.boards: dict[str, Board] = {}
        self.seen: dict[str, Board] = {}
        self.online: set[str] = set()
        #: How many messages came twice, and were not counted.
        self.doubles = 0
        self.changes = 0
        self._later: deque[tuple[int, str, bytes | Board]] = deque()
        self._heap = Heap()
        self._asked: dict[str, Asked] = {}
        self._listeners: list[Callable[[], None]] = []
        for board, stream, name in store.boards():
            self.boards[board] = self.seen[board] = Board(stream, 0, name)
        for one in store.heard():
            self._fold(one, read_told(one.line))
        self._later = deque(sorted(self._later, key=lambda one: one[0]))

    def on_change(self, tell: Callable[[], None]) -> None:
        """Call *tell* whenever something is new."""
        self._listeners.append(tell)

    # --- what is heard ---

    def take_row(self, key: str, line: bytes) -> Ask | None:
        """
        Store a row that a board sent, unless it is stored already.

        Args:
            key: The key of the board in the tournament.
            line: The row as it was received.

        Returns:
            A request for the rows after the last stored one if rows are missing before
            this one; None otherwise, and for a row of another stream.
        """
        told = read_told(line)
        board = self._known(key)
        if not board.stream:
            board = self._begin(key, Board(told.stream))
        if told.stream != board.stream:
            return None  # of a telling that is over, or whose tail has yet to come
        if told.n <= board.heard:
            self.doubles += 1
            return None
        if told.n > board.heard + 1:
            return Ask(board.stream, board.heard)
        self._heap.rows.append((Heard(key, told.n, self._clock_ms(), line), told))
        self._heap.boards[key] = replace(board, heard=told.n)
        return None

    def take_tail(self, key: str, tail: Tail) -> Ask | None:
        """Compare a board's last row with ours; return a request for missing rows."""
        board = self._known(key)
        if tail.stream != board.stream:
            board = self._begin(key, Board(tail.stream, 0, tail.name))
        elif tail.name != board.name:
            board = replace(board, name=tail.name)
            self._heap.boards[key] = board
        if tail.n > board.heard:
            return Ask(board.stream, board.heard)
        self._asked.pop(key, None)
        return None

    def take_state(self, key: str, *, online: bool) -> None:
        """Take whether a board is there."""
        if online != (key in self.online):
            (self.online.add if online else self.online.discard)(key)
            self._changed()

    def keep(self) -> None:
        """Write down what was heard; only then it is shown."""
        heap, self._heap = self._heap, Heap()
        if not heap:
            return
        self._store.keep(
            ((key, one.stream, one.name) for key, one in heap.boards.items()),
            heap.anew,
            (one for one, _ in heap.rows),
        )
        at_ms = self._clock_ms()
        for key, new in heap.boards.items():
            had = self.boards.get(key)
            if had is None or had.stream != new.stream:
                self.boards[key] = Board(new.stream, 0, new.name)
                self._later.append((at_ms, key, self.boards[key]))
            elif had.name != new.name:
                self.boards[key] = replace(had, name=new.name)
                if key in self.seen:  # who plays there is no news
                    self.seen[key] = replace(self.seen[key], name=new.name)
        for one, told in heap.rows:
            self._fold(one, told)
        self.spectated()
        self._changed()

    def _known(self, key: str) -> Board:
        return self._heap.boards.get(key) or self.boards.get(key) or Board()

    def _begin(self, key: str, board: Board) -> Board:
        heap = self._heap
        heap.anew.add(key)
        heap.rows = [one for one in heap.rows if one[0].board != key]
        heap.boards[key] = board
        return board

    def _fold(self, one: Heard, told: Told) -> None:
        self.boards[one.board] = fold.after(self.boards[one.board], told, one.at_ms)
        self._later.append((one.at_ms, one.board, one.line))

    def spectated(self) -> dict[str, Board]:
        """Return every board as it stood a while ago."""
        until_ms = self._clock_ms() - self._delay_ms
        while self._later and self._later[0][0] <= until_ms:
            at_ms, key, one = self._later.popleft()
            if isinstance(one, Board):
                self.seen[key] = replace(one, name=self.boards[key].name)
            else:
                self.seen[key] = fold.after(self.seen[key], read_told(one), at_ms)
        return self.seen

    def _changed(self) -> None:
        self.changes += 1
        for tell in self._listeners:
            tell()

    # --- the line to the broker ---

    async def run(self, at: Broker, *, name: str = "letterzone-hall") -> None:
        """
        Receive messages until cancelled; connect again after the broker was lost.

        Without a broker each board counts as away, as its last state may be old.
        """
        mqtt, said = broker.library(), ""
        while True:
            try:
                await self._once(at, name)
            except* (mqtt.MqttError, OSError, SettingsError) as faults:
                if said != str(faults.exceptions[0]):
                    said = str(faults.exceptions[0])
                    _log.warning("no broker at %s: %s", at.host, said)
            for key in tuple(self.online):
                self.take_state(key, online=False)
            self.keep()
            await asyncio.sleep(broker.RETRY_S)

    async def _once(self, at: Broker, name: str) -> None:
        async with broker.connected(at, name=name) as client:
            for what in ("row", "tail", "state"):
                await client.subscribe(topic("+", what), qos=1)
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._hear(client))
                tasks.create_task(self._greet(client))

    async def _greet(self, client: "Client") -> None:
        while True:
            await client.publish(HELLO, b"", qos=1)
            await asyncio.sleep(HELLO_S)

    async def _hear(self, client: "Client") -> None:
        arrived: asyncio.Queue[Message] = asyncio.Queue()

        async def collect() -> None:
            async for message in client.messages:
                arrived.put_nowait(message)

        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(collect())
            while True:
                some = [await arrived.get()]
                await asyncio.sleep(TOGETHER_S)
                while len(some) < MOST and not arrived.empty():
                    some.append(arrived.get_nowait())
                asks = {key: ask for one in some for key, ask in self._take(one) if ask}
                self.keep()
                await self._ask(client, asks)

    def _take(self, message: "Message") -> list[tuple[str, Ask | None]]:
        where, line = str(message.topic), payload_of(message)
        key, what = board_of(where), where.rpartition("/")[2]
        if not key.isalnum() or len(key) > KEY_LETTERS:
            return []
        with suppress(ValueError):  # anybody may write anything to a broker
            if what == "row":
                return [(key, self.take_row(key, line))]
            if what == "tail":
                return [(key, self.take_tail(key, read_tail(line)))]
            if line.decode() in (ONLINE, OFFLINE):
                self.take_state(key, online=line.decode() == ONLINE)
        return []

    async def _ask(self, client: "Client", asks: dict[str, Ask]) -> None:
        now_s = asyncio.get_running_loop().time()
        for key, ask in asks.items():
            board = self.boards.get(key)
            after = board.heard if board is not None else ask.after
            had = self._asked.get(key)
            if had is not None and had.heard < after and now_s < had.until_s + HELLO_S:
                # It comes: what is out of turn was under way when it was asked for.
                # As long as there is more at each greeting, it is not asked for again.
                self._asked[key] = Asked(now_s + ASK_S, after)
            elif had is None or now_s >= had.until_s:
                self._asked[key] = Asked(now_s + ASK_S, after)
                again = Ask(ask.stream, after)
                await client.publish(topic(key, "ask"), write(again), qos=1)
