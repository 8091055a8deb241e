"""The helper that every test asks for an optional program."""

import re
from pathlib import Path

import pytest

from firmware_host.errors import SettingsError
from tests import conftest, tools
from tools import build_image

HERE = Path(__file__).parent


@pytest.fixture
def empty_path(monkeypatch, tmp_path):
    """Set PATH and HOME to an empty folder, unset CI, and return the folder."""
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def install(folder: Path, name: str) -> str:
    """Write an executable file into a folder and return its path."""
    path = folder / name
    path.write_text("#!/bin/sh\n", encoding="ascii")
    path.chmod(0o755)
    return str(path)


@pytest.mark.usefixtures("empty_path")
@pytest.mark.parametrize("name", tools.PACKAGES)
def test_a_missing_program_skips_with_one_line_that_says_what_to_install(name):
    """The line names the program and the Debian package."""
    with pytest.raises(pytest.skip.Exception) as skipped:
        tools.which(name)
    reason = f"{name} is not installed: apt install {tools.PACKAGES[name]}"
    assert skipped.value.msg == reason


@pytest.mark.usefixtures("empty_path")
def test_a_missing_program_fails_in_ci(monkeypatch):
    """In CI a missing program fails the test instead of skipping it."""
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="apt install graphviz"):
        tools.which("dot")


def test_an_installed_program_is_found(empty_path):
    """The first installed program of several names is returned."""
    chromium = install(empty_path, "chromium")
    names = ("chromium-headless-shell", "chromium")
    assert tools.which(*names) == chromium
    headless = install(empty_path, names[0])
    assert tools.which(*names) == headless


def test_a_program_for_root_alone_is_found_by_everybody(empty_path, monkeypatch):
    """Debian keeps nft and dnsmasq where most people's PATH does not lead."""
    nft = install(empty_path, "nft")
    monkeypatch.setattr(tools, "ROOT_FOLDERS", str(empty_path))
    monkeypatch.setenv("PATH", "/usr/bin")
    monkeypatch.setattr(tools.shutil, "which", only_in(empty_path))
    assert tools.which("nft") == nft


@pytest.mark.parametrize("code", [0, 127])
def test_a_python_that_does_not_start_is_passed_over(empty_path, code):
    """A version manager leaves names that answer with an error."""
    broken = Path(install(empty_path, "python3.14"))
    broken.write_text(f"#!/bin/sh\nexit {code}\n", encoding="ascii")
    works = install(empty_path, "python3.13")
    found = tools.which_python("python3.14", "python3.13")
    assert found == (works if code else str(broken))


@pytest.mark.parametrize(
    "folder", [".pyenv/versions/3.13.0/bin", ".local/share/uv/python/cpython-3.13/bin"]
)
def test_a_python_of_a_version_manager_is_found(empty_path, folder):
    """A version manager's Python is found if the one in PATH is broken or missing."""
    with pytest.raises(pytest.skip.Exception):
        tools.which_python("python3.13")
    (empty_path / folder).mkdir(parents=True)
    managed = install(empty_path / folder, "python3.13")
    assert tools.which_python("python3.13") == managed
    broken = Path(install(empty_path, "python3.13"))
    broken.write_text("#!/bin/sh\nexit 127\n", encoding="ascii")
    assert tools.which_python("python3.13") == managed


def only_in(folder: Path):
    """Return a fake `shutil.which` that finds programs in one folder only."""

    def which(name, path=None):
        return str(folder / name) if path == str(folder) else None

    return which


@pytest.mark.usefixtures("empty_path")
@pytest.mark.parametrize("filename", ["openscad", "no-tool-of-ours", None])
def test_a_program_that_a_test_starts_by_itself_skips_it_too(filename):
    """A missing optional program skips the test; another missing file is an error."""
    phase = conftest.skipping_without_programs()
    next(phase)
    expected = pytest.skip.Exception if filename == "openscad" else FileNotFoundError
    with pytest.raises(expected):
        phase.throw(FileNotFoundError(2, "No such file", filename))


@pytest.mark.usefixtures("empty_path")
def test_an_error_that_was_made_of_a_missing_program_skips_too():
    """`letterzone setup` says in words of its own that systemctl is missing."""
    phase = conftest.skipping_without_programs()
    next(phase)
    error = SettingsError("systemctl cannot be run")
    error.__cause__ = FileNotFoundError(2, "No such file", "systemctl")
    with pytest.raises(pytest.skip.Exception, match="apt install systemd"):
        phase.throw(error)


def test_no_test_looks_for_a_program_by_another_way():
    """Tests search for programs only with these helpers."""
    others = [
        path.relative_to(HERE).as_posix()
        for path in HERE.rglob("*.py")
        if path not in (HERE / "tools.py", HERE / "test_tools.py")
        and re.search(r"shutil\.which\(|map\(shutil\.which", path.read_text("utf-8"))
    ]
    assert others == []


def test_each_program_of_the_image_has_its_package():
    """The card's tests need all that `build_image` calls, in the same packages."""
    for name, package in build_image.TOOLS.items():
        assert tools.PACKAGES[name] == package
