"""Asking on the table's screen which build a board is, and hearing the answer."""

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Protocol

from firmware_host.app.daemon.starting import in_all
from firmware_host.app.system.flash import Cable, prompt_of
from firmware_host.app.system.pico import board_config
from firmware_host.app.system.which import Spot, Which
from firmware_host.board.faces import TableFace
from firmware_host.board.messages import say
from firmware_host.devices.flasher import Prompt
from firmware_host.devices.gpio import Factory, Pin, troubles
from firmware_host.errors import BoardMissingError
from firmware_host.settings.profile import Profile

#: Buttons are looked at this often; a Pico that is not there is looked for this often.
LOOK_S, AGAIN_S = 0.03, 2.0

Show = Callable[[TableFace], None]


class Hands(Protocol):
    """Whoever can tell which pins are joined to ground."""

    #: The SHA-256 of the `board_config.py` that a Pico has; empty for none.
    config: bytes

    async def look(self, spots: frozenset[Spot]) -> frozenset[Spot] | None:
        """Return which of *spots* are down now; None where nobody can tell."""

    def close(self) -> None:
        """Let everything go."""


class OnHeader:
    """
    The pins of the Pi's own header.

    Args:
        factory: gpiozero's pin factory.
    """

    config = b""

    def __init__(self, factory: Factory) -> None:
        self._factory = factory
        self._pins: dict[int, Pin] = {}
        self._troubles = troubles()

    async def look(self, spots: frozenset[Spot]) -> frozenset[Spot]:
        """Return which of *spots* are down now; a pin that fails is not."""
        return frozenset(one for one in spots if not one.on_pico and self._down(one))

    def close(self) -> None:
        """Let the pins go."""
        for pin in self._pins.values():
            with suppress(*self._troubles):
                pin.close()
        self._pins.clear()

    def _down(self, at: Spot) -> bool:
        try:
            if at.pin not in self._pins:
                pin: Pin = self._factory.pin(at.pin)
                pin.input_with_pull("up")
                self._pins[at.pin] = pin
            return not self._pins[at.pin].state
        except self._troubles:
            return False


class OnPico:
    """
    The pins of a Pico with MicroPython, whatever program is on it.

    Args:
        cable: Where it hangs.
        again_s: How long to rest where there is none.
    """

    def __init__(self, cable: Cable, *, again_s: float = AGAIN_S) -> None:
        self._cable = cable
        self._again_s = again_s
        self._rests_until_s = 0.0
        self._prompt: Prompt | None = None
        self.config = b""

    async def look(self, spots: frozenset[Spot]) -> frozenset[Spot] | None:
        """Return which of *spots* are down now; None while there is no Pico."""
        now_s = asyncio.get_running_loop().time()
        if self._prompt is None and now_s < self._rests_until_s:
            return None
        try:
            prompt = self._prompt or await self._open()
            pins = [one.pin for one in spots if one.on_pico]
            down = await asyncio.to_thread(prompt.grounded, pins)
        except BoardMissingError:
            self.close()
            self._rests_until_s = now_s + self._again_s
            return None
        return frozenset(Spot(on_pico=True, pin=pin) for pin in down)

    async def _open(self) -> Prompt:
        self._prompt = prompt = await prompt_of(self._cable)
        self.config = await asyncio.to_thread(prompt.hash_of, "board_config.py")
        return prompt

    def close(self) -> None:
        """Let the Pico go; it stays at its prompt."""
        prompt, self._prompt = self._prompt, None
        if prompt is not None:
            prompt.close()


async def ask(
    builds: tuple[Profile, ...], hands: Sequence[Hands], show: Show
) -> Profile:
    """
    Ask which build it is until somebody has said so, and return it.

    Args:
        builds: What it can be.
        hands: Who can tell which pins are down.
        show: Shows a face on the table's screen.
    """
    which, known = Which(builds), b""
    # What hangs on ground when it is first looked at is nobody's finger.
    before: list[frozenset[Spot] | None] = [None] * len(hands)
    show(question(which))
    while which.offered is None or not which.is_sure:
        was, spots = which, which.spots
        for number, one in enumerate(hands):
            down = await one.look(spots)
            if one.config not in (known, b""):
                known = one.config
                which = Which(builds, with_config(builds, known))
            for at in fresh(before[number], down):
                which = which.pressed(at)
            before[number] = down
        if which != was:
            show(question(which))
        await asyncio.sleep(LOOK_S)
    return which.offered


def fresh(
    before: frozenset[Spot] | None, now: frozenset[Spot] | None
) -> tuple[Spot, ...]:
    """Return what is down now and was not, between two looks that could tell."""
    return () if before is None or now is None else tuple(now - before)


def with_config(builds: tuple[Profile, ...], config: bytes) -> int | None:
    """Return which build's pins a Pico has been told of; None for none of them."""
    for number, one in enumerate(builds):
        if one.pico is None:
            continue
        if hashlib.sha256(board_config(one).encode()).digest() == config:
            return number
    return None


def question(which: Which) -> TableFace:
    """Return what the table's screen asks."""
    if which.offered is None:
        return in_all(say("first-press"))
    return in_all(say("first-is-it", build=which.offered.name))
