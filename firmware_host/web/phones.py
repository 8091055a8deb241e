"""A lost phone's place: given to another phone by a code, or by the teacher's hand."""

from dataclasses import dataclass, replace

from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Seat
from firmware_host.board.seen import Seen
from firmware_host.web.ports import Services
from firmware_host.web.room import CODE_LETTERS, Phone, Room, place_of

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
        self._open = {key: one for key, one in self._open.items() if one.phone != phone}
        drawn = self._services.entropy(4)
        code = "".join(CODE_LETTERS[byte % len(CODE_LETTERS)] for byte in drawn)
        self._open[code] = _Return(phone, self._services.clock_ms() + RETURN_MS)
        return code

    def take(self, code: str) -> int | None:
        """Return the phone whose place a code gives, once; None for a wrong code."""
        found = self._open.pop(code.strip().upper(), None)
        if found is None or self._services.clock_ms() >= found.until_ms:
            return None
        return found.phone


def phone_with(room: Room, number: int) -> Phone | None:
    """Return the phone of that number."""
    return next((one for one in room.phones.values() if one.number == number), None)


async def move(room: Room, number: int, seat: int, seen: Seen) -> Refused | None:
    """Give a phone another place at the table."""
    sitter = next((one for one in seen.players if one.seat == seat), None)
    if phone_with(room, number) is None or sitter is None:
        return Refused("phone-gone")
    if makes_word(seen, sitter.seat):
        return Refused("free-maker")
    room.phones = {
        key: replace(one, place=place_of(sitter)) if one.number == number else one
        for key, one in room.phones.items()
    }
    await room.save()
    return None


def makes_word(seen: Seen, seat: Seat) -> bool:
    """
    Tell whether whoever comes to a place could read a secret of the running round.

    In a game of one maker that is the maker's place; a game with other secrets names
    the places in its view's ``sealed``.
    """
    known = seen.common
    return seat in known.sealed or (bool(known.commitment) and known.maker == seat)
