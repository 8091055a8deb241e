"""The time since the last action of a person at the table."""

from secrets import token_hex

from firmware_host.board.commands import PagesAt
from firmware_host.board.events import Damaged, Failed, Healed, Lost, Woke
from firmware_host.board.json import JsonObject
from firmware_host.link.events import Event
from firmware_host.link.messages import Fault
from firmware_host.table.presenter import Outcome
from firmware_host.table.table import Table

#: What nobody has done.
_BY_ITSELF = (Woke, Failed, Healed, Lost, Damaged, Fault, PagesAt)


class Rest:
    """
    The time since the last action of a person at one table.

    Args:
        table: The table.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._start = token_hex(8)
        self._acted_ms, self._acted = table.now_ms, False
        table.listen(self._note)

    def told(self) -> JsonObject:
        """Return the JSON object that `TableApi.rest` describes."""
        quiet_ms = self._table.now_ms - self._acted_ms
        return {"ms": quiet_ms, "acted": self._acted, "start": self._start}

    def _note(self, heard: object, _outcome: Outcome) -> None:
        """Note the time of an event that a person caused."""
        told = heard.body if isinstance(heard, Event) else heard
        if not isinstance(told, _BY_ITSELF):
            self._acted_ms, self._acted = self._table.now_ms, True
