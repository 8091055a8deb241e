"""
The door of the room: who may come in at once, and who waits for the teacher.

It is for a class alone; at home everybody with the code comes in. All of it is kept in
memory alone, but how the door is set, and which screens show the code for joining.
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

#: The cookie of a wall, and how long it lasts: from one lesson to the next.
WALL_COOKIE = "letterzone-wall"
WALL_COOKIE_S = 30 * 24 * 3600

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


#: The most screens that show the code; the oldest gives way.
SCREENS = 8

#: The most screens that wait to be let in: one of each address in a class.
WAITING = 30


class Walls:
    """
    Every screen that shows the code, or wants to.

    Args:
        shown: The keys of those that do, from before a restart.
    """

    def __init__(self, shown: list[str]) -> None:
        self._numbers = {key: at for at, key in enumerate(shown[:SCREENS], 1)}
        self._shown = dict.fromkeys(self._numbers)
        self._asked: dict[str, str] = {}
        self._last = len(self._numbers)

    def knows(self, connection: HTTPConnection) -> bool:
        """
        Tell whether a request comes from a screen that may show the code.

        That is a wall that was let in, or the screen at the board itself.
        """
        client = connection.client
        own = client is not None and client.host in LOOPBACK
        return own or key_of(connection.cookies.get(WALL_COOKIE, "")) in self._shown

    def ask(self, key: str, address: str, *, one_address: bool = False) -> int:
        """
        Add a screen to those waiting to show the code; return its number, 0 if full.

        One of each address waits: a laptop takes no other screen's place. If too many
        wait, the newest one gives way, which is the screen itself.

        Args:
            key: What the screen is known by.
            address: Where it is.
            one_address: Whether all are at one address, which says nothing then.
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
        """Let a screen show the code."""
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
        """Let the screen of that number show the code or not; False without one."""
        key = next((one for one, n in self._numbers.items() if n == number), None)
        if key is None:
            return False
        if shows:
            self.show(key)
        else:
            self._forget(key)
        return True

    def kept(self) -> list[str]:
        """Return the keys of the screens that show the code."""
        return list(self._shown)

    def document(self) -> list[dict[str, Json]]:
        """Return each screen by number, and whether it shows the code."""
        return [
            {"number": number, "shows": key in self._shown}
            for key, number in sorted(self._numbers.items(), key=lambda one: one[1])
        ]

    def _forget(self, key: str) -> None:
        self._asked.pop(key, None)
        self._shown.pop(key, None)
        self._numbers.pop(key, None)
