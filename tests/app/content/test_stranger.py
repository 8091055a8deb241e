"""An external game at the board: every page answers, whatever the game does."""

import importlib
import logging
import sys

import pytest

from firmware_host.app.content import outside, time_limit
from firmware_host.board.messages import Refused
from firmware_host.testing.cases import forget
from firmware_host.web.app import PAGES
from tests.contracts.test_outside import entry_points, fence
from tests.controller.bench import until
from tests.judged import judge_lines
from tests.web.school import PASSPHRASE, school

#: The paths that all pages request.
ASKED = (
    *PAGES,
    *(f"/api/state?as={view}" for view in ("wall", "seat", "teacher", "board")),
    *("/api/games", "/api/me", "/api/history", "/api/history/1", "/openapi.json"),
    *("/texts/en.json", "/texts/de.json", "/qr.svg"),
)

#: Wrong forms: an empty list where some are required, and one without a face.
NO_FORMS = """    def forms(self, at):
        return at.nothing

    def wake(self, hunt):
"""
ODD_FORM = """    def forms(self, at):
        class Odd(kit.Row):
            def hint(self, face):
                return None

        return (Odd(at, ("odd", 1), 1, ()),)

    def wake(self, hunt):
"""

#: Wrong moments: one that reveals the coin's zone, and one that is no moment.
TELLS = """    def moments(self, before, facts, after):
        from firmware_host.board.moments import Moment, What
        return (Moment(What.TURN, zone=after.coin),)

    def zones(self, hunt):
"""
NO_MOMENTS = """    def moments(self, before, facts, after):
        return ("yes",)

    def zones(self, hunt):
"""

#: Code that never returns.
HANGS = """    def decide(self, hunt, action):
        while True:
            pass
"""

#: Code whose result doubles with each call.
GROWS = """        self.__class__.long = 2 * getattr(self, "long", "x")
        return self.long"""

#: Faults of an external game: the text in its module, and the text that replaces it.
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
        '        no = kit.ZoneFace(kit.Lamp.NO, kit.say("no"))',
        "        no = kit.say()",
    ),
    "its face says what has a gap": ('say("no")', 'say("turn-treasure", who="Ben")'),
    "its face has too few zones": (
        "kit.ZoneFace() for zone in kit.ZONES",
        "0 for zone in ()",
    ),
    "its forms raise": ("    def wake(self, hunt):\n", NO_FORMS),
    "a form shows nothing": ("    def wake(self, hunt):\n", ODD_FORM),
    "it hangs while it decides": ("    def decide(self, hunt, action):\n", HANGS),
    "its view hangs": (
        "        return min(len(self.results) + 1, self.coins)",
        "        while True:\n            pass",
    ),
    "its view sleeps": (
        "        return min(len(self.results) + 1, self.coins)",
        "        import time\n        time.sleep(60)",
    ),
    "its face hangs after a tap": (
        "    def zones(self, hunt):\n",
        "    def zones(self, hunt):\n        while hunt.tried: pass\n",
    ),
    "its view shows the secret": (
        "        return min(len(self.results) + 1, self.coins)",
        "        return self.coin or 0",
    ),
    "its lamps show the secret": (
        "        return tuple(no if zone in hunt.tried else",
        "        return tuple(no if zone in (*hunt.tried, hunt.coin) else",
    ),
    "its moments show the secret": ("    def zones(self, hunt):\n", TELLS),
    "its moments are none": ("    def zones(self, hunt):\n", NO_MOMENTS),
    "it leaves the program": (
        "    def decide(self, hunt, action):\n",
        "    def decide(self, hunt, action):\n        raise SystemExit\n",
    ),
    "a number of its view is none": (
        "        return min(len(self.results) + 1, self.coins)",
        "        return float('nan')",
    ),
    "its view is huge": (
        "        return min(len(self.results) + 1, self.coins)",
        "        return 'x' * 100_000",
    ),
    "its view grows without bound": (
        *("        return min(len(self.results) + 1, self.coins)", GROWS),
    ),
    "its facts are huge": (
        "                return (Answered(zone, yes=False),)",
        "                return (Answered(zone, yes=False),) * 10_000",
    ),
    "it moves without end": (
        "        return None if hunt.over or hunt.coin else kit.AT_ONCE",
        "        return kit.AT_ONCE",
    ),
}


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Return a function that installs the documented game, with one text replaced."""

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
        return outside.playable_games()["treasure"]

    yield installed
    monkeypatch.undo()
    sys.modules.pop("treasure", None)
    forget_all()


def forget_all():
    """Clear the caches of installed games."""
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
    table_api = board.api
    await table_api.send(
        {"command": "choose", "place": "home", "players": ["Tina", "Ben"]}
    )
    await table_api.send(
        {
            "command": "begin",
            "game": "treasure",
            "language": "en",
            "rules": {"coins": 5},
        }
    )


def is_over(board):
    """Return True if the game is over."""
    return board.see()["phase"] == "over"


async def test_the_samples_pages_answer_in_play_and_after_a_restart(tmp_path, install):
    """The sample game's pages work during a game and after a restart."""
    install()
    async with school(tmp_path) as board:
        await begin(board)
        assert await answers(board) == set()
        assert (await board.browser().get("/api/state"))["game"] == "treasure"
        assert await board.api.do({"do": "tap", "zone": 1}) is None
    async with school(tmp_path) as board:
        assert board.see()["game"] == "treasure"
        assert await answers(board) == set()


def is_hidden(board):
    """Return True if a coin is hidden."""
    return board.see()["view"]["turn"] is not None


