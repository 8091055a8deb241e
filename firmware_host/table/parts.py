"""The parts of a table, as the table uses them."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from firmware_host.board.json import JsonObject
from firmware_host.board.pieces import Item
from firmware_host.board.record import Record
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
