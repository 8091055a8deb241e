"""Games that others have installed, found without a look at the house's own."""

import logging
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, distributions
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_host.errors import SettingsError
from firmware_host.texts.catalogue import Catalogue

if TYPE_CHECKING:  # imported late: most boards need none
    from firmware_host.games.game import Engine

_log = logging.getLogger(__name__)

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
def outside_games() -> dict[str, "Engine"]:
    """
    Return every engine from outside by its name.

    Raises:
        SettingsError: One cannot be loaded, or takes another's name.
    """
    games: dict[str, Engine] = {}
    for entry in sorted({*entry_points(group=GROUP)}, key=lambda one: one.name):
        engine = _load(entry)
        if engine.NAME in games:
            raise taken(engine.NAME)
        games[engine.NAME] = engine
    return games


@cache
def playable_games() -> dict[str, "Engine"]:
    """Return every whole engine from outside; what is wrong with another is logged."""
    games: dict[str, Engine] = {}
    for entry in sorted({*entry_points(group=GROUP)}, key=lambda one: one.name):
        try:
            engine = _load_whole(entry, known=tuple(games))
        except SettingsError as fault:
            _log.error("%s; the board plays without it", fault)
            continue
        games[engine.NAME] = engine
    return games


def game_files() -> dict[str, str]:
    """Return the folders of those games from outside that bring one, by their names."""
    games = playable_games().values()
    return {game.NAME: game.FILES for game in games if game.FILES}


def _load_whole(entry: EntryPoint, *, known: tuple[str, ...]) -> "Engine":
    """Return a game that has all that a game must have."""
    # Imported late: where nobody has installed a game, a start needs neither.
    catalogue = import_module("firmware_host.games.catalogue")
    base = import_module("firmware_host.games.game").Game
    engine = _load(entry)
    is_whole: bool = isinstance(engine, base)
    if not is_whole:
        raise SettingsError(_wrong(entry, "it is no Game; docs/games.md shows one"))
    if engine.NAME in (*catalogue.NAMES, *known):
        raise taken(engine.NAME)
    try:
        _look_into(engine.FILES)
    except (OSError, ValueError, IndexError, SettingsError) as fault:
        raise SettingsError(_wrong(entry, fault)) from fault
    return engine


def _look_into(folder: str) -> None:
    """
    Look whether a game's folder is there, and its sentences can be read.

    Raises:
        OSError: It is not there.
        ValueError, IndexError: A file of sentences is damaged.
        SettingsError: A file has no sentences.
    """
    for path in Path(folder).iterdir() if folder else ():
        if path.name == "texts":
            for texts in path.glob("*.mo"):
                list(Catalogue(texts.read_bytes()).sentences())


def _load(entry: EntryPoint) -> "Engine":
    try:
        engine: Engine = entry.load()
        _ = engine.NAME
    except Exception as fault:
        raise SettingsError(_wrong(entry, fault)) from fault
    return engine


def _wrong(entry: EntryPoint, why: object) -> str:
    return f"the game {entry.name!r} ({entry.value}) cannot be loaded: {why}"


def taken(name: str) -> SettingsError:
    """Return the mistake of a game that is called as another one is."""
    return SettingsError(f"a game from outside is called {name!r}, as another one is")
