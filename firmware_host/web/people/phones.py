"""A lost phone's place: given to another phone by a code, or by the teacher's hand."""

from dataclasses import dataclass

from firmware_host.board.messages import Refused
from firmware_host.board.table_view import Sitter, TableView
from firmware_host.web.people.room import CODE_LETTERS, Phone, Room
from firmware_host.web.ports import Services

#: A code for coming back is good for so long, and once.
RETURN_MS = 5 * 60_000


@dataclass(frozen=True, slots=True)
class _Return:
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
        drawn = self._services.entropy(4)
        code = "".join(CODE_LETTERS[byte % len(CODE_LETTERS)] for byte in drawn)
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

    def take(self, code: str) -> int | None:
        """Return the phone whose place a code gives, once; None for a wrong code."""
        phone = self.phone(code)
        self._open.pop(code.strip().upper(), None)
        return phone


def phone_with(room: Room, number: int) -> Phone | None:
    """Return the phone of that number."""
    return next((one for one in room.phones.values() if one.number == number), None)


async def move(room: Room, number: int, seat: int, seen: TableView) -> Refused | None:
    """Give a phone another place at the table; a secret there it does not see."""
    sitter = sitter_at(seen, seat)
    phone = phone_with(room, number)
    if phone is None or sitter is None:
        return Refused("phone-gone")
    if phone.person != sitter.person:
        await room.move(number, sitter, seen)
    return None


def plays_elsewhere(room: Room, lost: Phone, address: str, seen: TableView) -> bool:
    """Tell whether somebody at an address plays for another team than a lost phone."""
    team = room.team_of(address, seen)
    return room.teams and team is not None and team != room.sitter(lost, seen)


async def come_back(room: Room, lost: Phone, token: str, seen: TableView) -> Phone:
    """
    Give the place of a lost phone to the one with a fresh cookie.

    The new one sees no secret that there is now. The lost one is let go. If it holds
    such a secret, or may be making one, it is let go only when that is over, and stays
    if it has played on by then: nobody is thrown off by a code.
    """
    sitter = room.sitter(lost, seen)
    begun = sitter and (seen.is_sealed(sitter.seat) or seen.is_making(sitter.seat))
    holds = begun and not room.looks_on(lost, seen)
    if not holds:
        await room.forget(lost.number)
    return await room.seat_at(token, sitter, seen, instead=lost.number if holds else 0)


def sitter_at(seen: TableView, seat: int) -> Sitter | None:
    """Return the player in a seat."""
    return next((one for one in seen.players if one.seat == seat), None)
