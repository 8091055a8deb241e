"""
The thread that writes the journal: all queued jobs share one COMMIT.

It reserves two megabytes of the disk, so that the last entries can be written to a full
disk.
"""

import contextlib
import os
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import NamedTuple

from firmware_host.errors import DoubtError, JournalError, RuleError
from firmware_host.journal.file import (
    is_damage,
    is_read_only,
    journal_error,
    mark_damaged,
    open_own,
    sqlite_code,
)
from firmware_host.journal.log import Log

#: The time in seconds without jobs after which the file is tidied.
QUIET_S = 0.5

#: Commits after which a quiet moment is used to tidy up.
TIDY_AFTER = 64

#: The time in seconds without jobs after which a long write starts, and its longest
#: wait.
PAUSE_S, LONGEST_S = 0.1, 10.0

#: The number of SQLite's steps after which a long write checks for other jobs.
LOOK_AFTER = 5000

#: A COMMIT that fails so has failed at writing a frame, before it asked for a sync.
_WHILE_WRITING = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE)

#: Source: notes on a full 16 MB disk: 2 MiB let a journal and an export go on.
RESERVE_BYTES = 2 * 1024 * 1024

InDoubt = Callable[[DoubtError], None]


class Reserve:
    """
    A file of zeros that is deleted when the disk is full, so that a game can end.

    Once deleted it is written again only if twice its size is free.

    Args:
        path: The file, on the journal's disk.
        size_bytes: Its size; 0 for no reserve.
    """

    def __init__(self, path: Path, *, size_bytes: int = RESERVE_BYTES) -> None:
        self._path = path
        self._size_bytes = size_bytes
        self._held = size_bytes == 0
        self._given = False

    def hold(self) -> None:
        """Write the file if it is missing; a disk without room is no error."""
        if self._held or (self._given and not self._has_room()):
            return
        try:
            self._fill()
        except OSError:
            self.release()
        else:
            self._held, self._given = True, False

    def release(self) -> None:
        """Give the space back."""
        self._held, self._given = self._size_bytes == 0, True
        with contextlib.suppress(OSError):  # it may be gone, or the disk with it
            self._path.unlink()

    def _has_room(self) -> bool:
        try:
            disk = os.statvfs(self._path.parent)
        except OSError:
            return False
        return disk.f_bavail * disk.f_frsize >= 2 * self._size_bytes

    def _fill(self) -> None:
        descriptor = open_own(self._path)
        try:
            os.posix_fallocate(descriptor, 0, self._size_bytes)
        finally:
            os.close(descriptor)


#: Something to do; `int` does nothing.
Do = Callable[[], object]


class Job(NamedTuple):
    """
    One queued write.

    Args:
        write: Executes it inside a transaction.
        then: Called right after COMMIT, on the writer's thread.
        meanwhile: Called right before COMMIT, on the writer's thread.
        future: Done once *then* has returned; its exception is the fault.
        due_s: For a write that waits for a pause, the latest time of its execution
            in seconds of `time.monotonic`; else None.
    """

    write: Callable[[sqlite3.Connection], None]
    then: Do | None
    meanwhile: Do
    future: Future[None]
    due_s: float | None = None


