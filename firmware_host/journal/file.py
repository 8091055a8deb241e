"""Opening the journal's file: lock, owner, schema version, checks, and errors."""

import errno
import fcntl
import os
import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from zlib import crc32

from firmware_host.errors import JournalError
from firmware_host.journal.inspection import (
    DamagedError,
    check_newest,
    check_pages,
    check_small,
    try_to_write,
)

#: Marks an SQLite file as a journal of ours: "LZJ1".
APPLICATION_ID = 0x4C5A4A31

#: How the writer uses the file.
#: Source: sqlite.org/pragma.html; FULL is what makes a COMMIT outlive a power cut.
PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "wal_autocheckpoint=1000",  # the last resort: `writer` tidies up in quiet moments
    "journal_size_limit=8388608",  # bytes; a log that is written over again is quicker
    "foreign_keys=ON",
    "busy_timeout=5000",
    "trusted_schema=OFF",
    "cell_size_check=ON",
    "secure_delete=ON",
    "mmap_size=0",
    "temp_store=MEMORY",
)

#: SQLite's codes for trouble with the disk or the folder, not with the file.
_NOT_THE_FILE = frozenset(
    {
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
    }
)

#: The exceptions for a damaged file; SQLite's message may contain damaged characters.
FAULTS = (sqlite3.Error, UnicodeDecodeError)

_PRIMARY_CODE = 0xFF  # extended codes keep the primary one in their lowest byte

#: A file with more pages is not put in order: 32 MB.
_MOST_PAGES = 8192

#: A number of steps of SQLite's virtual machine that takes a few milliseconds.
_STEPS = 20_000

#: The ending of a file that marks the journal as damaged for the next start.
DAMAGED = ".damaged"

#: Name and text of every table and index.
Schema = frozenset[tuple[str, str | None]]


def scripts(folder: Path = Path(__file__).parent / "schema") -> Mapping[int, str]:
    """Return the SQL script of each schema version, which upgrades the one before."""
    found = {
        int(match[1]): file.read_text(encoding="utf-8")
        for file in folder.iterdir()
        if (match := re.fullmatch(r"v(\d+)\.sql", file.name))
    }
    return dict(sorted(found.items()))


def journal_error(path: Path, error: Exception) -> JournalError:
    """Return an error with a sentence for users for a fault of SQLite or the system."""
    if primary_code(error) == sqlite3.SQLITE_FULL or _is_full(path, error):
        full = JournalError(
            f"{path}: the disk is full; delete something there and try again"
        )
        full.errno = errno.ENOSPC
        return full
    return JournalError(f"{path} cannot be used: {error}; check the card and its space")


@contextmanager
def explaining_faults(path: Path) -> Iterator[None]:
    """
    Raise `JournalError` with a sentence for each fault of SQLite or the system.

    Raises:
        JournalError: The file cannot be read or written.
    """
    try:
        yield
    except JournalError:
        raise
    except (*FAULTS, OSError) as error:
        raise journal_error(path, error) from error


def _is_full(path: Path, error: Exception) -> bool:
    """Return True if the disk is full, which SQLite may report as an I/O error."""
    full = (errno.ENOSPC, errno.EDQUOT)
    if primary_code(error) != sqlite3.SQLITE_IOERR:
        return isinstance(error, OSError) and error.errno in full
    probe = with_ending(path, ".probe")
    try:
        probe.write_bytes(bytes(4096))
    except OSError as fault:
        return fault.errno in full
    finally:
        with suppress(OSError):
            probe.unlink()
    return False


def with_ending(path: Path, end: str) -> Path:
    """Return the path in the same folder with *end* added to the file's name."""
    return path.with_name(path.name + end)


