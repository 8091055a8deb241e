"""Calls of devices, views and listeners that catch and report their exceptions."""

import logging
from collections.abc import Callable
from threading import Lock
from typing import ParamSpec, TypeVar

from firmware_host.board.events import BoardEvent, Failed
from firmware_host.errors import place_of

_T = TypeVar("_T")
_P = ParamSpec("_P")

_log = logging.getLogger(__name__)

#: The part that counts as faulty while any guarded call raises.
SHOWING = "showing"


class Guard:
    """
    Calls a device, a view or a listener under a name and catches exceptions.

    It may be used by any thread. The first exception of each name is logged without its
    message, which may contain a word of a player.

    Args:
        tell: Called with a fault when the first guarded call raises.
    """

    def __init__(self, tell: Callable[[BoardEvent], None]) -> None:
        self._tell = tell
        self._broken: set[str] = set()
        self._door = Lock()

    @property
    def broken(self) -> bool:
        """Whether a call has raised and has not succeeded since."""
        return bool(self._broken)

    def __call__(
        self, name: str, call: Callable[_P, _T], *args: _P.args, **more: _P.kwargs
    ) -> _T | None:
        """Return the result of *call*; None if it raises."""
        try:
            result = call(*args, **more)
        except Exception as fault:  # noqa: BLE001 - whatever it is, it is shown no more
            self._failed(name, fault)
            return None
        if name in self._broken:
            self._worked(name)
        return result

    def _failed(self, name: str, fault: Exception) -> None:
        with self._door:
            known, first = name in self._broken, not self._broken
            self._broken.add(name)
        if not known:
            _log.error("%s cannot be shown: %s", name, place_of(fault))
        if first:
            self._tell(Failed(SHOWING))

    def _worked(self, name: str) -> None:
        with self._door:
            self._broken.discard(name)
        _log.warning("%s can be shown again", name)
