"""
Decides when a tag on a pad counts as a tap, by a sequential test over readings.

Each reading of a pad, and of a pad beside it, is evidence for or against "this tag lies
here, alone, and nowhere else". A lead of three for each of these makes a tap;
docs/readers.md derives the three. A tag that was answered is ignored until it has been
away, so a piece that lies around blocks no pad. Runs on MicroPython and on CPython.
"""

from stays import (
    AHEAD,
    AHEAD_IN_DOUBT,
    BLUR,
    LOST_LOOKS,
    Pad,
    Stay,
    alike,
    are_beside,
    step,
)

TAP = "tap"
UNCLEAR = "unclear"
TWO_PIECES, TWO_ZONES, AGAIN = 0, 1, 2  # as in wire.py

# The pad to which a tag belongs; see `judge`.
MINE = "mine"
NEIGHBOURS = "neighbour's"
IMPOSSIBLE = "impossible"
UNKNOWN = "unknown"

# A tag that was read so often, and by no other reader, is real.
REAL_LOOKS = 2

# A tag that was read once is looked for so often at once: one reading may miss it.
GLIMPSED_LOOKS = 2

# A passing piece is gone within this part of the dwell time.
PASSING = 3

# After its dwell time a tag is still read for this time, and at least so often.
PATIENCE_MS, LATE_LOOKS = 250, 6

_NEVER = 0xFFFFFFFF  # as in wire.py
_MOST = 0xFFFF


