"""Requests on a bad connection: torn, sent twice, or with a lost answer."""

import asyncio
import json
import logging
from contextlib import asynccontextmanager

import pytest

from firmware_host.app.pages.place import listen
from firmware_host.board.commands import Sit
from firmware_host.web import app as application
from firmware_host.web.server import serve
from tests.controller.bench import until
from tests.web.people.test_seats import round_of, table_of, you
from tests.web.school import GAME, HEADERS, school
from tests.web.visitors import Hands


@asynccontextmanager
async def served(folder):
    """Open a virtual board whose pages are served at a real port."""
    async with school(folder, Hands()) as board:
        ears = listen("127.0.0.1", 0)
        board.port = ears.getsockname()[1]
        async with serve(board.app, ears):
            yield board


@pytest.fixture
async def board(tmp_path):
    async with served(tmp_path) as opened:
        yield opened


def request(browser, path, body):
    """Return a POST of a browser as bytes, as a proxy would send it again."""
    content = json.dumps(body).encode()
    lines = [f"POST {path} HTTP/1.1", "Host: localhost"]
    cookies = "; ".join(f"{k}={v}" for k, v in browser.client.cookies.items())
    fields = HEADERS | {"content-type": "application/json"}
    fields |= {"content-length": str(len(content)), "connection": "close"}
    fields |= {"cookie": cookies} if cookies else {}
    lines += [f"{name}: {value}" for name, value in fields.items()]
    return "\r\n".join([*lines, "", ""]).encode(), content


async def deliver(board, sent, *, listens=True):
    """Send bytes on a line of their own; return the answer, or hang up at once."""
    reader, writer = await asyncio.open_connection("127.0.0.1", board.port)
    writer.write(sent)
    await writer.drain()
    try:
        if listens:
            answer = await asyncio.wait_for(reader.read(), 20)
            return int(answer.split()[1]), answer.rpartition(b"\r\n\r\n")[2]
    finally:
        writer.close()


def stand(board):
    """Return the state of the game, without clocks and without shown refusals."""
    others = ("n", "seen", "elapsed_ms", "left_ms", "now_ms", "moments", "screen")
    return {key: value for key, value in board.see().items() if key not in others}


#: Any other request.
ASKS = b"GET /api/me HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"

#: The commands of players: the path, and the body without ``seen``.
COMMANDS = {
    "guess": ("/api/do", {"do": "guess", "word": "PANDA"}),
    "undo": ("/api/do", {"do": "undo"}),
    "void": ("/api/do", {"do": "void"}),
    "end": ("/api/do", {"do": "end"}),
    "pause": ("/api/pause", {"paused": True}),
    "sit": ("/api/sit", {"name": "*"}),
    "stand": ("/api/stand", {"seat": 2}),
    "name": ("/api/name", {"name": "Anna", "seat": 1}),
    "animal": ("/api/animal", {"animal": "panda"}),
    "hunch": ("/api/hunch", {"word": "TIGER"}),
    "settings": ("/api/settings", {"language": "de"}),
}


def made_for(path, body, seen):
    """Return a body with ``seen``, where the path takes one."""
    return body | {"seen": seen} if path in GAME else body


@pytest.mark.parametrize("name", COMMANDS)
async def test_a_command_that_a_proxy_sends_twice_is_carried_out_once(board, name):
    """A command sent twice changes the state once."""
    phones = await round_of(board, "Ann", "Ben", "Lee")
    assert await phones[2].post("/api/do", do="guess", word="TIGER") == {"ok": True}
    path, body = COMMANDS[name]
    seen, before = await phones[0].seen(), stand(board)
    sender = phones[2 if name == "hunch" else 1]
    sent = b"".join(request(sender, path, made_for(path, body, seen)))
    first = await deliver(board, sent)
    assert first == (200, b'{"ok":true}'), first
    once = stand(board)
    assert once != before or name == "hunch"  # which is nobody's business
    await deliver(board, sent)
    assert stand(board) == once


