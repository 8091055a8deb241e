"""I2C buses: their interface, and the bus numbers of a multiplexer's channels."""

from pathlib import Path
from typing import Any, Protocol

from firmware_host.board.wiring import ScreenAt
from firmware_host.errors import BoardMissingError

#: Where Linux lists its I2C buses.
SYSFS = Path("/sys/bus/i2c/devices")


class Bus(Protocol):
    """The part of `smbus2.SMBus` that luma and this package use."""

    def write_i2c_block_data(
        self, i2c_addr: int, register: int, data: list[int]
    ) -> None:
        """Send the byte *register*, and then up to 32 bytes."""

    def i2c_rdwr(self, *i2c_msgs: Any) -> None:
        """Send messages of any length."""

    def close(self) -> None:
        """Close the bus."""


def bus_number(at: ScreenAt, *, root: Path = SYSFS) -> int:
    """
    Return the kernel's number of the bus of a screen.

    A channel of a TCA9548A multiplexer is a separate bus, whose number may change with
    each boot; the multiplexer's folder in sysfs has a link to it.

    Raises:
        BoardMissingError: There is no multiplexer on that bus.
    """
    if at.channel is None:
        return at.bus
    links = sorted(root.glob(f"{at.bus}-00*/channel-{at.channel}"))
    if not links:
        msg = (
            f"no multiplexer on I2C bus {at.bus} has a channel {at.channel}: "
            "run `sudo letterzone setup`, which writes the overlay, and restart the Pi"
        )
        raise BoardMissingError(msg)
    return int(links[0].resolve().name.removeprefix("i2c-"))
