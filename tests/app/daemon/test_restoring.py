"""A backup is tried before it is restored, and the board starts in any case."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from firmware_host.app.archive.backups import Backups
from firmware_host.app.daemon.restoring import Restoring
from firmware_host.board.entries import Entry, NewGame
from firmware_host.board.messages import Refused
from firmware_host.errors import JournalError
from firmware_host.journal.copying import Source
from firmware_host.journal.file import scripts, set_aside_files, upgrade
from firmware_host.journal.reader import Reader
from firmware_host.journal.store import Journal
from tests.app.archive.brought import bring
from tests.app.written import GAME, write

#: It costs much and finds little that cheaper tests do not find.
pytestmark = pytest.mark.costly


@pytest.fixture
def backups(path):
    return Backups(path)


@pytest.fixture
def restoring(path):
    return Restoring(path)


def games(path):
    with Journal(path, reserve_bytes=0) as journal:
        return [one.id for one in journal.games()]


def waiting(path):
    """Lay a backup with game 1 beside a journal with games 1 and 2."""
    with Journal(path, reserve_bytes=0) as journal:
        write(journal, *GAME)
        Backups(path).make()
        write(journal, *GAME, game=2)
    assert Restoring(path).restore(1) is None


def brought(path, spoil):
    """Bring a backup from another board, after its maker has done something to it."""
    there = path.parent / "there"
    there.mkdir()
    with Journal(there / path.name, reserve_bytes=0) as journal:
        write(journal, *GAME)
        spoil(journal)
    Backups(there / path.name).make()
    assert bring(Backups(path), there / "backups" / "letterzone-1.db") == 1


def test_it_comes_back_at_the_next_start_and_keeps_what_was_there(
    backups, restoring, path
):
    with Journal(path, reserve_bytes=0) as journal:
        write(journal, *GAME)
        backups.make()
        write(journal, *GAME, game=2)
        assert not restoring.waits()
        assert restoring.restore(1) is None
        assert restoring.waits()
        with pytest.raises(JournalError, match="in use"):
            restoring.take_back()
    restoring.take_back()
    assert not restoring.waits()
    assert games(path) == [1]
    restoring.settle()
    assert games(backups.path(2)) == [1, 2]
    restoring.take_back()  # once is enough
    restoring.settle()
    assert games(path) == [1]
    assert [one["number"] for one in backups.all()] == [2, 1]


def test_no_such_backup_is_said(restoring, path):
    path.with_name("backups").mkdir()
    assert restoring.restore(7) == Refused("backup-gone")


def test_a_journal_of_an_older_version_is_copied_before_it_is_altered(
    backups, restoring, path
):
    """A journal of an older version is backed up once before its migration."""
    old = sqlite3.connect(path, isolation_level=None)
    upgrade(old, {1: scripts()[1]})
    old.close()
    restoring.take_back()
    assert games(path) == []  # and opening it has altered it
    restoring.take_back()
    assert [one["number"] for one in backups.all()] == [1]
    with Reader(backups.path(1)) as copy:
        assert copy.outdated


# --- the replaced journal -----------------------------------------------------


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
def test_what_it_replaces_cannot_keep_it_from_coming_back(restoring, path, spoil):
    """A damaged or missing journal does not stop a restore, and is kept as a file."""
    waiting(path)
    spoil(path)
    before = path.read_bytes() if path.exists() else b""

    assert restoring.take_back() is None
    assert games(path) == [1]
    restoring.settle()
    aside = path.with_name("letterzone.db.corrupt.1")
    if before:
        assert aside.read_bytes() == before


def test_a_full_disk_cannot_keep_it_from_coming_back(restoring, path, monkeypatch):
    """A full disk does not stop a restore: the old journal is renamed, not copied."""
    waiting(path)

    def no_room(_journal, _target, **_leaves):
        msg = "the disk is full"
        raise JournalError(msg)

    monkeypatch.setattr(Source, "copy", no_room)
    assert restoring.take_back() is None
    assert games(path) == [1]
    restoring.settle()
    assert games(path.with_name("letterzone.db.corrupt.1")) == [1, 2]


def test_the_passphrase_stays_the_boards_own(restoring, path):
    """A restore keeps the current passphrase and room, and restores class settings."""
    with Journal(path, reserve_bytes=0) as journal:
        journal.put_setting("web:class", "then").result()
        Backups(path).make()
        for key in ("web:teacher", "web:room", "web:class"):
            journal.put_setting(key, "now").result()
    assert restoring.restore(1) is None
    restoring.take_back()
    with Journal(path, reserve_bytes=0) as journal:
        trial = {"start": "1"}  # the backup was tried before it was taken
        assert journal.settings() == {"web:class": "then"} | trial
        restoring.carry_over(journal)
        kept = {"web:teacher": "now", "web:room": "now", "web:class": "then"}
        assert journal.settings() == kept | trial


# --- tried before it is taken -----------------------------------------------


@pytest.mark.parametrize("page", range(8))
def test_a_damaged_one_is_named_and_never_taken(restoring, path, page, caplog):
    """A backup with any damaged page is not restored; the board keeps its journal."""
    waiting(path)
    restore = path.with_name("letterzone.db.restore")
    content = bytearray(restore.read_bytes())
    content[page * 4096 : (page + 1) * 4096] = b"\xa5" * 4096
    restore.write_bytes(content)

    aside = restoring.take_back()
    assert aside is not None
    assert not restoring.waits()
    assert aside.read_bytes() == content
    assert aside in set_aside_files(path)
    assert "is damaged, and lies in" in caplog.text
    assert games(path) == [1, 2]


def test_one_that_an_older_version_laid_ready_is_tried_at_the_start(restoring, path):
    """A prepared restore without a seal, from an older version, is restored too."""
    waiting(path)
    restore = path.with_name("letterzone.db.restore")
    Backups(path).write(restore, restore, sealed=False)
    assert restoring.take_back() is None
    assert games(path) == [1]


def test_another_boards_waits_for_somebody_to_answer_for_it(restoring, path):
    """Another board's backup is refused unless the request confirms it."""
    brought(path, lambda _journal: None)
    assert restoring.restore(1) == Refused("backup-foreign")
    assert not restoring.waits()
    assert restoring.restore(1, foreign=True) is None
    restoring.take_back()
    assert games(path) == [1]


