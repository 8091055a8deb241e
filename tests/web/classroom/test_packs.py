"""Packs in the browser: each word with its reasons, in the reader's language."""

import json
from base64 import b64encode

import pytest

from firmware_host.app.content.languages import load_texts
from firmware_host.languages import CODES
from firmware_host.words.packs.kept import read_kept
from tests.app.content.sheets import excel
from tests.web.school import school

BODY = {"name": "4b", "language": "en"}


@pytest.fixture
async def board(tmp_path):
    async with school(tmp_path) as opened:
        yield opened


@pytest.fixture
async def teacher(board):
    return await board.teacher()


async def own(somebody):
    """The packs that this board keeps."""
    return [one for one in (await somebody.get("/api/packs"))["packs"] if one["own"]]


async def test_pasted_words_are_checked_one_by_one(teacher):
    """Each pasted word gets its own verdict, and checking stores nothing."""
    text = "Hobby, hobby butterfly zyblo"
    told = await teacher.post("/api/packs/check", language="en", text=text)
    good = {one["typed"]: one["good"] for one in told["words"]}
    assert good == {"Hobby": True, "hobby": False, "butterfly": False, "zyblo": True}
    why = {one["typed"]: " ".join(one["why"]) for one in told["words"]}
    assert why["Hobby"] == ""
    assert why["hobby"] == "It stands there twice."
    assert "9" in why["butterfly"]
    assert "dictionary" in why["zyblo"]
    assert await own(teacher) == []


async def test_the_reasons_are_told_in_the_readers_language(teacher):
    answer = await teacher.client.post(
        "/api/packs/check?lang=de", json={"language": "de", "text": "Schmetterling"}
    )
    (one,) = answer.json()["words"]
    assert not one["good"]
    assert "Buchstaben" in one["why"][0]


async def upload(teacher, content, what="table", **more):
    """Upload a file as the teacher and return the server's answer."""
    data = b64encode(content).decode()
    return await teacher.post(
        f"/api/files/{what}", data=data, size=len(content), **more
    )


async def test_a_table_is_shown_with_the_column_that_has_words(teacher):
    """Any sheet of a spreadsheet can be shown, and a column is checked cell by cell."""
    rows = [["Klasse", "Wort"], ["4b", "der Hund"], ["4b", "Eis essen"]]
    file = excel({"A": rows, "B": [["Maus"]]})
    told = await upload(teacher, file)
    assert told["rows"] == rows
    assert (told["head"], told["best"], told["sheets"]) == (True, 1, ["A", "B"])
    assert (await upload(teacher, file, sheet="B"))["rows"] == [["Maus"]]
    column = "\n".join(row[1] for row in rows[1:])
    sent = {"language": "de", "text": column, "lines": True}
    checked = await teacher.post("/api/packs/check", **sent)
    assert [one["good"] for one in checked["words"]] == [True, False]
    kept = await teacher.post("/api/packs/put", name="4b", **sent)
    assert kept["pack"]["words"] == 1


async def test_a_text_says_its_encoding_and_what_is_no_text_is_refused(teacher):
    """
    The answer names a text's encoding.

    A binary file, a damaged one and one that is too large are refused.
    """
    told = await upload(teacher, "Tür".encode("cp1252"), "text")
    assert (told["text"], told["encoding"]) == ("Tür", "Windows-1252")
    assert await upload(teacher, b"\x81", "text") == "file-binary"
    large = await teacher.post("/api/files/text", data="", size=10**7)
    assert large == "file-large"
    assert await teacher.post("/api/files/table", data="%") == "file-damaged"


@pytest.mark.parametrize("name", ["   ", "\u200b", "- -"])
async def test_a_pack_needs_a_name_that_a_start_reads(board, teacher, name):
    """A name without a letter is refused: the next start would drop its pack."""
    body = {**BODY, "text": "panda"}
    assert await teacher.post("/api/packs/put", **body | {"name": name}) == "name-long"
    assert await own(teacher) == []
    await teacher.post("/api/packs/put", **body | {"name": "  4b \u200b"})
    assert [one["name"] for one in await own(teacher)] == ["4b"]
    [packs] = read_kept(board.journal.settings()).values()
    assert packs["1"].name == "4b"


