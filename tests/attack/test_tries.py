"""Checks the runner of the attacks on a board."""

import subprocess

from tests.attack import tries


def test_each_test_that_is_named_is_there(monkeypatch):
    assert not list(tries.missing())
    monkeypatch.setitem(
        tries.TRIES, "nothing", ("tests/web/test_app.py::test_nothing",)
    )
    assert list(tries.missing()) == ["tests/web/test_app.py::test_nothing"]


def test_a_try_that_succeeds_is_told(monkeypatch, capsys):
    """A test that fails is printed with its attack as FAILS, others as "holds"."""
    outcomes = iter([(0, "3 passed in 1s"), (1, "FAILED a::b - it\n1 passed")])

    def run(words, **_):
        status, told = next(outcomes)
        return subprocess.CompletedProcess(words, status, told)

    monkeypatch.setattr(tries, "TRIES", {"one": ("a",), "two": ("b",)})
    monkeypatch.setattr(tries.subprocess, "run", run)
    assert not tries.tried()
    told = capsys.readouterr().out.splitlines()
    assert told[2].endswith("holds")
    assert told[3].endswith("FAILS")
    assert told[4] == "FAILED a::b - it"
