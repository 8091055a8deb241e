"""
Our block in a Raspberry Pi's ``config.txt``: put in, replaced, taken out again.

Everything outside the block stays as it is, byte for byte, and is only read: a line
there that contradicts what the board needs is named, with its number.

Source: Raspberry Pi documentation, "config.txt"; the firmware's overlays README.
"""

import re
from collections.abc import Iterator, Mapping

from firmware_host.errors import SettingsError
from firmware_host.settings.profile import Profile
from firmware_host.settings.uses import UART_PINS, UART_PORTS, pi_uses

BEGIN = "# letterzone begin: written by `letterzone setup`, which also takes it out"
END = "# letterzone end"

#: The screens' bus, in bits a second.
BAUD = 400_000

#: Pins that a parameter of ``config.txt`` takes for itself.
PARAM_PINS: Mapping[str, tuple[int, ...]] = {
    "spi": (7, 8, 9, 10, 11),
    "i2s": (18, 19, 20, 21),
}

#: The same for an overlay, unless this parameter of it says another pin.
OVERLAY_PINS: Mapping[str, tuple[str, int]] = {
    "w1-gpio": ("gpiopin", 4),
    "gpio-ir": ("gpio_pin", 18),
    "gpio-fan": ("gpiopin", 12),
    "gpio-shutdown": ("gpio_pin", 3),
    "gpio-poweroff": ("gpiopin", 26),
}

_BAUDRATES = ("i2c_arm_baudrate", "i2c_baudrate", "i2c1_baudrate")

_ON = ("on", "1", "yes")

_BLOCK = re.compile(
    rf"(?:\A|\r?\n){re.escape(BEGIN)}\r?\n.*?{re.escape(END)}(?:\r?\n|\Z)", re.DOTALL
)


def lines_for(profile: Profile) -> tuple[str, ...]:
    """Return what ``config.txt`` must say for the board."""
    lines = ["[all]"]
    if profile.screens:
        lines.append(f"dtparam=i2c_arm=on,i2c_arm_baudrate={BAUD}")
    if any(place.channel is not None for place in profile.screens.values()):
        lines.append("dtoverlay=i2c-mux,pca9548")
    if {profile.port, profile.reader_port} & set(UART_PORTS):
        lines.append("enable_uart=1")
    if profile.power is not None:
        lines.append(f"dtoverlay=gpio-shutdown,gpio_pin={profile.power}")
    return tuple(lines)


def with_block(text: str, lines: tuple[str, ...], where: str) -> str:
    """
    Return *text* with our block, in the place of an earlier one or else at the end.

    Args:
        text: The whole file.
        lines: What stands in the block.
        where: The file, for sentences.

    Raises:
        SettingsError: Half a block is there, which nobody can replace.
    """
    end = "\r\n" if "\r\n" in text else "\n"
    # The line break before it belongs to the block, so that taking it out leaves the
    # file as it was, whether that ended with one or not.
    block = end + end.join((BEGIN, *lines, END)) + end
    found = _found(text, where)
    if found is None:
        return text + block
    return text[: found.start()] + block + text[found.end() :]


def without_block(text: str, where: str) -> str:
    """
    Return *text* as it was before `with_block`.

    Raises:
        SettingsError: Half a block is there.
    """
    found = _found(text, where)
    return text if found is None else text[: found.start()] + text[found.end() :]


def _found(text: str, where: str) -> re.Match[str] | None:
    found = _BLOCK.search(text)
    for number, line in _outside(text, found):
        if line in (BEGIN, END) or line.startswith("# letterzone begin"):
            msg = (
                f"{where}:{number}: half a block of ours is left here; delete every"
                " line from `# letterzone begin` to `# letterzone end` and try again"
            )
            raise SettingsError(msg)
    return found


def _outside(text: str, block: re.Match[str] | None) -> Iterator[tuple[int, str]]:
    """Yield the number and the bare text of each line that is not ours."""
    at, ours = 0, range(*block.span()) if block else range(0)
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        if at not in ours:
            yield number, line.strip()
        at += len(line)


def conflicts(text: str, profile: Profile, where: str) -> tuple[str, ...]:
    """
    Return the lines outside our block that stand against what the board needs.

    Each is a part of a sentence: the line's number, its text, and what the board needs.

    Args:
        text: The whole file.
        profile: The board.
        where: The file, for sentences.
    """
    found = []
    for number, line in _outside(text, _found(text, where)):
        bare = line.partition("#")[0].strip()
        if why := _against(bare, profile):
            found.append(f"line {number}, {bare}: {why}")
    return tuple(found)


def _against(line: str, profile: Profile) -> str:
    """Return why a line cannot stay; empty where it may."""
    name, _, value = (part.strip() for part in line.partition("="))
    if name in ("dtparam", "device_tree_param") and profile.screens:
        for param, wanted in _params(value):
            if param in ("i2c_arm", "i2c", "i2c1") and wanted in ("off", "0", "no"):
                return "the screens need the I2C bus on"
            if param in _BAUDRATES and wanted != str(BAUD):
                return f"the screens need the I2C bus at {BAUD} bits a second"
    if line not in lines_for(profile):
        uses = {use.pin: use.part for use in pi_uses(profile)}
        for pin in _taken(name, value):
            if pin in uses:
                return f"it takes pin {pin}, which {uses[pin]} needs"
    return ""


def _params(value: str) -> Iterator[tuple[str, str]]:
    """Yield each parameter of a line with its value; one without is on."""
    for param in value.split(","):
        name, is_given, wanted = (part.strip() for part in param.partition("="))
        yield name, wanted if is_given else "on"


def _taken(name: str, value: str) -> tuple[int, ...]:
    """Return the pins that a line takes."""
    overlay, _, rest = value.partition(",")
    match name:
        case "enable_uart" if value == "1":
            return UART_PINS
        case "dtoverlay" | "device_tree_overlay" if overlay in OVERLAY_PINS:
            param, pin = OVERLAY_PINS[overlay]
            given = dict(_params(rest)).get(param, str(pin))
            return (int(given),) if given.isdecimal() else ()
        case "dtparam":
            on = [param for param, wanted in _params(value) if wanted in _ON]
            return tuple(pin for param in on for pin in PARAM_PINS.get(param, ()))
        case _:
            return ()
