"""Games that others have installed, found without a look at the house's own."""

from collections.abc import Iterator
from functools import cache
from importlib.metadata import EntryPoint, distributions
from typing import Any

from firmware_host.errors import SettingsError

#: Where a package from outside registers its game. Source: docs/games.md.
GROUP = "letterzone.games"


def entry_points(group: str) -> Iterator[EntryPoint]:
    """
    Yield what is registered under *group*, a thing in two folders twice.

    `importlib.metadata` has the same, and parses what every package registers, which
    takes a start longer than all the rest that it reads.
    """
    for package in distributions():
        if group in (package.read_text("entry_points.txt") or ""):
            yield from package.entry_points.select(group=group)


@cache
def outside_games() -> dict[str, Any]:
    """
    Return every engine from outside by its name.

    Raises:
        SettingsError: One cannot be loaded, or takes another's name.
    """
    games: dict[str, Any] = {}
    for entry in sorted({*entry_points(group=GROUP)}, key=lambda one: one.name):
        try:
            engine = entry.load()
            name = engine.NAME
        except (ImportError, AttributeError) as fault:
            msg = f"the game {entry.name!r} ({entry.value}) cannot be loaded: {fault}"
            raise SettingsError(msg) from fault
        if name in games:
            raise taken(name)
        games[name] = engine
    return games


def taken(name: str) -> SettingsError:
    """Return the mistake of a game that is called as another one is."""
    return SettingsError(f"a game from outside is called {name!r}, as another one is")
