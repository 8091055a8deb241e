"""A game resumed from a snapshot equals the one resumed from its first row."""

from dataclasses import replace
from json import dumps
from pathlib import Path

import pytest

from firmware_host.app.archive.kept import StoredGame
from firmware_host.app.archive.replay import replay
from firmware_host.app.daemon.resume import fold_stored
from firmware_host.board.entries import RowEntry
from firmware_host.board.json import read_object
from firmware_host.board.messages import Refused
from firmware_host.errors import RuleError
from firmware_host.games.catalogue import GAMES
from firmware_host.games.codec import shape, write_state
from firmware_host.journal.store import Journal
from firmware_host.session.play import Playing
from firmware_host.session.setups import Player
from firmware_host.session.stored import resuming
from tests.app.written import GAME, write

TRANSCRIPTS = sorted((Path(__file__).parents[2] / "golden/replay").glob("*.jsonl"))


def played(path):
    """Return a game of a transcript before its first row, and its rows."""
    told = replay(path.read_text("utf-8").splitlines(), path.name)
    players = tuple(Player() for _ in range(told.header.seats))
    game, engine = told.engine.start(told.header), told.engine
    done = [one for one in told.played if not isinstance(one.outcome, Refused)]
    rows = tuple(
        RowEntry(
            1, n, n * 1000, 0, "{}", dumps([engine.fact_json(f) for f in one.outcome])
        )
        for n, one in enumerate(done, 1)
    )
    return Playing(1, engine, game, players, told.header), rows


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_every_game_goes_on_from_each_of_its_rounds(path):
    """From the snapshot of each round every game ends the same, with the same clock."""
    start, rows = played(path)
    end = resuming.fold_rows(start, rows)
    for at in range(len(rows) + 1):
        now, ms = resuming.fold_rows(start, rows[:at])
        if resuming.can_take_snapshot(now):
            snapshot = resuming.take_snapshot(now, ms=ms)
            assert resuming.from_snapshot(start, snapshot) == (now, ms)
            assert resuming.fold_rows(now, rows[at:], ms=ms) == end


def test_every_game_of_the_house_is_tried_at_more_than_its_beginning():
    tried = set()
    for start, rows in map(played, TRANSCRIPTS):
        later = (
            resuming.fold_rows(start, rows[: at + 1])[0] for at in range(len(rows))
        )
        if sum(map(resuming.can_take_snapshot, later)) > 1:
            tried.add(start.engine.NAME)
    assert tried == set(GAMES)


@pytest.fixture
def known(tmp_path):
    """Return a game before its first row, after its first round, and a snapshot."""
    with Journal(tmp_path / "j.db", reserve_bytes=0) as journal:
        write(journal, *GAME)
        kept = StoredGame(journal, 1)
        start, _ = fold_stored(journal, kept, until=0)
        now, ms = fold_stored(journal, kept, until=7)
    return start, now, resuming.take_snapshot(now, ms=ms)


def test_a_snapshot_of_another_program_is_ignored(known):
    """A snapshot of another version or with a damaged state is ignored."""
    start, now, snapshot = known
    assert resuming.from_snapshot(start, snapshot) == (now, 7000)
    others = [replace(snapshot, maker=f"{snapshot.maker}x")]
    states = ("", "[]", "{}", snapshot.state.replace("players", "player"))
    others += [replace(snapshot, state=state) for state in states]
    for other in others:
        assert resuming.from_snapshot(start, other) is None


def test_where_something_can_be_taken_back_there_is_none(known):
    """No snapshot can be taken while an undo is possible."""
    _, now, _ = known
    assert resuming.can_take_snapshot(now)
    later = replace(now, game=replace(now.game, before=now.game))
    assert not resuming.can_take_snapshot(later)
    assert not resuming.can_take_snapshot(replace(now, game=object()))


def test_what_no_json_can_hold_is_no_snapshot(known):
    _, now, _ = known
    strange = replace(now, game=replace(now.game, voided={1}))
    with pytest.raises(RuleError, match="a set in it"):
        resuming.take_snapshot(strange, ms=0)


def test_its_maker_changes_with_what_a_state_is_of(known, monkeypatch):
    """The maker of a snapshot depends on the state's type and on the version."""
    start, now, snapshot = known
    assert shape(type(now.game)) != shape(type(now.game.results[0]))
    monkeypatch.setattr(resuming, "__version__", "0.0.0")
    assert resuming.from_snapshot(start, snapshot) is None


def test_nothing_that_was_settled_before_is_in_it(known):
    """A snapshot has neither the header nor names."""
    _, now, snapshot = known
    state = read_object(snapshot.state)
    assert "header" not in state["game"]
    assert state["game"] == write_state(now.game)
    assert "Tina" not in snapshot.state
