"""A rule of the house takes its choices, and a free word where one may be given."""

import pytest

from firmware_host.board.options import Option

POINTS = Option("rows", 6, (4, 6, "free"), "knob-rows")
WORD = Option("keyword", "KEYWORD", ("KEYWORD", "draw"), "knob-keyword", word=(3, 5))


@pytest.mark.parametrize(
    ("option", "taken", "refused"),
    [
        (POINTS, (4, 6, "free"), (5, "6", 6.0, "FREE", None, ("free",))),
        (
            WORD,
            ("KEYWORD", "draw", "ABC", "ABCDE", "ZZZ"),
            ("AB", "ABCDEF", "abc", "A-C", "\u00c4BC", 4, None, ("A", "B", "C")),
        ),
    ],
)
def test_what_is_offered_is_taken_and_nothing_like_it(option, taken, refused):
    """Choices are accepted, similar values of another type or length are not."""
    assert [one for one in taken if not option.takes(one)] == []
    assert [one for one in refused if option.takes(one)] == []


def test_a_word_may_have_every_letter():
    """A word option takes all 26 letters if it may be so long."""
    long = Option("keyword", "A", ("A",), "knob-keyword", word=(1, 26))
    assert long.takes("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def test_a_value_of_an_earlier_version_is_taken_and_not_offered():
    """An old value is accepted as its present equivalent, but not offered."""
    words = Option("words", "b", ("a", "b"), "knob-words", before=(("old", "a"),))
    assert words.takes("old")
    assert (words.today("old"), words.today("b")) == ("a", "b")
    assert words.expected == "a, b"


def test_what_is_expected_can_be_read():
    """The expected values are described, with the limits of a word."""
    assert POINTS.expected == "4, 6, free"
    assert WORD.expected == "KEYWORD, draw, or a word of 3 to 5 letters A to Z"
