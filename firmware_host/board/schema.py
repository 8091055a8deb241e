"""
Validation of outside data by a subset of JSON Schema, with one sentence per error.

A schema may have a ``type``, or a list of types. It may have ``enum``, ``minimum``,
``maximum``, ``minLength``, ``maxLength``, ``pattern``, ``items``, ``maxItems``,
``properties``, ``propertyNames`` with an ``enum``, ``additionalProperties``,
``required`` and ``default``, as in JSON Schema; but without ``additionalProperties`` no
other key is valid. Its ``title`` says in words which values are valid.

A board validates its profile by this module at each start. Importing fastjsonschema,
and compiling a schema by it, would take a tenth of that start.
"""

import re
from collections.abc import Callable, Iterable, Mapping

from firmware_host.board.json import (
    Json,
    JsonObject,
    as_object,
    inner,
    read_object,
    text,
    texts,
)

#: By the name of a JSON type: the Python type, and the words for it in an error.
_TYPES: Mapping[str, tuple[type | tuple[type, ...], str]] = {
    "string": (str, "a text"),
    "integer": (int, "a whole number"),
    "boolean": (bool, "true or false"),
    "array": ((list, tuple), "a list"),
    "object": (Mapping, "a group of keys"),
}

#: By a key of a schema: returns True if a value of the right type is valid.
_CHECKS: Mapping[str, Callable[..., bool]] = {
    "enum": lambda value, known: value in known,
    "minimum": lambda value, least: value >= least,
    "maximum": lambda value, most: value <= most,
    "minLength": lambda value, least: len(value) >= least,
    "maxLength": lambda value, most: len(value) <= most,
    "maxItems": lambda value, most: len(value) <= most,
    # In JSON Schema ``$`` is the end of the text; in Python also before a final
    # newline.
    "pattern": lambda value, form: bool(re.search(form.replace("$", r"\Z"), value)),
}

#: The number of characters of an invalid value that an error shows.
SHOWN_LETTERS = 60


class MisfitError(ValueError):
    """
    An invalid value from outside; the text says what is wrong and what is valid.

    Args:
        path: The place of the value: keys joined by dots; empty for the whole.
        text: The text of the error.
    """

    def __init__(self, path: str, text: str) -> None:
        super().__init__(text)
        self.path = path


def read_schema(written: str) -> JsonObject:
    """Return a schema from its text, with each ``$ref`` to its ``$defs`` resolved."""
    whole = read_object(written)

    def filled(part: Json) -> Json:
        if isinstance(part, list):
            return [filled(one) for one in part]
        if not isinstance(part, Mapping):
            return part
        if "$ref" in part:
            name = text(part, "$ref").removeprefix("#/$defs/")
            part = {**inner(inner(whole, "$defs"), name), **part}
        return {name: filled(one) for name, one in part.items() if name != "$ref"}

    return as_object(filled(whole))


def fit(value: Json, schema: JsonObject, path: str = "") -> Json:
    """
    Validate a value; return it with the defaults of missing keys added.

    Args:
        value: The value from outside.
        schema: The schema.
        path: The place of the value, for errors; empty for the whole.

    Raises:
        MisfitError: The value is invalid.
    """
    if not _is_right(value, schema):
        shown = repr(value)
        if len(shown) > SHOWN_LETTERS:
            shown = f"{shown[:SHOWN_LETTERS]}..."
        whole = ", without a point" if isinstance(value, float) else ""
        wrong = f"{path or 'this'} must be {expected(schema)}{whole}, not {shown}"
        raise MisfitError(path, wrong)
    if isinstance(value, Mapping):
        return _fit_object(value, schema, path)
    if isinstance(value, list | tuple) and "items" in schema:
        items = as_object(schema["items"])
        return [fit(one, items, _under(path, at)) for at, one in enumerate(value)]
    return value


def fits(value: Json, schema: JsonObject) -> bool:
    """Return True if a value is valid by a schema."""
    try:
        fit(value, schema)
    except MisfitError:
        return False
    return True


def in_words(choices: Iterable[Json]) -> str:
    """Return choices joined for a sentence: ``pads, station or buttons``."""
    *others, last = map(str, choices)
    return f"{', '.join(others)} or {last}" if others else last


def expected(schema: JsonObject) -> str:
    """Return a description of the valid values of a schema, for an error."""
    match schema:
        case {"title": str(title)}:
            return title
        case {"enum": [*choices]}:
            return in_words(choices)
        case {"minimum": least, "maximum": most}:
            return f"{least} to {most}"
        case _:
            return " or ".join(_TYPES[name][1] for name in _types(schema))


def _is_right(value: Json, schema: JsonObject) -> bool:
    """Return True if a value is valid apart from its items and keys."""
    return (
        "type" not in schema or any(_is_a(name, value) for name in _types(schema))
    ) and all(
        check(value, schema[word]) for word, check in _CHECKS.items() if word in schema
    )


def _types(schema: JsonObject) -> tuple[str, ...]:
    name = schema["type"]
    return (name,) if isinstance(name, str) else texts(schema, "type")


def _is_a(name: str, value: Json) -> bool:
    if isinstance(value, bool):  # in Python a bool is an int too
        return name == "boolean"
    return isinstance(value, _TYPES[name][0])


def _fit_object(given: JsonObject, schema: JsonObject, path: str) -> JsonObject:
    keys = _keys(given, schema)
    filled: dict[str, Json] = {}
    for name, one in given.items():
        if name not in keys:
            who = f"{path} has" if path else "there is"
            meant = _meant(name, keys)
            wrong = f"{who} no key {name}; {meant}known are: {', '.join(keys)}"
            raise MisfitError(_under(path, name), wrong)
        filled[name] = fit(one, keys[name], _under(path, name))
    for name in texts(schema, "required") if "required" in schema else ():
        if name not in given:
            where = _under(path, name)
            right = expected(keys[name])
            wrong = f"{where} is missing; add {name}, which must be {right}"
            raise MisfitError(where, wrong)
    for name, key in keys.items():
        if name not in given and "default" in key:
            filled[name] = fit(key["default"], key, _under(path, name))
    return filled


def _keys(given: JsonObject, schema: JsonObject) -> dict[str, JsonObject]:
    """Return the schema of each key that an object may have, by the key's name."""
    properties = as_object(schema.get("properties", {}))
    keys = {name: as_object(key) for name, key in properties.items()}
    others = schema.get("additionalProperties")
    if isinstance(others, Mapping):
        names = as_object(schema.get("propertyNames", {"enum": [*given]}))
        keys |= {name: others for name in texts(names, "enum") if name not in keys}
    return keys


def _meant(name: str, keys: Iterable[str]) -> str:
    """Return a hint that names the key probably meant; empty if no key is similar."""
    near = next((key for key in keys if _is_slip(name.casefold(), key)), "")
    return f"perhaps {near} is meant; " if near else ""


def _is_slip(written: str, key: str) -> bool:
    """Return True if *written* is *key* with one letter missing, added or changed."""
    if len(key) == 1 or (key[-1].isdigit() and written[-1:] != key[-1]):
        return False  # zone-7 is not meant as zone-1
    return not _one_less(written).isdisjoint(_one_less(key))


def _one_less(name: str) -> set[str]:
    """Return a name, and the name without each one of its letters."""
    return {name, *(name[:at] + name[at + 1 :] for at in range(len(name)))}


def _under(path: str, name: str | int) -> str:
    return f"{path}.{name}" if path else str(name)
