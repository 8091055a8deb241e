"""A client with too many requests waits or is refused; other clients are not."""

import asyncio
from collections import Counter, defaultdict

import httpx2 as httpx
import pytest

from firmware_host.web import budgets
from firmware_host.web.budgets import (
    CALLERS,
    CONNECTIONS,
    HALF_OPEN,
    IN_ALL,
    KEPT,
    KEPT_PART,
    POSTS,
    REQUESTS,
    WAITING,
    Bucket,
    Budgets,
    Caller,
    Doorman,
    RequestQueue,
    SenderKind,
    Share,
)


def comes(doorman, address, n=1, *, asks=True):
    """Open *n* connections; return those let in and those dropped."""
    inside, dropped = [], []
    for _ in range(n):
        line = object()
        if doorman.enter(line, address, lambda line=line: dropped.append(line)):
            inside.append(line)
            if asks:
                doorman.asked(line)
    return inside, dropped


def test_one_address_has_so_many_connections_and_no_more():
    doorman = Doorman()
    inside, _ = comes(doorman, "10.0.0.1", CONNECTIONS + 50)
    assert len(inside) == CONNECTIONS
    assert comes(doorman, "10.0.0.2")[0], "it costs nobody else"


def test_only_few_may_be_without_a_question():
    doorman = Doorman()
    assert len(comes(doorman, "10.0.0.1", 50, asks=False)[0]) == HALF_OPEN


def test_where_all_is_full_whoever_has_most_gives_way():
    """
    When all connections are in use, those of the address with the most are closed.

    A class with one phone each gets in beside four addresses with 250 each.
    """
    doorman = Doorman()
    for n in range(4):
        comes(doorman, f"10.0.0.{n}", 250)
    assert len(doorman._inside) == IN_ALL
    for n in range(28):
        inside, dropped = comes(doorman, f"10.0.1.{n}", 4)
        assert len(inside) == 4
        assert not dropped
    assert len(doorman._inside) == IN_ALL


def test_a_newcomer_replaces_the_oldest_stranger_where_all_have_one():
    """
    If every address has one connection, a newcomer replaces the oldest unknown one.

    That may be a seated phone that has not identified itself yet.
    """
    doorman = Doorman(in_all=4)
    for n in range(4):
        comes(doorman, f"10.0.0.{n}")
    inside, dropped = comes(doorman, "10.0.0.9")
    assert len(inside) == 1
    assert not dropped, "not its own"
    assert len(doorman._inside) == 4


def known(doorman, key, n=1, *, kind=SenderKind.SEAT):
    """Open *n* connections of a known caller; return a list of those dropped."""
    dropped = []
    for number in range(n):
        line = object()
        assert doorman.enter(line, "10.0.1.1", lambda at=number: dropped.append(at))
        doorman.asked(line, Caller(kind, key))
    return dropped


def test_four_hundred_addresses_take_no_connection_from_a_seated_phone():
    doorman = Doorman(in_all=40)
    dropped = known(doorman, "fox", 4) + known(doorman, "", 4, kind=SenderKind.TEACHER)
    for n in range(400):
        assert len(comes(doorman, f"10.0.{n // 200}.{n % 200}")[0]) == 1
    assert dropped == []
    assert len(doorman._inside) + len(doorman._kept) == 40


def test_a_seated_phone_keeps_so_many_connections_and_no_more():
    """A phone keeps at most `KEPT` connections; its others count as unknown."""
    doorman = Doorman()
    dropped = known(doorman, "fox", KEPT + 20)
    assert len(doorman._kept) == KEPT
    for n in range(IN_ALL):
        comes(doorman, f"10.2.{n // 200}.{n % 200}")
    assert dropped
    assert all(at >= KEPT for at in dropped)


def test_all_known_callers_together_leave_room_for_strangers():
    doorman = Doorman(in_all=40)
    for n in range(40):
        known(doorman, f"phone {n}")
    assert len(doorman._kept) == KEPT_PART * 40
    assert comes(doorman, "10.0.0.1")[0]


def test_the_doorman_forgets_who_has_left():
    """Connections that have left leave no data behind."""
    doorman = Doorman()
    for _ in range(2 * CONNECTIONS):
        line = object()
        assert doorman.enter(line, "10.0.0.1", lambda: None)
        doorman.leave(line)
        doorman.leave(line)
    known(doorman, "fox", 4)
    for line in [*doorman._kept, *doorman._inside]:
        doorman.leave(line)
    left = (doorman._inside, doorman._asking, doorman._of, doorman._half)
    assert not doorman._kept
    assert not any(left)


def test_a_bucket_fills_with_time_and_never_runs_over():
    bucket = Bucket(10, 5, 0.0)
    assert [bucket.take(0.0) for _ in range(10)] == [0.0] * 10
    assert bucket.take(0.0) == pytest.approx(0.2)
    bucket.give_back()
    assert bucket.take(1.0, 5) == 0.0
    assert bucket.take(100.0, 10) == 0.0
    assert bucket.take(100.0) > 0


