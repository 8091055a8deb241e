"""
Translate the generated tables of the manual into German, cell by cell.

``tables.de.toml`` has the German of each cell that is no number, name or link. A cell
without translation is an error, so that nobody adds an English row without its German.
"""

import re
import tomllib
from functools import cache
from pathlib import Path

WORDS = Path(__file__).with_name("tables.de.toml")

#: Cells that are the same in both languages: a name between backticks, a link.
ALIKE = re.compile(r"`[^`]*`|\[[^]]*\]\([^)]*\)")


@cache
def words() -> dict[str, str]:
    """Return the German of each cell, by its English."""
    return tomllib.loads(WORDS.read_text(encoding="utf-8"))


def in_german(rows: list[str]) -> list[str]:
    """Return the rows of a Markdown table in German."""
    return [
        row if row.startswith("|---") else f"| {' | '.join(map(_cell, cells(row)))} |"
        for row in rows
    ]


def cells(row: str) -> list[str]:
    """Return the cells of a row of a Markdown table."""
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def _cell(english: str) -> str:
    if re.fullmatch(r"-?\d+\.\d+", english):
        return english.replace(".", ",")
    if not re.search("[a-z]", ALIKE.sub("", english)):
        return english
    if english not in words():
        msg = f"no German for {english!r}: say it in tools/{WORDS.name}"
        raise SystemExit(msg)
    return words()[english]
