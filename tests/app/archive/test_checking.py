"""The whole journal is checked while the board is idle, and faults are reported."""

import asyncio
import shutil
import sqlite3
from contextlib import closing

import pytest

from firmware_host.app.archive import checking
from firmware_host.app.archive.checking import JournalCheck, check, check_when_quiet
from firmware_host.board.entries import Entry, NewGame, RowEntry
from firmware_host.board.events import Damaged, Failed
from firmware_host.errors import DoubtError, JournalError
from firmware_host.journal.file import DAMAGED, with_ending
from firmware_host.journal.store import Journal

PAGE_BYTES = 4096

#: Source: sqlite.org/fileformat2.html, "B-tree Pages": a leaf of an index.
LEAF = 10


@pytest.fixture
def path(tmp_path):
    """Return a journal of thirty games, each of some pages."""
    file = tmp_path / "letterzone.db"
    with opened(file) as journal:
        for game in range(1, 31):
            rows = tuple(
                RowEntry(game, n, n, 0, "{}", f'["{"x" * 900}"]') for n in (1, 2)
            )
            new = NewGame(game, "{}", ("Ann", "Ben"))
            journal.append(Entry(new_game=new, rows=rows, ended=game)).result()
    return file


def opened(path, **how):
    return Journal(path, reserve_bytes=0, **how)


def alter(path, sql):
    """Change the file without its checksums."""
    with closing(sqlite3.connect(path, isolation_level=None)) as card:
        card.execute(sql)


def tear(path):
    """Spoil the first page that has rows of games, and nothing that leads to others."""
    content, row = bytearray(path.read_bytes()), b'["' + b"x" * 900
    pages = range(0, len(content), PAGE_BYTES)
    at = next(
        p for p in pages if content[p] == LEAF and row in content[p:][:PAGE_BYTES]
    )
    content[at : at + PAGE_BYTES] = b"\xa5" * PAGE_BYTES
    path.write_bytes(content)


class Looked:
    """A fake table that records what is sent to it and counts given changes."""

    def __init__(self, changes=0):
        self.told, self.changes = [], changes
        self.heard = asyncio.Event()

    async def watch(self):
        """Yield for each change, and then no more."""
        for _ in range(self.changes + 1):
            yield None
        await asyncio.Event().wait()

    def tell(self, event):
        """Take an event down."""
        self.told.append(event)
        self.heard.set()


def test_a_whole_journal_is_well(path):
    assert check(path, rest_s=0) == JournalCheck()


@pytest.mark.parametrize(
    ("sql", "found"),
    [
        ("UPDATE games SET header = '[]' WHERE id = 2", JournalCheck(games=(2,))),
        (
            "UPDATE rows SET ms = 7 WHERE game = 3 AND number = 2",
            JournalCheck(games=(3,)),
        ),
        ("DELETE FROM rows WHERE game = 4 AND number = 2", JournalCheck(games=(4,))),
        ("UPDATE names SET name = 'Uma' WHERE game = 5", JournalCheck(games=(5,))),
        ("DELETE FROM names WHERE game = 6 AND seat = 1", JournalCheck(games=(6,))),
    ],
)
def test_whatever_has_changed_of_a_game_is_found(path, sql, found):
    """A change in a game's rows is found by its checksum; its pages are intact."""
    alter(path, sql)
    assert check(path, rest_s=0) == found


def test_a_game_that_is_not_there_any_more_is_found(path):
    """A game whose row is missing is found, because its other rows are still there."""
    alter(path, "DELETE FROM games WHERE id = 7")
    assert check(path, rest_s=0).torn


def test_a_torn_page_is_found_while_the_board_writes(path):
    tear(path)
    with opened(path) as journal:
        assert journal.set_aside is None  # the start does not read that far
        assert check(path, rest_s=0) == JournalCheck(torn=True)


def test_a_card_that_does_not_answer_is_no_damage(path, monkeypatch):
    def fail(*_, **__):
        msg = "busy"
        raise JournalError(msg)

    monkeypatch.setattr(checking, "check_file", fail)
    assert check(path, rest_s=0) == JournalCheck()


async def found(path, table):
    """Return the events that a table gets about its journal."""
    task = asyncio.create_task(check_when_quiet(table, path, quiet_s=0.01))
    await asyncio.wait_for(table.heard.wait(), 20)
    task.cancel()
    return table.told


async def test_damaged_games_are_told_and_the_next_start_is_as_usual(path):
    """Damaged games are reported; the next start opens the same journal."""
    alter(path, "UPDATE rows SET ms = 7 WHERE game IN (3, 8)")
    assert await found(path, Looked(changes=5)) == [Damaged(2)]
    with opened(path) as journal:
        assert journal.set_aside is None


async def test_a_torn_journal_is_copied_by_the_next_start(path):
    """The next start copies a torn journal; the start after it opens it unchanged."""
    tear(path)
    assert await found(path, Looked()) == [Failed("damage")]
    with opened(path) as journal:
        assert journal.set_aside is not None
        assert len(journal.games()) >= 26
        assert journal.lost
    with opened(path) as journal:
        assert journal.set_aside is None
    assert not with_ending(path, DAMAGED).exists()


async def test_it_is_checked_again_each_day(path, monkeypatch):
    """A board need not be switched off."""
    checks = iter([JournalCheck(), JournalCheck(), JournalCheck(games=(1,))])
    monkeypatch.setattr(checking, "check", lambda _path: next(checks))
    monkeypatch.setattr(checking, "AGAIN_S", 0)
    assert await found(path, Looked()) == [Damaged(1)]


def test_a_page_that_is_torn_where_something_is_written_ends_the_board(path, tmp_path):
    """A torn page at a write closes the journal, and the next start copies the rest."""
    doubts = []
    with opened(path, in_doubt=doubts.append) as journal:
        journal.put_setting("a", "b").result()
        page = journal._all("SELECT rootpage FROM sqlite_schema WHERE name = 'events'")
        with closing(sqlite3.connect(path)) as other:
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with path.open("r+b") as file:
            file.seek((page[0][0] - 1) * PAGE_BYTES)
            file.write(b"\xa5" * PAGE_BYTES)
        with pytest.raises(DoubtError, match="is damaged"):
            journal.append(Entry(event=(7, 1))).result()
        assert len(doubts) == 1
        shutil.copy(path, tmp_path / "torn.db")
    with opened(path) as journal:
        assert journal.set_aside is not None
        assert len(journal.games()) == 30
