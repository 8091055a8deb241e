"""
Calibration: the gain of each pad's reader, and how long a tap must last.

A piece is laid on one pad after the other. All readers then try every gain, lowest
first. The pad's own reader must read the piece at each attempt, and no other reader
may.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from math import ceil

from firmware_host.app.doctor.findings import Finding, broken, ok, part_message, watch
from firmware_host.board.events import Button, Pressed
from firmware_host.board.faces import Face, TableFace
from firmware_host.board.json import read_object
from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import Zone
from firmware_host.link.events import Reads
from firmware_host.link.messages import Command, Tune
from firmware_host.table.service_mode import ServiceMode

#: The gains that differ, lowest first: 18, 23, 33, 38, 43 and 48 dB. Source: MFRC522
#: datasheet, 9.3.3.6, RxGain; 2 and 3 equal 0 and 1. The PN532's receiver is the same.
GAINS = (0, 1, 4, 5, 6, 7)

#: Seconds of reading at each gain. The second of the change is not counted.
SECONDS = 2

#: A tag must be read in this share of attempts.
FULL = 0.98

#: A tap lasts at least this many attempts, and at least this many ms.
LOOKS, LEAST_MS = 3, 150

_SECOND_MS = 1000


#: The reads of each second, by the piece's pad, the gain and the reader.
Measured = dict[tuple[Zone, int, Zone], list[Reads]]


@dataclass(slots=True)
class Calibration:
    """
    A calibration of every pad.

    Args:
        service_mode: The board, out of play.
        command: Sends a command to the controller.
        zones: Every pad; zone 0 is the rack.
        tell: Called with instructions and progress for people.
    """

    service_mode: ServiceMode
    command: Callable[[Command], None]
    zones: tuple[Zone, ...]
    tell: Callable[[Message], None]
    seen: Measured = field(default_factory=dict)
    skipped: set[Zone] = field(default_factory=set)

    async def run(self) -> dict[Zone, Tune]:
        """Measure pad after pad; return the settings of each, and apply them."""
        for zone in self.zones:
            self._ask(say("calibrate-lay", what=part_message(f"reader-{zone}")))
            if await self._lies(zone):
                await self._measure(zone)
            else:
                self.skipped.add(zone)
        tunes = (suited(zone, self.seen) for zone in self.zones)
        found = {tune.zone: tune for tune in tunes if tune is not None}
        for tune in found.values():
            self.command(tune)
        return found

    def findings(self, found: Mapping[Zone, Tune]) -> Iterable[Finding]:
        """Yield how each pad reads now."""
        for zone in self.zones:
            part = f"reader-{zone}"
            if zone in self.skipped:
                continue
            if zone not in found:
                yield broken(part, say("calibrate-deaf"), say("then-reader"))
                continue
            tune = found[zone]
            values = {"gain": tune.gain, "ms": tune.dwell_ms}
            if overhears(zone, tune.gain, self.seen):
                says = say("calibrate-near", **values)
                yield watch(part, says, say("then-spacing"))
            else:
                yield ok(part, say("calibrate-well", **values))

    async def _lies(self, zone: Zone) -> bool:
        """
        Wait until the reader sees the piece, with rising gain.

        The result is False if it is skipped.
        """
        at = 0
        while True:
            self._tune(GAINS[at % len(GAINS)])
            at += 1
            for _ in range(len(self.zones)):
                match await self.service_mode.next():
                    case Reads() as reads if reads.zone == zone:
                        if reads.hits or reads.conflicts:
                            return True
                    case Pressed(button=Button.CROSS):
                        return False
                    case _:
                        pass

    async def _measure(self, zone: Zone) -> None:
        for gain in GAINS:
            self._ask(say("calibrate-gain", n=gain))
            self._tune(gain)
            for second in range(SECONDS + 1):
                for reads in await self._second():
                    if second:  # in the first one the gain has changed
                        key = zone, gain, reads.zone
                        self.seen.setdefault(key, []).append(reads)

    async def _second(self) -> Iterable[Reads]:
        """Return the reads of every reader in the next second."""
        told: dict[Zone, Reads] = {}
        while set(told) < set(self.zones):
            event = await self.service_mode.next()
            if isinstance(event, Reads) and event.zone in self.zones:
                told[event.zone] = event
        return told.values()

    def _tune(self, gain: int) -> None:
        for zone in self.zones:
            self.command(Tune(zone, LEAST_MS, gain))

    def _ask(self, message: Message) -> None:
        self.tell(message)
        self.service_mode.show(Face(TableFace(message, note=say("calibrate-skip"))))


# --- what suits a pad -------------------------------------------------------


def suited(zone: Zone, seen: Measured) -> Tune | None:
    """Return the lowest gain at which a pad reads its own piece; None if none does."""
    for gain in GAINS:
        seconds = seen.get((zone, gain, zone), [])
        looks = sum(reads.looks for reads in seconds)
        if looks and _hits(seconds) / looks >= FULL:
            look_ms = SECONDS * _SECOND_MS / looks
            dwell_ms = max(LEAST_MS, ceil(LOOKS * look_ms / 10) * 10)
            return Tune(zone, dwell_ms, gain)
    return None


def overhears(zone: Zone, gain: int, seen: Measured) -> bool:
    """Return True if a pad with that gain sees a piece on another pad."""
    return any(
        _hits(seconds)
        for (lay, at, reader), seconds in seen.items()
        if reader == zone and at == gain and lay != zone
    )


def _hits(seconds: Iterable[Reads]) -> int:
    """Return the number of looks that saw a piece, conflicts included."""
    return sum(reads.hits + reads.conflicts for reads in seconds)


def as_setting(found: Mapping[Zone, Tune], before: str | None) -> str:
    """
    Return the text to store under `tuning.SETTING`.

    Args:
        found: The new tune of each measured pad.
        before: The stored text; the other pads keep their values.
    """
    try:
        known = dict(read_object(before or "{}"))
    except ValueError:
        known = {}  # damaged on the card: only the new values count
    for zone, tune in sorted(found.items()):
        known[str(zone)] = {"dwell_ms": tune.dwell_ms, "gain": tune.gain}
    return json.dumps(known)
