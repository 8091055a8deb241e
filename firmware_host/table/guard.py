"""What shows and tells is called here: whatever it raises costs only itself."""

import logging
import traceback
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from firmware_host.board.events import BoardEvent, Failed

_T = TypeVar("_T")

_log = logging.getLogger(__name__)

#: What is out of order while something cannot be shown or told.
SHOWING = "showing"


class Guard:
    """
    Calls what shows and tells, each under a name of its own; from any thread.

    The first exception of a name is logged, without the exception's own sentence: it
    may hold a word that somebody typed.

    Args:
        tell: Told that something cannot be shown.
    """

    def __init__(self, tell: Callable[[BoardEvent], None]) -> None:
        self._tell = tell
        self._broken: set[str] = set()
        self._door = Lock()

    @property
    def broken(self) -> bool:
        """Whether anything that raised has not worked since."""
        return bool(self._broken)

    def __call__(
        self, name: str, call: Callable[..., _T], *args: Any, **more: Any
    ) -> _T | None:
        """Call *call* with the rest; return what it returns, None where it raises."""
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
            _log.error("%s cannot be shown: %s", name, _told(fault))
        if first:
            self._tell(Failed(SHOWING))

    def _worked(self, name: str) -> None:
        with self._door:
            self._broken.discard(name)
        _log.warning("%s can be shown again", name)


def _told(fault: Exception) -> str:
    """Return the kind of an exception, and the way to where it was raised."""
    frames = traceback.extract_tb(fault.__traceback__)[1:]
    way = " > ".join(f"{Path(one.filename).name}:{one.lineno}" for one in frames)
    return f"{type(fault).__name__} at {way}"
