"""Tag enrolment on the teacher's page, which shows the board's tag data."""

import asyncio
import json
from dataclasses import replace

import pytest

from firmware_host.board.pieces import ZONES, Zone
from firmware_host.games.catalogue import GAMES
from tests.controller.bench import until
from tests.web.school import school


@pytest.fixture
async def now(tmp_path):
    async with school(tmp_path) as opened:
        yield opened


@pytest.fixture
async def teacher(now):
    return await now.teacher()


def uid(number):
    return bytes((4, 0x77, number, 1, 2, 3, 4))


async def tags(teacher):
    """Return the tag part of the teacher's document."""
    return (await teacher.get("/api/state?as=teacher"))["teacher"]["tags"]


async def tap(now, number, zone=ZONES[0]):
    """Tap a tag, and wait until the board has dealt with it."""
    before = now.web.live.number
    now.pads.put(zone, uid(number))
    await until(lambda: now.web.live.number > before)
    now.pads.lift(zone)


async def test_the_page_tells_what_is_there_and_what_is_missing(teacher):
    """Each group is listed with how many items have a tag and how many there are."""
    [box] = (await tags(teacher))["boxes"]
    assert box["name"] == "1"
    groups = {one["group"]: (one["has"], one["of"]) for one in box["groups"]}
    assert groups == {
        "red": (0, 16),
        "yellow": (0, 16),
        "blue": (0, 8),
        "green": (0, 8),
        "tiles": (0, 82),
        "cards": (0, len(GAMES)),
    }
    items = (await teacher.get("/api/tags"))["items"]
    assert items[0] == {"item": "red-1", "name": "red 1", "has": False}
    assert len(items) == 48 + 82 + len(GAMES) + 52 + 201


async def test_a_board_of_buttons_has_no_tags_to_tell_of(now, teacher):
    """The teacher's document has no tags if the board's input is buttons."""
    now.table.session = replace(now.table.session, input="buttons")
    assert await tags(teacher) is None


PRESS = "/api/tags/press"


async def press(teacher, button):
    """Press a button of the page twice, as a proxy might send it; once it counts."""
    turn = (await tags(teacher))["run"]["turn"]
    body = {"button": button, "turn": turn}
    answers = await asyncio.gather(*(teacher.post(PRESS, **body) for _ in range(2)))
    assert sorted(answers, key=str) == ["stale", {"ok": True}]
    return turn


@pytest.mark.parametrize("part", ["pieces", "spares"])
async def test_what_is_taken_back_twice_at_once_is_taken_back_once(now, teacher, part):
    """
    Two identical undo requests at once undo one enrolment.

    A late press, or one with an old turn number, is refused as stale.
    """
    await teacher.post("/api/tags/start", part=part)
    for at in (1, 2, 3):
        await tap(now, at)
        await until(lambda at=at: (now.web.services.tags.see())["run"]["turn"] == at)
    turn = await press(teacher, "cross")
    known = {len(now.web.services.tags.see()["unknown"])}
    await until(lambda: now.web.services.tags.see()["run"]["turn"] == turn + 2)
    for late in (turn, turn + 1):
        assert await teacher.post(PRESS, button="cross", turn=late) == "stale"
    assert known == {len(now.web.services.tags.see()["unknown"])}
    [box] = now.web.services.tags.see()["boxes"]
    assert box["spares"] + sum(one["has"] for one in box["groups"]) == 2


async def test_bulk_enrolment_is_led_and_seen_from_the_page(now, teacher):
    """
    The page shows the next item and the last result.

    The board plays again afterwards.
    """
    assert await teacher.post("/api/tags/start", part="pieces") == {"ok": True}
    assert await teacher.post("/api/tags/start", part="tiles") == "in-service"
    await tap(now, 1)
    await until(lambda: now.web.services.tags.see()["run"]["number"] == 2)
    run = (await tags(teacher))["run"]
    assert (run["what"], run["of"], run["said"]) == ("red 2", 48, "This is red 1 now.")
    await press(teacher, "tick")
    await until(lambda: now.web.services.tags.see()["run"]["number"] == 3)
    await press(teacher, "cross")
    await until(lambda: now.web.services.tags.see()["run"]["number"] == 2)
    assert await teacher.post("/api/tags/stop") == {"ok": True}
    assert (await tags(teacher))["run"] is None
    assert await teacher.post(PRESS, button="tick", turn=0) == "tags-idle"
    [box] = (await tags(teacher))["boxes"]
    assert box["groups"][0] == {
        "group": "red",
        "has": 1,
        "of": 16,
        "missing": "2-16",
    }


async def test_a_strange_tag_shows_up_by_itself_and_is_given_a_piece(now, teacher):
    """An unknown tag is listed with its zone and time, and can be given a piece."""
    await teacher.post("/api/teacher/time", now_ms=1_700_000_000_000)
    await tap(now, 7, Zone(3))
    await until(lambda: now.table.unknown)
    [tag] = (await tags(teacher))["unknown"]
    assert (tag["uid"], tag["zone"], tag["spare"]) == (uid(7).hex(), 3, False)
    assert 0 <= tag["tapped_ms"] - 1_700_000_000_000 < 60_000
    given = await teacher.post("/api/tags/give", uid=uid(7).hex(), item="red-3")
    assert given == {"ok": True}
    assert (await tags(teacher))["unknown"] == []
    again = await teacher.post("/api/tags/give", uid=uid(7).hex(), item="red-3")
    assert again == "tag-gone"
    assert await teacher.post("/api/tags/give", uid="x", item="red-3") == "tag-gone"
    assert await teacher.post("/api/tags/give", uid="x", item="rde-3") == "tag-item"


