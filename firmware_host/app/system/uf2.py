"""
MicroPython onto a Pico that has none: the owner's file, copied to the Pico's drive.

We ship no MicroPython. Whoever has put its file beside the card's config.txt need not
touch the Pico: its boot loader shows a drive, and restarts when the file is on it.

Source: Microsoft, "UF2 specification"; Raspberry Pi, pico-sdk, `boot/uf2.h`.
"""

import hashlib
import os
import shutil
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware_host.app.system.flash import DRIVES, LOOK_S, Cable
from firmware_host.app.system.pico import BARE_PICOS, Bare
from firmware_host.app.system.setup import run_command
from firmware_host.board.record import Record
from firmware_host.devices.controller import find_port
from firmware_host.errors import BoardMissingError, SettingsError

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
