"""
Every promise holds in every board: one seed decides all that happens in it.

A few boards are played in each run. To play as many others as an hour takes, or so many
minutes as somebody wants, and have what is found made small::

    ./run test --all tests/world
    LETTERZONE_WORLD_MINUTES=5 ./run test --all tests/world

A failure is one number; it is played again by::

    python -c "from tests.world.play import play; print(play(NUMBER))"
"""

import os
import subprocess
import sys
import time
from pathlib import Path
from random import SystemRandom

import pytest

from firmware_host.app.pages import serving
from firmware_host.games.game import State
from firmware_host.table.committer import Committer
from tests.app.pages.memory import HARMS, Line
from tests.world import promises
from tests.world.play import play, shrunk
from tests.world.scores import REFEREES

ROOT = Path(__file__).resolve().parents[2]

FEW = range(1, 7)


def failures(seeds, until=float("inf")):
    """Yield shrunk failures of seeds until a time."""
    for seed in seeds:
        try:
            history = play(seed)
        except Exception as fault:
            fault.add_note(f"in the board {seed}")
            raise
        if history.wrong:
            yield str(shrunk(history))
        if time.monotonic() > until:
            return


def test_every_promise_holds_in_a_few_houses():
    assert list(failures(FEW)) == []


@pytest.mark.long
def test_every_promise_holds_for_an_hour():
    """All checks hold in other boards each time; the first bad seed is printed."""
    minutes = float(os.environ.get("LETTERZONE_WORLD_MINUTES", "60"))
    until, chance = time.monotonic() + 60 * minutes, SystemRandom()
    seeds = iter(lambda: chance.randrange(1 << 32), None)
    assert next(failures(seeds, until), "") == ""


def test_a_seed_is_the_same_house_each_time():
    """The same seed gives the same events and times, another one does not."""
    one, other = play(5, steps=60), play(5, steps=60)
    assert one.script == other.script
    assert (one.virtual_ms, one.touches) == (other.virtual_ms, other.touches)
    assert play(6, steps=5).script != one.script[:5]


@pytest.mark.ci
def test_a_fault_that_is_put_back_is_found(tmp_path):
    """A revert that disables the wait for the card is found."""
    seen = subprocess.run(
        [sys.executable, ROOT / "tools" / "reverts.py", "synchronous-normal"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert seen.stdout.endswith("1 of 1 found\n"), seen.stdout + seen.stderr


@pytest.mark.long
def test_most_faults_that_are_put_back_are_found():
    """Each is looked for during a minute."""
    tool = [sys.executable, ROOT / "tools" / "reverts.py"]
    seen = subprocess.run(tool, capture_output=True, text=True, check=False)
    assert seen.returncode == 0, seen.stdout + seen.stderr


def without_pages(harm):
    """Return an evening in which the pages have a fault for a while."""
    tap = {"tap": 3, "item": "red-1"}
    begin = {"begin": {"game": "decipher", "board_makes": True, "players": ["Ann"]}}
    gone = [{"accident": {"pages": harm}}, {"wait": 1500}, tap, {"wait": 1500}, tap]
    look = [{"wait": 95_000}, {"accident": {"look": True}}]
    return [begin, {"wait": 1500}, *gone, *look, {"well": True}, tap]


@pytest.mark.parametrize("harm", HARMS)
def test_a_table_plays_on_whatever_becomes_of_its_pages(harm):
    """Each touch is answered at once; pages that are away are named until they come."""
    assert play(1, script=without_pages(harm)).wrong == []


def test_a_table_that_waits_for_its_pages_is_found(monkeypatch):
    """A table that waits until its pages have read the news is found."""
    stuck, drain, go_on = [], Line.drain, Committer._next

    async def drained(line):
        stuck.append(line)
        await drain(line)
        stuck.remove(line)

    monkeypatch.setattr(Line, "drain", drained)
    monkeypatch.setattr(Committer, "_next", lambda now: stuck or go_on(now))
    assert "never answered" in play(1, script=without_pages("hangs")).wrong[0]


@pytest.mark.parametrize("harm", ["dies", "hangs"])
def test_pages_that_are_away_unnamed_are_found(monkeypatch, harm):
    async def miss(*_):
        """Do nothing."""

    monkeypatch.setattr(serving, "_miss", miss)
    wrong = play(1, script=without_pages(harm)).wrong
    assert wrong == ["nobody is told that the pages are dead"]


@pytest.mark.parametrize("game", REFEREES)
def test_a_point_too_many_is_found(monkeypatch, game):
    """A wrong total is found when the board is next without faults."""
    script = [{"begin": {"game": game, "players": ["Ann", "Ben"]}}, {"well": True}]
    assert play(1, script=script).wrong == []
    monkeypatch.setattr(State, "totals", property(lambda game: (1, *[0] * game.seats)))
    wrong = play(1, script=script).wrong
    assert "seat 0 has 1 points, by the referee 0" in wrong


def test_what_fails_is_made_small(monkeypatch):
    """A failing script is cut to the one event that is needed."""
    monkeypatch.setattr(promises, "plays_on", lambda _house: ())
    monkeypatch.setattr(promises, "secret", _nobody_presses_tick)
    history = next(one for one in map(play, range(1, 9)) if one.wrong)
    assert len(shrunk(history).script) == 1


def _nobody_presses_tick(_house, event, *_):
    return ["tick"] if event.get("press") == "tick" else []
