"""After a COMMIT with an unknown result the board ends, and the next start decides."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from contextlib import contextmanager

import pytest

from firmware_host.board.entries import JOURNAL, Tag
from firmware_host.board.pieces import Zone
from firmware_host.cli.main import WRONG
from firmware_host.cli.run import OFF
from firmware_host.errors import DoubtError
from firmware_host.journal.reader import Reader
from firmware_host.journal.store import Journal
from firmware_host.journal.tags import Tags
from firmware_host.simulate.controller import SimulatedController
from firmware_host.simulate.pieces import tags, uid_of
from tests.app.written import GAME, write
from tests.cli.command import BOARDS, ROOT
from tests.controller.bench import until
from tests.journal.powercut.shims import compiled
from tests.table.evening import NO, YES, evening, settle
from tests.web.school import school


class Doubtful:
    """A connection whose next COMMIT fails, though the card has kept it, or has not."""

    def __init__(self, connection, *, keeps):
        self._connection = connection
        self._keeps = keeps

    def __getattr__(self, name):
        return getattr(self._connection, name)

    def execute(self, sql, *values):
        """Execute *sql*; a COMMIT is kept or rolled back, and then fails."""
        if sql != "COMMIT":
            return self._connection.execute(sql, *values)
        self._connection.execute("COMMIT" if self._keeps else "ROLLBACK")
        fault = sqlite3.OperationalError("disk I/O error")
        fault.sqlite_errorcode = sqlite3.SQLITE_IOERR_FSYNC
        raise fault


@contextmanager
def ends_in_doubt():
    """Expect that the board ends so."""
    with pytest.raises(DoubtError, match="nobody can say"):
        yield


def spoil(journal, *, keeps):
    """Let the next COMMIT fail."""
    writer = journal._open_writer
    writer._connection = Doubtful(writer._connection, keeps=keeps)


@pytest.mark.parametrize("keeps", [True, False])
async def test_a_tap_in_doubt_is_answered_by_nothing_but_the_next_start(
    tmp_path, keeps
):
    """
    A tap in doubt gets no lamp, acknowledgement or answer.

    The next start goes by the stored rows.
    """
    with ends_in_doubt():
        async with evening(tmp_path) as now:
            await now.tap(*YES)
            await until(lambda: not now.board._core._queue)
            spoil(now.table._parts.journal, keeps=keeps)
            now.put(*NO)
            async with asyncio.timeout(5):
                await now.table.off.wait()
            await settle()
            assert len(now.taps()) == 1
            assert now.board._core._queue
            assert [now.pins.pair(Zone(n)) for n in range(1, 7)] == [(False, False)] * 6
            assert now.fault() == ("fault-journal", None)
            assert now.table.face.table.line.code == "starting-again"
    with Reader(tmp_path / JOURNAL) as reader:
        assert len(list(reader.rows(1))) == (3 if keeps else 2)
    async with evening(tmp_path) as now:
        assert len(now.rows()) == (3 if keeps else 2)


async def test_what_waits_behind_a_doubt_is_not_written(tmp_path):
    """After a write in doubt the waiting writes fail too and are not stored."""
    with ends_in_doubt():
        async with evening(tmp_path) as now:
            journal = now.table._parts.journal
            spoil(journal, keeps=True)
            for key in ("a", "b"):
                written = journal.put_setting(key, "1")
                fault = await asyncio.to_thread(written.exception, 5)
                assert isinstance(fault, DoubtError)
            async with asyncio.timeout(5):
                await now.table.off.wait()
    with Reader(tmp_path / JOURNAL) as reader:
        assert "b" not in reader.settings()


async def test_a_page_is_not_told_no_either(tmp_path):
    """A request in doubt gets no answer, as when the board is switched off."""
    with ends_in_doubt():
        async with school(tmp_path) as now:
            teacher = await now.teacher()
            await now.begin(teacher, "Ann", "Ben", board_makes=False)
            spoil(now.journal, keeps=True)
            asked = asyncio.create_task(teacher.post("/api/teacher/end"))
            async with asyncio.timeout(5):
                await now.table.off.wait()
            await settle()
            assert not asked.done()
            asked.cancel()


# --- the whole daemon ----------------------------------------------------------


@contextmanager
def daemon(folder, port, *, library=None, **more):
    """Run the board in a process of its own, on a card that may fail."""
    environment = os.environ | more
    if library is not None:
        environment["LD_PRELOAD"] = str(library)
        environment["FAULTY_DIR"] = str(folder)
        environment["FAULTY_PLAN"] = str(folder / "plan")
    board = BOARDS / "simulated" / "board.toml"
    words = ("run", board, "--folder", folder, "--port", port)
    with subprocess.Popen(
        [sys.executable, "-m", "firmware_host", *map(str, words)],
        cwd=ROOT,
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        try:
            yield running
        finally:
            running.kill()


def test_a_start_on_a_full_disk_ends_in_one_sentence(tmp_path):
    """A start on a full disk ends with one sentence, without a traceback or report."""
    with Journal(tmp_path / JOURNAL, reserve_bytes=0) as journal:
        write(journal, GAME[0])
    (tmp_path / "letterzone.db.lock").unlink()
    library = compiled("faulty", tmp_path)
    environment = {"FAULTY_FULL": "1", "RUNTIME_DIRECTORY": ""}
    with daemon(tmp_path, "", library=library, **environment) as running:
        assert running.wait(30) == WRONG
        said = running.stderr.read().splitlines()
    assert [line for line in said if not line.startswith("screen-")] == said[-1:]
    assert said[-1].endswith("the disk is full; delete something there and try again")
    assert not [one for one in tmp_path.glob("crash-*") if not one.stat().st_size]


def rows(folder):
    """Return how many rows of the game are on the card."""
    with Reader(folder / JOURNAL) as reader:
        return len(list(reader.rows(1)))


async def test_the_daemon_ends_so_that_systemd_starts_it_again(tmp_path):
    """After a failed COMMIT the daemon ends, and the next one counts the tap once."""
    with Journal(tmp_path / JOURNAL) as journal:
        Tags(journal).enrol(*(Tag(uid, item) for uid, item in tags().items()))
        write(journal, GAME[0])
    library = compiled("faulty", tmp_path)
    (tmp_path / "port").mkdir()
    with SimulatedController(tmp_path / "port", dwell_ms=0, gone_ms=0) as board:
        core = board._core
        with daemon(tmp_path, board.path, library=library) as first:
            await until(lambda: core.welcomed, seconds=20)
            (tmp_path / "plan").write_text("S 1 5 0 0", encoding="ascii")
            board.put(YES[0], uid_of(YES[1]))
            code = await asyncio.to_thread(first.wait, 20)
            last = first.stderr.read().splitlines()[-1]
        assert core._queue, "the tap was acknowledged"
        assert "whether the last entry was kept nobody can say" in last
        assert code not in (0, OFF)
        kept = rows(tmp_path)
        with daemon(tmp_path, board.path) as second:
            await until(lambda: not core._queue, seconds=20)
            assert second.poll() is None
        assert kept <= rows(tmp_path) <= 2
