"""
The languages: each folder here is one, and this is the list of them.

The files of a language are in its folder; `docs/languages.md` describes each.
"""

import tomllib
from functools import cache
from pathlib import Path

from firmware_host.board.json import Json, JsonObject, as_object, texts

#: One folder a language, and the alphabet that they share.
FOLDER = Path(__file__).parent

#: The file that every folder of a language has.
ABOUT = "language.toml"

#: The language for users whose own is not available.
FIRST = "en"

#: The order in which languages are offered: English, then by code.
CODES = tuple(
    sorted(
        (path.parent.name for path in FOLDER.glob(f"*/{ABOUT}")),
        key=lambda code: (code != FIRST, code),
    )
)


@cache
def about(code: str) -> JsonObject:
    """
    Return the content of a language's `ABOUT` file, parsed from TOML.

    It is empty if the file cannot be read; `words.language.read_language` reports why.
    """
    try:
        return tomllib.loads((FOLDER / code / ABOUT).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}


def title(code: str) -> str:
    """Return the name of a language in that language, such as ``Deutsch``."""
    return str(about(code).get("name", code))


def decimal(code: str) -> str:
    """Return the sign before the tenths, ``.`` or ``,``."""
    return str(about(code).get("decimal", "."))


def keyboard(code: str) -> dict[str, Json]:
    """
    Return the on-screen keyboard of a language.

    ``letters`` are all letters that have a tile, as one text; ``rows`` are the rows of
    the keyboard, ``more`` its additional keys.
    """
    found = about(code)
    return {
        "letters": "".join(as_object(found.get("tiles", {}))),
        "rows": list(texts({"rows": (), **found}, "rows")),
        "more": list(texts({"more": (), **found}, "more")),
    }