async def test_a_phone_is_told_from_a_strange_tag(now, teacher):
    """A phone's random UID is listed as such and cannot be given a piece."""
    now.pads.put(Zone(2), b"\x08abc")
    await until(lambda: now.table.unknown)
    [tag] = (await tags(teacher))["unknown"]
    assert (tag["uid"], tag["random"]) == ("08616263", True)
    given = await teacher.post("/api/tags/give", uid="08616263", item="red-3")
    assert given == "tag-random"


async def test_a_spare_that_is_tapped_can_become_any_piece(now, teacher):
    """A tag marked as a spare is listed as one and can be given a piece later."""
    await tap(now, 7, Zone(3))
    await until(lambda: now.table.unknown)
    await teacher.post("/api/tags/give", uid=uid(7).hex(), item="spare")
    found = await tags(teacher)
    assert found["boxes"][0]["spares"] == 1
    assert [one["spare"] for one in found["unknown"]] == [True]
    await teacher.post("/api/tags/give", uid=uid(7).hex(), item="tile-A-2")
    found = await tags(teacher)
    assert (found["boxes"][0]["spares"], found["unknown"]) == (0, [])


async def test_one_piece_gets_another_tag(now, teacher):
    """Tapping a new tag after a request for a piece replaces the piece's old tag."""
    tags = now.web.services.tags.behind
    for number in (1, 2):
        await until(lambda: tags._task is None)  # whoever asks too soon is refused
        assert await teacher.post("/api/tags/ask", item="red-3") == {"ok": True}
        now.pads.put(ZONES[0], uid(number))  # and it lies there until it was read
        async with asyncio.timeout(10):
            carried = ""
            while uid(number).hex() not in carried:
                await asyncio.sleep(0.01)
                carried = (await teacher.client.get("/api/tags/file.jsonl")).text
        now.pads.lift(ZONES[0])
    assert uid(1).hex() not in carried
    assert await teacher.post("/api/tags/ask", item="rde-3") == "tag-item"
    assert await teacher.post("/api/tags/ask", item="red-3", box="") == "set-name"


async def test_a_piece_and_a_set_can_be_forgotten(now, teacher):
    for number in (1, 2, 3):
        await tap(now, number)
        await until(lambda: now.table.unknown)
        item = ("red-1", "red-2", "spare")[number - 1]
        await teacher.post("/api/tags/give", uid=uid(number).hex(), item=item)
    await teacher.post("/api/tags/forget", item="red-1")
    assert len(now.web.services.tags.behind._tags.all()) == 2
    await teacher.post("/api/tags/forget", item="spares")
    assert len(now.web.services.tags.behind._tags.all()) == 1
    await teacher.post("/api/tags/forget", item="all")
    assert now.web.services.tags.behind._tags.all() == ()
    assert await teacher.post("/api/tags/forget", item="?") == "tag-item"
    assert "tags-forget" in [one["act"] for one in await acts(teacher)]


async def acts(teacher):
    return (await teacher.get("/api/state?as=teacher"))["teacher"]["acts"]


async def test_a_set_goes_by_a_file_from_board_to_board(now, teacher, tmp_path):
    """
    A set exported as a file can be imported by another board.

    A conflict, an empty name and a damaged file are refused, and nothing is imported.
    """
    await tap(now, 1)
    await until(lambda: now.table.unknown)
    await teacher.post("/api/tags/give", uid=uid(1).hex(), item="red-1")
    answer = await teacher.client.get("/api/tags/file.jsonl")
    assert "attachment" in answer.headers["content-disposition"]
    (tmp_path / "other").mkdir()
    async with school(tmp_path / "other") as other:
        there = await other.teacher()
        await tap(other, 1)
        await until(lambda: other.table.unknown)
        await there.post("/api/tags/give", uid=uid(1).hex(), item="blue-2")
        taken = await there.client.post("/api/tags/take", json={"text": answer.text})
        assert taken.json()["refused"] == "set-conflict"
        assert "red 1 in the file and blue 2 of the set 1 here" in taken.json()["text"]
        body = {"text": answer.text, "replace": True, "box": "4b"}
        assert await there.post("/api/tags/take", **body) == {"ok": True}
        assert [one["name"] for one in (await tags(there))["boxes"]] == ["1", "4b"]
        assert await there.post("/api/tags/take", **{**body, "box": " "}) == "set-name"
        cut = answer.text[:-5]
        assert await there.post("/api/tags/take", text=cut) == "set-file"


async def test_everything_there_is_of_one_kind_needs_no_pass(now, teacher):
    """If all cards have tags, a pass for them is refused, but not for spares."""
    for number, name in enumerate(GAMES, start=1):
        await tap(now, number)
        await until(lambda: now.table.unknown)
        item = f"start-{name}"
        await teacher.post("/api/tags/give", uid=uid(number).hex(), item=item)
    assert await teacher.post("/api/tags/start", part="cards") == "tags-complete"
    assert await teacher.post("/api/tags/start", part="spares") == {"ok": True}


async def test_nobody_but_the_teacher_reads_a_tag(now):
    """The wall's and a seat's document have no UID; a stranger gets no tag file."""
    await tap(now, 7, Zone(3))
    await until(lambda: now.table.unknown)
    stranger = now.browser()
    for view in ("wall", "seat"):
        seen = await stranger.get(f"/api/state?as={view}")
        assert uid(7).hex() not in json.dumps(seen)
    assert await stranger.get("/api/tags/file.jsonl") == 403
