"""
The sweep over all tag readers, one radio field on at a time.

Neighbouring fields disturb each other, so a reader's field is switched on only after
the previous one is off. If a tag was seen, its pad and the pads beside it are read
first until the tag is decided; else the pad that has waited longest. A failed reader is
reported as a fault and retried each second; the others are read on. If its field may
still be on, the reset line first resets all readers.

A chip is any object with the methods `start`, `tune`, `field_on`, `look`, `done`,
`uids` and `field_off`, which raise `ReaderError` if the chip fails; docs/readers.md
shows how to add one. No method may take longer than 25 ms, and `uids` 10 ms more for
each further tag.
"""

from mfrc522 import ReaderError
from taps import TAP
from wire import HEALED, HELD, SILENT, STUCK

# The time that a tag needs in a field before it answers. Source: ISO/IEC 14443-3, 5 ms.
GUARD_US = 5000

# The rest of that time that is waited for, as nothing else fits into it.
REST_US = 1000

# The timeout of a reading.
LOOK_MS = 50

# The longest time between two readings of a pad, so that two fit into a touch of 120
# ms. If a round over all pads takes long, it is four thirds of a round: else no time
# would be left for new tags.
STALE_MS = 100

RETRY_MS = 1000

# After so many failed starts in a row the reset line is used.
STARTS = 2


class Readers:
    """
    All tag readers of a board.

    Args:
        chips: Pairs of a zone and its chip.
        taps: The `Taps` that decides what counts as a tap.
        core: The `Core` that gets taps and faults.
        reset: Resets all chips, which lose their settings.
        time: A module with `ticks_us`, `ticks_diff` and `sleep_us`, such as
            MicroPython's.

    `is_held` returns True if a part drives the chips' bus while none is selected.
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
        self._looked = {zone: -STALE_MS for zone, _ in chips}  # zone -> last reading
        self._takes = {zone: 0 for zone, _ in chips}  # zone -> ms that a reading takes
        self._was_stale = False  # the last pad was read because it had waited too long
        self._order = [zone for zone, _ in chips]  # the longest waiting pad first
        self._lit = False
        self._looking = False
        self._asked_us = 0
        self._cold = {zone: 0 for zone, _ in chips}  # zone -> when to start its chip
        self._failed = {}  # zone -> number of failures in a row
        self._gains = {}
        self._untuned = set()

    def tune(self, zone, gain):
        """Set the gain of a reader, now and after each start of its chip."""
        self._gains[zone] = gain
        self._untuned.add(zone)

    def step(self, now):
        """Do one short step, which takes no longer than one reading."""
        if not self._chips:
            return
        # Before the chip is asked: a computer with other work may pause in between.
        is_late = self._us_since(self._asked_us) >= LOOK_MS * 1000
        try:
            if not self._lit:
                self._light(now)
            elif not self._looking:
                self._look(now)
            elif self._chips[self._at][1].done():
                self._read(now)
            elif is_late:
                self._fail(STUCK, now)
        except ReaderError as error:
            self._fail(error.code, now)

    def _choose(self, now, but):
        """
        Return the pad to read now; None if no reader is ready.

        The last reading of the pad *but* is not processed yet: None if the choice may
        depend on it.
        """
        able = [zone for zone in self._order if now >= self._cold.get(zone, now)]
        wants = self._taps.wants(now)
        wanted = [zone for zone in able if zone in wants and zone != but]
        if but is not None and (able == [but] or (but in wants and not wanted)):
            return None
        glimpsed = self._taps.glimpsed()
        for zone in wanted:
            if zone in glimpsed:  # before the piece is removed
                return zone
        if not wanted:
            return able[0] if able else None
        # At most every second reading is taken from the wanted pads.
        late = self._is_late(able, now + self._takes[wanted[0]])
        self._was_stale = late and not self._was_stale
        return able[0] if self._was_stale else wanted[0]

    def _is_late(self, able, now):
        """Return True if a pad would wait too long if the round continued at *now*."""
        stale_ms = max(STALE_MS, sum(self._takes.values()) * 4 // 3)
        for zone in able:
            if now - self._looked[zone] > stale_ms:
                return True
            now += self._takes[zone]
        return False

    def _light(self, now, but=None):
        """Switch the field of the next pad on; return False if there is no such pad."""
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
        """Start a reading once the tags have had time to wake up."""
        awake_us = self._us_since(self._lit_us)
        if awake_us < GUARD_US - REST_US:
            return
        if awake_us < GUARD_US:
            self._time.sleep_us(GUARD_US - awake_us)
        self._looking = True
        chip = self._chips[self._at][1]
        chip.look()
        self._asked_us = self._time.ticks_us()  # later than `now`, by any pause
        if chip.done():
            self._read(now)

    def _us_since(self, began_us):
        return self._time.ticks_diff(self._time.ticks_us(), began_us)

    def _read(self, now):
        zone, chip = self._chips[self._at]
        uids = chip.uids()
        chip.field_off()
        self._lit = self._looking = False
        self._takes[zone] = now - self._looked[zone]
        # The result of an empty pad is processed while the tags of the next one wake
        # up.
        later = False
        try:
            later = not uids and self._light(now, but=zone)
        finally:  # also if the next pad fails
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
