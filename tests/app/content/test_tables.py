"""A pack is made of a table of words that somebody else has published."""

import pytest

from firmware_host.app.content.tables import KINDS, Choice, words_of
from firmware_host.errors import SettingsError

TABLE = """headword;pos;CEFR;rank
cat;noun;A1;1
Koenig;noun;A2;2,5
butterfly;noun;A1;3
Äffle;noun;A1;
cat;verb;C1;9
"""


def chosen(text=TABLE, *, column="headword", where=(), at_most=(), most=5000):
    """The words of a table, and how many were left out."""
    choice = Choice(column=column, where=dict(where), at_most=dict(at_most), most=most)
    return words_of(text, choice, "t.csv")


@pytest.mark.parametrize("apart", [",", ";", "\t"])
def test_columns_are_parted_as_the_first_line_has_them(apart):
    """Words are folded and come once; what no zone can hold is counted."""
    text = TABLE.replace("2,5", "2.5").replace(";", apart)

    assert chosen(text) == (("CAT", "AEFFLE", "KOENIG"), 1)
    assert chosen("\ufeff" + text) == (("CAT", "AEFFLE", "KOENIG"), 1)


def test_rows_are_chosen_by_what_stands_in_them():
    """By a value, by a number with a comma too; a row without a number is not taken."""
    assert chosen(where={"CEFR": ("A2", "C1")}) == (("CAT", "KOENIG"), 0)
    assert chosen(at_most={"rank": 2.5}) == (("CAT", "KOENIG"), 0)
    assert chosen(where={"CEFR": ("A1",)}, at_most={"rank": 2}) == (("CAT",), 0)
    assert chosen(most=1) == (("CAT",), 1)


def test_without_a_column_each_line_is_a_word():
    text = "cat\n\n  Hündin \nX\n1984\n"

    assert chosen(text, column="") == (("CAT", "1984"), 2)


def test_a_column_that_is_not_there_is_named_with_those_that_are():
    with pytest.raises(SettingsError, match="no column 'Wort'; it has: headword"):
        chosen(column="Wort")
    with pytest.raises(SettingsError, match="no column 'AoA'"):
        chosen(at_most={"AoA": 7})
    with pytest.raises(SettingsError, match="no column 'Wort'"):
        chosen("", column="Wort")


def test_no_list_has_a_licence_that_nobody_gave():
    """Where none was stated when we looked, whoever makes the pack has to say it."""
    unstated = {name for name, kind in KINDS.items() if not kind.licence}

    assert unstated == {"kuperman", "grundwortschatz"}
