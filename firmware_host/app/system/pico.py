"""What the Pico is told of its own pins: a file of its firmware, from the profile."""

from firmware_host.errors import SettingsError
from firmware_host.link.messages import BUTTONS
from firmware_host.settings.checks import spi_bus
from firmware_host.settings.profile import Profile

#: How long a piece must stay on a pad to be a tap, and be away to be gone.
#: Source: design, "A tap".
DWELL_MS, GONE_MS = 150, 400


def board_config(profile: Profile) -> str:
    """
    Return ``board_config.py`` for the controller of a board.

    Raises:
        SettingsError: The board has no controller.
    """
    pico = profile.pico
    if pico is None:
        msg = f"the board {profile.name} has no controller, so nothing hangs on it"
        raise SettingsError(msg)
    readers = ", ".join(f"{zone}: {pin}" for zone, pin in sorted(pico.readers.items()))
    buttons = "".join(
        f"    {number}: {pico.buttons[button]},  # {button}\n"
        for number, button in enumerate(BUTTONS)
        if button in pico.buttons
    )
    rows = f"{{\n{buttons}}}" if buttons else "{}"
    return f'''"""
Which pin of the Pico carries what, as GP numbers; docs/wire.md has them as a table.

Written from the board's profile: change that, then call `letterzone flash`.
"""

# The chip of the tag readers, and the bus that all of them share.
CHIP = "{pico.chip}"
SPI = {spi_bus(pico) or 0}
SCK = {pico.sck}
MOSI = {pico.mosi}
MISO = {pico.miso}
BAUD = {pico.baud:_}

# The reset line that all tag readers share.
RESET = {pico.reset}

# Each zone's tag reader by its select line; zone 0 is the rack. Where there is none,
# no pin above is used.
READERS = {{{readers}}}

# Each button by its number on the wire. A button joins its pin to ground.
BUTTONS = {rows}

DWELL_MS = {DWELL_MS}  # for a class 250
GONE_MS = {GONE_MS}
'''
