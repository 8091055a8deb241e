"""`letterzone board`: prints a board's zones and pins in the terminal."""

from collections.abc import Iterator, Mapping
from math import ceil

from firmware_host.cli import commands
from firmware_host.cli.places import board_of
from firmware_host.settings.power import rails
from firmware_host.settings.profile import Pico, Profile, load_profile
from firmware_host.settings.uses import pi_uses, pico_uses

#: The part at each pin, by its BCM or GP number.
Uses = Mapping[int, str]

#: The header, row by row: BCM numbers, or the name of a pin without one. Source:
#: Raspberry Pi 40-pin header.
HEADER: tuple[tuple[int | str, int | str], ...] = (
    ("3V3", "5V"),
    (2, "5V"),
    (3, "GND"),
    (4, 14),
    ("GND", 15),
    (17, 18),
    (27, "GND"),
    (22, 23),
    ("3V3", 24),
    (10, "GND"),
    (9, 25),
    (11, 8),
    ("GND", 7),
    ("ID", "ID"),
    (5, "GND"),
    (6, 12),
    (13, "GND"),
    (19, 16),
    (26, 20),
    ("GND", 21),
)


#: The Pico's pins, row by row with USB at the top: GP numbers, or other names. Source:
#: Pico pinout.
EDGE: tuple[tuple[int | str, int | str], ...] = (
    (0, "VBUS"),
    (1, "VSYS"),
    ("GND", "GND"),
    (2, "3V3_EN"),
    (3, "3V3"),
    (4, "ADC_VREF"),
    (5, 28),
    ("GND", "AGND"),
    (6, 27),
    (7, 26),
    (8, "RUN"),
    (9, 22),
    ("GND", "GND"),
    (10, 21),
    (11, 20),
    (12, 19),
    (13, 18),
    ("GND", "GND"),
    (14, 17),
    (15, 16),
)


@commands.run.register
def print_board(given: commands.BoardCommand) -> None:
    """Print the zones of a profile, its pins, and the addresses of its screens."""
    for line in lines(load_profile(board_of(given.profile))):
        print(line.rstrip())


def lines(profile: Profile) -> Iterator[str]:
    """Yield the full description of a board, line by line."""
    yield from (*zones(profile), "", *header(profile))
    if profile.pico is not None:
        yield from ("", *edge(profile.pico))
    if profile.reader_port:
        yield from ("", f"a PN532 at {profile.reader_port} reads the tags")
    yield from ("", *power(profile))
    if profile.screens:
        yield from ("", *screens(profile))


def zones(profile: Profile) -> Iterator[str]:
    """Yield the row of zones as the seekers see it."""
    numbers = range(1, profile.zones + 1)
    yield f"{profile.name}: {profile.zones} letter zones, from the seekers' left"
    yield "+" + "-------+" * profile.zones
    yield "|" + "".join(f"   {number}   |" for number in numbers)
    yield "|" + " x   v |" * profile.zones
    yield "+" + "-------+" * profile.zones


def header(profile: Profile) -> Iterator[str]:
    """Yield the Pi's header, pin by pin, with the parts of the profile."""
    yield "the Pi's header (x: cross lamp, v: tick lamp)"
    uses = {use.pin: use.short for use in pi_uses(profile)}
    for row, (left, right) in enumerate(HEADER):
        odd, even = row * 2 + 1, row * 2 + 2
        yield _row((left, odd), (right, even), "GPIO", uses)


def edge(pico: Pico) -> Iterator[str]:
    """Yield the Pico's pins with the parts of the profile."""
    yield f"the Pico, its USB socket up (tag readers: {pico.chip})"
    uses = {use.pin: use.short for use in pico_uses(pico)}
    for row, (left, right) in enumerate(EDGE):
        yield _row((left, row + 1), (right, 2 * len(EDGE) - row), "GP", uses)


def _row(
    left: tuple[int | str, int], right: tuple[int | str, int], kind: str, uses: Uses
) -> str:
    """Return a line for two opposite pins, each with its part on its outer side."""
    (one, at), (two, beside) = left, right
    return (
        f"{_use(one, uses):>15} {_name(one, kind):>6} ({at:>2})"
        f" ({beside:>2}) {_name(two, kind):<8} {_use(two, uses)}"
    )


def _name(pin: int | str, kind: str) -> str:
    return f"{kind}{pin}" if isinstance(pin, int) else pin


def _use(pin: int | str, uses: Uses) -> str:
    return uses.get(pin, "") if isinstance(pin, int) else ""


def screens(profile: Profile) -> Iterator[str]:
    """Yield the address of each screen."""
    yield "screens"
    for name, at in profile.screens.items():
        channel = "" if at.channel is None else f", multiplexer channel {at.channel}"
        what = f"zone {name}" if name.isdigit() else name
        yield f"  {what:<8} {at.chip} at 0x{at.address:02X}, bus {at.bus}{channel}"


def power(profile: Profile) -> Iterator[str]:
    """Yield a line for each supply: its maximum load, its limit, and its consumers."""
    yield "power, in mA: at most of what it gives"
    for rail in rails(profile):
        loads = ", ".join(f"{load.part} {ceil(load.current_ma)}" for load in rail.loads)
        yield f"  {rail.name:<8} {rail.takes_ma:>4} of {rail.gives_ma:>4}: {loads}"
