"""The values of a profile that lower layers than the settings use."""

from firmware_host.board.pieces import Millis
from firmware_host.board.record import Record


class ScreenAt(Record):
    """
    The connection of a screen.

    Args:
        chip: ``ssd1306``, ``sh1106`` or ``ssd1309``.
        channel: Its channel of the I2C multiplexer, 0 to 7; None if it is connected to
            the bus directly.
        bus: The number of the I2C bus the multiplexer or the screen is on.
        address: Its I2C address.
        upside_down: True if it is mounted upside down.
        contrast: The brightness, 1 to 255; None for the chip's default.
    """

    chip: str
    channel: int | None
    bus: int
    address: int
    upside_down: bool = False
    contrast: int | None = None


class Patience(Record):
    """
    The timeouts of a kiosk.

    Args:
        ask_ms: Time without a touch after which it asks if somebody is still there.
        back_ms: Time without an answer to that after which it returns to its start.
        turn_ms: Time after which it asks if somebody else is waiting for a turn.
    """

    ask_ms: Millis = Millis(60_000)
    back_ms: Millis = Millis(20_000)
    turn_ms: Millis = Millis(600_000)
