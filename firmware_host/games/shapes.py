"""JSON Schemas of a game's views and lines, generated from dataclasses and grammar."""

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

#: The JSON Schema of each kind of value, without its choices.
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

#: The JSON Schema of a seat.
SEAT: Schema = {"type": "integer", "minimum": 0, "maximum": SEATS - 1}


#: The place of schemas in a description of the API.
AT = "#/components/schemas/"

#: The name of the view's schema for a game without a known one.
ANY_VIEW = "GameView"


def all_described(engines: Iterable[Engine]) -> dict[str, Json]:
    """
    Return JSON Schemas of the views and lines of some games.

    Args:
        engines: The games.

    Returns:
        A dictionary with three keys. ``games`` has for each game a dictionary with
        the names of its schemas: ``view`` for the public view, ``secret`` for the
        private fields of a seat (None if it has none), and ``lines`` for the lines that
        a page may send, by verb. ``view`` is the name of the schema for the public view
        of a game that is not in ``games``. ``schemas`` has all schemas by name.
    """
    shapes = Shapes(AT)
    any_view = hints_of(PublicView)
    said = "What everybody may know of a game that tells no more."
    shapes.put(ANY_VIEW, lambda: shapes.fields(any_view, list(any_view), said=said))
    games = {one.NAME: _described(one, shapes) for one in engines}
    schemas = cast("JsonObject", shapes.named)
    return {"games": games, "view": ANY_VIEW, "schemas": schemas}


def _described(engine: Engine, shapes: Shapes) -> dict[str, Json]:
    name = shape_name(engine.NAME)
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
        "lines": {do: f"{name}{shape_name(do)}" for do in lines},
    }


def _put_line(engine: Engine, do: str, verb: Verb, shapes: Shapes) -> None:
    name = f"{shape_name(engine.NAME)}{shape_name(do)}"
    shapes.put(name, lambda: _sent(line(engine, do, verb, who=SEAT, by=False)))


def _sent(schema: Schema) -> Schema:
    """
    Return the schema of a line as a page sends it.

    With the version that the page showed.
    """
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
        verb: The required and the optional keys.
        who: The schema of a player in the line.
        by: Whether a line must name its seat.
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
    """Return the schema of the listed correct values."""
    if isinstance(choices, range):
        return {"minimum": choices[0], "maximum": choices[-1]}
    known = list(choices)
    return {"enum": known} if known else {}


def shape_name(name: str) -> str:
    """
    Return a name in the form of a schema's name.

    ``BreakCode`` for ``break-code``.
    """
    return "".join(map(str.capitalize, name.split("-")))


def _state(engine: Engine) -> type | None:
    try:
        return engine.STATE
    except AttributeError:  # the game has a `start` of its own
        return None


def _typed(engine: Engine, kind: type, names: Iterable[str]) -> dict[str, object]:
    """
    Return the types of some fields of a view, by name.

    They come from the return type of the game's `view`, or from its `STATE`.

    Args:
        engine: The game.
        kind: The kind of view: `PublicView` or `SeatView`.
        names: The fields.
    """
    returned = engine.view.__annotations__.get("return")
    views = [one for one in (returned, *get_args(returned)) if isinstance(one, type)]
    hints = hints_of(_state(engine) or kind)
    for cls in (kind, *(one for one in views if issubclass(one, kind))):
        hints |= hints_of(cls)
    return {name: hints.get(name, Json) for name in names}
