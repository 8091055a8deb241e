"""
Print the tests that the changed files can reach: for ``./run test --changed``.

    tools/changed.py         changed since the branch left `main`, or not committed yet
    tools/changed.py FILE... as if these files had changed

A Python file reaches the tests that import it, directly or not. A string in a program
counts as an import where it names a module or a file: so tests run commands and read
files. All other files stand in the table `ROWS`. Where a file is in neither, the quick
tests are printed, and standard error says so.
"""

import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("firmware_host", "tests", "tools")

PAGES = "firmware_host/web/static"
DOCS = (
    *("tests/test_docs.py", "tests/test_german_docs.py", "tests/test_glossary.py"),
    *("tests/test_addresses.py", "tests/test_house.py", "tests/test_site.py"),
)
HARDWARE = (
    *("tests/test_hardware_files.py", "tests/test_schematics.py"),
    *("tests/test_pieces.py", "tests/test_prints.py", "tests/test_materials.py"),
)

#: The tests of a file that no import leads to, by a pattern of its path. The first
#: pattern that fits counts; a star fits slashes, too.
ROWS = {
    f"{PAGES}/clips/*": ("tests/test_clips.py", "tests/browser/test_sound.py"),
    f"{PAGES}/games/codecards/*": ("tests/web", "tests/browser/test_codecards.py"),
    f"{PAGES}/games/keyword/*": ("tests/web", "tests/browser/test_keyword.py"),
    f"{PAGES}/games/wqrdles/*": ("tests/web", "tests/browser/test_wqrdles.py"),
    f"{PAGES}/games/plain/*": ("tests/web", "tests/browser/test_outside.py"),
    f"{PAGES}/hall/*": ("tests/web", "tests/browser/test_hall.py"),
    f"{PAGES}/icons/*": ("tests/test_icons.py",),
    f"{PAGES}/pages/history/*": ("tests/web", "tests/browser/test_history.py"),
    f"{PAGES}/pages/packs/*": ("tests/web", "tests/browser/test_packs.py"),
    f"{PAGES}/pages/plan/*": ("tests/web", "tests/browser/test_remote.py"),
    f"{PAGES}/pages/seat/*": ("tests/web", "tests/browser/test_seat.py"),
    f"{PAGES}/pages/tablet/*": ("tests/web", "tests/browser/test_tablet.py"),
    f"{PAGES}/pages/teacher/*": ("tests/web", "tests/browser/test_teacher.py"),
    f"{PAGES}/pages/wall/*": ("tests/web", "tests/browser/test_wall.py"),
    f"{PAGES}/parts/sound/*": ("tests/web", "tests/browser/test_sound.py"),
    f"{PAGES}/print/*": ("tests/web", "tests/browser/test_paper.py"),
    f"{PAGES}/vendor/*": ("tests/test_vendor.py", "tests/browser"),
    # The catalogue imports a game by its name, so no import leads from here to a game.
    "firmware_host/games/*": (
        *("tests/games", "tests/contracts", "tests/referee", "tests/net", "tests/web"),
    ),
    "firmware_host/web/*": ("tests/web", "tests/browser"),
    "firmware_host/languages/*/texts.*": ("tests/texts", "tests/languages"),
    "firmware_host/languages/*": ("tests/languages", "tests/words"),
    "firmware_host/journal/schema/*": ("tests/journal",),
    "firmware_host/picture/fonts/*": ("tests/picture",),
    "firmware_host/settings/*": ("tests/settings",),
    "firmware_host/testing/kit/*": ("tests/testing", "tests/cli/test_kits.py"),
    "docs/api/*": ("tests/web", "tests/outside", *DOCS),
    "docs/examples/games/*": ("tests/contracts", "tests/table", *DOCS),
    "docs/transcript.md": ("tests/app/archive", "tests/referee", *DOCS),
    "docs/*": DOCS,
    "*.md": DOCS,
    "hardware/controller/*": ("tests/controller", "tests/devices"),
    "hardware/*.toml": ("tests/settings", *HARDWARE),
    "hardware/*": HARDWARE,
    "systemd/*": ("tests/test_systemd.py", "tests/test_firewall.py"),
    "tools/debian/*": ("tests/packaging/test_build_deb.py",),
    "tools/image/*": ("tests/test_systemd.py", "tests/packaging/test_build_deb.py"),
    "run": ("tests/test_run.py",),
    ".ci/run": ("tests/test_run.py",),
    "tests/golden/screens/*": ("tests/picture", "tests/games"),
    "tests/golden/spoken/*": ("tests/games", "tests/cli/test_spoken.py"),
    "tests/net/*.txt": ("tests/net",),
    "tests/session/stories/*": ("tests/session/test_stories.py",),
    "tests/golden/replay/*": ("tests/app/archive",),
    "tests/golden/*": ("tests/games", "tests/contracts", "tests/referee"),
    "tests/browser/vendor/*": ("tests/browser/test_every_page.py",),
    "tests/link/*": ("tests/link",),
    "tests/journal/powercut/*": ("tests/journal", "tests/app/test_doubt.py"),
}

_COMMENT = re.compile(r"\s#[^\n\"]*$", re.MULTILINE)
_IMPORT = re.compile(r"^\s*import ([\w., ]+)", re.MULTILINE)
_FROM = re.compile(
    r"^\s*from ([\w.]+) import (\((?:[^)]*)\)|[^\n]*)", re.MULTILINE | re.DOTALL
)
_NAME = re.compile(r"[\w.]+")
_STRING = re.compile(r"[\"']([\w./-]+)[\"':]")

