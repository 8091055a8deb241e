"""Rows are found page by page, even without their tree, and no false ones."""

import sqlite3
from contextlib import closing

import pytest

from firmware_host.board.entries import Entry, NewGame, RowEntry, Tag
from firmware_host.journal import pages
from firmware_host.journal.pages import scan
from firmware_host.journal.store import Journal

PAGE_BYTES, GAMES = 4096, 12

#: Rows of every size: some are on several pages.
LONG = (0, 5, 200, 950, 1100, 4000, 4100, 9000)


@pytest.fixture
def path(tmp_path):
    """Return a journal in which every table has rows, some of them long ones."""
    file = tmp_path / "j.db"
    with Journal(file, reserve_bytes=0) as journal:
        tags = tuple(Tag(bytes([4, n, 0, 0]), None) for n in range(200))
        settings = tuple((f"key {n}", "v" * n * 40) for n in range(30))
        journal.append(Entry(tags=tags, settings=settings, event=(7, 1 << 40))).result()
        for game in range(1, GAMES + 1):
            facts = (f'["{"x" * (long + game)}"]' for long in LONG)
            rows = (
                RowEntry(game, n, n, -1, "{}", one) for n, one in enumerate(facts, 1)
            )
            new = NewGame(game, "{}" * game * 40, ("Ann", "Zoë"))
            journal.append(Entry(new_game=new, rows=tuple(rows))).result()
    return file


def told(path):
    """Return the rows that SQLite finds in each table."""
    tables = ("boxes", "counts", "events", "games", "names", "rows", "settings", "tags")
    with closing(sqlite3.connect(path)) as file:
        sql = "SELECT * FROM "
        return {one: set(file.execute(sql + one)) for one in tables}


def spoil(path, page):
    """Fill a page with rubbish."""
    with path.open("r+b") as file:
        file.seek(page * PAGE_BYTES)
        file.write(b"\xa5" * PAGE_BYTES)


def test_of_a_whole_file_it_finds_what_sqlite_finds(path):
    """Each row once, from the shortest to one that is on three pages."""
    found = scan(path)
    assert {table: set(rows) for table, rows in found.items()} == told(path)
    assert all(len(rows) == len(set(rows)) for rows in found.values())


def test_a_page_costs_what_is_on_it_and_no_other(path):
    """A damaged page loses its own rows only, even one that leads to all others."""
    whole, before = told(path), path.read_bytes()
    for page in range(0, len(before) // PAGE_BYTES, 3):
        path.write_bytes(before)
        spoil(path, page)
        found = {table: set(rows) for table, rows in scan(path).items()}
        for table, rows in whole.items():
            assert found.get(table, set()) <= rows
        gone = sum(len(rows - found.get(table, set())) for table, rows in whole.items())
        assert gone <= 250, page


@pytest.mark.ci
@pytest.mark.parametrize("bit", range(8 * 12))
def test_a_bit_of_a_pages_header_costs_a_page_at_most(path, bit):
    whole, content = told(path), bytearray(path.read_bytes())
    page = len(content) // PAGE_BYTES // 2
    content[page * PAGE_BYTES + bit // 8] ^= 1 << bit % 8
    path.write_bytes(content)
    found = scan(path)
    assert all(set(found[table]) <= rows for table, rows in whole.items())
    gone = sum(len(rows - set(found[table])) for table, rows in whole.items())
    assert gone <= 250


def test_a_torn_number_of_a_page_is_none_of_the_file():
    """An overflow page number beyond the file is refused."""
    file = bytes(4) + b"\xff" * (2 * PAGE_BYTES - 4)
    with pytest.raises(ValueError, match=r"^$"):
        pages._payload(file, 0, 2 * PAGE_BYTES, pages._TABLE)


@pytest.mark.parametrize("content", [b"", b"x" * 100, b"\xff" * 8192, b"\x0a" * 8192])
def test_rubbish_has_no_rows(tmp_path, content):
    file = tmp_path / "rubbish"
    file.write_bytes(content)
    assert dict(scan(file)) == {}
