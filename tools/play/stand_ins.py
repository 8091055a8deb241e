"""
Replacements for threads, sockets and hardware of a board in a web page.

The journal writes synchronously, the two ends of the wire call each other, lamps are
only recorded, and there are no screens.
"""

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from firmware_host.board.messages import Refused
from firmware_host.devices.clock import monotonic_ms
from firmware_host.journal.store import Journal
from firmware_host.journal.writer import Job, Writer
from firmware_host.link.link import Link
from firmware_host.simulate.controller import SimulatedController

#: The milliseconds that a piece must stay to count as a tap, and be away before a new
#: tap.
DWELL_MS, AWAY_MS = 150, 400


class AtOnce(Writer):
    """A journal writer without a thread: `put` writes before it returns."""

    def start(self) -> None:
        """Begin to write."""

    def stop(self) -> None:
        """Close the file."""
        self._connection.close()

    def put(self, write: Any, *, then: Any = None, **_: Any) -> Any:
        """Write an entry now, whether it could wait or not."""
        future: Future[None] = Future()
        future.set_running_or_notify_cancel()
        self._commit([Job(write, then, int, future)])
        return future


class PageJournal(Journal):
    """A journal with such a writer."""

    writer_kind = AtOnce


class Wire:
    """
    The board's end of the wire: a link without a serial port.

    Args:
        hear: Called with each event of the controller.
    """

    def __init__(self, hear: Callable[[Any], None]) -> None:
        self._link = Link(session=secrets.randbits(32), now_ms=monotonic_ms())
        self._hear = hear
        self._far: Callable[[bytes], None] = lambda _data: None
        self._timer: asyncio.Handle | None = None
        self.plugged = False

    def plug(self, far: Callable[[bytes], None]) -> None:
        """Connect the controller; *far* receives the bytes that are written."""
        self._far, self.plugged = far, True
        self._turn(())

    def pull(self) -> None:
        """Disconnect the controller."""
        self.plugged = False
        self._turn(self._link.unplugged(monotonic_ms()))

    def receive(self, data: bytes) -> None:
        """Process bytes that the controller has written."""
        if self.plugged:
            self._turn(self._link.receive(data, monotonic_ms()))

    def acknowledge(self, event: Any) -> None:
        """Report to the controller that *event* is stored, or refused and shown."""
        self._link.acknowledge(event)
        self._flush()

    def command(self, command: Any) -> None:
        """Send *command* to the controller."""
        self._link.command(command)
        self._turn(())

    def _turn(self, events: Any) -> None:
        for event in events:
            self._hear(event)
        now_ms = monotonic_ms()
        if self._link.wake_at() <= now_ms:
            for event in self._link.tick(now_ms):
                self._hear(event)
        self._flush()
        if self._timer is not None:
            self._timer.cancel()
        delay_s = max(self._link.wake_at() - now_ms, 1) / 1000
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(delay_s, self._turn, ())

    def _flush(self) -> None:
        data = self._link.data_to_send()
        if data and self.plugged:
            asyncio.get_running_loop().call_soon(self._far, data)


class Cable:
    """The controller's end of the wire."""

    path = Path("cable")

    def __init__(self, wire: Wire, hear: Callable[[bytes], None]) -> None:
        self._wire = wire
        self._hear = hear

    def plug(self) -> None:
        """Connect the cable."""
        if not self._wire.plugged:
            self._wire.plug(self._hear)

    def pull(self) -> None:
        """Disconnect the cable."""
        if self._wire.plugged:
            self._wire.pull()

    def write(self, data: bytes) -> None:
        """Send *data* to the board."""
        if data:
            asyncio.get_running_loop().call_soon(self._wire.receive, data)


class Pads(SimulatedController):
    """The simulated controller at the end of the cable."""

    def __init__(self, wire: Wire) -> None:
        super().__init__(Path(), dwell_ms=DWELL_MS, gone_ms=AWAY_MS)
        self._cable = Cable(wire, self._hear)  # type: ignore[assignment] # as long


class Lamps:
    """Records the state of lamps and buzzer, which the page shows."""

    def __init__(self) -> None:
        self.seen: dict[str, bool] = {"buzzer": False}
        self._pairs: dict[int, tuple[bool, bool]] = {}
        self.watchers: list[Callable[[], None]] = []

    def pair(self, zone: int) -> tuple[bool, bool]:
        """Return True for each lit lamp of a zone: cross, tick."""
        return self._pairs.get(zone, (False, False))

    def show(self, zone: int, *, cross: bool, tick: bool) -> None:
        """Set the two lamps of a zone."""
        self._pairs[zone] = cross, tick
        self._changed()

    def on(self, _hertz: int) -> None:
        """Switch the buzzer on."""
        self._sound(on=True)

    def off(self) -> None:
        """Switch the buzzer off."""
        self._sound(on=False)

    def _sound(self, *, on: bool) -> None:
        if self.seen["buzzer"] is not on:
            self.seen["buzzer"] = on
            self._changed()

    def _changed(self) -> None:
        for tell in self.watchers:
            tell()


class NoService:
    """The service functions of a board without hardware."""

    where = None
    walked: tuple[()] = ()

    async def findings(self) -> list[Any]:
        """Return nothing: there is no part that could be broken."""
        return []

    def meters(self) -> list[Any]:
        """Return nothing."""
        return []

    async def report(self, _language: str) -> str:
        """Return nothing."""
        return ""

    async def walk(self) -> Refused:
        """Do nothing: there are no parts to test."""
        return Refused("not-now")

    def answer(self, *, seen: bool) -> None:
        """Do nothing: no question was asked."""

    async def stop(self) -> None:
        """Do nothing: there was no service."""


class Store:
    """A store of small texts that is lost with the page (`web.ports.KeyValueStore`)."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def get(self, name: str) -> str | None:
        """Return the text stored under *name*; None if there is none."""
        return self._known.get(name)

    async def put(self, name: str, text: str | None) -> None:
        """Store *text* under *name*; None removes it."""
        if text is None:
            self._known.pop(name, None)
        else:
            self._known[name] = text
