"""
Erases names in the journal, in its log, and in every copy of it.

This takes a while and a power cut may interrupt it. So the journal stores that it was
begun, and the next start continues it.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace

from firmware_host.app.archive.backups import Backups
from firmware_host.board.entries import ERASING, Entry
from firmware_host.board.events import BoardEvent, Failed, Healed
from firmware_host.errors import JournalError
from firmware_host.journal.reader import Reader
from firmware_host.journal.store import Journal

_log = logging.getLogger(__name__)

#: Prefixes of settings: people's remarks on a game, and the name of a group.
GAME, GROUP = "correct:", "group:"

#: The beginnings of the keys of settings that may contain names.
NAMED = (GAME, GROUP, "web:room", "web:rude")

#: The number of settings that are cleared in one transaction.
_AT_ONCE = 100

#: While another process reads the journal, its log cannot be emptied. This is retried
#: for so many seconds before the caller gets an answer.
PATIENCE_S = 5.0

#: The time in seconds between two retries of an erasure.
AGAIN_S = 5.0

#: The part that counts as faulty while an erasure has not succeeded.
PART = "names"


def erase_names(journal: Journal, backups: Backups) -> None:
    """
    Erase every name, and all typed texts that may contain one.

    Raises:
        JournalError: Another process kept reading the journal, or the disk is full; see
            `until_erased`.
    """
    with Reader(journal.path) as reading:  # on another thread than the table's
        settings = reading.settings()
    cleared = [
        (key, _without_names(key, text))
        for key, text in settings.items()
        if key.startswith(NAMED)
    ]
    journal.put_setting(ERASING, "1").result()
    for at in range(0, len(cleared), _AT_ONCE):  # a tap waits for one transaction
        journal.append(Entry(settings=tuple(cleared[at : at + _AT_ONCE]))).result()
    journal.erase_names().result()
    backups.erase_names(keeps=lambda key: not key.startswith(NAMED))
    leave_no_trace(journal)
    journal.put_setting(ERASING, None).result()


def go_on(journal: Journal, backups: Backups) -> bool:
    """Resume an interrupted erasure of names; return False if it failed again."""
    if ERASING in journal.settings():
        try:
            erase_names(journal, backups)
        except JournalError as fault:
            _log.warning("names are not erased everywhere: %s", fault)
            return False
    return True


async def until_erased(
    erase: Callable[[], Awaitable[bool]], tell: Callable[[BoardEvent], None]
) -> None:
    """
    Retry a failed erasure of names until it succeeds, and report a fault meanwhile.

    Args:
        erase: Tries the erasure once; returns True if it has succeeded.
        tell: Called with `Failed` before the first retry, and with `Healed` after the
            success.
    """
    tell(Failed(PART))
    while True:
        await asyncio.sleep(AGAIN_S)
        if await erase():
            break
    tell(Healed(PART))


def leave_no_trace(journal: Journal) -> None:
    """
    Empty the journal's log, and retry while another process reads it.

    Raises:
        JournalError: Another process kept reading it, or it is closed.
    """
    until = time.monotonic() + PATIENCE_S
    while True:
        emptied = journal.leave_no_trace()
        try:
            emptied.result()
        except JournalError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)
        else:
            return


def _without_names(key: str, text: str) -> str | None:
    """Return a setting without names: only corrected points, or None to delete it."""
    if not key.startswith(GAME):
        return None
    from firmware_host.app.archive.summaries import Remarks  # noqa: PLC0415 - rarely

    remarks = Remarks.read(text)
    return replace(
        remarks, name="", cells=tuple(replace(one, note="") for one in remarks.cells)
    ).written()
