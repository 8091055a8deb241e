"""Names are erased automatically when a board rests, but never during a game."""

import asyncio

import pytest

from firmware_host.board.commands import Pause, Sit
from firmware_host.board.entries import JOURNAL
from firmware_host.web import upkeep
from firmware_host.web.state import Web
from firmware_host.web.upkeep import REST_MS, START_MS, is_due, run_upkeep
from tests.controller.bench import until
from tests.web.school import school

NAMES = ("Theodora", "Balthasar")


@pytest.fixture(autouse=True)
def often(monkeypatch):
    """Run the upkeep every hundredth of a second."""
    monkeypatch.setattr(upkeep, "EVERY_S", 0.01)


def named(board):
    """Return the names that everybody reads."""
    return [
        one["name"] for one in board.see()["players"] if isinstance(one["name"], str)
    ]


async def lesson(board):
    """Begin a game of a class with names; wait until the class has noticed them."""
    teacher = await board.teacher()
    await board.begin(teacher, *NAMES)
    await until(lambda: board.web.services.store.get("names"))
    return teacher


async def a_while():
    """Wait long enough for several upkeep runs."""
    await asyncio.sleep(0.1)


async def test_names_go_once_nobody_has_done_anything_for_hours(tmp_path):
    """
    Names are erased from table and journal after hours without an action.

    Each action restarts the time; the teacher's page lists the erasure, once.
    """
    async with school(tmp_path) as board:
        await lesson(board)
        board.clock.ahead_ms += REST_MS - 60_000
        await a_while()
        assert named(board) == [*NAMES]
        await board.api.send(Pause(paused=True).line)
        board.clock.ahead_ms += REST_MS - 60_000
        await a_while()
        assert named(board) == [*NAMES]
        board.clock.ahead_ms += 60_000
        await until(lambda: board.web.classroom.acts[-1][0] == "names-gone")
        await a_while()
        assert named(board) == []
        assert len(board.web.classroom.acts) == 2, "it is done once"
    kept = b"".join(one.read_bytes() for one in tmp_path.rglob(f"{JOURNAL}*"))
    assert kept
    assert b"Theodora" not in kept


async def test_whoever_waits_at_the_door_is_forgotten_too(tmp_path):
    async with school(tmp_path) as board:
        await lesson(board)
        board.web.room.door.knock("key", "192.0.2.1", "Otter")
        board.clock.ahead_ms += REST_MS
        await until(lambda: not named(board))
        assert board.web.room.door.guests() == []


async def test_names_at_home_stay(tmp_path):
    async with school(tmp_path) as board:
        await board.api.send(Sit("Oma").line)
        board.clock.ahead_ms += 10 * REST_MS
        await a_while()
        assert named(board) == ["Oma"]


async def test_a_board_switched_on_without_a_game_has_no_names_any_more(tmp_path):
    """The lesson was over; whatever its clock says."""
    async with school(tmp_path) as board:
        await lesson(board)
        await board.api.do({"do": "end"})
        await a_while()
        assert named(board) == [*NAMES]
    async with school(tmp_path) as board:
        await until(lambda: not named(board))


@pytest.mark.parametrize("goes_on", [True, False])
async def test_a_game_that_was_cut_off_keeps_its_names_if_it_goes_on(tmp_path, goes_on):
    """A plug that was pulled in a lesson ends no lesson."""
    async with school(tmp_path) as board:
        await lesson(board)
    async with school(tmp_path) as board:
        board.clock.ahead_ms += START_MS - 60_000
        await a_while()
        assert named(board) == [*NAMES]
        if goes_on:
            before = board.web.services.store.get("names")
            await board.api.send(Pause(paused=True).line)
            await until(lambda: board.web.services.store.get("names") != before)
        board.clock.ahead_ms += 60_000
        if goes_on:
            await a_while()
            assert named(board) == [*NAMES]
            board.clock.ahead_ms += REST_MS
        await until(lambda: not named(board))


async def test_pages_that_come_back_erase_nothing(tmp_path):
    """Restarting the web part between two games erases no names."""
    async with school(tmp_path) as board:
        await lesson(board)
        await board.api.do({"do": "end"})
        async with run_upkeep(Web(board.web.services)):
            await a_while()
        assert named(board) == [*NAMES]


@pytest.mark.parametrize(
    ("ms", "acted", "start", "playing", "due"),
    [
        *((REST_MS - 1, True, "b", one, False) for one in (True, False)),
        *((REST_MS, one, "b", True, True) for one in (True, False)),
        (0, False, "a", False, True),
        (START_MS - 1, False, "a", True, False),
        (START_MS, False, "a", True, True),
        (START_MS, True, "a", True, False),
    ],
)
def test_when_it_is_time(ms, acted, start, playing, due):
    rest = {"ms": ms, "acted": acted, "start": "b"}
    assert is_due(rest, start, playing=playing) is due
