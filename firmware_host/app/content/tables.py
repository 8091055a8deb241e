"""
Reads uploaded tables and lists: text, CSV, TSV, xlsx and ods.

Some published word lists may be used but not redistributed. They are not shipped: their
owner makes a pack of them. docs/packs.md lists their sources and licences.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

from firmware_host.board.json import as_object, as_text
from firmware_host.board.messages import Refused
from firmware_host.board.record import Record
from firmware_host.errors import SettingsError
from firmware_host.limits import TABLE_COLUMNS
from firmware_host.settings.files import DecodedText, decode
from firmware_host.settings.toml import read_toml
from firmware_host.web import values
from firmware_host.words.folding import fold
from firmware_host.words.lexicon import LONGEST, SHORTEST
from firmware_host.words.packs.pack import WORDS

if TYPE_CHECKING:
    from firmware_host.app.content.spreadsheets import SpreadsheetSheet

#: The lists that are known by their names.
_KNOWN = Path(__file__).with_name("known_lists.toml")

#: The first bytes of a zip archive, and so of a spreadsheet.
ZIP = b"PK\x03\x04"

#: The separators of columns; the first wins a tie.
_SEPARATORS = ";\t,|"

#: The percentage of lines that must have the same number of columns.
_ALIKE_PERCENT = 60

#: The most lines of a quoted cell; in a longer one a quote was never closed.
_CELL_LINES = 20

#: The names of a column of words, folded; and of other known columns.
_WORDS = """
WORT WOERTER WORD WORDS HEADWORD LEMMA BEGRIFF BEGRIFFE VOKABEL VOKABELN VOCABULARY
"""
_OTHERS = """
TERM NOMEN SUBSTANTIV NOUN SPELLING ARTIKEL ARTICLE KLASSE CLASS STUFE LEVEL CEFR POS
DEUTSCH GERMAN ENGLISCH ENGLISH BEDEUTUNG MEANING BEISPIEL EXAMPLE THEMA TOPIC NR NR.
NO NO. NUMMER NUMBER ID RANK RANG LEKTION UNIT UID ITEM
"""

#: The first bytes of an old Excel file, and of one that is protected by a password.
_OLD = b"\xd0\xcf\x11\xe0"


class UploadedTable(Record):
    """
    The rows of a text file or spreadsheet, and how the file was read.

    Args:
        rows: All rows, including empty ones: the first is row 1 of the file.
        encoding: The encoding of the text, such as ``UTF-8``; empty for a spreadsheet.
        sheet: The sheet that was read; `sheets` are all sheets; empty for text.
        head: True if the first row that is not empty has names of columns.
        open_quotes: The numbers of the rows in which a quote is not closed.
    """

    rows: Sequence[Sequence[str]]
    encoding: str = ""
    sheet: str = ""
    sheets: tuple[str, ...] = ()
    head: bool = False
    open_quotes: tuple[int, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns; an unnamed column has its number, from 1."""
        first = next((row for row in self.rows if any(row)), ()) if self.head else ()
        width = max(map(len, self.rows), default=0)
        named = [*first, *[""] * (width - len(first))]
        return tuple(name or str(number) for number, name in enumerate(named, start=1))

    @property
    def body(self) -> list[Sequence[str]]:
        """The rows that have text, without the header row."""
        return [row for row in self.rows if any(row)][self.head :]

    @property
    def best(self) -> int:
        """The index of the column that most probably holds the words."""
        columns = range(len(self.names))
        found = [
            {_last(row[at]) for row in self.body if at < len(row)} for at in columns
        ]
        counts = [sum(map(_is_wordlike, cells)) for cells in found]
        for at in columns if self.head else ():
            counts[at] += len(self.rows) * (fold(self.names[at]) in _WORDS.split())
        return counts.index(max(counts)) if counts else 0


def _last(cell: str) -> str:
    """Return the last word of a cell, folded, so that an article is dropped."""
    return fold(cell).rpartition(" ")[2]


