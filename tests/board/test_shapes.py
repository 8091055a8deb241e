"""A type gives the JSON Schema of its values, for code and for programs."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Any, Literal, NewType, NotRequired, TypedDict

import jsonschema
import pytest

from firmware_host.board.json import Json, JsonObject
from firmware_host.board.record import Record
from firmware_host.board.shapes import Shapes, either

Zone = NewType("Zone", int)


class Kind(StrEnum):
    """A kind."""

    RED = "red"
    BLUE = "blue"


class Card(str):
    """A text that knows more of itself."""

    __slots__ = ()


class Piece(Record):
    """
    A piece that lies.

    Nobody needs to know more.
    """

    kind: Kind
    number: int = 0


class Seen(TypedDict):
    """What is seen."""

    pieces: list[Piece]
    word: str | None
    own: NotRequired[Any]


class Wider(Seen):
    """And more."""

    more: bool


def fits(hint, value):
    """Return whether a value fits the schema of a type."""
    shapes = Shapes("#/$defs/")
    schema = {**shapes.of(hint), "$defs": shapes.named}
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema).is_valid(value)


@pytest.mark.parametrize(
    ("hint", "right", "wrong"),
    [
        (bool, True, 1),
        (int, 3, "3"),
        (float, 3.5, "3"),
        (str, "a", 1),
        (None, None, 0),
        (Zone, 3, None),
        (Kind, "red", "green"),
        (Card, "10S", 10),
        (int | None, None, "x"),
        (Literal["yes", "no"], "no", "maybe"),
        (list[int], [1, 2], [1, "2"]),
        (Sequence[str], ["a"], "a"),
        (tuple[int, ...], [1, 2, 3], ["1"]),
        (tuple[bool, bool], [True, False], [True]),
        (tuple[int, str], [1, "a"], ["a", 1]),
        (dict[str, int], {"a": 1}, {"a": "b"}),
        (Mapping[str, str], {"a": "b"}, []),
        (JsonObject, {"a": [1, {"b": None}]}, [1]),
        (list[JsonObject | None], [{}, None], [1]),
        (Annotated[int, {"type": "integer", "maximum": 9}], 9, 10),
        (Piece, {"kind": "red", "number": 1}, {"kind": "red"}),
        (Seen, {"pieces": [], "word": None}, {"pieces": [{}], "word": None}),
        (Wider, {"pieces": [], "word": "A", "more": True}, {"more": True}),
    ],
)
def test_what_a_type_allows(hint, right, wrong):
    assert fits(hint, right)
    assert not fits(hint, wrong)


def test_json_may_be_anything():
    """`Json` allows any value, as does a hint in quotes."""
    assert all(fits(Json, one) for one in (None, 1, "a", [1], {"a": {}}))
    assert Shapes("#/").of("int") == {}


def test_a_class_stands_once_under_its_name():
    shapes = Shapes("#/components/schemas/")
    assert shapes.of(Wider) == {"$ref": "#/components/schemas/Wider"}
    shapes.of(list[Piece])
    assert list(shapes.named) == ["Wider", "Piece"]
    assert shapes.named["Piece"] == {
        "description": "A piece that lies.",
        "type": "object",
        "properties": {
            "kind": {"type": "string", "enum": ["red", "blue"]},
            "number": {"type": "integer"},
        },
        "required": ["kind", "number"],
    }
    assert shapes.named["Wider"]["required"] == ["pieces", "word", "more"]


def test_one_of_several_is_said_once():
    assert either([{"type": "null"}, {"type": "null"}]) == {"type": "null"}