async def is_called_off(board):
    """Wait until the game is ended and that is said; then play another one."""
    await until(
        lambda: board.see()["phase"] == "over" and board.see()["screen"]["fault"]
    )
    for language, said in (
        ("en", "The game Treasure has a fault and is called off. Begin another one"),
        ("de", "Das Spiel Schatz hat einen Fehler und ist abgebrochen. Beginnt ein"),
    ):
        state = await board.browser().get(f"/api/state?lang={language}")
        assert state["fault"].startswith(said)
    assert await answers(board) == set()
    await begin_another(board)


async def begin_another(board):
    """Begin a game of the house, and play in it."""
    table_api = board.api
    await table_api.send(
        {"command": "begin", "game": "decipher", "language": "en", "board_makes": True}
    )
    await until(lambda: board.see()["view"]["turn"] is not None)
    assert board.see()["game"] == "decipher"
    assert board.see()["screen"]["fault"] is None
    assert not isinstance(
        await table_api.do({"do": "guess", "by": 0, "word": "XXXXX"}), Refused
    )


async def test_a_new_game_needs_no_file_but_its_own(tmp_path, install):
    """An external game is offered, played, shown, stored and replayed."""
    install()
    async with school(tmp_path) as board:
        page, table_api = board.browser(), board.api
        offered = {one["name"]: one for one in (await page.get("/api/games"))["games"]}
        assert offered["treasure"]["seats"] == [1, 4]
        await begin(board)
        taps = 0
        while True:
            await until(lambda: board.see()["turn"] is not None or is_over(board))
            if is_over(board):
                break
            tried = (await page.get("/api/state"))["view"]["tried"]
            [zone, *_] = set(range(1, 7)) - set(tried)
            assert not isinstance(
                await table_api.do({"do": "tap", "zone": zone}), Refused
            )
            taps += 1
        totals = (await page.get("/api/state?as=wall"))["view"]["totals"]
        assert sum(totals) == 5 * 7 - taps  # five coins, a point less for each tap
        assert (await page.get("/api/history/1"))["totals"] == totals
        lines = (await page.client.get("/api/history/1.jsonl")).text.splitlines()
        assert await answers(board) == set()
    *_, last = judge_lines(lines)
    assert list(last["totals"].values()) == totals


@pytest.mark.ci
@pytest.mark.parametrize("name", FAULTS)
async def test_a_game_with_a_fault_is_called_off(tmp_path, install, caplog, name):
    """A game with a fault is ended and logged; the next start does not resume it."""
    install(*FAULTS[name])
    caplog.set_level(logging.WARNING)
    async with school(tmp_path) as board:
        await begin(board)
        for zone in range(1, 7):  # five coins lie nowhere that all six taps find one
            await until(lambda: board.see()["phase"] == "over" or is_hidden(board))
            await board.api.do({"do": "tap", "zone": zone})
        await is_called_off(board)
        assert "the game treasure is called off" in caplog.text
    async with school(tmp_path) as board:
        assert board.see()["game"] == "decipher"
        assert await answers(board) == set()


async def test_what_is_called_off_stays_so_over_a_restart(tmp_path, install):
    """The board does not take it up again, and asks who plays next."""
    install("        match action:\n", "        match action.nothing:\n")
    async with school(tmp_path) as board:
        await begin(board)
        await until(lambda: board.see()["phase"] == "over")
    async with school(tmp_path) as board:
        assert board.see()["phase"] == "choosing"
        assert await answers(board) == set()
        await begin_another(board)


async def test_a_game_that_cannot_be_folded_again_loops_no_start(tmp_path, install):
    """A game that cannot be folded after an update does not stop the start."""
    engine = install()
    async with school(tmp_path) as board:
        await begin(board)
        await until(lambda: board.see()["view"]["turn"] is not None)
    engine.fold = None
    async with school(tmp_path) as board:
        assert await answers(board) == set()
        await board.api.send({"command": "begin", "game": "decipher", "language": "en"})
        assert board.see()["game"] == "decipher"


async def test_a_game_that_got_the_board_killed_is_asked_nothing_more(
    tmp_path, install, monkeypatch
):
    """A game during which the board was killed is ended by the next start."""
    engine = install()
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    async with school(tmp_path) as board:
        await begin(board)
        await until(lambda: board.see()["view"]["turn"] is not None)
    (tmp_path / time_limit.NAME).write_bytes(b"treasure".ljust(128, b"\0"))
    for name in ("start", "fold", "view", "face", "fact", "result", "sitting"):
        setattr(engine, name, None)  # as if it were never to come back
    time_limit.game_limits.cache_clear()
    async with school(tmp_path) as board:
        await is_called_off(board)
    time_limit.game_limits.cache_clear()
    async with school(tmp_path) as board:
        assert board.see()["game"] == "decipher"


#: The functions of a game that are called after its result.
ASKED_AFTERWARDS = (
    *(
        "answer",
        "begins",
        "moments",
        "result",
        "answer_counts",
        "describe_fact",
        "describe_action",
        "voided",
    ),
    *("action", "sitting", "to_transcript"),
)


@pytest.mark.ci
@pytest.mark.parametrize("name", ASKED_AFTERWARDS)
async def test_whatever_a_game_raises_the_table_lives_on(tmp_path, install, name):
    """Whatever a game raises, the pages answer and another game can begin."""
    engine = install()

    def broken(*_given, **_named):
        raise ZeroDivisionError

    async with school(tmp_path) as board:
        await begin(board)
        await until(lambda: board.see()["view"]["turn"] is not None)
        setattr(engine, name, broken)
        table_api = board.api
        for zone in range(1, 7):
            await table_api.do({"do": "tap", "zone": zone})
        assert await answers(board) == set()
        await table_api.do({"do": "end"})
        assert board.see()["phase"] == "over"
        assert await answers(board) == set()
        await begin_another(board)
