"""Making a new game: a copy of the example in docs/games.md under another name."""

import ast
import re
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from firmware_host.errors import SettingsError
from firmware_host.games.catalogue import NAMES

#: The name of the template game, which is replaced in its files.
TREASURE = "treasure"

#: The title of the kit's game in German.
TITLE_DE = "Schatz"

#: The pattern of a game's name, which is a module's name and part of codes.
NAME = re.compile(r"[a-z][a-z0-9]{1,19}")


def new_files(name: str) -> Iterator[tuple[str, str]]:
    """
    Yield the name and the text of each file of a new game.

    Args:
        name: The name of the game.

    Raises:
        SettingsError: The name is not allowed.
    """
    wrong = _wrong_with(name)
    if wrong:
        msg = f"no game can be called {name!r}: {wrong}"
        raise SettingsError(msg)
    for template in sorted(files(__package__).joinpath("kit").iterdir(), key=str):
        text = template.read_text(encoding="utf-8")
        yield (
            _renamed(template.name, name).removesuffix(".template"),
            _renamed(text, name),
        )


def _wrong_with(name: str) -> str:
    if not NAME.fullmatch(name):
        return "it takes 2 to 20 small letters and digits, a letter first"
    if name in NAMES:
        return "the board has one of that name"
    try:
        ast.parse(f"{name} = 0")
        taken = name in sys.stdlib_module_names
    except SyntaxError:  # a word of Python's own, such as class
        taken = True
    return "Python has something of that name" if taken else ""


def _renamed(text: str, name: str) -> str:
    """Return a text of the game template with the template's name replaced."""
    if name == TREASURE:
        return text
    for word in (TREASURE.title(), TITLE_DE):
        text = text.replace(word, name.title())
    return text.replace(TREASURE, name)


def make(name: str, folder: Path) -> Path:
    """
    Write the files of a new game into a folder of its name, and return the folder.

    Args:
        name: The name of the game.
        folder: The folder in which to create it.

    Raises:
        SettingsError: The name is not allowed, or the folder exists already.
    """
    texts, into = list(new_files(name)), folder / name
    try:
        into.mkdir()
        for path, text in texts:
            (into / path).write_text(text, encoding="utf-8")
    except OSError as fault:
        msg = f"{into}: {fault.strerror}; nothing was made there"
        raise SettingsError(msg) from fault
    return into
