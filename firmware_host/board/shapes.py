"""
JSON Schema, made of the types that the code has: each shape is written down once.

A `TypedDict` or a dataclass is an object with a name, and stands under that name among
the others; whatever else has hints is described where it is used. `Json` and what has
no hint may be anything.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import (
    Annotated,
    Literal,
    NewType,
    NotRequired,
    Required,
    Union,
    get_args,
    get_origin,
    is_typeddict,
)

from firmware_host.board.json import Json, JsonObject
from firmware_host.board.record import field_tag, tag_of

#: A JSON schema, or a part of one.
Schema = Mapping[str, object]

#: The types that JSON has a word for; true and false are whole numbers in Python.
_WORDS = {
    NoneType: "null",
    bool: "boolean",
    int: "integer",
    float: "number",
    str: "string",
}

_OBJECT: Schema = {"type": "object"}


class Shapes:
    """
    The shapes that have been asked for, by name.

    Args:
        at: Where their names are found, as the beginning of a reference.
    """

    def __init__(self, at: str) -> None:
        self._at = at
        self.named: dict[str, Schema] = {}

    def of(self, hint: object) -> Schema:
        """Return the schema of whatever a hint allows."""
        if hint == JsonObject:
            return _OBJECT
        if hint == Json:
            return {}
        hint = NoneType if hint is None else hint
        hint = hint.__supertype__ if isinstance(hint, NewType) else hint
        if isinstance(hint, type) and (is_typeddict(hint) or is_dataclass(hint)):
            return self.put(tag_of(hint), lambda: self._object(hint))
        if isinstance(hint, type) and issubclass(hint, Enum):
            return {"type": "string", "enum": [one.value for one in hint]}
        if isinstance(hint, type):
            word = next((w for of, w in _WORDS.items() if issubclass(hint, of)), None)
            return {"type": word} if word else {}
        return self._generic(get_origin(hint), get_args(hint))

    def put(self, name: str, make: Callable[[], Schema]) -> Schema:
        """Return a reference to the shape of that name, which *make* returns."""
        if name not in self.named:
            self.named[name] = _OBJECT  # a shape may have itself inside
            self.named[name] = make()
        return {"$ref": f"{self._at}{name}"}

    def _generic(self, origin: object, inside: tuple[object, ...]) -> Schema:
        if origin is Annotated:
            schema = next((one for one in inside[1:] if isinstance(one, Mapping)), None)
            return self.of(inside[0]) if schema is None else schema
        if origin in (NotRequired, Required):
            return self.of(inside[0])
        if origin is Literal:
            return {"type": "string", "enum": list(inside)}
        if origin in (Union, UnionType):
            return either([self.of(one) for one in inside])
        if origin in (tuple, list, Sequence):
            return self._row(origin, inside)
        if origin in (dict, Mapping):
            return {**_OBJECT, "additionalProperties": self.of(inside[1])}
        return {}

    def _row(self, origin: object, inside: tuple[object, ...]) -> Schema:
        """Return the schema of a list, or of a tuple with a place for each."""
        if origin is tuple and inside[-1] is not Ellipsis:
            items = [self.of(one) for one in inside]
            same = all(one == items[0] for one in items)
            return {
                "type": "array",
                **({"items": items[0]} if same else {"prefixItems": items}),
                "minItems": len(items),
                "maxItems": len(items),
            }
        return {"type": "array", "items": self.of(inside[0])}

    def _object(self, cls: type) -> Schema:
        """Return the schema of a class with fields."""
        hints = hints_of(cls)
        if is_dataclass(cls):
            hints = {field_tag(one): hints[one.name] for one in fields(cls)}
        always = vars(cls).get("__required_keys__", hints)  # a TypedDict has them
        needed = [one for one in hints if one in always]
        return self.fields(hints, needed, said=first_sentence(cls))

    def fields(
        self, hints: Mapping[str, object], needed: Sequence[str], *, said: str = ""
    ) -> Schema:
        """
        Return the schema of an object.

        Args:
            hints: What may stand under each key.
            needed: The keys that are always there.
            said: What it is, in a sentence.
        """
        return {
            **({"description": said} if said else {}),
            **_OBJECT,
            "properties": {name: self.of(one) for name, one in hints.items()},
            **({"required": list(needed)} if needed else {}),
        }


def hints_of(cls: type) -> dict[str, object]:
    """
    Return the types of a class's fields, as they are written there.

    Nothing is looked up by its name: a hint in quotes says nothing here.
    """
    hints: dict[str, object] = {}
    for one in reversed(cls.__mro__):
        hints |= _own_hints(one)
    return hints


def _own_hints(cls: type) -> dict[str, object]:
    try:
        return cls.__annotations__
    except AttributeError:  # a class of Python's own has none
        return {}


def either(schemas: Sequence[Schema]) -> Schema:
    """Return the schema of what fits one of several."""
    different = [one for at, one in enumerate(schemas) if one not in schemas[:at]]
    return different[0] if len(different) == 1 else {"anyOf": different}


def first_sentence(of: object) -> str:
    """Return what a docstring says first, in one line."""
    first = (of.__doc__ or "").strip().split("\n\n")[0]
    return " ".join(first.split())
