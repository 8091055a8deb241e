"""
The rims of the zones: WS2812 LEDs in one chain, zone 1 first.

A rim shows what its zone's lamps show. A tick is the whole rim, green; a cross is every
other LED, red; both are red and green in turn. So Yes and No differ by shape, and by
the rhythm that the Pi gives them, as well as by colour.

The Pi says only which rims show what. How bright they are stands in `board_config` and
is held down here, so that nothing that comes over the wire can draw more current.
"""

# High and low of a 0, then of a 1, in ns; and "high, then low" as `machine.bitstream`
# calls it. Source: WS2812B datasheet, "Data transfer time".
TIMING = 400, 850, 800, 450
HIGH_LOW = 0

# What is sent keeps interrupts off for 30 us an LED: 2.9 ms for six rims of 16. Of each
# 10 ms tag readers and USB keep at least 7, whatever the Pi sends.
GAP_MS = 10
MOST_ZONES, MOST_LEDS, MOST_BRIGHTNESS = 6, 16, 128


class Rims:
    """
    Every rim of a board, dark at first.

    Args:
        send: Sends bytes down the line, as `machine.bitstream` does after its pin.
        zones: How many zones there are.
        leds: How many LEDs the rim of each has.
        brightness: Of 255, what an LED gets; it shines in one colour at a time.
    """

    def __init__(self, send, zones, leds, brightness):
        self._send = send
        self._zones = range(1, min(zones, MOST_ZONES) + 1)
        size = 3 * min(leds, MOST_LEDS)
        level = min(brightness, MOST_BRIGHTNESS)
        green, red, dark = bytes((level, 0, 0)), bytes((0, level, 0)), bytes(3)
        # What an LED is told is green, red, blue; a rim by its cross and its tick.
        pairs = (dark, dark), (red, dark), (green, green), (red, green)
        self._rims = [(pair[0] + pair[1]) * size for pair in pairs]
        self._rims = [rim[:size] for rim in self._rims]
        self._ready_at = 0
        self.clear()

    def clear(self):
        """Make all of them dark, now."""
        self._draw(0, 0)

    def show(self, crosses, ticks, now):
        """
        Show crosses and ticks, a bit for each zone; what is so already costs nothing.

        Called again and again: what comes too early after the last one waits.
        """
        if (crosses, ticks) != self._shown and now >= self._ready_at:
            self._ready_at = now + GAP_MS
            self._draw(crosses, ticks)

    def _draw(self, crosses, ticks):
        self._shown = crosses, ticks
        rims = [
            self._rims[(crosses >> zone & 1) + 2 * (ticks >> zone & 1)]
            for zone in self._zones
        ]
        self._send(HIGH_LOW, TIMING, b"".join(rims))
