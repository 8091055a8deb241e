"""Working something out once, for as long as what it is made of stays the same."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")


class Once:
    """
    What was worked out last, under each key.

    It is used from any thread: two that come at once may both work it out.
    """

    def __init__(self) -> None:
        self._kept: dict[Hashable, tuple[tuple[object, ...], Any]] = {}

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
        if kept is None or not _same(kept[0], of):
            kept = self._kept[key] = of, make()
        made: T = kept[1]
        return made


def _same(before: tuple[object, ...], now: tuple[object, ...]) -> bool:
    pairs = zip(before, now, strict=True)
    return all(one is other for one, other in pairs)
