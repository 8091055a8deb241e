"""Opening the journal for writing, with the recovery of a damaged file."""

import logging
import sqlite3
from pathlib import Path
from typing import NamedTuple

from firmware_host.errors import JournalError
from firmware_host.journal.file import (
    DAMAGED,
    FAULTS,
    explaining_faults,
    open_whole,
    set_aside,
    sync,
    with_ending,
)
from firmware_host.journal.inspection import DamagedError

#: The ending of a recovered file until it replaces the journal.
SALVAGED, PART = ".salvaged", ".salvaged.part"

_log = logging.getLogger(__name__)


class Opened(NamedTuple):
    """
    A journal that is open for writing.

    Args:
        connection: The connection; to be used by one thread.
        aside: The path that a damaged file was renamed to; None if it was sound.
        lost: The names of the parts that are lost, or taken from a backup.
    """

    connection: sqlite3.Connection
    aside: Path | None = None
    lost: tuple[str, ...] = ()


def connect(path: Path, *, salvaging: bool = False) -> Opened:
    """
    Open the file for writing; copy the sound parts of a damaged file to a new one.

    The caller holds the `lock`.

    Args:
        path: The file.
        salvaging: True to treat it as damaged in any case.

    Raises:
        JournalError: The file belongs to a newer version or to another program, or
            cannot be read or written.
    """
    with explaining_faults(path):
        aside = _take_salvaged(path)  # a start before this one was cut off
        salvaging = salvaging or with_ending(path, DAMAGED).exists()
        try:
            opened = None if salvaging and path.exists() else open_whole(path)
        except DamagedError:
            opened = None
        if opened is not None:
            _sync_all(path)
            return Opened(opened, aside)
        lost = _salvage(path)
        aside = _take_salvaged(path) or set_aside(path)
        _log.warning("%s was damaged, and lies in %s now", path, aside)
        for one in lost:
            _log.warning("%s: %s", path, one)
        try:
            opened = open_whole(path)
        except DamagedError as error:
            msg = f"{path} cannot be written as it was told to; check the card"
            raise JournalError(msg) from error
        _sync_all(path)
        return Opened(opened, aside, lost)


def _sync_all(path: Path) -> None:
    """Sync the folder and the log, which a killed process may have left unsynced."""
    sync(path.parent)  # a rollback journal that came back would undo the first start
    log = with_ending(path, "-wal")
    if log.exists() and log.stat().st_size:
        sync(log)  # it counts, and is shown from here on


def _salvage(path: Path) -> tuple[str, ...]:
    """Write a sound journal beside a damaged one; return the names of lost parts."""
    part = with_ending(path, PART)
    for end in ("", "-wal", "-shm"):
        with_ending(part, end).unlink(missing_ok=True)
    try:
        from firmware_host.journal.salvage import salvage  # noqa: PLC0415 - rarely

        lost = salvage(path, part, open_whole)
        sync(part)
    except (*FAULTS, OSError, DamagedError) as error:
        part.unlink(missing_ok=True)
        return (f"nothing could be salvaged: {error}",)
    part.rename(with_ending(path, SALVAGED))
    sync(path.parent)
    return lost


def _take_salvaged(path: Path) -> Path | None:
    """Replace the journal by the salvaged file; return the damaged file's new path."""
    salvaged = with_ending(path, SALVAGED)
    if not salvaged.exists():
        return None
    aside = set_aside(path)
    salvaged.rename(path)
    with_ending(path, DAMAGED).unlink(missing_ok=True)
    sync(path.parent)
    return aside
