"""
Flashing the controller: from whatever hangs on the cable to one that says HELLO.

A controller of ours is asked to reboot to its prompt; one that is broken is there
already, or comes there when it gets power with the service button held. A Pico without
MicroPython shows itself as a drive, and is told which file it needs.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Self, TypeVar

from firmware_host.app.system.hardware import FOLDER
from firmware_host.app.system.pico import BARE_PICOS, board_config
from firmware_host.board.messages import Message, say
from firmware_host.board.record import Record
from firmware_host.devices.clock import monotonic_ms
from firmware_host.devices.controller import SerialController, find_port
from firmware_host.devices.flasher import Prompt
from firmware_host.errors import BoardMissingError, SettingsError
from firmware_host.link.events import Connected, LinkEvent, Offline, Unsupported
from firmware_host.link.messages import Update
from firmware_host.settings.profile import Profile

_T = TypeVar("_T")

#: Where Linux lists drives by their labels.
DRIVES = Path("/dev/disk/by-label")

#: A controller of ours says HELLO each 500 ms.
HELLO_S = 2.5

#: A Pico that begins anew is back on the bus sooner.
BACK_S = 10.0

#: How often it is looked for.
LOOK_S = 0.05


class Cable(Record):
    """
    Where a Pico may hang.

    Args:
        port: Its serial port; empty for the first Pico found.
        drives: Where it shows itself without MicroPython.
        hello_s: How long a controller may take to say HELLO.
        back_s: How long it may take to come back.
    """

    port: str = ""
    drives: Path = DRIVES
    hello_s: float = HELLO_S
    back_s: float = BACK_S

    def where(self) -> str:
        """
        Return the port.

        Raises:
            BoardMissingError: There is no Pico, or one without MicroPython; the text
                names what to do.
        """
        port = self.port or find_port()
        if Path(port).exists():
            return port
        for bare in BARE_PICOS:
            if (self.drives / bare.drive).exists():
                known = f"SHA-256 {bare.sha256}, " if bare.sha256 else ""
                msg = (
                    f"this Pico has no MicroPython: copy {bare.uf2} ({known}from"
                    f" micropython.org/download/{bare.page}) to the drive {bare.drive},"
                    " wait until the drive is gone, then flash again; or let flash copy"
                    " it: sudo letterzone flash --uf2 FILE"
                )
                raise BoardMissingError(msg)
        msg = (
            f"{port}: there is no Pico; plug it in by a cable that carries data, or"
            " hold its BOOTSEL button while you plug it in"
        )
        raise BoardMissingError(msg)


def files(profile: Profile) -> Mapping[str, bytes]:
    """Return what a controller is made of, by name: the profile says its pins."""
    paths = sorted(FOLDER.glob("controller/*.py"))
    found = {path.name: path.read_bytes() for path in paths}
    return {**found, "board_config.py": board_config(profile).encode()}


async def flash(
    profile: Profile,
    cable: Cable,
    *,
    content: Mapping[str, bytes] | None = None,
    dry: bool = False,
) -> AsyncIterator[Message]:
    """
    Flash the controller, and yield what was done.

    Args:
        profile: The board.
        cable: Where the Pico hangs.
        content: Its files; None for ours.
        dry: True to say what would be done, and leave the Pico as it is.

    Raises:
        BoardMissingError: It cannot be done; the text says why and what to do.
        SettingsError: The profile has no controller.
    """
    if profile.pico is None:
        msg = f"the board {profile.name} has no controller; there is nothing to flash"
        raise SettingsError(msg)
    content = files(profile) if content is None else content
    port = cable.where()
    if dry:
        async with _Ear(port) as ear:
            found = await ear.hello(cable.hello_s)
        for one in _would_be(found, content, port):
            yield one
        return
    known: list[Message] = []
    prompt = await prompt_of(cable, known.append)
    for one in known:
        yield one
    with prompt:
        version = await asyncio.to_thread(prompt.version)
        yield say("flash-prompt", version=version)
        names = prompt.write(content)
        while name := await asyncio.to_thread(next, names, ""):
            yield say("flash-wrote", name=name)
        await asyncio.to_thread(prompt.reboot)
    async with _Ear(port) as ear:
        yield _judged(await ear.hello(cable.back_s), profile, port)


async def prompt_of(
    cable: Cable, tell: Callable[[Message], None] = lambda _: None
) -> Prompt:
    """
    Return the prompt of whatever Pico there is; a controller of ours makes room.

    Args:
        cable: Where it hangs.
        tell: Called with what was found.

    Raises:
        BoardMissingError: There is none, or it does not answer.
    """
    async with _Ear(cable.where()) as ear:
        found = await ear.hello(cable.hello_s)
        if isinstance(found, Connected):
            tell(say("flash-found", version=found.firmware))
            await ear.update()
    return await asyncio.to_thread(_enter, cable)


def _would_be(
    found: Connected | Unsupported | None, content: Mapping[str, bytes], port: str
) -> Iterator[Message]:
    """Yield what a Pico is now, and what it would be given."""
    if isinstance(found, Connected):
        yield say("flash-dry-found", port=port, version=found.firmware)
    else:
        yield say("flash-dry-mute", port=port)
    for name, data in sorted(content.items()):
        yield say("flash-dry-file", name=name, n=len(data))
    yield say("flash-dry-done")


class _Ear:
    """The daemon's own end of the wire, for a moment."""

    def __init__(self, port: str) -> None:
        self._told: list[LinkEvent] = []
        self._wire = SerialController(
            port, hear=self._told.append, clock_ms=monotonic_ms
        )

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._wire.run())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def hello(self, patience_s: float) -> Connected | Unsupported | None:
        """Return what says HELLO, in a protocol of ours or not; None for nothing."""
        return await self._heard(Connected, Unsupported, patience_s=patience_s)

    async def update(self) -> None:
        """Have the controller reboot to its prompt: its port goes away."""
        self._wire.command(Update())
        await self._heard(Offline, patience_s=BACK_S)

    async def _heard(self, *kinds: type[_T], patience_s: float) -> _T | None:
        deadline_s = time.monotonic() + patience_s
        while time.monotonic() < deadline_s:
            for event in self._told:
                if isinstance(event, kinds):
                    return event
            await asyncio.sleep(LOOK_S)
        return None


def _enter(cable: Cable) -> Prompt:
    """Return the prompt, once the port is back."""
    deadline_s = time.monotonic() + cable.back_s
    while True:
        try:
            return Prompt(cable.where()).open()
        except BoardMissingError:
            if time.monotonic() >= deadline_s:
                raise
            time.sleep(LOOK_S)


def _judged(
    told: Connected | Unsupported | None, profile: Profile, port: str
) -> Message:
    """Return that the controller is as it should be."""
    if told is None:
        msg = (
            f"{port}: everything was written, but the controller says nothing; unplug"
            " it, plug it in, and look with `letterzone doctor`"
        )
        raise BoardMissingError(msg)
    if isinstance(told, Unsupported):
        msg = f"{port}: the controller speaks protocol {told.proto}, this Pi does not"
        raise BoardMissingError(msg)
    wanted = set(profile.pico.readers) if profile.pico else set()
    if set(told.zones) != wanted:
        msg = (
            f"{port}: the controller has readers {_numbers(told.zones)}, the profile"
            f" {_numbers(wanted)}; flash once more with the board's own profile"
        )
        raise BoardMissingError(msg)
    return say("flash-done", version=told.firmware)


def _numbers(zones: Iterable[int]) -> str:
    return ", ".join(map(str, sorted(zones))) or "none"
