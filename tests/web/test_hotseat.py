"""
A shared screen opens one seat at a time, on a socket of its own.

The seat's private data is on this socket only: not in the board's document, and not at
any path.
"""

import asyncio
import json
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from firmware_host.app.pages.place import listen
from firmware_host.board.commands import SeatPhone
from firmware_host.web.server import serve
from tests.web.described import check_of
from tests.web.school import PATIENCE_S, client_at, school


class Look:
    """A virtual board that shows nothing."""

    def look(self, _language):
        """Return an empty board."""
        return {"troubles": {}}

    async def touch(self, _what):
        """Take a touch."""

    def on_change(self, _tell):
        """Ignore the callback: nothing changes by itself."""


@pytest.fixture
async def board(tmp_path):
    """A game of KEYWORD for two at one screen, and its address."""
    async with school(tmp_path, Look()) as now:
        plug = listen("127.0.0.1", 0)
        async with serve(now.app, plug):
            session = now.table.session  # a board that is a page has no lid
            now.table.session = replace(session, maker_screen=False)
            await now.api.send(
                {"command": "begin", "players": ["Tina", "Ben"], "game": "keyword"}
            )
            assert await now.api.do({"do": "deal"}) is None
            yield now, f"127.0.0.1:{plug.getsockname()[1]}"


@asynccontextmanager
async def opened(where, query):
    """Open a socket of the board."""
    at = f"ws://{where}/socket?{query}"
    async with connect(at, origin=f"http://{where}") as socket:
        yield socket


async def document(socket):
    """Return the next document."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            told = json.loads(await socket.recv())
            if "beat" not in told:
                return told


async def closed(socket):
    """Wait until a socket is closed by the board."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            try:
                await socket.recv()
            except ConnectionClosed:
                return


async def refused(where, query):
    """Return True if the socket is refused."""
    try:
        async with opened(where, query):
            return False
    except InvalidStatus as fault:
        return fault.response.status_code == 403


async def test_one_socket_has_what_a_phone_of_that_seat_would_get(board):
    now, where = board
    hands = now.table.session.playing.game.hands
    async with opened(where, "as=hot&seat=1&lang=en") as socket:
        own = await document(socket)
        check_of({"$ref": "#/components/schemas/State"}).validate(own)
        assert own["you"]["seat"] == 1
        assert own["you"]["secret"]["hand"] == list(hands[1])
        assert "lay" in own["you"]["may"]
        assert "board" not in own
        async with opened(where, "as=board&lang=en") as shared:
            all_see = await document(shared)
            assert all_see["hot"] == {
                "seats": [0, 1],
                "looks": [0, 1],
                "needs": [{"seat": 0, "why": "cards"}, {"seat": 1, "why": "cards"}],
            }
            assert "you" not in all_see
            assert '"hand":' not in json.dumps(all_see)


async def test_the_longest_words_of_a_hand_are_told_while_its_seat_is_open(board):
    """The longest words of a hand are sent only while its own seat is open."""
    now, where = board

    async def words():
        async with client_at(f"http://{where}") as one:
            answer = await one.get("/api/longest")
            return answer.json()["words"]

    async with opened(where, "as=hot&seat=0") as socket:
        await document(socket)
        assert await words() == []  # nothing has been shown yet
    for seat in 0, 1:
        assert await now.api.do({"do": "pass", "by": seat}) is None
    assert await words() == []
    found = []
    for seat in 0, 1:
        async with opened(where, f"as=hot&seat={seat}") as socket:
            await document(socket)
            found.append(await words())
    assert all(found)
    assert found[0] != found[1]
    assert await words() == []


async def test_a_seat_that_is_opened_closes_the_one_before(board):
    _, where = board
    async with opened(where, "as=hot&seat=0") as first:
        await document(first)
        async with opened(where, "as=hot&seat=1") as second:
            assert (await document(second))["you"]["seat"] == 1
            await closed(first)


async def test_it_is_closed_as_soon_as_a_phone_serves_the_player(board):
    now, where = board
    async with opened(where, "as=hot&seat=0") as socket:
        await document(socket)
        await now.api.do({"do": "end"})
        await closed(socket)
    await now.api.send({"command": "begin", "game": "keyword"})
    await now.api.send(SeatPhone("a", 0).line)
    await now.api.do({"do": "deal"})
    assert await refused(where, "as=hot&seat=0")
    assert not await refused(where, "as=hot&seat=1")


