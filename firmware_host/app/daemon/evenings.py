"""
Which evening a game belongs to, and its date where the machine knows it.

A board without a network does not know the date; then its evenings are counted. A new
one begins where the board has been switched on again, or nobody has played for hours.
"""

import logging
from collections.abc import Callable
from typing import NamedTuple

from firmware_host.board.json import (
    JsonObject,
    as_object,
    number,
    read_object,
    text,
)
from firmware_host.devices.clock import Reading
from firmware_host.errors import JournalError
from firmware_host.journal.reader import Reader

_log = logging.getLogger(__name__)

#: An evening is over once nobody has played for so long, in seconds.
GAP_S = 4 * 3600


class _Last(NamedTuple):
    """The newest game: its evening, and what the clocks said when it ended."""

    evening: int
    start: str
    up_s: int
    at_s: int | None


class Evenings:
    """
    Tells of each game that begins which evening it is.

    Args:
        journal: The board's.
        clocks: What the clocks of the machine say.
    """

    def __init__(self, journal: Reader, clocks: Callable[[], Reading]) -> None:
        self._journal = journal
        self._clocks = clocks

    def __call__(self) -> JsonObject:
        """Return what a game's header says of when it begins; nothing keeps it off."""
        try:
            return self._now()
        except (JournalError, ValueError) as fault:
            _log.warning("which evening it is cannot be told: %s", fault)
            return {}

    def _now(self) -> JsonObject:
        now, last = self._clocks(), self._last()
        goes_on = last is not None and _same(last, now)
        evening = (last.evening if last else 0) + (not goes_on)
        known = {} if now.at_s is None else {"at_s": now.at_s}
        return {"evening": evening, "start": now.start, "up_s": now.up_s, **known}

    def _last(self) -> _Last | None:
        """Return the newest game that says when it was; None without one."""
        journal = self._journal
        for game in journal.games_before(journal.next_game(), 1):
            when = as_object(read_object(game.header).get("when", {}))
            if "evening" not in when:
                return None
            rows = journal.row_count(game.id) or 0
            played_s = sum(
                row.ms // 1000 for row in journal.rows(game.id, after=max(0, rows - 1))
            )
            at_s = number(when, "at_s") + played_s if "at_s" in when else None
            return _Last(
                number(when, "evening"),
                text(when, "start"),
                number(when, "up_s") + played_s,
                at_s,
            )
        return None


def _same(last: _Last, now: Reading) -> bool:
    """Tell whether an evening goes on, by the clock that both were told by."""
    if last.at_s is not None and now.at_s is not None:
        return 0 <= now.at_s - last.at_s < GAP_S
    return last.start == now.start != "" and 0 <= now.up_s - last.up_s < GAP_S
