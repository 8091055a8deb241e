"""The table of browser tests that ``./run test`` runs."""

from pathlib import Path

import pytest

from tests.browser.usual import IN_CI, USUAL, mark_of

HERE = Path(__file__).parent


@pytest.mark.parametrize("table", [USUAL, IN_CI])
def test_each_name_of_a_table_is_a_test(table):
    """Each name in the table is that of an existing test."""
    for file, names in table.items():
        text = (HERE / file).read_text(encoding="utf-8")
        assert [name for name in names if f"def test_{name}" not in text] == [], file


def test_a_test_that_is_not_in_the_table_is_marked(request):
    """Each collected test has the mark of the table; a case of it may have another."""
    here = [item for item in request.session.items if item.path.parent == HERE]
    for item in here:
        marks = {one.name for one in item.iter_markers()} & {"ci", "costly"}
        wanted = {mark_of(item.path.name, item.name)} - {""}
        case = getattr(item, "callspec", None)
        own = {one.name for one in case.marks} if case else set()
        assert wanted <= marks <= wanted | own, item.name


def test_a_third_of_the_others_runs_in_ci():
    """About a third of the other tests runs in CI, always the same ones."""
    assert mark_of("test_wall.py", "test_it_shows_a_round_and_no_letter[de]") == ""
    marks = [mark_of("test_new.py", f"test_something[{n}]") for n in range(300)]
    assert set(marks) == {"ci", "costly"}
    assert 80 < marks.count("ci") < 120