class Taps:
    """
    Decides over all pads when a piece was tapped.

    Args:
        dwell_ms: The longest decision time in ms while readings are quick; 150, in a
            class 250. A tag must stay for a third of it. With 0 the first reading
            decides, and tags that lie on the pad already count too.
        gone_ms: The time in ms that a tag must be away to count again.
    """

    def __init__(self, dwell_ms=150, gone_ms=400):
        self.dwell_ms = dwell_ms
        self.gone_ms = gone_ms
        self._own_dwell_ms = {}
        self._pads = {}

    def tune(self, zone, dwell_ms):
        """Set the dwell time of one pad in ms."""
        self._own_dwell_ms[zone] = dwell_ms

    def see(self, zone, uids, now):
        """
        Process a reading of a pad.

        Args:
            zone: The pad.
            uids: The UIDs that were read, and `BLUR` for an unreadable tag.
            now: Milliseconds.

        Returns:
            A list of ``(TAP, zone, uid)`` and ``(UNCLEAR, zone, why)``.
        """
        pad = self._pads.setdefault(zone, Pad())
        uids = {pad.known(uid): uid for uid in uids}
        for uid in uids:
            stay = pad.stays.get(uid)
            if stay is None or (stay.missed >= LOST_LOOKS and not stay.used):
                is_back = uid in pad.left or (stay is not None and stay.is_back)
                rivals = self._rivals(zone, uid)
                pad.stays[uid] = Stay(now, rivals, is_back=is_back and self.dwell_ms)
        pad.look(uids, now, self.gone_ms)
        self._count(zone, pad, uids, now)
        if not self.busy():
            return []
        self._weigh(zone, pad, uids)
        return self._found(now)

    def miss(self, zone, now):
        """Process a failed reading of a pad: its tags may still lie there."""
        pad = self._pads.setdefault(zone, Pad())
        pad.looks += 1
        pad.blind = True
        for stay in pad.stays.values():
            stay.last, stay.missed = now, LOST_LOOKS
            if not stay.used:  # it is unknown whether the tag was removed
                stay.hits = stay.mine = 0

    def wants(self, now):
        """Return the pads of which another reading would help to decide."""
        wanted = set()
        for zone, pad in self._pads.items():
            dwell_ms = self._own_dwell_ms.get(zone, self.dwell_ms)
            for uid, stay in pad.stays.items():
                if stay.used or stay.mine < 0 or self._is_told_beside(zone, uid):
                    continue
                beside = [
                    one
                    for one, by in stay.rivals.items()
                    if abs(by) < AHEAD and not self._pads[one].blind
                ]
                passed = now - stay.first >= dwell_ms // PASSING
                # The last reading, which decides, is one of its own pad.
                if stay.lacks() or (passed and not beside):
                    wanted.add(zone)
                if stay.hits >= REAL_LOOKS:  # else it is mostly a false reading
                    wanted.update(beside)
        return wanted

    def glimpsed(self):
        """Return the pads that have read a new tag once, and no other pad twice."""
        return {
            zone
            for zone, pad in self._pads.items()
            for uid, one in pad.stays.items()
            if one.hits == 1
            and one.missed < GLIMPSED_LOOKS
            and not one.used
            and all(
                other.hits < REAL_LOOKS for other in self._elsewhere(zone, uid).values()
            )
        }

    def busy(self):
        """Return True if a tag is on a pad, or was until recently."""
        return any(pad.stays for pad in self._pads.values())

    def report(self, now):
        """Return each pad's statistics since the last call, as the fields of READS."""
        told = []
        for zone, pad in sorted(self._pads.items()):
            since = _NEVER if pad.good_at is None else min(now - pad.good_at, _NEVER)
            counts = [min(n, _MOST) for n in (pad.looks, pad.hits, pad.conflicts)]
            told.append((zone, counts[0], counts[1], counts[2], since))
            pad.looks = pad.hits = pad.conflicts = 0
        return told

    def _elsewhere(self, zone, uid):
        """Return what is known of a tag on other pads, by zone."""
        return {
            other: stay
            for other, pad in self._pads.items()
            for one, stay in (pad.stays.items() if other != zone else ())
            if one != BLUR and alike(one, uid)
        }

    def _is_told_beside(self, zone, uid):
        """Return True if a tag lies on another pad and was answered there."""
        others = self._elsewhere(zone, uid).values()
        return any(one.used and not one.missed for one in others)

    def _rivals(self, zone, uid):
        """Return the pads that may read a tag too: neighbours, and any that did."""
        beside = [other for other in self._pads if are_beside(zone, other)]
        return beside + list(self._elsewhere(zone, uid))

    def _count(self, zone, pad, uids, now):
        """
        Count a reading for the report.

        A conflict is a reading that proves nothing.
        """
        doubt = BLUR in uids or any(
            not stay.missed
            for uid in uids
            for stay in self._elsewhere(zone, uid).values()
        )
        if doubt:
            pad.conflicts += 1
        elif uids:
            pad.hits += 1
            pad.good_at = now

    def _weigh(self, zone, pad, uids):
        """Let a reading of one pad count for or against the tags on the others."""
        blur = BLUR in uids and not pad.stays[BLUR].used
        for other, theirs in self._pads.items():
            if other == zone:
                continue
            beside = are_beside(other, zone)
            for uid, stay in theirs.stays.items():
                # It is unknown which tag is unreadable, so a neighbour's may be this
                # one.
                seen = (blur and beside) or any(alike(uid, one) for one in uids if one)
                if seen or beside or zone in stay.rivals:
                    stay.rivals[zone] = step(stay.rivals.get(zone, 0), not seen)

    def _found(self, now):
        """Return the taps and refusals that are decided by now."""
        found = []
        for zone, pad in self._pads.items():
            dwell_ms = self._own_dwell_ms.get(zone, self.dwell_ms)
            for uid, stay in pad.stays.items():
                if not stay.used:
                    judge_one = self._judge if dwell_ms else self._judge_at_once
                    one = judge_one(zone, uid, stay, now - stay.first, dwell_ms)
                    if one:
                        found.append(one)
        return found

    def _judge_at_once(self, zone, uid, stay, _stayed_ms, _dwell_ms):
        if stay.missed:
            return None
        here = self._pads[zone].stays
        if uid == BLUR or any(not one.missed for one in here.values() if one != stay):
            return self._unclear(zone, uid, TWO_PIECES)
        if any(not one.missed for one in self._elsewhere(zone, uid).values()):
            return self._unclear(zone, uid, TWO_ZONES)
        stay.used = True
        return TAP, zone, uid

    def _judge(self, zone, uid, stay, stayed_ms, dwell_ms):
        """Return the decision about an unanswered tag; None if it is open."""
        pad = self._pads[zone]
        blind = [one for one in stay.rivals if self._pads[one].blind]
        late = stayed_ms >= dwell_ms + PATIENCE_MS and stay.looks >= LATE_LOOKS
        if stay.mine < (AHEAD_IN_DOUBT if blind or stay.is_back else AHEAD):
            return self._judge_weak(zone, uid, stay, late)
        if stayed_ms < dwell_ms // PASSING:
            return None
        news = [
            one for other, one in pad.stays.items() if other != uid and not one.used
        ]
        if uid == BLUR or any(one.mine >= AHEAD for one in news):
            return self._unclear(zone, uid, TWO_PIECES)
        scores = {one: stay.rivals[one] for one in stay.rivals if one not in blind}
        if min(scores.values(), default=AHEAD) <= -AHEAD:
            return self._two_zones(zone, uid, stay)
        name = stay.name()
        if name and min(scores.values(), default=AHEAD) >= AHEAD <= stay.alone:
            # Once the tag is removed, it means nothing that the neighbours do not read
            # it.
            if stay.missed or stay.last - stay.first < stayed_ms:
                return None
            self._use(zone, uid)
            stay.is_tap = True
            return TAP, zone, name
        if not late or stay.missed:
            return None
        if stay.alone < AHEAD:
            return self._unclear(zone, uid, TWO_PIECES)
        beside = min(scores.values(), default=AHEAD) < AHEAD
        return self._unclear(zone, uid, TWO_ZONES if beside else AGAIN)

    def _judge_weak(self, zone, uid, stay, late):
        """Refuse a tag that was removed too early, or was read too rarely."""
        if stay.hits < REAL_LOOKS:
            return None
        if stay.missed < LOST_LOOKS and not late:
            return None
        if stay.flickers():
            stay.used = True
            return None
        for one in self._elsewhere(zone, uid).values():
            lies = one.missed < LOST_LOOKS
            if one.hits > stay.hits or (lies and (one.used or not late)):
                return None  # it is or was decided on the other pad
        return self._unclear(zone, uid, AGAIN)

    def _two_zones(self, zone, uid, stay):
        """Refuse a tag that two pads read, for the zone to which it belongs."""
        others = self._elsewhere(zone, uid)
        if any(one.used for one in others.values()):
            stay.used = True  # it was answered; this antenna reaches a little too far
            return None
        counts = {other: one.hits for other, one in others.items()}
        beside = judge(zone, stay.hits, counts) == NEIGHBOURS
        where = max(counts, key=lambda other: counts[other]) if beside else zone
        self._use(zone, uid)
        return UNCLEAR, where, TWO_ZONES

    def _unclear(self, zone, uid, why):
        """Refuse the new tags of a pad, which are answered thereby."""
        self._use(zone, uid)
        if why == TWO_PIECES:
            for stay in self._pads[zone].stays.values():
                stay.used = True
        return UNCLEAR, zone, why

    def _use(self, zone, uid):
        """Mark a tag as answered on every pad that reads it."""
        self._pads[zone].stays[uid].used = True
        for stay in self._elsewhere(zone, uid).values():
            stay.used = True


def judge(zone, mine, others):
    """
    Return the pad on which a tag lies, if several readers see it.

    Args:
        zone: The pad.
        mine: The number of its readings with the tag.
        others: By zone: the same number of each other pad that has read the tag.

    Returns:
        `MINE` if no other pad has read it. `IMPOSSIBLE` if a pad has read it that is no
        neighbour: no antenna reaches so far. `NEIGHBOURS` if a neighbour has read it
        more often, else `UNKNOWN`.
    """
    if not others:
        return MINE
    if not all(are_beside(zone, other) for other in others):
        return IMPOSSIBLE
    return NEIGHBOURS if max(others.values()) > mine else UNKNOWN
