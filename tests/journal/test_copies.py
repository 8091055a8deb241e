"""Copies of journals: of today's version to be read, of their own to be kept."""

import sqlite3
from contextlib import closing

from firmware_host.board.entries import Cut
from firmware_host.journal.copying import Source
from tests.journal.older import old_journal


def test_an_older_journal_is_read_without_being_changed(tmp_path):
    """An older journal can be read and copied without a change to its file."""
    file, target = old_journal(tmp_path), tmp_path / "copy.db"
    before = file.read_bytes()
    with Source(file, traceless=True) as reader:
        assert reader.outdated
        assert [row.number for row in reader.rows(1)] == [1, 2]
        assert reader.settings() == {"place": "home"}
        reader.copy(target, cuts=lambda _: [Cut(1, 1, 0)])
    assert file.read_bytes() == before
    assert sorted(one.name for one in tmp_path.iterdir()) == ["copy.db", "j.db"]
    with closing(sqlite3.connect(target)) as copy:
        assert copy.execute("PRAGMA user_version").fetchone() == (2,)
        assert copy.execute("SELECT count(*) FROM rows").fetchone() == (1,)
        assert copy.execute("SELECT seats FROM games").fetchone() == (0,)
