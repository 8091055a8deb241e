"""
Values of the games: how they are made, and changed into the next ones, quickly.

`dataclasses.replace` calls `__init__`, which is slow where a class is frozen. A frozen
dataclass without slots has its fields in a dictionary, and copying that takes an eighth
of the time. So whatever changes with each event has no slots.
"""

import dataclasses
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
class Record:
    """
    A value, such as an action or a fact: each class below is a frozen dataclass.

    A field that nobody may print is a ``field(repr=False)``, as in any dataclass.

    Args:
        kw_only: True where fields are given by their names alone.
    """

    def __init_subclass__(cls, *, kw_only: bool = False) -> None:
        dataclasses.dataclass(frozen=True, kw_only=kw_only)(cls)


def put(row: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """Return *row* with *value* at one place, counted from 0."""
    return (*row[:at], value, *row[at + 1 :])


if TYPE_CHECKING:  # the checker knows each field of it, and its type
    from dataclasses import replace as replace  # noqa: PLC0414 - for others to import
else:

    def replace(value: Any, /, **changes: Any) -> Any:
        """
        Return *value* with some fields changed, as `dataclasses.replace` does.

        Args:
            value: A dataclass; one with slots is changed the slow way.
            changes: Its fields' names, each with what it is to be.

        Raises:
            TypeError: It has no such field.
        """
        if not hasattr(value, "__dict__"):
            return dataclasses.replace(value, **changes)
        fields = value.__dict__ | changes
        if len(fields) > len(value.__dict__):
            unknown = ", ".join(fields.keys() - value.__dict__.keys())
            msg = f"{type(value).__name__} has no field {unknown}"
            raise TypeError(msg)
        changed = object.__new__(type(value))
        object.__setattr__(changed, "__dict__", fields)
        return changed
