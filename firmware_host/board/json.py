"""JSON values: their types, and functions that read them with a check of the type."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, NoReturn, TypeGuard

from firmware_host.board.messages import Message

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

#: A JSON value; a value that was read has lists, one to be written may have tuples.
Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]

#: A JSON object.
JsonObject = Mapping[str, Json]


def read(text: str | bytes) -> Json:
    """
    Return the value of a JSON text.

    Raises:
        ValueError: The text is not JSON, or is nested too deep.
    """
    try:
        found: Json = json.loads(text)
    except RecursionError:
        msg = "this is nested too deep"
        raise ValueError(msg) from None
    return found


def read_object(text: str | bytes) -> JsonObject:
    """
    Return the object of a JSON text.

    Raises:
        ValueError: The text is not JSON, or not an object.
    """
    return as_object(read(text))


def read_objects(text: str | bytes) -> tuple[JsonObject, ...]:
    """
    Return the objects in the list of a JSON text.

    Raises:
        ValueError: The text is not JSON, or not a list of objects.
    """
    return tuple(as_object(one) for one in as_list(read(text)))


def is_int(value: Json) -> TypeGuard[int]:
    """Return True for a whole number; in JSON, true and false are no numbers."""
    return isinstance(value, int) and not isinstance(value, bool)


def as_object(value: Json, name: str = "this") -> JsonObject:
    """
    Return a value that is an object.

    Raises:
        ValueError: It is none; the sentence begins with *name*.
    """
    return value if isinstance(value, Mapping) else _misfit(name, "an object")


def as_list(value: Json, name: str = "this") -> Sequence[Json]:
    """
    Return a value that is a list.

    Raises:
        ValueError: It is none; the sentence begins with *name*.
    """
    return value if isinstance(value, (list, tuple)) else _misfit(name, "a list")


def as_text(value: Json, name: str = "this") -> str:
    """
    Return a value that is a text.

    Raises:
        ValueError: It is none; the sentence begins with *name*.
    """
    return value if isinstance(value, str) else _misfit(name, "a text")


def as_number(value: Json, name: str = "this") -> int:
    """
    Return a value that is a whole number.

    Raises:
        ValueError: It is none; the sentence begins with *name*.
    """
    return value if is_int(value) else _misfit(name, "a whole number")


def text(item: JsonObject, name: str, default: str | None = None) -> str:
    """
    Return the text under *name*, or *default* if the name is missing.

    Raises:
        ValueError: The value is no text, or it is missing without a default.
    """
    return as_text(item.get(name, default), name)


def number(item: JsonObject, name: str, default: int | None = None) -> int:
    """
    Return the whole number under *name*, or *default* if the name is missing.

    Raises:
        ValueError: The value is no whole number, or it is missing without a default.
    """
    return as_number(item.get(name, default), name)


def flag(item: JsonObject, name: str, *, default: bool | None = None) -> bool:
    """
    Return the boolean under *name*, or *default* if the name is missing.

    Raises:
        ValueError: The value is no boolean, or it is missing without a default.
    """
    value = item.get(name, default)
    return value if isinstance(value, bool) else _misfit(name, "true or false")


def inner(item: JsonObject, name: str) -> JsonObject:
    """Return the object under *name*; raise ValueError if there is no object."""
    return as_object(item.get(name), name)


def objects(item: JsonObject, name: str) -> tuple[JsonObject, ...]:
    """
    Return the objects in the list under *name*.

    Raises:
        ValueError: The list is missing, or has other values.
    """
    return tuple(as_object(one, name) for one in as_list(item.get(name), name))


def texts(item: JsonObject, name: str) -> tuple[str, ...]:
    """
    Return the texts in the list under *name*.

    Raises:
        ValueError: The list is missing, or has other values.
    """
    return tuple(as_text(one, name) for one in as_list(item.get(name), name))


def numbers(item: JsonObject, name: str) -> tuple[int, ...]:
    """
    Return the whole numbers in the list under *name*.

    Raises:
        ValueError: The list is missing, or has other values.
    """
    return tuple(as_number(one, name) for one in as_list(item.get(name), name))


def plain(item: JsonObject) -> dict[str, str | int | Message]:
    """Return the texts and numbers of an object, which can fill a message's gaps."""
    return {
        name: value for name, value in item.items() if isinstance(value, (str, int))
    }


# --- messages as JSON -----------------------------------------------------------


def of_message(message: Message) -> list[Json]:
    """Return a message as JSON: its code, and pairs of a gap's name and its value."""
    values = [
        [name, of_message(value) if isinstance(value, Message) else value]
        for name, value in message.values
    ]
    return [message.code, values]


def of_fields(value: "DataclassInstance") -> dict[str, Json]:
    """Return the fields of a dataclass by name; a message becomes JSON."""
    found: dict[str, Json] = {}
    for one in fields(value):
        content = getattr(value, one.name)
        found[one.name] = (
            of_message(content) if isinstance(content, Message) else content
        )
    return found


def as_message(value: Json) -> Message:
    """
    Return the message that `of_message` turned into JSON.

    Raises:
        ValueError: It is none.
    """
    match value:
        case [str(code), [*pairs]]:
            pass
        case _:
            _misfit("this", "a list")
    values: list[tuple[str, str | int | Message]] = []
    for pair in pairs:
        match pair:
            case [str(name), str() | int() as filled] if not isinstance(filled, bool):
                values.append((name, filled))
            case [str(name), [*_] as inside]:
                values.append((name, as_message(inside)))
            case _:
                _misfit("this", "a whole number")
    return Message(code, tuple(values))


def _misfit(name: str, what: str) -> NoReturn:
    msg = f"{name} must be {what}"
    raise ValueError(msg)
