"""The phones at a table, each asked for by the hash of its cookie."""

from firmware_host.board import table_values as values
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Seat
from firmware_host.session import holders
from firmware_host.session.identities import sitting
from firmware_host.session.phones import (
    Came,
    CameBack,
    Forgotten,
    Freed,
    LetIn,
    Moved,
    Parted,
    PhoneEvent,
)
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
        """Return whose a phone is, and what it may see; None for an unknown one."""
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
        """Return the phones that a holder could let in, by number."""
        session = self._table.session
        known = holders.phone_of(session, phone)
        return [] if known is None else list(holders.waiting(session, known))

    async def come(self, phone: str, seat: int) -> Refused | None:
        """Let a phone have a place that no other one has."""
        return await self._ask(Came(phone, Seat(seat), alone=True))

    async def join_team(self, phone: str, seat: int | None) -> Refused | None:
        """Let a phone play for a team; None for the one with the fewest phones."""
        return await self._ask(Came(phone, None if seat is None else Seat(seat)))

    async def come_back(self, phone: str, lost: int) -> Refused | None:
        """Let a phone take the place of a lost one."""
        return await self._ask(CameBack(phone, lost))

    async def move(self, number: int, seat: int) -> Refused | None:
        """Give a phone another place; a secret there it does not see."""
        return await self._ask(Moved(number, Seat(seat)))

    async def let_in(self, phone: str, number: int) -> Refused | None:
        """Let a holder's mate see their secret."""
        return await self._ask(LetIn(phone, number))

    async def free(self, seat: int) -> Refused | None:
        """Take a place from its phones, unless it has a secret."""
        return await self._ask(Freed(Seat(seat)))

    async def part(self, numbers: list[int]) -> Refused | None:
        """Take their places from these phones."""
        return await self._ask(Parted(frozenset(numbers)))

    async def forget(self, number: int | None) -> Refused | None:
        """Send a phone home; None for all of them."""
        return await self._ask(Forgotten(number))

    async def _ask(self, wish: PhoneEvent) -> Refused | None:
        outcome = await self._table.ask(wish)
        return outcome if isinstance(outcome, Refused) else None
