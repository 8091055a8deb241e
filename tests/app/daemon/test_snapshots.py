"""A game that is gone on with is read from its last round on, whatever its length."""

import asyncio
from dataclasses import replace

import pytest

from firmware_host.app.archive.kept import StoredGame
from firmware_host.app.daemon import snapshots as keeping
from firmware_host.app.daemon.resume import fold_stored, reopen, take_up
from firmware_host.app.daemon.snapshots import keep_snapshot, keep_snapshots
from firmware_host.board.pieces import Millis
from firmware_host.errors import RuleError
from firmware_host.games.catalogue import GAMES
from firmware_host.journal.store import Journal
from tests.app.written import GAME, write

#: Rows of the game that is written: two rounds and a bit.
ROWS = 10


@pytest.fixture
def journal(tmp_path):
    """Yield a journal with a running game."""
    with Journal(tmp_path / "letterzone.db", reserve_bytes=0) as opened:
        assert len(write(opened, *GAME[:ROWS])) == ROWS
        yield opened


def at(journal, row):
    """Return the game as it stood after a row."""
    return fold_stored(journal, StoredGame(journal, 1), until=row)[0]


def reopened(journal):
    """Return the game as a start has it."""
    return reopen(journal, 1, GAMES, now_ms=Millis(50_000))


def test_what_lies_before_a_snapshot_is_not_read(journal, monkeypatch):
    """With a snapshot only later rows are read, and the resumed game is the same."""
    before = reopened(journal)
    keep_snapshot(journal, at(journal, 7))
    assert journal.snapshot(1).number == 7
    read = []
    rows = journal.rows
    monkeypatch.setattr(
        journal,
        "rows",
        lambda game, *, after: read.append(after) or rows(game, after=after),
    )
    after = reopened(journal)
    assert read == [7]
    for name in ("game", "number", "players", "waits", "reveals", "began_ms"):
        assert getattr(after, name) == getattr(before, name), name
    assert after.stopped_ms == before.stopped_ms == 50_000
    assert after.resumed


def test_one_that_does_not_fit_is_ignored(journal):
    """A damaged snapshot or one of another version is ignored."""
    before = reopened(journal)
    keep_snapshot(journal, at(journal, 7))
    snapshot = replace(journal.snapshot(1), maker="an older one", state="{}")
    journal.append(keeping.Entry(snapshot=snapshot)).result()
    assert reopened(journal).game == before.game


def test_a_game_that_is_not_that_of_the_rows_gets_none(journal):
    """A game that differs from its rows gets no snapshot."""
    other = at(journal, 7)
    other = replace(other, game=replace(other.game, noes=99))
    with pytest.raises(RuleError, match="make another game"):
        keep_snapshot(journal, other)
    assert journal.snapshot(1) is None


def test_one_that_cannot_be_read_again_is_not_kept(journal, monkeypatch):
    monkeypatch.setattr(keeping.resuming, "from_snapshot", lambda *_: None)
    with pytest.raises(RuleError, match="cannot be read from its snapshot"):
        keep_snapshot(journal, at(journal, 7))
    assert journal.snapshot(1) is None


class Watched:
    """A table that is watched: it shows one session after the other."""

    def __init__(self, *sessions):
        self.session, self._later = sessions[0], sessions[1:]

    async def watch(self):
        """Yield now, and after each change."""
        yield
        for session in self._later:
            self.session = session
            yield


async def test_one_is_kept_at_each_rounds_end(journal, monkeypatch, caplog):
    """A snapshot is stored after each round; a failure is logged once."""
    session = take_up(journal, setup=None, now_ms=Millis(0))
    kept = []
    monkeypatch.setattr(
        keeping, "keep_snapshot", lambda _, now: kept.append(now.number)
    )
    shown = [replace(session, playing=at(journal, row)) for row in range(ROWS + 1)]
    await keep_snapshots(Watched(*shown), journal, first_s=0)
    assert kept == [7, 10]

    def fail(_journal, playing):
        raise RuleError(str(playing.number))

    monkeypatch.setattr(keeping, "keep_snapshot", fail)
    await keep_snapshots(Watched(shown[7], shown[7]), journal, first_s=0)
    assert caplog.text.count("no snapshot of game 1 is kept: RuleError") == 1


async def test_it_ends_when_the_board_does(journal):
    """The task can be cancelled while it waits for the next round."""
    session = take_up(journal, setup=None, now_ms=Millis(0))
    task = asyncio.create_task(keep_snapshots(Watched(session), journal))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