@pytest.mark.parametrize("query", ["as=hot", "as=hot&seat=2", "as=hot&seat=x"])
async def test_a_seat_that_is_none_is_not_opened(query, board):
    _, where = board
    assert await refused(where, query)


async def test_only_hands_at_the_board_open_a_seat(board):
    """Opening a seat needs the board's key, not only the board's own address."""
    now, where = board
    now.web.services = type(now.web.services)(
        **{**now.web.services.__dict__, "board_key": "key"}
    )
    assert await refused(where, "as=hot&seat=0")


async def test_no_path_answers_with_an_open_seat(board):
    _, where = board
    async with (
        opened(where, "as=hot&seat=0") as socket,
        client_at(f"http://{where}") as browser,
    ):
        await document(socket)
        answer = await browser.get("/api/state?as=hot&seat=0")
        assert answer.status_code == 403


async def test_a_paused_game_opens_no_seat(board):
    now, where = board
    async with opened(where, "as=hot&seat=0") as socket:
        await document(socket)
        await now.api.send({"command": "pause", "paused": True})
        await closed(socket)
    assert await refused(where, "as=hot&seat=0")


async def test_a_line_of_the_opened_seat_is_that_seats(board):
    now, where = board
    async with client_at(f"http://{where}") as hands:
        seen = (await hands.get("/api/state?as=board")).json()["seen"]
        line = {"do": "pass", "by": 1, "discard": [], "seen": seen}
        assert (await hands.post("/api/do", json=line)).json() == {"ok": True}
    assert now.see()["view"]["passed"] == (1,)


async def test_the_opened_seat_alone_reads_why_its_line_was_refused(board):
    """
    The refusal's reason is sent only while the seat is open.

    It may name a letter; otherwise the answer says only that it was refused.
    """
    now, where = board
    await now.api.do({"do": "end"})
    wanted = {"command": "begin", "game": "decipher", "board_makes": False}
    await now.api.send({**wanted, "length": 5})
    async with client_at(f"http://{where}") as hands:

        async def said():
            seen = (await hands.get("/api/state?as=board&lang=en")).json()["seen"]
            line = {"do": "secret", "by": 0, "word": "QXJVY", "seen": seen}
            return (await hands.post("/api/do?lang=en", json=line)).json()["text"]

        hushed = await said()
        async with opened(where, "as=hot&seat=0&lang=en") as socket:
            await document(socket)
            assert "QXJVY" in await said()
        assert "QXJVY" not in hushed
        now.web.live.changed()
        assert await said() == hushed


async def test_two_with_phones_and_two_without_play_a_round(tmp_path):
    """Each looks where they can, and the words are shown once all have passed."""
    async with school(tmp_path, Look()) as now:
        plug = listen("127.0.0.1", 0)
        async with serve(now.app, plug):
            where = f"127.0.0.1:{plug.getsockname()[1]}"
            session = now.table.session
            now.table.session = replace(session, maker_screen=False)
            names = ["Tina", "Ben", "Lee", "Ida"]
            begin = {"command": "begin", "players": names, "game": "keyword"}
            await now.api.send(begin)
            phones = []
            for seat in (1, 3):
                phone = now.browser()
                code = now.web.room.code
                assert "phone" in await phone.post("/api/join", code=code, seat=seat)
                phones.append(phone)
            await phones[0].post("/api/do", do="deal")
            async with opened(where, "as=board") as shared:
                assert (await document(shared))["hot"]["seats"] == [0, 2]
            assert [await refused(where, f"as=hot&seat={seat}") for seat in (1, 3)] == [
                True,
                True,
            ]
            for phone in phones:
                assert (await phone.get("/api/state?as=seat"))["you"]["secret"]["hand"]
                assert await phone.post("/api/do", do="pass") == {"ok": True}
            sand = now.see()["view"]["sand_since"]
            assert sand == (None,) * 4  # two are done, and two have not looked
            async with client_at(f"http://{where}") as hands:
                for seat in (0, 2):
                    async with opened(where, f"as=hot&seat={seat}") as socket:
                        own = await document(socket)
                        assert own["view"]["sand_since"][seat] is not None
                        line = {"do": "pass", "by": seat, "seen": own["seen"]}
                        answer = await hands.post("/api/do", json=line)
                        assert answer.json() == {"ok": True}
            assert len(now.see()["view"]["results"]) == 1
