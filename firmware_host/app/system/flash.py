"""
Flashing the Pico: install the controller's program through the serial port.

A Pico with our program is asked to reboot to its MicroPython prompt. One with a broken
program is at the prompt already, or gets there if the service button is held while it
is plugged in. A Pico without MicroPython appears as a drive: the owner's `.uf2` file is
copied to it, and it restarts. Letterzone does not ship MicroPython, so the owner puts
the file beside `config.txt` on the card.

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

#: Linux lists drives here by their labels.
DRIVES = Path("/dev/disk/by-label")

#: How long to wait for HELLO, in seconds. The controller sends it every 500 ms.
HELLO_S = 2.5

#: How long a Pico may take to appear again after a reboot, in seconds.
BACK_S = 10.0

#: The interval between two checks, in seconds.
LOOK_S = 0.05


class PicoCable(Record):
    """
    The places where a connected Pico appears: its port and its drive.

    Args:
        port: The serial port; empty for the first Pico found.
        drives: The folder of drives by label, for a Pico without MicroPython.
        hello_s: How long to wait for HELLO, in seconds.
        back_s: How long a reboot may take, in seconds.
    """

    port: str = ""
    drives: Path = DRIVES
    hello_s: float = HELLO_S
    back_s: float = BACK_S

    def where(self) -> str:
        """
        Return the serial port of the Pico.

        Raises:
            BoardMissingError: There is no Pico, or it has no MicroPython; the text says
                what to do.
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
    """
    Return the controller's program: file names with their content.

    `board_config.py` among them holds the pins of the profile.
    """
    paths = sorted(FOLDER.glob("controller/*.py"))
    found = {path.name: path.read_bytes() for path in paths}
    return {**found, "board_config.py": board_config(profile).encode()}


async def flash(
    profile: Profile,
    cable: PicoCable,
    *,
    content: Mapping[str, bytes] | None = None,
    dry: bool = False,
) -> AsyncIterator[Message]:
    """
    Flash the controller, and yield a message for each step.

    Args:
        profile: The board's profile.
        cable: Where to look for the Pico.
        content: File names with their content; None for the controller's program.
        dry: True to report the steps without changing the Pico.

    Raises:
        BoardMissingError: It failed; the text says why and what to do.
        SettingsError: The profile has no controller.
    """
    if profile.pico is None:
        msg = f"the board {profile.name} has no controller; there is nothing to flash"
        raise SettingsError(msg)
    content = files(profile) if content is None else content
    port = cable.where()
    if dry:
        async with _SerialListener(port) as ear:
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
    async with _SerialListener(port) as ear:
        yield _judged(await ear.hello(cable.back_s), profile, port)


async def prompt_of(
    cable: PicoCable, tell: Callable[[Message], None] = lambda _: None
) -> Prompt:
    """
    Return the MicroPython prompt of the Pico, whatever program it runs.

    Args:
        cable: Where to look for it.
        tell: Called with a message if our program was running.

    Raises:
        BoardMissingError: There is no Pico, or it does not answer.
    """
    async with _SerialListener(cable.where()) as ear:
        found = await ear.hello(cable.hello_s)
        if isinstance(found, Connected):
            tell(say("flash-found", version=found.firmware))
            await ear.update()
    return await asyncio.to_thread(_enter, cable)


def _would_be(
    found: Connected | Unsupported | None, content: Mapping[str, bytes], port: str
) -> Iterator[Message]:
    """Yield what is on the Pico now, and the files that flashing would write."""
    if isinstance(found, Connected):
        yield say("flash-dry-found", port=port, version=found.firmware)
    else:
        yield say("flash-dry-mute", port=port)
    for name, data in sorted(content.items()):
        yield say("flash-dry-file", name=name, n=len(data))
    yield say("flash-dry-done")


class _SerialListener:
    """A short serial connection to the controller, with the daemon's protocol."""

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
        """
        Return the first greeting, in a known protocol or not.

        Return None if there is none.
        """
        return await self._heard(Connected, Unsupported, patience_s=patience_s)

    async def update(self) -> None:
        """Reboot the controller to its prompt, and wait until its port is gone."""
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


