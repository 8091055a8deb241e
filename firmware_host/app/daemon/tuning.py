"""Sends each pad's tuning to the controller, at each of its starts."""

from collections.abc import Callable
from dataclasses import dataclass, field

from firmware_host.app.system.pico import DWELL_MS
from firmware_host.board.json import inner, number, read_object
from firmware_host.board.pieces import Zone
from firmware_host.journal.reader import Reader
from firmware_host.link.events import Connected
from firmware_host.link.messages import Command, Tune
from firmware_host.settings.profile import Profile
from firmware_host.table.table import Table

#: The name of the setting that keeps what `calibrate` found.
SETTING = "pads"

#: In a class a piece must stay longer. Source: design, "A tap".
CLASS_DWELL_MS = 250

#: How loud a chip listens by itself. Source: MFRC522 datasheet, 9.3.3.6: RxGain 100,
#: 33 dB; PN532 user manual, 7.3.1: RFCfg 59.
GAINS = {"mfrc522": 4, "pn532": 5}

#: What is beyond these nobody has measured: a bit of the setting has changed.
MOST_DWELL_MS, MOST_GAIN = 2000, 7


@dataclass
class Tuner:
    """
    Tunes the pads of whatever controller there is.

    Args:
        profile: The board.
        table: Its table, which knows whether people play at home or in a class.
        journal: What was measured is one of its settings.
        command: Has the controller do something.
    """

    profile: Profile
    table: Table
    journal: Reader
    command: Callable[[Command], None]
    _zones: tuple[Zone, ...] = field(init=False, default=())

    def __post_init__(self) -> None:
        self._told = self._place

    @property
    def _place(self) -> str:
        return self.table.session.setup.place

    def welcome(self, event: Connected) -> None:
        """Tune a controller that was welcomed; one of protocol 1 cannot be tuned."""
        self._zones = event.zones if event.proto > 1 else ()
        self._tune()

    def look(self) -> None:
        """Tune anew where home has become a class, or a class a home."""
        if self._place != self._told:
            self._tune()

    def _tune(self) -> None:
        self._told = self._place
        least_ms = CLASS_DWELL_MS if self._told == "class" else 0
        chip = "pn532" if self.profile.pico is None else self.profile.pico.chip
        text = self.journal.settings().get(SETTING, "{}")
        for zone in self._zones:
            dwell_ms, gain = _measured(text, zone) or (DWELL_MS, GAINS[chip])
            self.command(Tune(zone, max(least_ms, dwell_ms), gain))


def _measured(text: str, zone: Zone) -> tuple[int, int] | None:
    """Return how long a pad waits, and its gain; None where nobody can read that."""
    try:
        pad = inner(read_object(text), str(zone))
        dwell_ms, gain = number(pad, "dwell_ms"), number(pad, "gain")
    except ValueError:
        return None
    right = dwell_ms in range(MOST_DWELL_MS + 1) and gain in range(MOST_GAIN + 1)
    return (dwell_ms, gain) if right else None
