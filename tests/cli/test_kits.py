"""`letterzone game` and `language`: new ones pass the checks; faults are reported."""

import subprocess
import sys
from pathlib import Path

import pytest

import firmware_host
from firmware_host.cli.main import main
from tests.cli.command import started

ROOT = Path(firmware_host.__file__).parents[1]
CODEBREAKER = ROOT / "docs" / "examples" / "games" / "codebreaker"


def command(folder, *words):
    """Give the command as a person does who is in that folder."""
    return subprocess.run(
        [sys.executable, "-m", "firmware_host", "game", *words],
        capture_output=True,
        check=False,
        cwd=folder,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
        encoding="utf-8",
    )


@pytest.mark.ci
def test_a_new_game_keeps_every_promise(tmp_path):
    """Straight from the lines that the page shows."""
    made = command(tmp_path, "new", "diamonds")
    assert made.stdout.splitlines()[-1].startswith("diamonds is a game that plays.")
    checked = command(tmp_path / "diamonds", "check")
    assert (checked.returncode, checked.stderr) == (0, "")
    *kept, last = checked.stdout.splitlines()
    assert last == f"All {len(kept)} promises are kept."


@pytest.mark.long
def test_a_game_that_tells_its_secret_is_told(tmp_path):
    command(tmp_path, "new", "diamonds")
    module = tmp_path / "diamonds" / "diamonds.py"
    source = module.read_text(encoding="utf-8")
    module.write_text(source.replace('("round", "turn",', '("round", "coin", "turn",'))
    done = command(tmp_path, "check", "diamonds", "--language", "de")
    assert done.returncode == 1
    assert "diamonds  hides_the_secret: seed " in done.stdout
    assert "Versprechen sind gebrochen." in done.stdout.splitlines()[-1]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("check",), "go into the folder of your game"),
        (("new", "Chess"), "no game can be called 'Chess'"),
    ],
)
def test_what_cannot_be_is_one_line(tmp_path, words, why):
    done = command(tmp_path, *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert why in done.stderr


def test_the_example_is_short():
    """The example game has fewer than 200 lines with its tests."""
    files = list(CODEBREAKER.glob("*.py"))
    lines = sum(len(one.read_text(encoding="utf-8").splitlines()) for one in files)
    assert len(files) == 2
    assert lines < 200


@pytest.mark.long
def test_the_example_passes_its_own_tests():
    """The example game passes its own tests outside this repository."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", CODEBREAKER],
        capture_output=True,
        check=False,
        cwd=CODEBREAKER,
        env={"PYTHONPATH": f"{ROOT}:{CODEBREAKER}", "PATH": "/usr/bin:/bin"},
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout
    assert "2 passed" in done.stdout


# --- a language ---


def test_a_language_is_begun_and_checked(tmp_path, monkeypatch):
    """A new language passes the check; with a missing text it fails."""
    monkeypatch.chdir(tmp_path)
    assert main(["language", "new", "es"]) == 0
    assert main(["language", "check", "es"]) == 0
    path = tmp_path / "es" / "texts.po"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('msgstr "YES"', 'msgstr ""'), encoding="utf-8")
    assert main(["language", "check", "es", "--language", "de"]) == 1


def test_a_folder_that_is_none_is_one_line(tmp_path):
    done = started("language", "check", tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
