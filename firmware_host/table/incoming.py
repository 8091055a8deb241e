"""Translates the controller's events and heartbeats into the board's events."""

from collections.abc import Iterator, Mapping

from firmware_host.board.events import (
    BoardEvent,
    Button,
    Failed,
    Healed,
    Lost,
    Pressed,
    Released,
    Tapped,
    TooLate,
    Unclear,
)
from firmware_host.board.pieces import Item, Zone
from firmware_host.link.events import Event, Heartbeat
from firmware_host.link.messages import BUTTONS, ButtonChange, Fault, Tap, UnclearTap
from firmware_host.table.service_mode import ServiceEvent, TagSettled, TwoAtOnce

#: A tap older than this many ms is refused: people would not connect an answer with it.
TOO_LATE_MS = 2000


def board_event_of(
    event: Event, pieces: Mapping[bytes, Item], *, late_ms: int
) -> BoardEvent | None:
    """
    Return the board's event that *event* means; None if the table ignores it.

    Args:
        event: From the controller.
        pieces: The piece that carries each tag, by tag.
        late_ms: How long the event has waited on this side of the wire.
    """
    body = event.body
    match body:
        case Tap(zone=zone) | UnclearTap(zone=zone) if (
            event.age_ms + late_ms > TOO_LATE_MS
        ):
            return TooLate(Zone(zone))
        case Tap(zone=zone, uid=uid):
            return Tapped(Zone(zone), pieces.get(bytes(uid)))
        case UnclearTap(zone=zone, why=why):
            return Unclear(Zone(zone), again=why == "again")
        case ButtonChange(id=number, down=down) if number < len(BUTTONS):
            button = BUTTONS[number]
            return pressed_or_released(button, down=down)
        case Fault(part=part, code=code):
            name = f"reader-{part}"
            return Healed(name) if code == "healed" else Failed(name)
        case _:
            return None


def service_event_of(event: Event, ms: int) -> ServiceEvent | None:
    """
    Return the event for service mode, with a tag as its UID; None for no such event.

    Args:
        event: The controller's event.
        ms: The time at which it arrived.
    """
    match event.body:
        case Tap(zone=zone, uid=uid):
            return TagSettled(Zone(zone), bytes(uid), ms, event.age_ms)
        case UnclearTap(zone=zone, why=why):
            return TwoAtOnce(Zone(zone), why)
        case _:
            board_event = board_event_of(event, {}, late_ms=0)
            if isinstance(board_event, Pressed | Released | Failed | Healed):
                return board_event
            return None


def pressed_or_released(button: Button, *, down: bool) -> BoardEvent:
    """Return the event of a button that went down, or came up."""
    return Pressed(button) if down else Released(button)


class Heartbeats:
    """
    Compares each heartbeat of a controller with the one before.

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
        """Reset the state of the controller if its boot id is new."""
        if boot_id != self._boot_id:
            self._boot_id, self._lost, self._first = boot_id, 0, True
            self._told.clear()

    def repeats(self, event: Event) -> bool:
        """Return True if a heartbeat has already reported the press of an event."""
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
