"""The history: open at home, shut in class, and never ahead of the game."""

import csv
import io
import json

import pytest

from firmware_host.app.archive.history import JournalHistory
from firmware_host.app.archive.summaries import PAGE
from firmware_host.board.commands import Sit
from firmware_host.board.messages import Refused
from firmware_host.games.decipher.game import decipher
from tests.app.written import GAME, write
from tests.web.described import hold
from tests.web.school import school

#: As seen once HOBBY is found, and LOYAL is being looked for.
RUNNING = GAME[:9]


@pytest.fixture
async def board(tmp_path):
    async with school(tmp_path) as opened:
        yield opened


@pytest.fixture
async def player(board):
    """A phone with a place at the table, at home."""
    await board.api.send(Sit("Tina").line)
    browser = board.browser()
    await browser.post("/api/join", code=board.web.room.code, seat=0)
    return browser


async def test_at_home_everybody_may_look_and_players_may_change(board, player):
    write(board.journal, *GAME)
    anybody = board.browser()
    told = await anybody.get("/api/history")
    assert [one["game"] for one in told["games"]] == [1]
    assert not told["may_change"]
    assert (await player.get("/api/history"))["may_change"]
    body = {"game": 1, "name": "In the rain"}
    assert await anybody.post("/api/history/rename", **body) == "role"
    assert await player.post("/api/history/rename", **body) == {"ok": True}
    assert (await anybody.get("/api/history/1"))["name"] == "In the rain"


async def test_in_class_the_teacher_alone_may(board, player):
    """In class only the teacher may read or delete the history."""
    write(board.journal, *GAME)
    teacher = await board.teacher()
    await teacher.post("/api/teacher/settings", place="class")
    for path in ("", "/1", "/1.jsonl", "/1.csv", "/words.csv"):
        assert await player.get(f"/api/history{path}") == 403
        assert (await teacher.client.get(f"/api/history{path}")).status_code == 200
    assert await player.post("/api/history/delete", game=1) == "role"


@pytest.mark.parametrize("digits", [16, 20, 5000])
async def test_a_number_that_no_game_can_have_is_no_path(board, digits):
    """Python and SQLite limit the digits of a number, so no path has more."""
    teacher, number = await board.teacher(), digits * "9"
    for path in ("history/{}", "history/{}.csv", "history/{}.jsonl", "backups/{}.db"):
        answer = await teacher.client.get(f"/api/{path.format(number)}")
        assert answer.status_code == 404


@pytest.mark.parametrize("question", ["game", "positions", "transcript"])
async def test_a_game_that_hangs_is_said_to_do_so(board, monkeypatch, question):
    """If reading a game times out, each request gets a one-sentence refusal."""
    write(board.journal, *GAME)

    async def hangs(*_, **__):
        return Refused("history-hangs", values=(("game", "treasure"),))

    monkeypatch.setattr(JournalHistory, question, hangs)
    browser = board.browser()
    ends = {"game": ("", ".csv"), "positions": ("",), "transcript": (".jsonl",)}
    for end in ends[question]:
        answer = await browser.client.get(f"/api/history/1{end}?lang=en")
        assert answer.status_code == 409
        assert "treasure" in answer.json()["text"]
        hold("get", "/api/history/1", 409, answer.text)


async def test_a_game_is_told_position_by_position(board):
    """Each position of a game has the public view of that moment and nothing else."""
    write(board.journal, *GAME)
    told = await board.browser().get("/api/history/1")
    assert [one["name"] for one in told["players"]] == ["Tina", "Lee"]
    assert [one["word"] for one in told["results"]] == ["HOBBY", "LOYAL"]
    assert told["totals"] == [
        sum(one["points"][seat] for one in told["results"]) for seat in (0, 1)
    ]
    first, *_ = told["positions"]
    keys = {"part", "ms", "said", "seat", "moments", "word", "view", "insight"}
    assert set(first) == keys
    assert set(first["view"]) == set(decipher.PUBLIC)


@pytest.mark.parametrize("path", ["", "/1", "/1.jsonl", "/1.csv"])
async def test_the_word_that_is_looked_for_is_not_there(board, path):
    """A running round's word and the commitment's secret seed are in no answer."""
    write(board.journal, *RUNNING)
    told = (await board.browser().client.get(f"/api/history{path}")).text
    assert "HOBBY" in told
    assert "LOYAL" not in told
    assert "bb" * 32 not in told


async def test_a_cell_is_put_right_with_a_note(board, player):
    """A corrected cell keeps the counted points and a note, and the totals follow."""
    write(board.journal, *GAME)
    before = await player.get("/api/history/1")
    counted = before["results"][0]["points"][1]
    body = {"game": 1, "round": 1, "seat": 1, "points": counted + 3, "note": "Misread"}
    assert await player.post("/api/history/correct", **body) == {"ok": True}
    after = await player.get("/api/history/1")
    assert after["results"][0]["cells"][1] == {
        "points": counted + 3,
        "counted": counted,
        "note": "Misread",
    }
    assert after["totals"][1] == before["totals"][1] + 3
    body["round"] = 1.0  # which JSON takes for the same
    assert await player.post("/api/history/correct", **body) == {"ok": True}
    body["round"] = 9
    assert await player.post("/api/history/correct", **body) == "history-gone"


