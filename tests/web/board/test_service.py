"""The service page: it lists each part's state, and a repair walk starts from it."""

import asyncio
from dataclasses import replace

import pytest

from firmware_host.app.daemon.crashes import Crashes
from firmware_host.board.pieces import Zone
from tests.controller.bench import until
from tests.web.school import school

LOOK, WALK = "/api/service", "/api/service/walk"


@pytest.fixture
async def board(tmp_path):
    async with school(tmp_path) as opened:
        yield opened


@pytest.fixture
async def teacher(board):
    return await board.teacher()


def part(document, name):
    return next(one for one in document["parts"] if one["part"] == name)


async def test_each_part_is_there_with_its_words(teacher):
    """Each part has its name and state in the reader's language, the worst first."""
    document = await teacher.get(f"{LOOK}?lang=de")
    assert part(document, "screen-3") == {
        "part": "screen-3",
        "name": "Bildschirm von Feld 3",
        "state": "ok",
        "says": "Er antwortet.",
        "then": "",
    }
    states = [one["state"] for one in document["parts"]]
    order = ["broken", "watch", "untried", "ok"]
    assert states == sorted(states, key=order.index)
    assert document["walk"] is None


async def test_a_fault_is_seen_at_once_and_so_is_its_end(board, teacher):
    board.pads.fail(Zone(2), 1)
    await until(lambda: board.table.session.faults)
    document = await teacher.get(LOOK)
    assert document["parts"][0]["part"] == "reader-2"
    assert document["parts"][0]["then"]
    board.pads.fail(Zone(2), 0)
    await until(lambda: not board.table.session.faults)
    assert part(await teacher.get(LOOK), "reader-2")["state"] == "ok"


async def test_a_walk_is_led_from_the_page(board, teacher):
    """The board is out of play meanwhile; afterwards it is as it was."""
    await board.begin(teacher, "Tina", "Lee", board_makes=False)
    before = board.table.session.playing
    assert await teacher.post(WALK) == {"ok": True}
    assert await teacher.post(WALK) == "in-service"
    walk = (await teacher.get(LOOK))["walk"]
    assert (walk["at"], walk["asks"]) == (1, "Press: button tick")
    assert walk["of"] > 30
    # The tick is pressed on the page as on the board; then the next one does not work.
    answer = "/api/service/answer"
    twice = [teacher.post(answer, at=1, seen=True) for _ in range(2)]
    assert await asyncio.gather(*twice) == [{"ok": True}] * 2  # a proxy sends it twice
    await until(lambda: board.web.services.service.where["at"] == 2)
    assert await teacher.post(answer, at=1, seen=True) == "stale"  # and once more
    assert board.web.services.service.where["at"] == 2
    await teacher.post(answer, at=2, seen=False)
    await until(lambda: board.web.services.service.where["at"] == 3)
    assert await teacher.post("/api/service/stop") == {"ok": True}
    document = await teacher.get(LOOK)
    assert document["walk"] is None
    walked = {one["part"]: one["state"] for one in document["walked"]}
    assert walked == {"button-tick": "ok", "button-cross": "ok"}
    after = board.table.session.playing
    assert replace(after, began_ms=before.began_ms) == before  # its clock stood still


async def test_an_answer_without_a_walk_changes_nothing(teacher):
    assert await teacher.post("/api/service/answer", at=1, seen=True) == "stale"
    assert await teacher.post("/api/service/stop") == {"ok": True}
    assert (await teacher.get(LOOK))["walked"] == []


async def test_the_report_can_be_carried_away_and_names_nobody(board, teacher):
    """The downloaded report has no player name, no secret word and no folder path."""
    await board.begin(teacher, "Annabel", "Lee", board_makes=False)
    await board.set_secret("HOBBY")
    Crashes(board.folder).write(["ValueError", "  table/table.py:7 _take"])
    answer = await teacher.client.get("/api/service/report.txt?lang=de")
    assert answer.headers["content-type"].startswith("text/plain")
    assert "attachment" in answer.headers["content-disposition"]
    text = answer.text
    assert "# Bericht über ein Letterzone-Brett" in text
    assert "table/table.py:7" in text
    for secret in ("Annabel", "Lee", "HOBBY", str(board.folder)):
        assert secret not in text
