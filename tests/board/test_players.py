"""Animals of players, bots and buttons, and which characters a name may have."""

import unicodedata

import pytest

from firmware_host.board.events import PLAYER_BUTTONS
from firmware_host.board.players import (
    ANIMALS,
    EASY,
    MARKS,
    SHARP,
    STRENGTHS,
    SYMBOL,
    tidy,
)
from firmware_host.limits import SEATS


def test_everybody_at_a_full_table_can_be_another_animal():
    """There are as many animals as seats."""
    assert len(ANIMALS) == SEATS
    assert len(set(ANIMALS)) == SEATS
    assert len(PLAYER_BUTTONS) <= SEATS


def test_a_bot_differs_from_a_button():
    """The names of strengths and of the bots' symbol are no names of buttons."""
    assert not {*STRENGTHS, SYMBOL} & set(PLAYER_BUTTONS)
    assert (STRENGTHS[0], STRENGTHS[-1]) == (EASY, SHARP)


@pytest.mark.parametrize(
    "name", ["Ann", "Jörg", "Zoë-Marie", "हिन्दी", "Nguyễn", "ลี", "李", "O'Neill", "🦊"]
)
def test_a_name_stays_as_it_is(name):
    """Names of any script are kept, with their marks."""
    assert tidy(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    "sign", "\u3164\u2800\uffa0\u115f\u1160\u034f\ufe0f\u200b\u202e"
)
def test_what_cannot_be_seen_is_no_name(sign):
    """Invisible characters are removed from names."""
    assert tidy(sign) == ""
    assert tidy(f" {sign} ") == ""
    assert tidy(f"Ann{sign}") == "Ann"


def test_a_tower_of_marks_is_cut():
    """Too many marks on a letter are cut, and marks without a letter removed."""
    assert tidy("A" + "\u0336" * 40) == "A" + "\u0336" * MARKS
    assert tidy("\u0336Ann") == "Ann"


def test_spaces_are_single():
    assert tidy("  Ann \t  Lee\n") == "Ann Lee"


def test_a_letter_and_its_mark_are_one():
    """A letter with a combining mark is normalised to one character."""
    assert tidy("A\u0308nne") == "Änne"
