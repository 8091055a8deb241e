"""What a viewer may know, as JSON: each field is named, and no other goes out."""

from dataclasses import asdict
from typing import Any

from firmware_host.board import table_values as values
from firmware_host.board.faces import TableFace, ZoneFace
from firmware_host.board.json import Json, JsonObject, of_message
from firmware_host.board.messages import Message
from firmware_host.board.table_view import Offered, Sitter, TableView

#: Of a letter zone.
ZONE = (
    *("lamp", "in_word", "placed", "covered", "letter", "build", "spelled", "mark"),
)

#: Of a finished round, whichever the game.
RESULT = ("word", "maker", "guessed_by", "points", "nonce", "words")


def sight(seen: TableView) -> values.Sight:
    """Return what a viewer may know."""
    known = seen.common
    return {
        "language": seen.language,
        "place": seen.place,
        "game": seen.game,
        "chosen": seen.chosen,
        "phase": seen.phase,
        "paused": seen.paused,
        "sound": seen.sound,
        "elapsed_ms": seen.elapsed_ms,
        "left_ms": seen.left_ms,
        "running": seen.running,
        "length": seen.length,
        "board_makes": seen.board_makes,
        "rounds": seen.rounds,
        "screen": _screen(seen.face.table),
        "zones": [_zone(face) for face in seen.face.zones],
        "players": [_sitter(one) for one in seen.players],
        "view": view(seen),
        "secret": secret(seen),
        "rules": dict(seen.rules),
        "lines": {do: list(keys) for do, keys in seen.lines.items()},
        "may": list(known.may),
        "turn": known.turn,
        "over": known.over,
        "waiting": known.waiting,
        "commitment": known.commitment,
        "words": [one.word for one in known.results],
        "laid": sum(map(sum, known.placed)),
    }


def view(seen: TableView) -> dict[str, Any] | None:
    """Return the game's own view, as far as the public may have it."""
    if seen.view is None:
        return None
    fields = {name: getattr(seen.shared, name) for name in seen.public}
    results = [
        {name: getattr(one, name) for name in RESULT} for one in seen.common.results
    ]
    return {**fields, "results": results}


def secret(seen: TableView) -> JsonObject | None:
    """Return what one seat alone may have; None for everybody else."""
    if seen.view is None or not seen.own or not hasattr(seen.view, seen.own[0]):
        return None
    return {name: getattr(seen.view, name) for name in seen.own}


def offer(one: Offered) -> values.Offered:
    """Return a game that can be chosen."""
    return {
        "name": one.name,
        "rule": one.rule,
        "seats": one.seats,
        "lengths": one.lengths,
        "maker": one.maker,
        "options": [
            {
                "name": option.name,
                "code": of_message(option.code),
                "value": option.value,
                "default": option.default,
                "choices": [
                    (value, of_message(text)) for value, text in option.choices
                ],
                "word": option.word,
            }
            for option in one.options
        ],
        "declares": one.declares,
    }


def _screen(table: TableFace) -> values.Screen:
    return {
        "line": of_message(table.line),
        "kind": table.kind,
        "status": _said(table.status),
        "note": _said(table.note),
        "fault": _said(table.fault),
        "busy": table.busy,
        "choices": [of_message(choice) for choice in table.choices],
        "marked": table.marked,
    }


def _zone(face: ZoneFace) -> JsonObject:
    return {
        "word": _said(face.word),
        **{name: getattr(face, name) for name in ZONE},
        "card": None if face.card is None else asdict(face.card),
    }


def _sitter(one: Sitter) -> values.Sitter:
    return {
        "seat": one.seat,
        "name": of_message(one.name) if isinstance(one.name, Message) else one.name,
        "symbol": one.symbol,
        "left": one.left,
        "points": one.points,
        "person": one.person,
    }


def _said(message: Message | None) -> Json:
    return None if message is None else of_message(message)
