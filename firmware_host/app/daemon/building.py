"""Building a board: whatever answers is named as soon as it does, step by step."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import replace
from itertools import count

from firmware_host.app.daemon.daemon import Running
from firmware_host.app.doctor.board import DiagnosisTarget, examine_board
from firmware_host.app.doctor.findings import (
    Finding,
    PartState,
    button_message,
    part_message,
)
from firmware_host.app.doctor.reports import report_parts
from firmware_host.board.events import Button, Pressed
from firmware_host.board.faces import Face, Lamp, TableFace, ZoneFace
from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import ZONES
from firmware_host.table.service_mode import ServiceEvent, ServiceMode, TagSettled

#: The period of the checks in seconds, and the time for which each lamp is lit.
LOOK_S = 1.0

#: The time in seconds for which tick is held to end, if that is offered.
LEAVE_S = 3.0

#: The face of the table's screen while the board is built.
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
    Yield a message for each part that starts or stops answering, and for each input.

    Meanwhile each lamp is lit in turn and each screen shows its zone, so that people
    see what has been soldered. The table's screen shows the latest message, for
    building without a terminal.

    Args:
        service_mode: A board that is out of play.
        look: Returns the present findings.
        says: The face of the table's screen.
        leaves: True to end when the tick is held; else run until cancelled.
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
        one.part: one.state not in (PartState.BROKEN, PartState.UNTRIED)
        for one in findings
        if one.part.partition("-")[0] in ANSWERING
    }


def _of_hands(event: ServiceEvent) -> Message | None:
    match event:
        case Pressed(button=button):
            return say("building-button", what=button_message(button))
        case TagSettled(zone=zone):
            return say("building-tag", what=part_message(f"reader-{zone}"))
        case _:
            return None


def look_at(target: DiagnosisTarget, running: Running, why: str) -> tuple[Finding, ...]:
    """Return the findings of now at a board that is open; *why* is of its pins."""
    return tuple(examine_board(target, report_parts(running), pins=why))


def _face(at: int, says: TableFace) -> Face:
    """Return a face that lights one pair of lamps, cross and tick by turns."""
    lit, lamp = at // 2 % len(ZONES), (Lamp.NO, Lamp.YES)[at % 2]
    zones = tuple(
        ZoneFace(lamp=lamp if place == lit else Lamp.DARK, placed=(1, 1, 1, 1))
        for place in range(len(ZONES))
    )
    return Face(says, zones)
