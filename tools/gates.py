"""
Gates of 74HC125 between several RC522 and their one bus.

A copy of the RC522 may hold MISO while others are read. Behind a gate of its own, which
only its own select line opens, such a reader disturbs nobody.
"""

from dataclasses import dataclass
from math import ceil

from firmware_host.board.pieces import Zone
from firmware_host.settings.profile import Pico

#: Four gates: the pins of opener, input and output; then supply and ground.
#: Source: TI's data sheet of the SN74HC125.
PINS = ((1, 2, 3), (4, 5, 6), (10, 9, 8), (13, 12, 11))
VCC, GND = "14 (VCC)", "7 (GND)"

#: What the builds call their buffers.
NAMES = ("74HC125 I", "74HC125 II")


@dataclass(frozen=True, slots=True)
class Gate:
    """
    A gate of a 74HC125.

    Args:
        box: Which buffer it is in.
        number: Which one of it: 1 to 4.
        zone: Whose reader it lets speak; None where it is not in use.
    """

    box: str
    number: int
    zone: Zone | None

    @property
    def opener(self) -> str:
        """The terminal that opens it, low."""
        return self._terminal(0, "OE")

    @property
    def input(self) -> str:
        """The terminal that the reader's MISO leads to."""
        return self._terminal(1, "A")

    @property
    def output(self) -> str:
        """The terminal that leads on to the bus."""
        return self._terminal(2, "Y")

    def _terminal(self, at: int, name: str) -> str:
        return f"{PINS[self.number - 1][at]} ({self.number}{name})"


def gates(pico: Pico) -> tuple[Gate, ...]:
    """Return every gate of a board's buffers; none where one reader is alone."""
    if pico.chip != "mfrc522" or len(pico.readers) <= 1:
        return ()
    zones: list[Zone | None] = sorted(pico.readers)
    boxes = NAMES[: ceil(len(zones) / len(PINS))]
    zones += [None] * (len(boxes) * len(PINS) - len(zones))
    each = ((box, number) for box in boxes for number in range(1, len(PINS) + 1))
    return tuple(
        Gate(box, number, zone) for (box, number), zone in zip(each, zones, strict=True)
    )
