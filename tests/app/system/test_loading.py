"""Imports of large modules."""

import gc
import sys
from pathlib import Path

import pytest

from firmware_host.app.system.loading import load


@pytest.fixture
def large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the name of a module that notes if garbage collection is on."""
    text = "import gc\nwas = gc.isenabled()\nkept = [[] for _ in range(1000)]\n"
    (tmp_path / "large_one.py").write_text(text, encoding="ascii")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "large_one", raising=False)
    return "large_one"


def test_no_garbage_is_looked_for_in_what_stays(large: str) -> None:
    """The module is imported without garbage collection and its objects are frozen."""
    before = gc.get_freeze_count()
    try:
        module = load(large)
        assert not module.was
        assert gc.isenabled()
        assert gc.get_freeze_count() >= before + 1000
    finally:
        gc.unfreeze()


def test_garbage_is_looked_for_again_where_there_is_none_of_that_name() -> None:
    """After a failed import garbage collection is on again."""
    with pytest.raises(ModuleNotFoundError, match="no_such_one"):
        load("no_such_one")
    gc.unfreeze()
    assert gc.isenabled()
