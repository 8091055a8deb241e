"""The messages between the web process and the table process."""

import pytest

from firmware_host.board.json import read_object
from firmware_host.board.messages import Refused, say
from firmware_host.web.remote.lines import (
    CALLS,
    MOST_BYTES,
    answer_of,
    value_of,
    write as line,
)


@pytest.mark.parametrize(
    "value",
    [
        None,
        {"refused": "as a value"},
        Refused("zone-covered"),
        Refused("word-letters", private=True, values=(("n", 3), ("why", say("yes")))),
    ],
)
def test_a_value_comes_out_as_it_went_in(value):
    assert value_of(read_object(line(answer_of(value)))) == value


def test_letters_stay_letters_and_a_line_is_one_line():
    assert line({"a": "Grün\n"}) == '{"a":"Grün\\n"}\n'.encode()


def test_what_is_no_json_or_too_long_is_no_line():
    with pytest.raises(TypeError):
        line({"a": object()})
    with pytest.raises(ValueError, match="too many"):
        line({"a": "x" * MOST_BYTES})


def test_only_what_the_ports_declare_can_be_called():
    assert "table_api.do" in CALLS
    assert "phones.who" in CALLS
    assert "service.where" in CALLS
    wrong = ("table_api._table", "table_api.phones", "tags.on_change", "store.nothing")
    assert not CALLS.intersection(wrong)