async def test_a_pack_is_kept_replaced_and_removed(teacher):
    await teacher.post("/api/packs/put", **BODY, text="panda hobby")
    more = {"key": "1", "topic": "food", "licence": "MIT", "author": "4b"}
    await teacher.post("/api/packs/put", **BODY, text="bread", **more)
    (one,) = await own(teacher)
    said = {**BODY, "own": True, "level": "", "words": 1, "known": [], **more}
    assert one == said
    found = await teacher.get("/api/packs/en/1")
    (known,) = found.pop("known")
    assert found == {name: said[name] for name in found}
    assert (known["word"], known["lays"], known["twins"]) == ("BREAD", True, [])
    assert known["why"][0] == "One of the first words that children read."
    assert await teacher.get("/api/packs/de/1") == 404
    assert await teacher.get("/api/packs/xx/1") == 404
    assert await teacher.post("/api/packs/remove", key="1") == {"ok": True}
    assert await teacher.post("/api/packs/remove", key="1") == "pack-gone"
    assert await teacher.post("/api/packs/put", **BODY, text="7") == "pack-empty"


async def test_the_file_for_other_boards_comes_back(teacher):
    """
    An exported pack can be imported and exports as the same bytes.

    A damaged file is refused in the reader's language.
    """
    await teacher.post("/api/packs/put", name="4b", language="de", text="Grün")
    answer = await teacher.client.get("/api/packs/file.json")
    assert "words.pack.json" in answer.headers["content-disposition"]
    await teacher.post("/api/packs/remove", key="1")
    (taken,) = (await teacher.post("/api/packs/take", text=answer.text))["packs"]
    assert (taken["name"], taken["words"]) == ("4b", 1)
    again = await teacher.client.get("/api/packs/file.json?language=de&pack=1")
    assert again.text == answer.text
    assert await teacher.post("/api/packs/take", text=json.dumps({})) == "pack-file"
    spoilt = answer.text.replace("GRUEN", "GRAUS")
    said = await teacher.client.post("/api/packs/take?lang=de", json={"text": spoilt})
    assert "Prüfsumme" in said.json()["text"]
    assert await own(teacher) == [taken]


async def test_the_board_draws_from_the_pack_that_is_chosen(board, teacher):
    """In class the board draws from the pack that the teacher chose."""
    await teacher.post("/api/packs/put", **BODY, text="zyblo zwerg")
    assert await teacher.post("/api/teacher/settings", pack="1") == {"ok": True}
    await board.begin(teacher, "Ann", "Ben", length=5, rounds=2, board_makes=True)
    assert board.see()["pack"] == "1"
    own = board.table.session.playing.header.language.own
    assert own.words(5) == ("ZWERG", "ZYBLO")


async def test_at_home_whoever_plays_may_look_and_choose(board):
    """
    At home a player may read and choose packs, but not remove them.

    A phone without a seat may not even list them.
    """
    stranger, player = board.browser(), board.browser()
    assert await stranger.get("/api/packs") == 403
    assert "ok" in await player.post("/api/join", name="Ann", code=board.web.room.code)
    names = {one["key"] for one in (await player.get("/api/packs"))["packs"]}
    assert {"animals", "tiere"} < names
    assert len((await player.get("/api/packs/de/tiere"))["known"]) > 50
    begun = await player.post("/api/begin", pack="animals", length=5, board_makes=True)
    assert begun == {"ok": True}
    assert "PANDA" in board.table.session.playing.header.language.own
    assert await player.post("/api/packs/remove", key="1") == "role"


async def test_a_maker_asks_about_a_word_and_nobody_else_hears_it(board):
    """
    A seated phone can ask whether a word is rare and gets similar words.

    The request changes no state; a phone without a seat is refused.
    """
    stranger, player = board.browser(), board.browser()
    assert await stranger.post("/api/word", word="aide", language="en") == "role"
    await player.post("/api/join", name="Ann", code=board.web.room.code)
    before = board.api.changes
    told = await player.post("/api/word", word="goat", language="en")
    assert told == {"rare": False, "twins": ["GOAL"]}
    assert await player.post("/api/word", word="zyblo", language="en") == {
        "rare": True,
        "twins": [],
    }
    assert board.api.changes == before


async def test_a_shipped_pack_is_called_in_the_readers_language(teacher):
    """Shipped packs have names in the reader's language."""
    said = {}
    for code in CODES:
        answer = await teacher.client.get(f"/api/packs?lang={code}")
        packs = answer.json()["packs"]
        said[code] = {(one["language"], one["key"]): one for one in packs}
    texts = {code: load_texts(code) for code in CODES}
    for (language, key), one in said["en"].items():
        code = f"web-shipped-{language}-{key}"
        for reader in CODES:
            assert said[reader][language, key]["name"] == texts[reader].find(
                code, "page"
            )
        assert bool(one["topic"]) == (language == "en")
    answer = await teacher.client.get("/api/packs/en/animals?lang=de")
    assert answer.json()["name"] == "Tiere"
