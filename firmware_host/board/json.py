"""What JSON can hold, as a type, and a typed way to read it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, NoReturn, TypeGuard

from firmware_host.board.messages import Message

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

#: A value as JSON has it; what is read has lists, what is written may have tuples.
Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]

#: An object of JSON.
JsonObject = Mapping[str, Json]


def read(text: str | bytes) -> Json:
    """
    Return what a text of JSON says.

    Raises:
        ValueError: It is not JSON, or is nested too deep to be read.
    """
    try:
        found: Json = json.loads(text)
    except RecursionError:
        msg = "this is nested too deep"
        raise ValueError(msg) from None
    return found


def read_object(text: str | bytes) -> JsonObject:
    """
    Return the object that a text of JSON says.

    Raises:
        ValueError: It is not JSON, or no object.
    """
    return as_object(read(text))


def read_objects(text: str | bytes) -> tuple[JsonObject, ...]:
    """
    Return the objects in the list that a text of JSON says.

    Raises:
        ValueError: It is not JSON, or no list of objects.
    """
    return tuple(as_object(one) for one in as_list(read(text)))


def is_int(value: Json) -> TypeGuard[int]:
    """Tell whether a value is a whole number: true and false are none in JSON."""
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
    """Return the text under *name*; raise ValueError where there is none."""
    return as_text(item.get(name, default), name)


def number(item: JsonObject, name: str, default: int | None = None) -> int:
    """Return the whole number under *name*; raise ValueError where there is none."""
    return as_number(item.get(name, default), name)


def flag(item: JsonObject, name: str, *, default: bool | None = None) -> bool:
    """Return the true or false under *name*; raise ValueError where there is none."""
    value = item.get(name, default)
    return value if isinstance(value, bool) else _misfit(name, "true or false")


def inner(item: JsonObject, name: str) -> JsonObject:
    """Return the object under *name*; raise ValueError where there is none."""
    return as_object(item.get(name), name)


def objects(item: JsonObject, name: str) -> tuple[JsonObject, ...]:
    """Return the objects in the list under *name*; raise ValueError for others."""
    return tuple(as_object(one, name) for one in as_list(item.get(name), name))


def texts(item: JsonObject, name: str) -> tuple[str, ...]:
    """Return the texts in the list under *name*; raise ValueError for others."""
    return tuple(as_text(one, name) for one in as_list(item.get(name), name))


def numbers(item: JsonObject, name: str) -> tuple[int, ...]:
    """Return the numbers in the list under *name*; raise ValueError for others."""
    return tuple(as_number(one, name) for one in as_list(item.get(name), name))


def plain(item: JsonObject) -> dict[str, str | int | Message]:
    """Return the texts and numbers of an object: what a sentence can be told."""
    return {
        name: value for name, value in item.items() if isinstance(value, (str, int))
    }


# --- what the board says, as JSON ---------------------------------------------


def of_message(message: Message) -> list[Json]:
    """Return a message as JSON: its code, and pairs of a gap and what fills it."""
    values = [
        [name, of_message(value) if isinstance(value, Message) else value]
        for name, value in message.values
    ]
    return [message.code, values]


def of_fields(value: "DataclassInstance") -> dict[str, Json]:
    """Return the fields of a dataclass by name; each message is as JSON has it."""
    found: dict[str, Json] = {}
    for one in fields(value):
        content = getattr(value, one.name)
        found[one.name] = (
            of_message(content) if isinstance(content, Message) else content
        )
    return found


def as_message(value: Json) -> Message:
    """
    Return the message that `of_message` wrote.

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
