"""Cells of an Excel (xlsx) or LibreOffice (ods) file, read within fixed limits."""

import zlib
from collections.abc import Callable
from functools import partial
from io import BytesIO
from typing import NamedTuple, NoReturn
from xml.etree.ElementTree import Element, ParseError, TreeBuilder, XMLParser
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from firmware_host.board.messages import Refused
from firmware_host.limits import TABLE_COLUMNS

#: The most bytes of XML that are unpacked from one file, and the most rows of a sheet.
UNPACKED_BYTES, ROWS = 12 << 20, 20_000

#: The most elements and attributes of one XML file, names of elements, and nested
#: elements. The pages, which read it, have 96 MB; an element takes up to 100 bytes, a
#: name 400, and an open element 300.
PARTS, NAMES, DEPTH = 300_000, 1000, 100

#: The bytes that are unpacked at once.
_AT_ONCE_BYTES = 1 << 16

_Rows = list[list[str]]


class SpreadsheetSheet(NamedTuple):
    """One sheet of a spreadsheet: its rows, its name, and the names of all sheets."""

    rows: _Rows
    name: str
    names: tuple[str, ...]


def read_sheet(content: bytes, wanted: str = "") -> SpreadsheetSheet | Refused:
    """
    Return one sheet of a spreadsheet, or a refusal that says what is wrong.

    Args:
        content: The file.
        wanted: The name of the sheet; empty for the first one that has text.
    """
    try:
        with ZipFile(BytesIO(content)) as archive:
            book = _Book(archive)
            if "xl/workbook.xml" in book.names:
                return _chosen(_excel_sheets(book), wanted)
            if "content.xml" in book.names:
                return _chosen(_open_document_sheets(book), wanted)
            return Refused("file-zip")
    except OverflowError:
        return Refused("file-unpacked")
    except (
        *(BadZipFile, zlib.error, ParseError, EOFError, LookupError, ValueError),
        *(RuntimeError, OSError),  # it is encrypted, nested too deep, or packed oddly
    ):
        return Refused("file-damaged")


def _chosen(
    sheets: dict[str, Callable[[], _Rows]], wanted: str
) -> SpreadsheetSheet | Refused:
    """Read the sheet named *wanted*; if that is empty, the first sheet with text."""
    if wanted and wanted not in sheets:
        known = ("names", ", ".join(sheets))
        return Refused("file-sheet", values=(("name", wanted), known))
    for name in [wanted] if wanted else sheets:
        rows = sheets[name]()
        if any(any(row) for row in rows):
            return SpreadsheetSheet(rows, name, tuple(sheets))
    return Refused("file-empty")


class _Builder(TreeBuilder):
    """
    XML tree builder within the limits `PARTS`, `NAMES` and `DEPTH`.

    It rejects document types, as their entities are unsafe.
    """

    def __init__(self) -> None:
        super().__init__()
        self._left, self._depth, self._names = PARTS, 0, set[str]()

    def start(self, tag: str, attributes: dict[str, str]) -> Element:
        """Begin an element."""
        self._left -= 1 + len(attributes)
        self._depth += 1
        self._names.add(tag)
        if self._left < 0 or self._depth > DEPTH or len(self._names) > NAMES:
            raise OverflowError(tag)
        return super().start(tag, attributes)

    def end(self, tag: str) -> Element:
        """End an element."""
        self._depth -= 1
        return super().end(tag)

    def doctype(self, *_: object) -> NoReturn:
        raise ValueError


class _Book:
    """The XML files of a spreadsheet archive, with one size limit for all of them."""

    def __init__(self, archive: ZipFile) -> None:
        self._archive = archive
        self._left_bytes = UNPACKED_BYTES
        self.names = frozenset(archive.namelist())

    def tree(self, name: str) -> Element:
        """
        Return the root element of the XML file called *name*.

        Raises:
            OverflowError: The files unpack to more than the limit.
            ValueError: It declares a document type, or is packed in an unusual way.
        """
        if self._archive.getinfo(name).compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise ValueError(name)  # others may take any amount of memory
        parser = XMLParser(target=_Builder())  # noqa: S314 - likewise
        with self._archive.open(name) as file:
            while content := file.read(_AT_ONCE_BYTES):
                self._left_bytes -= len(content)
                if self._left_bytes < 0:
                    raise OverflowError(name)
                parser.feed(content)
        root: Element = parser.close()
        return root


