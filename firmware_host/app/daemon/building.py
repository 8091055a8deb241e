"""Building a board: whatever answers is named as soon as it does, step by step."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable

from firmware_host.app.doctor.findings import (
    Finding,
    State,
    button_message,
    part_message,
)
from firmware_host.board.events import Pressed
from firmware_host.board.faces import Face, Lamp, TableFace, ZoneFace
from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import ZONES
from firmware_host.table.service_mode import ServiceEvent, ServiceMode, Tagged

#: The board is looked at so often, and so long each lamp is lit.
LOOK_S = 1.0

#: Parts that can answer by themselves; the others need eyes, ears or fingers.
ANSWERING = ("buses", "controller", "reader", "screen")


async def news(
    service_mode: ServiceMode, look: Callable[[], Iterable[Finding]]
) -> AsyncIterator[Message]:
    """
    Yield, for ever, what answers now and did not, what fell silent, and what hands do.

    Meanwhile each lamp is lit in turn and each screen shows its zone, so that eyes see
    at once what has been soldered.

    Args:
        service_mode: A board that is out of play.
        look: Returns the findings of now.
    """
    before: dict[str, bool] = {}
    at = 0
    while True:
        service_mode.show(_face(at))
        at += 1
        until_s = asyncio.get_running_loop().time() + LOOK_S
        while (left_s := until_s - asyncio.get_running_loop().time()) > 0:
            event = await service_mode.next(left_s)
            if event is not None and (seen := _of_hands(event)) is not None:
                yield seen
        now = answering(look())
        for part, works in now.items():
            if works is not before.get(part, False):
                what = part_message(part)
                yield (
                    say("building-works", what=what)
                    if works
                    else say("building-gone", what=what)
                )
        before = now


def answering(findings: Iterable[Finding]) -> dict[str, bool]:
    """Return for each part that can answer whether it does."""
    return {
        one.part: one.state is not State.BROKEN
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


def _face(at: int) -> Face:
    """Return a face that lights one pair of lamps, cross and tick by turns."""
    lit, lamp = at // 2 % len(ZONES), (Lamp.NO, Lamp.YES)[at % 2]
    zones = tuple(
        ZoneFace(lamp=lamp if place == lit else Lamp.DARK, placed=(1, 1, 1, 1))
        for place in range(len(ZONES))
    )
    return Face(TableFace(say("building")), zones)
