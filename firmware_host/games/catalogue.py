"""Every game the board knows: a new one is its files and one line here."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from firmware_host.board.json import JsonObject
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


class Games(Mapping[str, "Engine"]):
    """
    Games by their names; one of the house's is imported when it is first asked for.

    A board that plays one game has neither the time nor the memory for all of them
    to be there before the first tap.

    Args:
        outside: Those that others have installed, by their names.
    """

    def __init__(self, outside: "Mapping[str, Engine] | None" = None) -> None:
        self._outside = dict(outside or {})

    def __getitem__(self, name: str) -> "Engine":
        if name in NAMES:
            module = import_module(f"firmware_host.games.{name}.game")
            game: Engine = getattr(module, name)
            return game
        return self._outside[name]

    def __contains__(self, name: object) -> bool:
        return name in NAMES or name in self._outside

    def __iter__(self) -> Iterator[str]:
        yield from NAMES
        yield from self._outside

    def __len__(self) -> int:
        return len(NAMES) + len(self._outside)


#: The games of the house.
GAMES = Games()


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
