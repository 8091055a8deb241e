"""Debouncing of a button's level, as values; the time is an argument."""

from dataclasses import replace

from firmware_host.board.pieces import Millis
from firmware_host.board.record import Record

#: The time in ms for which a level must be stable to be reported.
#: Source: switches of this kind bounce for 5 ms; twice that is common practice.
SETTLE_MS = 20


class Debounce(Record):
    """
    The state of one button.

    Args:
        down: The level that was last reported: True for down.
        level: The level that was last read.
        since_ms: The time since which the level has been stable.
        settle_ms: How long a level must be stable before it is reported.
    """

    down: bool = False
    level: bool = False
    since_ms: int = 0
    settle_ms: int = SETTLE_MS

    @property
    def due_ms(self) -> Millis | None:
        """The time at which a changed level has settled; None without a change."""
        if self.level == self.down:
            return None
        return Millis(self.since_ms + self.settle_ms)

    def sample(self, *, level: bool, now_ms: Millis, edges: int = 0) -> "Debounce":
        """
        Return the state after the pin was read.

        Args:
            level: The level: True for down.
            now_ms: The time.
            edges: The number of edges since the last reading: with any edge the level
                has not been stable, even if it is the same again.
        """
        if level == self.level and not edges:
            return self
        return replace(self, level=level, since_ms=now_ms)

    def advance(self, *, now_ms: Millis) -> "Debounce":
        """Return the state at *now_ms*; a change of `down` must then be reported."""
        due_ms = self.due_ms
        if due_ms is None or now_ms < due_ms:
            return self
        return replace(self, down=self.level)
