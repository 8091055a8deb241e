"""The list of faults fits today's source, so that each can be put back."""

from collections import Counter
from pathlib import Path

from tests.world.reverts import Edit, reverts

ROOT = Path(__file__).resolve().parents[2]


def test_fifty_faults_can_be_put_back():
    """Each has a name of its own, a sentence, a promise, and edits that fit."""
    known = reverts()
    assert len(known) == 50
    assert max(Counter(one.name for one in known).values()) == 1
    assert all(one.wrong and one.promise and one.edits for one in known)
    misfits = [
        wrong for one in known for edit in one.edits if (wrong := edit.wrong(ROOT))
    ]
    assert misfits == []


def test_an_edit_that_fits_no_more_is_told(tmp_path):
    (tmp_path / "a.py").write_text("one = 1\none = 1\n", encoding="utf-8")
    assert Edit("a.py", "two", "three").wrong(tmp_path) == "a.py has 0 times 'two'"
    assert "2 times" in Edit("a.py", "one = 1", "one = 2").wrong(tmp_path)
    assert Edit("b.py", "one", "two").wrong(tmp_path)


def test_an_edit_puts_the_fault_back(tmp_path):
    (tmp_path / "a.py").write_text("one = 1\n", encoding="utf-8")
    edit = Edit("a.py", "one = 1", "one = 2")
    assert edit.wrong(tmp_path) == ""
    edit.apply(tmp_path)
    assert (tmp_path / "a.py").read_text(encoding="utf-8") == "one = 2\n"
