"""The screens of a board behind their multiplexer, as an I2C bus of ours has them."""

from firmware_host.settings.profile import Profile
from tests.devices.chips import ChipScreen

#: Where the multiplexer answers.
MUX = 0x70


class Screens:
    """
    A TCA9548A with a screen on each channel that the profile names.

    Args:
        profile: The board.
        none: True for a bus on which nothing hangs.
    """

    def __init__(self, profile: Profile, *, none: bool = False) -> None:
        self._none = none
        self._open = 0
        self._at = {}
        for name, at in profile.screens.items():
            self._at[at.channel, at.address] = screen = ChipScreen(at.chip)
            if name == "table":
                self.table = screen

    def write(self, address: int, data: bytes) -> bool:
        """Write to *address*; return False if no device has it."""
        if self._none:
            return False
        if address == MUX:
            self._open = data[0] if data else self._open
            return True
        reached = [
            screen
            for (channel, place), screen in self._at.items()
            if place == address and self._open >> channel & 1
        ]
        for screen in reached:
            screen.hear(data)
        return bool(reached)