class _Clock:
    now_s = 0.0

    def __call__(self):
        return self.now_s


async def ok(_scope, _receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"ok"})


class Crowd:
    """
    Simulated callers that send requests at a fixed rate.

    Args:
        share: What the line lets pass.
    """

    def __init__(self, share):
        self.line = RequestQueue(share, 0.0)
        self.waited = defaultdict(list)
        self.refused = Counter()

    def ask(self, key, now_s):
        """Add a request of the caller *key* to the queue; return it with its state."""
        here = [None, now_s]

        def decide(passes):
            if passes:
                self.waited[key].append(self.now_s - now_s)
            else:
                self.refused[key] += 1
            here[0] = None

        self.now_s = now_s
        here[0] = self.line.come(key, now_s, decide)
        return here, key

    def run(self, each_s, seconds):
        """Send requests at the given rates for a simulated time."""
        asks = sorted(
            (n / rate, key)
            for key, rate in each_s.items()
            for n in range(int(rate * seconds))
        )
        waiting = []
        for at_s, key in asks:
            self.now_s = at_s
            self.line.call(at_s)
            for here, whose in [one for one in waiting if at_s > one[0][1] + 2]:
                if here[0] in self.line._waiting:
                    self.line.leave(here[0])
                    self.refused[whose] += 1
            waiting = [one for one in waiting if one[0][0] in self.line._waiting]
            waiting.append(self.ask(key, at_s))


def test_where_there_is_room_nobody_waits():
    crowd = Crowd(Share(60, 15))
    crowd.run({"10.0.0.1": 14}, 30)
    assert not crowd.refused
    assert max(crowd.waited["10.0.0.1"]) == 0


@pytest.mark.parametrize("addresses", [4, 12, 240])
def test_who_asks_seldom_passes_before_any_number_that_asks_without_end(addresses):
    """In a flood of 720 requests a second an honest client is served soon."""
    crowd = Crowd(POSTS[SenderKind.STRANGER])
    flood = {f"10.0.0.{n}": 720 / addresses for n in range(addresses)}
    crowd.run(flood | {"honest": 0.3}, 20)
    assert not crowd.refused["honest"]
    assert len(crowd.waited["honest"]) == 6
    assert max(crowd.waited["honest"]) < 0.5
    assert sum(crowd.refused.values()) > 720 * 20 - 1000, "the flood is refused"


def test_a_flood_that_begins_does_not_pass_who_has_asked_before():
    """The teacher has signed in every half second; then twelve new addresses come."""
    crowd = Crowd(POSTS[SenderKind.STRANGER])
    crowd.now_s = 0.0
    for n in range(40):
        crowd.now_s = n / 2
        crowd.ask("teacher", crowd.now_s)
    crowd.waited.clear()
    flood = [(20 + n / 720, f"10.0.0.{n % 12}") for n in range(720 * 3)]
    came = None
    for at_s, key in flood:
        crowd.now_s = at_s
        crowd.line.call(at_s)
        crowd.ask(key, at_s)
        if came is None and at_s > 20.5:
            came = crowd.ask("teacher", at_s)
    assert len(crowd.waited["teacher"]) == 1
    assert crowd.waited["teacher"][0] < 0.5


async def test_who_was_forgiven_passes_before_a_flood_that_begins():
    """A teacher signs in at forty new browsers; then eleven addresses guess."""
    clock, passed, held = _Clock(), Counter(), asyncio.Event()

    async def sign_in(scope, _receive, send):
        passed[scope["client"][0]] += 1
        if scope["client"][0] == "teacher":
            budgets.forgive(scope)
        await send({"type": "http.response.start", "status": 200, "headers": []})

    guarded = Budgets(sign_in, clock)
    guarded._lines[SenderKind.STRANGER, True] = line = RequestQueue(Share(60, 15), 0.0)

    async def post(address):
        await guarded({"type": "http", "method": "POST", "client": (address, 1)}, *rest)

    async def send(message):
        assert message["status"] == 200

    rest = (held.wait, send)
    for n in range(40):
        clock.now_s = 0.75 * n
        await post("teacher")
    flood = [asyncio.create_task(post(f"{n % 11}")) for n in range(60 + 44)]
    await asyncio.sleep(0)
    assert line._waiting
    one = asyncio.create_task(post("teacher"))
    await asyncio.sleep(0)
    clock.now_s += 0.1  # time for one more request
    line.call(clock.now_s)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert passed["teacher"] == 41
    for task in (one, *flood):
        task.cancel()
    await asyncio.gather(one, *flood, return_exceptions=True)


