"""A table whose whole outside is recorded, and may raise wherever it is called."""

import asyncio
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from firmware_host.app.content.languages import load_language, load_texts
from firmware_host.app.daemon.resume import take_up
from firmware_host.app.daemon.speaking import Speaking
from firmware_host.board.entries import Entry
from firmware_host.board.pieces import Millis, Piece, Seat, Zone
from firmware_host.games.catalogue import GAMES
from firmware_host.games.decipher.rules import SetSecret
from firmware_host.journal.store import Journal
from firmware_host.languages import CODES
from firmware_host.link.events import Event
from firmware_host.link.messages import Tap
from firmware_host.session.modes.choosing import Choosing
from firmware_host.session.setups import Player, Setup
from firmware_host.session.state import Session
from firmware_host.simulate.pieces import tags, uid_of
from firmware_host.table.parts import Parts
from firmware_host.table.table import Table
from tests.opened import choice

PEOPLE = (Player("Ann"), Player("Ben"))


class PlantedError(Exception):
    """The planted exception; its text may not be logged, as it might hold a word."""


class QuickLoop(asyncio.SelectorEventLoop):
    """A loop whose clock jumps to the next timer when there is nothing else to do."""

    def __init__(self) -> None:
        super().__init__()
        self._now_s = 0.0

    def time(self) -> float:
        """Return how late it is here, in s."""
        return self._now_s

    def _run_once(self) -> None:
        due = [one.when() for one in self._scheduled if not one.cancelled()]
        if due and not self._ready:
            self._now_s = max(self._now_s, min(due))
        super()._run_once()


class Outside:
    """
    Everything that a table calls: records the callers, and raises on request.

    Only calls after a COMMIT count, and none that decides the next step.
    """

    def __init__(self) -> None:
        self.presenting = False
        self.seen: dict[str, int] = {}
        self.planted: str | None = None

    def call(self, name: str, do: Callable[..., Any], *args: Any, **more: Any) -> Any:
        """Do *do*, or raise."""
        place = _place()
        if self.presenting and place is not None:
            site = f"{name} < {place}"
            self.seen[site] = self.seen.get(site, 0) + 1
            if site == self.planted:
                msg = "HOBBY"
                raise PlantedError(msg)
        return do(*args, **more)

    def around(self, name: str, one: Any) -> Any:
        """Return *one*, whose methods are all recorded."""
        return _Around(self, name, one)


class _Around:
    def __init__(self, outside: Outside, name: str, one: Any) -> None:
        self.__dict__.update(_outside=outside, _name=name, _one=one)

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._one, name)
        if not callable(value) or isinstance(value, type):
            return value
        outside, full = self._outside, f"{self._name}.{name}"
        return lambda *args, **more: outside.call(full, value, *args, **more)


def _place() -> str | None:
    """Return the chain of our functions that led here, or None for a decision."""
    names, frame = [], sys._getframe(2)
    while frame is not None:
        path, name = frame.f_code.co_filename, frame.f_code.co_name
        if "firmware_host" in path and "guard.py" not in path and name != "<lambda>":
            if name in ("step", "_take"):
                return None
            names.append(f"{Path(path).stem}.{name}")
        frame = frame.f_back
    return " < ".join(names)


class _Games(Mapping[str, Any]):
    def __init__(self, outside: Outside) -> None:
        self._outside = outside

    def __getitem__(self, name: str) -> Any:
        return self._outside.around("engine", GAMES[name])

    def __iter__(self) -> Iterator[str]:
        return iter(GAMES)

    def __len__(self) -> int:
        return len(GAMES)


class Nothing:
    """Lamps, screens, buzzer and voice that take everything."""

    def show(self, *_: Any, **__: Any) -> None:
        """Be shown something."""

    def on(self, _hertz: int) -> None:
        """Sound."""

    def off(self) -> None:
        """Be silent."""

    def has(self, _clip: str) -> bool:
        """Have every clip."""
        return True

    def play(self, *_clips: str) -> None:
        """Play."""


class _Wire:
    def __init__(self) -> None:
        self.acknowledged = 0

    def acknowledge(self, event: Event) -> None:
        """Forget an event."""
        self.acknowledged = max(self.acknowledged, event.n)


