"""Which screens show the code for joining."""

import pytest

from firmware_host.web.people.walls import SCREENS, Walls
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
    """At home every wall does; the projector is switched on first."""
    wall = board.browser()
    assert await shows(wall)
    assert await wall.post("/api/wall") == OK
    teacher = await board.teacher()
    assert (await shows(wall), await shows(board.browser())) == (True, False)
    assert await document(teacher) == [{"number": 1, "shows": True}]


async def test_a_wall_is_let_in_by_the_teacher(board):
    """It has a number until then, and can lose the code again."""
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


def test_only_so_many_wait_and_only_so_many_show():
    """Whoever asks a thousand times pushes out who waits, and no wall that shows."""
    walls = Walls([])
    walls.show("projector")
    for n in range(1000):
        walls.ask(f"window {n}")
    assert walls.kept() == ["projector"]
    assert len(walls.document()) == SCREENS + 1
    for n in range(100):
        walls.show(f"screen {n}")
    assert len(walls.kept()) == SCREENS
