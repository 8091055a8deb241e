"""
Actions, facts and states of games as JSON.

An action or a fact is one small object with its class's tag. A state is written without
its header and without the states before it, which are stored elsewhere.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache, partial
from types import NoneType, UnionType
from typing import (
    Any,
    Generic,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from firmware_host.board.json import Json, JsonObject, text
from firmware_host.board.record import field_tag
from firmware_host.errors import RuleError

T = TypeVar("T")
S = TypeVar("S")


class Codec(Generic[T]):
    """
    Writes and reads the dataclasses of one union.

    A field with its default value is omitted, so a row stays short.

    Args:
        key: The JSON key that holds a class's tag, such as ``do``.
        union: The classes, each with a tag of its own (`tagged`).

    Raises:
        TypeError: A class has no tag, or two classes have the same tag.
    """

    def __init__(self, key: str, union: UnionType) -> None:
        self.key = key
        self.classes: dict[str, type[T]] = {}
        for cls in get_args(union):
            tag = vars(cls).get("TAG")
            if not tag or tag in self.classes:
                msg = f'{cls.__qualname__} needs a tag of its own: (Record, tag="...")'
                raise TypeError(msg)
            self.classes[tag] = cls
        self._writers = {
            cls: (name, _writers(cls)) for name, cls in self.classes.items()
        }
        self._readers = {name: _readers(cls) for name, cls in self.classes.items()}

    def write(self, value: T) -> dict[str, Json]:
        """Return *value* as a JSON object."""
        name, writers = self._writers[type(value)]
        line: dict[str, Json] = {self.key: name}
        for field_name, tag, default, to_json in writers:
            item = getattr(value, field_name)
            if item != default:
                line[tag] = to_json(item) if to_json else item
        return line

    def read(self, line: JsonObject) -> T:
        """
        Return the value that `write` wrote.

        Raises:
            RuleError: The object was not written by `write`: the journal is
                damaged.
        """
        try:
            name = text(line, self.key)
            readers = self._readers[name]
            rest = {key: item for key, item in line.items() if key != self.key}
            value = _make(self.classes[name], readers, rest)
        except (KeyError, TypeError, ValueError) as fault:
            msg = f"not one of ours: {fault}"
            raise RuleError(msg) from fault
        return value


def write_state(value: object) -> Json:
    """
    Return a state as JSON. Fields with their default value are omitted.

    Raises:
        RuleError: A value has no JSON form.
    """
    match value:
        case Enum():
            return write_state(value.value)
        case None | bool() | int() | str():
            return value
        case bytes():
            return value.hex()
        case tuple():
            return [write_state(one) for one in value]
        case _ if is_dataclass(value):
            return {
                field_tag(one): write_state(getattr(value, one.name))
                for one in fields(value)
                if one.name not in _LEFT_OUT and getattr(value, one.name) != one.default
            }
        case _:
            msg = f"a state cannot be written with a {type(value).__name__} in it"
            raise RuleError(msg)


def read_state(cls: type[S], item: JsonObject, header: object) -> S:
    """
    Return the state that `write_state` wrote.

    Args:
        cls: The class of the state.
        item: The JSON object.
        header: The header of the game, which is not part of the JSON.

    Raises:
        RuleError: The object does not fit the class: another version wrote it.
    """
    try:
        readers = _state_readers(cast("Hashable", cls))
        return _make(cls, readers, item, header=header)
    except (KeyError, TypeError, ValueError) as fault:
        msg = f"not a state of ours: {fault}"
        raise RuleError(msg) from fault


def shape(of: object) -> str:
    """Return a text that describes a state's types and changes with any of them."""
    inside: Iterable[str]
    if isinstance(of, type) and is_dataclass(of):
        hints = get_type_hints(of).items()
        inside = (f"{key}:{shape(one)}" for key, one in hints if key not in _LEFT_OUT)
    else:
        inside = map(shape, get_args(of))
    return f"{of.__qualname__ if isinstance(of, type) else of}({','.join(inside)})"


#: The fields of a state that are stored elsewhere: the header, and the earlier states.
_LEFT_OUT = frozenset({"header", "before"})

#: Converts a field's value to JSON, or back. Its type is known from a type hint only.
_Change = Callable[[Any], Any]

#: The name, tag, default and converter to JSON of a field; None for no conversion.
_Writer = tuple[str, str, object, _Change | None]

#: The name and the converter from JSON of each field, by its tag.
_Readers = Mapping[str, tuple[str, _Change]]


def _writers(cls: type) -> tuple[_Writer, ...]:
    hints = get_type_hints(cls)
    return tuple(
        (
            item.name,
            field_tag(item),
            object() if item.default is MISSING else item.default,
            bytes.hex if hints[item.name] is bytes else None,
        )
        for item in fields(cls)
    )


def _readers(cls: type) -> _Readers:
    hints = get_type_hints(cls)
    return {
        field_tag(item): (item.name, _reader(hints[item.name]))
        for item in fields(cls)
        if item.name not in _LEFT_OUT
    }


def _make(
    cls: Callable[..., S], readers: _Readers, item: JsonObject, **more: object
) -> S:
    """Return an instance of *cls*, with the values of fields by their tags."""
    read = {readers[tag][0]: readers[tag][1](value) for tag, value in item.items()}
    return cls(**read, **more)


@cache
def _state_readers(cls: type) -> _Readers:
    """Return the readers of a state's fields; cached, since reading hints is slow."""
    return _readers(cls)


def _reader(hint: object) -> _Change:
    """Return a function that reads a value of a field's type from JSON."""
    inside = get_args(hint)
    if hint is bytes:
        return bytes.fromhex
    if get_origin(hint) is tuple:
        return _tuple_reader(inside)
    if get_origin(hint) in (Union, UnionType):
        return _union_reader(inside)
    if isinstance(hint, type) and is_dataclass(hint):
        return partial(_make, hint, _readers(hint))
    if isinstance(hint, type) and hint not in (int, str, bool):
        return hint
    return lambda item: item


def _union_reader(hints: tuple[object, ...]) -> _Change:
    """Return a reader for a type or None; several types are read unchanged."""
    others = [hint for hint in hints if hint is not NoneType]
    if len(others) > 1:
        return lambda item: item
    read = _reader(others[0])
    return lambda item: None if item is None else read(item)


def _tuple_reader(hints: tuple[object, ...]) -> _Change:
    """Return a reader for a tuple: of any length, or of fixed types."""
    if hints[-1] is Ellipsis:
        one = _reader(hints[0])
        return lambda items: tuple(map(one, items))
    each = tuple(map(_reader, hints))
    return lambda items: tuple(
        read(item) for read, item in zip(each, items, strict=True)
    )
