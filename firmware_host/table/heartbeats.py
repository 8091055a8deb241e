"""Events that only the controller's heartbeat reports."""

from collections.abc import Iterator

from firmware_host.board.events import (
    BoardEvent,
    Failed,
    Healed,
    Lost,
    Pressed,
    Released,
)
from firmware_host.link.events import Event, Heartbeat
from firmware_host.link.messages import BUTTONS, ButtonChange


class Heartbeats:
    """
    The heartbeats of a controller, one after the other.

    The first heartbeat of each boot lists the buttons that were down before the daemon
    listened. They count as pressed. If their own events follow, they are repetitions.

    A button that is up although its last event said down was released while the
    controller rebooted, or had no room for the event: each heartbeat releases it.
    """

    def __init__(self) -> None:
        self._boot_id = 0
        self._lost = 0
        self._dead: frozenset[int] = frozenset()
        self._first = True
        self._down: set[int] = set()
        self._told: set[int] = set()

    def connected(self, boot_id: int) -> None:
        """Forget the last boot, if this one is another."""
        if boot_id != self._boot_id:
            self._boot_id, self._lost, self._first = boot_id, 0, True
            self._told.clear()

    def repeats(self, event: Event) -> bool:
        """Return whether a heartbeat has already reported the press in *event*."""
        body = event.body
        if not isinstance(body, ButtonChange):
            return False
        told = body.down and body.id in self._told
        self._told.discard(body.id)
        (self._down.add if body.down else self._down.discard)(body.id)
        return told

    def news(self, heartbeat: Heartbeat) -> Iterator[BoardEvent]:
        """Yield the events that *heartbeat* reports for the first time."""
        for part in self._dead.symmetric_difference(heartbeat.faults):
            name = f"reader-{part}"
            yield Failed(name) if part in heartbeat.faults else Healed(name)
        self._dead = frozenset(heartbeat.faults)
        if heartbeat.lost > self._lost:
            yield Lost(heartbeat.lost - self._lost)
        self._lost = heartbeat.lost
        held = {one for one in heartbeat.buttons_held if one < len(BUTTONS)}
        released = self._down - held
        self._down &= held
        yield from (Released(BUTTONS[one]) for one in sorted(released))
        if self._first:
            self._first = False
            self._told = held - self._down
            self._down |= held
            yield from (Pressed(BUTTONS[one]) for one in sorted(self._told))
