"""
JSON Schemas that are generated from type hints, so that each shape is declared once.

The schema of a `TypedDict` or a dataclass gets a name, and other schemas refer to it.
The schema of any other hint stands where it is used. `Json`, and a field without a
hint, allow any value.
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

#: The JSON name of each Python type; bool stands before int, its base class.
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
    Generates schemas and collects the named ones.

    Args:
        at: The beginning of a reference to a named schema.
    """

    def __init__(self, at: str) -> None:
        self._at = at
        self.named: dict[str, Schema] = {}

    def of(self, hint: object) -> Schema:
        """Return the schema of a type hint."""
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
        """Return a reference to the schema of that name, which *make* builds once."""
        if name not in self.named:
            self.named[name] = _OBJECT  # a schema may refer to itself
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
        """Return the schema of a list, or of a tuple with a schema for each item."""
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
            hints: The type hint of each key.
            needed: The required keys.
            said: The description.
        """
        return {
            **({"description": said} if said else {}),
            **_OBJECT,
            "properties": {name: self.of(one) for name, one in hints.items()},
            **({"required": list(needed)} if needed else {}),
        }


def hints_of(cls: type) -> dict[str, object]:
    """
    Return the type hints of a class's fields, unevaluated.

    A hint in quotes is not resolved: it allows any value.
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
    """Return a schema that allows what any of several schemas allows."""
    different = [one for at, one in enumerate(schemas) if one not in schemas[:at]]
    return different[0] if len(different) == 1 else {"anyOf": different}


def first_sentence(of: object) -> str:
    """Return the first paragraph of a docstring in one line."""
    first = (of.__doc__ or "").strip().split("\n\n")[0]
    return " ".join(first.split())
