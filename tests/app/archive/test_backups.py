"""A backup is a whole journal, its owner's alone, and opens nothing."""

import threading

import pytest

from firmware_host.app.archive.backups import KEPT, PIECE_BYTES, Backups
from firmware_host.errors import JournalError
from firmware_host.journal.reader import Reader
from firmware_host.journal.store import Journal
from tests.app.archive.brought import bring
from tests.app.written import GAME, write


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
        assert backups.make() == 1
    assert mode(backups.path(1)) == "0o600"
    assert mode(backups.path(1).parent) == "0o700"
    assert games(backups.path(1)) == [1]


def test_the_oldest_go_first(backups, path):
    with Journal(path, reserve_bytes=0):
        for _ in range(KEPT + 2):
            backups.make()
    numbers = [one["number"] for one in backups.all()]
    assert numbers == list(range(KEPT + 2, 2, -1))


def test_one_that_is_the_newest_again_pushes_none_out(backups, path):
    """A timer that asks each day loses no old one while nothing happens."""
    with Journal(path, reserve_bytes=0) as journal:
        for n in range(KEPT):
            journal.put_setting("web:class", str(n)).result()
            backups.make()
        before = [one["number"] for one in backups.all()]
        assert backups.make_if_new() is None
        assert backups.make_once() == (KEPT, False)
        assert [one["number"] for one in backups.all()] == before
        journal.put_setting("web:class", "other").result()
        assert backups.make_once() == (KEPT + 1, True)
    assert [one["number"] for one in backups.all()] == [KEPT + 1, *before[:-1]]


def test_it_arrives_in_pieces_from_another_board(backups, path, tmp_path):
    """
    A backup can be uploaded in pieces.

    One with a gap or that is no journal is refused.
    """
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
    assert not path.with_name("letterzone.db.arriving").exists()


def test_it_opens_no_class_and_no_room(backups, path):
    """A backup has the class's settings, but neither passphrase, room nor phones."""
    with Journal(path, reserve_bytes=0) as journal:
        for key in ("web:teacher", "web:room", "people-phones", "web:class", "setup"):
            journal.put_setting(key, "SECRET").result()
        backups.make()
    with Reader(backups.path(1)) as copy:
        assert set(copy.settings()) == {"web:class", "setup"}


def test_the_list_says_which_are_the_boards_own(backups, path, tmp_path):
    with Journal(path, reserve_bytes=0) as journal:
        write(journal, *GAME)
        backups.make()
    there = tmp_path / "there"
    there.mkdir()
    other = Backups(there / "letterzone.db")
    assert bring(other, backups.path(1)) == 1
    assert [one["own"] for one in backups.all()] == [1]
    assert [one["own"] for one in other.all()] == [0]


def test_it_leaves_in_pieces(backups, path):
    """A backup is read in pieces that each fit into a message between processes."""
    with Journal(path, reserve_bytes=0) as journal:
        for n in range(50):
            journal.put_setting(f"words:{n}", "x" * 9000).result()
        backups.make()
    content, number = b"", 1
    while piece := backups.piece(number, len(content)):
        assert len(piece) <= PIECE_BYTES
        content += piece
    assert content == backups.path(1).read_bytes()
    assert len(content) > PIECE_BYTES
    assert backups.piece(7, 0) is None


def test_one_without_the_seal_leaves_without_what_must_not(backups, path):
    """Reading a backup of an older version removes its secrets; it stays unsealed."""
    with Journal(path, reserve_bytes=0) as journal:
        write(journal, *GAME)
        backups.make()
    with Journal(backups.path(1), reserve_bytes=0) as old:
        old.put_setting("web:teacher", "SECRET").result()
    assert b"SECRET" in backups.path(1).read_bytes()
    assert b"SECRET" not in backups.piece(1, 0)
    assert b"SECRET" not in backups.path(1).read_bytes()
    assert [one["own"] for one in backups.all()] == [0]


def test_backups_are_made_while_somebody_reads_the_history(backups, path):
    """Backups made while the history is read succeed and are complete."""
    stop = threading.Event()

    def read():
        with Reader(path) as history:
            while not stop.is_set():
                assert [one.id for one in history.games()] == [1, 2]

    with Journal(path, reserve_bytes=0) as journal:
        write(journal, *GAME)
        write(journal, *GAME, game=2)
        reading = threading.Thread(target=read)
        reading.start()
        try:
            made = [backups.make() for _ in range(72)]
        finally:
            stop.set()
            reading.join()
    assert made == list(range(1, 73))
    assert games(backups.path(72)) == [1, 2]


def test_two_programs_make_no_backup_at_once(backups, path, monkeypatch):
    """A second backup at the same time waits, and fails with a reason after a while."""
    monkeypatch.setattr("firmware_host.app.archive.backups.PATIENCE_S", 0.2)
    with Journal(path, reserve_bytes=0):
        with (
            Backups(path).alone(),
            pytest.raises(JournalError, match="another copy is being made"),
        ):
            backups.make()
        assert backups.make() == 1