def test_another_boards_key_opens_nothing_here(restoring, path):
    """A restored backup of another board never brings its passphrase along."""
    brought(path, lambda _journal: None)
    copy = path.with_name("backups") / "letterzone-1.db"
    with Journal(copy, reserve_bytes=0) as journal:
        journal.put_setting("web:teacher", "mine").result()
    assert restoring.restore(1, foreign=True) is None
    restoring.take_back()
    with Reader(path) as journal:
        assert "web:teacher" not in journal.settings()


@pytest.mark.parametrize(
    "sql",
    [
        "CREATE TABLE mine (a)",
        "CREATE VIEW mine AS SELECT 1",
        "CREATE TRIGGER mine AFTER INSERT ON rows BEGIN DELETE FROM rows; END",
        "CREATE INDEX mine ON games (seats)",
    ],
)
def test_strange_tables_triggers_and_views_are_refused(restoring, path, sql):
    """A file with unknown tables, triggers or views is refused, uploaded or not."""
    brought(path, lambda _journal: None)
    copy = path.with_name("backups") / "letterzone-1.db"
    with closing(sqlite3.connect(copy)) as strange:
        strange.execute(sql)
    assert bring(Backups(path), copy) == Refused("backup-file")
    assert restoring.restore(1, foreign=True) == Refused("backup-file")
    assert not restoring.waits()


