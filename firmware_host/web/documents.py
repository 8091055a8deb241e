"""
What leaves the board: one list of allowed fields for each role.

A document is built field by field from these lists and from each game's own. A field
that no list names is never sent.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

from firmware_host.board.json import Json, as_list, as_message
from firmware_host.board.messages import say
from firmware_host.board.pieces import KINDS
from firmware_host.board.table_values import Offered, Sight, Sitter
from firmware_host.languages import CODES, FIRST, keyboard
from firmware_host.limits import FOR_PAGES
from firmware_host.texts.texts import Context, Texts
from firmware_host.words.folding import LAID
from firmware_host.words.poses import POSES, build_of

#: The number of the state document (docs/formats.md).
VERSION = 8

#: Of the table, as they are.
TABLE = (
    *("language", "place", "game", "chosen", "phase", "tutorial", "paused", "sound"),
    "kiosk",
    *("elapsed_ms", "left_ms", "running", "length", "board_makes", "rounds", "view"),
    *("bots", "pack"),
)

#: Of its screen, as they are.
SCREEN = ("kind", "busy", "marked")

#: Of its screen, in words.
SAID = ("line", "status", "note", "fault")

#: Of somebody who plays, beside the name.
SITTER = ("seat", "symbol", "animal", "left", "points", "bot")

#: Of a letter zone.
ZONE = (
    *("lamp", "in_word", "placed", "covered", "letter", "build", "spelled", "mark"),
    "card",
)


#: Of a moment.
MOMENT = (
    "n",
    "what",
    "seat",
    "zone",
    "kind",
    "word",
    "marks",
    "answer",
    "tune",
)


def public(seen: Sight, texts: Texts) -> dict[str, object]:
    """Return what anybody on the network may read."""
    screen = seen["screen"]
    note = screen["note"]
    return {
        **_only(TABLE, seen),
        "page": seen["chosen"],
        **_only(SCREEN, screen),
        **{name: said(screen[name], texts) for name in SAID},
        "note_code": "" if note is None else as_message(note).code,
        "choices": [said(choice, texts) for choice in as_list(screen["choices"])],
        "players": players(seen, texts),
        "zones": [
            {
                "zone": number,
                "word": said(zone["word"], texts, "screen"),
                **_only(ZONE, zone),
            }
            for number, zone in enumerate(seen["zones"], 1)
        ],
        "moments": [
            {**_only(MOMENT, one), "said": _clips(one["said"])}
            for one in seen["moments"]
        ],
    }


def _clips(names: Iterable[str]) -> list[str]:
    """Return those of some clips that there are: a game from outside has none."""
    return [name for name in names if name in _recorded()]


@cache
def _recorded() -> frozenset[str]:
    """Return the name of each clip, which is there in every language."""
    folder = Path(__file__).parent / "static/clips" / FIRST
    return frozenset(path.stem for path in folder.glob("*.mp3"))


def players(seen: Sight, texts: Texts) -> list[dict[str, object]]:
    """Return who sits at the table, each with the name that is shown."""
    return [
        {**_only(SITTER, one), "name": name_of(one, texts)} for one in seen["players"]
    ]


def name_of(one: Sitter, texts: Texts) -> str:
    """Return what somebody is called: the nameless by a symbol or a number."""
    name = one["name"]
    return name if isinstance(name, str) else texts.say(as_message(name))


def games(offered: Iterable[Offered], texts: Texts) -> list[dict[str, Json]]:
    """Return the games that can be chosen, each with its rules of the house."""
    return [
        {
            "name": one["name"],
            "title": texts.say(say(f"game-{one['name']}")),
            "rule": texts.say(say(one["rule"])),
            "seats": one["seats"],
            "lengths": one["lengths"],
            "maker": one["maker"],
            "bots": one["bots"],
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


def rules(
    offered: Iterable[Offered], seen: Sight, texts: Texts
) -> list[dict[str, Json]]:
    """Return the house rule sheet of the game that is played, or comes next."""
    options = next(
        (one["options"] for one in offered if one["name"] == seen["chosen"]), ()
    )
    settled, sheet = seen["rules"], list[dict[str, Json]]()
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


def alphabet(letters: Mapping[str, Sequence[int]]) -> dict[str, Json]:
    """
    Return the letter piece alphabet, kinds in the order of every count.

    Under `poses` stands how the pieces of a letter lie (`words/poses.py`): of each its
    kind's place, x, y and turn. A letter that this box builds otherwise has none.
    """
    poses: dict[str, Json] = {
        letter: [[one.kind.place, one.x, one.y, one.turn] for one in POSES[letter]]
        for letter, build in letters.items()
        if letter in POSES and build_of(letter) == tuple(build)
    }
    return {"kinds": list(KINDS), "letters": dict(letters), "poses": poses}


def typing() -> dict[str, Json]:
    """Return how words are typed in each language there is, and how much of them."""
    return {
        "languages": {code: keyboard(code) for code in CODES},
        "laid": dict(LAID),
        "limits": FOR_PAGES,
    }


def _only(names: Iterable[str], item: Mapping[str, object]) -> dict[str, object]:
    return {name: item[name] for name in names}


def said(message: Json, texts: Texts, context: Context = "page") -> str:
    """Return the words of a message; nothing for None."""
    return "" if message is None else texts.say(as_message(message), context)
