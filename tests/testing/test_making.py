"""A new game is the one that docs/games.md shows, under a name of its own."""

import re
from pathlib import Path

import pytest

from firmware_host.errors import SettingsError
from firmware_host.testing.making import TREASURE, make, new_files

PAGE = Path(__file__).parents[2] / "docs" / "games.md"


def fences(kind):
    """Return the texts of the page's code blocks of that kind."""
    text = PAGE.read_text(encoding="utf-8")
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(
    ("kind", "name"), [("python", "treasure.py"), ("jsonl", "playthrough.jsonl")]
)
def test_the_page_shows_what_is_made(kind, name):
    """The page shows the new files exactly."""
    assert fences(kind) == [dict(new_files(TREASURE))[name]]


def test_what_is_made_registers_its_game_as_the_page_says():
    assert fences("toml")[0] in dict(new_files(TREASURE))["pyproject.toml"]


def test_nothing_of_the_old_name_is_left(tmp_path):
    """The old name is neither in a new file nor in a file's name."""
    into = make("diamonds", tmp_path)
    assert {path.name for path in into.iterdir()} == {
        *("README.md", "diamonds.py", "playthrough.jsonl", "pyproject.toml"),
        "test_diamonds.py",
    }
    for path in into.iterdir():
        text = path.read_text(encoding="utf-8").lower()
        assert "treasure" not in text
        assert "schatz" not in text


@pytest.mark.parametrize(
    "name",
    ["", "x", "Chess", "my-game", "decipher", "random", "class", "g" * 21, "../g"],
)
def test_a_name_that_cannot_be_is_refused(tmp_path, name):
    with pytest.raises(SettingsError, match="no game can be called"):
        make(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_nothing_that_is_there_is_written_over(tmp_path):
    mine = tmp_path / "diamonds" / "diamonds.py"
    mine.parent.mkdir()
    mine.write_text("mine")
    with pytest.raises(SettingsError, match="File exists; nothing was made there"):
        make("diamonds", tmp_path)
    assert [path.read_text() for path in mine.parent.iterdir()] == ["mine"]
