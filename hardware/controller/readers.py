"""
The sweep over all tag readers, one radio field on at a time.

Fields side by side disturb each other, so a reader's field goes on only after the
one before it is off. Where a tag was seen, its pad and those beside it are looked at
first, until it is decided; else the pad that has waited longest. A reader that fails is
told as a fault and tried again each second, for ever; the others are read on. Where it
may have kept its field on, the reset line puts all of them out first.

A chip is whatever has `start`, `tune`, `field_on`, `look`, `done`, `uids` and
`field_off`, and raises `ReaderError` where it does not behave; docs/readers.md adds
one. None of them may wait longer than 25 ms, and `uids` 10 more for each further tag.
"""

from mfrc522 import ReaderError
from taps import TAP
from wire import HEALED, HELD, SILENT, STUCK

# How long a tag needs to wake in a field. Source: ISO/IEC 14443-3, 5 ms.
GUARD_US = 5000

# What is left of it when nothing else is worth beginning.
REST_US = 1000

# A chip that has not done its look by then hangs.
LOOK_MS = 50

# No pad waits longer for its turn, so that two looks fit into a touch of 120 ms. Where
# a sweep takes long it is four thirds of that; else no time is left for what is new.
STALE_MS = 100

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
        time: Has `ticks_us`, `ticks_diff` and `sleep_us`, as MicroPython's own.

    `is_held` tells whether somebody holds the chips' bus while none is selected.
    """

    def __init__(self, chips, taps, core, reset, time):
        self._chips = chips
        self._taps = taps
        self._core = core
        self._reset = reset
        self._time = time
        self.is_held = lambda: False
        self._at = 0
        self._lit_us = 0
        self._looked = {zone: -STALE_MS for zone, _ in chips}  # zone -> when
        self._takes = {zone: 0 for zone, _ in chips}  # zone -> how long a look did, ms
        self._was_stale = False  # the last pad was looked at because it had waited
        self._order = [zone for zone, _ in chips]  # the one that waits longest first
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
        try:
            if not self._lit:
                self._light(now)
            elif not self._looking:
                self._look(now)
            elif self._chips[self._at][1].done():
                self._read(now)
            elif now >= self._ready_at:
                self._fail(STUCK, now)
        except ReaderError as error:
            self._fail(error.code, now)

    def _choose(self, now, but):
        """
        Return the pad to look at now, None where no reader is ready.

        With *but* what that pad has just said is not weighed yet: None where the choice
        may hang on it.
        """
        able = [zone for zone in self._order if now >= self._cold.get(zone, now)]
        wants = self._taps.wants(now)
        wanted = [zone for zone in able if zone in wants and zone != but]
        if but is not None and (able == [but] or (but in wants and not wanted)):
            return None
        glimpsed = self._taps.glimpsed()
        for zone in wanted:
            if zone in glimpsed:  # before the hand is off
                return zone
        if not wanted:
            return able[0] if able else None
        # Every other look at most is taken from what is wanted.
        late = self._is_late(able, now + self._takes[wanted[0]])
        self._was_stale = late and not self._was_stale
        return able[0] if self._was_stale else wanted[0]

    def _is_late(self, able, now):
        """Tell whether a pad's turn comes too late where the sweep goes on *now*."""
        stale_ms = max(STALE_MS, sum(self._takes.values()) * 4 // 3)
        for zone in able:
            if now - self._looked[zone] > stale_ms:
                return True
            now += self._takes[zone]
        return False

    def _light(self, now, but=None):
        """Begin with the next pad; return whether there was one."""
        chosen = self._choose(now, but)
        if chosen is None:
            return False
        self._at = [zone for zone, _ in self._chips].index(chosen)
        zone, chip = self._chips[self._at]
        self._order.remove(zone)
        self._order.append(zone)
        self._looked[zone] = now
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
        self._lit_us = self._time.ticks_us()
        return True

    def _look(self, now):
        """Look once the tags are awake; the last moment before is waited for."""
        awake_us = self._time.ticks_diff(self._time.ticks_us(), self._lit_us)
        if awake_us < GUARD_US - REST_US:
            return
        if awake_us < GUARD_US:
            self._time.sleep_us(GUARD_US - awake_us)
        self._looking = True
        self._ready_at = now + LOOK_MS
        chip = self._chips[self._at][1]
        chip.look()
        if chip.done():
            self._read(now)

    def _read(self, now):
        zone, chip = self._chips[self._at]
        uids = chip.uids()
        chip.field_off()
        self._lit = self._looking = False
        self._takes[zone] = now - self._looked[zone]
        # What an empty pad says is weighed while the tags of the next one wake.
        later = False
        try:
            later = not uids and self._light(now, but=zone)
        finally:  # also where that one fails
            self._see(zone, uids, now)
        if not later:
            self._light(now)

    def _see(self, zone, uids, now):
        if zone in self._failed:
            del self._failed[zone]
            self._core.fault(zone, HEALED, now)
        for what, where, detail in self._taps.see(zone, uids, now):
            tell = self._core.tap if what == TAP else self._core.unclear
            tell(where, detail, now)

    def _fail(self, code, now):
        zone = self._chips[self._at][0]
        times = self._failed[zone] = self._failed.get(zone, 0) + 1
        if self._lit or times % STARTS == 0:
            self._reset()
            self._cold = {one: self._cold.get(one, now) for one, _ in self._chips}
        self._lit = self._looking = False
        self._cold[zone] = now + RETRY_MS
        self._taps.miss(zone, now)
        if times == 1:
            held = code == SILENT and self.is_held()
            self._core.fault(zone, HELD if held else code, now)