async def test_a_game_is_deleted(board, player):
    write(board.journal, *GAME)
    assert await player.post("/api/history/delete", game=1) == {"ok": True}
    assert await player.get("/api/history/1") == 404
    assert await player.post("/api/history/delete", game=1) == "history-gone"


async def test_a_set_of_players_gets_a_name(board, player):
    write(board.journal, *GAME)
    (one,) = (await player.get("/api/history"))["games"]
    body = {"game": 1, "name": "Sunday"}
    assert await player.post("/api/history/group", **body) == {"ok": True}
    assert (await player.get("/api/history"))["groups"] == {one["group"]: "Sunday"}


async def test_older_games_have_a_page(board):
    """Older games have pages, and an invalid page address returns the first page."""
    for game in range(1, PAGE + 2):
        write(board.journal, *GAME[:2], {"do": "end"}, game=game)
    page = board.browser()
    first = await page.get("/api/history")
    assert len(first["games"]) == PAGE
    last = await page.get(f"/api/history?before={first['older']}")
    assert [one["game"] for one in last["games"]] == [1]
    for odd in ("x", "-1", "0", "1e9", "9" * 20, ""):
        assert await page.get(f"/api/history?before={odd}") == first


async def test_the_hardest_words_and_pieces_are_told(board):
    write(board.journal, *GAME)
    told = await board.browser().get("/api/history")
    assert told["words"][0] == {
        "word": "LOYAL",
        "yes": 0,
        "no": 1,
        "wrong": 0,
        "found": 0,
        "games": 1,
    }
    assert {one["kind"] for one in told["kinds"]} == {"red", "blue"}


async def test_a_transcript_is_a_file_that_can_be_played(board):
    write(board.journal, *GAME)
    answer = await board.browser().client.get("/api/history/1.jsonl")
    assert 'filename="letterzone-1.jsonl"' in answer.headers["content-disposition"]
    assert json.loads(answer.text.splitlines()[0])["letterzone"] == 1


async def rows(board, path):
    answer = await board.browser().client.get(path)
    assert answer.content.startswith(b"\xef\xbb\xbf")
    separator = ";" if "lang=de" in path else ","
    return list(csv.reader(io.StringIO(answer.text[1:]), delimiter=separator))


async def test_a_spreadsheet_opens_the_scoresheet(board):
    """UTF-8 with its mark; in German a semicolon between cells."""
    write(board.journal, *GAME)
    english = await rows(board, "/api/history/1.csv?lang=en")
    assert english[0] == [
        *("Round", "Word", "Maker", "Found by", "Tina", "Lee", "Notes")
    ]
    assert english[1][:4] == ["1", "HOBBY", "Tina", "Lee"]
    assert english[-1][0] == "Total"
    german = await rows(board, "/api/history/1.csv?lang=de")
    assert german[0][0] == "Runde"
    assert german[1][4:6] == english[1][4:6]


async def test_the_words_that_a_class_needs_again_name_nobody(board):
    """The spreadsheet has each word, its language and its figures, and no names."""
    write(board.journal, *GAME)
    told = await rows(board, "/api/history/words.csv?lang=de")
    assert told[0] == [
        "Wort",
        "Sprache",
        "gespielt",
        "Gefunden",
        "Nein",
        "Falsch geraten",
    ]
    assert [row[:4] for row in told[1:]] == [["LOYAL", "en", "1", "0"]]
    assert "Tina" not in str(told)


async def test_a_spreadsheet_says_when_it_was(board):
    """The spreadsheet has a game's date if known, else its evening, else none (O20)."""
    known = {"evening": 12, "start": "a", "up_s": 5, "at_s": 1_795_631_400}
    counted = {"evening": 13, "start": "b", "up_s": 5}
    write(board.journal, *GAME, more={"when": known})
    write(board.journal, *GAME, game=2, more={"when": counted})
    write(board.journal, *GAME, game=3)
    last = [
        (await rows(board, f"/api/history/{game}.csv?lang=en"))[-1][:2]
        for game in (1, 2, 3)
    ]
    assert last[:2] == [["Date", "2026-11-25 18:30 UTC"], ["Evening 13"]]
    assert last[2][0] == "Total"


async def test_a_spreadsheet_works_nothing_out(board, player):
    """A name that is a formula is shown as it was typed."""
    evil = "=1+1"
    called = {"Tina": evil, "Lee": "@Lee"}
    named = [one | ({"by": called[one["by"]]} if "by" in one else {}) for one in GAME]
    write(board.journal, *named, players=list(called.values()))
    body = {"game": 1, "round": 1, "seat": 0, "points": 1, "note": "-2"}
    await player.post("/api/history/correct", **body)
    told = await rows(board, "/api/history/1.csv?lang=en")
    cells = [cell for row in told for cell in row]
    assert f"'{evil}" in cells
    assert "'@Lee" in cells
    assert not [cell for cell in cells if cell.startswith(("=", "+", "@", "\t"))]
    assert not [one for one in cells if one.startswith("-") and not one[1:].isdigit()]