def open_own(path: Path) -> int:
    """
    Open a file for reading and writing, and return its descriptor; mode 0600 if new.

    A file that root creates, as by ``sudo letterzone``, gets the owner of its folder:
    else the board's daemon could not open it.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    if os.geteuid() == 0:
        owner = path.parent.stat()
        os.fchown(descriptor, owner.st_uid, owner.st_gid)
    return descriptor


def overwrite(path: Path, content: bytes, *, is_synced: bool) -> None:
    """
    Write bytes to the start of a small file; create the file if missing.

    Args:
        path: The file; created if it is missing.
        content: The bytes; always the same number for one file.
        is_synced: True to return only after the file is on the card (fsync).
    """
    descriptor = open_own(path)
    try:
        os.pwrite(descriptor, content, 0)
        if is_synced:
            os.fdatasync(descriptor)
    finally:
        os.close(descriptor)


def is_read_only(folder: Path) -> bool:
    """Return True if a write into a folder fails because the card is read-only."""
    probe = folder / ".probe"
    try:
        os.close(open_own(probe))
        probe.unlink()
    except OSError as fault:
        return fault.errno in (errno.EROFS, errno.EIO)
    return False


def lock(path: Path) -> int:
    """
    Lock the journal against other processes until the returned descriptor is closed.

    Raises:
        JournalError: Another process has the lock, or the folder is missing or not
            writable.
    """
    try:
        descriptor = open_own(with_ending(path, ".lock"))
    except OSError as error:
        msg = f"no journal can be kept in {path.parent}: {error.strerror}"
        raise JournalError(msg) from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        holder = os.read(descriptor, 20).decode(errors="replace") or "unknown"
        os.close(descriptor)
        msg = f"{path} is in use by process {holder}; stop it, or use another file"
        raise JournalError(msg) from error
    with suppress(OSError):  # the lock holds on a full disk too
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, str(os.getpid()).encode(), 0)
    return descriptor


def is_open(path: Path) -> bool:
    """Return True if a process has the journal open for writing."""
    try:
        descriptor = os.open(with_ending(path, ".lock"), os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False


def read_only_uri(path: Path) -> str:
    """Return the SQLite URI that reads a file without creating files beside it."""
    # A file without a log needs none to be read, and then none is left behind.
    alone = "" if with_ending(path, "-wal").exists() else "&immutable=1"
    return f"{path.resolve().as_uri()}?mode=ro{alone}"


def check_file(path: Path, *, rest: Callable[[], None] | None = None) -> None:
    """
    Check the whole file read-only; the daemon may be writing it meanwhile.

    Args:
        path: The file.
        rest: Called every few milliseconds; it may sleep to leave the disk to others.

    Raises:
        JournalError: The file is damaged, or cannot be read.
    """
    try:
        with (
            closing(tolerant(read_only_uri(path), uri=True)) as connection,
            _raising_damage(),
        ):
            connection.set_progress_handler(rest, _STEPS)
            version = _check_owner(connection, path)
            check_pages(connection)
            if version == max(scripts()):
                check_small(connection)
    except DamagedError as error:
        msg = f"{path} is damaged; use a backup"
        raise JournalError(msg) from error
    except FAULTS as error:
        raise journal_error(path, error) from error


def upgrade(connection: sqlite3.Connection, steps: Mapping[int, str]) -> None:
    """Upgrade the schema to the newest version, each version in a transaction."""
    connection.create_function("crc32", 1, crc32, deterministic=True)
    now: int = connection.execute("PRAGMA user_version").fetchone()[0]
    for version, script in steps.items():
        if version > now:
            connection.executescript(
                f"BEGIN IMMEDIATE; {script};"
                f"PRAGMA application_id={APPLICATION_ID};"
                f"PRAGMA user_version={version}; COMMIT"
            )


def set_aside_files(path: Path) -> tuple[Path, ...]:
    """Return all damaged files that were set aside for a journal's path."""
    pattern = re.compile(
        re.escape(path.name) + r"(\.restore)?\.corrupt\.\d+(-wal|-shm|-journal)?"
    )
    return tuple(p for p in sorted(path.parent.iterdir()) if pattern.fullmatch(p.name))


def tolerant(path: Path | str, *, uri: bool = False) -> sqlite3.Connection:
    """
    Open a file that may be damaged: invalid UTF-8 in it raises no error.

    The connection may be used on another thread than the one that opens it.
    """
    connection: sqlite3.Connection = sqlite3.connect(
        path, isolation_level=None, check_same_thread=False, uri=uri
    )
    connection.text_factory = partial(str, encoding="utf-8", errors="replace")
    return connection


