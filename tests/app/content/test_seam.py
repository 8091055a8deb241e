"""A game of somebody else's at our board: every page answers, whatever it does."""

import importlib
import logging
import sys

import pytest

from firmware_host.app.content import games
from firmware_host.web.app import PAGES
from tests.contracts.test_outside import entry_points, fence, forget
from tests.controller.bench import until
from tests.web.school import PASSPHRASE, school

#: What every page asks for.
ASKED = (
    *PAGES,
    *(f"/api/state?as={view}" for view in ("wall", "seat", "teacher", "board")),
    *("/api/games", "/api/me", "/api/history", "/api/history/1", "/openapi.json"),
    *("/texts/en.json", "/texts/de.json", "/qr.svg"),
)

#: What has nothing to be given, and raises instead of saying so.
NO_REQUESTS = """    def requests(self, hunt):
        return hunt.nothing

    def start(self, header):
"""

#: What is wrong with a game from outside: what stands in its module, and what instead.
FAULTS = {
    "its view raises": (
        "if self.coin and not self.over else None",
        "if self.nothing else None",
    ),
    "its view holds what is no JSON": (
        "        return min(len(self.results) + 1, self.coins)",
        "        return self",
    ),
    "its view lacks a field": ('"tried", "totals"', '"tired", "totals"'),
    "its face raises": (
        "def face(self, hunt, names):",
        "def face(self, hunt, names, more):",
    ),
    "its face says what has a gap": (
        'say("turn-treasure", name=names[hunt.turn])',
        'say("turn-treasure", who=names[hunt.turn])',
    ),
    "its face has too few zones": ("tuple(map(ZoneFace, lamps))", "()"),
    "requests raises": ("    def start(self, header):\n", NO_REQUESTS),
}


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Return what installs the page's game, as it is or with one thing otherwise."""

    def installed(was="", now=""):
        text = fence("python")
        assert was in text
        info = tmp_path / "outside" / "treasure-1.dist-info"
        info.mkdir(parents=True)
        module = info.parent / "treasure.py"
        module.write_text(text.replace(was, now) if was else text, encoding="utf-8")
        (info / "METADATA").write_text(
            "Metadata-Version: 2.1\nName: treasure\nVersion: 1"
        )
        (info / "entry_points.txt").write_text(entry_points())
        monkeypatch.syspath_prepend(info.parent)
        forget_all()
        return games.find("treasure")

    yield installed
    monkeypatch.undo()
    sys.modules.pop("treasure", None)
    forget_all()


def forget_all():
    """Let everybody ask anew what is installed."""
    importlib.invalidate_caches()
    forget()


async def answers(board):
    """Return which of the pages and documents fail, for a teacher and for a phone."""
    teacher, phone = board.browser(), board.browser()
    if (await teacher.get("/api/teacher/me"))["claimed"]:
        await teacher.post("/api/teacher/login", passphrase=PASSPHRASE)
    else:
        teacher = await board.teacher()
    await phone.post("/api/join", code=board.web.room.code, seat=0)
    return {
        (path, answer.status_code)
        for browser in (teacher, phone)
        for path in ASKED
        if (answer := await browser.client.get(path)).status_code >= 500
    }


async def begin(board):
    """Let Tina and Ben begin to look for the coin."""
    table_api = board.web.services.table_api
    await table_api.adopt({"place": "home", "players": ["Tina", "Ben"]})
    await table_api.begin({"game": "treasure", "language": "en"})


async def test_the_samples_pages_answer_in_play_and_after_a_restart(tmp_path, install):
    """Installed by its entry point, begun, and taken up again."""
    install()
    async with school(tmp_path) as board:
        await begin(board)
        assert await answers(board) == set()
        assert (await board.browser().get("/api/state"))["game"] == "treasure"
        assert await board.web.services.table_api.do({"do": "tap", "zone": 1})
    async with school(tmp_path) as board:
        assert board.see().game == "treasure"
        assert await answers(board) == set()


@pytest.mark.parametrize("name", FAULTS)
async def test_a_fault_of_a_game_is_said_and_the_pages_live_on(
    tmp_path, install, caplog, name
):
    """On the board and on every page, in the log by its name; also after a restart."""
    install(*FAULTS[name])
    caplog.set_level(logging.WARNING)
    for _ in range(2):
        async with school(tmp_path) as board:
            if board.see().game != "treasure":
                await begin(board)
            await until(lambda: board.see().face.table.fault)
            for zone in range(1, 7):
                await board.web.services.table_api.do({"do": "tap", "zone": zone})
            assert await answers(board) == set()
            for language, said in (("en", "Treasure"), ("de", "Schatz")):
                state = await board.browser().get(f"/api/state?lang={language}")
                assert said in state["fault"]
            assert "treasure" in caplog.text
            caplog.clear()


async def test_a_game_with_a_fault_can_be_ended_and_another_begun(tmp_path, install):
    """Nobody has to pull the plug."""
    install("        match action:\n", "        match action.nothing:\n")
    async with school(tmp_path) as board:
        await begin(board)
        table_api = board.web.services.table_api
        outcome = await table_api.do({"do": "tap", "zone": 1})
        assert outcome.code == "game-fault"
        await table_api.do({"do": "end"})
        assert board.see().phase == "over"
        await table_api.begin({"game": "decipher", "language": "en"})
        assert board.see().game == "decipher"
        assert await answers(board) == set()


async def test_a_game_that_cannot_be_folded_again_loops_no_start(tmp_path, install):
    """It worked when it was played; a later version of it raises."""
    engine = install()
    async with school(tmp_path) as board:
        await begin(board)
        await until(lambda: board.see().view.turn is not None)
    engine.fold = None
    async with school(tmp_path) as board:
        assert await answers(board) == set()
        await board.web.services.table_api.begin({"game": "decipher", "language": "en"})
        assert board.see().game == "decipher"


#: What a game is asked once something has come of it.
ASKED_AFTERWARDS = (
    *(
        "answer",
        "begins",
        "buzz",
        "result",
        "answer_counts",
        "describe_fact",
        "describe_action",
        "voided",
    ),
    *("action", "sitting", "spoken_guess", "to_transcript"),
)


@pytest.mark.parametrize("name", ASKED_AFTERWARDS)
async def test_whatever_a_game_raises_the_table_lives_on(tmp_path, install, name):
    """One that cannot even say what has come of it: its pages answer, it ends."""
    engine = install()

    def broken(*_given, **_named):
        raise ZeroDivisionError

    async with school(tmp_path) as board:
        await begin(board)
        await until(lambda: board.see().view.turn is not None)
        setattr(engine, name, broken)
        table_api = board.web.services.table_api
        for zone in range(1, 7):
            await table_api.do({"do": "tap", "zone": zone})
        assert await answers(board) == set()
        await table_api.do({"do": "end"})
        assert board.see().phase == "over"
        assert await answers(board) == set()
        await table_api.begin({"game": "decipher", "language": "en"})
        assert board.see().game == "decipher"
