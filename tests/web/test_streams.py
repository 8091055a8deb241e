"""A socket sends each event once, in order, with the number of missed ones."""

import asyncio
import json

import pytest
from websockets.asyncio.client import connect

from firmware_host.app.pages.place import listen
from firmware_host.web.live import EventStream
from firmware_host.web.server import serve
from tests.controller.bench import until
from tests.web.described import check_of
from tests.web.school import school


def told(stream):
    """Return the number of each new event, with how many were missed before it."""
    return [(one["n"], one["missed"]) for one in map(json.loads, stream())]


def kept(*numbers):
    """Return some events."""
    return [{"n": number, "what": "yes"} for number in numbers]


def test_only_what_comes_is_told_where_nobody_says_what_is_known():
    events = kept(1, 2)
    stream = EventStream(lambda: events, None)
    assert told(stream) == []
    events += kept(3)
    assert told(stream) == [(3, 0)]
    assert told(stream) == []


def test_what_is_kept_is_told_again_to_who_comes_back():
    assert told(EventStream(lambda: kept(4, 5, 6), 4)) == [(5, 0), (6, 0)]
    assert told(EventStream(lambda: kept(4, 5, 6), 0)) == [(4, 3), (5, 0), (6, 0)]


def test_who_is_slow_is_told_how_many_are_gone():
    events = kept(1)
    stream = EventStream(lambda: events, 1)
    events[:] = kept(5, 6)
    assert told(stream) == [(5, 3), (6, 0)]


def test_a_board_that_was_started_anew_counts_from_one():
    events = kept(8)
    stream = EventStream(lambda: events, 8)
    events[:] = kept(1, 2)
    assert told(stream) == [(1, 0), (2, 0)]


def test_nobody_is_told_anything_while_the_board_is_away():
    assert EventStream(lambda: None, None)() is None


@pytest.fixture
async def board(tmp_path):
    """A board behind a real server, and its address."""
    async with school(tmp_path) as now:
        plug = listen("127.0.0.1", 0)
        async with serve(now.app, plug):
            yield now, f"127.0.0.1:{plug.getsockname()[1]}"


async def test_a_game_is_told_as_it_happens(board):
    """Each event fits asyncapi.json, and none contains the secret word."""
    now, where = board
    check = check_of({"$ref": "#/components/schemas/Event"})
    await now.api.send(
        {"command": "choose", "players": ["Lee", "Tina"], "board_makes": False}
    )
    async with connect(
        f"ws://{where}/socket?as=events", origin=f"http://{where}"
    ) as socket:
        heard = []

        async def listen_on():
            async for text in socket:
                heard.append(json.loads(text))  # noqa: PERF401 - one by one, as they come

        task = asyncio.create_task(listen_on())
        await until(lambda: len(now.web.live) == 1)
        await now.api.send({"command": "begin", "language": "en", "length": 5})
        await now.api.do({"do": "secret", "by": 0, "word": "HOBBY"})
        await now.api.do({"do": "guess", "by": 1, "word": "PANDA"})
        await until(lambda: any(one["what"] == "wrong" for one in heard))
        assert "HOBBY" not in str(heard)
        await now.api.do({"do": "guess", "by": 1, "word": "HOBBY"})
        await until(lambda: any(one["what"] == "right" for one in heard))
        task.cancel()
    assert [one["n"] for one in heard] == list(range(1, len(heard) + 1))
    assert {one["missed"] for one in heard} == {0}
    assert all(check.is_valid(one) for one in heard)
