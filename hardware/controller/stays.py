"""
One tag's stay on one pad, as the looks at it tell: what `taps.py` judges by.

Each look is a step for or against "this tag lies here, alone, and nowhere else".
Runs on MicroPython and on CPython.
"""

# What a reader sees that has an answer in its field which is no whole UID.
BLUR = b""

# So many steps ahead decide: a look misleads once in twenty, three steps once in 6860.
AHEAD = 3

# Beside a reader that is out of order, which cannot object, however often the other one
# looks until it is back; and where a tag is back that may lie at the edge of the field.
AHEAD_IN_DOUBT = 5

# A UID that may be torn is told once it was seen so many looks more than another.
NAMED_AHEAD = 2

# So many looks in a row without a tag, and the hand is off.
LOST_LOOKS = 3

# A tag that its pad sees in fewer looks than this is faint, and has gone only after so
# long, and so many looks: it lies at the edge of the field, and would come and go.
FAINT_PERCENT = 80
FAINT_GONE_MS, FAINT_GONE_LOOKS = 1500, 25

# One that was a tap, and seen less often than this, may be faint as well. Where one
# that is or may be faint is seen again within so long, more looks must see it.
SURE_HITS, BACK_MS = 6, 3000

# An antenna that tears a UID drops up to so many bytes at one end of it.
# Source: github.com/miguelbalboa/rfid, issue 589.
_TORN_BYTES = 3
_TEARABLE_BYTES = 7


def step(score, ahead):
    """Return a score after one more look; what is decided stays so."""
    if abs(score) >= AHEAD:
        return score
    return score + (1 if ahead else -1)


class Stay:
    """One tag's stay on one pad."""

    def __init__(self, now, rivals, *, is_back=False):
        self.first = now
        self.last = now
        self.used = False  # it has had its answer
        self.is_tap = False  # and which
        self.is_back = is_back  # it had its answer lately, and may be faint
        self.looks = 0  # at its pad since then
        self.hits = 0  # those that saw it
        self.hit_looks = 0  # the looks up to the last hit
        self.missed = 0  # looks in a row that did not see it
        self.mine = 0  # how far ahead "it lies here" is
        self.alone = 0  # and "nothing else is new here"
        self.rivals = dict.fromkeys(rivals, 0)  # and "it does not lie there"
        self._names = {}  # how often under which UID: an antenna may tear one

    def hit(self, uid, now):
        """Take it that its pad sees it, as *uid* this time."""
        self._names[uid] = self._names.get(uid, 0) + 1
        self.last, self.missed = now, 0
        self.looks += 1
        self.hits += 1
        self.hit_looks = self.looks
        self.mine = min(self.mine + 1, AHEAD_IN_DOUBT)

    def miss(self):
        """Take it that its pad does not see it."""
        self.looks += 1
        self.missed += 1
        self.mine = max(self.mine - 1, -AHEAD)

    def name(self):
        """Return the UID that was seen two looks more than any other, None for none."""
        best = max(self._names, key=lambda uid: self._names[uid])
        torn = [count for uid, count in self._names.items() if uid != best]
        return best if self._names[best] >= NAMED_AHEAD + max(torn, default=0) else None

    def lacks(self):
        """Tell whether its own pad has to see it before its neighbours matter."""
        ahead = AHEAD_IN_DOUBT if self.is_back else AHEAD
        is_ahead = self.mine >= ahead - 1 and self.alone >= AHEAD - 1
        return self.missed or not is_ahead or self.name() is None

    def flickers(self):
        """Tell whether it is back, and seen as something faint is: now and then."""
        return self.is_back and (
            self.hits < AHEAD_IN_DOUBT - 1 or self.hits < self.hit_looks
        )

    def is_faint(self):
        """Tell whether it had its answer, and is seen now and then."""
        return self.used and 100 * self.hits < FAINT_PERCENT * self.hit_looks

    def comes_back(self):
        """Tell whether it may be seen again though nobody has touched it."""
        was_tap = self.is_tap or self.is_back
        lay_long = self.is_faint() and self.looks >= FAINT_GONE_LOOKS + SURE_HITS
        return lay_long or (was_tap and self.hits < SURE_HITS)

    def is_gone(self, now, gone_ms):
        """Tell whether it has been away for long enough to be news again."""
        looks = 0
        if self.is_faint() and gone_ms:
            gone_ms, looks = max(gone_ms, FAINT_GONE_MS), FAINT_GONE_LOOKS
        return now - self.last >= gone_ms and self.missed >= looks


class Pad:
    """One pad: the tags there, and how well it reads."""

    def __init__(self):
        self.stays = {}
        self.left = {}  # what is gone, and may come back -> since when
        self.blind = False
        self.looks = self.hits = self.conflicts = 0
        self.good_at = None

    def known(self, uid):
        """Return under which UID a tag stays here; its own where it is new."""
        if uid in self.stays:
            return uid
        return next((one for one in self.stays if alike(one, uid)), uid)

    def look(self, uids, now, gone_ms):
        """Take what its reader sees now: the UID of each by that of its stay here."""
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
    """Tell whether two pads are neighbours; the rack's, 0, has none."""
    return zone > 0 and other > 0 and abs(zone - other) == 1


def alike(one, other):
    """Tell whether two readings may be of one tag: they are equal, or one is torn."""
    if one == other:
        return True
    if len(one) != len(other) or len(one) < _TEARABLE_BYTES:
        return False
    return any(
        one[cut:] == other[:-cut] or other[cut:] == one[:-cut]
        for cut in range(1, _TORN_BYTES + 1)
    )
