"""
The documents of the pages, built field by field.

The fields are listed in `shown`, and for a game's view by the game.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TypeVar, cast

from firmware_host.board.commands import Role
from firmware_host.board.json import Json, as_list, as_message, of_message
from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import KINDS, Counts
from firmware_host.board.table_values import Offered, Overview, Seated, Sight, Sitter
from firmware_host.languages import CODES, FIRST, keyboard
from firmware_host.limits import FOR_PAGES
from firmware_host.texts.texts import Context, Texts
from firmware_host.web.shown import (
    Alphabet,
    Event,
    Face,
    HouseRule,
    OfferedGame,
    Screen,
    Sentences,
    ShownPlayer,
)
from firmware_host.words.folding import LAID
from firmware_host.words.poses import POSES, build_of

M = TypeVar("M", bound=Mapping[str, object])

#: The number of the state document (docs/formats.md).
VERSION = 13

#: The values of the query parameter ``as``, and the role that each needs.
VIEWS: Mapping[str, Role] = {
    "wall": Role.PUBLIC,
    "seat": Role.PUBLIC,  # a phone without a place sees what the wall sees
    "teacher": Role.TEACHER,
    "board": Role.BOARD,
}

#: The value for the view of one seat on the shared screen, for a socket only.
HOT = "hot"

#: The value for a socket that sends events in place of the state.
EVENTS = "events"


def public(seen: Sight, texts: Texts) -> dict[str, object]:
    """Return the public part of the state document."""
    screen = seen["screen"]
    note = screen["note"]
    return {
        **_only(Overview, seen),
        "page": seen["chosen"],
        **_only(Screen, screen),
        **{
            name: message_text(screen[name], texts)
            for name in Sentences.__annotations__
        },
        "undo": message_text(seen["undo"], texts),
        "note_code": "" if note is None else as_message(note).code,
        "choices": [
            message_text(choice, texts) for choice in as_list(screen["choices"])
        ],
        "players": players(seen, texts),
        "zones": [
            {
                "zone": number,
                "word": message_text(zone["word"], texts, "screen")
                if zone["word"]
                else "",
                **shown,
            }
            for number, (zone, shown) in enumerate(_each(Face, seen["zones"]), 1)
        ],
        "moments": _moments(seen),
    }


def nameless(seen: Sight, texts: Texts) -> Sight:
    """Return the table's state with each player's name replaced by an animal."""
    called = {
        one["name"]: texts.say(_alias(one))
        for one in seen["players"]
        if isinstance(one["name"], str)
    }
    if not called:
        return seen
    longest = sorted(map(re.escape, called), key=len, reverse=True)
    named = re.compile(rf"(?<!\w)(?:{'|'.join(longest)})(?!\w)")

    def alias(text: str) -> str:
        return named.sub(lambda name: called[name[0]], text)

    players = [
        {**one, "name": alias(one["name"])} if isinstance(one["name"], str) else one
        for one in seen["players"]
    ]
    said = ("screen", "zones", "moments", "undo")
    words = {one: _renamed(value, alias) for one, value in seen.items() if one in said}
    return cast("Sight", {**seen, "players": players, **words})


def _alias(one: Sitter) -> Message:
    """Return the animal or the seat number shown in place of a player's name."""
    animal, number = one["animal"], one["seat"] + 1
    return say(f"animal-{animal}") if animal else say("player", n=number)


def _renamed(value: object, alias: Callable[[str], str]) -> object:
    """Return a copy of *value* with *alias* applied to all texts in its messages."""
    if isinstance(value, Mapping):
        return {key: _renamed(one, alias) for key, one in value.items()}
    if not isinstance(value, list):
        return value
    try:
        message = as_message(value)
    except ValueError:
        return [_renamed(one, alias) for one in value]
    return of_message(_refilled(message, alias))


def _refilled(message: Message, alias: Callable[[str], str]) -> Message:
    filled: dict[str, str | int | Message] = {}
    for gap, value in message.values:
        if isinstance(value, Message):
            filled[gap] = _refilled(value, alias)
        else:
            filled[gap] = alias(value) if isinstance(value, str) else value
    return say(message.code, **filled)