def test_who_was_forgotten_does_not_pass_before_all_others(monkeypatch):
    """A flood of more addresses than a line remembers gains nothing by it."""
    monkeypatch.setattr(budgets, "CALLERS", 1)
    line, passed = RequestQueue(Share(1, 1), 1000.0), []
    for key in ("none waits", "forgotten", "remembered"):
        line.come(key, 1000.0, lambda _, key=key: passed.append(key))
    assert "forgotten" not in line._asked
    line.call(1001.0)
    assert passed == ["none waits", "remembered"], "of equals the newest"


def test_one_of_a_kind_that_asks_without_end_has_no_more_than_the_others():
    """A seated phone that floods, among twenty that play."""
    crowd = Crowd(POSTS[SenderKind.SEAT])
    crowd.run({"flood": 300} | {f"phone {n}": 1 for n in range(20)}, 20)
    assert set(crowd.refused) == {"flood"}
    assert max(max(crowd.waited[f"phone {n}"]) for n in range(20)) < 1.0


def test_a_line_is_never_longer_than_so_many():
    crowd = Crowd(Share(1, 1))
    for n in range(10 * WAITING):
        crowd.ask(str(n % 3), 0.0)
    assert len(crowd.line._waiting) == WAITING
    assert sum(crowd.refused.values()) == 10 * WAITING - WAITING - 1


def test_callers_are_forgotten():
    crowd = Crowd(Share(1, 1))
    for n in range(2 * CALLERS):
        crowd.ask(str(n), 0.0)
    assert len(crowd.line._asked) == CALLERS


def test_a_class_behind_one_proxy_opens_its_pages_at_once():
    """28 phones, 30 files each, all strangers from one address; then all join."""
    crowd = Crowd(REQUESTS[SenderKind.STRANGER])
    for _ in range(28 * 30):
        crowd.ask("10.0.0.1", 0.0)
    assert len(crowd.waited["10.0.0.1"]) == 28 * 30
    joining = Crowd(POSTS[SenderKind.STRANGER])
    for _ in range(28):
        joining.ask("10.0.0.1", 0.0)
    assert len(joining.waited["10.0.0.1"]) == 28


async def test_no_number_of_strangers_takes_a_place_from_seats_or_the_teacher():
    """An open-loop flood of posts from twelve addresses: the others pass at once."""
    kinds = {"10.0.1.1": SenderKind.SEAT, "10.0.1.2": SenderKind.TEACHER}

    def identify(scope):
        address = scope["client"][0]
        return Caller(kinds.get(address, SenderKind.STRANGER), address)

    guarded, passed = Budgets(ok, _Clock(), identify), Counter()

    async def post(address):
        async def send(message):
            passed[address, message.get("status")] += 1

        scope = {"type": "http", "method": "POST", "client": (address, 1)}
        await guarded(scope, None, send)

    flood = [
        asyncio.create_task(post(f"10.0.0.{n}")) for _ in range(60) for n in range(12)
    ]
    await asyncio.sleep(0)
    for _ in range(10):
        for address in kinds:
            await post(address)
    assert passed["10.0.1.1", 200] == 10
    assert passed["10.0.1.2", 200] == 10
    for one in flood:
        one.cancel()
    await asyncio.gather(*flood, return_exceptions=True)
    strangers = sum(passed[f"10.0.0.{n}", 200] for n in range(12))
    assert strangers == POSTS[SenderKind.STRANGER].burst


async def test_who_waits_passes_as_soon_as_there_is_room():
    share = {SenderKind.STRANGER: Share(1, 1000)}
    app = Budgets(ok, asyncio.get_running_loop().time)
    app._lines[SenderKind.STRANGER, False] = RequestQueue(
        share[SenderKind.STRANGER], 0.0
    )
    transport = httpx.ASGITransport(app=app, client=("10.0.0.1", 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:
        answers = await asyncio.gather(*(client.get("/") for _ in range(5)))
    assert [one.status_code for one in answers] == [200] * 5


def _no_patience(monkeypatch, share):
    monkeypatch.setattr(budgets, "PATIENCE_S", 0.0)
    monkeypatch.setattr(budgets, "REQUESTS", dict.fromkeys(SenderKind, share))


async def test_who_would_wait_too_long_is_told_to_come_later(monkeypatch):
    _no_patience(monkeypatch, Share(1, 1))
    transport = httpx.ASGITransport(app=Budgets(ok, _Clock()), client=("10.0.0.1", 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:
        assert (await client.get("/")).status_code == 200
        answer = await client.get("/")
        assert answer.status_code == 429
        assert answer.headers["retry-after"] == "2"


async def test_a_socket_that_comes_too_often_is_closed(monkeypatch):
    _no_patience(monkeypatch, Share(0, 1))
    sent = []

    async def send(message):
        sent.append(message)

    scope = {"type": "websocket", "client": ("10.0.0.1", 1)}
    await Budgets(ok, _Clock())(scope, None, send)
    assert sent == [{"type": "websocket.close", "code": 1013}]
