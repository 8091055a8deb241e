"""A game's views and lines as JSON Schema, made of its dataclasses and its grammar."""

from collections.abc import Iterable, Mapping
from typing import cast, get_args

from firmware_host.board.commands import SEEN
from firmware_host.board.json import Json, JsonObject
from firmware_host.board.shapes import Schema, Shapes, hints_of
from firmware_host.games import grammar
from firmware_host.games.contract import Value, Verb
from firmware_host.games.game import Engine
from firmware_host.games.views import PublicView, SeatView
from firmware_host.limits import SEATS

#: By its kind: what a value is, as JSON Schema has it; `choices` say the rest.
KINDS: Mapping[str, Schema] = {
    "word": {"type": "string", "maxLength": grammar.LONGEST},
    "letter": {"type": "string", "minLength": 1, "maxLength": 1},
    "text": {"type": "string"},
    "choice": {"type": "string"},
    "piece": {"type": "string"},
    "card": {"type": "string"},
    "number": {"type": "integer"},
    "zone": {"type": "integer"},
    "flag": {"type": "boolean"},
}

#: Where a player is named by the seat.
SEAT: Schema = {"type": "integer", "minimum": 0, "maximum": SEATS - 1}


#: Where a description of the API keeps its shapes.
AT = "#/components/schemas/"

#: What a game shows of which no more is known, such as one that was called off.
ANY_VIEW = "GameView"


def all_described(engines: Iterable[Engine]) -> dict[str, Json]:
    """
    Return what some games show and take.

    Args:
        engines: The games.

    Returns:
        ``games``: by game the names of three shapes. ``view`` is what everybody may
        know; ``secret`` what a seat alone may, None in a game without; ``lines`` are
        those that a page may send, by verb. ``view`` is the shape of any other game's.
        ``schemas`` are those shapes, and what is in them, by name.
    """
    shapes = Shapes(AT)
    any_view = hints_of(PublicView)
    said = "What everybody may know of a game that tells no more."
    shapes.put(ANY_VIEW, lambda: shapes.fields(any_view, list(any_view), said=said))
    games = {one.NAME: _described(one, shapes) for one in engines}
    schemas = cast("JsonObject", shapes.named)
    return {"games": games, "view": ANY_VIEW, "schemas": schemas}


def _described(engine: Engine, shapes: Shapes) -> dict[str, Json]:
    name = called(engine.NAME)
    view = _typed(engine, PublicView, (*engine.PUBLIC, "results"))
    own = _typed(engine, SeatView, engine.OWN)
    said = f"What everybody may know of {engine.NAME}."
    shapes.put(f"{name}View", lambda: shapes.fields(view, list(view), said=said))
    if own:
        said = f"What a seat alone may know in {engine.NAME}."
        shapes.put(f"{name}Own", lambda: shapes.fields(own, list(own), said=said))
    lines, verbs = grammar.sendable(engine), grammar.verbs_of(engine)
    for do, keys in lines.items():
        _put_line(engine, do, Verb(verbs[do].needs, keys), shapes)
    return {
        "view": f"{name}View",
        "secret": f"{name}Own" if own else None,
        "lines": {do: f"{name}{called(do)}" for do in lines},
    }


def _put_line(engine: Engine, do: str, verb: Verb, shapes: Shapes) -> None:
    name = f"{called(engine.NAME)}{called(do)}"
    shapes.put(name, lambda: _sent(line(engine, do, verb, who=SEAT, by=False)))


def _sent(schema: Schema) -> Schema:
    """Return the schema of a line that a page sends: it says what it was made for."""
    fields = cast("Schema", schema["properties"])
    required = cast("list[str]", schema["required"])
    return {
        **schema,
        "properties": {**fields, "seen": SEEN},
        "required": [*required, "seen"],
    }


def line(
    engine: Engine, do: str, verb: Verb, *, who: Schema, by: bool = True
) -> dict[str, object]:
    """
    Return the schema of a line.

    Args:
        engine: The game.
        do: The verb.
        verb: Which keys it needs, and which it may have.
        who: How somebody is named there.
        by: Whether a line must say whose it is, where anybody's would.
    """
    keys = dict.fromkeys((*verb.needs, *verb.may))
    needs = [key for key in verb.needs if by or key != "by"]
    known = {key: _value(grammar.value(engine, key), who) for key in keys}
    return {
        "type": "object",
        "properties": {"do": {"type": "string", "enum": [do]}, **known},
        "required": ["do", *needs],
        "additionalProperties": False,
    }


def _value(value: Value, who: Schema) -> Schema:
    if value is grammar.ANYTHING:
        return {}
    if value.seat:
        return who
    said: Schema = {"description": value.expected}
    if value.kind == "list":
        items = {} if value.item is None else _value(value.item, who)
        most = grammar.LONGEST
        return {**said, "type": "array", "items": items, "maxItems": most}
    return {**said, **KINDS[value.kind], **_right(value.choices)}


def _right(choices: Iterable[str | int]) -> Schema:
    """Return which values are right, of those that can be listed."""
    if isinstance(choices, range):
        return {"minimum": choices[0], "maximum": choices[-1]}
    known = list(choices)
    return {"enum": known} if known else {}


def called(name: str) -> str:
    """Return a name as that of a shape: ``BreakCode`` for ``break-code``."""
    return "".join(map(str.capitalize, name.split("-")))


def _state(engine: Engine) -> type | None:
    try:
        return engine.STATE
    except AttributeError:  # the game has a `start` of its own
        return None


def _typed(engine: Engine, kind: type, names: Iterable[str]) -> dict[str, object]:
    """
    Return the types of some fields of a view.

    A game says them by what its `view` returns, or by its `STATE`.

    Args:
        engine: The game.
        kind: Whose view it is: `PublicView` or `SeatView`.
        names: The fields.
    """
    returned = engine.view.__annotations__.get("return")
    views = [one for one in (returned, *get_args(returned)) if isinstance(one, type)]
    hints = hints_of(_state(engine) or kind)
    for cls in (kind, *(one for one in views if issubclass(one, kind))):
        hints |= hints_of(cls)
    return {name: hints.get(name, Json) for name in names}