def _is_wordlike(word: str) -> bool:
    return word.isalpha() and SHORTEST <= len(word) <= LONGEST


def read_table(content: bytes, sheet: str = "") -> UploadedTable | Refused:
    """
    Read a text file or spreadsheet as a table; refuse an unreadable file.

    Args:
        content: The file: text of any kind, xlsx or ods.
        sheet: The name of the sheet; empty for the first one that has text.
    """
    if content.startswith(ZIP):
        found = _read_sheet(content, sheet)
        if isinstance(found, Refused):
            return found
        rows, names = found.rows, found.names
        return UploadedTable(rows, "", found.name, names, head=has_head(rows))
    text = read_text(content)
    return text if isinstance(text, Refused) else split(*text)


def table_for_page(content: bytes, sheet: str) -> values.Table | Refused:
    """Read a file as a table in the form for a web page; refuse an unreadable file."""
    found = read_table(content, sheet)
    if isinstance(found, Refused):
        return found
    rows = [list(row) for row in found.rows if any(row)][: WORDS + 1]
    named = {"names": list(found.names), "best": found.best}
    return cast("values.Table", {**vars(found), **named, "rows": rows})


def read_text(content: bytes) -> DecodedText | Refused:
    """Return a file's text; the rows of a spreadsheet become tab-separated lines."""
    if content.startswith(ZIP):
        found = _read_sheet(content)
        if isinstance(found, Refused):
            return found
        lines = (
            "\t".join(" ".join(cell.split()) for cell in row) for row in found.rows
        )
        return DecodedText("\n".join(lines), "")
    try:
        text = decode(content)
    except ValueError:
        is_old = content.startswith(_OLD)
        return Refused("file-old") if is_old else Refused("file-binary")
    return text if text.text.strip() else Refused("file-empty")


def _read_sheet(content: bytes, wanted: str = "") -> "SpreadsheetSheet | Refused":
    from firmware_host.app.content.spreadsheets import read_sheet  # noqa: PLC0415 - its XML costs memory that most boards never need

    return read_sheet(content, wanted)


def split(text: str, encoding: str = "", *, is_list: bool = True) -> UploadedTable:
    """
    Split a text into the rows and columns of a table.

    Args:
        text: The text.
        encoding: The encoding of the text.
        is_list: True if cells that all stand in one line are one column.
    """
    lines = re.split("\r\n|[\r\n]", text)
    if lines[0].lower().startswith("sep="):  # for Excel
        lines[0], separator = "", lines[0][4:5] or "\t"
    else:
        separator = _separator([line for line in lines if line.strip()])
    rows, open_quotes, at = list[list[str]](), list[int](), 0
    while at < len(lines):
        row, taken = _row(lines[at : at + _CELL_LINES], separator)
        if not taken:
            open_quotes.append(at + 1)
        rows.append([cell.strip() for cell in row[:TABLE_COLUMNS]])
        rows += [[] for _ in range(taken - 1)]
        at += taken or 1
    if is_list and sum(map(any, rows)) == 1:
        rows = [[cell] for row in rows for cell in row]
    return UploadedTable(
        rows, encoding, head=has_head(rows), open_quotes=tuple(open_quotes)
    )


def _separator(lines: Sequence[str]) -> str:
    """Return the character that separates the columns, or "" for one column."""
    bare = [re.sub('"[^"]*"', "", line) for line in lines[:200]]
    alike = {}
    for one in _SEPARATORS:
        counts = Counter(line.count(one) for line in bare if one in line)
        alike[one] = counts.most_common(1)[0][1] if counts else 0
    best = max(_SEPARATORS, key=lambda one: alike[one])
    return best if alike[best] * 100 >= len(bare) * _ALIKE_PERCENT else ""


