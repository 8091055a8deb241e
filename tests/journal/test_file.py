"""A journal always opens: a damaged file is set aside, a foreign one is left alone."""

import os
import random
import sqlite3

import pytest

from firmware_host.board.entries import Entry, NewGame, RowEntry
from firmware_host.errors import JournalError
from firmware_host.journal.file import check_file, is_open, scripts, upgrade
from firmware_host.journal.store import Journal


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "j.db"
    with Journal(file, reserve_bytes=0) as journal:
        journal.append(Entry(new_game=NewGame(1, "{}", ("Tina",)))).result()
        rows = tuple(RowEntry(1, n, n, 0, "{}", "[]") for n in range(1, 300))
        journal.append(Entry(rows=rows)).result()
    return file


def opened(file):
    return Journal(file, reserve_bytes=0)


def test_full_is_what_the_writer_uses(path):
    """The writer uses synchronous=FULL, WAL and secure_delete."""
    with opened(path) as journal:
        connection = journal._open_writer._connection
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA secure_delete").fetchone() == (1,)


def test_a_file_that_is_no_database_is_set_aside(path):
    """A file that is no database is renamed, and a new journal is opened."""
    path.write_bytes(b"rubbish" * 1000)
    with opened(path) as journal:
        assert journal.set_aside.name == "j.db.corrupt.1"
        assert journal.games() == ()


@pytest.mark.ci
def test_no_flipped_bits_keep_a_board_from_starting(path):
    """A journal with flipped bits opens; its damage is reported or it is renamed."""
    whole, chance = path.read_bytes(), random.Random(3)  # noqa: S311 - repeatable
    rows = 299
    for _ in range(60):
        broken = bytearray(whole)
        for _ in range(chance.randrange(1, 40)):
            broken[chance.randrange(len(broken))] ^= 1 << chance.randrange(8)
        for left in path.parent.glob("j.db*"):
            left.unlink()
        path.write_bytes(broken)
        with opened(path) as journal:
            if journal.set_aside is None and journal.games():
                assert rows_or_damage(journal) in (rows, "damaged")


def test_a_file_of_another_program_is_not_touched(tmp_path):
    """The file of another program is refused and not changed."""
    file = tmp_path / "other.db"
    other = sqlite3.connect(file)
    other.execute("CREATE TABLE thesis (text)")
    other.commit()
    other.close()
    before = file.read_bytes()

    with pytest.raises(JournalError, match="another program"), opened(file):
        pass
    assert file.read_bytes() == before


def test_a_file_of_a_newer_version_is_not_touched(path):
    """A journal of a newer version is refused."""
    newer = sqlite3.connect(path)
    newer.execute("CREATE TABLE more (x)")
    newer.execute("PRAGMA user_version = 99")
    newer.commit()
    newer.close()

    with pytest.raises(JournalError, match="newer letterzone"), opened(path):
        pass


def test_a_missing_folder_is_one_sentence(tmp_path):
    """The error for a missing folder has its name."""
    with (
        pytest.raises(JournalError, match="nowhere"),
        opened(tmp_path / "nowhere" / "j"),
    ):
        pass


def test_only_its_owner_may_read_it(path):
    """The file can be read by its owner only, because it contains names."""
    assert path.stat().st_mode & 0o777 == 0o600


def test_upgrading_twice_changes_nothing(tmp_path):
    """A file that is up to date stays as it is."""
    connection = sqlite3.connect(tmp_path / "j.db", isolation_level=None)
    upgrade(connection, scripts())
    before = connection.execute("SELECT sql FROM sqlite_schema").fetchall()
    upgrade(connection, scripts())

    assert connection.execute("SELECT sql FROM sqlite_schema").fetchall() == before
    assert connection.execute("PRAGMA user_version").fetchone() == (max(scripts()),)
    connection.close()


def rows_or_damage(journal):
    """Return the number of rows, "damaged", or another error."""
    try:
        return len(list(journal.rows(1)))
    except JournalError as told:
        return "damaged" if "damaged" in str(told) else str(told)


def test_whoever_only_looks_finds_a_damaged_page(path):
    """`check_file` works while the file is open elsewhere, and finds a damaged page."""
    check_file(path)
    with opened(path):
        assert is_open(path)
        check_file(path)
    assert not is_open(path)
    assert not path.with_name(path.name + "-shm").exists()
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xa5" * 4096)
    with pytest.raises(JournalError, match="damaged"):
        check_file(path)


def test_a_journal_that_never_was_is_not_open(tmp_path):
    assert not is_open(tmp_path / "j.db")
    with pytest.raises(JournalError, match="cannot be used"):
        check_file(tmp_path / "j.db")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root works in others' folders")
def test_what_root_makes_belongs_to_the_boards_own_user(tmp_path):
    """`sudo letterzone tags` must not shut the daemon out of its own journal."""
    os.chown(tmp_path, 12345, 12346)
    with Journal(tmp_path / "j.db") as journal:
        journal.put_setting("place", "home").result()
        owners = {
            p.name: (p.stat().st_uid, p.stat().st_gid) for p in tmp_path.glob("*")
        }
    assert set(owners) >= {"j.db", "j.db-wal", "j.db-shm", "j.db.lock", "j.db.reserve"}
    assert set(owners.values()) == {(12345, 12346)}


def test_a_start_syncs_the_log_that_a_killed_process_left(path, tmp_path, monkeypatch):
    """A start syncs the log of a killed process before it is used."""
    kept, killed = [], tmp_path / "killed.db"
    with opened(path) as journal:
        journal.append(Entry(rows=(RowEntry(1, 300, 300, 0, "{}", "[]"),))).result()
        for end in ("", "-wal"):
            killed.with_name(f"killed.db{end}").write_bytes(
                path.with_name(f"j.db{end}").read_bytes()
            )
    monkeypatch.setattr("firmware_host.journal.opening.sync", kept.append)
    with opened(killed) as journal:
        assert len(list(journal.rows(1))) == 300
    assert kept == [killed.parent, killed.with_name("killed.db-wal")]
