"""What the parts of a board have told since its start, for whoever asks after them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from firmware_host.board.happenings import Button
from firmware_host.board.pieces import Item, Zone
from firmware_host.link.events import (
    Beat,
    Connected,
    LinkEvent,
    Offline,
    Unsupported,
)
from firmware_host.link.messages import BUTTONS


@dataclass(frozen=True, slots=True)
class Told:
    """
    What is known of a board's parts.

    Args:
        faults: Parts that are out of order, as the table names them.
        connected: The controller that was welcomed; None where none is there.
        protocol: The protocol of a controller that speaks another one; 0 for none.
        reads: How well each reader reads; zone 0 is the rack's.
        held_ms: For how long each button that is down has been down.
        items: Everything that carries a tag, by tag.
        unknown: Where tags were tapped that nobody has enrolled.
    """

    faults: tuple[str, ...] = ()
    connected: Connected | None = None
    protocol: int = 0
    reads: Mapping[Zone, Any] = field(default_factory=dict)
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
        self.reads: dict[Zone, Any] = {}

    def hear(self, event: LinkEvent) -> None:
        """Take what the controller says."""
        match event:
            case Connected():
                self.connected, self.protocol = event, 0
            case Offline():
                self.connected, self.protocol = None, 0
                self.reads.clear()
            case Unsupported(proto=proto):
                self.connected, self.protocol = None, proto
            case Beat(buttons_held=held):
                now = frozenset(BUTTONS[one] for one in held if one < len(BUTTONS))
                for button in self._by_wire - now:
                    self._down.pop(button, None)
                for button in now:
                    self._press(button)
                self._by_wire = now
            case _:
                pass

    def press(self, button: Button, *, down: bool) -> None:
        """Take what has happened to a button on the Pi, from any thread."""
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
            reads=dict(self.reads),
            held_ms=self.held_ms,
            items=items,
            unknown=unknown,
        )

    def _press(self, button: Button) -> None:
        self._down.setdefault(button, self._clock_ms())
