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

#: The setting with the values that `calibrate` measured.
SETTING = "pads"

#: In a class a piece must stay longer. Source: design, "A tap".
CLASS_DWELL_MS = 250

#: The default gain of each chip. Source: MFRC522 datasheet, 9.3.3.6: RxGain 100,
#: 33 dB; PN532 user manual, 7.3.1: RFCfg 59.
GAINS = {"mfrc522": 4, "pn532": 5}

#: The limits of measured values; a larger stored value is damaged.
MOST_DWELL_MS, MOST_GAIN = 2000, 7


@dataclass
class Tuner:
    """
    Sends each connected controller the settings of its pads.

    Args:
        profile: The board.
        table: Its table, which knows if the board is at home or in a class.
        journal: The journal, whose settings have the measured values.
        command: Sends a command to the controller.
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
        """Send the tuning to a new controller; one of protocol 1 cannot be tuned."""
        self._zones = event.zones if event.proto > 1 else ()
        self._tune()

    def look(self) -> None:
        """Tune again after the place has changed between home and class."""
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
    """Return a pad's stored dwell time and gain, or None if they cannot be read."""
    try:
        pad = inner(read_object(text), str(zone))
        dwell_ms, gain = number(pad, "dwell_ms"), number(pad, "gain")
    except ValueError:
        return None
    right = dwell_ms in range(MOST_DWELL_MS + 1) and gain in range(MOST_GAIN + 1)
    return (dwell_ms, gain) if right else None
