"""Where the parts of a board hang, as a profile says it and devices find them."""

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
    """

    chip: str
    channel: int | None
    bus: int
    address: int
