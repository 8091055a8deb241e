"""Third-party JavaScript is as published, and its imports are found."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tools import build_vendor

FOLDERS = pytest.mark.parametrize(
    "folder", build_vendor.LIBRARIES, ids=["pages", "tests"]
)


@FOLDERS
def test_each_file_is_the_one_that_was_brought_in(folder: Path) -> None:
    """Checksums, names and licences are those of the manifest."""
    assert build_vendor.faults(folder) == []
    assert list(folder.glob("*-LICENSE.txt"))


def test_every_import_is_a_file_beside_it() -> None:
    """A browser finds each part without a build or a map of imports."""
    imported = re.compile(r"""\b(?:from|import)\s*["']([^"']+)["']""")
    scripts = sorted(build_vendor.STATIC.glob("*.js"))
    found = {
        script.name: imported.findall(script.read_text(encoding="utf-8"))
        for script in scripts
    }
    assert len(found["preact.js"]) == 4
    for paths in found.values():
        for path in paths:
            assert path.startswith("./")
            assert (build_vendor.STATIC / path).exists()


def test_only_the_imports_and_the_map_are_rewritten() -> None:
    """Only the imports and the source map are changed."""
    original = b'import{h}from"preact";h();\n//# sourceMappingURL=x.mjs.map\n'
    made = b'import{h}from"./preact-core.js";h();\n'
    assert build_vendor.shipped("x.mjs", original) == made
    assert build_vendor.shipped("LICENSE", original) == original


def changed(folder: Path) -> None:
    """Add one byte to a file."""
    with (folder / "htm.js").open("a", encoding="utf-8") as file:
        file.write("\n")


def added(folder: Path) -> None:
    """Add an unknown file."""
    (folder / "extra.js").touch()


def removed(folder: Path) -> None:
    """A licence less."""
    (folder / "htm-LICENSE.txt").unlink()


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        (changed, "htm.js is not the file that was brought in"),
        (added, "extra.js is not listed"),
        (removed, "htm-LICENSE.txt is missing"),
    ],
)
def test_a_planted_fault_is_found(
    tmp_path: Path, fault: Callable[[Path], None], says: str
) -> None:
    """The check that passes above fails where one file differs."""
    folder = tmp_path / "vendor"
    shutil.copytree(build_vendor.STATIC, folder)
    fault(folder)
    assert build_vendor.faults(folder) == [f"vendor/{says}"]


def test_a_typeface_has_no_reserved_name() -> None:
    """Letters are left out of both; a licence may forbid to call the rest the same."""
    licences = sorted(build_vendor.STATIC.glob("*-LICENSE.txt"))
    open_fonts = [
        text
        for text in (path.read_text(encoding="utf-8") for path in licences)
        if "SIL OPEN FONT LICENSE" in text
    ]
    assert len(open_fonts) == len(build_vendor.WEIGHTS) == 2
    for text in open_fonts:
        assert "reserved" not in text.partition("This Font Software")[0].lower()


def test_the_typefaces_are_light() -> None:
    """A phone in a class's network loads both before it shows a word."""
    fonts = sorted(build_vendor.STATIC.glob("*.woff2"))
    assert len(fonts) == 2
    assert sum(path.stat().st_size for path in fonts) <= 36_000
