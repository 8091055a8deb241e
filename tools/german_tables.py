"""Read the handwritten word lists in tools/german; for tools/build_words.py."""

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "german"


def read(name: str) -> list[str]:
    """Return the lines of such a file, in small letters and with ss for ß."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    return [line.casefold() for line in text.splitlines() if line and line[0] != "#"]


@cache
def table(name: str, section: str = "") -> frozenset[str]:
    """Return the words of such a file, or of one *section* of it."""
    found: set[str] = set()
    now = ""
    for line in read(name):
        if line.startswith("["):
            now = line.strip("[]")
        elif section in ("", now):
            found.update(line.split())
    return frozenset(found)
