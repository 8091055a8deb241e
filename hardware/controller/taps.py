"""
When a tag on a pad is a tap: the physics of fingers, in milliseconds.

A tap needs `dwell_ms` on one pad, and stays one tap until the piece has been away
for `gone_ms`. Two tags on a pad, or one tag on two pads, are unclear: none of them
counts before it has been away. Runs on MicroPython and on CPython.
"""

TAP = "tap"
UNCLEAR = "unclear"
TWO_PIECES, TWO_ZONES = 0, 1  # as in wire.py

# What a reader sees that has more than one tag in its field. No tag has this UID.
CROWD = b""

# A reader may miss a tag once in a sweep of about 60 ms without the dwell
# beginning anew.
MISS_MS = 120


class Stay:
    """One tag's stay on one pad."""

    def __init__(self, now, used):
        self.first = now
        self.last = now
        self.used = used


class Taps:
    """
    Watches all pads and says when something was tapped.

    Args:
        dwell_ms: How long a tag must stay to count; 150, for a class 250.
        gone_ms: How long it must be away to count again.
    """

    def __init__(self, dwell_ms=150, gone_ms=400):
        self.dwell_ms = dwell_ms
        self.gone_ms = gone_ms
        self._pads = {}  # zone -> {uid: Stay}
        self._spoilt = set()  # pads that must be empty before anything counts

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
        pad = self._pads.setdefault(zone, {})
        self._forget(zone, uid, now)
        if uid is None:
            return None
        stay = pad.get(uid)
        if stay is None or not (stay.used or now - stay.last <= MISS_MS):
            stay = pad[uid] = Stay(now, zone in self._spoilt)
        stay.last = now
        if stay.used or now - stay.first < self.dwell_ms:
            return None
        return self._settle(zone, uid, now)

    def busy(self):
        """Whether any pad has, or has just had, a tag on it."""
        return any(self._pads.values())

    def _forget(self, zone, here, now):
        pad = self._pads[zone]
        for uid in [uid for uid in pad if uid != here]:
            if now - pad[uid].last >= self.gone_ms:
                del pad[uid]
        if not pad:
            self._spoilt.discard(zone)

    def _settle(self, zone, uid, now):
        pad = self._pads[zone]
        mine = pad[uid]
        mine.used = True
        if uid == CROWD or len(_at_once(mine, pad.values(), now)) > 1:
            for stay in pad.values():
                stay.used = True
            self._spoilt.add(zone)
            return UNCLEAR, zone, TWO_PIECES
        stays = [tags[uid] for tags in self._pads.values() if uid in tags]
        both = _at_once(mine, stays, now)
        for stay in both:
            stay.used = True
        return (UNCLEAR, zone, TWO_ZONES) if len(both) > 1 else (TAP, zone, uid)


def _at_once(mine, stays, now):
    """Return those of *stays*, mine among them, that are here while mine is."""
    return [
        stay for stay in stays if stay.last >= mine.first and now - stay.last <= MISS_MS
    ]
