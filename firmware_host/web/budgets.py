"""
What browsers may use up: connections and requests, for each address and in all.

Where there is no room left, whoever has most gives way: a class behind one proxy has
enough, and a hundred connections of one laptop keep nobody out. Who asks too often
waits; who would have to wait too long is told to come later.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Final

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from firmware_host.web.guard import SAFE

#: So many connections one address may have: a class of 28 phones behind one proxy.
CONNECTIONS: Final = 200

#: So many connections there are in all: they fit into the memory that the unit has.
IN_ALL: Final = 400

#: So many of one address may be without a whole question yet.
HALF_OPEN: Final = 16

#: At once, and then in each second: requests of an address, and those that change
#: something; the same in all.
REQUESTS, POSTS = (1000, 100), (60, 20)
ALL_REQUESTS, ALL_POSTS = (3000, 300), (240, 60)

#: Nobody waits longer than so many seconds.
PATIENCE_S: Final = 2.0

#: So many addresses are remembered.
ADDRESSES: Final = 1000

#: Takes a connection away from whoever has it.
Drop = Callable[[], None]


class Bucket:
    """
    So many things at once, and then so many in each second.

    Args:
        burst: At once.
        each_s: In each second.
        now_s: The time on a clock that never goes back.
    """

    def __init__(self, burst: float, each_s: float, now_s: float) -> None:
        self._burst = burst
        self._each_s = each_s
        self._left = burst
        self._at_s = now_s

    def take(self, now_s: float, n: float = 1) -> float:
        """Take *n* of them, and return how long to wait for that, in seconds."""
        more = (now_s - self._at_s) * self._each_s
        self._left = min(self._burst, self._left + more) - n
        self._at_s = now_s
        return max(0.0, -self._left / self._each_s)

    def give_back(self, n: float = 1) -> None:
        """Give back what was not used."""
        self._left += n


class Doorman:
    """
    Counts the open connections of each address.

    Args:
        in_all: So many there may be.
    """

    def __init__(self, in_all: int = IN_ALL) -> None:
        self._in_all = in_all
        self._inside: dict[object, tuple[str, Drop]] = {}
        self._asking: dict[object, str] = {}
        self._of: Counter[str] = Counter()
        self._half: Counter[str] = Counter()

    def enter(self, line: object, address: str, drop: Drop) -> bool:
        """
        Let a connection in, unless its address has too many already.

        Where all there may be are open, one of the address that has most is dropped.

        Args:
            line: The connection.
            address: Where it comes from.
            drop: Ends it at once.
        """
        if self._of[address] >= CONNECTIONS or self._half[address] >= HALF_OPEN:
            return False
        if len(self._inside) >= self._in_all and not self._make_room(address):
            return False
        self._inside[line] = address, drop
        self._asking[line] = address
        self._of[address] += 1
        self._half[address] += 1
        return True

    def _make_room(self, address: str) -> bool:
        """Drop the newest connection of who has most; not for one who has as many."""
        greediest, most = self._of.most_common(1)[0]
        if most <= self._of[address] + 1:
            return False
        lines = [line for line, (at, _) in self._inside.items() if at == greediest]
        _, drop = self._inside[lines[-1]]
        self.leave(lines[-1])
        drop()
        return True

    def asked(self, line: object) -> None:
        """Note that its first question has arrived."""
        address = self._asking.pop(line, None)
        if address is not None:
            _less(self._half, address)

    def leave(self, line: object) -> None:
        """Note that a connection is closed; doing so twice is fine."""
        self.asked(line)
        address, _ = self._inside.pop(line, ("", None))
        if address:
            _less(self._of, address)


def _less(counts: Counter[str], address: str) -> None:
    counts[address] -= 1
    if not counts[address]:
        del counts[address]


class Budgets:
    """
    ASGI middleware: lets a request wait, or refuses it, where there are too many.

    Args:
        app: What it protects.
        clock_s: A clock that never goes back.
    """

    def __init__(self, app: ASGIApp, clock_s: Callable[[], float]) -> None:
        self._app = app
        self._clock_s = clock_s
        now_s = clock_s()
        self._all = Bucket(*ALL_REQUESTS, now_s), Bucket(*ALL_POSTS, now_s)
        self._by: dict[str, tuple[Bucket, Bucket]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, in its turn."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        client = scope.get("client")
        wait_s = self.wait_s(client[0] if client else "", scope.get("method", "GET"))
        if wait_s > PATIENCE_S:
            await _later(scope, receive, send)
            return
        if wait_s:
            await asyncio.sleep(wait_s)
        await self._app(scope, receive, send)

    def wait_s(self, address: str, method: str) -> float:
        """
        Count a request, and return how long it has to wait, in seconds.

        One that has to wait longer than `PATIENCE_S` is not counted.
        """
        now_s = self._clock_s()
        own = self._by.pop(address, None)
        if own is None:
            own = Bucket(*REQUESTS, now_s), Bucket(*POSTS, now_s)
        self._by[address] = own
        if len(self._by) > ADDRESSES:
            del self._by[next(iter(self._by))]
        kinds = 1 if method in SAFE else 2
        buckets = (*own[:kinds], *self._all[:kinds])
        wait_s = max(bucket.take(now_s) for bucket in buckets)
        if wait_s > PATIENCE_S:
            for bucket in buckets:
                bucket.give_back()
        return wait_s


async def _later(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1013})
        return
    headers = {"retry-after": "2", "connection": "close"}
    answer = PlainTextResponse("too many at once\n", 429, headers)
    await answer(scope, receive, send)
