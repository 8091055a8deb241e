"""`./run test --changed`: which tests a changed file reaches, by tools/changed.py."""

import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.tools import which
from tools import changed, check

ROOT = Path(__file__).parents[1]

#: A source as small as can be: a file's path, and its text.
SMALL = {
    "firmware_host/__init__.py": "",
    "firmware_host/board/__init__.py": "",
    "firmware_host/board/pieces.py": "KINDS = 4\n",
    "firmware_host/board/names.py": "",
    "firmware_host/cli.py": "from firmware_host.board import (\n    names,  # )\n)\n",
    "firmware_host/__main__.py": "import firmware_host.cli\n",
    "hardware/full/board.toml": "",
    "docs/start.md": "",
    "tests/conftest.py": "",
    "tests/helper.py": "from firmware_host.board.pieces import KINDS\n",
    "tests/board/conftest.py": "",
    "tests/board/test_pieces.py": "from tests.helper import KINDS\n",
    "tests/board/test_names.py": "from firmware_host.board import names\n",
    "tests/test_cli.py": "COMMAND = ['-m', 'firmware_host']\n",
    "tests/test_profile.py": "PATH = 'hardware/full/board.toml'\n",
    "tests/test_docs.py": "",
    "tests/test_bill.py": "import sys\nsys.path += ['tools']\nimport bill\n",
    "tools/bill.py": "",
    "tools/check.py": "QUICK = ('tests/test_docs.py',)\n",
}


@pytest.fixture
def small(tmp_path):
    """Write a small example source tree; return its folder."""
    for name, text in SMALL.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("file", "tests"),
    [
        ("firmware_host/board/pieces.py", ["board/test_pieces"]),
        ("firmware_host/board/names.py", ["board/test_names", "test_cli"]),
        ("firmware_host/cli.py", ["test_cli"]),
        ("tests/helper.py", ["board/test_pieces"]),
        ("tests/board/conftest.py", ["board/test_names", "board/test_pieces"]),
        ("tests/board/test_names.py", ["board/test_names"]),
        ("tests/test_docs.py", ["test_docs"]),
        ("hardware/full/board.toml", ["test_profile"]),
        ("tools/bill.py", ["test_bill"]),
        ("docs/start.md", ["test_docs"]),
    ],
)
def test_a_changed_file_reaches_its_tests(small, file, tests):
    """Through imports, strings, conftest files and the table; no test more."""
    expected = [f"tests/{one}.py" for one in tests]
    assert changed.tests_of([file], small) == (expected, [])


def test_a_file_that_has_no_place_runs_the_quick_tests_and_says_so(small, capsys):
    """An unknown or deleted file runs the quick tests, with a message."""
    changed.main(["some.thing", "docs/start.md"], ["tests/board"], small)
    told = capsys.readouterr()
    assert told.out.splitlines() == ["tests/board", "tests/test_docs.py"]
    assert "some.thing: no known tests, so the quick ones run" in told.err


def test_a_folder_without_git_runs_the_quick_tests_and_says_so(small, capsys):
    """Without git, as in an unpacked source, the quick tests run, with a message."""
    changed.main([], ["tests/board"], small)
    told = capsys.readouterr()
    assert told.out == "tests/board\n"
    assert "git does not know this folder" in told.err


def test_what_has_changed_is_what_is_not_on_main(small):
    """Changed files are those committed on a branch, modified or untracked."""

    def git(*words):
        name = ("-c", "user.name=A", "-c", "user.email=a@localhost")
        command = [which("git"), "-C", str(small), *name, *words]
        subprocess.run(command, check=True, capture_output=True)

    git("init", "--initial-branch=main")
    git("add", ".")
    git("commit", "--message=all")
    assert changed.changed_files(small) == []
    git("checkout", "-b", "work")
    (small / "tests/helper.py").write_text("")
    git("commit", "--all", "--message=one")
    (small / "docs/start.md").write_text("# Start\n")
    (small / "tests/test_new.py").write_text("")
    expected = ["docs/start.md", "tests/helper.py", "tests/test_new.py"]
    assert changed.changed_files(small) == expected


def test_the_real_source_reaches_what_it_should():
    """A page's script reaches that page's tests; the deepest layer most of them."""
    users = changed.importers(changed.read_programs(ROOT), ROOT)
    tests, unplaced = changed.tests_of(
        ["firmware_host/web/static/pages/wall/wall.js"], ROOT
    )
    assert "tests/browser/test_wall.py" in tests
    assert "tests/browser/test_seat.py" not in tests
    found = changed.reached(["firmware_host/board/pieces.py"], users)
    assert {"tests/board/test_pieces.py", "tests/browser/test_board.py"} <= found
    assert unplaced == []
    found = changed.reached(["tests/solids.py"], users)
    ours = {"tests/solids.py", "tests/test_changed.py"}  # it is named a line above
    assert found - ours == {"tests/test_pieces.py", "tests/test_prints.py"}


@pytest.mark.parametrize("pattern", changed.ROWS)
def test_the_table_names_what_there_is(pattern):
    """Each test of the table exists, and each pattern matches a file."""
    assert [one for one in changed.ROWS[pattern] if not (ROOT / one).exists()] == []
    assert any(changed.fnmatchcase(one, pattern) for one in known())


@cache
def known() -> list[str]:
    """Return the paths of all files in the source tree that can have tests."""
    folders = ("firmware_host", "docs", "hardware", "systemd", "tests", "tools")
    found = [path for name in folders for path in (ROOT / name).rglob("*")]
    found += [ROOT / "run", ROOT / ".ci/run", *ROOT.glob("*.md")]
    return [path.relative_to(ROOT).as_posix() for path in found]


def test_check_runs_what_is_printed(monkeypatch):
    """`./run test --changed` passes each printed path to pytest."""
    printed = subprocess.CompletedProcess([], 0, "tests/a.py\ntests/b.py\n")
    monkeypatch.setattr(check.subprocess, "run", lambda *_, **__: printed)
    assert check.tests_of_changes() == ["tests/a.py", "tests/b.py"]


def test_the_command_prints_paths_alone(small):
    """Only paths are printed to standard output, the summary to standard error."""
    script = (ROOT / "tools/changed.py").read_text(encoding="utf-8")
    (small / "tools/changed.py").write_text(script, encoding="utf-8")
    words = [sys.executable, "tools/changed.py", "docs/start.md", "tests/helper.py"]
    done = subprocess.run(words, capture_output=True, check=True, cwd=small, text=True)
    assert done.stdout.splitlines() == [
        "tests/board/test_pieces.py",
        "tests/test_docs.py",
    ]
    assert done.stderr == "2 changed files reach 2 test files\n"
