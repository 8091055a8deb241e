"""Who asks too much waits, or is told to come later; nobody else does."""

import httpx2 as httpx
import pytest

from firmware_host.web import budgets
from firmware_host.web.budgets import (
    ADDRESSES,
    ALL_POSTS,
    CONNECTIONS,
    HALF_OPEN,
    IN_ALL,
    PATIENCE_S,
    POSTS,
    REQUESTS,
    Bucket,
    Budgets,
    Doorman,
)


def comes(doorman, address, n=1, *, asks=True):
    """Let so many connections come; return which were let in, and which dropped."""
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
    """A thousand from four places; then a class comes in, a phone each."""
    doorman = Doorman()
    for n in range(4):
        comes(doorman, f"10.0.0.{n}", 250)
    assert len(doorman._inside) == IN_ALL
    for n in range(28):
        inside, dropped = comes(doorman, f"10.0.1.{n}", 4)
        assert len(inside) == 4
        assert not dropped
    assert len(doorman._inside) == IN_ALL


def test_who_has_as_many_as_anybody_drops_nobody():
    doorman = Doorman(in_all=4)
    for n in range(4):
        comes(doorman, f"10.0.0.{n}")
    assert not comes(doorman, "10.0.0.9")[0]


def test_the_doorman_forgets_who_has_left():
    """Coming and going for ever fills nothing."""
    doorman = Doorman()
    for _ in range(2 * CONNECTIONS):
        line = object()
        assert doorman.enter(line, "10.0.0.1", lambda: None)
        doorman.leave(line)
        doorman.leave(line)
    left = (doorman._inside, doorman._asking, doorman._of, doorman._half)
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


def test_one_that_posts_without_end_waits_and_costs_nobody_else():
    clock = _Clock()
    guarded = Budgets(ok, clock)
    waits = [guarded.wait_s("10.0.0.1", "POST") for _ in range(POSTS[0] + 100)]
    assert not any(waits[: POSTS[0]])
    assert waits[POSTS[0]] == pytest.approx(1 / POSTS[1])
    assert waits[-1] > PATIENCE_S
    assert guarded.wait_s("10.0.0.1", "GET") == 0.0
    assert guarded.wait_s("10.0.0.2", "POST") == 0.0
    clock.now_s = 3.0
    assert guarded.wait_s("10.0.0.1", "POST") < PATIENCE_S


def test_many_that_post_without_end_wait_in_all_and_nobody_for_long():
    clock = _Clock()
    guarded, done = Budgets(ok, clock), 0
    for second in range(10):
        clock.now_s = float(second)
        for n in range(100):
            waits = [guarded.wait_s(f"10.0.0.{n}", "POST") for _ in range(10)]
            done += sum(wait <= PATIENCE_S for wait in waits)
    most = ALL_POSTS[0] + (9 + PATIENCE_S) * ALL_POSTS[1]
    assert done <= most + 1


def test_a_class_behind_one_proxy_opens_its_pages_at_once():
    """28 phones, 30 files each, all from one address."""
    guarded = Budgets(ok, _Clock())
    assert REQUESTS[0] >= 28 * 30
    assert not any(guarded.wait_s("10.0.0.1", "GET") for _ in range(28 * 30))


def test_addresses_are_forgotten():
    guarded = Budgets(ok, _Clock())
    for n in range(2 * ADDRESSES):
        guarded.wait_s(str(n), "GET")
    assert len(guarded._by) == ADDRESSES


async def test_who_would_wait_too_long_is_told_to_come_later(monkeypatch):
    monkeypatch.setattr(budgets, "REQUESTS", (1, 0.1))
    transport = httpx.ASGITransport(app=Budgets(ok, _Clock()), client=("10.0.0.1", 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:
        assert (await client.get("/")).status_code == 200
        answer = await client.get("/")
        assert answer.status_code == 429
        assert answer.headers["retry-after"] == "2"


async def test_a_socket_that_comes_too_often_is_closed(monkeypatch):
    monkeypatch.setattr(budgets, "REQUESTS", (0, 0.1))
    sent = []

    async def send(message):
        sent.append(message)

    scope = {"type": "websocket", "client": ("10.0.0.1", 1)}
    await Budgets(ok, _Clock())(scope, None, send)
    assert sent == [{"type": "websocket.close", "code": 1013}]
