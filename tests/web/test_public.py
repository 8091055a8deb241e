"""The endpoints open to everyone, and their answers while the table is away."""

import json
import re
from pathlib import Path
from types import MethodType

import pytest

from firmware_host import __version__
from firmware_host.errors import AwayError
from firmware_host.web import documents
from tests.web.school import school

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
async def board(tmp_path):
    async with school(tmp_path) as now:
        yield now


async def test_the_alphabet_is_the_one_of_the_boards_language(board):
    told = await board.browser().get("/api/alphabet")
    assert len(told["kinds"]) == 4
    assert set(told["letters"]) == set(board.api.letters())
    assert all(len(counts) == 4 for counts in told["letters"].values())
    assert set(told["poses"]) <= set(told["letters"])
    assert [1, 16, 0, 90] in told["poses"]["T"]


async def test_texts_that_there_are_not_are_said(board):
    assert await board.browser().get("/texts/xx.json") == 404
    assert "limits" in await board.browser().get("/texts/de.json")


@pytest.mark.parametrize(
    ("language", "said"), [("en", "has not answered"), ("de", "nicht geantwortet")]
)
async def test_while_the_table_is_away_pages_come_and_acts_are_not_lost_in_silence(
    board, monkeypatch, language, said
):
    """A page of its own says that it waits; it asks again by itself."""

    def away(*_):
        raise AwayError

    behind = board.web.services.table_api.behind
    monkeypatch.setattr(behind, "see", MethodType(away, behind))
    browser = board.browser()
    answer = await browser.client.get(f"/api/state?as=wall&lang={language}")
    assert answer.status_code == 503
    assert said in answer.json()["error"]
    acted = await browser.client.post(
        f"/api/join?lang={language}", json={"code": "ABCD"}
    )
    assert (acted.status_code, said in acted.text) == (503, True)
    assert (await browser.client.get("/seat")).status_code == 200
    assert (await browser.client.get("/wall")).status_code == 200


async def test_a_board_says_by_what_numbers_it_goes(board):
    """The answer has the versions of docs/formats.md and each word list's hash."""
    told = await board.browser().get("/api/versions")
    assert told["letterzone"] == __version__
    assert told["state"] == documents.VERSION
    assert [told["transcript"], told["rules"]] == [1, 3]
    assert told["words"].keys() == {"en", "de"}
    assert all(re.fullmatch("[0-9a-f]{12}", one) for one in told["words"].values())


async def test_a_board_describes_itself(board):
    """A board without external games serves the same API description as docs/api/."""
    browser = board.browser()
    for name in ("openapi.json", "asyncapi.json"):
        written = json.loads((ROOT / "docs" / "api" / name).read_text("utf-8"))
        assert await browser.get(f"/{name}") == written
