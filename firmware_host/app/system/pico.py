"""A Pico without our program, and the configuration file with its pins."""

from dataclasses import asdict
from pathlib import Path
from string import Template

from firmware_host.board.record import Record
from firmware_host.errors import SettingsError
from firmware_host.link.messages import BUTTONS
from firmware_host.settings.checks import spi_bus
from firmware_host.settings.profile import Profile


class Bare(Record):
    """
    A kind of Pico without MicroPython, which appears as a drive.

    Args:
        drive: The drive's label.
        page: The page of its MicroPython below micropython.org/download/.
        uf2: The name of that file.
        sha256: The file's checksum; empty if it was not verified with a second
            copy.
    """

    drive: str
    page: str
    uf2: str
    sha256: str = ""


#: All kinds of Pico. Sources: RP2040 data sheet, 2.8.4, and RP2350 data sheet, 5.6: USB
#: mass storage; micropython.org/download; for the checksum docs/unproven.md.
BARE_PICOS = (
    Bare(
        "RPI-RP2",
        "RPI_PICO",
        "RPI_PICO-20250911-v1.26.1.uf2",
        "fc2a8096e0d999d3caca11b34381854599d68aee3e905d3cccbd5247ca78d07c",
    ),
    Bare("RP2350", "RPI_PICO2", "RPI_PICO2-20250911-v1.26.1.uf2"),
)

#: How long a piece must stay on a pad to count as a tap, and be away to count as gone.
#: Source: design, "A tap".
DWELL_MS, GONE_MS = 150, 400

_CONFIG = Path(__file__).with_name("board_config.template")


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
    rims = pico.rims and (
        pico.rims.pin,
        profile.zones,
        pico.rims.leds,
        pico.rims.brightness,
    )
    rows = f"{{\n{buttons}}}" if buttons else "{}"
    return Template(_CONFIG.read_text("utf-8")).substitute(
        asdict(pico),
        spi=spi_bus(pico) or 0,
        baud=f"{pico.baud:_}",
        readers=f"{{{readers}}}",
        buttons=rows,
        rims=rims,
        dwell_ms=DWELL_MS,
        gone_ms=GONE_MS,
    )
