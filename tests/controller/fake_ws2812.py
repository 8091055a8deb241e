"""
A chain of WS2812 LEDs that decodes its data line by how long it is high.

Runs on MicroPython and on CPython. `bitstream` replaces the `machine.bitstream` of a
Pico: it turns bytes into highs and lows.
"""

# How long the line may be high for a 0 and for a 1, and a bit may last; in ns.
# Source: WS2812B datasheet, "Data transfer time", 400 and 800 +-150, 1250 +-600.
ZERO, ONE, BIT = (250, 550), (650, 950), (650, 1850)

# An LED takes what comes after so long a silence as its own. Source: the same, 50 us;
# later ones want 280.
LATCH_US = 280


class NotALedsDataError(Exception):
    """The pulses are not data that a chain of LEDs would show as meant."""


def pulses(encoding, timing, data):
    """Yield pairs of high and low in ns, as `machine.bitstream` makes them."""
    if encoding != 0:
        msg = "the line is not high first"
        raise NotALedsDataError(msg)
    for byte in data:
        for at in range(7, -1, -1):
            bit = byte >> at & 1
            yield timing[2 * bit], timing[2 * bit + 1]


class Chain:
    """
    LEDs one after the other, dark at first.

    Args:
        count: How many there are.
    """

    def __init__(self, count):
        self.colours = [(0, 0, 0)] * count
        self._idle_at_us = -LATCH_US

    def hear(self, pulses, now_us):
        """Decode pulses on the line; return red, green and blue of each LED."""
        if now_us - self._idle_at_us < LATCH_US:
            msg = "no silence before it"
            raise NotALedsDataError(msg)
        told = bytearray(3 * len(self.colours) + 1)  # one more, for what is too much
        bits = took_ns = 0
        for high, low in pulses:
            at = min(bits // 8, len(told) - 1)
            told[at] = told[at] << 1 & 0xFF | _bit(high, low)
            took_ns += high + low
            bits += 1
        if bits != 24 * len(self.colours):
            msg = f"{bits} bits for {len(self.colours)} LEDs"
            raise NotALedsDataError(msg)
        self._idle_at_us = now_us + took_ns // 1000
        for at in range(len(self.colours)):
            green, red, blue = told[3 * at : 3 * at + 3]
            self.colours[at] = red, green, blue
        return self.colours


def _bit(high, low):
    if not BIT[0] <= high + low <= BIT[1]:
        msg = f"a bit of {high + low} ns"
        raise NotALedsDataError(msg)
    for bit, (least, most) in enumerate((ZERO, ONE)):
        if least <= high <= most:
            return bit
    msg = f"high for {high} ns"
    raise NotALedsDataError(msg)
