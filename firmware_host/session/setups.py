"""
The setup of a game: its players and what was chosen; the last one as stored text.

A damaged text is read as far as possible.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, field, replace
from json import dumps, loads

from firmware_host.board.commands import PLACES, Choose, ChoosePlayers, schemas_of
from firmware_host.board.events import PLAYER_BUTTONS, Button
from firmware_host.board.json import JsonObject
from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import NOBODY, Person
from firmware_host.board.players import ANIMALS, BY_ANIMAL, STRENGTHS, SYMBOL, Animal
from firmware_host.board.record import Record
from firmware_host.board.schema import fits
from firmware_host.games.bots import Bot
from firmware_host.games.catalogue import NAMES
from firmware_host.limits import SEATS

#: A player's name as it was typed, or a message for a player without a name.
Name = str | Message


class Player(Record):
    """
    A player at the table.

    Args:
        name: The typed name; `BY_ANIMAL`; empty for none.
        button: The button that this player presses.
        person: The person's number, from `identities`.
        animal: The person's animal on pages and rims, from `identities`.
        bot: The bot that plays here; None for a person.
    """

    name: str = ""
    button: Button | None = None
    person: Person = field(default=NOBODY, compare=False)
    animal: Animal | None = field(default=None, compare=False)
    bot: Bot | None = None

    @property
    def key(self) -> str:
        """The part of a player stored over a restart: a button, or a strength."""
        return self.button or ("" if self.bot is None else self.bot.strength)

    @property
    def symbol(self) -> str:
        """The symbol beside the name: a person's button, ``bot``, or "" for none."""
        return self.button or ("" if self.bot is None else SYMBOL)


class Setup(Record):
    """
    The choices of the last game, offered for the next one.

    Args:
        length: Letters of a word; a game with other lengths takes its own.
        rules: The options with other values than the default, by game.
        pack: The key of the pack of words that the board draws from; empty for its own
            words. It has no effect in a language without such a pack.
        day: The number of the day that was entered; 0 for none.
    """

    language: str = "en"
    place: str = "home"
    game: str = NAMES[0]
    length: int = 5
    players: tuple[Player, ...] = ()
    board_makes: bool = True
    rounds: int = 3
    sound: bool = True
    rules: Mapping[str, Mapping[str, str | int]] = field(default_factory=dict)
    pack: str = ""
    day: int = 0

    @property
    def bots(self) -> tuple[Player, ...]:
        """The bots that are chosen."""
        return tuple(one for one in self.players if one.bot is not None)


def name_of(player: Player, seat: int) -> Name:
    """Return the shown name of a player: name, animal, symbol, or number."""
    if player.name == BY_ANIMAL and player.animal is not None:
        return say(f"animal-{player.animal}")
    if player.name and player.name != BY_ANIMAL:
        return player.name
    if player.bot is not None:
        return say("bot-name", animal=say(f"animal-{player.bot.animal}"))
    if player.button is not None:
        return say(f"player-{player.button}")
    return say("player", n=seat + 1)


def names_of(players: tuple[Player, ...]) -> tuple[Name, ...]:
    """Return everybody's name by seat."""
    return tuple(name_of(player, seat) for seat, player in enumerate(players))


_OPTIONS: JsonObject = {
    "type": "object",
    "additionalProperties": {"type": ("string", "integer")},
}

#: The settings that are the same in a command and in the setup.
_PLAIN = ("length", "rounds", "place", "board_makes", "sound", "pack", "day")

#: The JSON Schema of each stored field of `Setup`, except the language.
_REMEMBERED: Mapping[str, JsonObject] = {
    **{name: one for name, one in schemas_of(Choose).items() if name in _PLAIN},
    "game": {"type": "string"},
    "players": {
        "type": "array",
        "maxItems": SEATS,
        "items": {"type": "string", "enum": (*PLAYER_BUTTONS, *STRENGTHS)},
    },
    "rules": {"type": "object", "additionalProperties": _OPTIONS},
}


def at_place(setup: Setup, place: str) -> Setup:
    """Return the setup for a place: at home with sound, in a class without."""
    if place == setup.place:
        return setup  # whatever somebody has said of the sound since
    return replace(setup, place=place, sound=place == "home")


def chosen(setup: Setup, command: Choose, sitting: Iterable[Player]) -> Setup:
    """
    Return the setup with what a command chooses.

    Args:
        setup: The setup before.
        command: The new choices, as `table.wishes.check_command` returns them.
        sitting: The players at the table.
    """
    setup = at_place(setup, command.place or setup.place)
    given = command.__dict__
    names = ("language", "game", *_PLAIN)
    plain = {name: given[name] for name in names if given[name] is not None}
    rules, game = command.rules, command.game or setup.game
    if rules is not None:
        others = {name: one for name, one in setup.rules.items() if name != game}
        plain["rules"] = {**others, **({game: rules} if rules else {})}
    return with_players(replace(setup, **plain), command, sitting)


def with_players(
    setup: Setup, command: ChoosePlayers, sitting: Iterable[Player]
) -> Setup:
    """Return the setup with the players of a command, their buttons and bots."""
    names = command.players
    if names is None:
        return setup
    known = tuple(sitting)
    worn = (*command.animals, *[None] * len(names))
    free = [one for one in reversed(ANIMALS) if one not in worn]
    strengths = (*command.bots, *[""] * len(names))
    players = tuple(
        Player(bot=Bot(strength, animal or (free or [*ANIMALS]).pop(0)))
        if strength
        else _person(known, name, animal)
        for name, animal, strength in zip(names, worn, strengths, strict=False)
    )
    return replace(setup, players=players)


def _person(known: Iterable[Player], name: str, animal: Animal | None) -> Player:
    """Return the known player of a name, or of an unnamed animal; else a new one."""
    had = [one for one in known if one.name == name]
    if name == BY_ANIMAL:
        had = [one for one in had if one.animal == animal]
    one = had[-1] if had else Player(name)
    return replace(one, animal=animal or one.animal)


def setup_text(setup: Setup) -> str:
    """Return the setup as text to store, without names."""
    item = asdict(setup)
    if not setup.day:
        del item["day"]
    item["players"] = [player.key for player in setup.players if player.key]
    return dumps(item, ensure_ascii=False)


def read_setup(text: str, languages: Iterable[str]) -> tuple[Setup, bool]:
    """
    Return the stored setup, with defaults in place of invalid values.

    Args:
        text: The text of `setup_text`, which may be damaged.
        languages: The codes of all languages.

    Returns:
        The setup, and True if all of the text was valid.
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
    """Yield the players of some stored keys (`Player.key`)."""
    animals = reversed(ANIMALS)
    for key in keys:
        bot = Bot(key, next(animals)) if key in STRENGTHS else None
        yield Player(button=None if bot else Button(key), bot=bot)
