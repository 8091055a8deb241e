"""The writer's thread: its checkpoints, and failures of the card."""

import sqlite3
import threading
from functools import partial

import pytest

from firmware_host.board.entries import Entry, NewGame
from firmware_host.errors import DoubtError, JournalError, RuleError
from firmware_host.journal import writer
from firmware_host.journal.store import Journal
from tests.journal.copier import copy


def setting(number):
    return Entry(settings=(("key", str(number)),))


def test_it_tidies_up_in_a_quiet_moment_after_64_commits(tmp_path, monkeypatch):
    """After 64 commits the next pause has a checkpoint, and not earlier."""
    monkeypatch.setattr(writer, "QUIET_S", 0.001)
    tidied, commits, found = threading.Event(), [], []

    def trace(sql):
        if sql == "COMMIT":
            commits.append(sql)
        elif "wal_checkpoint" in sql:
            found.append(len(commits))
            tidied.set()

    with Journal(tmp_path / "j.db", reserve_bytes=0) as journal:
        journal._open_writer._connection.set_trace_callback(trace)
        for number in range(1, 129):
            journal.append(setting(number)).result()
            if number in (63, 127):  # a quiet moment, in which somebody takes a copy
                copy(tmp_path / "j.db", tmp_path / "copy.db")
            if number in (64, 128):
                assert tidied.wait(20)
                tidied.clear()
    assert found == [64, 128]


def test_what_is_kept_back_is_given_back_when_the_disk_is_full(tmp_path):
    """On a full disk the reserve is released, and made again by a later write."""
    reserve = tmp_path / "j.db.reserve"
    with Journal(tmp_path / "j.db", reserve_bytes=4096) as journal:
        journal.append(setting(1)).result()
        assert reserve.exists()
        connection = journal._open_writer._connection
        connection.execute("PRAGMA max_page_count=1")
        large = Entry(settings=(("key", "x" * 50_000),))
        with pytest.raises(JournalError, match="the disk is full"):
            journal.append(large).result()
        assert not reserve.exists()
        connection.execute("PRAGMA max_page_count=100000")
        journal.append(Entry(new_game=NewGame(1, "{}"))).result()
        assert reserve.stat().st_size == 4096
        with pytest.raises(RuleError):
            journal.append(Entry(new_game=NewGame(1, "{}"))).result()
        assert reserve.exists()  # another mistake is none of the disk's


def test_a_doubt_is_told_to_everybody_and_once_to_whoever_ends_the_program(tmp_path):
    """
    After a commit in doubt all later entries fail with the same error.

    The callback is called once.
    """
    doubts, fails = [], []

    def card():
        if fails:
            journal._open_writer._connection.execute("ROLLBACK")

    with Journal(
        tmp_path / "j.db", reserve_bytes=0, before_commit=card, in_doubt=doubts.append
    ) as journal:
        journal.append(setting(1)).result()
        fails.append(True)  # a COMMIT without a transaction fails as no disk does
        first = journal.append(setting(2)).exception()
        fails.clear()
        later = [journal.append(setting(number)).exception() for number in (3, 4)]
        assert isinstance(first, DoubtError)
        assert later == [first, first]
        assert doubts == [first]
        assert "whether the last entry was kept nobody can say" in str(first)
        assert isinstance(first.__cause__, sqlite3.OperationalError)
    with Journal(tmp_path / "j.db", reserve_bytes=0) as journal:
        assert journal.settings() == {"key": "1"}


def test_what_no_card_and_no_caller_did_is_passed_on_as_it_is(tmp_path):
    """A mistake of ours in the door of these tests, say."""

    def slip():
        if slips:
            raise slips.pop()

    slips = []
    with Journal(tmp_path / "j.db", reserve_bytes=0, before_commit=slip) as journal:
        slips.append(ZeroDivisionError("x"))
        assert isinstance(journal.append(setting(1)).exception(), ZeroDivisionError)
        slips.append(OSError(5, "worn out"))
        assert isinstance(journal.append(setting(1)).exception(), JournalError)
        journal.append(setting(2)).result()
        assert journal.settings() == {"key": "2"}


#: A statement that takes SQLite long if it is not interrupted.
LONG = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < {})"
LONG += " SELECT count(*) FROM n"


def disturbed(journal):
    """
    Run a long write that can wait, with an entry during each try.

    Return the order.
    """
    order = []

    def write(connection):
        order.append("begun")
        taps.append(
            journal.append(setting(len(taps)), then=lambda: order.append("tap"))
        )
        connection.execute(LONG.format(10 if len(taps) > 2 else 100_000))

    taps = []
    then = partial(order.append, "written")
    journal._open_writer.put(write, then=then, can_wait=True).result()
    for tap in taps:
        tap.result()
    return order


def test_what_can_wait_is_given_up_for_a_tap(tmp_path, monkeypatch):
    """A long write that can wait is interrupted by each entry, and repeated."""
    monkeypatch.setattr(writer, "PAUSE_S", 0.001)
    with Journal(tmp_path / "j.db", reserve_bytes=0) as journal:
        order = disturbed(journal)
    assert order == ["begun", "tap", "begun", "tap", "begun", "written", "tap"]


def test_what_has_waited_long_enough_is_given_up_no_more(tmp_path, monkeypatch):
    monkeypatch.setattr(writer, "LONGEST_S", 0.0)
    with Journal(tmp_path / "j.db", reserve_bytes=0) as journal:
        assert disturbed(journal) == ["begun", "written", "tap"]


def test_what_can_wait_is_written_before_the_end(tmp_path, monkeypatch):
    monkeypatch.setattr(writer, "PAUSE_S", 60.0)
    with Journal(tmp_path / "j.db", reserve_bytes=0) as journal:
        journal.append(Entry(new_game=NewGame(1, "{}", ("Tina",)))).result()
        journal.erase_names()
    with Journal(tmp_path / "j.db", reserve_bytes=0) as journal:
        assert journal.names(1) == ("Player 1",)