class Writer:
    """
    The thread that writes, with the only connection for writing.

    Args:
        connection: The connection, as `opening.connect` returns it.
        path: The journal's file, for messages.
        reserve: The file that is deleted when the disk is full.
        before_commit: Called before each COMMIT; tests delay the card with it.
        in_doubt: Called on the writer's thread if the outcome of a COMMIT is unknown;
            nothing is written after it.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        *,
        path: Path,
        reserve: Reserve,
        before_commit: Callable[[], object] | None,
        in_doubt: InDoubt,
    ) -> None:
        self._connection = connection
        self._log = Log(path)
        self._in_doubt = in_doubt
        self._doubt: DoubtError | None = None
        self._path = path
        self._reserve = reserve
        self._before_commit = before_commit
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._door = threading.Lock()  # nothing comes in behind the closing None
        self._closed = False
        self._untidy = 0  # commits since the last checkpoint
        self._waiting: deque[Job] = deque()  # long ones, executed in a pause
        self._thread = threading.Thread(target=self._run, name="journal")

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Write all queued jobs, then close the file; stopping twice is allowed."""
        with self._door:
            if self._closed:
                return
            self._closed = True
            self._queue.put(None)
        self._thread.join()

    def put(
        self,
        write: Callable[[sqlite3.Connection], None],
        *,
        then: Do | None = None,
        meanwhile: Do = int,
        can_wait: bool = False,
    ) -> Future[None]:
        """
        Queue a write; return at once.

        Args:
            write: Executes it inside a transaction.
            then: Called right after COMMIT, on the writer's thread.
            meanwhile: Called right before COMMIT; it lets another thread work during
                COMMIT.
            can_wait: True for a long write that waits for a pause between others.

        Raises:
            JournalError: The journal is closed.
        """
        future: Future[None] = Future()
        future.set_running_or_notify_cancel()  # what is queued cannot be called back
        due_s = None
        if can_wait:
            due_s = time.monotonic() + LONGEST_S
            write = partial(self._write_long, write, due_s)
        with self._door:
            if self._closed:
                msg = f"{self._path} is closed"
                raise JournalError(msg)
            self._queue.put(Job(write, then, meanwhile, future, due_s))
        return future

    def empty_log(self) -> None:
        """
        Move the write-ahead log into the file and truncate it; writer's thread only.

        Raises:
            JournalError: Another connection is reading the log.
        """
        execute = self._connection.execute
        (patience_ms,) = execute("PRAGMA busy_timeout").fetchone()
        execute("PRAGMA busy_timeout=0").fetchall()  # a tap may be waiting behind this
        try:
            sql = "PRAGMA wal_checkpoint(TRUNCATE)"
            (busy, _frames, _moved) = execute(sql).fetchone()
        finally:
            execute(f"PRAGMA busy_timeout={patience_ms}").fetchall()
        if busy:
            msg = f"{self._path} is being read; try again when that is done"
            raise JournalError(msg)

    def _run(self) -> None:
        self._reserve.hold()
        jobs: list[Job] = []
        while (job := self._next()) is not None:
            (jobs if job.due_s is None else self._waiting).append(job)
            if jobs and self._queue.empty():
                self._commit(jobs)
                jobs = []
        jobs += self._waiting
        if jobs:  # they came together with the end
            self._commit(jobs)
        with contextlib.suppress(sqlite3.Error):  # the next opening tidies up instead
            self._connection.close()
        self._log.close()

    def _next(self) -> Job | None:
        """Return the next queued job; execute waiting long writes during a pause."""
        while self._waiting:
            try:
                until_s = self._waiting[0].due_s or 0
                left_s = min(PAUSE_S, until_s - time.monotonic())
                return self._queue.get(timeout=max(0.0, left_s))
            except Empty:
                self._commit([self._waiting.popleft()])
        if self._untidy >= TIDY_AFTER:
            try:
                return self._queue.get(timeout=QUIET_S)
            except Empty:
                self._tidy()
        return self._queue.get()

    def _write_long(
        self,
        write: Callable[[sqlite3.Connection], None],
        due_s: float,
        connection: sqlite3.Connection,
    ) -> None:
        """Execute a long write; give up before *due_s* if another job is queued."""

        def is_disturbed() -> bool:
            return not self._queue.empty() and time.monotonic() < due_s

        connection.set_progress_handler(is_disturbed, LOOK_AFTER)
        try:
            write(connection)
        finally:
            connection.set_progress_handler(None, LOOK_AFTER)

    def _tidy(self) -> None:
        """Move the write-ahead log into the file, as far as no reader needs it."""
        self._untidy = 0
        with contextlib.suppress(sqlite3.Error):  # it is tried again later
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    def _commit(self, jobs: list[Job]) -> None:
        if self._doubt is not None:
            self._give_up(self._doubt, jobs)
            return
        try:
            self._write(jobs)
        except DoubtError as doubt:
            self._give_up(doubt, jobs)
            return
        except Exception as error:  # noqa: BLE001 - a future is waiting for any of them
            self._roll_back(error)
            if sqlite_code(error) == sqlite3.SQLITE_INTERRUPT:
                self._waiting.extendleft(jobs)  # in the next pause once more
                return
            if is_damage(error):
                self._give_up(self._mark_damaged(error), jobs)
                return
            if isinstance(error, sqlite3.Error) and is_read_only(self._path.parent):
                self._give_up(self._read_only(error), jobs)
                return
            if len(jobs) == 1:
                jobs[0].future.set_exception(self._explain(error))
                return
            for job in jobs:  # one that cannot be written must not take the others
                self._commit([job])
            return
        for job in jobs:
            _tell(job)

    def _write(self, jobs: list[Job]) -> None:
        self._reserve.hold()
        execute = self._connection.execute
        execute("BEGIN IMMEDIATE")
        for job in jobs:
            job.write(self._connection)
        for job in jobs:
            job.meanwhile()
        if self._before_commit is not None:
            self._before_commit()
        try:
            execute("COMMIT")
        except Exception as error:
            if self._may_be_kept(error):
                msg = (
                    f"{self._path}: whether the last entry was kept nobody can say"
                    f" ({error}); the next start goes by what is on the card"
                )
                raise DoubtError(msg) from error
            raise
        self._untidy += 1

    def _may_be_kept(self, error: Exception) -> bool:
        """
        Return True if the next start may count the transaction of a failed COMMIT.

        If a write failed, its frame is incomplete and was not synced: the log is
        complete as it is, and is read. Any other fault occurs after the frame that
        completes the transaction.
        """
        if sqlite_code(error) not in _WHILE_WRITING:
            return True
        try:
            return self._log.holds_more()
        except OSError:
            return True

    def _mark_damaged(self, error: Exception) -> DoubtError:
        """Mark the file as damaged, so that the next start salvages it."""
        mark_damaged(self._path)
        msg = f"{self._path} is damaged ({error}); the next start copies what is sound"
        return DoubtError(msg)

    def _read_only(self, error: Exception) -> DoubtError:
        """Return the error that ends the daemon because the card is read-only."""
        msg = (
            f"{self._path.parent} is read-only now ({error}); the next start plays on"
            " in memory; replace the card"
        )
        doubt = DoubtError(msg)
        doubt.__cause__ = error
        return doubt

    def _give_up(self, doubt: DoubtError, jobs: list[Job]) -> None:
        """Stop writing, and fail all queued jobs with *doubt*."""
        first, self._doubt = self._doubt is None, doubt
        for job in jobs:
            job.future.set_exception(doubt)
        if first:
            self._in_doubt(doubt)

    def _roll_back(self, error: Exception) -> None:
        with contextlib.suppress(sqlite3.Error):  # SQLite may have done it by itself
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        if sqlite_code(error) == sqlite3.SQLITE_FULL:
            self._reserve.release()

    def _explain(self, error: Exception) -> Exception:
        if isinstance(error, sqlite3.IntegrityError):
            return RuleError(f"the journal was told something impossible: {error}")
        if isinstance(error, sqlite3.Error | OSError):
            return journal_error(self._path, error)
        return error


def _tell(job: Job) -> None:
    try:
        if job.then is not None:
            job.then()
    except Exception as error:  # noqa: BLE001 - the caller's; the writer must go on
        job.future.set_exception(error)
    else:
        job.future.set_result(None)
