"""
Rows of a damaged SQLite file, read page by page without its B-tree.

If an inner page of the tree is damaged, SQLite finds no row below it. Each row has a
checksum over its table's name and all its columns, so a row found on any page is
accepted if its checksum fits. Only the rows of the damaged page itself are lost.

Source: sqlite.org/fileformat2.html, "B-tree Pages" and "Record Format".
"""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from struct import error, unpack_from

from firmware_host.journal.checks import Columns, is_sound

_PAGE_BYTES, _HEADER_BYTES = 4096, 100

#: Kinds of pages that hold rows: a node and a leaf of an index, a leaf of a table.
_NODE, _LEAF, _TABLE = 2, 10, 13

#: Tables by how many columns their rows have, the checksum among them.
_TABLES = {
    3: ("boxes", "settings"),
    4: ("counts", "events", "names"),
    5: ("games",),
    6: ("tags",),
    7: ("rows",),
}

#: Bytes of a whole number by its serial type.
_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}


def scan(path: Path) -> dict[str, list[Columns]]:
    """
    Return every sound row on any page of a file, by its table.

    Args:
        path: The file, of today's schema, with an empty write-ahead log.

    Raises:
        OSError: It cannot be read.
    """
    found = defaultdict[str, list[Columns]](list)
    file = path.read_bytes()
    for page in range(len(file) // _PAGE_BYTES):
        for row in _rows(file, page):
            for table in _TABLES.get(len(row), ()):
                if is_sound(table, row):
                    found[table].append(row)
    return found


def _rows(file: bytes, page: int) -> Iterator[Columns]:
    """Yield possible rows of a page; try all cell pointers if its header is damaged."""
    start = page * _PAGE_BYTES
    at = start + (_HEADER_BYTES if page == 0 else 0)
    kind, _, count = unpack_from(">BHH", file, at)
    if kind == 0:
        return  # nothing was ever on it, or it is free
    kinds = [kind] if kind in (_NODE, _LEAF, _TABLE) else [_NODE, _LEAF, _TABLE]
    for one in kinds:
        first = at + (12 if one == _NODE else 8)
        room = (start + _PAGE_BYTES - first) // 2
        for cell in unpack_from(f">{min(count, room)}H", file, first):
            if first - start < cell < _PAGE_BYTES:
                try:
                    yield _cell(file, start + cell, one)
                except (IndexError, ValueError, error):
                    continue


def _cell(file: bytes, at: int, kind: int) -> Columns:
    """Return the columns of the cell at an offset; raise `ValueError` if it is none."""
    at += 4 if kind == _NODE else 0
    size, at = _varint(file, at)
    rowid = None
    if kind == _TABLE:
        rowid, at = _varint(file, at)
    payload = _payload(file, at, size, kind)
    end, at = _varint(payload, 0)
    body, columns = end, list[object]()
    while at < end:
        serial, at = _varint(payload, at)
        value, body = _value(payload, body, serial)
        columns.append(value)
    if rowid is not None and columns and columns[0] is None:
        columns[0] = rowid
    return tuple(columns)


def _payload(file: bytes, at: int, size: int, kind: int) -> bytes:
    """Return the payload of a cell, with its overflow pages."""
    if not 0 < size <= len(file):
        raise ValueError
    most = _PAGE_BYTES - 35 if kind == _TABLE else (_PAGE_BYTES - 12) * 64 // 255 - 23
    if size <= most:
        return file[at : at + size]
    least = (_PAGE_BYTES - 12) * 32 // 255 - 23
    here = least + (size - least) % (_PAGE_BYTES - 4)
    here = here if here <= most else least
    parts, left = [file[at : at + here]], size - here
    (more,) = unpack_from(">I", file, at + here)
    while left > 0 and more:
        start = (more - 1) * _PAGE_BYTES
        if start >= len(file):  # so far, perhaps, that 32 bits do not count to it
            raise ValueError
        (more,) = unpack_from(">I", file, start)
        parts.append(file[start + 4 : start + 4 + min(left, _PAGE_BYTES - 4)])
        left -= _PAGE_BYTES - 4
    return b"".join(parts)


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Return the variable-length integer at an offset, and the offset behind it."""
    value = 0
    for n in range(8):
        byte = data[at + n]
        value = value << 7 | byte & 0x7F
        if byte == byte & 0x7F:
            return value, at + n + 1
    value = value << 8 | data[at + 8]  # the ninth is a whole one, and brings the sign
    return value - (value >> 63 << 64), at + 9


def _value(data: bytes, at: int, serial: int) -> tuple[object, int]:
    """Return the value of a serial type at an offset, and the offset behind it."""
    if serial == 0:
        return None, at
    if serial in (8, 9):
        return serial - 8, at
    if serial in _INTEGERS:
        end = at + _INTEGERS[serial]
        return int.from_bytes(data[at:end], signed=True), end
    size, is_text = divmod(serial - 12, 2)
    if size < 0:
        raise ValueError
    end = at + size
    part = data[at:end]
    return (part.decode() if is_text else part), end