Graph = Mapping[str, set[str]]


def changed_files(root: Path) -> list[str] | None:
    """
    Return the files that differ from branch `main` or are not committed.

    Returns:
        Paths below *root*; None where git does not know the folder.
    """
    if git(root, "rev-parse", "--verify", "HEAD") is None:
        return None
    names = ("main", "origin/main")
    bases = (git(root, "merge-base", "HEAD", name) for name in names)
    base = next(filter(None, bases), "HEAD\n").strip()
    since = git(root, "diff", "--name-only", "--no-renames", base) or ""
    new = git(root, "ls-files", "--others", "--exclude-standard") or ""
    return sorted({*since.splitlines(), *new.splitlines()})


def git(root: Path, *words: str) -> str | None:
    """Run a git command; return its output, or None if it fails or git is missing."""
    try:
        done = subprocess.run(  # noqa: S603 - our own words
            ["git", "-C", str(root), *words],  # noqa: S607 - any git
            capture_output=True,
            check=False,
            text=True,
        )
    except FileNotFoundError:
        return None
    return done.stdout if done.returncode == 0 else None


def read_programs(root: Path) -> dict[str, str]:
    """Return the text of each Python file, by its path relative to *root*."""
    return {
        path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
        for folder in FOLDERS
        for path in sorted((root / folder).rglob("*.py"))
    }


def importers(programs: Mapping[str, str], root: Path) -> Graph:
    """Return, for each file, the Python files that import or mention it."""
    modules = {module_name(path): path for path in programs}
    users = defaultdict(set)
    for path, text in programs.items():
        for name in used_names(path, text):
            parts = name.split(".")
            for end in range(1, len(parts) + 1):
                used = modules.get(".".join(parts[:end]), path)
                # A tool that names a test, as the table here, does not use it.
                if path.startswith("tests/") or not is_test(used):
                    users[used].add(path)
        for word in _STRING.findall(text):
            if "/" in word and word not in programs and (root / word).is_file():
                users[word].add(path)
        if is_test(path):
            for folder in PurePosixPath(path).parents:
                users[f"{folder}/conftest.py"].add(path)
    return users


def is_test(path: str) -> bool:
    """Return True if the path is that of a test module."""
    return path.startswith("tests/") and PurePosixPath(path).name.startswith("test_")


def module_name(path: str) -> str:
    """Return the dotted module name of a Python file's path."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def used_names(path: str, text: str) -> Iterator[str]:
    """Yield each dotted name that a Python file imports or has in a string."""
    package = module_name(path).split(".")
    package = package if path.endswith("/__init__.py") else package[:-1]
    code = _COMMENT.sub("", text)
    names = [
        one.split()[0] for found in _IMPORT.findall(code) for one in found.split(",")
    ]
    for module, imported in _FROM.findall(code):
        dots = len(module) - len(module.lstrip("."))
        above = package[: len(package) - dots + 1] if dots else []
        whole = ".".join([*above, *filter(None, [module.lstrip(".")])])
        names.append(whole)
        names += (f"{whole}.{one}" for one in _NAME.findall(imported))
    words = _STRING.findall(text)
    for word in words:
        names.append(module_name(word) if word.endswith(".py") else word)
        if word == "firmware_host":  # `python -m firmware_host` is the whole program
            names.append("firmware_host.__main__")
    yield from names
    if path.startswith("tools/") or "tools" in words or "/tools" in text:
        yield from (f"tools.{name}" for name in names)  # found by its folder


def reached(changed: Iterable[str], users: Graph) -> set[str]:
    """Return the changed files and all files that depend on them, also indirectly."""
    found, left = set(), list(changed)
    while left:
        one = left.pop()
        if one not in found:
            found.add(one)
            left += users.get(one, ())
    return found


def row(path: str) -> tuple[str, ...]:
    """Return the tests that the table ROWS lists for a file; empty if none."""
    return next((tests for one, tests in ROWS.items() if fnmatchcase(path, one)), ())


def tests_of(changed: Iterable[str], root: Path) -> tuple[list[str], list[str]]:
    """
    Return the tests that depend on changed files, and the files without tests.

    Args:
        changed: Paths below *root*.
        root: The source's folder.
    """
    users = importers(read_programs(root), root)
    tests, unplaced = set(), []
    for path in changed:
        found = {
            one
            for one in reached([path], users)
            if is_test(one) and (root / one).exists()
        }
        found |= {one for one in row(path) if (root / one).exists()}
        if not found:
            unplaced.append(path)
        tests |= found
    return sorted(tests), unplaced


def main(files: list[str], quick: Iterable[str], root: Path = ROOT) -> None:
    """
    Print the tests that depend on some files, one path a line.

    Args:
        files: Paths below *root*; the changed ones where it is empty.
        quick: What is printed for a file that has no tests.
        root: The source's folder.
    """
    changed = files or changed_files(root)
    if changed is None:
        print("git does not know this folder: the quick tests run", file=sys.stderr)
        print(*quick, sep="\n")
        return
    tests, unplaced = tests_of(changed, root)
    count = len(tests)
    print(f"{len(changed)} changed files reach {count} test files", file=sys.stderr)
    for path in unplaced:
        print(f"{path}: no known tests, so the quick ones run", file=sys.stderr)
    chosen = {*tests, *(quick if unplaced else ())}
    print(*sorted(chosen), sep="\n", end="\n" if chosen else "")


if __name__ == "__main__":
    import check  # it lies beside this file

    main(sys.argv[1:], check.QUICK)
