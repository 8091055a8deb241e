"""
A sample game whose input no other game has, in its own folder alone, on every face.

A number for each zone and a colour for the whole: at the metal board, in the document
of the pages, from a phone, and in the terminal.
"""

import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware_host.board.events import ZONE_BUTTONS, Button, Pressed, Released
from firmware_host.games.contract import VERSION
from firmware_host.games.forms import Give
from firmware_host.table.api import TableApi
from firmware_host.testing.cases import cases_in, on_module_path
from firmware_host.testing.contract import CHECKS, broken
from firmware_host.testing.hands import fills_in_forms
from tests.controller.bench import until
from tests.simulate.evening import at_the_board, soon, talk
from tests.web.school import school

LOCK = Path(__file__).parents[2] / "docs/examples/games/lock"
CHOSEN = {"game": "lock", "language": "en", "rules": {"dials": 3, "locks": 1}}
CIRCLE, TICK = Button.CIRCLE, Button.TICK
#: 2 1 3, and the third of the four colours.
TOUCHES = (
    *(CIRCLE, ZONE_BUTTONS[0], ZONE_BUTTONS[0], ZONE_BUTTONS[1]),
    *(*[ZONE_BUTTONS[2]] * 3, CIRCLE, CIRCLE, CIRCLE),
)


@contextmanager
def installed(folder, sample=LOCK):
    """Let this process find a sample, installed as an installer does."""
    name = sample.name
    info = folder / f"{name}-1.dist-info"
    info.mkdir(parents=True)
    text = (sample / f"{name}.py").read_text("utf-8")
    (folder / f"{name}.py").write_text(text, "utf-8")
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1")
    entry = f"[letterzone.games.{VERSION}]\n{name} = {name}:{name}\n"
    (info / "entry_points.txt").write_text(entry)
    with on_module_path(str(folder)):
        yield
    sys.modules.pop(name, None)


@pytest.fixture
def package(tmp_path):
    """Install the sample like a third-party package."""
    with installed(tmp_path / "package"):
        yield


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_lock_keeps_the_promises(check):
    with cases_in(LOCK) as [case]:
        assert broken(case, check, range(4)) == ""


def test_a_form_whose_line_nobody_can_read_is_found(monkeypatch):
    with cases_in(LOCK) as [case]:
        line = Give({"do": "spin", "numbers": [7]})
        monkeypatch.setattr(sys.modules["lock"].Dials, "tick", lambda _: line)
        assert "Dials gives {'do': 'spin'" in broken(case, fills_in_forms, range(8))


async def begun(board, chosen=CHOSEN):
    """Let Tina and Ben sit before a sample: a lock, if it is not another one."""
    await board.api.send(
        {"command": "choose", "place": "home", "players": ["Tina", "Ben"]}
    )
    await board.api.send({"command": "begin", **chosen})
    await until(lambda: board.see()["view"]["turn"] == 0)


async def touch(board, *buttons):
    """Press buttons of the metal board, one after the other."""
    for button in buttons:
        board.table.happen(Pressed(button))
        board.table.happen(Released(button))
    await until(lambda: not board.table.session.held)


@pytest.mark.usefixtures("package")
async def test_the_metal_board_and_each_page_show_what_is_chosen(tmp_path):
    """Numbers in their zones, the colour on the table screen; the tick gives both."""
    async with school(tmp_path) as board:
        await begun(board)
        wall = board.browser()
        await touch(board, CIRCLE, TICK)
        assert board.table.face.table.note.code == "refused-lock-open"
        await touch(board, Button.CROSS, *TOUCHES)
        face = board.table.face
        assert [zone.spelled for zone in face.zones[:3]] == ["2", "1", "3"]
        assert (face.table.kind, face.table.line["numbers"]) == ("blue", "2 1 3")
        seen = await wall.get("/api/state")
        assert [zone["spelled"] for zone in seen["zones"][:3]] == ["2", "1", "3"]
        assert (seen["line"], seen["kind"]) == ("Tina: 2 1 3, blue", "blue")
        await touch(board, TICK)
        await until(lambda: board.see()["view"]["tries"])
        assert board.see()["view"]["tries"][0].startswith("2 1 3 blue: ")
        assert board.see()["view"]["turn"] == 1


@pytest.mark.usefixtures("package")
async def test_a_phone_chooses_from_what_the_game_declares(tmp_path):
    """A list of numbers and a piece; the page has a picker for each kind of value."""
    async with school(tmp_path) as board:
        await begun(board)
        phone = board.browser()
        await phone.post("/api/join", code=board.web.room.code, seat=0)
        declared = await phone.get("/api/games/lock")
        (verb,) = [one for one in declared["verbs"] if one["do"] == "turn"]
        numbers, colour = verb["keys"]
        assert (numbers["kind"], colour["kind"]) == ("list", "piece")
        line = {"do": "turn", "numbers": [6, 6, 6], "colour": "red"}
        short = await phone.post("/api/do", **{**line, "numbers": [6]})
        assert short == "lock-dials"
        assert await phone.post("/api/do", **line) == {"ok": True}
        assert board.see()["view"]["tries"][0].startswith("6 6 6 red: ")


@pytest.mark.usefixtures("package")
async def test_the_terminal_says_what_is_chosen(tmp_path):
    async with at_the_board(tmp_path) as demo:
        api = TableApi(demo.table)
        await api.send({"command": "choose", "players": ["Ann"], "place": "home"})
        await api.send({"command": "begin", **CHOSEN})
        await soon(lambda: demo.table.session.forms)
        said = await talk(demo, "circle", "zone 1", "zone 1", "zone 2", "circle")
        await soon(lambda: any(line.startswith("Ann: 2 1 ?, ") for line in said))
        await talk(demo, "zone 3", "tick")
        await soon(lambda: demo.doing.playing.game.state.tries)