def open_whole(path: Path) -> sqlite3.Connection:
    """
    Open or create the file for writing; the caller holds the `lock`.

    The rows that a start needs are checked, and a write is tried. Damage elsewhere is
    not noticed here: see `check_file`.

    Raises:
        DamagedError: A checked part is damaged.
        JournalError: It belongs to a newer version or to another program.
    """
    os.close(open_own(path))  # it will hold names
    connection = tolerant(path)
    try:
        with _raising_damage():
            version = _check_owner(connection, path)
            if version < max(scripts()):
                check_pages(connection)  # it will be written anew
            for pragma in PRAGMAS:
                connection.execute(f"PRAGMA {pragma}").fetchall()
            if version:  # a bit may have changed in the numbers alone
                connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
                connection.execute(f"PRAGMA user_version={version}")
            upgrade(connection, scripts())
            if version < max(scripts()):
                _vacuum(connection)
            check_small(connection)
            check_newest(connection)
            try_to_write(connection)
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def _raising_damage() -> Iterator[None]:
    """Raise `DamagedError` for a fault of SQLite, unless disk or folder caused it."""
    try:
        yield
    except FAULTS as error:
        if primary_code(error) in _NOT_THE_FILE:
            raise
        raise DamagedError from error


def _check_owner(connection: sqlite3.Connection, path: Path) -> int:
    """
    Return the schema version of a journal; 0 for a new file.

    The tables decide, not the stored number, in which a bit may have changed.
    """
    connection.execute("PRAGMA cell_size_check=ON")
    application: int = connection.execute("PRAGMA application_id").fetchone()[0]
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    schema = _schema(connection)
    if not (application or version or schema):
        return 0
    ours = _schemas()
    for number, tables in ours.items():
        if schema == tables:
            return number
    if application != APPLICATION_ID:
        msg = f"{path} belongs to another program; name another file for the journal"
        raise JournalError(msg)
    if version > max(ours):
        msg = f"{path} was written by a newer letterzone; update this one"
        raise JournalError(msg)
    raise DamagedError


def _vacuum(connection: sqlite3.Connection) -> None:
    """
    Vacuum a small file, so that each table has the same root page in every journal.

    `salvage` relies on these. A large file is skipped: it would take minutes.
    """
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    if pages <= _MOST_PAGES:
        connection.execute("VACUUM")


def _schema(connection: sqlite3.Connection) -> Schema:
    return frozenset(connection.execute("SELECT name, sql FROM sqlite_schema"))


@cache
def _schemas() -> Mapping[int, Schema]:
    """Return the schema of each version, by its number."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    found = {}
    for version, script in scripts().items():
        upgrade(connection, {version: script})
        found[version] = _schema(connection)
    connection.close()
    return found


def version_of(connection: sqlite3.Connection) -> int | None:
    """Return the version whose schema the file has, or None; ignore its number."""
    schema = _schema(connection)
    return next((n for n, ours in _schemas().items() if ours == schema), None)


def mark_damaged(path: Path) -> None:
    """Create the mark that makes the next start salvage the file; ignore `OSError`."""
    with suppress(OSError):
        os.close(open_own(with_ending(path, DAMAGED)))
        sync(path.parent)


def is_damage(error: BaseException | None) -> bool:
    """Return True if an error of SQLite means a damaged file."""
    return primary_code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def set_aside(path: Path, *, named: Path | None = None) -> Path:
    """Rename a file and its log to the next free ``.corrupt.N``; return that path."""
    number = 1
    while (aside := with_ending(named or path, f".corrupt.{number}")).exists():
        number += 1
    # The file first: SQLite deletes a log that it finds beside an empty file.
    for suffix in ("", "-journal", "-wal", "-shm"):
        part = with_ending(path, suffix)
        if part.exists():
            part.rename(with_ending(aside, suffix))
    sync(path.parent)
    return aside


def sync(path: Path) -> None:
    """Sync a file, or the entries of a folder, to the card."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sqlite_code(error: BaseException | None) -> int:
    """Return the extended result code of an error of SQLite; 0 for another error."""
    try:
        return error.sqlite_errorcode if isinstance(error, sqlite3.Error) else 0
    except AttributeError:  # one of Python's own, such as a closed connection
        return 0


def primary_code(error: BaseException | None) -> int:
    """Return the primary result code of an error of SQLite; 0 for another error."""
    return sqlite_code(error) & _PRIMARY_CODE


def remove(path: Path) -> None:
    """Delete a journal's file and the files beside it, and sync the folder."""
    for end in ("", "-journal", "-wal", "-shm", ".lock"):
        with_ending(path, end).unlink(missing_ok=True)
    sync(path.parent)