class _Prompt:
    """The journal, which is waited for; from COMMIT on something is being shown."""

    def __init__(self, journal: Journal, outside: Outside) -> None:
        self._journal = journal
        self._outside = outside
        self.last_event = journal.last_event

    def append(
        self, entry: Entry, *, then: Callable[[], None] | None = None, **_: Any
    ) -> Any:
        """Write *entry* before returning."""

        def durable() -> None:
            self._outside.presenting = True
            if then is not None:
                then()

        written = self._journal.append(entry, then=durable)
        written.exception(10)
        return written


@dataclass
class World:
    """
    A table with recorded calls, in the middle of a round of HOBBY.

    Args:
        table: The table.
        journal: What it writes to.
        outside: What it calls.
        wire: The controller.
        faults: Every fault that the board has named.
        n: The number of the last tap.
    """

    table: Table
    journal: Journal
    outside: Outside
    wire: _Wire
    faults: set[str] = field(default_factory=set)
    n: int = 0

    async def tap(self, zone: int, piece: Piece) -> None:
        """Tap; the controller repeats it until it is acknowledged."""
        self.n += 1
        event = Event(1, self.n, 0, self.n, Tap(Zone(zone), uid_of(piece)))
        self.outside.presenting = False
        for _ in range(10):
            self.table.hear(event)
            await self.settle(1.5)
            if self.wire.acknowledged == self.n:
                return

    async def settle(self, seconds: float) -> None:
        """Let so much time go by."""
        loop = asyncio.get_running_loop()
        until_s = loop.time() + seconds
        while loop.time() < until_s:
            await asyncio.sleep(0.05)
            fault = self.table.face.table.fault
            if fault is not None:
                self.faults.add(fault.code)

    @property
    def fault(self) -> str | None:
        """Return the code of the fault on the table screen."""
        fault = self.table.face.table.fault
        return None if fault is None else fault.code

    def rows(self) -> int:
        """Return how many rows are on the card."""
        return len(list(self.journal.rows(1)))

    def agrees(self) -> bool:
        """Return True if the state in memory equals the fold of the journal."""
        kept = take_up(self.journal, setup=None, now_ms=Millis(0)).playing
        playing = self.table.session.playing
        return (playing.game, playing.number) == (kept.game, kept.number)


@contextmanager
def opened(folder: Path) -> Iterator[tuple[Journal, Outside]]:
    """Open a journal, and an outside that records."""
    with Journal(folder / "j.db", reserve_bytes=0) as journal:
        yield journal, Outside()


async def begun(journal: Journal, outside: Outside) -> World:
    """Return a world in which Ann has made HOBBY, and Ben is to tap."""
    loop, wire, part = asyncio.get_running_loop(), _Wire(), Nothing()
    texts = {code: outside.around("texts", load_texts(code)) for code in CODES}
    parts = Parts(
        journal=_Prompt(journal, outside),
        wire=outside.around("wire", wire),
        lamps=outside.around("lamps", part),
        screens=outside.around("screens", part),
        buzzer=outside.around("buzzer", part),
        texts=texts,
        pieces=tags(),
        clock_ms=lambda: outside.call("clock", lambda: int(loop.time() * 1000)),
        entropy=lambda: bytes(32),
    )
    session = Session(
        languages={code: load_language(code) for code in CODES},
        games=_Games(outside),
        setup=Setup(),
        mode=Choosing("language"),
    )
    table = Table(session, parts)
    table.start()
    table.listen(lambda *told: outside.call("listener", lambda *_: None, *told))
    table.listen(Speaking(table, outside.around("voice", part)))
    world = World(table, journal, outside, wire)
    await table.choose(choice(PEOPLE))
    await table.submit(SetSecret(Seat(0), "HOBBY"))
    await world.settle(3)
    return world


def run(folder: Path, play: Callable[[World], Any]) -> Any:
    """Play in a world of its own, as fast as can be."""
    loop = QuickLoop()

    async def whole() -> Any:
        world = await begun(journal, outside)
        try:
            return await play(world)
        finally:
            world.table.close()

    try:
        with opened(folder) as (journal, outside):
            return loop.run_until_complete(whole())
    finally:
        loop.close()
