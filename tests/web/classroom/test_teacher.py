"""The settings of a class are stored and sent to the pages that need them."""

import pytest

from tests.web.school import PASSPHRASE, school


@pytest.fixture
async def board(tmp_path):
    async with school(tmp_path) as opened:
        yield opened


async def test_the_wall_speaks_the_language_that_the_teacher_chose(board):
    teacher = await board.teacher()
    assert board.web.wall_language() == "en"
    assert await teacher.post("/api/teacher/wall", language="de") == {"ok": True}
    assert board.web.wall_language() == "de"
    await teacher.post("/api/teacher/wall", language="")
    assert board.web.wall_language() == "en"


async def test_each_event_has_a_level_of_sound(board):
    """All sounds are off until a level is set; each event has its own level."""
    teacher = await board.teacher()
    assert (await teacher.get("/api/state"))["levels"] == {}
    await teacher.post("/api/teacher/levels", yes="voice", no="silent")
    await teacher.post("/api/teacher/levels", no="tone")
    levels = (await teacher.get("/api/state"))["levels"]
    assert levels == {"yes": "voice", "no": "tone"}
    loud = await teacher.client.post("/api/teacher/levels", json={"yes": "loud"})
    assert loud.status_code == 400


async def test_a_class_without_phones_shuts_the_door(board):
    """
    One command for cards locks the door to phones, another one opens it.

    All pages get the change, and it applies in class only.
    """
    teacher = await board.teacher()
    phone = board.browser()
    assert (await phone.get("/api/state"))["zone_cards"] is False
    assert await teacher.post("/api/teacher/cards", zone_cards=True) == {"ok": True}
    told = await phone.get("/api/state")
    assert (told["zone_cards"], told["join"]["locked"]) == (True, True)
    await board.api.send({"command": "choose", "place": "home"})
    assert (await phone.get("/api/state"))["zone_cards"] is False
    await board.api.send({"command": "choose", "place": "class"})
    assert await phone.post("/api/join", code=board.web.room.code) == "join-locked"
    await teacher.post("/api/teacher/cards", zone_cards=False)
    told = await phone.get("/api/state")
    assert (told["zone_cards"], told["join"]["locked"]) == (False, False)
    assert await phone.post("/api/teacher/cards", zone_cards=True) == "role"


async def test_the_teacher_lets_the_wall_go_on(board):
    """The teacher's command confirms moments up to the newest, and no later ones."""
    teacher, pupil = await board.teacher(), board.browser()
    await board.begin(teacher, "Ann", "Ben", board_makes=False, length=5)
    await board.set_secret("HOBBY")
    await board.api.do({"do": "tap", "zone": 1, "kind": "red"})
    newest = (await pupil.get("/api/state"))["moments"][-1]["n"]
    assert (await pupil.get("/api/state"))["gone_on"] < newest
    on = "/api/teacher/next"
    assert await pupil.post(on, moment=newest) == "role"
    assert await teacher.post(on, moment=newest + 1) == "stale"
    assert await teacher.post(on, moment=newest) == {"ok": True}
    assert (await pupil.get("/api/state"))["gone_on"] == newest
    await board.api.do({"do": "tap", "zone": 1, "kind": "yellow"})
    told = await pupil.get("/api/state")
    assert told["gone_on"] == newest < told["moments"][-1]["n"]
    for late in (newest, newest - 1):  # the same press arrives again, or an older one
        assert await teacher.post(on, moment=late) == {"ok": True}
        assert (await pupil.get("/api/state"))["gone_on"] == newest
    seen = dict(board.see())
    assert board.web.classroom.gone_on(seen) == newest
    seen["seen"] = (seen["seen"][0] + 1, 0)  # a table that starts again counts anew
    assert board.web.classroom.gone_on(seen) == 0


async def test_choices_outlive_a_restart(tmp_path):
    async with school(tmp_path) as board:
        teacher = await board.teacher()
        await teacher.post("/api/teacher/cards", zone_cards=True)
        await teacher.post("/api/teacher/wall", language="de")
        await teacher.post("/api/teacher/levels", end="tone")
    async with school(tmp_path) as board:
        assert board.web.wall_language() == "de"
        assert board.web.classroom.chosen.levels == {"end": "tone"}
        assert board.web.classroom.chosen.zone_cards


async def test_a_browser_offers_the_board_its_time(board):
    """The browser's time is stored as an offset; the board's clock is not set."""
    teacher = await board.teacher()
    document = (await teacher.get("/api/state?as=teacher"))["teacher"]
    assert not document["clock"]
    assert document["acts"] == [{"act": "claimed", "at_ms": None}]
    await teacher.post("/api/teacher/time", now_ms=1_800_000_000_000)
    document = (await teacher.get("/api/state?as=teacher"))["teacher"]
    assert document["clock"]
    assert abs(document["acts"][0]["at_ms"] - 1_800_000_000_000) < 60_000


async def test_the_document_has_these_fields_and_no_others(board):
    teacher = await board.teacher()
    document = (await teacher.get("/api/state?as=teacher"))["teacher"]
    assert set(document) == {
        *(
            "phones",
            "wall_language",
            "ended",
            "acts",
            "clock",
            "restores",
            "tags",
        ),
        *("guests", "one_address", "walls", "rude"),
    }


async def test_what_was_kept_can_be_damaged(tmp_path):
    """The class then begins as a new one."""
    async with school(tmp_path) as board:
        await board.web.services.store.put("class", "{]")
    async with school(tmp_path) as board:
        assert board.web.classroom.chosen.levels == {}


async def test_a_passphrase_is_nowhere_in_the_files(board, tmp_path):
    await board.teacher()
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(files) > 2
    assert [p for p in files if PASSPHRASE.encode() in p.read_bytes()] == []
