"""
Build the manual for the Debian package, with every file that its pages link to.

The files of docs/ and of the root of the source are put into the root of the package's
folder. Other files that a page shows or links to (an assembly and its drawings, sheets
to print, a licence) are put under source/ with their path. Links are changed to match.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

#: Files that belong to the manual without a link to them.
FIRST = ("CHANGELOG.md", "docs/*.md", "docs/rules/*", "docs/examples/*")

#: The target of a link or picture; or a code block, in which nothing is a link.
_TARGET = re.compile(
    r"^ *```.*?^ *```$|(?<=\]\()<?([^)>\s]+)", re.MULTILINE | re.DOTALL
)


def lay(folder: Path) -> None:
    """Write the manual into *folder*."""
    packed = with_all_linked([one for each in FIRST for one in ROOT.glob(each)])
    for page in sorted(packed):
        to = folder / place(page)
        to.parent.mkdir(parents=True, exist_ok=True)
        if page.suffix == ".md":
            to.write_text(_moved(page), encoding="utf-8")
        else:
            to.write_bytes(page.read_bytes())


def place(file: Path) -> Path:
    """Return the path in the manual of a file of the source."""
    path = file.relative_to(ROOT)
    if len(path.parts) == 1:
        return path
    return Path(*path.parts[1:]) if path.parts[0] == "docs" else "source" / path


def with_all_linked(first: list[Path]) -> set[Path]:
    """Return files and all that their pages link to; of a folder its content."""
    packed, ahead = set[Path](), first
    while ahead:
        one = ahead.pop()
        if one.is_dir():
            ahead += [inside for inside in one.iterdir() if inside.is_file()]
        elif one not in packed:
            packed.add(one)
            ahead += linked(one) if one.suffix == ".md" else ()
    return packed


def linked(page: Path) -> Iterator[Path]:
    """Yield each path in the source that a page links to."""
    for found in _TARGET.finditer(page.read_text(encoding="utf-8")):
        path = (found[1] or "").partition("#")[0]
        if path and not re.match(r"[a-z]+:", path):
            yield (page.parent / path).resolve()


def _moved(page: Path) -> str:
    """Return a page whose links are changed for the manual."""

    def anew(found: re.Match[str]) -> str:
        path, sign, anchor = (found[1] or "").partition("#")
        if not path or re.match(r"[a-z]+:", path):
            return found[0]
        to = place((page.parent / path).resolve())
        return os.path.relpath(to, place(page).parent) + sign + anchor

    return _TARGET.sub(anew, page.read_text(encoding="utf-8"))
