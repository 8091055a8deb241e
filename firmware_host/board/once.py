"""Working something out once: what changes, and what is loaded by its name."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import cache
from operator import is_not
from typing import TypeVar, cast

T = TypeVar("T")


class Once:
    """
    What was worked out last, under each key.

    It is used from any thread: two that come at once may both work it out.
    """

    def __init__(self) -> None:
        self._kept: dict[Hashable, tuple[tuple[object, ...], object]] = {}

    def __call__(
        self, key: Hashable, of: tuple[object, ...], make: Callable[[], T]
    ) -> T:
        """
        Return what *make* returns, or returned when *of* held the same objects.

        Args:
            key: What it is; whoever may know something else has another key.
            of: Everything that it is made of and that can change: values of which each
                change makes a new one.
            make: Works it out.
        """
        kept = self._kept.get(key)
        if kept is None or any(map(is_not, kept[0], of)):
            kept = self._kept[key] = of, make()
        return cast("T", kept[1])


class Lazy(Mapping[str, T]):
    """
    Things by their names, each loaded when it is first asked for.

    Args:
        names: Every name there is, in their order.
        load: Loads what has one of these names.
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
