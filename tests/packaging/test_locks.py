"""The lock has the libraries that the program needs, for each computer."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, packages_distributions, requires

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.bare.test_arm import CORE, PROCESSORS, RUNNERS, SOURCE
from tools import build_locks, locks

PINNED = locks.read()


def test_the_lock_holds_what_pyproject_asks_for():
    """The lock fits pyproject.toml; a library that does not is named."""
    assert locks.unfit(build_locks.wanted(), PINNED) == []


@pytest.mark.parametrize(
    "need", ["starlette>=99", "numpy", "lgpio>=99; python_version < '3.12'"]
)
def test_what_does_not_fit_is_found(need):
    """The check above can fail: too old, not there, or for one computer alone."""
    assert locks.unfit([need], PINNED)


@pytest.mark.parametrize("target", locks.TARGETS)
def test_what_a_library_needs_is_in_the_lock_too(target):
    """The lock has the requirements of each library, for each Python and processor."""
    environment = locks.TARGETS[target]
    here = {one.name for one in PINNED if one.is_for(environment)}
    for name in here:
        try:
            needs = map(Requirement, requires(name) or [])
        except PackageNotFoundError:  # a Pi's alone
            continue
        for need in needs:
            marker = need.marker
            if not marker or marker.evaluate({**environment, "extra": ""}):
                assert canonicalize_name(need.name) in here, f"{name} needs {need}"


def imported(tree: ast.AST) -> Iterator[str]:
    """Yield the first part of each module that is imported there."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (one.name.partition(".")[0] for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").partition(".")[0]


def test_what_the_core_is_tried_with_is_taken_along():
    """The libraries of the core's tests are installed on a Pi's processors."""
    files = (path for folder in CORE for path in (SOURCE / folder).rglob("*.py"))
    texts = (path.read_text(encoding="utf-8") for path in files)
    names = {name for text in texts for name in imported(ast.parse(text))}
    known = packages_distributions()
    needed = {canonicalize_name(one) for name in names for one in known.get(name, ())}
    for processor in PROCESSORS:
        lock = locks.TARGETS[processor.target]
        taken = {one.name for one in PINNED if one.is_for(lock)} | {*RUNNERS}
        assert needed - taken == set()
    assert "jsonschema" in needed


def test_each_library_has_its_checksums():
    """Each library is listed once, with checksums of 64 digits."""
    assert len({one.name for one in PINNED}) == len(PINNED) > 15
    for one in PINNED:
        assert all(re.fullmatch(r"[0-9a-f]{64}", digits) for digits in one.hashes)


def test_a_line_without_a_checksum_is_refused():
    with pytest.raises(ValueError, match="not a library with version and checksum"):
        locks.read("starlette==1.0\n")


def test_a_target_has_what_it_needs_and_no_more():
    """The pins' library is for a Pi with Python 3.11: Debian 13 has its own."""
    having = {name for name in locks.TARGETS if "lgpio==" in locks.text_for(name)}
    assert having == {"py311-aarch64", "py311-armv7l"}


@pytest.mark.long
@pytest.mark.parametrize("target", ["py311-x86_64", "py313-aarch64", "py313-armv7l"])
def test_pip_takes_the_lock(target, tmp_path):
    """
    The real pip, the real files, each held against its checksum.

    A Pi with 32 bits has no ready Pillow at PyPI, so it would be compiled there; the
    package for Debian takes Debian's.
    """
    text = locks.text_for(target)
    if target.endswith("armv7l"):
        text = re.sub(r"^pillow==(?:.*\\\n)*.*\n", "", text, flags=re.MULTILINE)
    (tmp_path / "lock.txt").write_text(text)
    words = [sys.executable, "-m", "pip", "download", "--quiet", "--require-hashes"]
    words += [*locks.pip_options(target), "-r", "lock.txt", "-d", "files"]
    subprocess.run(words, check=True, cwd=tmp_path)
    assert len(list((tmp_path / "files").iterdir())) == text.count("==")
