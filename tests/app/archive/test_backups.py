"""A backup is a whole journal, its owner's alone, and comes back at the next start."""

import sqlite3

import pytest

from firmware_host.app.archive.backups import KEPT, Backups
from firmware_host.board.messages import Refused
from firmware_host.errors import JournalError
from firmware_host.journal.file import scripts, set_aside_files, upgrade
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
        assert backups.make(journal) == 1
    assert mode(backups.path(1)) == "0o600"
    assert mode(backups.path(1).parent) == "0o700"
    assert games(backups.path(1)) == [1]


def test_the_oldest_go_first(backups, path):
    with Journal(path, reserve_bytes=0) as journal:
        for _ in range(KEPT + 2):
            backups.make(journal)
    numbers = [one["number"] for one in backups.all()]
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
    assert [one["number"] for one in backups.all()] == [1]
    with Reader(backups.path(1)) as copy:
        assert copy.outdated


def waiting(backups, path):
    """Lay a backup with game 1 beside a journal with games 1 and 2."""
    with Journal(path, reserve_bytes=0) as journal:
        write(journal, *GAME)
        backups.make(journal)
        write(journal, *GAME, game=2)
        assert backups.restore(1) is None


@pytest.mark.parametrize(
    "spoil",
    [
        lambda path: path.write_bytes(path.read_bytes()[:4096] + b"\xa5" * 8192),
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(b"This is a diary.\n" * 1000),
        lambda path: path.unlink(),
    ],
    ids=["damaged", "empty", "rubbish", "gone"],
)
def test_what_it_replaces_cannot_keep_it_from_coming_back(backups, path, spoil):
    """Nothing of it is lost: it is a backup, or lies beside."""
    waiting(backups, path)
    spoil(path)
    before = path.read_bytes() if path.exists() else b""

    assert backups.take_back() is None
    assert games(path) == [1]
    aside = path.with_name("letterzone.db.corrupt.1")
    if before:
        assert aside.read_bytes() == before


def test_a_full_disk_cannot_keep_it_from_coming_back(backups, path, monkeypatch):
    """There is no room for a copy of what was there; it stays as it is, beside."""
    waiting(backups, path)

    def no_room(_journal, _target, **_cuts):
        msg = "the disk is full"
        raise JournalError(msg)

    monkeypatch.setattr(Reader, "backup", no_room)
    assert backups.take_back() is None
    assert games(path) == [1]
    assert games(path.with_name("letterzone.db.corrupt.1")) == [1, 2]


@pytest.mark.parametrize("page", range(8))
def test_a_damaged_one_is_named_and_never_taken(backups, path, page, caplog):
    """Each page of it in turn is rubbish; the board goes on with what it has."""
    waiting(backups, path)
    restore = path.with_name("letterzone.db.restore")
    content = bytearray(restore.read_bytes())
    content[page * 4096 : (page + 1) * 4096] = b"\xa5" * 4096
    restore.write_bytes(content)

    aside = backups.take_back()
    assert aside is not None
    assert not backups.waits()
    assert aside.read_bytes() == content
    assert aside in set_aside_files(path)
    assert "is damaged, and lies in" in caplog.text
    assert games(path) == [1, 2]


def test_one_whose_game_cannot_go_on_is_refused_at_once(backups, path):
    """Whoever asks for it is told, and nothing waits for the next start."""
    with Journal(path, reserve_bytes=0) as journal:
        write(journal, *GAME)
        backups.make(journal)
    copy = sqlite3.connect(backups.path(1))
    copy.execute("UPDATE games SET ended = 0")
    copy.execute("UPDATE rows SET facts = '[1]' WHERE number = 3")
    copy.commit()
    copy.close()

    assert backups.restore(1) == Refused("backup-file")
    assert not backups.waits()