@pytest.mark.parametrize("header", ["{}", "[]", "", '{"game": "decipher"}'])
@pytest.mark.parametrize("ended", [None, 2])
def test_a_header_that_says_nothing_is_refused(restoring, path, header, ended):
    """A backup with an invalid game header is refused, of a running game or not."""

    def spoil(journal):
        game = Entry(new_game=NewGame(2, header), ended=ended)
        journal.append(game).result()

    brought(path, spoil)
    assert restoring.restore(1, foreign=True) == Refused("backup-fails")
    assert not restoring.waits()
    assert list(path.parent.glob("*.tried*")) == []


def test_one_whose_game_cannot_go_on_is_refused_at_once(restoring, path):
    """A backup whose running game cannot be resumed is refused at the request."""
    with Journal(path, reserve_bytes=0) as journal:
        write(journal, *GAME[:3])
        Backups(path).path(1).parent.mkdir(exist_ok=True)
    with Source(path) as journal:
        journal.copy(Backups(path).path(1))
    with closing(sqlite3.connect(Backups(path).path(1))) as copy:
        copy.execute("UPDATE rows SET facts = '[1]' WHERE number = 3")
        copy.commit()

    assert restoring.restore(1, foreign=True) == Refused("backup-fails")
    assert not restoring.waits()


# --- the way back -----------------------------------------------------------


def test_one_that_does_not_start_twice_goes_again(restoring, path):
    """
    If two starts with a restored backup fail, the former journal comes back.

    The backup is renamed and kept.
    """
    waiting(path)
    before = path.read_bytes()
    assert restoring.take_back() is None  # the first start fails
    assert games(path) == [1]
    assert restoring.take_back() is None  # and the second
    assert games(path) == [1]
    aside = restoring.take_back()
    assert path.read_bytes() == before
    assert games(path) == [1, 2]
    assert aside in set_aside_files(path)
    assert games(aside) == [1]
    assert restoring.take_back() is None


def test_one_that_starts_at_the_second_time_stays(restoring, path):
    waiting(path)
    restoring.take_back()
    restoring.take_back()
    restoring.settle()
    restoring.take_back()
    restoring.take_back()
    assert games(path) == [1]
    assert games(Backups(path).path(2)) == [1, 2]


def plugged(monkeypatch, restoring, step):
    """Start, and pull the plug before a change of a name; return whether it was."""
    left = step

    def counted(real):
        def change(self, *values, **more):
            nonlocal left
            if not left:
                raise KeyboardInterrupt
            left -= 1
            return real(self, *values, **more)

        return change

    with monkeypatch.context() as plug:
        for name in ("rename", "replace", "unlink"):
            plug.setattr(Path, name, counted(getattr(Path, name)))
        try:
            restoring.take_back()
        except KeyboardInterrupt:
            return True
    return False


def killed(path):
    """Write game 3 in a child process that is killed, so that it is in the log only."""
    child = os.fork()
    if not child:
        journal = Journal(path, reserve_bytes=0)
        journal.__enter__()
        write(journal, *GAME, game=3)
        os._exit(0)
    os.waitpid(child, 0)
    assert path.with_name("letterzone.db-wal").stat().st_size


@pytest.mark.parametrize("log", [False, True], ids=["closed", "killed"])
@pytest.mark.parametrize("start", [0, 1, 2], ids=["taken", "again", "undone"])
def test_a_power_cut_at_any_step_loses_nothing(path, monkeypatch, start, log):
    """
    After a power cut at any step the next start has the backup or the old journal.

    Three more starts bring back the old journal.
    """
    waiting(path)
    if log:
        killed(path)
    before = [1, 2, 3] if log else [1, 2]
    for _ in range(start):
        Restoring(path).take_back()
    step, cut = 0, True
    while cut:
        folder = path.parent.with_name(f"{path.parent.name}-{step}")
        shutil.copytree(path.parent, folder)
        here = folder / path.name
        cut = plugged(monkeypatch, Restoring(here), step)
        Restoring(here).take_back()
        assert here.exists()
        for _ in range(3):
            Restoring(here).take_back()
        assert games(here) == before
        step += 1
    assert step > 1
