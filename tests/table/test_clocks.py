"""The clock file: a small write each second, a slow one each five seconds."""

import os
from dataclasses import replace

import pytest

from firmware_host.board.pieces import Millis
from firmware_host.session import play
from firmware_host.table.clocks import keep_clock
from tests.session.modes.test_choosing import begun


class Watched:
    """A fake table that yields the given sessions one second apart."""

    def __init__(self, *sessions):
        self._sessions, self.now_ms = sessions, Millis(0)

    async def watch(self):
        """Yield once for each session, one second apart on the table's clock."""
        for session in self._sessions:
            self.session = session
            yield
            self.now_ms += 1000


@pytest.fixture
def synced(monkeypatch):
    """Return a list that gets an entry for each `fdatasync` call."""
    done = []
    monkeypatch.setattr(os, "fdatasync", done.append)
    return done


async def test_it_is_written_in_place_and_seldom_synced(tmp_path, synced):
    path = tmp_path / "clock"
    await keep_clock(Watched(begun()), path)
    node, first = path.stat().st_ino, path.read_bytes()
    await keep_clock(Watched(*[begun()] * 11), path)
    assert path.stat().st_ino == node
    assert path.read_bytes() != first
    assert len(path.read_bytes()) == len(first)
    assert len(synced) == 1 + 3


async def test_nothing_is_written_while_the_clock_stands(tmp_path, synced):
    session = begun()
    stopped = replace(session, playing=play.stop_clock(session.playing, Millis(0)))
    path = tmp_path / "clock"
    await keep_clock(Watched(stopped, replace(session, playing=None)), path)
    assert not path.exists()
    assert synced == []


async def test_a_card_that_takes_nothing_costs_the_clock_alone(tmp_path):
    path = tmp_path / "gone" / "clock"
    await keep_clock(Watched(begun(), begun()), path)
    assert not path.exists()
