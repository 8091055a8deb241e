"""Push buttons without their bounce."""

SETTLE_MS = 20


class Buttons:
    """
    All buttons of a board.

    Args:
        pins: Pairs of a button's number on the wire and its pin; low is pressed.
        core: Is told of each change.
        settle_ms: How long a pin must hold a new level to be believed.
    """

    def __init__(self, pins, core, settle_ms=SETTLE_MS):
        self._pins = pins
        self._core = core
        self._settle_ms = settle_ms
        self._down = {number: 0 for number, _ in pins}
        self._since = {}  # number -> when its pin left the level that is believed

    def step(self, now):
        """Look at each pin once."""
        for number, pin in self._pins:
            down = 1 - pin()
            if down == self._down[number]:
                self._since.pop(number, None)
            elif now - self._since.setdefault(number, now) >= self._settle_ms:
                del self._since[number]
                self._down[number] = down
                self._core.button(number, down, now)
