"""What the parts of a board have reported since its start, for the doctor."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from firmware_host.board.events import Button
from firmware_host.board.pieces import Item, Zone
from firmware_host.link.events import (
    Connected,
    Heartbeat,
    LinkEvent,
    Offline,
    Reads,
    Unreadable,
    Unsupported,
)
from firmware_host.link.messages import BUTTONS

#: So many seconds of each reader are remembered; many idle ones count as one.
KEPT = 120

#: A second in which a reader saw nothing.
NOTHING = Reads(Zone(-1), 0, 0, 0, None)


@dataclass(frozen=True, slots=True)
class Quality:
    """
    How well a tag reader has read lately.

    Args:
        looks: How often it looked while a tag lay there all the time.
        hits: How often it saw it then.
        touches: How often it saw a tag at all.
        conflicts: How often it met two tags, or a neighbour's.
    """

    looks: int = 0
    hits: int = 0
    touches: int = 0
    conflicts: int = 0


@dataclass(frozen=True, slots=True)
class Told:
    """
    What is known of a board's parts.

    Args:
        faults: Parts that are out of order, as the table names them.
        connected: The controller that was welcomed; None where none is there.
        protocol: The protocol of a controller that speaks another one; 0 for none.
        unreadable: How many events of the controller this version could not read.
        reads: How each reader has read in the last second; zone 0 is the rack's.
        quality: How well each has read lately.
        held_ms: For how long each button that is down has been down.
        items: Everything that carries a tag, by tag.
        unknown: Where tags were tapped that nobody has enrolled.
    """

    faults: tuple[str, ...] = ()
    connected: Connected | None = None
    protocol: int = 0
    unreadable: int = 0
    reads: Mapping[Zone, Reads] = field(default_factory=dict)
    quality: Mapping[Zone, Quality] = field(default_factory=dict)
    held_ms: Mapping[Button, int] = field(default_factory=dict)
    items: Mapping[bytes, Item] = field(default_factory=dict)
    unknown: tuple[Zone, ...] = ()


class Meter:
    """
    Listens to everything that parts tell, beside the table.

    Args:
        clock_ms: A clock that never goes back.
    """

    def __init__(self, clock_ms: Callable[[], int]) -> None:
        self._clock_ms = clock_ms
        self._down: dict[Button, int] = {}
        self._by_wire: frozenset[Button] = frozenset()
        self.connected: Connected | None = None
        self.protocol = 0
        self.unreadable = 0
        self.reads: dict[Zone, Reads] = {}
        self._seconds: dict[Zone, deque[Reads]] = {}

    def hear(self, event: LinkEvent) -> None:
        """Take an event of the link."""
        match event:
            case Connected():
                self.connected, self.protocol, self.unreadable = event, 0, 0
            case Offline():
                self.connected, self.protocol = None, 0
                self.reads.clear()
            case Reads(zone=zone):
                self.reads[zone] = event
                lately = self._seconds.setdefault(zone, deque(maxlen=KEPT))
                idle = not (event.hits or event.conflicts)
                if not (idle and lately and lately[-1] == NOTHING):
                    lately.append(NOTHING if idle else event)
            case Unsupported(proto=proto):
                self.connected, self.protocol = None, proto
            case Unreadable():
                self.unreadable += 1
            case Heartbeat(buttons_held=held):
                now = frozenset(BUTTONS[one] for one in held if one < len(BUTTONS))
                for button in self._by_wire - now:
                    self._down.pop(button, None)
                for button in now:
                    self._press(button)
                self._by_wire = now
            case _:
                pass

    def press(self, button: Button, *, down: bool) -> None:
        """Take the event of a button that is wired to the Pi, from any thread."""
        if down:
            self._press(button)
        else:
            self._down.pop(button, None)

    @property
    def held_ms(self) -> dict[Button, int]:
        """For how long each button that is down has been down."""
        now_ms = self._clock_ms()
        return {button: now_ms - since for button, since in list(self._down.items())}

    def told(
        self,
        faults: tuple[str, ...],
        items: Mapping[bytes, Item],
        unknown: tuple[Zone, ...],
    ) -> Told:
        """Return what is known, together with what the table knows."""
        return Told(
            faults=faults,
            connected=self.connected,
            protocol=self.protocol,
            unreadable=self.unreadable,
            reads=dict(self.reads),
            quality={zone: _quality(it) for zone, it in self._seconds.items()},
            held_ms=self.held_ms,
            items=items,
            unknown=unknown,
        )

    def _press(self, button: Button) -> None:
        self._down.setdefault(button, self._clock_ms())


def _quality(seconds: Iterable[Reads]) -> Quality:
    """
    Return how well those seconds were read.

    The first and the last second of a tag do not count, since it came or went within
    them. In the seconds between it lay there all the time.
    """
    known = list(seconds)
    whole = [
        two
        for (one, two), three in zip(pairwise(known), known[2:], strict=False)
        if one.hits and two.hits and three.hits
    ]
    return Quality(
        looks=sum(one.looks for one in whole),
        hits=sum(one.hits for one in whole),
        touches=sum(one.hits for one in known),
        conflicts=sum(one.conflicts for one in known),
    )
