"""Codes by which a lost phone's place is given to another phone."""

from firmware_host.board.record import Record
from firmware_host.web.people.codes import RETURNING, new_code
from firmware_host.web.ports import Services

#: A code for coming back is good for so long, and once.
RETURN_MS = 5 * 60_000


class _Return(Record):
    phone: int
    until_ms: int


class Returns:
    """
    Codes by which a place is taken up again with another phone.

    Args:
        services: A clock, and chance.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._open: dict[str, _Return] = {}

    def offer(self, phone: int) -> str:
        """Return a new code for the place of *phone*; an older one is void."""
        self.void(phone)
        code = new_code(self._services, RETURNING)
        self._open[code] = _Return(phone, self._services.clock_ms() + RETURN_MS)
        return code

    def void(self, phone: int) -> None:
        """Let no code give the place of *phone* any more: it plays on."""
        self._open = {key: one for key, one in self._open.items() if one.phone != phone}

    def phone(self, code: str) -> int | None:
        """Return the phone whose place a code gives; None for a wrong code."""
        found = self._open.get(code.strip().upper())
        if found is None or self._services.clock_ms() >= found.until_ms:
            return None
        return found.phone
