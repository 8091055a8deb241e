"""Collects the reports of a board's parts, for the doctor."""

from collections import deque
from collections.abc import Callable

from firmware_host.board.events import Button
from firmware_host.board.pieces import Zone
from firmware_host.link.events import (
    Connected,
    Event,
    Heartbeat,
    LinkEvent,
    Offline,
    Reads,
    Unreadable,
    Unsupported,
)
from firmware_host.link.messages import BUTTONS, Fault

#: The number of seconds that are stored per reader; a run of idle ones counts as one.
KEPT = 120

#: A second in which a reader saw nothing.
NOTHING = Reads(Zone(-1), 0, 0, 0, None)


class Meter:
    """
    A listener to all reports of the parts.

    It has the `connected` controller, or the `protocol` of one with another protocol;
    the number of `unreadable` events; the readers whose bus is `held`; the reads of
    each reader in the last second (`reads`), and in the last `KEPT` seconds
    (`seconds`).

    Args:
        clock_ms: Returns the ms of a monotonic clock.
    """

    def __init__(self, clock_ms: Callable[[], int]) -> None:
        self._clock_ms = clock_ms
        self._down: dict[Button, int] = {}
        self._by_wire: frozenset[Button] = frozenset()
        self.connected: Connected | None = None
        self.protocol = 0
        self.unreadable = 0
        self.held: set[Zone] = set()
        self.reads: dict[Zone, Reads] = {}
        self.seconds: dict[Zone, deque[Reads]] = {}

    def hear(self, event: LinkEvent) -> None:
        """Note an event of the link; of the controller's events only faults matter."""
        match event:
            case Connected():
                self.connected, self.protocol, self.unreadable = event, 0, 0
            case Offline():
                self.connected, self.protocol = None, 0
                self.reads.clear()
                self.held.clear()
            case Event(body=Fault(part=part, code=code)):
                (self.held.add if code == "held" else self.held.discard)(Zone(part))
            case Reads(zone=zone):
                self.reads[zone] = event
                lately = self.seconds.setdefault(zone, deque(maxlen=KEPT))
                idle = not (event.hits or event.conflicts)
                if not (idle and lately and lately[-1] == NOTHING):
                    lately.append(NOTHING if idle else event)
            case Unsupported(proto=proto):
                self.connected, self.protocol = None, proto
            case Unreadable():
                self.unreadable += 1
            case Heartbeat(buttons_held=held):
                now = frozenset(BUTTONS[one] for one in held if one < len(BUTTONS))
                for button in self._by_wire | now:
                    self.press(button, down=button in now)
                self._by_wire = now
            case _:
                pass

    def press(self, button: Button, *, down: bool) -> None:
        """Note that a button went down or came up; any thread may call it."""
        if down:
            self._down.setdefault(button, self._clock_ms())
        else:
            self._down.pop(button, None)

    @property
    def held_ms(self) -> dict[Button, int]:
        """For how long each button that is down has been down."""
        now_ms = self._clock_ms()
        return {button: now_ms - since for button, since in list(self._down.items())}
