"""Every game the board knows: a new one is its files and one line here."""

from collections.abc import Mapping
from typing import cast

from firmware_host.errors import SettingsError
from firmware_host.games import codecards, decipher, keyword, wqrdles
from firmware_host.games.contract import Engine

#: The games of the house, in the order in which they are offered.
GAMES: tuple[Engine, ...] = (
    cast("Engine", decipher),
    cast("Engine", codecards),
    cast("Engine", wqrdles),
    cast("Engine", keyword),
)


def settled(
    engine: Engine, turned: Mapping[str, str | int]
) -> tuple[tuple[str, str | int], ...]:
    """
    Return the knobs of a game that are not at their default.

    Args:
        engine: The game.
        turned: Values by the name of their knob.

    Raises:
        SettingsError: There is no such knob, or it has no such value.
    """
    knobs = {knob.name: knob for knob in engine.KNOBS}
    for name, value in turned.items():
        if name not in knobs:
            known = ", ".join(knobs) or "none"
            msg = f"{engine.NAME} has no setting {name!r}; it has: {known}"
            raise SettingsError(msg)
        if not knobs[name].takes(value):
            msg = f"{name} cannot be {value!r}; it can be {knobs[name].expected}"
            raise SettingsError(msg)
    return tuple(
        (knob.name, turned[knob.name])
        for knob in engine.KNOBS
        if turned.get(knob.name, knob.default) != knob.default
    )
