"""Find the games of other packages, without importing the built-in ones."""

import logging
from collections.abc import Iterator
from functools import cache, partial
from importlib import import_module
from importlib.metadata import EntryPoint, MetadataPathFinder, distributions
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from firmware_host.board.messages import Message, say
from firmware_host.errors import SettingsError
from firmware_host.games.contract import VERSION
from firmware_host.limits import GAME_SLOW_S
from firmware_host.texts.catalogue import Catalogue

if TYPE_CHECKING:  # imported late: most boards need none
    from firmware_host.games.game import Engine

_log = logging.getLogger(__name__)

#: The most letters of a fault that the board shows, and the most faults that are named.
_WHY, _FAULTS = 300, 3

#: A package registers its game in this group with the number of the contract that it
#: was written for, as in ``letterzone.games.10``. Source: docs/games.md.
GROUP = "letterzone.games"
FITTING = f"{GROUP}.{VERSION}"


def entry_points(group: str) -> Iterator[EntryPoint]:
    """
    Yield the entry points of *group* or ``group.NUMBER``.

    A package that is found in two folders is yielded twice.

    `importlib.metadata` does the same, but parses the entry points of every package,
    which takes most of the time of a start.
    """
    for package in distributions():
        if group in (package.read_text("entry_points.txt") or ""):
            for entry in package.entry_points:
                if entry.group == group or entry.group.startswith(f"{group}."):
                    yield entry
    MetadataPathFinder().invalidate_caches()  # else it keeps the name of every file


class SetAside(NamedTuple):
    """
    A game that is installed but not offered, because it has an error.

    Args:
        name: The name of its entry point.
        fault: A description of the error, and of a correct game.
    """

    name: str
    fault: SettingsError


@cache
def found_games() -> "tuple[dict[str, Engine], tuple[SetAside, ...]]":
    """
    Return the working games of other packages by name, and the broken ones.

    The errors of the broken ones are logged.
    """
    games: dict[str, Engine] = {}
    aside = []
    for entry in sorted({*entry_points(group=GROUP)}, key=lambda one: one.name):
        try:
            engine = _load(entry, known=tuple(games))
        except SettingsError as fault:
            _log.error("%s; the board plays without it", fault)
            aside.append(SetAside(entry.name, fault))
            continue
        games[engine.NAME] = engine
    return games, tuple(aside)


def set_aside() -> Message | None:
    """Return a message about an installed game that is not offered; else None."""
    aside = found_games()[1]
    if not aside:
        return None
    name, fault = aside[0]
    return say("games-set-aside", n=len(aside), game=name, why=str(fault)[:_WHY])


def playable_games() -> dict[str, "Engine"]:
    """Return every whole game from outside by its name."""
    return found_games()[0]


def game_files() -> dict[str, str]:
    """Return by name the folders of games from outside that have one."""
    games = playable_games().values()
    return {game.NAME: game.FILES for game in games if game.FILES}


def _load(entry: EntryPoint, *, known: tuple[str, ...]) -> "Engine":
    """
    Load a game and check that it has all required parts.

    Raises:
        SettingsError: It cannot be loaded, is no game, has the name of another game, or
            was written for another contract.
    """
    if entry.group != FITTING:
        msg = (
            f"the game {entry.name!r} is written for [{entry.group}], and this board "
            f"plays [{FITTING}]: install a game and a Letterzone of the same number"
        )
        raise SettingsError(msg)
    # Imported late: without games from outside a start needs neither.
    catalogue = import_module("firmware_host.games.catalogue")
    base = import_module("firmware_host.games.game").Game
    declarations = import_module("firmware_host.app.content.declarations")
    time_limit = import_module("firmware_host.app.content.time_limit")
    limited = partial(time_limit.game_limits(), entry.name, limit_s=GAME_SLOW_S)
    wrong = f"the game {entry.name!r} ({entry.value}) cannot be loaded"
    try:
        engine: Engine = limited(entry.load)
        is_whole: bool = isinstance(engine, base)
        declared_wrong = (
            limited(partial(declarations.faults, engine)) if is_whole else ()
        )
        if is_whole and not declared_wrong:
            _look_into(engine.FILES)
    except (Exception, SystemExit, time_limit.HangError) as fault:
        msg = f"{wrong}: {fault}"
        raise SettingsError(msg) from fault
    if not is_whole:
        msg = f"{wrong}: it is no Game; docs/games.md shows one"
        raise SettingsError(msg)
    if declared_wrong:
        told = "; ".join(map(str, declared_wrong[:_FAULTS]))
        msg = f"the game {entry.name!r} is set aside: {told}"
        raise SettingsError(msg)
    if engine.NAME in (*catalogue.NAMES, *known):
        msg = f"a game from outside is called {engine.NAME!r}, as another one is"
        raise SettingsError(msg)
    return engine


def _look_into(folder: str) -> None:
    """
    Check that a game's folder exists and its sentences can be read.

    Raises:
        OSError: The folder does not exist.
        ValueError, IndexError: A file of sentences is damaged.
        SettingsError: A file has no sentences.
    """
    for path in Path(folder).iterdir() if folder else ():
        if path.name == "texts":
            for texts in path.glob("*.mo"):
                list(Catalogue(texts.read_bytes()).sentences())
