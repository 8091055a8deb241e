"""
When a tag on a pad is a tap: the physics of fingers and of antennas.

A tap needs `dwell_ms` on one pad and three of the last four looks at it, and stays one
tap until the piece has been away for `gone_ms`. Two tags on a pad, or one tag on two
pads, are unclear: none of them counts before it has been away. What was seen only once
never counts, but nothing settles beside it either. Runs on MicroPython and on CPython.
"""

TAP = "tap"
UNCLEAR = "unclear"
TWO_PIECES, TWO_ZONES = 0, 1  # as in wire.py

# Whose a tag is that a pad sees; see `judge`.
MINE = "mine"
NEIGHBOURS = "neighbour's"
IMPOSSIBLE = "impossible"
UNKNOWN = "unknown"

# What a reader sees that has more than one tag in its field. No tag has this UID.
CROWD = b""

# A tag must be seen in so many of the last looks at its pad.
HITS, LOOKS = 3, 4

# What is seen so often beside a tag is no ghost.
REAL_LOOKS = 2

# A tag that stays in doubt is unclear after so long; people wait for an answer.
PATIENCE_MS = 400

# An antenna that tears a UID drops up to so many bytes at one end of it.
# Source: github.com/miguelbalboa/rfid, issue 589.
_TORN_BYTES = 3
_TEARABLE_BYTES = 7

_NEVER = 0xFFFFFFFF  # as in wire.py
_MOST = 0xFFFF


class Stay:
    """One tag's stay on one pad."""

    def __init__(self, now, used):
        self.first = now
        self.last = now
        self.used = used
        self.looks = 0  # at its pad since then
        self.seen = 0  # in how many of them
        self.missed = 0  # those in a row that did not see it


class Pad:
    """One pad: its last looks, the tags there, and how well it reads."""

    def __init__(self):
        self.looks = []
        self.stays = {}
        self.spoilt = False  # must be empty before anything counts
        self.blind = False
        self.seen = self.hits = self.conflicts = 0
        self.good_at = None

    def look(self, uid, now, gone_ms):
        """Take what its reader sees now."""
        self.blind = False
        self.looks = self.looks[1 - LOOKS :] + [uid]  # noqa: RUF005 - MicroPython
        self.seen += 1
        for one in list(self.stays):
            if one != uid:
                stay = self.stays[one]
                stay.looks += 1
                stay.missed += 1
                if now - stay.last >= gone_ms:
                    del self.stays[one]
        here = [stay for stay in self.stays.values() if stay.seen >= REAL_LOOKS]
        self.spoilt = self.spoilt and bool(here)  # a ghost does not keep it so
        if uid is None:
            return
        stay = self.stays.get(uid)
        if stay is None or (stay.missed > 1 and not stay.used):
            stay = self.stays[uid] = Stay(now, self.spoilt)
        stay.last, stay.missed = now, 0
        stay.looks += 1
        stay.seen += 1
        if uid == CROWD:
            self.conflicts += 1
        else:
            self.hits += 1
            self.good_at = now


