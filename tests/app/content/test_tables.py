"""Lists and tables that a person brings are read, however a program wrote them."""

import pytest

from firmware_host.app.content.tables import (
    Choice,
    cells_of,
    known_lists,
    read_table,
    read_text,
    split,
    table_for_page,
)
from firmware_host.board.messages import Refused
from firmware_host.errors import SettingsError
from tests.app.content.sheets import excel, open_document, zipped

TABLE = """headword;pos;CEFR;rank
cat;noun;A1;1
Koenig;noun;A2;2,5
butterfly;noun;A1;3
Äffle;noun;A1;
cat;verb;C1;9
"""
LESSON = "Klasse;Artikel;Wort\n4b;der;Hund\n4b;die;Katze\n4b;das;Tier\n"
ROWS = [["Klasse", "Artikel", "Wort"], ["4b", "der", "Hund"]]


def chosen_cells(text=TABLE, *, column="headword", where=(), at_most=()):
    """Parse a text as a table and return the cells that match the choice."""
    choice = Choice(column=column, where=dict(where), at_most=dict(at_most))
    return cells_of(split(text), choice, "t.csv")


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_columns_are_found_whatever_separates_them(separator, end):
    text = LESSON.replace(";", separator).replace("\n", end)
    table = split(text)

    assert table.rows[:2] == ROWS
    assert (table.head, table.names[table.best]) == (True, "Wort")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
def test_a_list_from_windows_keeps_its_words(encoding):
    """Excel's three kinds of CSV; the umlauts are right, and the encoding is said."""
    table = read_table("Wort;Klasse\r\nBär;4b\r\nTür;4b\r\n".encode(encoding))

    assert cells_of(table, Choice(where={}, at_most={}), "") == ["Bär", "Tür"]
    named = {"utf-8-sig": "UTF-8", "cp1252": "Windows-1252"}
    assert table.encoding == named.get(encoding, "UTF-16")


def test_the_line_for_excel_is_no_row():
    """The `sep=` line names the separator and is no row of cells."""
    table = split("sep=;\nWort;Satz\nHund;a, b, c\nKatze;d, e, f\n")

    assert table.rows[:3] == [[""], ["Wort", "Satz"], ["Hund", "a, b, c"]]
    assert chosen_cells("sep=,\nWort,Nr\nHund,1\n", column="Wort") == ["Hund"]
    assert split("sep=\nHund\tKatze\nMaus\tTier").rows[1] == ["Hund", "Katze"]


def test_a_quote_that_is_not_closed_costs_its_own_line_at_most():
    """Later rows are there; the row is named."""
    words = "".join(f"Wort{n};{n}\n" for n in range(40))
    table = split(f'Hund;"1\n{words}Katze;2\n')

    assert table.open_quotes == (1,)
    assert table.rows[0] == ["Hund", "1"]
    assert table.rows[-2] == ["Katze", "2"]
    assert len(table.body) == 42


def test_quoted_cells_may_have_separators_quotes_and_lines():
    """
    A quoted cell may contain separators, quotes and line breaks.

    Later rows keep their line numbers.
    """
    table = split('Hund;"groß; ""lieb""\nund alt"\nKatze;klein\n')

    assert table.rows[:3] == [
        ["Hund", 'groß; "lieb"\nund alt'],
        [],
        ["Katze", "klein"],
    ]
    assert table.open_quotes == ()


@pytest.mark.parametrize(
    ("text", "head"),
    [
        (LESSON, True),
        ("Wort\nHund\nKatze\n", True),
        ("Klasse\nHund\nKatze\n", False),  # a good word, and nothing beside it
        ("Hund;1\nKatze;2\n", False),
        ("Tier;Anzahl\nHund;1\nKatze;2\n", True),
        ("Hund\n", False),
        ("", False),
    ],
)
def test_names_of_columns_are_recognised(text, head):
    """A header row is recognised by its words or by numbers below it."""
    assert split(text).head is head


def test_all_words_in_one_line_are_one_column():
    assert split("Hund, Katze, Maus\n").body == [["Hund"], ["Katze"], ["Maus"]]
    assert split("Hund\nKatze\nMaus, die kleine\nTier\n").names == ("1",)


def test_rows_are_chosen_by_what_stands_in_them():
    """
    Rows can be chosen by a cell's value or by a maximum number.

    A row without a number is left out.
    """
    assert chosen_cells(where={"CEFR": ("A2", "C1")}) == ["Koenig", "cat"]
    assert chosen_cells(at_most={"rank": 2.5}) == ["cat", "Koenig"]
    assert chosen_cells(where={"CEFR": ("A1",)}, at_most={"rank": 2}) == ["cat"]


def test_a_column_is_named_or_counted_or_found():
    """A column is chosen by name or number; else the one with the most words."""
    assert chosen_cells(column="2") == ["noun", "noun", "noun", "noun", "verb"]
    assert chosen_cells(column="") == chosen_cells()
    assert chosen_cells("Hund;Maus\nKatze;\n", column="all") == [
        "Hund",
        "Maus",
        "Katze",
    ]


@pytest.mark.parametrize("column", ["Wort", "0", "5", "-1"])
def test_a_column_that_is_not_there_is_named_with_those_that_are(column):
    said = f"t.csv: there is no column '{column}'; it has: headword, pos"
    with pytest.raises(SettingsError, match=said):
        chosen_cells(column=column)
    with pytest.raises(SettingsError, match="no column 'AoA'"):
        chosen_cells(at_most={"AoA": 7})


@pytest.mark.parametrize("make", [excel, open_document])
def test_a_spreadsheet_is_read_like_a_table(make):
    content = make({"Woche 12": ROWS, "Woche 13": [["Maus"]]})
    table = read_table(content)
    assert (table.sheet, table.sheets) == ("Woche 12", ("Woche 12", "Woche 13"))
    assert table.names == ("Klasse", "Artikel", "Wort")
    assert read_text(content).text.splitlines()[:2] == ["\t".join(r) for r in ROWS]
    shown = table_for_page(content, "Woche 13")
    assert (shown["rows"], shown["head"]) == ([["Maus"]], False)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "file-empty"),
        (b" \r\n\xa0", "file-empty"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(9), "file-old"),
        (b"%PDF-1.7\n\0", "file-binary"),
        (b"PK\x03\x04", "file-damaged"),
        (zipped({"word/document.xml": "<x/>"}), "file-zip"),
        (b"\x89PNG\r\n\x1a\n\0\0", "file-binary"),
    ],
)
def test_what_is_no_table_is_refused_by_a_name(content, code):
    """Files that are no table are refused with the code of their kind."""
    for found in (read_table(content), read_text(content), table_for_page(content, "")):
        assert isinstance(found, Refused)
        assert found.code == code


def test_no_list_has_a_licence_that_nobody_gave():
    """A known list without a stated licence requires the user to give one."""
    unstated = {name for name, kind in known_lists().items() if not kind.licence}

    assert unstated == {"kuperman", "grundwortschatz"}
