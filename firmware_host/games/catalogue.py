"""
The games that the board knows.

A new built-in game needs its folder and its name here.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from firmware_host.board.json import JsonObject
from firmware_host.board.once import Lazy
from firmware_host.errors import SettingsError

if TYPE_CHECKING:  # the names are used without importing any game
    from firmware_host.games.game import Engine

#: The built-in games, in the order of the menu. A game's name is the name of its
#: folder.
NAMES = ("decipher", "codecards", "wqrdles", "keyword")


def with_outside(outside: "Mapping[str, Engine]") -> "Mapping[str, Engine]":
    """
    Return the built-in games and the installed games of other packages, by name.

    A built-in game is imported when it is first used, which saves time and memory
    before the first tap.

    Args:
        outside: The installed games of other packages, by name.
    """

    def load(name: str) -> "Engine":
        if name in outside:
            return outside[name]
        module = import_module(f"firmware_host.games.{name}.game")
        game: Engine = getattr(module, name)
        return game

    return Lazy((*NAMES, *outside), load)


#: The built-in games.
GAMES = with_outside({})


def check_options(
    engine: "Engine", turned: JsonObject
) -> tuple[tuple[str, str | int], ...]:
    """
    Check the options of a game, and return those that differ from the default.

    Args:
        engine: The game.
        turned: The values by option.

    Raises:
        SettingsError: An option or a value is unknown.
    """
    options = {option.name: option for option in engine.OPTIONS}
    known: dict[str, str | int] = {}
    for name, value in turned.items():
        if name not in options:
            there = ", ".join(options) or "none"
            msg = f"{engine.NAME} has no setting {name!r}; it has: {there}"
            raise SettingsError(msg)
        if not (isinstance(value, str | int) and options[name].takes(value)):
            msg = f"{name} cannot be {value!r}; it can be {options[name].expected}"
            raise SettingsError(msg)
        known[name] = value
    return tuple(
        (option.name, known[option.name])
        for option in engine.OPTIONS
        if known.get(option.name, option.default) != option.default
    )
