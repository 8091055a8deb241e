"""Commands over HTTP that come twice, late, or again after a restart do nothing."""

import asyncio

import pytest

from firmware_host.board.commands import SeatPhone
from firmware_host.web.people.codes import key_of
from firmware_host.web.people.room import COOKIE
from tests.controller.bench import until
from tests.web.people.test_seats import round_of, table_of, tap
from tests.web.school import GAME, school


@pytest.fixture
async def board(tmp_path):
    async with school(tmp_path) as opened:
        yield opened


async def test_each_command_of_a_game_says_what_it_was_made_for(board):
    """A game command without `seen` is refused, and the answer names the field."""
    assert len(GAME) == 14
    (phone,) = await table_of(board, "Ann")
    for path in ("/api/do", "/api/lay", "/api/begin", "/api/pause", "/api/tutorial"):
        answer = await phone.client.post(path, json={})
        assert answer.status_code == 400, path
        assert "seen" in answer.json()["error"], path


async def test_four_guesses_at_the_same_time_all_count(board):
    """Of four guesses sent three times each, each counts once."""
    phones = await table_of(board, "Ann", "Ben", "Lee", "Ida")
    wishes = {"length": 5, "board_makes": True, "rounds": 1, "words": ["HOBBY"]}
    await board.api.send({"command": "begin", **wishes})
    await until(lambda: board.see()["view"]["commitment"])
    seen = await phones[0].seen()
    words = ("PANDA", "TIGER", "LEMON", "APPLE")
    sent = [
        phone.post("/api/do", do="guess", word=word, seen=seen)
        for phone, word in zip(phones, words, strict=True)
        for _ in range(3)
    ]
    answers = await asyncio.gather(*sent)
    assert answers.count({"ok": True}) == 4
    assert answers.count("stale") == 8
    assert board.see()["view"]["tokens"] == (2, 2, 2, 2)


async def test_a_late_command_changes_nothing_after_a_restart(tmp_path):
    """The numbers of another start are never those of this one."""
    async with school(tmp_path) as board:
        phones = await round_of(board, "Ann", "Ben")
        late = {"do": "guess", "word": "PANDA", "seen": await phones[1].seen()}
        cookies = phones[1].client.cookies
    async with school(tmp_path) as board:
        phone = board.browser()
        phone.client.cookies = cookies
        tokens = board.see()["view"]["tokens"]
        assert await phone.post("/api/do", **late) == "stale"
        assert board.see()["view"]["tokens"] == tokens
        assert late["seen"][0] < (await phone.seen())[0]
        late["seen"] = await phone.seen()
        assert await phone.post("/api/do", **late) == {"ok": True}


async def test_a_stale_command_is_answered_in_words_and_shown_nowhere_else(board):
    phones = await round_of(board, "Ann", "Ben")
    seen, before = await phones[1].seen(), board.table.changes
    body = {"do": "guess", "word": "PANDA", "seen": seen}
    assert await phones[1].post("/api/do", **body) == {"ok": True}
    before = board.table.changes
    answer = await phones[1].client.post("/api/do?lang=de", json=body)
    assert answer.status_code == 409
    assert answer.json()["text"].startswith("Hier ging es schon weiter")
    assert board.table.changes == before


async def test_an_undo_that_comes_twice_takes_one_action_back(board):
    phones = await round_of(board, "Ann", "Ben")
    for word in ("PANDA", "TIGER"):
        assert await phones[1].post("/api/do", do="guess", word=word) == {"ok": True}
    seen = await phones[1].seen()
    undo = [phones[1].post("/api/do", do="undo", seen=seen) for _ in range(2)]
    assert sorted(map(str, await asyncio.gather(*undo))) == ["stale", "{'ok': True}"]
    assert board.see()["view"]["tokens"][1] == 2


async def test_predictions_of_a_class_make_nothing_stale(board):
    """Twenty-eight at the same time, with two guesses among them."""
    phones = await round_of(board, "Tina", "Lee", "Ben")
    for zone, kind in ((3, "green"), (2, "red")):
        await tap(board, zone, kind)
    turn, crowd = board.see()["turn"], []
    for number in range(28):
        token, one = f"{number:032x}", board.browser()
        await board.api.send(SeatPhone(key_of(token), 3 - turn).line)
        one.client.cookies.set(COOKIE, token)
        crowd.append(one)
    seen = await phones[1].seen()
    answers = [one.post("/api/predict", answer=1) for one in crowd]
    for at, phone, word in ((9, phones[1], "PANDA"), (19, phones[2], "TIGER")):
        guess = phone.post("/api/do", do="guess", word=word, seen=seen)
        answers.insert(at, guess)
    assert await asyncio.gather(*answers) == [{"ok": True}] * 30


async def test_a_page_that_is_loaded_later_gets_the_time_of_then(board):
    """Nothing has changed meanwhile, and only the game's clock has gone on."""
    phones = await round_of(board, "Ann", "Ben")
    first = await phones[0].get("/api/state?as=seat")
    board.clock.ahead_ms += 60_000
    later = await board.browser().get("/api/state?as=wall")
    again = await phones[0].get("/api/state?as=seat")
    assert first["running"]
    assert later["n"] == again["n"] == first["n"]
    for one in (later, again):
        assert 60_000 <= one["elapsed_ms"] - first["elapsed_ms"] < 70_000