class Taps:
    """
    Watches all pads and says when something was tapped.

    Args:
        dwell_ms: How long a tag must stay to count; 150, for a class 250. Without
            any, the first look counts.
        gone_ms: How long it must be away to count again.
    """

    def __init__(self, dwell_ms=150, gone_ms=400):
        self.dwell_ms = dwell_ms
        self.gone_ms = gone_ms
        self._own_dwell_ms = {}
        self._pads = {}

    def tune(self, zone, dwell_ms):
        """Give a pad a dwell of its own."""
        self._own_dwell_ms[zone] = dwell_ms

    def see(self, zone, uid, now):
        """
        Take what a pad's reader sees now.

        Args:
            zone: Which pad.
            uid: The tag, `CROWD` for more than one, None for an empty pad.
            now: Milliseconds.

        Returns:
            None, or ``(TAP, zone, uid)``, or ``(UNCLEAR, zone, why)``.
        """
        pad = self._pads.setdefault(zone, Pad())
        pad.look(uid, now, self.gone_ms)
        if uid is None:
            return None
        stay = pad.stays[uid]
        dwell_ms = self._own_dwell_ms.get(zone, self.dwell_ms)
        if stay.used or now - stay.first < dwell_ms:
            return None
        late = now - stay.first >= dwell_ms + PATIENCE_MS
        enough = not dwell_ms or self._is_enough(zone, uid)
        if uid == CROWD:
            return self._spoil(zone) if enough else None
        strangers = [pad.looks.count(one) for one in pad.stays if one != uid]
        if is_real(strangers, late):
            return self._spoil(zone)
        others = self._others(zone, uid)
        if others:
            return self._arbitrate(zone, uid, others, late)
        if not enough or any(strangers):
            return None
        stay.used = True
        return TAP, zone, uid

    def miss(self, zone, now):
        """Take it that a pad's reader is blind: what lies there may not have gone."""
        pad = self._pads.setdefault(zone, Pad())
        pad.seen += 1
        pad.looks = []
        pad.blind = True
        for stay in pad.stays.values():
            stay.last, stay.missed = now, LOOKS

    def busy(self):
        """Whether any pad has, or has just had, a tag on it."""
        return any(pad.stays for pad in self._pads.values())

    def report(self, now):
        """Return how each pad has read since the last time, as the fields of READS."""
        told = []
        for zone, pad in sorted(self._pads.items()):
            since = _NEVER if pad.good_at is None else min(now - pad.good_at, _NEVER)
            counts = [min(n, _MOST) for n in (pad.seen, pad.hits, pad.conflicts)]
            told.append((zone, counts[0], counts[1], counts[2], since))
            pad.seen = pad.hits = pad.conflicts = 0
        return told

    def _is_enough(self, zone, uid):
        """
        Tell whether a tag was seen in enough looks.

        Four there must have been, since by then each neighbour has had three in which
        to object. Beside a blind reader all four must have seen it.
        """
        pad = self._pads[zone]
        beside = [self._pads.get(zone - 1), self._pads.get(zone + 1)]
        hits = LOOKS if any(one and one.blind for one in beside) else HITS
        return pad.stays[uid].looks >= LOOKS and pad.looks.count(uid) >= hits

    def _spoil(self, zone):
        pad = self._pads[zone]
        pad.spoilt = True
        for stay in pad.stays.values():
            stay.used = True
        return UNCLEAR, zone, TWO_PIECES

    def _others(self, zone, uid):
        """
        Return who else may see a tag: zone -> how often, and the stay there.

        Nobody knows which tags a crowd has, so one beside may have this one.
        """
        found = {}
        for other, pad in self._pads.items():
            for one, stay in pad.stays.items() if other != zone else ():
                count = pad.looks.count(one)
                crowd = one == CROWD and are_beside(zone, other)
                if count and (crowd or alike(one, uid)):
                    found[other] = count, stay
        return found

    def _arbitrate(self, zone, uid, others, late):
        """Refuse a tag that two pads see, or wait until only one does."""
        pad = self._pads[zone]
        mine = pad.looks.count(uid)
        pad.hits -= 1
        pad.conflicts += 1
        told = any(stay.used for _, stay in others.values())
        if told and mine < LOOKS:
            return None  # it has its answer, and my antenna reaches a little far
        counts = {other: count for other, (count, _) in others.items()}
        if not is_real(counts.values(), late):
            return None
        for each in self._pads.values():
            for one, stay in each.stays.items():
                stay.used = stay.used or alike(one, uid)
        beside = judge(zone, mine, counts) == NEIGHBOURS
        where = max(counts, key=lambda other: counts[other]) if beside else zone
        return UNCLEAR, where, TWO_ZONES


def is_real(counts, late):
    """Tell whether what was seen so often beside a tag is more than a ghost."""
    most = max(counts, default=0)
    return most >= REAL_LOOKS or (late and most > 0)


def judge(zone, mine, others):
    """
    Return whose a tag is.

    Args:
        zone: The pad that asks.
        mine: How many of its last looks saw the tag.
        others: The same of each other pad that saw it; zone -> how often.

    Returns:
        `MINE` where nobody else saw it. `IMPOSSIBLE` where a pad saw it that is not
        beside: no antenna reaches so far. `NEIGHBOURS` where one beside saw it more
        often, else `UNKNOWN`.
    """
    if not others:
        return MINE
    if not all(are_beside(zone, other) for other in others):
        return IMPOSSIBLE
    return NEIGHBOURS if max(others.values()) > mine else UNKNOWN


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
