"""What goes over the broker, written and read."""

from contextlib import suppress

import pytest
from hypothesis import given, strategies as st

from firmware_host.hall import lines
from firmware_host.hall.lines import Ask, Begun, Ended, Happened, Tail, Told

WORD = st.text("ABCXYZ-", max_size=8)
SEAT = st.none() | st.integers(0, 7)
MOMENTS = st.builds(Happened, st.sampled_from(("yes", "no")), SEAT, SEAT, WORD, WORD)
ENDED = st.builds(Ended, WORD, st.lists(st.integers(0, 40)).map(tuple), SEAT, WORD)
BEGUN = st.builds(Begun, WORD, WORD, st.integers(0, 6), st.integers(0, 8))
TOLD = st.builds(
    Told,
    WORD,
    st.integers(1, 10**9),
    st.integers(0, 10**6),
    st.integers(0, 10**9),
    st.none() | BEGUN,
    st.lists(MOMENTS, max_size=4).map(tuple),
    st.lists(ENDED, max_size=2).map(tuple),
    st.lists(st.integers(-9, 99), max_size=9).map(tuple),
    WORD,
    st.booleans(),
)


@given(TOLD)
def test_a_row_is_read_as_it_was_written(told):
    """Whatever it holds; what is as usual is left out."""
    assert lines.read_told(lines.write(told)) == told


@given(WORD, st.integers(0, 10**9))
def test_so_are_tails_and_questions(stream, n):
    """Each by its own reader."""
    tail, ask = Tail(stream, n, "Table 3"), Ask(stream, n)
    assert lines.read_tail(lines.write(tail)) == tail
    assert lines.read_ask(lines.write(ask)) == ask


@given(st.binary(max_size=200))
def test_anybody_may_write_anything_to_a_broker(payload):
    """It is read, or it is no message of ours; nothing else is raised."""
    for read in (lines.read_told, lines.read_tail, lines.read_ask):
        with suppress(ValueError):
            assert read(payload).stream is not None


@pytest.mark.parametrize(
    "payload",
    [
        b'{"stream":"a","n":0,"game":1}',
        b'{"stream":"a","n":-1,"game":1}',
        b'{"stream":"a\\n","n":1,"game":1}',
        b'{"stream":"a","n":1,"game":1,"moments":[3]}',
        b'{"stream":"a","n":1,"game":1,"moments":[{"what":"' + b"y" * 101 + b'"}]}',
        b'{"stream":"a","n":1,"game":1,"promise":"' + b"f" * 20_000 + b'"}',
    ],
)
def test_what_cannot_be_a_row_is_none(payload):
    """Numbers begin at 1, texts fit a screen, and nothing is endless."""
    with pytest.raises(ValueError, match=r"\w"):
        lines.read_told(payload)


def test_a_topic_says_whose_it_is():
    """And what is no board's says so."""
    assert lines.board_of(lines.topic("fox", "row")) == "fox"
    for name in ("letterzone/1/fox", "letterzone/2/fox/row", "home/1/fox/row", ""):
        assert lines.board_of(name) == ""
