"""
Service mode: the board taken out of play, to enrol tags or to test its parts.

The user of service mode gets the events of all parts, including the UIDs of tags, and
sets lamps and screens. The game is not changed and continues afterwards.
"""

import asyncio
from collections.abc import Callable, Container
from dataclasses import field

from firmware_host.board.events import Button, Failed, Healed, Pressed, Released
from firmware_host.board.faces import Buzz, Face
from firmware_host.board.pieces import Zone
from firmware_host.board.record import Record
from firmware_host.link.events import Event, Reads
from firmware_host.link.messages import Tap, Why

#: The number of unknown tags that the table remembers until the program ends.
UNKNOWN_TAGS = 16


class TagSettled(Record):
    """
    A tag was read on a pad; zone 0 is the rack.

    Args:
        zone: The pad.
        uid: The UID of the tag.
        ms: The time at which the event arrived, by the table's clock.
        age_ms: Its age on arrival in ms, by the controller's clock.
    """

    zone: Zone
    uid: bytes
    ms: int = field(default=0, compare=False)
    age_ms: int = field(default=0, compare=False)


class TwoAtOnce(Record):
    """Two tags on one pad, or one on two; *why* is "again" if a tag left too early."""

    zone: Zone
    why: Why = field(default="two-pieces", compare=False)


ServiceEvent = TagSettled | TwoAtOnce | Pressed | Released | Failed | Healed | Reads


class ServiceMode:
    """
    The board while it is out of play; `Table.service_mode` creates it.

    Args:
        show: Shows a face on every lamp and screen.
        buzz: Plays a sound.
    """

    def __init__(
        self, show: Callable[[Face], None], buzz: Callable[[Buzz], None]
    ) -> None:
        self.show = show
        self.buzz = buzz
        self._events: asyncio.Queue[ServiceEvent] = asyncio.Queue()

    def put(self, event: ServiceEvent) -> None:
        """Queue an event for the user of service mode."""
        self._events.put_nowait(event)

    async def next(self, timeout_s: float | None = None) -> ServiceEvent | None:
        """Return the next event; None if none arrives within *timeout_s* seconds."""
        try:
            # `wait_for` of Python 3.11 may swallow that its caller was cancelled.
            async with asyncio.timeout(timeout_s):
                return await self._events.get()
        except TimeoutError:
            return None

    async def is_held(self, button: Button, for_s: float) -> bool:
        """
        Return True if a button that is down stays down for *for_s* seconds.

        Other events during that time are queued again.
        """
        others: list[ServiceEvent] = []
        try:
            async with asyncio.timeout(for_s):
                while (event := await self._events.get()) != Released(button):
                    others.append(event)
        except TimeoutError:
            return True
        finally:
            for other in others:
                self.put(other)
        return False

    def clear(self) -> None:
        """Drop the events that have not been taken yet."""
        while not self._events.empty():
            self._events.get_nowait()


class Unknown:
    """The tags that were tapped but are not enrolled."""

    def __init__(self) -> None:
        self._tags: dict[bytes, TagSettled] = {}

    def note(self, event: Event, known: Container[bytes], ms: int) -> None:
        """Store the tag of an event that arrived at *ms*, unless it is in *known*."""
        body = event.body
        if isinstance(body, Tap) and (uid := bytes(body.uid)) not in known:
            self._tags.pop(uid, None)
            self._tags[uid] = TagSettled(Zone(body.zone), uid, ms)
            while len(self._tags) > UNKNOWN_TAGS:
                del self._tags[next(iter(self._tags))]

    def left(self, known: Container[bytes]) -> tuple[TagSettled, ...]:
        """Return the remembered tags that are not in *known*, the newest last."""
        return tuple(tag for uid, tag in self._tags.items() if uid not in known)
