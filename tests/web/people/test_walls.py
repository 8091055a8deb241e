"""Which screens show the joining code."""

import pytest

from firmware_host.web.people.door import SCREENS, WAITING, Walls
from tests.web.school import school

OK = {"ok": True}


@pytest.fixture
async def board(tmp_path):
    async with school(tmp_path) as opened:
        yield opened


async def shows(browser):
    """Return whether a wall in that browser shows the code."""
    join = (await browser.get("/api/state?as=wall"))["join"]
    assert join["shows"] == bool(join["code"]) == bool(join["url"])
    return join["shows"]


async def document(teacher):
    return (await teacher.get("/api/state?as=teacher"))["teacher"]["walls"]


async def test_a_wall_that_was_open_before_the_class_shows_it_still(board):
    """
    At home every wall shows the code; a wall opened before the class keeps it.

    A new browser does not show it in class.
    """
    wall = board.browser()
    assert await shows(wall)
    assert await wall.post("/api/wall") == OK
    teacher = await board.teacher()
    assert (await shows(wall), await shows(board.browser())) == (True, False)
    assert await document(teacher) == [{"number": 1, "shows": True}]


async def test_a_wall_is_let_in_by_the_teacher(board):
    """
    A wall waits with a number.

    The teacher shows the code on it and hides it again.
    """
    teacher, wall = await board.teacher(), board.browser()
    assert await wall.post("/api/wall") == {"ok": True, "waits": 1}
    assert await wall.post("/api/wall") == {"ok": True, "waits": 1}
    assert not await shows(wall)
    body = {"number": 1, "shows": True}
    assert await teacher.post("/api/teacher/walls", **body) == OK
    assert await shows(wall)
    assert await teacher.post("/api/teacher/walls", number=1, shows=False) == OK
    assert not await shows(wall)
    assert await teacher.post("/api/teacher/walls", **body) == "wall-gone"


async def test_many_laptops_that_ask_are_refused_in_words(board):
    teacher = await board.teacher()
    for n in range(WAITING):
        await board.browser(f"198.51.100.{n}").post("/api/wall")
    assert await board.browser("192.0.2.9").post("/api/wall") == "walls-full"
    assert len(await document(teacher)) == WAITING


async def test_the_wall_on_the_teachers_own_computer_needs_nothing(board):
    teacher = await board.teacher()
    assert await shows(teacher)
    assert await teacher.post("/api/wall") == OK
    await teacher.post("/api/teacher/logout")
    assert await shows(teacher)


async def test_a_wall_outlives_a_restart_and_its_cookie_is_not_kept(tmp_path):
    async with school(tmp_path) as board:
        wall = board.browser()
        await wall.post("/api/wall")
        await board.teacher()
        token = wall.client.cookies["letterzone-wall"]
        assert token not in board.web.services.store.get("room")
    async with school(tmp_path) as board:
        again = board.browser()
        assert not await shows(again)
        again.client.cookies.set("letterzone-wall", token)
        assert await shows(again)


def test_one_of_each_address_waits_and_pushes_nobody_out():
    """A laptop that asks a thousand times; then as many laptops."""
    walls = Walls([])
    walls.show("wall that shows")
    projector = walls.ask("projector", "10.0.0.1")
    for n in range(1000):
        walls.ask(f"window {n}", "10.0.0.99")
    assert len(walls.document()) == 3
    for n in range(1000):
        walls.ask(f"laptop {n}", f"10.1.{n // 200}.{n % 200}")
    assert len(walls.document()) == 1 + WAITING
    assert walls.ask("projector", "10.0.0.1") == projector
    assert walls.ask("late", "10.0.0.2") == 0
    assert walls.kept() == ["wall that shows"]


def test_behind_one_address_screens_are_told_apart():
    """Other screens behind the same address do not replace the first one."""
    walls = Walls([])
    first = walls.ask("projector", "10.0.0.1", one_address=True)
    walls.ask("laptop", "10.0.0.1", one_address=True)
    assert first in [one["number"] for one in walls.document()]
    for n in range(1000):
        walls.ask(f"window {n}", "10.0.0.1", one_address=True)
    assert first in [one["number"] for one in walls.document()]


def test_only_so_many_show():
    walls = Walls([])
    for n in range(100):
        walls.show(f"screen {n}")
    assert len(walls.kept()) == SCREENS
