"""Caches: of results that depend on changing values, and of values loaded by name."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import cache
from operator import is_not
from typing import TypeVar, cast

T = TypeVar("T")


class Once:
    """
    A cache of the last result under each key.

    Any thread may use it: if two ask at the same time, both may compute the result.
    """

    def __init__(self) -> None:
        self._kept: dict[Hashable, tuple[tuple[object, ...], object]] = {}

    def __call__(
        self, key: Hashable, of: tuple[object, ...], make: Callable[[], T]
    ) -> T:
        """
        Return the result of *make*, cached while *of* holds the same objects.

        Args:
            key: The key of the result; viewers who may know different things have
                different keys.
            of: All values from which the result is computed; they are immutable, so a
                change gives another object.
            make: Computes the result.
        """
        kept = self._kept.get(key)
        if kept is None or any(map(is_not, kept[0], of)):
            kept = self._kept[key] = of, make()
        return cast("T", kept[1])


class Lazy(Mapping[str, T]):
    """
    A mapping whose values are loaded when they are first read.

    Args:
        names: All keys, in the order of iteration.
        load: Returns the value of a key; it is called once per key.
    """

    def __init__(self, names: Iterable[str], load: Callable[[str], T]) -> None:
        self._names = tuple(names)
        self._load = cache(load)

    def __getitem__(self, name: str) -> T:
        if name not in self._names:
            raise KeyError(name)
        return self._load(name)

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)
