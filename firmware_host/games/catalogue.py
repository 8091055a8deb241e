"""Every game the board knows: a new one is its files and one line here."""

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from firmware_host.board.json import JsonObject
from firmware_host.board.once import Lazy
from firmware_host.errors import SettingsError

if TYPE_CHECKING:  # the names are read where no game is asked for
    from firmware_host.games.game import Engine

#: The games of the house, in the order in which they are offered: each one's name is
#: the folder that it lies in.
NAMES = (
    "decipher",
    "codecards",
    "wqrdles",
    "keyword",
)


def with_outside(outside: "Mapping[str, Engine]") -> "Mapping[str, Engine]":
    """
    Return the games of the house, and those that others have installed, by their names.

    One of the house's is imported when it is first asked for: a board that plays one
    game has neither the time nor the memory for all of them before the first tap.

    Args:
        outside: Those that others have installed, by their names.
    """

    def load(name: str) -> "Engine":
        if name in outside:
            return outside[name]
        module = import_module(f"firmware_host.games.{name}.game")
        game: Engine = getattr(module, name)
        return game

    return Lazy((*NAMES, *outside), load)


#: The games of the house.
GAMES = with_outside({})


def settled(engine: "Engine", turned: JsonObject) -> tuple[tuple[str, str | int], ...]:
    """
    Return the options of a game that are not at their default.

    Args:
        engine: The game.
        turned: Values by the name of their option.

    Raises:
        SettingsError: There is no such option, or it has no such value.
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