#: The commands of a host or a teacher between two games.
BETWEEN = {
    "sit": ("/api/sit", {"name": "*"}),
    "bot": ("/api/bot", {"strength": "easy"}),
    "begin": ("/api/begin", {"length": 4}),
}


@pytest.mark.parametrize("name", BETWEEN)
async def test_nobody_sits_down_twice_between_two_games(board, name):
    """A player who has no name but that of an animal is one player."""
    (phone,) = await table_of(board, "Ann")
    path, body = BETWEEN[name]
    sent = b"".join(request(phone, path, made_for(path, body, await phone.seen())))
    assert (await deliver(board, sent))[0] == 200
    once = board.see()["players"]
    assert (await deliver(board, sent))[0] == 409
    assert board.see()["players"] == once


#: The key that a page makes for its phone before it joins.
KEY = "0123456789abcdef" * 2


async def test_a_phone_that_comes_in_twice_has_one_place(board):
    """The first answer, and its cookie, got lost: the second one brings them."""
    body = {"code": board.web.room.code, "name": "Ann", "key": KEY}
    browser = board.browser()
    sent = b"".join(request(browser, "/api/join", body))
    await deliver(board, sent, listens=False)
    await until(lambda: board.see()["players"])
    answer = await browser.post("/api/join", **body)
    assert answer == {"ok": True, "phone": 1}
    assert (await you(browser))["seat"] == 0
    assert await browser.post("/api/join", **body) == answer  # and with the cookie
    assert [one["name"] for one in board.see()["players"]] == ["Ann"]
    assert await browser.post("/api/join", **body | {"name": "Ben"}) == "join-seated"
    other = board.browser()  # who has the name, and not the key, is somebody else
    del body["key"]
    assert await other.post("/api/join", **body) == "join-name-taken"
    assert await other.post("/api/join", **body, key="f" * 32) == "join-name-taken"


@pytest.mark.parametrize("wish", [{"name": "Ann"}, {"seat": 0}, {}])
async def test_a_phone_that_comes_in_twice_at_once_has_one_place(board, wish):
    """Three identical join requests at once give one seat: by name, seat or team."""
    await board.api.send(Sit("", "circle").line)
    await board.web.room.set_doors(teams=wish == {})
    body = {"code": board.web.room.code, "key": KEY} | wish
    sent = b"".join(request(board.browser(), "/api/join", body))
    before = len(board.see()["players"])
    answers = await asyncio.gather(*(deliver(board, sent) for _ in range(3)))
    assert answers == [(200, b'{"ok":true,"phone":1}')] * 3
    assert len(board.see()["players"]) == before + ("name" in wish)
    assert len(board.api.phones.all()) == 1


async def test_a_phone_that_knocks_twice_waits_once(board):
    """The teacher sees one guest, and lets one in."""
    teacher = await board.teacher()
    await teacher.post("/api/teacher/doors", door="admit")
    free = (await board.browser().get("/api/me"))["nicknames"][0]
    browser = board.browser()
    body = {"code": board.web.room.code, "name": free, "key": KEY}
    sent = b"".join(request(browser, "/api/join", body))
    assert await deliver(board, sent) == await deliver(board, sent)
    guests = board.web.room.door.guests()
    assert [one.name for one in guests] == [free]
    await teacher.post("/api/teacher/admit", guests=[guests[0].number], come=True)
    assert await browser.post("/api/join", key=KEY) == {"ok": True, "phone": 1}
    assert await browser.post("/api/join", key=KEY) == {"ok": True, "phone": 1}
    assert [one["name"] for one in board.see()["players"]] == [free]


async def test_a_screen_that_asks_twice_waits_once(board):
    """A wall that repeats its request gets the same number, by key or by cookie."""
    teacher = await board.teacher()
    await teacher.post("/api/teacher/doors", one_address=True)
    lost, screen, other = (board.browser("192.0.2.9") for _ in range(3))
    for browser in (lost, screen):  # which is the same screen, without its cookie
        assert await browser.post("/api/wall", key=KEY) == {"ok": True, "waits": 1}
    assert await screen.post("/api/wall") == {"ok": True, "waits": 1}  # by its cookie
    assert await other.post("/api/wall", key="f" * 32) == {"ok": True, "waits": 2}


