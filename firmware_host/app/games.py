"""The games there are: those of the house, and those that others have installed."""

from functools import cache
from importlib.metadata import entry_points
from typing import cast

from firmware_host.errors import SettingsError
from firmware_host.games.catalogue import GAMES
from firmware_host.games.contract import Engine

#: Where a package from outside registers its game. Source: docs/games.md.
GROUP = "letterzone.games"


@cache
def known_games() -> dict[str, Engine]:
    """
    Return every game by its name, the house's own first.

    Raises:
        SettingsError: A game from outside cannot be loaded, or takes another's name.
    """
    games = {engine.NAME: engine for engine in GAMES}
    for entry in sorted(entry_points(group=GROUP), key=lambda one: one.name):
        try:
            engine = cast("Engine", entry.load())
            name = engine.NAME
        except (ImportError, AttributeError) as fault:
            msg = f"the game {entry.name!r} ({entry.value}) cannot be loaded: {fault}"
            raise SettingsError(msg) from fault
        if name in games:
            msg = f"the game {entry.name!r} is called {name!r}, as another one is"
            raise SettingsError(msg)
        games[name] = engine
    return games


def find(name: str) -> Engine:
    """
    Return the game called *name*.

    Raises:
        SettingsError: There is no such game.
    """
    games = known_games()
    if name not in games:
        msg = f"no game is called {name!r}; there are: {', '.join(games)}"
        raise SettingsError(msg)
    return games[name]
