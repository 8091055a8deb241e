"""The last setup as stored text; a damaged text is read as far as possible."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, replace
from json import dumps, loads

from firmware_host.board.animals import ANIMALS
from firmware_host.board.bots import STRENGTHS
from firmware_host.board.events import PLAYER_BUTTONS, Button
from firmware_host.board.json import JsonObject
from firmware_host.board.pieces import ZONES
from firmware_host.board.schema import fits
from firmware_host.games.bots import Bot
from firmware_host.limits import LAST_DAY, LIST_LETTERS, ROUNDS_ASKED, SEATS
from firmware_host.session.state import PLACES, Player, Setup

_FLAG: JsonObject = {"type": "boolean"}

#: What may be chosen from elsewhere than the board, as JSON Schema.
CHOICES: Mapping[str, JsonObject] = {
    "length": {"type": "integer", "minimum": 1, "maximum": len(ZONES)},
    "rounds": {"type": "integer", "minimum": 1, "maximum": ROUNDS_ASKED},
    "place": {"type": "string", "enum": PLACES},
    "board_makes": _FLAG,
    "sound": _FLAG,
    "pack": {"type": "string", "maxLength": LIST_LETTERS},
    "day": {"type": "integer", "minimum": 0, "maximum": LAST_DAY},
}

_OPTIONS: JsonObject = {
    "type": "object",
    "additionalProperties": {"type": ("string", "integer")},
}

#: What is remembered beside, by its name in `Setup`; but for the language.
_REMEMBERED: Mapping[str, JsonObject] = {
    **CHOICES,
    "game": {"type": "string"},
    "players": {
        "type": "array",
        "maxItems": SEATS,
        "items": {"type": "string", "enum": (*PLAYER_BUTTONS, *STRENGTHS)},
    },
    "rules": {"type": "object", "additionalProperties": _OPTIONS},
}


def at_place(setup: Setup, place: str) -> Setup:
    """Return the setup at home, where a board is heard, or in a class, where not."""
    if place == setup.place:
        return setup  # whatever somebody has said of the sound since
    return replace(setup, place=place, sound=place == "home")


def setup_text(setup: Setup) -> str:
    """Return the setup as text to remember; names are not in it."""
    item = asdict(setup)
    if not setup.day:
        del item["day"]
    item["players"] = [player.key for player in setup.players if player.key]
    return dumps(item, ensure_ascii=False)


def read_setup(text: str, languages: Iterable[str]) -> tuple[Setup, bool]:
    """
    Return the setup that was remembered, the usual of what cannot be right.

    Args:
        text: What `setup_text` wrote; a bit of it may have changed on the card.
        languages: The codes of the languages there are.

    Returns:
        The setup, and whether all of it was right.
    """
    item = _loaded(text)
    if not isinstance(item, dict):
        return Setup(), False
    schemas = {**_REMEMBERED, "language": {"type": "string", "enum": tuple(languages)}}
    fields = {name: item[name] for name in schemas if name in item}
    right = {
        name: value for name, value in fields.items() if fits(value, schemas[name])
    }
    whole = right == fields
    players = tuple(_players(right.pop("players", ())))
    return replace(Setup(), **right, players=players), whole


def is_place_garbage(text: str) -> bool:
    """Return True if a stored setup is unreadable or names an unknown place."""
    item = _loaded(text)
    return not isinstance(item, dict) or item.get("place", PLACES[0]) not in PLACES


def known_place(text: str) -> str:
    """Return the board's place named in a stored setup; "" if it has none."""
    item = _loaded(text)
    place = item.get("place") if isinstance(item, dict) else None
    return place if place in PLACES else ""


def with_place(text: str, place: str) -> str:
    """Return a stored setup with its place replaced, as JSON text."""
    item = _loaded(text)
    return dumps((item if isinstance(item, dict) else {}) | {"place": place})


def _loaded(text: str) -> object:
    try:
        return loads(text)
    except (ValueError, RecursionError):
        return None


def _players(keys: Iterable[str]) -> Iterator[Player]:
    """Yield the players of whom their `Player.key` is known."""
    animals = reversed(ANIMALS)
    for key in keys:
        bot = Bot(key, next(animals)) if key in STRENGTHS else None
        yield Player(button=None if bot else Button(key), bot=bot)
