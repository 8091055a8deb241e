"""
The door of the room: who may come in at once, and who waits for the teacher.

It is for a class alone; at home everybody with the code comes in. All of it is kept in
memory alone, but how the door is set.
"""

from collections import Counter
from collections.abc import Callable, Collection
from typing import TypeVar

from firmware_host.board.json import JsonObject
from firmware_host.board.record import Record

_T = TypeVar("_T")

#: How one comes in: just so, by the code on the wall, or as the teacher admits one.
OPEN, CODE, ADMIT = DOORS = ("open", "code", "admit")

#: Places and phones that one address has without being admitted.
PLACES = 2

#: Who was sent away is followed by nobody new from the same address so long.
AWAY_MS = 10 * 60_000

#: So many wait at most; and so many keys and addresses are remembered.
GUESTS, REMEMBERED = 60, 1000


class Guest(Record):
    """
    A phone that waits at the door.

    Args:
        number: What it is called meanwhile.
        address: Its address in the network.
        name: Who its player wants to be; empty for a member of a team.
        seat: Which place it wants; below 0 none in particular.
    """

    number: int
    address: str
    name: str
    seat: int = -1


class Door:
    """
    Who must wait.

    Args:
        clock_ms: A clock that never goes back.
    """

    def __init__(self, clock_ms: Callable[[], int]) -> None:
        self._clock_ms = clock_ms
        self.kind = CODE
        self.locked = False
        self.one_address = False
        self.empty()

    def empty(self) -> None:
        """Forget everybody who has waited, was admitted or was sent away."""
        self._guests: dict[str, Guest] = {}
        self._number = 0
        self._admitted: dict[str, Guest | None] = {}
        self._sent: dict[str, None] = {}
        self._sent_from: dict[str, int] = {}

    def knows(self, key: str) -> bool:
        """Tell whether a browser has waited, was admitted or was sent away."""
        return key in self._guests or key in self._admitted or key in self._sent

    def admitted(self, key: str) -> bool:
        """Tell whether the teacher has let a browser in."""
        return key in self._admitted

    def must_wait(self, key: str, address: str, *, places: int) -> bool:
        """
        Tell whether the teacher has to let a browser in.

        Args:
            key: What it is known by.
            address: Where it is. Behind a school's proxy all are at one address;
                where the teacher has said so (`one_address`), addresses say nothing.
            places: How many that address has already.
        """
        if key in self._admitted:
            return False
        if key in self._sent or self.kind == ADMIT:
            return True
        if self.one_address:
            return False
        return places >= PLACES or self._clock_ms() < self._sent_from.get(address, 0)

    def wish(self, key: str) -> Guest | None:
        """Return what a browser wanted that was admitted and has not come yet."""
        return self._admitted.get(key)

    def came(self, key: str) -> None:
        """Note that a browser has come in; it may do so again."""
        if key in self._admitted:
            self._admitted[key] = None

    def knock(self, key: str, address: str, name: str, seat: int = -1) -> int | None:
        """
        Put a browser on the waiting list; return its number, or None if it is full.

        If too many wait, the newest one of the address with the most gives way. That is
        the browser itself if no address has more: many newcomers push out no early one.
        """
        before = self._guests.get(key)
        if before is None:
            if len(self._guests) >= GUESTS and not self._give_way(address):
                return None
            self._number += 1
        number = self._number if before is None else before.number
        self._guests[key] = Guest(number, address, name, seat)
        return number

    def _give_way(self, address: str) -> bool:
        """Drop the newest guest of the address with most; False if none has more."""
        counted = Counter(one.address for one in self._guests.values())
        [(most, n)] = counted.most_common(1)
        if n <= counted[address] + 1:
            return False
        newest = [key for key, one in self._guests.items() if one.address == most]
        del self._guests[newest[-1]]
        return True

    def guests(self) -> list[Guest]:
        """Return who waits, the oldest first."""
        return list(self._guests.values())

    def waiting(self, key: str) -> int | None:
        """Return the number of a browser that waits; None for any other."""
        guest = self._guests.get(key)
        return None if guest is None else guest.number

    def document(self, key: str) -> JsonObject | None:
        """Return how it stands with a browser at the door; None for one that is not."""
        if not self.knows(key):
            return None
        return {"waits": self.waiting(key), "admitted": bool(self.wish(key))}

    def admit(self, numbers: Collection[int]) -> None:
        """Let these come in."""
        for key in self._keys(numbers):
            self._sent.pop(key, None)
            _note(self._admitted, key, self._guests.pop(key))

    def turn_away(self, numbers: Collection[int]) -> None:
        """Let these wait no longer; who knocks again waits again."""
        for key in self._keys(numbers):
            del self._guests[key]
            _note(self._sent, key, None)

    def _keys(self, numbers: Collection[int]) -> list[str]:
        return [key for key, one in self._guests.items() if one.number in numbers]

    def send_away(self, key: str, address: str) -> None:
        """Let a browser come back only as the teacher admits it."""
        self._admitted.pop(key, None)
        _note(self._sent, key, None)
        _note(self._sent_from, address, self._clock_ms() + AWAY_MS)


def _note(there: dict[str, _T], key: str, what: _T) -> None:
    """Remember something as the newest; the oldest is forgotten."""
    there.pop(key, None)
    there[key] = what
    if len(there) > REMEMBERED:
        del there[next(iter(there))]
