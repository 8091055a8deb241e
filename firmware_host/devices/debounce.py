"""A button's level, once it has stopped bouncing. The clock comes in as a value."""

from dataclasses import replace

from firmware_host.board.pieces import Millis
from firmware_host.board.record import Record

#: A level counts once it has stood for this long.
#: Source: switches of this kind bounce for 5 ms; twice that is common practice.
SETTLE_MS = 20


class Debounce(Record):
    """
    One button between its wire and its listener.

    Args:
        down: What the listener was last told.
        level: What the wire last said: True for down.
        since_ms: When the wire said so first.
        settle_ms: How long a level must stand before it is told.
    """

    down: bool = False
    level: bool = False
    since_ms: int = 0
    settle_ms: int = SETTLE_MS

    @property
    def due_ms(self) -> Millis | None:
        """When the level will have stood long enough; None while nothing is new."""
        if self.level == self.down:
            return None
        return Millis(self.since_ms + self.settle_ms)

    def heard(self, *, level: bool, now_ms: Millis, edges: int = 0) -> "Debounce":
        """
        Return the button after its wire was looked at.

        Args:
            level: What the wire says: True for down.
            now_ms: The clock.
            edges: How often it changed since it was last looked at; a wire that came
                back to the same level has not stood still.
        """
        if level == self.level and not edges:
            return self
        return replace(self, level=level, since_ms=now_ms)

    def settled(self, *, now_ms: Millis) -> "Debounce":
        """Return the button at *now_ms*; `down` differs where it is to be told."""
        due_ms = self.due_ms
        if due_ms is None or now_ms < due_ms:
            return self
        return replace(self, down=self.level)
