"""Minimal spreadsheets as Excel and LibreOffice write them."""

from io import BytesIO
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKED = "http://schemas.openxmlformats.org/package/2006/relationships"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_OPEN = "urn:oasis:names:tc:opendocument:xmlns"


def zipped(files):
    """Return the bytes of a zip archive that holds the given texts, by file name."""
    into = BytesIO()
    with ZipFile(into, "w", ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return into.getvalue()


def excel_files(sheets):
    """Return the files inside an xlsx, by path, for sheets given as lists of rows."""
    shared, files = [], {}
    listed = linked = ""
    for number, (name, rows) in enumerate(sheets.items(), 1):
        listed += f'<sheet name="{name}" sheetId="{number}" r:id="rId{number}"/>'
        linked += (
            f'<Relationship Id="rId{number}" Type="{_LINKS}/worksheet"'
            f' Target="worksheets/sheet{number}.xml"/>'
        )
        files[f"xl/worksheets/sheet{number}.xml"] = _excel_sheet(rows, shared)
    texts = "".join(f"<si>{text}</si>" for text in shared)
    return {
        "[Content_Types].xml": _HEAD,
        "xl/workbook.xml": f'{_HEAD}<workbook xmlns="{_MAIN}" xmlns:r="{_LINKS}">'
        f"<sheets>{listed}</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f'{_HEAD}<Relationships xmlns="{_PACKED}">'
        f"{linked}</Relationships>",
        "xl/sharedStrings.xml": f'{_HEAD}<sst xmlns="{_MAIN}">{texts}</sst>',
        **files,
    }


def _excel_sheet(rows, shared):
    written = ""
    for number, row in enumerate(rows, 1):
        cells = ""
        for letter, value in zip("ABCDEFGH", row, strict=False):
            if isinstance(value, str):
                shared.append(f"<t>{escape(value)}</t>")
                cells += f'<c r="{letter}{number}" t="s"><v>{len(shared) - 1}</v></c>'
            elif value is not None:
                cells += f'<c r="{letter}{number}"><v>{value}</v></c>'
        written += f'<row r="{number}">{cells}</row>' if cells else ""
    data = f"<sheetData>{written}</sheetData>"
    return f'{_HEAD}<worksheet xmlns="{_MAIN}">{data}</worksheet>'


def excel(sheets):
    """Return the bytes of an xlsx file with the given sheets."""
    return zipped(excel_files(sheets))


def open_document_files(sheets):
    """Return the files inside an ods, with a million repeated empty rows."""
    tables = ""
    for name, rows in sheets.items():
        tables += f'<table:table table:name="{name}">'
        for row in rows:
            cells = "".join(_open_cell(value) for value in row)
            tables += f"<table:table-row>{cells}</table:table-row>"
        tables += (
            '<table:table-row table:number-rows-repeated="1048000">'
            '<table:table-cell table:number-columns-repeated="16384"/>'
            "</table:table-row></table:table>"
        )
    return {
        "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
        "content.xml": f"{_HEAD}<office:document-content"
        f' xmlns:office="{_OPEN}:office:1.0"'
        f' xmlns:table="{_OPEN}:table:1.0" xmlns:text="{_OPEN}:text:1.0">'
        f"<office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body>"
        "</office:document-content>",
    }


def _open_cell(value):
    if value is None:
        return "<table:table-cell/>"
    note = "<office:annotation><text:p>a remark</text:p></office:annotation>"
    text = escape(str(value)).replace("  ", ' <text:s text:c="1"/>')
    return f"<table:table-cell>{note}<text:p>{text}</text:p></table:table-cell>"


def open_document(sheets):
    """Return the bytes of an ods file with the given sheets."""
    return zipped(open_document_files(sheets))
