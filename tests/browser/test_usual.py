"""The table of browser tests that ``./run test`` runs."""

from pathlib import Path

import pytest

from tests.browser.usual import USUAL, is_usual

HERE = Path(__file__).parent


@pytest.mark.parametrize("file", USUAL)
def test_each_name_of_the_table_is_a_test(file):
    """A test that was renamed would leave ``./run test`` without a word."""
    text = (HERE / file).read_text(encoding="utf-8")
    assert [name for name in USUAL[file] if f"def test_{name}" not in text] == []


def test_a_test_that_is_not_in_the_table_is_marked(request):
    """Of all that pytest has collected here, exactly the table's tests are unmarked."""
    here = [item for item in request.session.items if item.path.parent == HERE]
    for item in here:
        usual = item.get_closest_marker("ci") is None
        assert usual == is_usual(item.path.name, item.name)
    assert is_usual("test_wall.py", "test_it_shows_a_round_and_no_letter_of_its_word")
    assert not is_usual("test_wall.py", "test_axe_finds_nothing")
    assert not is_usual("test_new.py", "test_something")
