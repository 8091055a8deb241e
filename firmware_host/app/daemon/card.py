"""
Handles a memory card that became read-only: the board plays with a copy in memory.

Worn memory cards become read-only. The copy is lost at power-off, and the board says
so.
"""

import logging
import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

from firmware_host.board.entries import JOURNAL
from firmware_host.board.events import Failed
from firmware_host.journal.file import is_read_only, with_ending
from firmware_host.table.table import Table

_log = logging.getLogger(__name__)

#: The part that is out of order while the board plays in memory.
PART = "card"

#: The folder of the copy, in the runtime folder of the daemon.
NAME = "memory"

#: The most bytes that are copied into memory, which is what a small Pi can spare.
MOST_BYTES = 64 << 20

#: Files that are not copied into memory: the lock, and reserved space.
_LEFT = (f"{JOURNAL}.lock", f"{JOURNAL}.reserve", f"{JOURNAL}-shm")


def usable_folder(folder: Path, runtime: Path | None) -> Path:
    """
    Return the board's folder, or a copy in memory if the card is read-only.

    A copy from an earlier start is used unchanged, since it has the games played since.

    Args:
        folder: The board's folder on the card.
        runtime: A folder in memory that outlives a start; None for none.
    """
    memory = None if runtime is None else runtime / NAME
    if not is_read_only(folder):
        if memory is not None:
            shutil.rmtree(memory, ignore_errors=True)
        return folder
    memory = memory or Path(tempfile.mkdtemp(prefix="letterzone-"))
    if not (memory / JOURNAL).exists():
        _copy(folder, memory)
    _log.error("%s cannot be written; the board plays in memory: %s", folder, memory)
    return memory


def mark(table: Table, folder: Path, card: Path) -> None:
    """Report the memory card as faulty if the folder in use is not *card*."""
    if folder != card:
        table.happen(Failed(PART))


def _copy(folder: Path, memory: Path) -> None:
    """Copy a board's files to a folder in memory; skip files that cannot be read."""
    memory.mkdir(mode=0o700, parents=True, exist_ok=True)
    first = [with_ending(folder / JOURNAL, "-wal"), folder / JOURNAL]
    with suppress(OSError):
        first += sorted(set(folder.iterdir()) - set(first))
    left = MOST_BYTES
    for file in first:
        target = memory / file.name
        try:
            size = file.stat().st_size
            if file.is_file() and file.name not in _LEFT and size <= left:
                shutil.copyfile(file, target)
                os.chmod(target, 0o600)  # noqa: PTH101 - it will hold names
                left -= size
        except OSError as fault:
            target.unlink(missing_ok=True)
            if not isinstance(fault, FileNotFoundError):
                _log.warning("%s cannot be read: %s", file, fault)
