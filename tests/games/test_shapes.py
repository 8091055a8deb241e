"""The JSON schemas of views and lines fit the games' own states and lines."""

import json
from pathlib import Path
from types import SimpleNamespace

import jsonschema
import pytest

from firmware_host.board.shapes import Shapes
from firmware_host.games import grammar
from firmware_host.games.catalogue import GAMES
from firmware_host.games.shapes import ANY_VIEW, all_described, shape_name
from tools.transcript_shapes import transcript

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = [
    path
    for path in sorted((ROOT / "docs" / "examples").glob("*.jsonl"))
    if path.name != "set.jsonl"
]


def check(schema, value):
    """Return True if a value fits a schema."""
    return jsonschema.Draft202012Validator(schema).is_valid(value)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_line_of_the_examples_fits(path):
    """Header and lines, as docs/api/transcript.schema.json has them."""
    head, *lines = map(json.loads, path.read_text("utf-8").splitlines())
    schema = transcript(GAMES[head["game"]])
    assert check(schema["header"], head)
    assert all(check(schema["line"], one) for one in lines)


@pytest.mark.parametrize(
    "line",
    [
        {"do": "tap", "zone": 7, "kind": "red"},
        {"do": "tap", "zone": 3},
        {"do": "guess", "by": "Ben", "word": "HOBBY", "loud": True},
        {"do": "fly"},
    ],
)
def test_what_the_grammar_refuses_does_not_fit(line):
    engine = GAMES["decipher"]
    assert not check(transcript(engine)["line"], line)
    with pytest.raises(ValueError, match=r".+"):
        grammar.checked(line, engine)


def test_each_field_of_a_view_has_a_type():
    """Each field of a view has a type in its schema."""
    described = all_described(GAMES.values())
    for names in described["games"].values():
        for name in (names["view"], names["secret"]):
            fields = described["schemas"][name]["properties"]
            assert all(fields.values()), (name, fields)


def test_lines_name_seats_where_no_page_may_name_the_board():
    """The schemas of lines have seats, and nothing that only the board may send."""
    described = all_described(GAMES.values())
    lines = described["games"]["decipher"]["lines"]
    assert "tap" not in lines
    assert "join" not in lines
    guess = described["schemas"][lines["guess"]]
    assert guess["properties"].keys() == {"do", "by", "word", "seen"}
    assert guess["properties"]["by"]["type"] == "integer"
    assert guess["required"] == ["do", "word", "seen"]


class Strange(SimpleNamespace):
    """A game with the declarations of one test."""

    __hash__ = object.__hash__


def test_a_game_that_names_no_types_is_described_all_the_same():
    """An external game without types gets schemas that allow any value."""
    strange = Strange(
        NAME="tick-tack",
        PUBLIC=("totals", "cells"),
        OWN=(),
        VERBS={"mark": grammar.Verb(("by", "cell"))},
        VALUES={},
        view=lambda _state, _viewer: None,
    )
    described = all_described([strange])
    assert described["view"] == ANY_VIEW
    assert described["games"]["tick-tack"]["view"] == "TickTackView"
    assert described["games"]["tick-tack"]["secret"] is None
    view = described["schemas"]["TickTackView"]["properties"]
    assert view["cells"] == {}
    assert view["totals"]["type"] == "array"
    assert described["schemas"]["TickTackMark"]["properties"]["cell"] == {}


def test_two_names_become_one_word():
    assert shape_name("break-code") == "BreakCode"
    assert Shapes("#/").named == {}