def _row(lines: Sequence[str], separator: str) -> tuple[list[str], int]:
    """
    Return the cells of the first row of *lines*, and its number of lines.

    If a quote is not closed, only one line is read, and quotes have no meaning in it.
    """
    for taken in range(1, len(lines) + 1) if '"' in lines[0] else ():
        said = [f"{line}\n" for line in lines[:taken]]
        try:
            found = list(csv.reader(said, delimiter=separator or "\t", strict=True))
        except csv.Error:
            continue
        return found[0], taken
    cells = lines[0].split(separator) if separator else [lines[0]]
    return [cell.replace('"', "") for cell in cells], 0 if '"' in lines[0] else 1


def has_head(rows: Sequence[Sequence[str]]) -> bool:
    """Return True if the first row with text is a header of column names."""
    first, *rest = [row for row in rows if any(row)] or [()]
    if not rest:
        return False
    known = {*_WORDS.split(), *(_OTHERS.split() if len(first) > 1 else ())}
    if not known.isdisjoint(map(fold, first)):
        return True
    numbers = [{at for at, one in enumerate(row) if _isnumber(one)} for row in rest]
    named = {at for at, one in enumerate(first) if one and not _isnumber(one)}
    return bool(named.intersection(*numbers))


def _isnumber(text: str) -> bool:
    return to_number(text) != float("inf")


def to_number(text: str) -> float:
    """Return a text as a number, with decimal comma or point; infinity if none."""
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return float("inf")


class KnownList(Record, kw_only=True):
    """
    A published word list with a known format.

    Args:
        name: The name of a pack made of it.
        column: The column of its words; empty if each line is a word.
        language: The code of its language.
        licence: Its licence at the time of our review; empty if none was stated.
        author: The author to be named.
    """

    name: str
    language: str
    column: str = ""
    licence: str = ""
    author: str = ""


def known_lists() -> Mapping[str, KnownList]:
    """Return the lists that are known, by the names that people give."""
    _, lists = read_toml(_KNOWN, remedy="install Letterzone again")
    return {
        name: KnownList(**{key: as_text(one) for key, one in as_object(known).items()})
        for name, known in lists.items()
    }


class Choice(Record, kw_only=True):
    """
    The choice of a table's cells, by column and by the values of other columns.

    Args:
        column: The name or the number of the column of the words; ``all`` for every
            cell; empty for the one that has most words.
        where: By column, the values of which one must be in it.
        at_most: By column, the largest number that may be in it.
    """

    column: str = ""
    where: Mapping[str, Sequence[str]]
    at_most: Mapping[str, float]


def cells_of(table: UploadedTable, choice: Choice, file: str) -> list[str]:
    """
    Return the cells of a table that match a choice, in the order of the file.

    Args:
        table: The table.
        choice: Which of its cells.
        file: The name of the file, for messages.

    Raises:
        SettingsError: It has no such column; the text names those that it has.
    """
    where = {_column(table, key, file): one for key, one in choice.where.items()}
    at_most = {_column(table, key, file): one for key, one in choice.at_most.items()}
    columns: Iterable[int] = range(len(table.names))
    if choice.column != "all":
        column = choice.column
        columns = [_column(table, column, file) if column else table.best]
    return [
        cell
        for row in table.body
        if all(_cell(row, at) in known for at, known in where.items())
        and all(to_number(_cell(row, at)) <= most for at, most in at_most.items())
        for cell in (_cell(row, at) for at in columns)
        if cell
    ]


def _cell(row: Sequence[str], at: int) -> str:
    return row[at] if at < len(row) else ""


def _column(table: UploadedTable, wanted: str, file: str) -> int:
    names = table.names
    if wanted in names:
        return names.index(wanted)
    numbers = [str(number) for number in range(1, len(names) + 1)]
    if wanted in numbers:
        return numbers.index(wanted)
    msg = f"{file}: there is no column {wanted!r}; it has: {', '.join(names)}"
    raise SettingsError(msg)
