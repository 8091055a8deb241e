"""
The tables of the manual's German pages, made cell by cell from the English ones.

``tables.de.toml`` has the German of each cell that is no number, name or link. A cell
without one is an error, so that whoever adds an English row is asked for its German.
"""

import re
import tomllib
from functools import cache
from pathlib import Path

WORDS = Path(__file__).with_name("tables.de.toml")

#: What stands in both languages alike: a name between backticks, a link.
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
