"""The sender of a request is identified before it waits, without asking the table."""

import pytest

from firmware_host.web.budgets import SenderKind
from tests.web.school import school


@pytest.fixture
async def board(tmp_path):
    async with school(tmp_path) as opened:
        yield opened


def kind_of(board, browser, **more):
    """Return the kind of caller that the server sees for a browser's cookies."""
    return caller_of(board, browser, **more).kind


def caller_of(board, browser, address="203.0.113.99", method="POST"):
    cookies = "; ".join(f"{n}={v}" for n, v in browser.client.cookies.items())
    headers = [(b"cookie", cookies.encode())] if cookies else []
    scope = {"type": "http", "method": method, "headers": headers}
    return board.web.caller(scope | {"client": (address, 1)})


async def join_by_phone(board, phone):
    """Join the game with a phone under the first nickname offered."""
    name = (await phone.get("/api/me"))["nicknames"][0]
    answer = await phone.post("/api/join", code=board.web.room.code, name=name)
    assert answer["ok"]


async def test_a_stranger_is_an_address(board):
    one, two = board.browser(), board.browser()
    assert kind_of(board, one) is SenderKind.STRANGER
    assert caller_of(board, one) == caller_of(board, two)
    assert caller_of(board, one) != caller_of(board, two, "203.0.113.98")


async def test_the_teacher_is_known_signed_in_and_signed_out(board):
    """The stamp opens nothing, but its browser need not queue with strangers."""
    teacher = await board.teacher()
    assert kind_of(board, teacher) is SenderKind.TEACHER
    await teacher.post("/api/teacher/logout")
    assert kind_of(board, teacher) is SenderKind.TEACHER
    teacher.client.cookies.clear()
    assert kind_of(board, teacher) is SenderKind.STRANGER


async def test_phones_with_a_seat_are_told_apart_behind_one_address(board):
    await board.teacher()
    one, two = board.browser("198.51.100.1"), board.browser("198.51.100.1")
    for phone in (one, two):
        await join_by_phone(board, phone)
    assert kind_of(board, one) is kind_of(board, two) is SenderKind.SEAT
    assert caller_of(board, one) != caller_of(board, two)


async def test_a_phone_that_was_sent_away_is_a_stranger(board):
    teacher, phone = await board.teacher(), board.browser()
    await join_by_phone(board, phone)
    assert kind_of(board, phone) is SenderKind.SEAT
    assert await teacher.post("/api/teacher/kick", phone=1) == {"ok": True}
    assert kind_of(board, phone) is SenderKind.STRANGER


async def test_cookies_of_ones_own_making_are_a_strangers(board):
    await board.teacher()
    forged = board.browser()
    for name in ("letterzone", "letterzone-teacher", "letterzone-wall"):
        forged.client.cookies.set(name, "0" * 32)
    forged.client.cookies.set("letterzone-known", f"{'0' * 32}.{'0' * 64}")
    assert kind_of(board, forged) is SenderKind.STRANGER


async def test_nothing_is_asked_of_the_table_for_it(board, monkeypatch):
    """Requests with forged cookies cause no question to the table or the store."""
    await board.teacher()
    forged = board.browser()
    forged.client.cookies.set("letterzone-known", f"{'0' * 32}.{'0' * 64}")
    kind_of(board, forged)  # what stamps are made with is read once
    asked = []
    monkeypatch.setattr(board.web.services.table_api.phones, "who", asked.append)
    monkeypatch.setattr(board.web.services.store, "get", asked.append)
    for number in range(20):
        forged.client.cookies.set("letterzone", f"{number:032}")
        kind_of(board, forged)
    assert asked == []
