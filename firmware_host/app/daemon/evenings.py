"""
Find the evening and date of a game, as far as the machine knows them.

A board without a network does not know the date, so it counts evenings. A new evening
begins after the board was switched on again, or after hours without a game.
"""

import logging
from collections.abc import Callable
from typing import NamedTuple

from firmware_host.board.json import JsonObject, as_object, number, read_object, text
from firmware_host.devices.clock import Reading
from firmware_host.errors import JournalError
from firmware_host.journal.reader import Reader

_log = logging.getLogger(__name__)

#: The time without a game after which an evening is over, in seconds.
GAP_S = 4 * 3600


class _Last(NamedTuple):
    """The newest game: its evening, and the clocks at its end."""

    evening: int
    start: str
    up_s: int
    at_s: int | None


class Evenings:
    """
    Returns the number of the evening for each new game.

    Args:
        journal: The board's journal.
        clocks: Returns the clocks of the machine.
    """

    def __init__(self, journal: Reader, clocks: Callable[[], Reading]) -> None:
        self._journal = journal
        self._clocks = clocks

    def __call__(self) -> JsonObject:
        """Return the evening and date for a game's header; {} if they are unknown."""
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
    """Return True if *now* is in the evening of *last*, by the clock that both have."""
    if last.at_s is not None and now.at_s is not None:
        return 0 <= now.at_s - last.at_s < GAP_S
    return last.start == now.start != "" and 0 <= now.up_s - last.up_s < GAP_S