def _moments(seen: Sight) -> list[dict[str, object]]:
    """Return the moments; a game from outside may name clips that are not recorded."""
    recorded = _recorded()
    return [
        {**one, "said": [clip for clip in one["said"] if clip in recorded]}
        for one in seen["moments"]
    ]


def events(seen: Sight) -> list[Event]:
    """Return the moments as messages of an event stream."""
    return [
        cast("Event", {**moment, "game": seen["game"], "missed": 0})
        for moment in _moments(seen)
    ]


@cache
def _recorded() -> frozenset[str]:
    """Return the name of each clip, which is there in every language."""
    folder = Path(__file__).parent / "static/clips" / FIRST
    return frozenset(path.stem for path in folder.glob("*.mp3"))


def players(seen: Sight, texts: Texts) -> list[ShownPlayer]:
    """Return the players at the table, each with the shown name."""
    return [
        cast("ShownPlayer", {**shown, "name": name_of(one, texts)})
        for one, shown in _each(Seated, seen["players"])
    ]


def name_of(one: Sitter, texts: Texts) -> str:
    """Return the shown name of a player: the name, else a symbol or a number."""
    name = one["name"]
    return name if isinstance(name, str) else texts.say(as_message(name))


def games(offered: Iterable[Offered], texts: Texts) -> list[OfferedGame]:
    """Return the games that can be chosen, each with its house rules."""
    return [
        {
            "name": one["name"],
            "title": texts.say(say(f"game-{one['name']}")),
            "rule": texts.say(say(one["rule"])),
            "seats": one["seats"],
            "lengths": list(one["lengths"]),
            "maker": one["maker"],
            "bots": list(one["bots"]),
            "page": one["name"],
            "knobs": [
                {
                    "name": option["name"],
                    "text": texts.say(as_message(option["code"])),
                    "value": option["value"],
                    "default": option["default"],
                    "choices": [
                        {"value": value, "text": texts.say(as_message(text))}
                        for value, text in option["choices"]
                    ],
                    "word": option["word"],
                    "draws": option["draws"],
                }
                for option in one["options"]
            ],
        }
        for one in offered
    ]


def rules(offered: Iterable[Offered], seen: Sight, texts: Texts) -> list[HouseRule]:
    """Return the house rules of the present or next game."""
    options = next(
        (one["options"] for one in offered if one["name"] == seen["chosen"]), ()
    )
    settled, sheet = seen["rules"], list[HouseRule]()
    for option in options:
        value = settled.get(option["name"], option["default"])
        said = next((text for one, text in option["choices"] if one == value), None)
        sheet.append(
            {
                "name": option["name"],
                "text": texts.say(as_message(option["code"])),
                "value": str(value) if said is None else texts.say(as_message(said)),
                "usual": value == option["default"],
            }
        )
    return sheet


def alphabet(letters: Mapping[str, Counts]) -> Alphabet:
    """
    Return the letter piece alphabet; counts are in the order of the kinds.

    `poses` has the positions of a letter's pieces (`words/poses.py`): the index of the
    kind, x, y and turn of each. A letter with another build in this box has none.
    """
    poses = {
        letter: [(one.kind.place, one.x, one.y, one.turn) for one in POSES[letter]]
        for letter, build in letters.items()
        if letter in POSES and build_of(letter) == tuple(build)
    }
    return {"kinds": list(KINDS), "letters": dict(letters), "poses": poses}


def typing() -> dict[str, Json]:
    """Return the keyboard of each language, and the limits of typed texts."""
    return {
        "languages": {code: keyboard(code) for code in CODES},
        "laid": dict(LAID),
        "limits": FOR_PAGES,
    }


def _only(shape: type, item: Mapping[str, object]) -> dict[str, object]:
    """Return the fields of *item* that a shape has."""
    return {name: item[name] for name in shape.__annotations__}


def _each(shape: type, items: Iterable[M]) -> list[tuple[M, dict[str, object]]]:
    """Return each item, together with those of its fields that a shape has."""
    names = tuple(shape.__annotations__)
    return [(item, {name: item[name] for name in names}) for item in items]


def message_text(message: Json, texts: Texts, context: Context = "page") -> str:
    """Return the words of a message; nothing for None."""
    return "" if message is None else texts.say(as_message(message), context)
