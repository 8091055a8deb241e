"""Values of a profile that layers below the settings read."""

from firmware_host.board.pieces import Millis
from firmware_host.board.record import Record


class ScreenAt(Record):
    """
    Where a screen hangs.

    Args:
        chip: ``ssd1306``, ``sh1106`` or ``ssd1309``.
        channel: Its channel of the I2C multiplexer, 0 to 7; None where it hangs on
            the bus itself.
        bus: The number of the I2C bus the multiplexer or the screen is on.
        address: Its I2C address.
        upside_down: True where it is built in the other way round.
        contrast: How bright it is, 1 to 255; None for as bright as its chip begins.
    """

    chip: str
    channel: int | None
    bus: int
    address: int
    upside_down: bool = False
    contrast: int | None = None


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
