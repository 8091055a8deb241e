"""
Gates of 74HC125 between several RC522 and their one bus.

A copy of the RC522 may drive MISO while another reader is selected. A gate that is
enabled by the reader's own select line keeps such a reader off the bus.
"""

from dataclasses import dataclass
from math import ceil

from firmware_host.board.pieces import Zone
from firmware_host.settings.profile import Pico

#: The pins of the four gates (enable, input, output), then supply and ground.
PINS = ((1, 2, 3), (4, 5, 6), (10, 9, 8), (13, 12, 11))
VCC, GND = "14 (VCC)", "7 (GND)"

#: The names of the buffers.
NAMES = ("74HC125 I", "74HC125 II")


@dataclass(frozen=True, slots=True)
class Gate:
    """
    A gate of a 74HC125.

    Args:
        box: The buffer chip that contains it.
        number: Its number in the chip, 1 to 4.
        zone: The zone of its reader; None for an unused gate.
    """

    box: str
    number: int
    zone: Zone | None

    @property
    def opener(self) -> str:
        """The terminal that enables the gate when low."""
        return self._terminal(0, "OE")

    @property
    def input(self) -> str:
        """The terminal to which the reader's MISO is wired."""
        return self._terminal(1, "A")

    @property
    def output(self) -> str:
        """The terminal that is wired to the bus."""
        return self._terminal(2, "Y")

    def _terminal(self, at: int, name: str) -> str:
        return f"{PINS[self.number - 1][at]} ({self.number}{name})"


def gates(pico: Pico) -> tuple[Gate, ...]:
    """Return every gate of a board's buffers; none if only one reader is on the bus."""
    if pico.chip != "mfrc522" or len(pico.readers) <= 1:
        return ()
    zones: list[Zone | None] = sorted(pico.readers)
    boxes = NAMES[: ceil(len(zones) / len(PINS))]
    zones += [None] * (len(boxes) * len(PINS) - len(zones))
    each = ((box, number) for box in boxes for number in range(1, len(PINS) + 1))
    return tuple(
        Gate(box, number, zone) for (box, number), zone in zip(each, zones, strict=True)
    )
