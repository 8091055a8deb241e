"""The parts of a table, as the table uses them."""

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Protocol

from PIL.Image import Image

from firmware_host.board.entries import Entry
from firmware_host.board.pieces import Item, Zone
from firmware_host.link.link import Event
from firmware_host.texts.texts import Texts


class WrittenDown(Protocol):
    """The journal, as the table writes to it."""

    def append(
        self, entry: Entry, *, then: Callable[[], None] | None = None
    ) -> "Future[None]":
        """Write *entry* and call *then* once it is durable."""


class Wire(Protocol):
    """The wire to the controller, as the table answers it."""

    def acknowledge(self, event: Event) -> None:
        """Acknowledge *event* to the controller."""


class LampPairs(Protocol):
    """The zones' lamps."""

    def show(self, zone: Zone, *, cross: bool, tick: bool) -> None:
        """Light or darken the pair of a zone."""


class Screens(Protocol):
    """Every screen of the board, by name: ``table``, ``1`` to ``6``, ``maker``."""

    def show(self, name: str, image: Image, *, urgent: bool = False) -> None:
        """Show *image* soon; the newest one wins."""


class Hummer(Protocol):
    """The buzzer."""

    def on(self) -> None:
        """Sound."""

    def off(self) -> None:
        """Be silent."""


@dataclass(frozen=True, slots=True)
class Parts:
    """
    Everything a table needs; what a board lacks is None.

    Args:
        journal: Where events are stored.
        wire: The controller.
        lamps: The zones' lamps.
        screens: The screens.
        buzzer: The buzzer.
        texts: The words, by language.
        pieces: What carries a tag: a letter piece, a tile or a card.
        clock_ms: A clock that never goes back.
        entropy: 32 fresh bytes of chance at each call.
    """

    journal: WrittenDown
    wire: Wire
    lamps: LampPairs | None
    screens: Screens | None
    buzzer: Hummer | None
    texts: Mapping[str, Texts]
    pieces: Mapping[bytes, Item]
    clock_ms: Callable[[], int]
    entropy: Callable[[], bytes]
