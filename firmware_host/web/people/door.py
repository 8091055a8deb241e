"""
The door: which browsers may join at once, and which wait for the teacher.

It is used in a class; at home everybody with the code may join. Its settings, and the
screens that show the code, are stored; everything else is kept in memory only.
"""

from collections import Counter
from collections.abc import Callable, Collection
from typing import TypeVar

from starlette.requests import HTTPConnection

from firmware_host.board.json import Json, JsonObject
from firmware_host.board.record import Record
from firmware_host.web.people.codes import key_of

_T = TypeVar("_T")

#: The addresses of this machine itself.
LOOPBACK = ("127.0.0.1", "::1")

#: The cookie of a wall screen, and its lifetime in seconds: until the next lesson.
WALL_COOKIE = "letterzone-wall"
WALL_COOKIE_S = 30 * 24 * 3600

#: The ways to join: without a code, with the code, or if the teacher admits a browser.
OPEN, CODE, ADMIT = DOORS = ("open", "code", "admit")

#: The seats and phones that one network address can have without the teacher.
PLACES = 2

#: The time in ms for which new browsers must wait at an address from which the teacher
#: has sent a browser away.
AWAY_MS = 10 * 60_000

#: The most waiting browsers, and the most remembered keys and addresses.
GUESTS, REMEMBERED = 60, 1000


class DoorGuest(Record):
    """
    A phone that waits for the teacher.

    Args:
        number: Its number while it waits.
        address: Its address in the network.
        name: The name that its player wants; empty for a member of a team.
        seat: The seat that it wants; below 0 for any seat.
    """

    number: int
    address: str
    name: str
    seat: int = -1


class Door:
    """
    The phones that wait for the teacher's permission to join.

    Args:
        clock_ms: Returns the ms of a monotonic clock.
    """

    def __init__(self, clock_ms: Callable[[], int]) -> None:
        self._clock_ms = clock_ms
        self.kind = CODE
        self.locked = False
        self.one_address = False
        self.empty()

    def empty(self) -> None:
        """Forget all browsers that have waited, were admitted or were sent away."""
        self._guests: dict[str, DoorGuest] = {}
        self._number = 0
        self._admitted: dict[str, DoorGuest | None] = {}
        self._sent: dict[str, None] = {}
        self._sent_from: dict[str, int] = {}

    def knows(self, key: str) -> bool:
        """Return True if a browser has waited, was admitted or was sent away."""
        return key in self._guests or key in self._admitted or key in self._sent

    def admitted(self, key: str) -> bool:
        """Return True if the teacher has admitted a browser."""
        return key in self._admitted

    def must_wait(self, key: str, address: str, *, places: int) -> bool:
        """
        Return True if the teacher must admit a browser before it joins.

        Args:
            key: The browser's key.
            address: Its address. Behind a school's proxy all have one address; if the
                teacher has said so (`one_address`), addresses are ignored.
            places: The number of seats that the address already has.
        """
        if key in self._admitted:
            return False
        if key in self._sent or self.kind == ADMIT:
            return True
        if self.one_address:
            return False
        return places >= PLACES or self._clock_ms() < self._sent_from.get(address, 0)

    def wish(self, key: str) -> DoorGuest | None:
        """Return the wanted name and seat of an admitted browser, until it joins."""
        return self._admitted.get(key)

    def came(self, key: str) -> None:
        """Note that a browser has joined; it may join again."""
        if key in self._admitted:
            self._admitted[key] = None

    def knock(self, key: str, address: str, name: str, seat: int = -1) -> int | None:
        """
        Put a browser on the waiting list; return its number, or None if it is full.

        If the list is full, the newest browser of the address with the most waiting
        browsers is removed. If no address has more than this one, the new browser is
        refused. So many newcomers from one address cannot push out earlier ones.
        """
        before = self._guests.get(key)
        if before is None:
            if len(self._guests) >= GUESTS and not self._give_way(address):
                return None
            self._number += 1
        number = self._number if before is None else before.number
        self._guests[key] = DoorGuest(number, address, name, seat)
        return number

    def _give_way(self, address: str) -> bool:
        """
        Remove the newest browser of the address with the most.

        False if there is none.
        """
        counted = Counter(one.address for one in self._guests.values())
        [(most, n)] = counted.most_common(1)
        if n <= counted[address] + 1:
            return False
        newest = [key for key, one in self._guests.items() if one.address == most]
        del self._guests[newest[-1]]
        return True

    def guests(self) -> list[DoorGuest]:
        """Return the waiting phones, the oldest first."""
        return list(self._guests.values())

    def waiting(self, key: str) -> int | None:
        """Return the number of a waiting browser; None for any other browser."""
        guest = self._guests.get(key)
        return None if guest is None else guest.number

    def document(self, key: str) -> JsonObject | None:
        """
        Return the state of a browser at the door as JSON.

        None for an unknown browser.
        """
        if not self.knows(key):
            return None
        return {"waits": self.waiting(key), "admitted": bool(self.wish(key))}

    def admit(self, numbers: Collection[int]) -> None:
        """Admit the waiting browsers with these numbers."""
        for key in self._keys(numbers):
            self._sent.pop(key, None)
            _note(self._admitted, key, self._guests.pop(key))

    def turn_away(self, numbers: Collection[int]) -> None:
        """Refuse the waiting browsers with these numbers; they may ask again."""
        for key in self._keys(numbers):
            del self._guests[key]
            _note(self._sent, key, None)

    def _keys(self, numbers: Collection[int]) -> list[str]:
        return [key for key, one in self._guests.items() if one.number in numbers]

    def send_away(self, key: str, address: str) -> None:
        """Require the teacher's permission before a browser joins again."""
        self._admitted.pop(key, None)
        _note(self._sent, key, None)
        _note(self._sent_from, address, self._clock_ms() + AWAY_MS)


