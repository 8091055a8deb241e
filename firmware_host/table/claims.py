"""Claims of a class by the teacher's code, with a limit of tries for each caller."""

from firmware_host.session import service
from firmware_host.session.asked import Claimed
from firmware_host.table.table import Table

#: So many wrong digits somebody may try, until the service button is held anew: of a
#: million codes not even a whole network of addresses hits the right one by chance.
TRIES = 10

#: So many callers are remembered for a code.
CALLERS = 4096


class Claims:
    """
    The claims made with the codes of one table.

    Args:
        table: The table.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._code: tuple[str, int] | None = None
        self._opened = False
        self._tries: dict[str, int] = {}

    def claim(self, code: str, caller: str) -> str:
        """Check the teacher's code, as `TableApi.claim` describes."""
        table = self._table
        session, held = table.session, table.session.code
        if held is None:
            return ""
        if (held.digits, held.since_ms) != self._code:
            self._code, self._opened = (held.digits, held.since_ms), False
            self._tries.clear()
        counts = service.is_typed(code)
        may = not self._opened and (not counts or self._may_try(caller))
        opened = service.claims(session, code, table.now_ms) if may else ""
        if opened:
            self._opened = True
            table.happen(Claimed())
        return opened

    def _may_try(self, caller: str) -> bool:
        """Count a try of a caller; return False if the caller has none left."""
        tries = self._tries.pop(caller, 0)
        self._tries[caller] = tries + 1
        if len(self._tries) > CALLERS:
            del self._tries[next(iter(self._tries))]
        return tries < TRIES
