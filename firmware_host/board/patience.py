"""How long a kiosk waits: for whoever has gone away, and for whoever waits in line."""

from firmware_host.board.pieces import Millis
from firmware_host.board.record import Record


class Patience(Record):
    """
    How long a kiosk waits for those who stand before it.

    Args:
        ask_ms: Without a touch for so long, it asks whether anybody is still there.
        back_ms: Without an answer for so long after that, it goes back to its start.
        turn_ms: After so long it asks whether somebody else waits for a turn.
    """

    ask_ms: Millis = Millis(60_000)
    back_ms: Millis = Millis(20_000)
    turn_ms: Millis = Millis(600_000)
