"""A reader does not disturb the writer and never returns wrong data."""

import sqlite3

import pytest

from firmware_host.board.entries import Entry, NewGame, RowEntry
from firmware_host.errors import JournalError
from firmware_host.journal.reader import Reader
from firmware_host.journal.store import Journal


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "j.db"
    with Journal(file, reserve_bytes=0) as journal:
        journal.append(Entry(new_game=NewGame(1, "{}", ("Tina",)))).result()
        journal.append(Entry(rows=(RowEntry(1, 1, 5, 0, "{}", "[]"),))).result()
    return file


def test_a_reader_reads_while_somebody_writes(path):
    """A reader sees a row that is written while it is open."""
    with Journal(path, reserve_bytes=0) as journal, Reader(path) as reader:
        journal.append(Entry(rows=(RowEntry(1, 2, 6, 0, "{}", "[]"),))).result()

        assert [row.number for row in reader.rows(1)] == [1, 2]


def test_all_can_be_read_as_it_was_at_one_moment(path):
    """At one moment rows and their count agree, although the writer goes on."""
    with Journal(path, reserve_bytes=0) as journal, Reader(path) as reader:
        with reader.at_one_moment():
            assert len([*reader.rows(1)]) == 1
            journal.append(Entry(rows=(RowEntry(1, 2, 6, 0, "{}", "[]"),))).result()
            assert reader.row_count(1) == 1
        assert reader.row_count(1) == 2


def test_every_game_that_has_not_ended_is_known(path):
    """Every unfinished game is found, also the newest."""
    with Journal(path, reserve_bytes=0) as journal:
        for number in (2, 3, 4):
            journal.append(Entry(new_game=NewGame(number, "{}"))).result()
        journal.append(Entry(ended=2)).result()
        journal.append(Entry(ended=4)).result()
        assert journal.all_left_open() == (1, 3)


def test_a_reader_cannot_write(path):
    """A reader cannot write."""
    with Reader(path) as reader, pytest.raises(sqlite3.OperationalError):
        reader._connection.execute("DELETE FROM rows")


def test_a_bit_that_the_card_has_lost_is_named_and_nothing_is_played(path):
    """A row with a wrong checksum is named, and its game is not unfinished."""
    damaged = sqlite3.connect(path)
    damaged.execute("UPDATE rows SET facts = '[1]'")
    damaged.commit()
    damaged.close()

    with Reader(path) as reader:
        with pytest.raises(JournalError, match=r"game 1, row 1 is damaged"):
            reader.rows(1)
        assert reader.unfinished() is None


def test_a_closed_reader_says_so(path):
    """A closed reader raises an error."""
    with pytest.raises(JournalError, match="closed"):
        Reader(path).games()


def test_what_nobody_wrote_is_nothing(path):
    """An unknown game has no rows, names or events."""
    with Reader(path) as reader:
        assert list(reader.rows(9)) == []
        assert reader.names(9) == ()
        assert reader.last_event(9) == 0
        assert reader.next_game() == 2
