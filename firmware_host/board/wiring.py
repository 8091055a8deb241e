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
        upside_down: True where it is built in the other way round.
        contrast: How bright it is, 1 to 255; None for as bright as its chip begins.
    """

    chip: str
    channel: int | None
    bus: int
    address: int
    upside_down: bool = False
    contrast: int | None = None
