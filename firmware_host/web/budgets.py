"""
Rate limits: shares of connections and requests, by caller.

Callers are of three kinds: the teacher, phones with a seat, and strangers. Each kind
has a share of its own, so strangers cannot reduce the share of the others, however many
addresses they have. Within a kind the caller with the fewest requests goes first.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import partial
from itertools import count
from math import exp2, log2
from typing import Final, NamedTuple

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from firmware_host.web.guard import SAFE

#: The most connections of one address: a class of 28 phones behind one proxy.
CONNECTIONS: Final = 200

#: The most connections in all. With so many sockets, and a passphrase that is checked,
#: the pages take 79 MB (40 MB without both); their unit has 96.
IN_ALL: Final = 384

#: The most connections of one address without a whole request yet.
HALF_OPEN: Final = 16

#: The connections that one known caller keeps during any flood; a browser opens six,
#: and a socket for each tab. All known callers together keep at most this share of the
#: connections.
KEPT, KEPT_PART = 8, 0.75

#: The longest wait of a request in seconds.
PATIENCE_S: Final = 2.0

#: The most waiting requests of one queue.
WAITING: Final = 64

#: The most callers whose requests one queue counts.
CALLERS: Final = 1000

#: After this time a past request counts half, in seconds.
HALF_LIFE_S: Final = 10.0

#: Closes a connection.
Drop = Callable[[], None]


class SenderKind(Enum):
    """The kind of sender of a request, which decides its rate limit."""

    TEACHER = "teacher"  # also a wall that was let in, and the screen at the board
    SEAT = "seat"  # a phone with a place at the table
    STRANGER = "stranger"


class Caller(NamedTuple):
    """
    The sender of a request: the kind and a key.

    Args:
        kind: The caller's kind.
        key: Identifies callers of a kind: a cookie, or the address of a stranger.
    """

    kind: SenderKind
    key: str


#: Returns the sender of a request; it must be quick, as it runs for refused requests
#: too.
Identify = Callable[[Scope], Caller]


class Share(NamedTuple):
    """
    The rate limit for the requests of one kind of caller.

    Args:
        burst: The number of requests allowed at once.
        each_s: The number of requests allowed per second after that.
    """

    burst: int
    each_s: int


#: The share of each kind: of all requests, and of those that change something. A class
#: of 28 strangers opens its pages at once, with 30 files each, and joins.
REQUESTS: Mapping[SenderKind, Share] = {
    SenderKind.TEACHER: Share(600, 60),
    SenderKind.SEAT: Share(1200, 120),
    SenderKind.STRANGER: Share(1200, 120),
}
POSTS: Mapping[SenderKind, Share] = {
    SenderKind.TEACHER: Share(60, 15),
    SenderKind.SEAT: Share(120, 30),
    SenderKind.STRANGER: Share(60, 15),
}


class Bucket:
    """
    Token bucket for a rate limit: allows a burst, then a number each second.

    Args:
        burst: The number of tokens at the start, and the most.
        each_s: The number of new tokens per second.
        now_s: The present time in seconds of a monotonic clock.
    """

    def __init__(self, burst: float, each_s: float, now_s: float) -> None:
        self._burst = burst
        self._each_s = each_s
        self._left = burst
        self._at_s = now_s

    def take(self, now_s: float, n: float = 1) -> float:
        """Take *n* tokens; return the seconds to wait until they are available."""
        more = (now_s - self._at_s) * self._each_s
        self._left = min(self._burst, self._left + more) - n
        self._at_s = now_s
        return max(0.0, -self._left / self._each_s)

    def give_back(self, n: float = 1) -> None:
        """Return unused tokens."""
        self._left += n


@dataclass(eq=False, slots=True)
class QueuedRequest:
    """
    A request that waits in a queue for permission.

    Args:
        key: Its caller.
        number: Its number among all requests of the queue.
        at_s: The time of its arrival in seconds.
        decide: Called once: True lets the request pass, False refuses it.
    """

    key: str
    number: int
    at_s: float
    decide: Callable[[bool], None]


class RequestQueue:
    """
    Queue for requests of one kind; the caller with the fewest requests is first.

    Requests of a caller that follow count too, so a flood of new callers does not
    overtake one with few requests. Among equals the newest request is first, as the
    sender of an older one may have given up. If too many wait, the request of the
    caller with most requests is refused.

    Args:
        share: The rate limit.
        now_s: The present time in seconds of a monotonic clock.
    """

    def __init__(self, share: Share, now_s: float) -> None:
        self._bucket = Bucket(share.burst, share.each_s, now_s)
        self._asked: dict[str, tuple[float, float]] = {}
        self._waiting: list[QueuedRequest] = []
        self._numbers = count()

    def come(
        self, key: str, now_s: float, decide: Callable[[bool], None]
    ) -> QueuedRequest:
        """Add a request of the caller *key* to the queue; return the request."""
        self._count(key, now_s)
        turn = QueuedRequest(key, next(self._numbers), now_s, decide)
        self._waiting.append(turn)
        self.call(now_s)
        if len(self._waiting) > WAITING:
            last = max(self._waiting, key=self._order)
            self.leave(last)
            last.decide(False)  # noqa: FBT003 - as a future's result
        return turn

    def call(self, now_s: float) -> float | None:
        """Admit waiting requests; return the seconds until the next one, or None."""
        while self._waiting:
            wait_s = self._bucket.take(now_s)
            if wait_s:
                self._bucket.give_back()
                return wait_s
            first = min(self._waiting, key=self._order)
            self.leave(first)
            first.decide(True)  # noqa: FBT003 - as a future's result
        return None

    def leave(self, turn: QueuedRequest) -> None:
        """Remove a request from the queue; do nothing if it is not there."""
        if turn in self._waiting:
            self._waiting.remove(turn)

    def forgive(self, key: str) -> None:
        """Delete a caller's request count, so that its next requests pass earlier."""
        self._asked.pop(key, None)

    def _count(self, key: str, now_s: float) -> None:
        """Count a request of a caller."""
        asked, at_s = self._asked.pop(key, (0.0, now_s))
        asked *= exp2((at_s - now_s) / HALF_LIFE_S)
        self._asked[key] = asked + 1, now_s
        if len(self._asked) > CALLERS:
            del self._asked[next(iter(self._asked))]

    def _order(self, turn: QueuedRequest) -> tuple[float, int]:
        """Return the sort key of a request: the smallest passes next."""
        # A caller whose count was dropped counts as one with a single request.
        asked, at_s = self._asked.get(turn.key, (1.0, turn.at_s))
        # All counts fade alike, so they are compared as they would be at time 0; counts
        # that differ by a second's fading are equal.
        return round(log2(asked) + at_s / HALF_LIFE_S, 1), -turn.number