def _attribute(found: Element, end: str) -> str:
    """Return the attribute whose name ends with *end*; empty if there is none."""
    return next((value for key, value in found.items() if key.endswith(end)), "")


def _put(row: list[str], column: int, text: str) -> None:
    """Write *text* into a cell of a row; columns count from 1."""
    if text and column <= TABLE_COLUMNS:
        row += [""] * (column - len(row))
        row[column - 1] = text


# --- xlsx. Source: ECMA-376, part 1, chapters 18.2, 18.3 and 18.4 ---


def _excel_sheets(book: _Book) -> dict[str, Callable[[], _Rows]]:
    """Return a function for each sheet name that reads the sheet's rows."""
    links = book.tree("xl/_rels/workbook.xml.rels")
    targets = {link.get("Id"): link.get("Target", "") for link in links}
    shared = list[str]()
    if "xl/sharedStrings.xml" in book.names:
        shared = [_string(one) for one in book.tree("xl/sharedStrings.xml")]

    def rows(target: str) -> _Rows:
        path = target[1:] if target.startswith("/") else f"xl/{target}"
        return _excel_rows(book.tree(path), shared)

    sheets: dict[str, Callable[[], _Rows]] = {}
    for one in book.tree("xl/workbook.xml").iterfind("{*}sheets/{*}sheet"):
        sheets[one.get("name", "")] = partial(rows, targets[_attribute(one, "}id")])
    return sheets


def _string(found: Element) -> str:
    """Return the text of an Excel string without its pronunciation hints."""
    parts = [*found.iterfind("{*}t"), *found.iterfind("{*}r/{*}t")]
    return "".join(part.text or "" for part in parts)


def _excel_rows(sheet: Element, shared: list[str]) -> _Rows:
    """Return the rows of an Excel sheet; a row missing in the file is empty."""
    rows: _Rows = []
    for found in sheet.iterfind("{*}sheetData/{*}row"):
        number = int(found.get("r", len(rows) + 1))
        if number > ROWS:
            break
        rows += [[] for _ in range(len(rows), number)]
        column = 0
        for cell in found:
            place = cell.get("r", "").rstrip("0123456789")
            column = _column_of(place) if place else column + 1
            _put(rows[-1], column, _excel_text(cell, shared).strip())
    return rows


def _excel_text(cell: Element, shared: list[str]) -> str:
    if cell.get("t") == "inlineStr":
        return "".join(_string(one) for one in cell.iterfind("{*}is"))
    text = cell.findtext("{*}v", "")
    return shared[int(text)] if cell.get("t") == "s" else text


def _column_of(letters: str) -> int:
    """Return the number of an Excel column from its letters: A is 1, AA is 27."""
    number = 0
    for letter in letters[:3]:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


# --- ods. Source: OASIS OpenDocument 1.3, part 3, chapters 6 and 9 ---


def _open_document_sheets(book: _Book) -> dict[str, Callable[[], _Rows]]:
    """Return a function for each sheet name that reads the sheet's rows."""
    found = book.tree("content.xml").iterfind(".//{*}spreadsheet/{*}table")
    return {
        _attribute(table, "}name"): partial(_open_document_rows, table)
        for table in found
    }


def _open_document_rows(table: Element) -> _Rows:
    """Return the rows of an ODS sheet, with repeated rows and cells expanded."""
    rows: _Rows = []
    for found in table.iterfind(".//{*}table-row"):
        row, column = list[str](), 0
        for cell in found:
            text = "\n".join(map(_paragraph, cell.iterfind("{*}p"))).strip()
            for _ in range(min(_times(cell, "columns"), TABLE_COLUMNS - column)):
                column += 1
                _put(row, column, text)
        # An empty row with a repetition count of a million counts as one row.
        times = _times(found, "rows") if row else 1
        rows += [list(row) for _ in range(min(times, ROWS - len(rows)))]
    return rows


def _times(found: Element, what: str) -> int:
    return int(_attribute(found, f"{what}-repeated") or 1)


def _paragraph(found: Element) -> str:
    """Return the text of a paragraph of an ODS cell without its comments."""
    text = found.text or ""
    for part in found:
        kind = part.tag.rpartition("}")[2]
        inside = "" if kind == "annotation" else _paragraph(part)
        text += (" " if kind in ("s", "tab", "line-break") else inside) + (
            part.tail or ""
        )
    return text
