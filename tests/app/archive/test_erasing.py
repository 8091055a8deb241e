"""Names are erased in all files, even with open readers or after a power cut."""

import threading

import pytest

from firmware_host.app.archive import erasing
from firmware_host.app.archive.backups import Backups
from firmware_host.app.archive.erasing import erase_names, go_on
from firmware_host.app.daemon.restoring import Restoring
from firmware_host.board.entries import ERASING
from firmware_host.errors import JournalError
from firmware_host.journal.reader import Reader
from firmware_host.journal.store import Journal
from tests.app.written import GAME, write
from tests.journal.copier import copy

NAME = b"Theodora"


@pytest.fixture
def journal(path):
    """A journal with a name in every kind of file that may hold one."""
    with Journal(path, reserve_bytes=0) as opened:
        actions = [
            one | ({"by": "Theodora"} if one.get("by") == "Tina" else {})
            for one in GAME
        ]
        write(opened, *actions, players=["Theodora", "Lee"])
        opened.put_setting("correct:1", '{"name": "Theodora", "cells": []}').result()
        Backups(path).make()
        assert Restoring(path).restore(1) is None
        for end in ("back", "before", "before.again", "restore.tried", "old copy"):
            copy(path, path.with_name(f"letterzone.db.{end}"))
        copy(path, path.with_name("backups") / "letterzone-2.db.part")
        half = (
            path.with_name("backups").joinpath("letterzone-1.db").read_bytes()[:20000]
        )
        path.with_name("letterzone.db.arriving").write_bytes(half + NAME)
        path.with_name("letterzone.db.corrupt.1").write_bytes(half + NAME)
        path.with_name("backups").joinpath("letterzone-7.db").write_bytes(half + NAME)
        yield opened


def holders(path):
    """Return every file that has the name in it."""
    files = [one for one in path.parent.rglob("*") if one.is_file()]
    return sorted(one.name for one in files if NAME in one.read_bytes())


def test_no_file_that_may_hold_a_name_is_forgotten(journal, path):
    """Whole copies stay without it, sealed if they were; halves are deleted."""
    assert len(holders(path)) >= 12  # the scan can see
    erase_names(journal, Backups(path))
    assert holders(path) == []
    assert [one["own"] for one in Backups(path).all()] == [1]
    assert Restoring(path).waits()
    assert not path.with_name("letterzone.db.arriving").exists()
    with Reader(path.with_name("letterzone.db.back")) as kept:
        assert kept.names(1) == ("Player 1", "Player 2")
    assert ERASING not in journal.settings()
    others = {"letterzone.db.key", "letterzone.db.lock"}
    assert others <= {one.name for one in path.parent.iterdir()}


def test_a_restore_that_waits_is_taken_after_names_are_gone(journal, path):
    """Names are erased in a waiting restore too, which gets a new seal."""
    erase_names(journal, Backups(path))
    journal.close()
    assert Restoring(path).take_back() is None
    with Reader(path) as back:
        assert back.names(1) == ("Player 1", "Player 2")


def test_it_is_tried_again_while_somebody_reads(journal, path):
    """Erasing waits for an open reader, while the journal takes further writes."""
    with Reader(path) as reading:
        reading._connection.execute("BEGIN")
        reading.games()
        erased = threading.Thread(target=erase_names, args=(journal, Backups(path)))
        erased.start()
        erased.join(0.5)
        assert erased.is_alive()
        journal.put_setting("a", "tap").result(timeout=2)
    erased.join(30)
    assert not erased.is_alive()
    assert holders(path) == []


def test_a_board_that_goes_off_meanwhile_waits_for_nobody(journal, path):
    """Closing the journal ends a waiting erasure, which the next start finishes."""
    ended = []

    def erase():
        with pytest.raises(JournalError):
            erase_names(journal, Backups(path))
        ended.append(True)

    with Reader(path) as reading:
        reading._connection.execute("BEGIN")
        reading.games()
        erased = threading.Thread(target=erase)
        erased.start()
        erased.join(0.5)
        assert not ended
        journal.close()
        erased.join(5)
        assert ended
    with Journal(path) as again:
        go_on(again, Backups(path))
    assert holders(path) == []


def test_it_reads_on_a_connection_of_its_own(journal, path, monkeypatch):
    """The table's may be closed while another thread reads by it."""

    def settings(_):
        raise AssertionError

    monkeypatch.setattr(Journal, "settings", settings)
    erase_names(journal, Backups(path))
    assert holders(path) == []


def test_whoever_reads_for_ever_is_named(journal, path, monkeypatch):
    """The games are without names; the next start does the rest."""
    monkeypatch.setattr(erasing, "PATIENCE_S", 0.2)
    with Reader(path) as reading:
        reading._connection.execute("BEGIN")
        reading.games()
        with pytest.raises(JournalError, match="is being read"):
            erase_names(journal, Backups(path))
    assert journal.names(1) == ("Player 1", "Player 2")
    assert ERASING in journal.settings()
    go_on(journal, Backups(path))
    assert holders(path) == []


#: The steps after which the power fails; most of them run by ``./run test --ci`` only.
STEPS = [
    pytest.param(step, marks=[pytest.mark.ci] * (step % 9 > 0))
    for step in range(0, 30, 3)
]


@pytest.mark.parametrize("step", STEPS)
def test_the_next_start_goes_on_after_a_power_cut(journal, path, monkeypatch, step):
    """Wherever it came: in the journal, or between two copies."""
    left = step

    def counted(self, *values, **more):
        nonlocal left
        if not left:
            raise KeyboardInterrupt
        left -= 1
        return real(self, *values, **more)

    real = type(path).unlink
    with monkeypatch.context() as plug:
        plug.setattr(type(path), "unlink", counted)
        try:
            erase_names(journal, Backups(path))
        except KeyboardInterrupt:
            assert ERASING in journal.settings()
    go_on(journal, Backups(path))
    assert holders(path) == []
    assert ERASING not in journal.settings()