def _note(there: dict[str, _T], key: str, what: _T) -> None:
    """Store a value as the newest entry; drop the oldest if there are too many."""
    there.pop(key, None)
    there[key] = what
    if len(there) > REMEMBERED:
        del there[next(iter(there))]


#: The most screens that show the code; if there are more, the oldest is dropped.
SCREENS = 8

#: The most screens that wait for permission: one per address in a class.
WAITING = 30


class Walls:
    """
    The screens that may show the joining code, and those that wait for permission.

    Args:
        shown: The keys of the screens that showed the code before a restart of the
            board; they may show it again.
    """

    def __init__(self, shown: list[str]) -> None:
        self._numbers = {key: at for at, key in enumerate(shown[:SCREENS], 1)}
        self._shown = dict.fromkeys(self._numbers)
        self._asked: dict[str, str] = {}
        self._last = len(self._numbers)

    def knows(self, connection: HTTPConnection) -> bool:
        """
        Return True if a request comes from a screen that may show the code.

        These are admitted wall screens, and the screen of the board itself.
        """
        client = connection.client
        own = client is not None and client.host in LOOPBACK
        return own or key_of(connection.cookies.get(WALL_COOKIE, "")) in self._shown

    def ask(self, key: str, address: str, *, one_address: bool = False) -> int:
        """
        Add a screen to those that wait for permission to show the joining code.

        Return the number of the screen, or 0 if too many screens wait.

        Only one screen per address waits, so that one computer cannot fill the list.

        Args:
            key: The key of the screen's browser.
            address: The network address of the screen.
            one_address: True if all devices share one address, so that it identifies
                none.
        """
        if key not in self._numbers:
            same = [one for one, at in self._asked.items() if at == address]
            for one in () if one_address else same:
                self._forget(one)
            if len(self._asked) >= WAITING:
                return 0
            self._number(key)
            self._asked[key] = address
        return self._numbers[key]

    def show(self, key: str) -> None:
        """Allow a screen to show the joining code."""
        self._number(key)
        self._asked.pop(key, None)
        self._shown.pop(key, None)
        self._shown[key] = None
        while len(self._shown) > SCREENS:
            self._forget(next(iter(self._shown)))

    def _number(self, key: str) -> None:
        if key not in self._numbers:
            self._last += 1
            self._numbers[key] = self._last

    def let(self, number: int, *, shows: bool) -> bool:
        """
        Allow or forbid a screen to show the joining code.

        Return False for an unknown number.
        """
        key = next((one for one, n in self._numbers.items() if n == number), None)
        if key is None:
            return False
        if shows:
            self.show(key)
        else:
            self._forget(key)
        return True

    def kept(self) -> list[str]:
        """Return the keys of the screens that may show the joining code."""
        return list(self._shown)

    def document(self) -> list[dict[str, Json]]:
        """Return each screen's number, and whether it may show the code, as JSON."""
        return [
            {"number": number, "shows": key in self._shown}
            for key, number in sorted(self._numbers.items(), key=lambda one: one[1])
        ]

    def _forget(self, key: str) -> None:
        self._asked.pop(key, None)
        self._shown.pop(key, None)
        self._numbers.pop(key, None)
