"""
The sweep over all tag readers, one radio field on at a time.

Fields side by side disturb each other, so a reader's field goes on only after the
one before it is off. A reader that fails is told as a fault and tried again each
second, for ever; the others are read on. Where it may have kept its field on, the
reset line puts all of them out first.

A chip is whatever has `start`, `tune`, `field_on`, `look`, `done`, `uid` and
`field_off`, and raises `ReaderError` where it does not behave; docs/readers.md adds
one. None of them may wait longer than 25 ms.
"""

from mfrc522 import ReaderError
from taps import TAP
from wire import HEALED, STUCK

# How long a tag needs to wake in a field. Source: ISO/IEC 14443-3, 5 ms.
GUARD_MS = 5

# A chip that has not done its look by then hangs.
LOOK_MS = 50

RETRY_MS = 1000

# A reader that does not start, so often in a row, may need the reset line as well.
STARTS = 2


class Readers:
    """
    All tag readers of a board.

    Args:
        chips: Pairs of a zone and its chip.
        taps: Judges what the readers see.
        core: Is told of taps and faults.
        reset: Puts all chips out and makes them lose their settings.
    """

    def __init__(self, chips, taps, core, reset):
        self._chips = chips
        self._taps = taps
        self._core = core
        self._reset = reset
        self._at = 0
        self._lit = False
        self._looking = False
        self._ready_at = 0
        self._cold = {zone: 0 for zone, _ in chips}  # zone -> when to start its chip
        self._failed = {}  # zone -> how often in a row
        self._gains = {}
        self._untuned = set()

    def tune(self, zone, gain):
        """Set the gain of a reader, now and whenever it is started anew."""
        self._gains[zone] = gain
        self._untuned.add(zone)

    def step(self, now):
        """Go one short step on; never longer than one reader takes to read."""
        if not self._chips:
            return
        zone, chip = self._chips[self._at]
        try:
            if not self._lit:
                self._light(zone, chip, now)
            elif not self._looking:
                if now >= self._ready_at:
                    self._looking = True
                    self._ready_at = now + LOOK_MS
                    chip.look()
            elif chip.done():
                self._see(zone, self._read(chip), now)
            elif now >= self._ready_at:
                self._fail(zone, STUCK, now)
        except ReaderError as error:
            self._fail(zone, error.code, now)

    def _light(self, zone, chip, now):
        if now < self._cold.get(zone, now):
            self._next()
            return
        if zone in self._cold:
            chip.start()
            del self._cold[zone]
            if zone in self._gains:
                self._untuned.add(zone)
        if zone in self._untuned:
            chip.tune(self._gains[zone])
            self._untuned.discard(zone)
        self._lit = True
        chip.field_on()
        self._ready_at = now + GUARD_MS

    def _read(self, chip):
        uid = chip.uid()
        chip.field_off()
        self._next()
        return uid

    def _see(self, zone, uid, now):
        if zone in self._failed:
            del self._failed[zone]
            self._core.fault(zone, HEALED, now)
        found = self._taps.see(zone, uid, now)
        if found is not None:
            what, zone, detail = found
            tell = self._core.tap if what == TAP else self._core.unclear
            tell(zone, detail, now)

    def _fail(self, zone, code, now):
        times = self._failed[zone] = self._failed.get(zone, 0) + 1
        if self._lit or times % STARTS == 0:
            self._reset()
            self._cold = {one: self._cold.get(one, now) for one, _ in self._chips}
        self._next()
        self._cold[zone] = now + RETRY_MS
        self._taps.miss(zone, now)
        if times == 1:
            self._core.fault(zone, code, now)

    def _next(self):
        self._at = (self._at + 1) % len(self._chips)
        self._lit = self._looking = False
