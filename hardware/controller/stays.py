"""
The readings of one tag on one pad, from which `taps.py` decides.

Each reading is evidence for or against "this tag lies here, alone, and nowhere else".
Runs on MicroPython and on CPython.
"""

# Stands for a UID if a reader gets an answer that is no complete UID.
BLUR = b""

# The lead that decides: one reading in 20 is misleading, a lead of three one in 6860.
AHEAD = 3

# The lead that decides in doubt: beside a failed reader, which cannot contradict; and
# for a tag that has returned and may lie at the edge of the field.
AHEAD_IN_DOUBT = 5

# A UID counts if it was read so many times more than any other, since readings may be
# incomplete.
NAMED_AHEAD = 2

# The number of readings in a row without the tag after which it has been removed.
LOST_LOOKS = 3

# A tag that is read in fewer than this percentage of readings is weak: it lies at the
# edge of the field. It counts as removed only after this time and number of readings.
FAINT_PERCENT = 80
FAINT_GONE_MS, FAINT_GONE_LOOKS = 1500, 25

# A tap that was read less often than this may be weak as well. If a weak tag is read
# again within this time, more readings are needed.
SURE_HITS, BACK_MS = 6, 3000

# An incomplete reading of a UID may lack up to so many bytes at one end.
# Source: github.com/miguelbalboa/rfid, issue 589.
_TORN_BYTES = 3
_TEARABLE_BYTES = 7


def step(score, ahead):
    """Return a score after one more reading; a decided score stays unchanged."""
    if abs(score) >= AHEAD:
        return score
    return score + (1 if ahead else -1)


class Stay:
    """The evidence about one tag on one pad."""

    def __init__(self, now, rivals, *, is_back=False):
        self.first = now
        self.last = now
        self.used = False  # it was answered
        self.is_tap = False  # the answer was a tap
        self.is_back = is_back  # it was answered a short time ago, and may be weak
        self.looks = 0  # readings of its pad since then
        self.hits = 0  # readings with this tag
        self.hit_looks = 0  # readings up to the last one with this tag
        self.missed = 0  # readings in a row without this tag
        self.mine = 0  # the lead of "it lies here"
        self.alone = 0  # the lead of "no other new tag lies here"
        self.rivals = dict.fromkeys(rivals, 0)  # by pad: the lead of "it is not there"
        self._names = {}  # by UID: the number of readings; some may be incomplete

    def hit(self, uid, now):
        """Count a reading with the tag, with this UID."""
        self._names[uid] = self._names.get(uid, 0) + 1
        self.last, self.missed = now, 0
        self.looks += 1
        self.hits += 1
        self.hit_looks = self.looks
        self.mine = min(self.mine + 1, AHEAD_IN_DOUBT)

    def miss(self):
        """Count a reading without the tag."""
        self.looks += 1
        self.missed += 1
        self.mine = max(self.mine - 1, -AHEAD)

    def name(self):
        """Return the UID that was read two times more than any other, or None."""
        best = max(self._names, key=lambda uid: self._names[uid])
        torn = [count for uid, count in self._names.items() if uid != best]
        return best if self._names[best] >= NAMED_AHEAD + max(torn, default=0) else None

    def lacks(self):
        """Return True if its own pad must be read before the neighbours."""
        ahead = AHEAD_IN_DOUBT if self.is_back else AHEAD
        is_ahead = self.mine >= ahead - 1 and self.alone >= AHEAD - 1
        return self.missed or not is_ahead or self.name() is None

    def flickers(self):
        """Return True if it has returned, and is read only sometimes."""
        return self.is_back and (
            self.hits < AHEAD_IN_DOUBT - 1 or self.hits < self.hit_looks
        )

    def is_faint(self):
        """Return True if it was answered, and is read only sometimes."""
        return self.used and 100 * self.hits < FAINT_PERCENT * self.hit_looks

    def comes_back(self):
        """Return True if it may be read again although nobody has touched it."""
        was_tap = self.is_tap or self.is_back
        lay_long = self.is_faint() and self.looks >= FAINT_GONE_LOOKS + SURE_HITS
        return lay_long or (was_tap and self.hits < SURE_HITS)

    def is_gone(self, now, gone_ms):
        """Return True if it has been away long enough to count as new again."""
        looks = 0
        if self.is_faint() and gone_ms:
            gone_ms, looks = max(gone_ms, FAINT_GONE_MS), FAINT_GONE_LOOKS
        return now - self.last >= gone_ms and self.missed >= looks


class Pad:
    """The tags on one pad, and the statistics of its readings."""

    def __init__(self):
        self.stays = {}
        self.left = {}  # by UID of a removed tag that may return: the time of removal
        self.blind = False
        self.looks = self.hits = self.conflicts = 0
        self.good_at = None

    def known(self, uid):
        """Return the UID under which a tag is known here; its own for a new tag."""
        if uid in self.stays:
            return uid
        return next((one for one in self.stays if alike(one, uid)), uid)

    def look(self, uids, now, gone_ms):
        """Process a reading: *uids* maps known UIDs to the UIDs that were read."""
        self.blind = False
        self.looks += 1
        for uid, stay in list(self.stays.items()):
            if uid not in uids:
                stay.miss()
                if stay.is_gone(now, gone_ms):
                    del self.stays[uid]
                    if stay.comes_back():
                        self.left[uid] = now
        for uid, since in list(self.left.items()):
            if now - since >= BACK_MS:
                del self.left[uid]
        new = [uid for uid in uids if not self.stays[uid].used]
        for uid, stay in self.stays.items():
            if uid in uids:
                stay.hit(uids[uid], now)
            stay.alone = step(stay.alone, not [one for one in new if one != uid])


def are_beside(zone, other):
    """Return True if two pads are neighbours; the rack, 0, has none."""
    return zone > 0 and other > 0 and abs(zone - other) == 1


def alike(one, other):
    """Return True if two UIDs may be of one tag: equal, or one incomplete."""
    if one == other:
        return True
    if len(one) != len(other) or len(one) < _TEARABLE_BYTES:
        return False
    return any(
        one[cut:] == other[:-cut] or other[cut:] == one[:-cut]
        for cut in range(1, _TORN_BYTES + 1)
    )
