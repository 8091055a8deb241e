"""The steps of a stored game are those of its transcript."""

from itertools import pairwise
from json import dumps

from firmware_host.app.archive.kept import StoredGame
from firmware_host.app.archive.replay import replay
from firmware_host.board.messages import Refused
from tests.app.written import GAME, HEADER, write

REFUSED_TAP = {"do": "tap", "zone": 6, "kind": "red"}


def test_each_step_begins_where_the_last_one_ended(journal):
    write(journal, *GAME)
    game = StoredGame(journal, 1)
    steps = list(game.steps(game.header(), game.rows()))
    assert [one.number for one in steps] == list(range(1, len(steps) + 1))
    assert all(one.after is two.before for one, two in pairwise(steps))
    for one in steps:
        assert game.engine.fold(one.before, one.facts) == one.after
    assert any(one.moments(game.engine) for one in steps)


def test_a_refused_step_brings_no_fact_and_changes_nothing():
    done = replay(map(dumps, [HEADER, *GAME[:3], REFUSED_TAP]), "here")
    last = done.played[-1]
    assert isinstance(last.outcome, Refused)
    assert last.facts == ()
    assert last.after is last.before
    assert last.number == 2 + len(GAME[:3])
