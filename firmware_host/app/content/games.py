"""The list of all games: the built-in ones and those of other packages."""

from collections.abc import Mapping
from typing import cast

from firmware_host.app.content.outside import found_games, playable_games
from firmware_host.errors import SettingsError
from firmware_host.games.catalogue import with_outside
from firmware_host.games.game import Engine


def known_games() -> Mapping[str, Engine]:
    """
    Return every game by name, the built-in games first, for a command.

    Any fault of a game from outside, also a hang, raises `SettingsError`.

    Raises:
        SettingsError: A game from outside cannot be loaded, or takes another's name.
    """
    outside, aside = found_games()
    for one in aside:
        raise one.fault
    if not outside:
        return with_outside({})
    from firmware_host.app.content.stranger import timed  # noqa: PLC0415 - most boards need none

    return with_outside({name: timed(engine) for name, engine in outside.items()})


def board_games() -> Mapping[str, Engine]:
    """Return every game as a board plays it: one from outside is guarded."""
    outside = playable_games()
    if not outside:
        return with_outside({})
    from firmware_host.app.content.stranger import StrangersGame  # noqa: PLC0415 - most boards need none
    from firmware_host.app.content.time_limit import game_limits  # noqa: PLC0415 - as above

    guarded = {
        name: StrangersGame(engine, game_limits()) for name, engine in outside.items()
    }
    return with_outside(cast("Mapping[str, Engine]", guarded))


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
