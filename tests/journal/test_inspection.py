"""A start reads what it needs, tests writing, and leaves no trace of the test."""

import sqlite3
from contextlib import closing

import pytest

from firmware_host.board.entries import Entry, NewGame, RowEntry, Tag
from firmware_host.journal.file import tolerant
from firmware_host.journal.inspection import (
    DamagedError,
    check_newest,
    check_pages,
    check_small,
    try_to_write,
)
from firmware_host.journal.store import Journal

PAGE_BYTES = 4096
GAMES = 40


@pytest.fixture
def path(tmp_path):
    """Return a journal of forty games of some pages each; the last one is running."""
    file = tmp_path / "j.db"
    with Journal(file, reserve_bytes=0) as journal:
        journal.append(Entry(tags=(Tag(b"one", None),), event=(7, 1))).result()
        for game in range(1, GAMES + 1):
            rows = tuple(
                RowEntry(game, n, n, 0, "{}", f'["{"x" * 900}"]') for n in (1, 2)
            )
            ended = None if game == GAMES else game
            new = NewGame(game, "{}", ("Ann",))
            journal.append(Entry(new_game=new, rows=rows, ended=ended)).result()
    return file


def torn(path, sql):
    """Spoil the page that a query finds; return a connection to the file."""
    with closing(sqlite3.connect(path)) as card:
        (page,) = card.execute(sql).fetchone()
    with path.open("r+b") as file:
        file.seek((page - 1) * PAGE_BYTES)
        file.write(b"\xa5" * PAGE_BYTES)
    return closing(tolerant(path))


ROOT = "SELECT rootpage FROM sqlite_schema WHERE name = '{}'"


def test_a_whole_file_passes_and_is_not_changed(path):
    before = path.read_bytes()
    with closing(tolerant(path)) as file:
        for look in (check_pages, check_small, check_newest, try_to_write):
            look(file)
    assert path.read_bytes() == before


@pytest.mark.parametrize("table", ["rows", "events", "counts", "games", "names"])
def test_what_a_start_goes_on_with_is_read(path, table):
    with torn(path, ROOT.format(table)) as file, pytest.raises(sqlite3.DatabaseError):
        check_newest(file)


@pytest.mark.parametrize("table", ["rows", "counts", "games", "names"])
def test_what_is_written_next_is_tried(path, table):
    with torn(path, ROOT.format(table)) as file, pytest.raises(sqlite3.DatabaseError):
        try_to_write(file)


def test_a_row_that_is_gone_of_a_small_table_is_missed(path):
    with closing(tolerant(path)) as file:
        file.execute("DELETE FROM tags")
        with pytest.raises(DamagedError):
            check_small(file)


def test_a_torn_page_of_anything_is_found_by_whoever_reads_all(path):
    index = ROOT.format("one_tag_a_thing")
    with torn(path, index) as file, pytest.raises((DamagedError, sqlite3.Error)):
        check_pages(file)
