"""JSON is read by type; a value of another type is refused."""

import json

import pytest

from firmware_host.board import json as typed
from firmware_host.board.messages import Message, say

ITEM = {"word": "HOUSE", "n": 3, "yes": True, "list": ["a", "b"], "in": {"x": 1}}


def test_each_type_comes_back():
    """A value of the type that is asked for is returned as it is."""
    assert typed.text(ITEM, "word") == "HOUSE"
    assert typed.number(ITEM, "n") == 3
    assert typed.flag(ITEM, "yes") is True
    assert typed.texts(ITEM, "list") == ("a", "b")
    assert typed.inner(ITEM, "in") == {"x": 1}
    assert typed.objects({"some": [{"x": 1}]}, "some") == ({"x": 1},)
    assert typed.text({}, "word", "none") == "none"


@pytest.mark.parametrize(
    ("reader", "name", "what"),
    [
        (typed.text, "n", "n must be a text"),
        (typed.text, "gone", "gone must be a text"),
        (typed.number, "yes", "yes must be a whole number"),
        (typed.number, "word", "word must be a whole number"),
        (typed.flag, "n", "n must be true or false"),
        (typed.inner, "list", "list must be an object"),
        (typed.objects, "list", "list must be an object"),
        (typed.texts, "word", "word must be a list"),
    ],
)
def test_another_type_is_named(reader, name, what):
    """The error names the key and the expected type."""
    with pytest.raises(ValueError, match=f"^{what}$"):
        reader(ITEM, name)


@pytest.mark.parametrize("text", ["", "{", "[1]", "[" * 100_000])
def test_what_is_no_object_is_refused(text):
    """Any text that is no JSON object raises ValueError."""
    with pytest.raises(ValueError):  # noqa: PT011 - the parser's own sentence
        typed.read_object(text)


@pytest.mark.parametrize(
    "message",
    [say("turn"), say("tap", name="Ann", n=3), say("list", first=say("part", n=1))],
)
def test_a_message_comes_back(message):
    """A message, also with another one as a value, survives JSON."""
    sent = json.loads(json.dumps(typed.of_message(message)))

    assert typed.as_message(sent) == message


def test_a_message_that_is_none_is_refused():
    """Half a message is not taken for a whole one."""
    with pytest.raises(ValueError, match="must be a list"):
        typed.as_message({"code": "x"})
    with pytest.raises(ValueError, match="must be a whole number"):
        typed.as_message(["x", [["n", True]]])
    assert typed.as_message(["x", []]) == Message("x")
