"""Screens that show the code for joining: which are let in as a wall."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

from starlette.requests import HTTPConnection

from firmware_host.board.commands import Flag, Role
from firmware_host.board.json import Json
from firmware_host.board.messages import Refused
from firmware_host.board.table_values import Phone
from firmware_host.web.board import wifi
from firmware_host.web.board.virtual import LOOPBACK
from firmware_host.web.endpoints import Call, Endpoints, Entry, Outcome, with_cookie
from firmware_host.web.people.codes import key_of

if TYPE_CHECKING:  # the application is made of these
    from firmware_host.web.app import Web

#: The cookie of a wall, and how long it lasts: from one lesson to the next.
COOKIE = "letterzone-wall"
COOKIE_S = 30 * 24 * 3600

#: The most screens that show the code; the oldest gives way.
SCREENS = 8

#: The most screens that wait to be let in: one of each address in a class.
WAITING = 30

_Number = Annotated[int, {"type": "integer", "minimum": 1, "maximum": 2**31}]

ENDPOINTS = Endpoints()


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
        return own or key_of(connection.cookies.get(COOKIE, "")) in self._shown

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


@ENDPOINTS.post("/api/wall", Role.PUBLIC)
async def _ask(call: Call) -> Entry | Refused:
    """
    Show the code for joining on this screen, now and in the next lessons.

    Where only the teacher may let a screen do that, its number comes back.
    """
    room, token = call.web.room, call.request.cookies.get(COOKIE, "")
    token = token if len(token) == len(room.new_token()) else room.new_token()
    key, more = key_of(token), dict[str, Json]()
    if Role.WALL not in call.roles:
        one_address = room.door.one_address
        number = room.walls.ask(key, call.address, one_address=one_address)
        if not number:
            return Refused("walls-full")
        more = {"waits": number}
    elif key not in room.walls.kept():
        room.walls.show(key)
        await room.save()
    return with_cookie(COOKIE, token, max_age=COOKIE_S, **more)


@ENDPOINTS.post("/api/teacher/walls", Role.TEACHER)
async def _let(call: Call, number: _Number, shows: Flag) -> Outcome:
    """Let a screen show the code for joining, or take it from it."""
    room = call.web.room
    if not room.walls.let(number, shows=shows):
        return Refused("wall-gone")
    await room.save()
    return None


def join(web: "Web", *, shows: bool) -> Mapping[str, Json]:
    """
    Return how one comes in.

    Args:
        web: The web of this board.
        shows: Whether whoever asks may see the code, and the address with it.
    """
    room, address = web.room, web.services.address()
    phones = web.services.table_api.phones.all()
    url = f"{address}/seat?code={room.code}" if wifi.is_reached(address) else ""
    return {
        "code": room.code if shows else "",
        "url": url if shows else "",
        "shows": shows,
        "door": room.door.kind,
        "locked": room.door.locked,
        "teams": room.teams,
        "phones": len(phones),
        "seated": _seated(phones),
    }


def _seated(phones: Sequence[Phone]) -> list[Json]:
    """Return how many phones there are at each place of the table."""
    seats = [one["seat"] for one in phones if one["seat"] is not None]
    return [seats.count(seat) for seat in range(max(seats, default=-1) + 1)]
