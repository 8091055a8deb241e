"""Push buttons with debouncing."""

SETTLE_MS = 20  # the time for which a level must be stable


class Buttons:
    """
    All buttons of a board.

    Args:
        pins: Pairs of a button's number on the wire and its pin; low is pressed.
        core: The `Core` that gets each change.
        settle_ms: The time in ms for which a new level must be stable to be reported.
    """

    def __init__(self, pins, core, settle_ms=SETTLE_MS):
        self._pins = pins
        self._core = core
        self._settle_ms = settle_ms
        self._down = {number: 0 for number, _ in pins}
        self._since = {}  # by number: when its pin left the reported level

    def step(self, now):
        """Read each pin once, and report the changes."""
        for number, pin in self._pins:
            down = 1 - pin()
            if down == self._down[number]:
                self._since.pop(number, None)
            elif now - self._since.setdefault(number, now) >= self._settle_ms:
                del self._since[number]
                self._down[number] = down
                self._core.button(number, down, now)