async def test_a_code_for_coming_back_counts_for_the_same_phone_again(board):
    """A return code works again for the same phone's key, and for no other phone."""
    await table_of(board, "Ann")
    code = board.web.classroom.returns.offer(1)
    browser = board.browser()
    sent = b"".join(request(browser, "/api/return", {"code": code, "key": KEY}))
    first = await deliver(board, sent)
    assert first[0] == 200
    assert (await browser.post("/api/return", code=code, key=KEY))["ok"]
    assert (await you(browser))["seat"] == 0
    assert await board.browser().post("/api/return", code=code) == "return-code"
    assert len(board.api.phones.all()) == 1


async def test_a_page_makes_no_key_that_is_no_key(board):
    """A malformed key is refused, because the key becomes a cookie."""
    for key in ("short", "g" * 32, "0" * 33, "0" * 32 + "\n"):
        answer = await board.browser().post("/api/join", name="Ann", key=key)
        assert "key" in answer["error"], key


async def test_a_command_whose_answer_is_lost_was_carried_out_once(board):
    """A repeated command after a lost answer is refused as stale."""
    phones = await round_of(board, "Ann", "Ben", "Lee")
    seen, tokens = await phones[1].seen(), board.see()["view"]["tokens"]
    body = {"do": "guess", "word": "PANDA", "seen": seen}
    sent = b"".join(request(phones[1], "/api/do", body))
    await deliver(board, sent, listens=False)
    await until(lambda: board.see()["view"]["tokens"] != tokens)
    code, told = await deliver(board, sent)
    assert (code, json.loads(told)["refused"]) == (409, "stale")
    assert board.see()["view"]["tokens"][1] == tokens[1] - 1


@pytest.mark.parametrize("part", [0.0, 0.5, 0.99])
async def test_a_body_that_is_cut_off_does_nothing(board, caplog, part):
    """The line ends in the middle of it; nothing is wrong with the server then."""
    caplog.set_level(logging.INFO)
    phones = await round_of(board, "Ann", "Ben", "Lee")
    before, seen = stand(board), await phones[1].seen()
    body = {"do": "guess", "word": "PANDA", "seen": seen}
    head, content = request(phones[1], "/api/do", body)
    await deliver(board, head + content[: int(len(content) * part)], listens=False)
    assert (await deliver(board, ASKS))[0] == 200  # what came first is handled by then
    assert stand(board) == before
    assert not [one for one in caplog.records if one.levelno >= logging.WARNING]


async def test_a_body_that_does_not_come_is_waited_for_and_then_refused(
    board, monkeypatch
):
    """A body that stays incomplete is refused with 408 and changes nothing."""
    monkeypatch.setattr(application, "BODY_S", 0.1)
    phones = await round_of(board, "Ann", "Ben", "Lee")
    before, seen = stand(board), await phones[1].seen()
    body = {"do": "guess", "word": "PANDA", "seen": seen}
    head, content = request(phones[1], "/api/do", body)
    code, told = await deliver(board, head + content[:20])
    assert (code, json.loads(told)) == (408, {"error": "the rest of it never came"})
    assert stand(board) == before


async def test_two_requests_of_different_lengths_are_not_one(board):
    """A length that is too small, too large or no number does nothing."""
    phones = await round_of(board, "Ann", "Ben", "Lee")
    before, seen = stand(board), await phones[1].seen()
    body = {"do": "guess", "word": "PANDA", "seen": seen}
    head, content = request(phones[1], "/api/do", body)
    length = f"content-length: {len(content)}".encode()
    for wrong in (b"content-length: 5", b"content-length: -1", b"content-length: 1e9"):
        answer = await deliver(board, head.replace(length, wrong) + content)
        assert answer is None or answer[0] == 400, wrong
    assert stand(board) == before
