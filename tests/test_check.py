"""Which tests `./run test` and `.ci/run` start, by tools/check.py."""

import os
import re
import sys
import tomllib
from pathlib import Path

import pytest

from tools import check

ROOT = Path(__file__).parents[1]

#: Ends a test that hangs.
HUNG = check.UNTIL_HUNG


class ReplacedError(Exception):
    """Raised in place of a call that would replace the process by another program."""


@pytest.fixture
def started_commands(monkeypatch):
    """Record the commands that `check.main` would start, and run none of them."""
    found = []

    def run_all(marked):
        found.append(["all", *marked])
        return 0

    def become(_, words):
        found.append(words[1:])
        raise ReplacedError

    def call(words):
        found.append(words[1:])
        return 0

    def beside(aside, most):
        found.extend((aside[1:], most[1:]))
        return 0

    monkeypatch.setattr(check.subprocess, "call", call)
    monkeypatch.setattr(check, "run_beside", beside)
    monkeypatch.setattr(check, "pass_or_exit", lambda _: found.append(["checks"]))
    monkeypatch.setattr(check, "run_all", run_all)
    monkeypatch.setattr(check, "tests_of_changes", lambda: ["tests/a.py"])
    monkeypatch.setattr(check.signal, "signal", lambda *_: None)
    monkeypatch.setattr(os, "execv", become)
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    return found


def start(*words: str) -> None:
    """Run `check.main` until it exits or replaces its process."""
    with pytest.raises((SystemExit, ReplacedError)):
        check.main(list(words))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            [],
            [["checks"], ["all", "-m", "not long and not costly and not ci", HUNG]],
        ),
        (["--ci"], [["all", "-m", "ci and not long and not costly", HUNG]]),
        (["--all"], [["checks"], ["all", "-m", ""]]),
        (["--all", "tests/x.py"], [["-m", "pytest", "-m", "", "tests/x.py"]]),
        (["tests/x.py"], [["-m", "pytest", "-m", "not long", "tests/x.py"]]),
        (["--attack", "--few"], [["-m", "tests.attack.attack", "--few"]]),
        (["--regenerate"], [["tools/regenerate.py"]]),
    ],
)
def test_each_command_starts_the_tests_of_its_marks(started_commands, words, expected):
    """Each option starts the tests of its marks, after the checks except with --ci."""
    start(*words)
    assert started_commands == expected


@pytest.mark.parametrize(
    ("word", "chosen"), [("--quick", check.QUICK), ("--changed", ["tests/a.py"])]
)
def test_some_tests_run_behind_the_checks(started_commands, word, chosen):
    """Tests marked `ci`, `costly` or `long` are left out."""
    start(word)
    assert started_commands[0] == ["checks"]
    assert started_commands[1][:4] == [
        "-m",
        "pytest",
        "-m",
        "not long and not costly and not ci",
    ]
    assert started_commands[1][-len(chosen) :] == list(chosen)


def test_what_runs_apart_runs_apart_for_changes_too(started_commands, monkeypatch):
    """Tests that must run apart are run apart from the workers for changes too."""
    paths = ["tests/web", "tests/table/test_kill.py", "tests/packaging/test_deb.py"]
    monkeypatch.setattr(check, "tests_of_changes", lambda: paths)
    start("--changed")
    _, aside, most = started_commands
    assert aside[-3:] == [*paths[1:], "tests/web/test_described.py"]
    assert "-n" not in aside
    assert most[-1:] == paths[:1]
    assert {f"--ignore={one}" for one in check.APART} <= {*most}


def test_the_order_of_the_source_is_a_check():
    """The order of the source is a check of its own, before any test."""
    assert check.checks()["order"][-1] == check.ORDER
    path, name = check.ORDER.split("::")
    assert f"def {name}(" in (ROOT / path).read_text(encoding="utf-8")


def test_no_change_is_one_line(started_commands, monkeypatch, capsys):
    """Without a change nothing is started after the checks."""
    monkeypatch.setattr(check, "tests_of_changes", list)
    check.main(["--changed"])
    assert capsys.readouterr().out.startswith("Nothing has changed")
    assert started_commands == [["checks"]]


@pytest.mark.parametrize(
    ("first", "second", "whole"),
    [(0, 0, 0), (5, 0, 0), (0, 5, 0), (1, 0, 1), (5, 2, 2), (2, 1, 2)],
)
def test_a_session_without_a_test_of_the_mark_is_no_fault(first, second, whole):
    """A session without tests is no failure; of two sessions one that fails counts."""

    def ending(status):
        return [sys.executable, "-c", f"raise SystemExit({status})"]

    assert check.run_beside(ending(first), ending(second)) == whole


def test_what_runs_apart_is_there():
    """Each path of the tests that run apart exists."""
    assert [one for one in check.APART if not (ROOT / one).exists()] == []


def test_every_mark_says_where_it_runs():
    """The marks of pyproject.toml are those that the commands name."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    lines = tomllib.loads(text)["tool"]["pytest"]["ini_options"]["markers"]
    where = dict(line.split(": ", 1) for line in lines)
    assert "./run test --ci" in where["ci"]
    assert "./run test --all" in where["costly"]
    assert "./run test --all" in where["long"]


def test_ci_runs_the_readmes_command_and_what_it_leaves_out():
    """CI runs the README's command and then `--ci`, and prints its log last."""
    script = (ROOT / ".ci/run").read_text(encoding="utf-8")
    limited = '"${limit[@]}" ./run test'
    assert f"\n{limited} </dev/null" in script
    assert f"\nnice -n 5 {limited} --ci </dev/null" in script
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert re.search(r"^(\$ )?\./run test$", readme, re.MULTILINE)
    assert script.rstrip().splitlines()[-2:] == [
        'tail --pid=$here -n +1 -f "$log"',
        "wait $here",
    ]
