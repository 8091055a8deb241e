"""The phones at a table, each identified by the hash of its cookie."""

from firmware_host.board import table_values as values
from firmware_host.session import holders
from firmware_host.session.identities import sitting
from firmware_host.session.state import Phone
from firmware_host.table.table import Table


class Phones:
    """
    The phones at a table.

    Args:
        table: The table.
    """

    def __init__(self, table: Table) -> None:
        self._table = table

    def all(self) -> list[values.Phone]:
        """Return every phone, by number."""
        phones = sorted(self._table.session.phones, key=lambda one: one.number)
        return [self._seen(one) for one in phones]

    def who(self, phone: str) -> values.Phone | None:
        """Return a phone's seat and its rights, or None for an unknown phone."""
        known = holders.phone_of(self._table.session, phone)
        return None if known is None else self._seen(known)

    def _seen(self, phone: Phone) -> values.Phone:
        session = self._table.session
        return {
            "number": phone.number,
            "seat": holders.seat_of(sitting(session), phone.person),
            "person": phone.person,
            "looks_on": holders.looks_on(session, phone),
        }

    def waiting(self, phone: str) -> list[int]:
        """Return the phones that a holder may admit, by number."""
        session = self._table.session
        known = holders.phone_of(session, phone)
        return [] if known is None else list(holders.waiting(session, known))
