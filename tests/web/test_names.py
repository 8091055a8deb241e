"""In class a stranger reads no player's name; at home everyone may."""

import pytest

from firmware_host.app.content.languages import load_texts
from firmware_host.board.commands import Sit
from firmware_host.board.messages import say
from firmware_host.board.players import ANIMALS
from firmware_host.web.documents import nameless
from tests.web.school import school

NAMES = ("Theodora", "Ingeborg")
VIEWS = ("/api/state?as=wall", "/api/state?as=seat", "/api/me")


@pytest.fixture
async def board(tmp_path):
    async with school(tmp_path) as opened:
        yield opened


async def read_everything(browser):
    """Return the text of all pages and documents that a browser can fetch."""
    return "\n".join([(await browser.client.get(path)).text for path in VIEWS])


async def sees_names(browser):
    """Return True if a browser can read the players' names."""
    found = {name for name in NAMES if name in await read_everything(browser)}
    assert found in (set(), set(NAMES))
    return bool(found)


async def stages(board, teacher):
    """Play a game to its end; yield the name of each stage."""
    for name in NAMES:
        await teacher.post("/api/teacher/sit", name=name)
    yield "choosing"
    await teacher.post("/api/teacher/settings", place="class", board_makes=False)
    assert await teacher.post("/api/teacher/begin") == {"ok": True}
    yield "waiting"
    await board.set_secret("HOBBY")
    yield "playing"
    seat = board.see()["turn"]
    await board.api.do({"do": "guess", "by": seat, "word": "HAPPY"})
    yield "guessed"
    await teacher.post("/api/teacher/act", do="end")
    yield "over"


async def test_only_who_was_let_in_reads_the_names_of_a_class(board):
    """The teacher, a wall that was let in, and a phone that has come by the code."""
    teacher, wall, phone = await board.teacher(), board.browser(), board.browser()
    number = (await wall.post("/api/wall"))["waits"]
    stranger, passed = board.browser(), []
    async for stage in stages(board, teacher):
        assert not await sees_names(stranger), stage
        assert await sees_names(teacher), stage
        passed.append(stage)
        if stage == "waiting":
            assert not await sees_names(wall)
            await teacher.post("/api/teacher/walls", number=number, shows=True)
            assert not await sees_names(phone)
            body = {"code": board.web.room.code, "seat": 1}
            assert (await phone.post("/api/join", **body))["ok"]
        if stage not in ("choosing", "waiting"):
            assert await sees_names(wall), stage
            assert await sees_names(phone), stage
    assert len(passed) == 5


async def test_a_stranger_reads_animals_instead(board):
    teacher = await board.teacher()
    for name in NAMES:
        await teacher.post("/api/teacher/sit", name=name)
    shown = (await board.browser().get("/api/state?as=wall"))["players"]
    animals = [one["animal"] for one in shown]
    assert set(animals) <= set(ANIMALS)
    assert all(one["name"] for one in shown)


async def test_who_waits_at_the_door_reads_no_name(board):
    teacher, guest = await board.teacher(), board.browser()
    await teacher.post("/api/teacher/doors", door="admit")
    for name in NAMES:
        await teacher.post("/api/teacher/sit", name=name)
    body = {"code": board.web.room.code, "seat": 1}
    assert "waits" in await guest.post("/api/join", **body)
    assert not await sees_names(guest)


async def test_at_home_everybody_reads_them(board):
    for name in NAMES:
        await board.api.send(Sit(name).line)
    assert await sees_names(board.browser())


TEXTS = load_texts("en")


def test_the_nameless_stay_as_they_are():
    seen = {"players": [{"name": ["player", [["n", 1]]], "animal": ""}], "screen": "x"}
    assert nameless(seen, TEXTS) is seen


def menu(name):
    """Return the expected board menu, whose undo entry names the player *name*."""
    done = ["undo-tap", [["name", name], ["n", 1]]]
    return [["menu-go-on", []], ["menu-undo-of", [["what", done]]]]


def test_names_are_replaced_in_sentences_alone():
    """A name may be an animal's, or a part of another one."""
    players = [
        {"name": name, "animal": animal, "seat": seat}
        for seat, (name, animal) in enumerate([("fox", "owl"), ("fox II", "")])
    ]
    status = ["who-plays", [["names", "fox, fox II, foxes"], ["n", 3]]]
    seen = {
        "players": players,
        "screen": {
            "status": status,
            "kind": "fox",
            "note": None,
            "choices": menu("fox"),
        },
        "zones": [{"word": ["said", [["by", ["x", [["of", "fox"]]]]]]}],
        "moments": [],
        "undo": None,
    }
    found = nameless(seen, TEXTS)
    owl = TEXTS.say(say("animal-owl"))
    assert [one["name"] for one in found["players"]] == [owl, "Player 2"]
    assert [one["animal"] for one in found["players"]] == ["owl", ""]
    told = ["who-plays", [["names", f"{owl}, Player 2, foxes"], ["n", 3]]]
    same = {"kind": "fox", "note": None}
    assert found["screen"] == same | {"status": told, "choices": menu(owl)}
    assert found["zones"] == [{"word": ["said", [["by", ["x", [["of", owl]]]]]]}]
    assert seen["screen"]["status"] == status
