"""The last setup as stored text; a damaged text is read as far as possible."""

from collections.abc import Callable, Container, Mapping
from dataclasses import asdict, replace
from json import dumps, loads

from firmware_host.board.events import PLAYER_BUTTONS, Button
from firmware_host.board.json import Json
from firmware_host.board.pieces import ZONES
from firmware_host.limits import ROUNDS_ASKED, SEATS
from firmware_host.session.state import Player, Setup

_Check = Callable[[Json], bool]

#: What may be chosen from elsewhere than the board, and what is right.
CHOICES: Mapping[str, _Check] = {
    "length": lambda value: type(value) is int and 0 < value <= len(ZONES),
    "rounds": lambda value: type(value) is int and 1 <= value <= ROUNDS_ASKED,
    "place": lambda value: value in ("home", "class"),
    "board_makes": lambda value: type(value) is bool,
    "sound": lambda value: type(value) is bool,
}


def setup_text(setup: Setup) -> str:
    """Return the setup as text to remember; names are not in it."""
    item = asdict(setup)
    item["players"] = [player.button for player in setup.players if player.button]
    return dumps(item, ensure_ascii=False)


def read_setup(text: str, languages: Container[str]) -> tuple[Setup, bool]:
    """
    Return the setup that was remembered, the usual of what cannot be right.

    Args:
        text: What `setup_text` wrote; a bit of it may have changed on the card.
        languages: The codes of the languages there are.

    Returns:
        The setup, and whether all of it was right.
    """
    try:
        item = loads(text)
    except ValueError:
        item = None
    if not isinstance(item, dict):
        return Setup(), False
    fields = {name: item[name] for name in asdict(Setup()) if name in item}
    checks: dict[str, _Check] = {
        **CHOICES,
        "language": lambda value: isinstance(value, str) and value in languages,
        "game": lambda value: isinstance(value, str),
        "players": _are_buttons,
        "rules": _are_rules,
    }
    right = {name: value for name, value in fields.items() if checks[name](value)}
    buttons = tuple(map(Button, right.pop("players", ())))
    setup = replace(Setup(), **right)
    players = tuple(Player(button=button) for button in buttons)
    whole = all(checks[name](value) for name, value in fields.items())
    return replace(setup, players=players), whole


def _are_buttons(value: Json) -> bool:
    known = set(PLAYER_BUTTONS)
    return (
        isinstance(value, list)
        and len(value) <= SEATS
        and all(isinstance(one, str) and one in known for one in value)
    )


def _are_rules(value: Json) -> bool:
    return isinstance(value, dict) and all(
        isinstance(options, dict)
        and all(isinstance(one, str | int) for one in options.values())
        for options in value.values()
    )
