"""What a hall has heard, on its card."""

import pytest

from firmware_host.app.hall.store import HALL, Heard, Store
from firmware_host.errors import SettingsError


def test_rows_are_kept_once_and_a_board_that_tells_anew_is_forgotten(tmp_path):
    """All of it together, or nothing."""
    store = Store(tmp_path)
    rows = [Heard("a", n, n, b"x") for n in (1, 2)]
    store.keep([("a", "s", "Fox")], ["a"], rows)
    store.keep([], [], [Heard("a", 2, 9, b"y"), Heard("a", 3, 9, b"z")])
    assert [one.line for one in store.heard()] == [b"x", b"x", b"z"]
    store.keep([("a", "t", "Fox")], ["a"], [Heard("a", 1, 9, b"n")])
    assert [one.line for one in store.heard()] == [b"n"]
    assert store.boards() == [("a", "t", "Fox")]
    store.close()


def test_nobody_else_may_read_it_for_it_holds_the_key(tmp_path):
    """As long as the evening is on."""
    store = Store(tmp_path)
    store.put(key="ABC")
    assert store.get("key") == "ABC"
    assert store.get("other") == ""
    store.close()
    assert (tmp_path / HALL).stat().st_mode & 0o077 == 0


def test_a_damaged_file_says_what_to_do(tmp_path):
    """Boards can tell everything again."""
    (tmp_path / HALL).write_bytes(b"no file of SQLite's" * 500)
    with pytest.raises(SettingsError, match="delete it"):
        Store(tmp_path)