def stranger(scope: Scope) -> Caller:
    """Return a caller that is identified by nothing but its IP address."""
    client = scope.get("client")
    return Caller(SenderKind.STRANGER, client[0] if client else "")


class Doorman:
    """
    Limits the open connections for each address; reserves some for known callers.

    Args:
        in_all: The most connections.
        identify: Returns the sender of a request.
    """

    def __init__(self, in_all: int = IN_ALL, identify: Identify = stranger) -> None:
        self._in_all = in_all
        self.identify = identify
        self._inside: dict[object, tuple[str, Drop]] = {}
        self._asking: dict[object, str] = {}
        self._of: Counter[str] = Counter()
        self._half: Counter[str] = Counter()
        self._kept: dict[object, str] = {}

    def enter(self, line: object, address: str, drop: Drop) -> bool:
        """
        Admit a connection, unless its address has too many already.

        If all connections are in use, one of the address that has most is dropped.

        Args:
            line: The connection.
            address: Its network address.
            drop: Closes it at once.
        """
        if self._of[address] >= CONNECTIONS or self._half[address] >= HALF_OPEN:
            return False
        if len(self._inside) + len(self._kept) >= self._in_all:
            if not self._inside:
                return False
            self._make_room(address)
        self._inside[line] = address, drop
        self._asking[line] = address
        self._of[address] += 1
        self._half[address] += 1
        return True

    def _make_room(self, address: str) -> None:
        """
        Close one connection of the address that has the most, to admit another.

        It is that address's newest connection; but the oldest one if no address has
        more than the newcomer, since a new connection may be of a known caller that has
        not sent a request yet.
        """
        greediest, most = self._of.most_common(1)[0]
        lines = [line for line, (at, _) in self._inside.items() if at == greediest]
        goes = lines[-1 if most > self._of[address] + 1 else 0]
        _, drop = self._inside[goes]
        self.leave(goes)
        drop()

    def asked(self, line: object, caller: Caller | None = None) -> None:
        """Note that a request is complete; reserve the connection of a known caller."""
        address = self._asking.pop(line, None)
        if address is not None:
            _less(self._half, address)
        known = caller is not None and caller.kind is not SenderKind.STRANGER
        if not known or caller is None or line not in self._inside:
            return
        own = sum(one == caller.key for one in self._kept.values())
        if own < KEPT and len(self._kept) < KEPT_PART * self._in_all:
            address, _ = self._inside.pop(line)
            _less(self._of, address)
            self._kept[line] = caller.key

    def leave(self, line: object) -> None:
        """Note that a connection is closed; repeating this has no effect."""
        self.asked(line)
        self._kept.pop(line, None)
        address, _ = self._inside.pop(line, ("", None))
        if address:
            _less(self._of, address)


