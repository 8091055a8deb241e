"""Actions and facts as JSON, one small object each, by their fields' names."""

from collections.abc import Callable
from dataclasses import MISSING, Field, fields
from types import UnionType
from typing import (
    Any,
    Generic,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

from firmware_host.board.json import Json, JsonObject, text
from firmware_host.errors import RuleError

T = TypeVar("T")


class Codec(Generic[T]):
    """
    Writes and reads the dataclasses of one union.

    A value is left out where it is the field's default, so a row stays short.

    Args:
        key: The JSON key that holds the class's name, such as ``do``.
        union: The dataclasses; their names in lower case are the values of *key*.
    """

    def __init__(self, key: str, union: UnionType) -> None:
        self._key = key
        self._classes: dict[str, type[T]] = {
            cls.__name__.lower(): cls for cls in get_args(union)
        }
        self._writers = {
            cls: (name, _writers(cls)) for name, cls in self._classes.items()
        }
        self._readers = {name: _readers(cls) for name, cls in self._classes.items()}

    def write(self, value: T) -> dict[str, Json]:
        """Return *value* as a JSON object."""
        name, writers = self._writers[type(value)]
        line: dict[str, Json] = {self._key: name}
        for field_name, default, to_json in writers:
            item = getattr(value, field_name)
            if item != default:
                line[field_name] = to_json(item) if to_json else item
        return line

    def read(self, line: JsonObject) -> T:
        """
        Return the value that `write` wrote.

        Raises:
            RuleError: The object was not written by `write`: a damaged journal.
        """
        try:
            name = text(line, self._key)
            readers = self._readers[name]
            given = {
                key: readers[key](item)
                for key, item in line.items()
                if key != self._key
            }
            value: T = self._classes[name](**given)
        except (KeyError, TypeError, ValueError) as fault:
            msg = f"not one of ours: {fault}"
            raise RuleError(msg) from fault
        return value


#: Makes JSON of a field, or a field of JSON; which types those are its hint says.
_Change = Callable[[Any], Any]

_Writer = tuple[str, object, _Change | None]


def _writers(cls: type) -> tuple[_Writer, ...]:
    hints = get_type_hints(cls)
    return tuple(
        (item.name, _default(item), bytes.hex if hints[item.name] is bytes else None)
        for item in fields(cls)
    )


def _default(item: "Field[object]") -> object:
    return object() if item.default is MISSING else item.default


def _readers(cls: type) -> dict[str, _Change]:
    hints = get_type_hints(cls)
    return {item.name: _reader(hints[item.name]) for item in fields(cls)}


def _reader(hint: object) -> _Change:
    if hint is bytes:
        return bytes.fromhex
    if get_origin(hint) is tuple:
        return _tuple_reader(get_args(hint))
    if isinstance(hint, type) and hint not in (int, str, bool):
        return hint
    return lambda item: item


def _tuple_reader(hints: tuple[object, ...]) -> _Change:
    """Return what reads a tuple: of any length, or with a place for each of *hints*."""
    if hints[-1] is Ellipsis:
        one = _reader(hints[0])
        return lambda items: tuple(map(one, items))
    each = tuple(map(_reader, hints))
    return lambda items: tuple(
        read(item) for read, item in zip(each, items, strict=True)
    )
