"""Every game the board knows: a new one is its files and one line here."""

from typing import cast

from firmware_host.errors import SettingsError
from firmware_host.games import decipher
from firmware_host.games.contract import Engine

#: The games of the house, in the order in which they are offered.
GAMES: tuple[Engine, ...] = (cast("Engine", decipher),)


def find(name: str, *, others: tuple[Engine, ...] = ()) -> Engine:
    """
    Return the game called *name*.

    Args:
        name: As in a transcript's header.
        others: Games of outsiders, from their entry points.

    Raises:
        SettingsError: There is no such game.
    """
    games = {engine.NAME: engine for engine in (*GAMES, *others)}
    if name not in games:
        msg = f"no game is called {name!r}; there are: {', '.join(games)}"
        raise SettingsError(msg)
    return games[name]