def _less(counts: Counter[str], address: str) -> None:
    counts[address] -= 1
    if not counts[address]:
        del counts[address]


class Budgets:
    """
    ASGI middleware that limits the rate of requests: delays or refuses some.

    Args:
        app: The protected ASGI application.
        clock_s: Returns the seconds of a monotonic clock.
        identify: Returns the sender of a request.
    """

    #: The key of a scope under which the server stores the caller.
    CALLER = "letterzone.caller"

    #: The key of a scope under which the function for `forgive` is stored.
    FORGIVE = "letterzone.forgive"

    def __init__(
        self,
        app: ASGIApp,
        clock_s: Callable[[], float],
        identify: Identify = stranger,
    ) -> None:
        self._app = app
        self._clock_s = clock_s
        self._identify = identify
        now_s = clock_s()
        #: The queues that a timer will call.
        self._called: set[RequestQueue] = set()
        self._lines = {
            (kind, posts): RequestQueue(share, now_s)
            for posts, shares in ((False, REQUESTS), (True, POSTS))
            for kind, share in shares.items()
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request to the application when it is admitted."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        caller = scope.get(self.CALLER) or self._identify(scope)
        line = self._lines[caller.kind, scope.get("method", "GET") not in SAFE]
        if await self._may_pass(line, caller.key):
            scope[self.FORGIVE] = partial(line.forgive, caller.key)
            await self._app(scope, receive, send)
        else:
            await _later(scope, receive, send)

    async def _may_pass(self, line: RequestQueue, key: str) -> bool:
        """Wait for permission of a request; return False after `PATIENCE_S` seconds."""
        decided: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def decide(passes: bool) -> None:  # noqa: FBT001 - as a future's result
            if not decided.done():
                decided.set_result(passes)

        turn = line.come(key, self._clock_s(), decide)
        self._call(line)
        try:
            async with asyncio.timeout(PATIENCE_S):
                return await decided
        except TimeoutError:
            return False
        finally:
            line.leave(turn)

    def _call(self, line: RequestQueue) -> None:
        """Admit requests of a queue at the allowed rate until the queue is empty."""
        if line in self._called:
            return
        wait_s = line.call(self._clock_s())
        if wait_s is not None:
            self._called.add(line)
            asyncio.get_running_loop().call_later(wait_s, self._again, line)

    def _again(self, line: RequestQueue) -> None:
        self._called.discard(line)
        self._call(line)


def forgive(scope: Scope) -> None:
    """
    Forget the past requests of a request's sender, who has proved to be no attacker.

    Otherwise a teacher who signs in with several new browsers in a row would be treated
    as an attacker, and be refused during a flood.
    """
    if (forget := scope.get(Budgets.FORGIVE)) is not None:
        forget()


async def _later(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1013})
        return
    headers = {"retry-after": "2", "connection": "close"}
    answer = JSONResponse({"error": "too many at once"}, 429, headers)
    await answer(scope, receive, send)
