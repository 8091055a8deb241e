"""
Flashing the controller: from whatever hangs on the cable to one that says HELLO.

A controller of ours is asked to reboot to its prompt; one that is broken is there
already, or comes there when it gets power with the service button held. A Pico without
MicroPython shows itself as a drive. We ship no MicroPython: whoever has put its file
beside the card's config.txt need not touch the Pico. The file is copied to that drive,
and the boot loader restarts when it is there.

Source: Microsoft, "UF2 specification"; Raspberry Pi, pico-sdk, `boot/uf2.h`.
"""

import asyncio
import hashlib
import os
import shutil
import struct
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self, TypeVar

from firmware_host.app.system.hardware import FOLDER
from firmware_host.app.system.pico import BARE_PICOS, Bare, board_config
from firmware_host.app.system.setup import run_command
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


# --- MicroPython for a Pico that has none ------------------------------------


#: A block is so long, and its first two words are these.
BLOCK, MAGIC = 512, (0x0A324655, 0x9E5D5157)

#: Set where the eighth word says for which chip a block is.
HAS_FAMILY = 0x2000

#: Which chip shows which drive.
FAMILIES = {"RPI-RP2": 0xE48BFF56, "RP2350": 0xE48BFF59}

Mount = Callable[[Path], AbstractContextManager[Path]]


class Uf2(Record):
    """
    A file for a Pico.

    Args:
        path: Where it lies.
        bare: The Pico that it is for.
    """

    path: Path
    bare: Bare


def bare_pico(drives: Path = DRIVES) -> Bare | None:
    """Return the Pico without MicroPython that shows its drive; None for none."""
    return next((one for one in BARE_PICOS if (drives / one.drive).exists()), None)


class WrongFileError(BoardMissingError):
    """
    The owner's file cannot be read, or is not whole.

    Args:
        path: The file.
        why: What is wrong with it.
    """

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"{path}: {why}; fetch and copy it once more")
        self.name = path.name


def find_uf2(bare: Bare, folder: Path) -> Uf2:
    """
    Return the owner's file for a Pico.

    Raises:
        WrongFileError: There is none but one that is wrong.
        BoardMissingError: There is none, or only one that this Pico cannot take.
    """
    found = sorted(folder.glob("*.uf2")) + sorted(folder.glob("*.UF2"))
    wrong: list[WrongFileError] = []
    for path in found:
        try:
            if _fits(path, bare):
                return Uf2(path, bare)
        except WrongFileError as fault:
            wrong.append(fault)
    if wrong:
        raise wrong[0]
    here = f"; {found[0].name} is for another chip" if found else ""
    msg = (
        f"this Pico has no MicroPython: put {bare.uf2}, from"
        f" micropython.org/download/{bare.page}, beside config.txt on the card{here}"
    )
    raise BoardMissingError(msg)


def _family(path: Path) -> int:
    """Return for which chip a file is; 0 where it does not say."""
    with path.open("rb") as file:
        head = file.read(32)
    if len(head) < 32:  # noqa: PLR2004 - eight words
        return 0
    first, second, flags, *_, family = struct.unpack("<8I", head)
    is_ours = (first, second) == MAGIC and flags & HAS_FAMILY
    return family if is_ours else 0


def _fits(path: Path, bare: Bare) -> bool:
    """
    Tell whether a file is for this Pico.

    Raises:
        WrongFileError: It cannot be read; or it is for this Pico, and not whole.
    """
    known = bare.sha256 if path.name == bare.uf2 else ""
    try:
        if _family(path) != FAMILIES[bare.drive]:
            return False
        data = path.read_bytes()
    except OSError as fault:
        raise WrongFileError(path, f"cannot be read ({fault.strerror})") from fault
    if len(data) % BLOCK or (known and hashlib.sha256(data).hexdigest() != known):
        raise WrongFileError(path, "is not whole")
    return True


@contextmanager
def mounted_drive(drive: Path) -> Iterator[Path]:
    """
    Mount the drive of a bare Pico, to write to.

    Raises:
        BoardMissingError: It cannot be mounted.
    """
    with TemporaryDirectory(prefix="letterzone-pico-") as folder:
        try:
            options = ("-t", "vfat", "-o", "nosuid,nodev,noexec")  # as each Pico has it
            run_command(("mount", *options, str(drive), folder))
        except SettingsError as fault:
            msg = f"the Pico's drive cannot be written to: {fault}"
            raise BoardMissingError(msg) from fault
        try:
            yield Path(folder)
        finally:
            # The Pico is off as soon as it has the file: then there is nothing left.
            with suppress(SettingsError):
                run_command(("umount", "--lazy", folder))


def bring(uf2: Uf2, drives: Path = DRIVES, *, mount: Mount = mounted_drive) -> None:
    """
    Copy a file to its Pico, which then restarts with MicroPython.

    Raises:
        BoardMissingError: The drive does not take it.
    """
    with mount((drives / uf2.bare.drive).resolve()) as folder:
        try:
            shutil.copyfile(uf2.path, folder / uf2.path.name)
        except OSError as fault:
            msg = f"the Pico's drive does not take {uf2.path.name}: {fault.strerror}"
            raise BoardMissingError(msg) from fault
        os.sync()


def bring_by_hand(path: Path, cable: Cable, *, mount: Mount = mounted_drive) -> None:
    """
    Copy a file that somebody names to a bare Pico, and wait for its MicroPython.

    Args:
        path: The file.
        cable: Where the Pico hangs.
        mount: Mounts its drive.

    Raises:
        BoardMissingError: There is no such file or Pico, or they do not fit.
    """
    bare = bare_pico(cable.drives)
    if bare is None:
        msg = "no Pico shows its drive; hold its BOOTSEL button while you plug it in"
        raise BoardMissingError(msg)
    if not path.is_file() or not _fits(path, bare):
        what = "is for another chip" if path.is_file() else "is not there"
        msg = (
            f"{path}: {what}; this Pico takes {bare.uf2}, from"
            f" micropython.org/download/{bare.page}"
        )
        raise BoardMissingError(msg)
    bring(Uf2(path, bare), cable.drives, mount=mount)
    deadline_s = time.monotonic() + cable.back_s
    while not Path(cable.port or find_port()).exists():
        if time.monotonic() >= deadline_s:
            msg = f"the Pico took {path.name} and did not come back; plug it in again"
            raise BoardMissingError(msg)
        time.sleep(LOOK_S)