def _enter(cable: PicoCable) -> Prompt:
    """Return the prompt as soon as the port is back."""
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
    """Return the message of success, if the controller fits the profile."""
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


#: A block's length in bytes, and its first two words.
BLOCK, MAGIC = 512, (0x0A324655, 0x9E5D5157)

#: The flag that says that the eighth word is a chip family.
HAS_FAMILY = 0x2000

#: The chip family behind each drive label.
FAMILIES = {"RPI-RP2": 0xE48BFF56, "RP2350": 0xE48BFF59}

Mount = Callable[[Path], AbstractContextManager[Path]]


class Uf2(Record):
    """
    A `.uf2` file for a Pico.

    Args:
        path: The file.
        bare: The kind of Pico that it is for.
    """

    path: Path
    bare: Bare


def bare_pico(drives: Path = DRIVES) -> Bare | None:
    """Return the kind of Pico that shows its drive, or None if none does."""
    return next((one for one in BARE_PICOS if (drives / one.drive).exists()), None)


class WrongFileError(BoardMissingError):
    """
    The owner's `.uf2` file is unreadable or incomplete.

    Args:
        path: The file.
        why: The fault, as part of a sentence.
    """

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"{path}: {why}; fetch and copy it once more")
        self.name = path.name


def find_uf2(bare: Bare, folder: Path) -> Uf2:
    """
    Return the owner's file for this kind of Pico.

    Raises:
        WrongFileError: The only file for it is faulty.
        BoardMissingError: There is no file, or only files for another chip.
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
    """Return the chip family of a file, or 0 if it names none."""
    with path.open("rb") as file:
        head = file.read(32)
    if len(head) < 32:  # noqa: PLR2004 - eight words
        return 0
    first, second, flags, *_, family = struct.unpack("<8I", head)
    is_ours = (first, second) == MAGIC and flags & HAS_FAMILY
    return family if is_ours else 0


def _fits(path: Path, bare: Bare) -> bool:
    """
    Return True if the file is for this kind of Pico.

    Raises:
        WrongFileError: It is unreadable; or it is for this Pico and incomplete.
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
    Mount the drive of a Pico without MicroPython, writable.

    Raises:
        BoardMissingError: It cannot be mounted.
    """
    with TemporaryDirectory(prefix="letterzone-pico-") as folder:
        try:
            # A Pico's drive is FAT.
            options = ("-t", "vfat", "-o", "nosuid,nodev,noexec")
            run_command(("mount", *options, str(drive), folder))
        except SettingsError as fault:
            msg = f"the Pico's drive cannot be written to: {fault}"
            raise BoardMissingError(msg) from fault
        try:
            yield Path(folder)
        finally:
            # The Pico restarts as soon as it has the file, and the drive is gone.
            with suppress(SettingsError):
                run_command(("umount", "--lazy", folder))


def bring(uf2: Uf2, drives: Path = DRIVES, *, mount: Mount = mounted_drive) -> None:
    """
    Copy a file to the Pico's drive; the Pico then restarts with MicroPython.

    Raises:
        BoardMissingError: The drive does not accept the file.
    """
    with mount((drives / uf2.bare.drive).resolve()) as folder:
        try:
            shutil.copyfile(uf2.path, folder / uf2.path.name)
        except OSError as fault:
            msg = f"the Pico's drive does not take {uf2.path.name}: {fault.strerror}"
            raise BoardMissingError(msg) from fault
        os.sync()


def bring_by_hand(
    path: Path, cable: PicoCable, *, mount: Mount = mounted_drive
) -> None:
    """
    Copy a file of the owner's choice to a Pico, and wait for its MicroPython.

    Args:
        path: The file.
        cable: Where to look for the Pico.
        mount: Mounts the drive.

    Raises:
        BoardMissingError: File or Pico is missing, or they do not fit.
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
