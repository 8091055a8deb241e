"""Rude names are refused; a rude guess counts, and pages show it as dots."""

from dataclasses import replace

import pytest

from firmware_host.web.app import build
from firmware_host.web.people.rude import Rude
from firmware_host.web.state import Web
from tests.web.board.test_virtual import HERE, Stub
from tests.web.school import Browser, school, until


@pytest.fixture
async def board(tmp_path):
    async with school(tmp_path) as opened:
        yield opened


@pytest.fixture
async def teacher(board):
    return await board.teacher()


async def come(board, name):
    """Return a phone that has come in, or why it has not."""
    phone = board.browser("192.0.2.20")
    answer = await phone.post("/api/join", code=board.web.room.code, name=name)
    return answer if isinstance(answer, str) else phone


async def test_a_phone_chooses_another_name(board):
    """A rude name is refused with a kind sentence, at joining and at renaming."""
    assert await come(board, "Sch31sse") == "join-name-rude"
    ann = await come(board, "Ann")
    assert await ann.post("/api/rename", name="a s s") == "join-name-rude"
    assert [one["name"] for one in board.see()["players"]] == ["Ann"]
    shown = await ann.client.post("/api/rename?lang=en", json={"name": "4ss"})
    assert "Is it really a name?" in shown.json()["text"]


async def test_whoever_is_called_so_keeps_the_name(board):
    """The board asks once; then they sit down, by phone and at the board."""
    phone = board.browser("192.0.2.20")
    sent = {"code": board.web.room.code, "name": "Nazi"}
    assert await phone.post("/api/join", **sent) == "join-name-rude"
    assert (await phone.post("/api/join", **sent, sure=True))["ok"]
    assert (await phone.post("/api/rename", name="Butt", sure=True))["ok"]
    web = Web(replace(board.web.services, board=Stub()))
    hands = Browser(build(web), HERE)
    assert (await hands.post("/api/sit", name="Dick", sure=True))["ok"]
    assert (await hands.post("/api/name", seat=1, name="Kike", sure=True))["ok"]
    assert [one["name"] for one in board.see()["players"]] == ["Butt", "Kike"]
    begun = await hands.post("/api/begin", players=["Hoes", "Ann"], length=3, sure=True)
    assert begun["ok"]


async def test_so_does_whoever_is_named_at_the_board(board):
    """The board's page and the start of a game refuse rude names as well."""
    web = Web(replace(board.web.services, board=Stub()))
    hands = Browser(build(web), HERE)
    assert await hands.post("/api/sit", name="D1ck") == "join-name-rude"
    await hands.post("/api/sit", name="Ann")
    assert await hands.post("/api/name", seat=0, name="Arsch") == "join-name-rude"
    begun = await hands.post("/api/begin", players=["Ben", "H1tler"], length=3)
    assert begun == "join-name-rude"
    assert [one["name"] for one in board.see()["players"]] == ["Ann"]


async def test_a_teacher_calls_a_pupil_by_his_name(teacher):
    """The teacher may enter any name: some pupils are called Dick."""
    assert await teacher.post("/api/teacher/sit", name="Dick") == {"ok": True}


async def test_a_guess_counts_and_is_dots_on_every_page(board):
    """The rules ask no dictionary and no taste; the token is spent all the same."""
    ann = await come(board, "Ann")
    await ann.post("/api/begin", length=3, board_makes=True)
    await until(lambda: board.see()["view"]["commitment"])
    for word in ("ASS", "SUN"):
        assert await ann.post("/api/do", do="guess", word=word) == {"ok": True}
    wall = await board.browser().get("/api/state?as=wall")
    assert wall["dotted"] == ["ASS"]
    assert [word for _, word in wall["view"]["guesses"]] == ["ASS", "SUN"]


async def test_the_word_of_a_round_is_shown_as_it_was(board):
    """A round's word is never replaced by dots: the commitment could not be checked."""
    rude = board.web.rude
    view = {"results": [{"word": "ASS"}], "guesses": ((0, "TIT"),), "length": 3}
    assert rude.dotted(view, "en") == ["TIT"]
    assert rude.dotted(None, "en") == []
    assert rude.dotted({"hand": "tap", "text": "such an ass"}, "en") == []


async def test_a_class_adds_words_of_its_own(board, teacher):
    """Rude words that a class adds survive a restart and replace the earlier ones."""
    await teacher.post("/api/teacher/rude", text="Blödi, Kasper\nblödi")
    document = (await teacher.get("/api/state?as=teacher"))["teacher"]
    assert document["rude"] == ["BLOEDI", "KASPER"]
    await board.api.send({"command": "choose", "place": "home"})
    assert await come(board, "Kasper 2") == "join-name-rude"
    assert Rude(board.web.services).has_rude_word("bloedi")

    await teacher.post("/api/teacher/rude", text="")
    assert not board.web.rude.has_rude_word("Kasper")
    assert not Rude(board.web.services).has_rude_word("Kasper")


async def test_too_many_words_are_refused(board, teacher):
    """More than 200 rude words are refused."""
    letters = [chr(65 + at % 26) + chr(65 + at // 26) + "X" for at in range(201)]
    refused = await teacher.post("/api/teacher/rude", text=" ".join(letters))
    assert refused == "rude-many"
    assert board.web.rude.added == ()


async def test_its_words_go_with_the_names(board, teacher):
    """Erasing the names erases the added words: they may contain a name."""
    await teacher.post("/api/teacher/rude", text="Kasper")
    await teacher.post("/api/teacher/end")
    assert board.web.rude.added == ()
    assert "web:rude" not in board.journal.settings()


async def test_what_cannot_be_read_is_as_if_nothing_was_added(board):
    """A bit may have changed on the card."""
    await board.web.services.store.put("rude", '["KASPER"')
    assert Rude(board.web.services).added == ()
    await board.web.services.store.put("rude", "[7]")
    assert Rude(board.web.services).added == ()


async def test_the_board_draws_none_of_the_words_that_were_added(board):
    """The board never draws an added rude word, from its own list or from a pack."""
    packs = board.web.services.packs
    assert packs.drawn("en", level="first-readers", without=["ZYBLO"]) == []
    first = packs.drawn("en", level="first-readers", without=["PANDA"])
    assert "PANDA" not in first
    assert "TIGER" in first
    assert "ABACK" not in first
    await packs.put({"name": "4b", "language": "en"}, "panda hobby")
    assert packs.drawn("en", pack="1", without=["PANDA"]) == ["HOBBY"]
