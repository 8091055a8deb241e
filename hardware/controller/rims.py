"""
The rims of the zones: WS2812 LEDs in one chain, zone 1 first.

A rim shows the same as its zone's lamps. A tick lights the whole rim green; a cross
lights every second LED red; both together are red and green in turn. So Yes and No
differ by shape, by colour, and by the rhythm that the Pi controls.

The Pi sends only the state of each rim. `board_config` sets the brightness, which is
limited here, so that no message over the wire can draw more current.
"""

# The times in ns of a 0 (high, low) and of a 1 (high, low); and the number of the mode
# "high, then low" of `machine.bitstream`.
TIMING = 400, 850, 800, 450
HIGH_LOW = 0

# Sending disables interrupts for 30 us per LED: 2.9 ms for six rims of 16 LEDs. At
# least 7 of each 10 ms remain for tag readers and USB, whatever the Pi sends.
GAP_MS = 10
MOST_ZONES, MOST_LEDS, MOST_BRIGHTNESS = 6, 16, 128


class Rims:
    """
    All rims of a board; dark at first.

    Args:
        send: Sends bytes to the LEDs, as `machine.bitstream` does after its pin.
        zones: The number of zones.
        leds: The number of LEDs of each rim.
        brightness: The brightness of a lit LED, of 255; each is lit in one colour at a
            time.
    """

    def __init__(self, send, zones, leds, brightness):
        self._send = send
        self._zones = range(1, min(zones, MOST_ZONES) + 1)
        size = 3 * min(leds, MOST_LEDS)
        level = min(brightness, MOST_BRIGHTNESS)
        green, red, dark = bytes((level, 0, 0)), bytes((0, level, 0)), bytes(3)
        # The bytes of an LED are green, red, blue. The rims by their cross and tick.
        pairs = (dark, dark), (red, dark), (green, green), (red, green)
        self._rims = [(pair[0] + pair[1]) * size for pair in pairs]
        self._rims = [rim[:size] for rim in self._rims]
        self._ready_at = 0
        self.clear()

    def clear(self):
        """Make all rims dark at once."""
        self._draw(0, 0)

    def show(self, crosses, ticks, now):
        """
        Show crosses and ticks, a bit for each zone; an unchanged state is not sent.

        It is called repeatedly: a change that follows the last one too early is sent
        later.
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
