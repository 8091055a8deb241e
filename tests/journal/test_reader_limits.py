"""A reader's results for a file with a changed bit, and for a copy."""

import sqlite3
from contextlib import closing

import pytest

from firmware_host.board.entries import Cut, Entry, NameEntry, NewGame, RowEntry, Tag
from firmware_host.board.pieces import Kind, Piece
from firmware_host.errors import JournalError
from firmware_host.journal.reader import Reader
from firmware_host.journal.store import Journal
from tests.journal.copier import copy

#: The largest possible number of a game; a larger one is damaged.
MOST = 1 << 40


@pytest.fixture
def path(tmp_path):
    """Return a journal of four games with three rows each, two of them over."""
    file = tmp_path / "j.db"
    with Journal(file, reserve_bytes=0) as journal:
        for game in range(1, 5):
            rows = tuple(RowEntry(game, n, n * 5, 0, "{}", "[]") for n in (1, 2, 3))
            new, ended = NewGame(game, "{}", ("Ann", "Ben", "Uma")), None
            if game <= 2:
                ended = game
            journal.append(Entry(rows=rows, new_game=new, ended=ended)).result()
    return file


def alter(path, sql):
    """Change a bit, as a card does."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.executescript(sql)


def test_games_that_are_damaged_are_told_from_those_that_are_not(path):
    """Damaged games are found by header, rows and names, and cannot be read."""
    rested = []
    with Reader(path) as reader:
        assert reader.damaged(rest=lambda: rested.append(1)) == ()
        assert len(rested) == 4
    alter(path, "UPDATE games SET header = '[]' WHERE id = 2")
    alter(path, "UPDATE rows SET ms = 7 WHERE game = 3 AND number = 2")
    with Reader(path) as reader:
        assert [one.id for one in reader.games()] == [1, 3, 4]
        assert [one.ended for one in reader.games()] == [True, False, False]
        assert reader.damaged() == (2, 3)
        with pytest.raises(JournalError, match="game 2 is damaged"):
            reader.rows(2)
        with pytest.raises(JournalError, match="game 3, row 2 is damaged"):
            reader.rows(3)
        assert [row.number for row in reader.rows(4)] == [1, 2, 3]


def test_the_newest_game_that_has_not_ended_is_gone_on_with(path):
    """The newest unfinished game is resumed, unless it is damaged."""
    with Reader(path) as reader:
        assert (reader.left_open(), reader.unfinished()) == (4, 4)
    alter(path, "UPDATE rows SET ms = 7 WHERE game = 4 AND number = 2")
    with Reader(path) as reader:
        assert (reader.left_open(), reader.unfinished()) == (4, None)
    with Journal(path, reserve_bytes=0) as journal:
        journal.append(Entry(ended=4)).result()
        assert (journal.left_open(), journal.unfinished()) == (3, 3)
        journal.append(Entry(ended=3)).result()
        assert (journal.left_open(), journal.unfinished()) == (None, None)


@pytest.mark.parametrize(
    "sql",
    [
        "INSERT INTO games VALUES ({n}, '', 0, 0, 0)",
        "INSERT INTO rows VALUES ({n}, 1, 0, 0, '', '', 0)",
        "INSERT INTO names VALUES ({n}, 0, 'Ann', 0)",
    ],
)
def test_the_next_game_is_behind_every_trace_of_one(path, sql):
    """
    The next game's number is above every number in a table.

    A number that is too large counts as damage.
    """
    for number, follows in ((10, 11), (MOST - 1, MOST), (MOST, MOST)):
        alter(path, sql.format(n=number))
        with Reader(path) as reader:
            assert reader.next_game() == follows
            assert reader.left_open() in (4, number, number - 1)
            assert reader.left_open() < MOST


def test_an_empty_journal_begins_with_game_1(tmp_path):
    with Journal(tmp_path / "j.db", reserve_bytes=0) as journal:
        assert journal.next_game() == 1
        assert journal.unfinished() is None
        assert journal.games() == journal.damaged() == ()


def test_no_more_than_a_thousand_seats_are_believed(path):
    """A bit may have made more of them."""
    alter(path, "UPDATE games SET seats = 5000 WHERE id = 1")
    with Reader(path) as reader:
        names = reader.names(1)
    assert len(names) == 1000
    assert names[:4] == ("Ann", "Ben", "Uma", "Player 4")
    assert names[-1] == "Player 1000"


def test_a_reader_sees_what_comes_later_unless_it_shall_leave_no_trace(path):
    """A reader sees later writes, a traceless one does not."""
    with (
        Reader(path, traceless=True) as still,
        Reader(path) as reader,
        Journal(path, reserve_bytes=0) as journal,
    ):
        assert still.settings() == reader.settings() == {}
        journal.append(Entry(settings=(("a", "b"),))).result()
        assert reader.settings() == {"a": "b"}
        assert still.settings() == {}


def test_spares_are_not_told_apart_and_none_is_lost(path):
    """Several spares are stored, although they have no number."""
    piece = Piece(Kind.LONG_STICK, 1)
    tags = (Tag(b"one", None), Tag(b"two", None), Tag(b"red", piece))
    with Journal(path, reserve_bytes=0) as journal:
        journal.append(Entry(tags=tags)).result()
        assert {tag.uid: tag.item for tag in journal.tags()} == {
            b"one": None,
            b"two": None,
            b"red": piece,
        }
        assert journal.boxes() == {"1": 0}


def test_a_copy_leaves_off_where_it_is_told(path, tmp_path):
    """Rows and seats that came later, and which game was cut where."""
    target = tmp_path / "copy.db"
    with Journal(path, reserve_bytes=0) as journal:
        for seat, name in ((3, "Eve"), (4, "Gus")):
            journal.append(Entry(names=(NameEntry(4, seat, name),))).result()
        copy(path, target, cuts=lambda whole: [Cut(whole.left_open(), 1, 4)])
        assert [row.number for row in journal.rows(4)] == [1, 2, 3]
        copy(path, tmp_path / "bytes.db", cuts=lambda _: [Cut(3, 0, None)])
    with Reader(target) as made:
        assert [row.number for row in made.rows(4)] == [1]
        assert made.names(4) == ("Ann", "Ben", "Uma", "Eve")
        assert made.settings() == {"cut": "4.1"}
        assert [len(list(made.rows(game))) for game in (1, 2, 3)] == [3, 3, 3]
    with Reader(tmp_path / "bytes.db") as made:
        assert [len(list(made.rows(game))) for game in (1, 2, 3, 4)] == [3, 3, 0, 3]
        assert made.names(3) == ("Ann", "Ben", "Uma")
        assert made.settings() == {"cut": "3.0"}
