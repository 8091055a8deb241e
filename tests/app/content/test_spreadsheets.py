"""Spreadsheets are read, and malicious ones are harmless."""

import pytest

from firmware_host.app.content.spreadsheets import ROWS, UNPACKED_BYTES, read_sheet
from firmware_host.board.messages import Refused
from tests.app.content.sheets import (
    excel,
    excel_files,
    open_document,
    open_document_files,
    zipped,
)

WORDS = {
    "Leer": [],
    "Klasse 4b": [
        ["Nr", "Wort", "Artikel"],
        [1, "Bär", "der"],
        [],
        [2.5, "Äpfel & Co", None],
        [None, "Straße"],
    ],
    "Mehr": [["Hund"]],
}
ROWS_OF_WORDS = [
    ["Nr", "Wort", "Artikel"],
    ["1", "Bär", "der"],
    [],
    ["2.5", "Äpfel & Co"],
    ["", "Straße"],
]


@pytest.mark.parametrize("make", [excel, open_document])
def test_the_first_sheet_that_has_text_is_read(make):
    """Each cell is in its row and column, also after an empty row and an empty cell."""
    sheet = read_sheet(make(WORDS))

    assert [row for row in sheet.rows if row] == [row for row in ROWS_OF_WORDS if row]
    assert sheet.rows[: len(ROWS_OF_WORDS)] == ROWS_OF_WORDS
    assert (sheet.name, sheet.names) == ("Klasse 4b", ("Leer", "Klasse 4b", "Mehr"))


@pytest.mark.parametrize("make", [excel, open_document])
def test_a_sheet_can_be_chosen(make):
    """A sheet can be chosen by name; an unknown one is refused with the known names."""
    assert read_sheet(make(WORDS), "Mehr").rows[0] == ["Hund"]
    refused = read_sheet(make(WORDS), "Tabelle1")
    assert refused.code == "file-sheet"
    assert dict(refused.values)["names"] == "Leer, Klasse 4b, Mehr"
    assert read_sheet(make({"Leer": []})) == Refused("file-empty")


def test_text_of_several_runs_and_inline_text_are_whole():
    """Text that is split into runs and inline text are read completely."""
    files = excel_files({"A": [["Hund", "Katze"]]})
    files["xl/sharedStrings.xml"] = files["xl/sharedStrings.xml"].replace(
        "<t>Hund</t>", "<r><t>Hu</t></r><r><t>nd</t></r><rPh><t>x</t></rPh>"
    )
    sheet = files["xl/worksheets/sheet1.xml"]
    inline = '<c t="inlineStr"><is><t>Maus</t></is></c></row>'
    files["xl/worksheets/sheet1.xml"] = sheet.replace("</row>", inline)

    assert read_sheet(zipped(files)).rows == [["Hund", "Katze", "Maus"]]


BOMB = """<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>"""


@pytest.mark.parametrize(
    ("make", "name"),
    [(excel_files, "xl/sharedStrings.xml"), (open_document_files, "content.xml")],
)
def test_a_trap_is_refused(make, name):
    """Entity bombs, zip bombs and foreign namespaces are refused."""
    files = make({"A": [["Hund"]]})
    head, _, rest = files[name].partition("?>")
    bomb = files | {name: BOMB + rest.replace("Hund", "&b;")}
    assert read_sheet(zipped(bomb)) == Refused("file-damaged")
    utf16 = files | {name: bomb[name].encode("utf-16")}
    assert read_sheet(zipped(utf16)) == Refused("file-damaged")
    big = files | {name: f"{head}?>{' ' * UNPACKED_BYTES}{rest}"}
    refused = read_sheet(zipped(big))
    assert refused.code == "file-unpacked"
    assert len(zipped(big)) < 20_000
    outside = files | {name: '<x xmlns:y="http://localhost/"><y:z/></x>'}
    assert isinstance(read_sheet(zipped(outside)), Refused)


def test_a_row_that_says_a_huge_number_makes_no_huge_table():
    """A huge row number or repetition does not make a huge table."""
    files = excel_files({"A": [["Hund"]]})
    sheet = files["xl/worksheets/sheet1.xml"]
    far = '<row r="1000000000"><c r="ZZZZZZ1"><v>1</v></c></row></sheetData>'
    files["xl/worksheets/sheet1.xml"] = sheet.replace("</sheetData>", far)
    assert read_sheet(zipped(files)).rows == [["Hund"]]

    files = open_document_files({"A": [["Hund"]]})
    many = '<table:table-row table:number-rows-repeated="999999999">'
    content = files["content.xml"].replace("<table:table-row>", many)
    files["content.xml"] = content.replace(
        "<table:table-cell>", '<table:table-cell table:number-columns-repeated="99999">'
    )
    rows = read_sheet(zipped(files)).rows
    assert (len(rows), len(rows[0])) == (ROWS, 40)


@pytest.mark.parametrize("make", [excel, open_document])
def test_a_file_that_is_cut_off_or_changed_is_refused_or_read(make):
    """A truncated or changed file is refused or read, and never raises."""
    whole = make({"A": [["Hund", "Katze"]]})
    for at in range(0, len(whole), 7):
        for spoilt in (whole[:at], whole[:at] + b"\xff" + whole[at + 1 :]):
            found = read_sheet(spoilt)
            assert isinstance(found, Refused) or found.rows


def test_other_archives_are_named():
    """A zip file that is no spreadsheet is refused as a zip file."""
    assert read_sheet(zipped({"word/document.xml": "<x/>"})) == Refused("file-zip")
