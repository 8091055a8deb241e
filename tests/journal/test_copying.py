"""A copy is whole, its owner's alone, and has nothing that it was to leave off."""

import sqlite3
import threading
from contextlib import closing

import pytest

from firmware_host.board.entries import Cut, Entry, NameEntry, NewGame, RowEntry
from firmware_host.errors import JournalError
from firmware_host.journal.copying import Source
from firmware_host.journal.file import check_file, scripts, upgrade
from firmware_host.journal.reader import Reader
from firmware_host.journal.store import Journal


@pytest.fixture
def path(tmp_path):
    """A journal with three games of three rows each; the last is not over."""
    file = tmp_path / "j.db"
    with Journal(file, reserve_bytes=0) as journal:
        for game in (1, 2, 3):
            begun = Entry(new_game=NewGame(game, "{}", ("Tina", "Lee")))
            journal.append(begun).result()
            rows = tuple(
                RowEntry(game, n, n, 0, f'"SECRET{n}"', "[]") for n in (1, 2, 3)
            )
            ended = game if game < 3 else None
            journal.append(Entry(rows=rows, ended=ended)).result()
        journal.append(Entry(names=(NameEntry(3, 2, "Waldemar"),))).result()
        journal.put_setting("web:teacher", "hash").result()
        journal.put_setting("setup", "{}").result()
    return file


def copied(path, target, **leaves):
    with Source(path) as source:
        source.copy(target, **leaves)
    check_file(target)
    return target


def content(path):
    """Return every row of every table of a file."""
    with closing(sqlite3.connect(path)) as file:
        tables = file.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        return {
            one: file.execute(f"SELECT * FROM {one}").fetchall()  # noqa: S608 - its own names
            for (one,) in tables.fetchall()
        }


def test_a_copy_is_the_same_in_everything(path, tmp_path):
    """A copy has the same tables, triggers and format numbers, for its owner only."""
    copy = copied(path, tmp_path / "copy.db")
    assert content(copy) == content(path)
    assert copy.stat().st_mode & 0o777 == 0o600
    with Journal(copy, reserve_bytes=0) as again:
        assert again.names(1) == ("Tina", "Lee")
        assert again.set_aside is None


def test_the_same_journal_makes_the_same_bytes(path, tmp_path):
    one, two = copied(path, tmp_path / "1.db"), copied(path, tmp_path / "2.db")
    assert one.read_bytes() == two.read_bytes()


def test_what_is_left_off_is_not_in_the_file(path, tmp_path):
    """
    Rows and settings that are left out are nowhere in the file.

    The copy has a setting for the game that was cut.
    """
    copy = copied(
        path,
        tmp_path / "copy.db",
        cuts=lambda journal: [Cut(journal.left_open(), row=1, seats=2)],
        keeps=lambda key: not key.startswith("web:"),
    )
    assert b"Waldemar" in path.read_bytes()  # the scan can see
    assert b"Waldemar" not in copy.read_bytes()
    assert b"hash" not in copy.read_bytes()
    with Reader(copy) as reader:
        assert [row.number for row in reader.rows(3)] == [1]
        assert [len(list(reader.rows(game))) for game in (1, 2)] == [3, 3]
        assert reader.names(3) == ("Tina", "Lee")
        assert reader.settings() == {"setup": "{}", "cut": "3.1"}


def test_a_copy_without_names_has_none(path, tmp_path):
    copy = copied(path, tmp_path / "copy.db", names=False)
    assert not [
        name for name in (b"Tina", b"Lee", b"Waldemar") if name in copy.read_bytes()
    ]
    with Reader(copy) as reader:
        assert reader.names(1) == ("Player 1", "Player 2")


def test_an_older_journal_stays_an_older_one(tmp_path):
    """A copy of an older version's journal has the same version."""
    old = sqlite3.connect(tmp_path / "old.db", isolation_level=None)
    upgrade(old, {1: scripts()[1]})
    old.execute("INSERT INTO settings VALUES ('a', 'b')")
    old.close()
    copy = copied(tmp_path / "old.db", tmp_path / "copy.db")
    assert content(copy) == content(tmp_path / "old.db")
    with Reader(copy) as reader:
        assert reader.outdated


def test_a_table_of_somebody_elses_is_not_copied(path, tmp_path):
    """A file with an unknown view is refused, and no copy is made."""
    strange = sqlite3.connect(path)
    strange.execute("CREATE VIEW mine AS SELECT 1")
    strange.close()
    with Source(path) as source, pytest.raises(JournalError, match="none of ours"):
        source.copy(tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


def test_a_copy_that_cannot_be_written_leaves_nothing_half_done(path, tmp_path):
    """A copy that cannot be written gives one error and leaves no file."""
    target = tmp_path / "missing" / "copy.db"
    with Source(path) as source, pytest.raises(JournalError, match="cannot be used"):
        source.copy(target)
    assert not target.exists()


def test_copies_are_made_while_others_read_and_write(path, tmp_path):
    """Copies are made while another thread reads and the journal is written."""
    stop, read = threading.Event(), []
    with Journal(path, reserve_bytes=0) as journal:

        def look():
            while not stop.is_set():
                with Reader(path) as reader:
                    read.append(len(list(reader.rows(1))))

        reading = threading.Thread(target=look)
        reading.start()
        try:
            for n in range(72):
                journal.append(
                    Entry(rows=(RowEntry(3, 4 + n, 9, 0, "{}", "[]"),))
                ).result()
                copy = copied(path, tmp_path / "copy.db")
                with Reader(copy) as reader:
                    assert len(list(reader.rows(3))) == 4 + n
        finally:
            stop.set()
            reading.join()
    assert set(read) == {3}
