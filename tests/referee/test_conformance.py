"""The conformance set: the product says of each transcript what stands there."""

import importlib.util
import json
from pathlib import Path
from unittest.mock import patch

import jsonschema_rs
import pytest

from firmware_host.games.keyword import score
from firmware_host.words.lexicon import Lexicon
from tests.referee import codecards, keyword, wqrdles
from tests.referee.differences import referees_judgement
from tests.referee.scored import agree, with_sorted

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("decipher", "codecards", "wqrdles", "keyword")
SCORERS = {
    "decipher": referees_judgement,
    "codecards": codecards.score,
    "wqrdles": wqrdles.score,
    "keyword": keyword.score,
}


@pytest.fixture(scope="module")
def tool():
    """The script that chooses the set."""
    path = ROOT / "tools" / "build_conformance.py"
    spec = importlib.util.spec_from_file_location("build_conformance", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("game", GAMES)
def test_the_product_conforms(tool, game):
    """Answer for answer, refusal for refusal, round for round."""
    cases = tool.read(game)
    assert len(cases) == 50
    assert len({case["name"] for case in cases}) == 50
    for case in cases:
        assert tool.judged(case["transcript"]) == case["says"], case["name"]


@pytest.mark.parametrize("game", GAMES)
def test_the_second_scorer_conforms(tool, game):
    """Written by another author from the page alone; it does not know the codes."""
    for case in tool.read(game):
        said = SCORERS[game](case["transcript"])
        for ours, theirs in zip(said, map(with_sorted, case["says"]), strict=True):
            assert agree(ours, theirs), case["name"]


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_without_a_word_list_the_same_is_said(tool, game):
    """Of all that do not say that they need one: a second implementation has none."""
    with (
        patch.object(Lexicon, "__contains__", lambda *_: False),
        patch.object(score, "is_word", lambda *_: False),
    ):
        for case in tool.read(game):
            if not case.get("lists"):
                assert tool.judged(case["transcript"]) == case["says"], case["name"]


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_every_line_of_the_set_fits_the_schema(tool, game):
    path = ROOT / "docs" / "api" / "transcript.schema.json"
    schema = json.loads(path.read_text("utf-8"))
    check = jsonschema_rs.Draft202012Validator(schema)
    for case in tool.read(game):
        said = ({**one, "why": ""} if "refused" in one else one for one in case["says"])
        assert all(map(check.is_valid, (*case["transcript"], *said))), case["name"]


def test_an_answer_that_is_another_one_is_seen(tool):
    """Whoever compared nothing would conform to anything."""
    case = tool.read("decipher")[0]
    wrong = [{**one, "answer": "maybe"} for one in case["says"]]
    assert tool.judged(case["transcript"]) != wrong


def test_the_page_has_the_table_of_the_set(tool):
    page = tool.PAGE.read_text("utf-8")
    table = tool.table({game: tool.read(game) for game in GAMES})
    assert tool.with_table(page, table) == page
