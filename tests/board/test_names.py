"""Names: what of them can stand on a wall."""

import unicodedata

import pytest

from firmware_host.board.names import MARKS, tidy


@pytest.mark.parametrize(
    "name", ["Ann", "Jörg", "Zoë-Marie", "हिन्दी", "Nguyễn", "ลี", "李", "O'Neill", "🦊"]
)
def test_a_name_stays_as_it_is(name):
    """In each script, and with its marks."""
    assert tidy(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    "sign", "\u3164\u2800\uffa0\u115f\u1160\u034f\ufe0f\u200b\u202e"
)
def test_what_cannot_be_seen_is_no_name(sign):
    """Nor part of one: it would hide behind another's."""
    assert tidy(sign) == ""
    assert tidy(f" {sign} ") == ""
    assert tidy(f"Ann{sign}") == "Ann"


def test_a_tower_of_marks_is_cut():
    """And marks that stand on no letter are none."""
    assert tidy("A" + "\u0336" * 40) == "A" + "\u0336" * MARKS
    assert tidy("\u0336Ann") == "Ann"


def test_spaces_are_single():
    assert tidy("  Ann \t  Lee\n") == "Ann Lee"


def test_a_letter_and_its_mark_are_one():
    """However a keyboard writes it, it is the same name."""
    assert tidy("A\u0308nne") == "Änne"
