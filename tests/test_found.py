"""Each test that the table of findings names is there."""

import re
from itertools import pairwise
from pathlib import Path

TESTS = Path(__file__).parent
FOUND = (TESTS / "found.md").read_text(encoding="utf-8")

#: A file, a test in it, or a test in the file that was named before.
NAMED = re.compile(r"`([\w/]+\.(?:py|json))?(?:::(test_\w+))?")


def named(text: str) -> set[tuple[str, str]]:
    """Return each named test file with the name of a test, or without one."""
    found, last = set(), ""
    for file, test in NAMED.findall(text):
        last = file or last
        if (file or test) and not last.startswith("tools/"):
            found.add((last, test))
    return found


def missing(text: str) -> list[tuple[str, str]]:
    """Return the named files and tests that do not exist."""
    return sorted(
        (file, test)
        for file, test in named(text)
        if not (TESTS / file).is_file()
        or (test and f"def {test}(" not in (TESTS / file).read_text(encoding="utf-8"))
    )


def test_each_test_that_is_named_is_there():
    assert missing(FOUND) == []


def test_one_that_is_gone_is_found():
    gone = "`test_found.py::test_gone`, `::test_one_that_is_gone_is_found`, `test_x.py`"
    assert missing(gone) == [("test_found.py", "test_gone"), ("test_x.py", "")]


def test_each_finding_has_a_row_of_four_cells_of_its_own():
    rows = [line for line in FOUND.splitlines() if re.match(r"\| [A-Z]\d", line)]
    assert len(rows) > 60
    assert {line.count(" | ") for line in rows} == {3}
    assert all(one.split(" ")[1] != two.split(" ")[1] for one, two in pairwise(rows))
