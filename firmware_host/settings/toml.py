"""Reading a TOML file that a person may have written, or a card has spoilt."""

import re
import tomllib
from pathlib import Path

from firmware_host.board.json import Json
from firmware_host.errors import SettingsError
from firmware_host.settings.files import read_text_file


def read_toml(path: Path, *, remedy: str) -> tuple[str, dict[str, Json]]:
    """
    Return the text of a TOML file, and its parsed content.

    Args:
        path: The file.
        remedy: What to do if it cannot be parsed, for the error's text.

    Raises:
        SettingsError: It cannot be read, or is not TOML; the text says file, line and
            remedy.
    """
    text = read_text_file(path, remedy=remedy)
    try:
        return text, tomllib.loads(text)
    # A number with thousands of digits, or lists in lists in lists, have no line.
    except (ValueError, RecursionError) as fault:
        why = str(fault)
        # Before Python 3.14 the line is only in the message.
        found = re.search(r"\(at line (\d+), ", why)
        line = int(found[1]) if found else len(text.splitlines()) or 1
        msg = f"{path}:{line}: this is not TOML: {why}; {remedy}"
        raise SettingsError(msg) from fault
