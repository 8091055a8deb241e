"""Files that cannot be used: the reported reasons, and how our files are recognised."""

import errno
import fcntl
import os
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from firmware_host.board.entries import Entry, NewGame
from firmware_host.errors import JournalError
from firmware_host.journal.file import is_open, journal_error, set_aside
from firmware_host.journal.store import Journal


@pytest.fixture
def path(tmp_path):
    """Return a journal with one game."""
    file = tmp_path / "j.db"
    with opened(file) as journal:
        journal.append(Entry(new_game=NewGame(1, "{}", ("Tina",)))).result()
    return file


def opened(file):
    return Journal(file, reserve_bytes=0)


def fault(code):
    """Return an error of SQLite's with a code of its own."""
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("error", "probed", "full"),
    [
        (fault(sqlite3.SQLITE_FULL), None, True),
        (fault(sqlite3.SQLITE_FULL | 1 << 8), None, True),
        (OSError(errno.ENOSPC, "full"), None, True),
        (OSError(errno.EDQUOT, "full"), None, True),
        (OSError(errno.EIO, "worn out"), None, False),
        (fault(sqlite3.SQLITE_CANTOPEN), errno.ENOSPC, False),
        (fault(sqlite3.SQLITE_IOERR), None, False),
        (fault(sqlite3.SQLITE_IOERR), errno.ENOSPC, True),
        (fault(sqlite3.SQLITE_IOERR_WRITE), errno.EDQUOT, True),
        (fault(sqlite3.SQLITE_IOERR_WRITE), errno.EIO, False),
        (sqlite3.OperationalError("no code at all"), errno.ENOSPC, False),
    ],
)
def test_a_full_disk_is_told_from_a_broken_one(
    tmp_path, monkeypatch, error, probed, full
):
    """SQLite calls a full disk broken at times; then a page is written, and gone."""
    written = []

    def write(probe, data):
        written.append((probe.name, len(data)))
        if probed is not None:
            raise OSError(probed, "no")

    monkeypatch.setattr(Path, "write_bytes", write)
    fault = journal_error(tmp_path / "j.db", error)
    assert (fault.errno == errno.ENOSPC) is full
    told = str(fault)
    assert ("the disk is full" in told) is full
    assert ("cannot be used" in told) is not full
    asked = getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_IOERR
    assert written == [("j.db.probe", 4096)] * asked


def test_a_probe_is_gone_afterwards(tmp_path):
    journal_error(tmp_path / "j.db", fault(sqlite3.SQLITE_IOERR))
    assert list(tmp_path.iterdir()) == []


def test_a_journal_is_marked_as_ours(path):
    """Source: sqlite.org/fileformat2.html: the application's number is at byte 68."""
    assert path.read_bytes()[60:72] == b"\0\0\0\3\0\0\0\0LZJ1"


@pytest.mark.parametrize(
    ("sql", "says"),
    [
        ("PRAGMA application_id=7", "another program"),
        ("PRAGMA user_version=7", "another program"),
        ("PRAGMA user_version=0; CREATE TABLE a (b)", "another program"),
        ("PRAGMA application_id=0x4C5A4A31; PRAGMA user_version=4", "newer letterzone"),
    ],
)
def test_a_file_that_is_not_ours_is_left_alone(tmp_path, sql, says):
    """A file with another application's number or unknown tables is not changed."""
    file = tmp_path / "j.db"
    run(file, sql)
    before = file.read_bytes()
    with pytest.raises(JournalError, match=says), opened(file):
        pass
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "sql",
    [
        "CREATE TABLE more (x)",
        "DROP INDEX one_tag_a_thing",
        "PRAGMA user_version=1; CREATE TABLE more (x)",
    ],
)
def test_a_file_of_ours_with_something_wrong_is_salvaged(path, sql):
    """Be it a table or an index: the games are there, in a new file."""
    run(path, sql)
    with opened(path) as journal:
        assert journal.set_aside == path.with_name("j.db.corrupt.1")
        journal.append(Entry(new_game=NewGame(2, "{}"))).result()


@pytest.mark.parametrize(
    "sql",
    [
        "PRAGMA application_id=7",
        "PRAGMA application_id=0",
        "PRAGMA user_version=1",
        "PRAGMA user_version=0",
        "PRAGMA user_version=66",
    ],
)
def test_a_number_that_has_changed_is_put_right(path, sql):
    """A changed format number is corrected by the tables, without a loss."""
    whole = path.read_bytes()[60:72]
    run(path, sql)
    assert path.read_bytes()[60:72] != whole
    with opened(path) as journal:
        assert journal.set_aside is None
        assert journal.names(1) == ("Tina",)
    assert path.read_bytes()[60:72] == whole


def run(file, sql):
    """Do something to a file with SQLite's own hands."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.executescript(sql)


def test_what_is_set_aside_takes_the_next_number(tmp_path):
    """A renamed journal gets the next free number, with all files that belong to it."""
    for number in range(1, 4):
        for end in ("", "-wal", "-shm", "-journal"):
            (tmp_path / f"j.db{end}").write_text(f"{number}{end}")
        aside = set_aside(tmp_path / "j.db")
        assert aside == tmp_path / f"j.db.corrupt.{number}"
    assert len(list(tmp_path.iterdir())) == 12
    for number in range(1, 4):
        for end in ("", "-wal", "-shm", "-journal"):
            kept = tmp_path / f"j.db.corrupt.{number}{end}"
            assert kept.read_text() == f"{number}{end}"


def test_the_lock_says_whose_it_is(path):
    """The number of the process and nothing of the one before."""
    lock = path.with_name("j.db.lock")
    lock.write_text("9" * 30)
    with opened(path):
        assert lock.read_text() == str(os.getpid())
        told = f"in use by process {os.getpid()};"
        with pytest.raises(JournalError, match=told), opened(path):
            pass


def test_a_lock_that_says_nothing_holds_all_the_same(path):
    """
    An exclusive lock without a process number counts.

    A shared lock, as by a check, does not.
    """
    lock = path.with_name("j.db.lock")
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        with pytest.raises(JournalError, match="process unknown;"), opened(path):
            pass
        assert is_open(path)
        fcntl.flock(file, fcntl.LOCK_UN)
        fcntl.flock(file, fcntl.LOCK_SH)
        assert not is_open(path)  # somebody else only asks


@contextmanager
def no_room() -> Iterator[None]:
    """Let this process write no file beyond its first hundred bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("new", [True, False])
def test_a_disk_that_takes_nothing_costs_no_file(path, new):
    """On a full disk opening fails without renaming the journal."""
    if new:
        path.unlink()
    with no_room(), pytest.raises(JournalError, match="cannot be used"), opened(path):
        pass
    assert not list(path.parent.glob("*corrupt*"))
    with opened(path) as journal:
        assert len(journal.games()) == (0 if new else 1)
        assert journal.set_aside is None
