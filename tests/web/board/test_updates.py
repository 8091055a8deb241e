"""Updates in the browser: the offer, accepting it, deferring it, and going back."""

import pytest

from firmware_host import __version__
from firmware_host.app.system.updates import (
    News,
    UpdateRequests,
    UpdateState,
    Wish,
    take_wish,
    tell,
)
from tests.web.school import school


class Root:
    """The two files by which root and the board exchange update news and wishes."""

    def __init__(self, folder):
        self.news, self.wish = folder / "run" / "news.json", folder / "wish"
        self.updates = UpdateRequests(self.news, self.wish)

    def tells(self, *news, **more):
        """Write update news as root does."""
        tell(News(*news, **more), self.news)

    def finds(self):
        """Take the wish from its file and return it."""
        return take_wish(self.wish)


@pytest.fixture
def root(tmp_path):
    return Root(tmp_path)


@pytest.fixture
async def board(tmp_path, root):
    async with school(tmp_path, updates=root.updates) as opened:
        yield opened


async def test_the_teacher_sees_what_there_is(board, root):
    root.tells(UpdateState.OFFERED, "0.2.0", back="0.0.9")
    teacher = await board.teacher()
    assert (await teacher.get("/api/update"))["update"] == {
        "now": __version__,
        "state": "offered",
        "version": "0.2.0",
        "why": "",
        "back": "0.0.9",
        "text": "",
    }


async def test_why_not_is_a_sentence(board, root):
    root.tells(UpdateState.FAILED, why="update-key")
    teacher = await board.teacher()
    found = (await teacher.get("/api/update?lang=en"))["update"]
    assert found["text"] == "The package is not signed by a key that this board trusts."


@pytest.mark.parametrize("wish", list(Wish))
async def test_what_is_wanted_lies_there_for_root(board, root, wish):
    teacher = await board.teacher()
    assert await teacher.post("/api/update", want=wish) == {"ok": True}
    assert root.finds() is wish
    acts = (await teacher.get("/api/state?as=teacher"))["teacher"]["acts"]
    assert acts[-1]["act"] == f"update-{wish}"


async def test_a_game_is_not_cut_short(board, root):
    """Looking is fine; the board gets dark only between two games."""
    teacher = await board.teacher()
    await board.begin(teacher, "Tina", "Lee", length=5)
    for wish in (Wish.INSTALL, Wish.BACK):
        assert await teacher.post("/api/update", want=wish) == "update-game"
        assert root.finds() is None
    assert await teacher.post("/api/update", want=Wish.LOOK) == {"ok": True}


async def test_nobody_but_the_teacher_may(board, root):
    stranger = board.browser()
    assert await stranger.get("/api/update") == 403
    assert await stranger.post("/api/update", want="install") == "role"
    assert root.finds() is None


async def test_nothing_else_can_be_wanted(board, root):
    teacher = await board.teacher()
    assert "error" in await teacher.post("/api/update", want="rm")
    assert root.finds() is None


async def test_a_board_that_is_no_package_says_so(tmp_path):
    async with school(tmp_path) as board:
        teacher = await board.teacher()
        assert await teacher.get("/api/update") == {"update": None}
        assert await teacher.post("/api/update", want="look") == "update-nobody"
