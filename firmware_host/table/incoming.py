"""Translates the controller's events into the board's."""

from collections.abc import Mapping

from firmware_host.board.events import (
    BoardEvent,
    Button,
    Failed,
    Healed,
    Pressed,
    Released,
    Tapped,
    TooLate,
    Unclear,
)
from firmware_host.board.pieces import Item, Zone
from firmware_host.link.events import Event
from firmware_host.link.messages import BUTTONS, ButtonChange, Fault, Tap, UnclearTap
from firmware_host.table.service_mode import ServiceEvent, Tagged, TwoAtOnce

#: A tap older than this is refused: its answer would only puzzle people.
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
    Return the event that service mode gets: tags are not turned into pieces.

    Args:
        event: From the controller.
        ms: When it was heard.
    """
    match event.body:
        case Tap(zone=zone, uid=uid):
            return Tagged(Zone(zone), bytes(uid), ms, event.age_ms)
        case UnclearTap(zone=zone, why=why):
            return TwoAtOnce(Zone(zone), why)
        case _:
            board_event = board_event_of(event, {}, late_ms=0)
            if isinstance(board_event, Pressed | Released | Failed | Healed):
                return board_event
            return None


def pressed_or_released(button: Button, *, down: bool) -> BoardEvent:
    """Return the event of a button that is wired to the Pi."""
    return Pressed(button) if down else Released(button)
