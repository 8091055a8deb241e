"""The periodic tasks of the web process."""

from dataclasses import replace

import pytest

from firmware_host.errors import AwayError
from firmware_host.web import upkeep
from firmware_host.web.people.codes import SHOWN_MS
from tests.controller.bench import until
from tests.web.school import ADDRESS, school


@pytest.fixture
async def board(tmp_path, monkeypatch):
    monkeypatch.setattr(upkeep, "EVERY_S", 0.01)
    async with school(tmp_path) as opened:
        yield opened


async def test_the_table_learns_where_phones_find_the_pages(board):
    """
    The table gets the pages' address whenever it changes.

    A loopback address counts as none.
    """
    await until(lambda: board.table.session.pages == ADDRESS)
    for address, told in (
        ("http://127.0.0.1:8080", ""),
        ("http://10.42.0.1", "http://10.42.0.1"),
        ("http://localhost", ""),
    ):
        moved = replace(board.web.services, address=lambda now=address: now)
        board.web.services = moved
        await until(lambda now=told: board.table.session.pages == now)


async def test_walls_are_told_of_another_code(board):
    await board.teacher()
    before, told = board.web.room.code, board.web.live.number
    board.clock.ahead_ms += SHOWN_MS
    await until(lambda: board.web.room.code != before)
    await until(lambda: board.web.live.number > told)


async def test_a_fault_is_logged_once_and_stops_nothing(board, monkeypatch, caplog):
    faults = []

    async def broken(_seen):
        faults.append("a bug")
        raise RuntimeError(faults[-1])

    with monkeypatch.context() as patched:
        patched.setattr(board.web.room, "turn", broken)
        await until(lambda: len(faults) > 2)
    assert caplog.text.count("the pages do by themselves failed") == 1
    await board.teacher()
    before = board.web.room.code
    board.clock.ahead_ms += SHOWN_MS
    await until(lambda: board.web.room.code != before)


async def test_a_table_that_is_away_is_waited_for_in_silence(
    board, monkeypatch, caplog
):
    asked = []

    async def away(_seen):
        asked.append(1)
        raise AwayError

    with monkeypatch.context() as patched:
        patched.setattr(board.web.room, "turn", away)
        await until(lambda: len(asked) > 2)
    assert "the pages do by themselves failed" not in caplog.text
