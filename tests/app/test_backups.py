"""A backup is a whole journal, its owner's alone, and comes back at the next start."""

import sqlite3

import pytest

from firmware_host.app.backups import KEPT, Backups
from firmware_host.errors import JournalError
from firmware_host.journal.file import scripts, upgrade
from firmware_host.journal.reader import Reader
from firmware_host.journal.store import Journal
from tests.app.written import GAME, write


@pytest.fixture
def path(tmp_path):
    return tmp_path / "letterzone.db"


@pytest.fixture
def backups(path):
    return Backups(path)


def mode(path):
    return oct(path.stat().st_mode & 0o777)


def games(path):
    with Journal(path, reserve_bytes=0) as journal:
        return [one.id for one in journal.games()]


def test_a_backup_is_made_for_its_owner_alone(backups, path):
    with Journal(path, reserve_bytes=0) as journal:
        write(journal, *GAME)
        made = backups.make(journal)
    assert made.number == 1
    assert mode(backups.path(1)) == "0o600"
    assert mode(backups.path(1).parent) == "0o700"
    assert games(backups.path(1)) == [1]


def test_the_oldest_go_first(backups, path):
    with Journal(path, reserve_bytes=0) as journal:
        for _ in range(KEPT + 2):
            backups.make(journal)
    numbers = [one.number for one in backups.all()]
    assert numbers == list(range(KEPT + 2, 2, -1))


def test_it_comes_back_at_the_next_start_and_keeps_what_was_there(backups, path):
    with Journal(path, reserve_bytes=0) as journal:
        write(journal, *GAME)
        backups.make(journal)
        write(journal, *GAME, game=2)
        assert not backups.waits()
        assert backups.restore(1) is None
        assert backups.waits()
        with pytest.raises(JournalError, match="in use"):
            backups.take_back()
    backups.take_back()
    assert not backups.waits()
    assert games(path) == [1]
    assert games(backups.path(2)) == [1, 2]
    backups.take_back()  # once is enough
    assert games(path) == [1]


def test_no_such_backup_is_said(backups):
    assert backups.restore(7).code == "backup-gone"


def test_it_arrives_in_pieces_from_another_board(backups, tmp_path):
    """What is no journal, or has a hole, does not get in."""
    other = tmp_path / "other.db"
    with Journal(other, reserve_bytes=0) as journal:
        write(journal, *GAME)
    content = other.read_bytes()
    half = len(content) // 2
    assert backups.arrive(content[:half], at=0, last=False) == 0
    assert backups.arrive(content[half:], at=half + 1, last=True).code == "backup-file"
    assert backups.arrive(content[half:], at=half, last=True) == 1
    assert mode(backups.path(1)) == "0o600"
    assert games(backups.path(1)) == [1]
    assert backups.arrive(b"no journal", at=0, last=True).code == "backup-file"
    assert backups.files() == (backups.path(1),)


def test_a_journal_of_an_older_version_is_copied_before_it_is_altered(backups, path):
    """Once: whoever goes back to the version before finds what it wrote."""
    old = sqlite3.connect(path, isolation_level=None)
    upgrade(old, {1: scripts()[1]})
    old.close()
    backups.take_back()
    assert games(path) == []  # and opening it has altered it
    backups.take_back()
    assert [one.number for one in backups.all()] == [1]
    with Reader(backups.path(1)) as copy:
        assert copy.outdated
