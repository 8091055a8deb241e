"""A seal proves that this board made a file; no other file has it."""

import sqlite3
from contextlib import closing

import pytest

from firmware_host.app.archive.backups import Seal
from firmware_host.journal.file import check_file
from firmware_host.journal.store import Journal


@pytest.fixture
def seal(tmp_path):
    return Seal(tmp_path / "letterzone.db")


@pytest.fixture
def copy(tmp_path):
    path = tmp_path / "copy.db"
    with Journal(path, reserve_bytes=0) as journal:
        journal.put_setting("a", "b").result()
    return path


def test_what_is_sealed_is_known_again(seal, copy, tmp_path):
    """After a restart too; the key is its owner's alone."""
    assert not seal.is_on(copy)
    seal.put_on(copy)
    assert seal.is_on(copy)
    assert Seal(tmp_path / "letterzone.db").is_on(copy)
    assert (tmp_path / "letterzone.db.key").stat().st_mode & 0o777 == 0o600


def test_another_board_has_another_seal(seal, copy, tmp_path):
    seal.put_on(copy)
    (tmp_path / "there").mkdir()
    assert not Seal(tmp_path / "there" / "letterzone.db").is_on(copy)


@pytest.mark.parametrize("at", [0, 100, 5000, -1, -40])
def test_a_bit_that_has_changed_breaks_it(seal, copy, at):
    """A changed bit in the file or in the seal breaks it."""
    seal.put_on(copy)
    content = bytearray(copy.read_bytes())
    content[at] ^= 1
    copy.write_bytes(content)
    assert not seal.is_on(copy)


@pytest.mark.parametrize("size", [0, 10, 48, 4096])
def test_what_is_too_short_has_none(seal, copy, size):
    seal.put_on(copy)
    copy.write_bytes(copy.read_bytes()[:size])
    assert not seal.is_on(copy)


def test_a_sealed_journal_is_a_journal(seal, copy):
    """SQLite does not look behind the last page; old versions read it too."""
    seal.put_on(copy)
    check_file(copy)
    with closing(sqlite3.connect(copy)) as file:
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    with Journal(copy, reserve_bytes=0) as journal:
        assert journal.settings() == {"a": "b"}
        journal.put_setting("c", "d" * 9000).result()
    check_file(copy)
    assert not seal.is_on(copy)


def test_half_a_key_is_none(seal, copy, tmp_path):
    """A key of the wrong size is replaced, which makes its seals invalid."""
    seal.put_on(copy)
    (tmp_path / "letterzone.db.key").write_bytes(b"half")
    assert not seal.is_on(copy)
    assert (tmp_path / "letterzone.db.key").stat().st_size == 32
