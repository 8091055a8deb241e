"""
What leaves the board: one list of allowed fields for each role.

A document is built field by field from these lists and from each game's own. A field
that no list names is never sent.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict

from firmware_host.board.json import Json
from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import KINDS
from firmware_host.board.table_view import Offered, Sitter, TableView
from firmware_host.languages import CODES, keyboard
from firmware_host.limits import FOR_PAGES
from firmware_host.texts.texts import Texts
from firmware_host.words.folding import LAID

#: The number of the state document (docs/formats.md).
VERSION = 1

#: Of a letter zone.
ZONE = (
    *("lamp", "in_word", "placed", "covered", "letter", "build", "spelled", "mark"),
)

#: Of a finished round, whichever the game.
RESULT = ("word", "maker", "guessed_by", "points", "nonce", "words")


def public(seen: TableView, texts: Texts) -> dict[str, Json]:
    """Return what anybody on the network may read."""
    table = seen.face.table
    return {
        "language": seen.language,
        "place": seen.place,
        "game": seen.game,
        "chosen": seen.chosen,
        "page": seen.chosen,
        "phase": seen.phase,
        "paused": seen.paused,
        "sound": seen.sound,
        "elapsed_ms": seen.elapsed_ms,
        "left_ms": seen.left_ms,
        "running": seen.running,
        "length": seen.length,
        "board_makes": seen.board_makes,
        "rounds": seen.rounds,
        "line": texts.say(table.line),
        "kind": table.kind,
        "status": _said(table.status, texts),
        "note": _said(table.note, texts),
        "note_code": "" if table.note is None else table.note.code,
        "fault": _said(table.fault, texts),
        "busy": table.busy,
        "choices": [texts.say(choice) for choice in table.choices],
        "marked": table.marked,
        "players": [_sitter(one, texts) for one in seen.players],
        "zones": [
            {
                "zone": number,
                "word": "" if face.word is None else texts.say(face.word, "screen"),
                **{name: getattr(face, name) for name in ZONE},
                "card": None if face.card is None else asdict(face.card),
            }
            for number, face in enumerate(seen.face.zones, 1)
        ],
        "view": view(seen),
    }


def games(offered: Iterable[Offered], texts: Texts) -> list[dict[str, Json]]:
    """Return the games that can be chosen, each with its rules of the house."""
    return [
        {
            "name": one.name,
            "title": texts.say(say(f"game-{one.name}")),
            "rule": texts.say(say(one.rule)),
            "seats": one.seats,
            "lengths": one.lengths,
            "maker": one.maker,
            "page": one.name,
            "knobs": [
                {
                    "name": option.name,
                    "text": texts.say(option.code),
                    "value": option.value,
                    "default": option.default,
                    "choices": [
                        {"value": value, "text": texts.say(text)}
                        for value, text in option.choices
                    ],
                    "word": option.word,
                }
                for option in one.options
            ],
        }
        for one in offered
    ]


def rules(
    offered: Iterable[Offered], seen: TableView, texts: Texts
) -> list[dict[str, Json]]:
    """Return the house rule sheet of the game that is played, or comes next."""
    options = next((one.options for one in offered if one.name == seen.chosen), ())
    settled, sheet = dict(seen.rules), list[dict[str, Json]]()
    for option in options:
        value = settled.get(option.name, option.default)
        said = next((text for one, text in option.choices if one == value), None)
        sheet.append(
            {
                "name": option.name,
                "text": texts.say(option.code),
                "value": str(value) if said is None else texts.say(said),
                "usual": value == option.default,
            }
        )
    return sheet


def view(seen: TableView) -> dict[str, Json] | None:
    """Return the public fields of the game's view."""
    if seen.view is None:
        return None
    fields = {name: getattr(seen.shared, name) for name in seen.public}
    results = [
        {name: getattr(one, name) for name in RESULT} for one in seen.common.results
    ]
    return {**fields, "results": results}


def secret(seen: TableView) -> dict[str, Json] | None:
    """Return the fields for one seat's eyes alone; None for everybody else."""
    if seen.view is None or not seen.own or not hasattr(seen.view, seen.own[0]):
        return None
    return {name: getattr(seen.view, name) for name in seen.own}


def alphabet(letters: Mapping[str, tuple[int, ...]]) -> dict[str, Json]:
    """Return the letter piece alphabet, kinds in the order of every count."""
    return {"kinds": list(KINDS), "letters": {key: letters[key] for key in letters}}


def typing() -> dict[str, Json]:
    """Return how words are typed in each language there is, and how much of them."""
    return {
        "languages": {code: keyboard(code) for code in CODES},
        "laid": dict(LAID),
        "limits": FOR_PAGES,
    }


def _sitter(one: Sitter, texts: Texts) -> dict[str, Json]:
    name = one.name if isinstance(one.name, str) else texts.say(one.name)
    known: dict[str, Json] = {"seat": one.seat, "name": name, "symbol": one.symbol}
    return {**known, "left": one.left, "points": one.points}


def _said(message: Message | None, texts: Texts) -> str:
    return "" if message is None else texts.say(message)
