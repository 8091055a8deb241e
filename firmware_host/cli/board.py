"""`letterzone board`: the board with its zones and pins, in the terminal."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from firmware_host.app.hardware import profile_path
from firmware_host.settings.profile import Profile, load_profile

#: The header, row by row: BCM numbers, or what else is there.
#: Source: Raspberry Pi 40-pin header.
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


def run(given: argparse.Namespace) -> int:
    """Print the zones of a profile, its header, and where its screens hang."""
    path = Path(given.profile) if given.profile else profile_path("full")
    profile = load_profile(path)
    for line in (*zones(profile), "", *header(profile), "", *screens(profile)):
        sys.stdout.write(line.rstrip() + "\n")
    return 0


def zones(profile: Profile) -> Iterator[str]:
    """Yield the board as it lies before the seekers."""
    numbers = range(1, profile.zones + 1)
    yield f"{profile.name}: {profile.zones} letter zones, from the seekers' left"
    yield "+" + "-------+" * profile.zones
    yield "|" + "".join(f"   {number}   |" for number in numbers)
    yield "|" + " x   v |" * profile.zones
    yield "+" + "-------+" * profile.zones


def header(profile: Profile) -> Iterator[str]:
    """Yield the Pi's header, pin by pin, with what the profile hangs on it."""
    uses = pin_uses(profile)
    yield "the Pi's header (x: cross lamp, v: tick lamp)"
    for row, (left, right) in enumerate(HEADER):
        odd, even = row * 2 + 1, row * 2 + 2
        yield (
            f"{_use(left, uses):>14} {_name(left):>6} ({odd:>2}) ({even:>2})"
            f" {_name(right):<6} {_use(right, uses)}"
        )


def _name(pin: int | str) -> str:
    return f"GPIO{pin}" if isinstance(pin, int) else pin


def _use(pin: int | str, uses: dict[int, str]) -> str:
    return uses.get(pin, "") if isinstance(pin, int) else ""


def pin_uses(profile: Profile) -> dict[int, str]:
    """Return what hangs on each pin, by BCM number."""
    uses = {2: "screens SDA", 3: "screens SCL"} if profile.screens else {}
    for zone, (cross, tick) in profile.lamps.items():
        uses |= {cross: f"zone {zone} x", tick: f"zone {zone} v"}
    uses |= {pin: f"button {name}" for name, pin in profile.buttons.items()}
    if profile.buzzer is not None:
        uses[profile.buzzer] = "buzzer"
    return uses


def screens(profile: Profile) -> Iterator[str]:
    """Yield where each screen hangs."""
    yield "screens"
    for name, at in profile.screens.items():
        channel = "" if at.channel is None else f", multiplexer channel {at.channel}"
        what = f"zone {name}" if name.isdigit() else name
        yield f"  {what:<8} {at.chip} at 0x{at.address:02X}, bus {at.bus}{channel}"
