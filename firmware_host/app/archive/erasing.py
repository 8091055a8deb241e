"""
Forgetting people: in the journal, in its log, and in every copy of it.

That may take a while, and the plug may be pulled meanwhile; so the journal remembers
what was begun, and the next start goes on with it.
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

#: Settings of the journal: what people wrote about a game, and about a group.
GAME, GROUP = "correct:", "group:"

#: Everything in the settings that may hold somebody's name.
NAMED = (GAME, GROUP, "web:room", "web:rude")

#: So many settings are cleared at once.
_AT_ONCE = 100

#: While another process reads the journal its log cannot be emptied; tried for so
#: long, in seconds, before the caller gets an answer.
PATIENCE_S = 5.0

#: What was not erased is tried again after so many seconds.
AGAIN_S = 5.0

#: The board names this part as out of order while something is not erased.
PART = "names"


def erase_names(journal: Journal, backups: Backups) -> None:
    """
    Forget every name, and whatever people wrote that may hold one.

    Raises:
        JournalError: Somebody has been reading the journal all the time, or there is no
            room; see `until_erased`.
    """
    with Reader(journal.path) as reading:  # on another thread than the table's
        settings = reading.settings()
    cleared = [
        (key, _without_names(key, text))
        for key, text in settings.items()
        if key.startswith(NAMED)
    ]
    journal.put_setting(ERASING, "1").result()
    for at in range(0, len(cleared), _AT_ONCE):  # a tap may be waiting behind them
        journal.append(Entry(settings=tuple(cleared[at : at + _AT_ONCE]))).result()
    journal.erase_names().result()
    backups.erase_names(keeps=_is_nameless)
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
    Report a fault of the board, and retry an erasure until it succeeds.

    Args:
        erase: Tries once more; returns whether it is done.
        tell: Hears of the part that is out of order, and that it is well again.
    """
    tell(Failed(PART))
    while True:
        await asyncio.sleep(AGAIN_S)
        if await erase():
            break
    tell(Healed(PART))


def leave_no_trace(journal: Journal) -> None:
    """
    Empty the journal's log, and try again while somebody reads it.

    Raises:
        JournalError: Somebody has been reading it all the time; or it is closed.
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


def _is_nameless(key: str) -> bool:
    return not key.startswith(NAMED)


def _without_names(key: str, text: str) -> str | None:
    """Return what stays of a setting: points that were put right."""
    if not key.startswith(GAME):
        return None
    from firmware_host.app.archive.summaries import Remarks  # noqa: PLC0415 - rarely

    remarks = Remarks.read(text)
    return replace(
        remarks, name="", cells=tuple(replace(one, note="") for one in remarks.cells)
    ).written()
