"""No call of a game from outside lasts, and a kill in the middle of one is known."""

import time
from concurrent.futures import ThreadPoolExecutor
from signal import ITIMER_REAL, SIGALRM, getitimer, getsignal

import pytest

from firmware_host.app.content import time_limit
from firmware_host.app.content.time_limit import (
    NAME,
    HangError,
    Limited,
    watch_games,
)


@pytest.fixture(autouse=True)
def _soon(monkeypatch):
    monkeypatch.setattr(time_limit, "GAME_CALL_S", 0.05)


def forever():
    while True:
        pass


def test_what_it_returns_and_raises_comes_through():
    """Results and exceptions are passed on; timer and signal handler are restored."""
    before, ask = getsignal(SIGALRM), Limited(None)
    assert ask("treasure", lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        ask("treasure", lambda: 1 // 0)
    assert getsignal(SIGALRM) == before
    assert getitimer(ITIMER_REAL) == (0, 0)


@pytest.mark.parametrize("call", [forever, lambda: time.sleep(60)])
def test_what_does_not_return_is_ended(call):
    """A call that loops or sleeps is ended with HangError."""
    began_s = time.monotonic()
    with pytest.raises(HangError):
        Limited(None)("treasure", call)
    assert time.monotonic() - began_s < 20
    assert getitimer(ITIMER_REAL) == (0, 0)


def test_a_question_inside_a_question_has_no_time_of_its_own():
    """A nested call does not extend the outer call's time limit."""
    ask = Limited(None)

    def all_day():
        for _ in range(99):
            ask("treasure", lambda: time.sleep(0.02))

    with pytest.raises(HangError):
        ask("treasure", all_day)


def test_other_threads_are_asked_without_a_limit():
    """Calls on other threads have no limit: Python sends signals to the main thread."""
    with ThreadPoolExecutor() as pool:
        late = pool.submit(Limited(None), "treasure", lambda: time.sleep(0.1))
        assert late.result() is None


def test_the_next_program_knows_what_was_asked_when_this_one_was_killed(tmp_path):
    """The next process knows the name of the call in which this one was killed."""
    ask, found = Limited(tmp_path), []
    assert ask.killed == ""
    ask("treasure", lambda: found.append(Limited(tmp_path).killed))
    assert found == ["treasure"]
    assert Limited(tmp_path).killed == ""


def test_a_file_that_cannot_be_read_costs_only_itself(tmp_path):
    """An unreadable limit file counts as empty, so that the board starts."""
    (tmp_path / NAME).write_bytes(b"\xff" * 200)
    assert "treasure" not in Limited(tmp_path).killed
    (tmp_path / "no").write_text("")
    assert Limited(tmp_path / "no").killed == ""


def test_a_system_without_such_limits_runs_the_command_itself(monkeypatch):
    """Without fork or prctl the command runs without a watcher process."""
    monkeypatch.setattr(time_limit.sys, "platform", "darwin")
    monkeypatch.delattr(time_limit.os, "fork")
    assert watch_games(always=True) is None
