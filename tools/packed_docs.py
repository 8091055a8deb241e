"""
The manual as it comes with a package: all that its pages link to, and no link dead.

What stands in docs/ and at the top of the source lies at the top of the package's
folder. What a page shows or links to beside that (an assembly and its drawings, what to
print, a licence) lies under source/, where the source has it. Links are written anew.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

#: What comes along without being linked to.
FIRST = ("CHANGELOG.md", "docs/*.md", "docs/rules/*", "docs/examples/*")

#: The target of a link or picture, and what stands between fences, which is none.
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
    """Return where a file of the source lies in the manual."""
    path = file.relative_to(ROOT)
    if len(path.parts) == 1:
        return path
    return Path(*path.parts[1:]) if path.parts[0] == "docs" else "source" / path


def with_all_linked(first: list[Path]) -> set[Path]:
    """Return files, and all that their pages link to; of a folder what is in it."""
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
    """Yield each place in the source that a page links to."""
    for found in _TARGET.finditer(page.read_text(encoding="utf-8")):
        path = (found[1] or "").partition("#")[0]
        if path and not re.match(r"[a-z]+:", path):
            yield (page.parent / path).resolve()


def _moved(page: Path) -> str:
    """Return a page with its links as they are in the manual."""

    def anew(found: re.Match[str]) -> str:
        path, sign, anchor = (found[1] or "").partition("#")
        if not path or re.match(r"[a-z]+:", path):
            return found[0]
        to = place((page.parent / path).resolve())
        return os.path.relpath(to, place(page).parent) + sign + anchor

    return _TARGET.sub(anew, page.read_text(encoding="utf-8"))
