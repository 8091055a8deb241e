"""The tool that changes one place of the source finds weak tests."""

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tools import mutants as tool
from tools.mutating import mutants

SOURCE = b'''"""Not 1 of these < is a change, nor are two of them."""
from typing import Literal
Side = Literal[1, 2]
LIMIT = 6
def may(age: int = 5, *, parent: bool | None = False) -> bool:
    "Whether 1 < 2."
    return age >= LIMIT or not (parent is None and age - 1 in (0.5,))
def name(age):
    return f"{age}" if age == 7 else -age % 0x10
'''

CHANGES = [
    *("6 -> 7", "5 -> 6", "False -> True", ">= -> >", "or -> and", "not -> nothing"),
    *("is -> is not", "and -> or", "- -> +", "1 -> 2", "in -> not in", "0.5 -> 1.5"),
    *("== -> !=", "7 -> 8", "- -> +", "% -> //", "0x10 -> 17"),
]


def test_a_mutant_differs_from_its_source_in_one_place() -> None:
    """A mutant differs in one place, and never in docstrings or types."""
    found = mutants("age.py", SOURCE)

    assert [one.change for one in found] == CHANGES
    for one in found:
        before, _, after = one.change.partition(" -> ")
        kept = SOURCE[: one.start], SOURCE[one.end :]
        new = "" if after == "nothing" else after
        assert before.encode().join(kept) == SOURCE
        assert one.of(SOURCE) == new.encode().join(kept)
        compile(one.of(SOURCE), "age.py", "exec")


def test_a_mutant_keeps_its_name_when_its_line_moves() -> None:
    """A reason that was written down stays with the change that it is for."""
    moved = mutants("age.py", b"import sys\n\n" + SOURCE)

    assert [one.name for one in moved] == [
        one.name for one in mutants("age.py", SOURCE)
    ]
    assert len({one.name for one in moved}) == len(moved)


AGE = '''"""Who may play."""

LIMIT = 6
OLD = {age: age >= 90 for age in (89, 90)}


def may(age):
    """Whether somebody is old enough."""
    return age >= LIMIT


def made():
    """The table below is made before any test begins."""
    return 3 + 4


DAYS = made()
'''

WEAK = """from firmware_host.words.age import DAYS, OLD, may


def test_a_child_may_play():
    assert may(9)
    assert not may(3)
    assert OLD == {89: False, 90: True}
    assert DAYS == 7
"""

STRONG = WEAK.replace("(9)", "(6)").replace("(3)", "(5)")

LIVING = [
    "LIVES firmware_host/words/age.py:3 6 -> 7  in: LIMIT = 6",
    "LIVES firmware_host/words/age.py:9 >= -> >  in: return age >= LIMIT",
]


@pytest.fixture
def source_tree(tmp_path: Path) -> Callable[..., Path]:
    """Write a source tree of one layer with one module and one test."""

    def make(test: str, source: str = AGE) -> Path:
        for name, text in {
            "firmware_host/__init__.py": "",
            "firmware_host/words/__init__.py": "",
            "firmware_host/words/age.py": source,
            "tests/words/test_age.py": test,
        }.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return tmp_path

    return make


def test_a_weak_test_is_found(
    source_tree: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    """
    A mutant that no test notices is printed with its place.

    One in four is too many.
    """
    assert tool.main(["--jobs", "1"], source_tree(WEAK)) == 1

    lines = capsys.readouterr().out.splitlines()
    assert sorted(line for line in lines if line.startswith("LIVES")) == LIVING
    assert lines[-2].split() == ["all", "9", "7", "77.8%", "0"]


@pytest.mark.long
def test_a_strong_test_leaves_none(
    source_tree: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    """With strong tests no mutant survives, even in a constant."""
    assert tool.main([], source_tree(STRONG)) == 0

    assert "all              9        9  100.0%" in capsys.readouterr().out


def test_a_change_that_alters_nothing_is_listed_with_its_reason(
    source_tree: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    """
    An equal mutant that is listed is not counted.

    One that is not there is reported.
    """
    root = source_tree(WEAK)
    (root / "tools").mkdir()
    row = (
        '[[equal]]\npath = "firmware_host/words/age.py"\nwhere = "may"\n{}reason = ""\n'
    )
    rows = (
        'text = "return age >= LIMIT"\nchange = ">= -> >"\n',
        'text = "return age >= 6"\nchange = ">= -> >"\n',
    )
    listed = root / "tools" / "mutants_equal.toml"
    listed.write_text("".join(map(row.format, rows)), encoding="utf-8")

    assert tool.main(["--list"], root) == 1

    said = capsys.readouterr().out
    assert said.endswith("8 changes\n")
    assert "listed as equal, but not there" in said
    assert "return age >= 6" in said


def test_it_says_when_there_is_nothing_to_change(
    source_tree: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    """A file of names alone has no mutant."""
    root = source_tree(WEAK)

    assert tool.main(["--only", "firmware_host/words/__init__.py"], root) == 0
    assert capsys.readouterr().out == "There is nothing to change.\n"


def test_a_test_that_fails_anyway_is_told(source_tree: Callable[..., Path]) -> None:
    """A test that fails without a change is reported."""
    with pytest.raises(SystemExit, match="test_a_child_may_play"):
        tool.main(["--jobs", "1"], source_tree(WEAK.replace("== 7", "== 8")))


def test_what_is_no_floor_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """A folder without mutants is refused with a list of the others."""
    with pytest.raises(SystemExit) as refused:
        tool.main(["--only", "firmware_host/web"])

    assert refused.value.code == 2
    assert (
        "web is no file or folder of board, errors.py, games" in capsys.readouterr().err
    )


def test_the_last_commit_draws_the_sample() -> None:
    """The sample is determined by the last commit."""
    found = tool.places(tool.ROOT, [])

    assert tool.sample(found, 40, "a") == tool.sample(found, 40, "a")
    assert tool.sample(found, 40, "a") != tool.sample(found, 40, "b")
    assert len(tool.sample(found, len(found) + 1, "a")) == len(found)


def test_each_that_is_listed_is_there_and_has_its_reason() -> None:
    """Each listed mutant exists and has a reason."""
    path = tool.ROOT / "tools" / "mutants_equal.toml"
    rows = tomllib.loads(path.read_text(encoding="utf-8")).get("equal", [])

    there = {one.name for one in tool.places(tool.ROOT, [])}
    assert tool.equals(tool.ROOT) - there == set()
    assert len(tool.equals(tool.ROOT)) == len(rows)
    assert [row for row in rows if len(row["reason"].split()) < 4] == []


@pytest.mark.long
def test_a_mutant_that_hangs_is_noticed(source_tree: Callable[..., Path]) -> None:
    """A mutant that never ends is stopped after some seconds of work."""
    source = "def down(n):\n    while n:\n        n -= 1\n    return n\n"
    test = (
        "from firmware_host.words.age import down\n\n"
        "def test_it_ends():\n    assert down(3) == 0\n"
    )

    assert tool.main(["--jobs", "1"], source_tree(test, source)) == 0


@pytest.mark.long
def test_a_mutant_that_hangs_while_tests_are_imported_is_noticed(
    source_tree: Callable[..., Path],
) -> None:
    """A mutant that never ends during a test file's import is stopped too."""
    source = "def down(n):\n    while n:\n        n -= 1\n    return n\n"
    test = (
        "from firmware_host.words.age import down\n\nLEFT = down(3)\n\n\n"
        "def test_it_ended():\n    assert LEFT == 0\n"
    )

    assert tool.main(["--jobs", "1"], source_tree(test, source)) == 0
