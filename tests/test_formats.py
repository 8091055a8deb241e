"""Each format has a number, and does not change without a new one."""

import importlib.util
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from firmware_host.journal.store import Journal
from tests.app.written import GAME, write

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "formats.md"


@pytest.fixture(scope="module")
def tool():
    """The script that describes the formats."""
    spec = importlib.util.spec_from_file_location(
        "build_formats", ROOT / "tools" / "build_formats.py"
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_no_format_has_changed(tool):
    """The formats are as stored; else raise the number and run `--write`."""
    assert [tool.judge(path.stem, *both) for path, *both in tool.stale()] == []


def test_a_change_under_the_same_number_is_found_and_not_written(
    tool, tmp_path, monkeypatch, capsys
):
    """A changed format is written only once its number has grown."""
    now = {"number": [1], "line": {"uid": "text"}}
    monkeypatch.setattr(tool, "GOLDEN", tmp_path)
    monkeypatch.setattr(tool, "FORMATS", {"set": lambda: now})
    monkeypatch.setattr("sys.argv", ["build_formats.py", "--write"])
    assert tool.main() == 0
    written = (tmp_path / "set.json").read_text("utf-8")

    now["line"] = {"uid": "text", "colour": "text"}
    assert tool.main() == 1
    assert "set has changed, and its number is still 1" in capsys.readouterr().out
    assert (tmp_path / "set.json").read_text("utf-8") == written

    now["number"] = [2]
    assert tool.main() == 0
    assert "colour" in (tmp_path / "set.json").read_text("utf-8")


def test_the_contract_of_games_never_changes_under_its_number(
    tool, tmp_path, monkeypatch, capsys
):
    """The contract of games may not change under its number even before a release."""
    now = {"number": [7], "kit": ["Game"]}
    monkeypatch.setattr(tool, "GOLDEN", tmp_path)
    monkeypatch.setattr(tool, "FORMATS", dict.fromkeys(("game", "set"), lambda: now))
    monkeypatch.setattr("sys.argv", ["build_formats.py", "--write", "--unreleased"])
    assert tool.main() == 0

    now["kit"] = ["Game", "On"]
    assert tool.main() == 1
    assert "game has changed, and its number is still 7" in capsys.readouterr().out
    assert "On" not in (tmp_path / "game.json").read_text("utf-8")
    assert "On" in (tmp_path / "set.json").read_text("utf-8")


def test_the_page_names_each_number(tool):
    """The page has the numbers of the code."""
    rows = [
        line.split("|")[3]
        for line in PAGE.read_text("utf-8").splitlines()
        if "`VERSION`" in line or "`user_version`" in line
    ]
    said = [[int(one) for one in re.findall(r"\b\d{1,2}\b", row)] for row in rows]
    numbers = [describe()["number"] for describe in tool.FORMATS.values()]
    assert said == numbers


def test_each_column_of_the_journal_is_told(tool):
    """The page lists the columns of each table of the journal."""
    page = PAGE.read_text("utf-8")
    told: dict[str, set[str]] = {}
    table = ""
    for line in page.splitlines():
        cells = [re.findall(r"`(\w+)`", cell) for cell in line.split("|")[1:3]]
        table = table if line.startswith("|") else ""  # another table begins
        if len(cells) == 2 and cells[1]:
            table = cells[0][0] if cells[0] else table
            told.setdefault(table, set()).update(cells[1])
    tables = tool.journals()["tables"]
    assert {name: told.get(name) for name in tables} == {
        name: set(columns) for name, columns in tables.items()
    }


def test_a_stranger_reads_a_game_by_the_pages_example(tmp_path):
    """The page's SQL query reads a game with SQLite alone."""
    path = tmp_path / "letterzone.db"
    with Journal(path, reserve_bytes=0) as journal:
        write(journal, *GAME, game=1)
    query = re.search(r"```sql\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)[1]
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        rows = connection.execute(query).fetchall()
    assert [row[0] for row in rows] == sorted(row[0] for row in rows)
    assert {row[0] for row in rows} == set(range(1, len(GAME) + 1))
    assert rows[0][3] == "secret"
    assert all(row[4] for row in rows)
