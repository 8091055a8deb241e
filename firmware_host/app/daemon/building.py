"""Building a board: whatever answers is named as soon as it does, step by step."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import replace
from itertools import count

from firmware_host.app.daemon.daemon import Running
from firmware_host.app.doctor.board import DiagnosisTarget, examine_board
from firmware_host.app.doctor.findings import (
    Finding,
    State,
    button_message,
    part_message,
)
from firmware_host.app.doctor.told import told_by
from firmware_host.board.events import Button, Pressed
from firmware_host.board.faces import Face, Lamp, TableFace, ZoneFace
from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import ZONES
from firmware_host.table.service_mode import ServiceEvent, ServiceMode, Tagged

#: The board is looked at so often, and so long each lamp is lit.
LOOK_S = 1.0

#: Tick held for so long leaves, where that is offered.
LEAVE_S = 3.0

#: What the table's screen says.
BUILDING = TableFace(say("building"))

#: Parts that can answer by themselves; the others need eyes, ears or fingers.
ANSWERING = ("buses", "controller", "reader", "screen")


async def news(
    service_mode: ServiceMode,
    look: Callable[[], Iterable[Finding]],
    *,
    says: TableFace = BUILDING,
    leaves: bool = False,
) -> AsyncIterator[Message]:
    """
    Yield what answers now and did not, what fell silent, and what hands do.

    Meanwhile each lamp is lit in turn and each screen shows its zone, so that eyes see
    at once what has been soldered; the table's screen has the latest line, for whoever
    builds without a terminal.

    Args:
        service_mode: A board that is out of play.
        look: Returns the findings of now.
        says: What the table's screen shows.
        leaves: True to end when somebody holds tick; else it goes on for ever.
    """
    before: dict[str, bool] = {}
    latest: Message | None = None
    for at in count():
        service_mode.show(_face(at, replace(says, status=latest)))
        until_s = asyncio.get_running_loop().time() + LOOK_S
        while (left_s := until_s - asyncio.get_running_loop().time()) > 0:
            event = await service_mode.next(left_s)
            if event is not None and (seen := _of_hands(event)) is not None:
                latest = seen
                service_mode.show(_face(at, replace(says, status=latest)))
                yield seen
            pressed = leaves and event == Pressed(Button.TICK)
            if pressed and await service_mode.is_held(Button.TICK, LEAVE_S):
                return
        now = answering(look())
        for part, works in now.items():
            if works is not before.get(part, False):
                what = part_message(part)
                latest = (
                    say("building-works", what=what)
                    if works
                    else say("building-gone", what=what)
                )
                yield latest
        before = now


def answering(findings: Iterable[Finding]) -> dict[str, bool]:
    """Return for each part that can answer whether it does; untried is no answer."""
    return {
        one.part: one.state not in (State.BROKEN, State.UNTRIED)
        for one in findings
        if one.part.partition("-")[0] in ANSWERING
    }


def _of_hands(event: ServiceEvent) -> Message | None:
    match event:
        case Pressed(button=button):
            return say("building-button", what=button_message(button))
        case Tagged(zone=zone):
            return say("building-tag", what=part_message(f"reader-{zone}"))
        case _:
            return None


def look_at(target: DiagnosisTarget, running: Running, why: str) -> tuple[Finding, ...]:
    """Return the findings of now at a board that is open; *why* is of its pins."""
    return tuple(examine_board(target, told_by(running), pins=why))


def _face(at: int, says: TableFace) -> Face:
    """Return a face that lights one pair of lamps, cross and tick by turns."""
    lit, lamp = at // 2 % len(ZONES), (Lamp.NO, Lamp.YES)[at % 2]
    zones = tuple(
        ZoneFace(lamp=lamp if place == lit else Lamp.DARK, placed=(1, 1, 1, 1))
        for place in range(len(ZONES))
    )
    return Face(says, zones)
