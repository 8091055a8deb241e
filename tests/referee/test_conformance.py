"""The conformance set: the product gives each transcript's listed results."""

import importlib.util
import json
from pathlib import Path
from unittest.mock import patch

import jsonschema_rs
import pytest

from firmware_host.games.catalogue import GAMES as GAMES_BY_NAME
from firmware_host.games.keyword import rules
from firmware_host.games.transcript import head_keys
from firmware_host.words.lexicon import Lexicon
from tests.referee import codecards, keyword, wqrdles
from tests.referee.differences import referees_judgement
from tests.referee.scored import agree, with_sorted
from tests.referee.test_pairs import order

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("decipher", "codecards", "wqrdles", "keyword")
HINTS = {"hint-early", "hint-none", "hint-no-words"}
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
    """The product gives the expected output for each of 50 cases."""
    cases = tool.read(game)
    assert len(cases) == 50
    assert len({case["name"] for case in cases}) == 50
    for case in cases:
        assert tool.judged(case["transcript"]) == case["says"], case["name"]


@pytest.mark.parametrize("game", GAMES)
def test_the_second_scorer_conforms(tool, game):
    """Written by another author from the page alone; it has no lists for hints."""
    for case in tool.read(game):
        if any(one.get("refused") in HINTS for one in case["says"]):
            continue
        said = SCORERS[game](case["transcript"])
        for ours, theirs in zip(said, map(with_sorted, case["says"]), strict=True):
            assert agree(ours, theirs), case["name"]


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_without_a_word_list_the_same_is_said(tool, game):
    """Without a word list the results are the same, except in cases that need one."""
    with (
        patch.object(Lexicon, "__contains__", lambda *_: False),
        patch.object(rules, "is_word", lambda *_: False),
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
    """A wrong answer is found, so the check above can fail."""
    case = tool.read("decipher")[0]
    wrong = [{**one, "answer": "maybe"} for one in case["says"]]
    assert tool.judged(case["transcript"]) != wrong


def test_the_set_shows_every_refusal_and_every_key_of_a_header(tool):
    """
    The set has every refusal of each action and every key of a header.

    It has at most 200 cases.
    """
    refused, keys, count = set(), set(), 0
    for game in GAMES:
        for case in tool.read(game):
            count += 1
            keys |= {(game, key) for key in case["transcript"][0]}
            for one in case["says"]:
                if "refused" in one:
                    do = case["transcript"][one["line"] - 1]["do"]
                    refused.add((game, do, one["refused"]))
    ordered = {(*line, code) for line, codes in order().items() for code in codes}
    assert ordered - refused == {("keyword", "open", "keyword-blue")}  # hands alone
    wanted = {(one, key) for one in GAMES for key in head_keys(GAMES_BY_NAME[one])[0]}
    assert wanted - keys == set()
    assert count <= 200


@pytest.mark.long
def test_the_set_is_what_the_tool_writes(tool, capsys, monkeypatch):
    """`--check` passes, and fails if the tool would write other cases (A9)."""
    monkeypatch.setattr("sys.argv", ["build_conformance.py", "--check"])
    assert tool.main() == 0, capsys.readouterr().out
    monkeypatch.setattr(tool, "EACH", 49)
    assert tool.main() == 1


def test_the_page_has_the_table_of_the_set(tool):
    page = tool.PAGE.read_text("utf-8")
    table = tool.table({game: tool.read(game) for game in GAMES})
    assert tool.with_table(page, table) == page
