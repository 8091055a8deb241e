"""A copy of the journal is tried like a start and a history; the original is safe."""

import json
import sqlite3
import subprocess
from contextlib import closing

import pytest

from firmware_host.app.archive import trial
from firmware_host.board.entries import Entry, NewGame, RowEntry
from firmware_host.journal.reader import Reader
from firmware_host.journal.store import Journal
from tests.app.written import GAME, HUNT, HUNT_HEAD, make_hang, write
from tests.contracts.test_outside import install, loaded
from tests.journal.older import old_journal


@pytest.fixture
def path(tmp_path):
    """Return a journal with a finished and a running game."""
    file = tmp_path / "copy.db"
    with Journal(file, reserve_bytes=0) as journal:
        write(journal, *GAME)
        write(journal, *GAME[:3], game=2)
    return file


def add(path, header, *rows):
    """Write a game that is over, with checksums that are right."""
    with Journal(path, reserve_bytes=0) as journal:
        written = tuple(
            RowEntry(9, n, n, 0, json.dumps(action), json.dumps(facts))
            for n, (action, facts) in enumerate(rows, 1)
        )
        game = NewGame(9, json.dumps(header))
        journal.append(Entry(new_game=game, rows=written, ended=9)).result()


def test_what_plays_passes_and_nothing_is_left_beside_it(path):
    assert trial.passes(path, whole=True)
    assert [one.name for one in path.parent.iterdir()] == ["copy.db"]


def test_an_older_one_is_up_to_date_then(tmp_path):
    """The next start has nothing to alter in it."""
    file = old_journal(tmp_path)
    assert trial.passes(file, whole=False)
    with Reader(file) as journal:
        assert not journal.outdated


def test_a_game_that_a_bit_has_changed_in_is_no_reason(path):
    """A changed bit in a game does not fail the trial: a start skips that game."""
    with closing(sqlite3.connect(path)) as other:
        other.execute("UPDATE rows SET facts = '[1]' WHERE game = 1 AND number = 2")
        other.commit()
    assert trial.passes(path, whole=True)


def test_a_game_that_is_not_known_here_is_no_reason(path):
    """A game of an unknown package does not fail the trial."""
    add(path, {"game": "halma"})
    assert trial.passes(path, whole=True)


def test_a_game_from_outside_that_hangs_is_no_reason(path, tmp_path):
    """The history leaves it aside, too. The table does not think that it asks it."""
    folder = install(tmp_path / "outside")
    with loaded(folder):
        with Journal(path, reserve_bytes=0) as journal:
            write(journal, *HUNT, head=HUNT_HEAD, game=9)
        make_hang(folder)
        assert trial.passes(path, whole=True)


def test_what_the_history_could_not_tell_is_refused(path):
    """Facts that the history cannot read fail the whole trial, checksums or not."""
    with Reader(path) as journal:
        header = json.loads(journal.games()[0].header)
    add(path, header, ({"do": "tap"}, [{"is": "nonsense"}]))
    assert trial.passes(path, whole=False)
    assert not trial.passes(path, whole=True)


@pytest.mark.parametrize(
    "program",
    ["while True: pass", "import time; time.sleep(60)", "import os; os.abort()"],
)
def test_what_hangs_or_dies_is_refused(path, monkeypatch, program):
    """A trial whose process hangs or dies fails."""
    real = subprocess.run
    monkeypatch.setattr(
        trial.subprocess,
        "run",
        lambda words, **how: real([words[0], "-c", program], **how),
    )
    monkeypatch.setattr(trial, "_LEAST_S", 1)
    assert not trial.passes(path, whole=False)


def test_what_needs_too_much_memory_is_refused(path, monkeypatch):
    monkeypatch.setattr(trial, "_LEAST_BYTES", 32 << 20)
    assert not trial.passes(path, whole=False)


def test_what_is_no_journal_is_refused(tmp_path):
    (tmp_path / "copy.db").write_bytes(b"This is a diary.\n" * 1000)
    assert not trial.passes(tmp_path / "copy.db", whole=False)
