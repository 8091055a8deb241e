"""Changing a value into the next one, quickly."""

from collections.abc import Callable
from dataclasses import fields
from operator import attrgetter
from typing import Any, TypeVar

T = TypeVar("T")


def changer(cls: type[T]) -> Callable[..., T]:
    """
    Return a function that does for *cls* what `dataclasses.replace` does.

    It takes less than half the time: the fields are looked up once and not each time,
    and are filled in without `__init__`, which is slow for frozen classes.

    Args:
        cls: A frozen dataclass with slots and nothing but fields.
    """
    names = tuple(item.name for item in fields(cls))  # type: ignore[arg-type]  # a dataclass cannot be told in types
    values = attrgetter(*names)
    place = {name: index for index, name in enumerate(names)}
    fill = tuple(cls.__dict__[name].__set__ for name in names)
    new = object.__new__

    def change(value: T, **changes: Any) -> T:
        items = list(values(value))
        for name, item in changes.items():
            items[place[name]] = item
        changed = new(cls)
        for put, item in zip(fill, items, strict=True):
            put(changed, item)
        return changed

    return change
