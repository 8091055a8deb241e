"""The parts of a table, and the guard that keeps their exceptions from the table."""

import logging
from collections.abc import Callable, Mapping
from threading import Lock
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from firmware_host.board.events import BoardEvent, Failed
from firmware_host.board.json import JsonObject
from firmware_host.board.pieces import Item
from firmware_host.board.record import Record
from firmware_host.errors import place_of
from firmware_host.texts.texts import Texts

if TYPE_CHECKING:  # a table of fakes loads no library of a device
    from firmware_host.devices.controller import SerialController
    from firmware_host.devices.pins import Buzzer, Lamps
    from firmware_host.devices.reader import SerialReader
    from firmware_host.devices.rims import Rims
    from firmware_host.devices.writer import ScreenWriter
    from firmware_host.journal.store import Journal


class Parts(Record):
    """
    The devices and sources of a table; None for a part that the board lacks.

    Args:
        journal: The journal that stores events.
        wire: The controller, or the tag reader that stands in for it.
        lamps: The zones' lamps.
        screens: The screens.
        buzzer: The buzzer.
        texts: The texts, by language.
        pieces: The item of each tag: a letter piece, a tile or a card.
        clock_ms: Returns the ms of a monotonic clock.
        entropy: Returns 32 fresh random bytes.
        rims: The zones' rims, which repeat the lamps.
        when: Returns the evening and date for the header of a new game.
        today: Returns the number of the day, from 1; 0 without a known date.
    """

    journal: "Journal"
    wire: "SerialController | SerialReader"
    lamps: "Lamps | None"
    screens: "ScreenWriter | None"
    buzzer: "Buzzer | None"
    texts: Mapping[str, Texts]
    pieces: Mapping[bytes, Item]
    clock_ms: Callable[[], int]
    entropy: Callable[[], bytes]
    rims: "Rims | None" = None
    when: Callable[[], JsonObject] = dict
    today: Callable[[], int] = int


_T = TypeVar("_T")

_P = ParamSpec("_P")

_log = logging.getLogger(__name__)

#: The part that counts as faulty while any guarded call raises.
SHOWING = "showing"


class PartGuard:
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
        except Exception as fault:  # noqa: BLE001 - any exception of a device is logged
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
