"""
The board profile: the only place where pins, buses and zones are named.

A profile is a TOML file. Every key is in `KEYS`; whatever else stands in the file is a
mistake, and is said to be one, with the remedy.
"""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware_host.board.happenings import Button
from firmware_host.board.pieces import Zone
from firmware_host.errors import SettingsError

#: Header pins that a profile may name, as BCM numbers.
#: Source: Raspberry Pi 40-pin header; 0 and 1 belong to the identification EEPROM.
PINS = range(2, 28)

#: Pins that the I2C bus of the screens needs.
I2C_PINS = (2, 3)

CHIPS = ("ssd1306", "sh1106", "ssd1309")
#: Browsers on the Pi itself, until a profile opens the board to the network.
WEB = "127.0.0.1:8080"

FACTORIES = ("lgpio", "rpigpio", "mock")
SCREENS = ("table", "maker", "1", "2", "3", "4", "5", "6")


@dataclass(frozen=True, slots=True)
class ScreenAt:
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


@dataclass(frozen=True, slots=True)
class Profile:
    """
    A board.

    Args:
        name: What the board is called.
        zones: How many letter zones it has, 3 to 6.
        port: The serial port of the controller; empty for the first one found.
        pins: Which way to the header's pins: ``lgpio``, ``rpigpio`` or ``mock``.
        lamps: Cross pin and tick pin of each zone.
        buzzer: The buzzer's pin; None without one.
        buttons: Pins of the buttons that hang on the Pi.
        screens: Where each screen hangs, by name.
        speaker: ALSA's name of the loudspeaker; empty without one.
        voice: True where the loudspeaker says words after its tunes.
        web: Where browsers find the board, ``HOST:PORT``; empty for no web.
    """

    name: str
    zones: int
    port: str
    pins: str
    lamps: Mapping[Zone, tuple[int, int]]
    buzzer: int | None
    buttons: Mapping[Button, int]
    screens: Mapping[str, ScreenAt]
    speaker: str = ""
    voice: bool = True
    web: str = WEB


@dataclass(frozen=True, slots=True)
class Key:
    """
    One key of a profile.

    Args:
        path: Where it stands: table and name, ``*`` for any name.
        check: Tells whether a value is right.
        expected: What is right, in words.
        help: What it is for.
        default: Its value where it is left out; None where it must be there.
    """

    path: str
    check: Callable[[Any], bool]
    expected: str
    help: str
    default: Any = None


def _int_in(numbers: range) -> Callable[[Any], bool]:
    return lambda v: isinstance(v, int) and not isinstance(v, bool) and v in numbers


def _pair(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and set(value) == {"cross", "tick"}
        and all(map(_int_in(PINS), value.values()))
    )


def _screen(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and set(value) <= {"chip", "channel", "bus", "address"}
        and value.get("chip") in CHIPS
        and _int_in(range(8))(value.get("channel", 0))
        and _int_in(range(32))(value.get("bus", 1))
        and _int_in(range(0x08, 0x78))(value.get("address", 0x3C))
    )


#: Every key there is, with what it may be and what it is for.
KEYS = (
    Key("name", lambda v: isinstance(v, str), "a text", "what the board is called"),
    Key("zones", _int_in(range(3, 7)), "3 to 6", "how many letter zones it has"),
    Key(
        "controller.port",
        lambda v: isinstance(v, str),
        'a path, or "" for the first controller found',
        "the controller's serial port",
        "",
    ),
    Key(
        "pins.factory",
        lambda v: v in FACTORIES,
        "lgpio, rpigpio or mock",
        "the way to the header's pins",
    ),
    Key("pins.buzzer", _int_in(PINS), "a pin from 2 to 27", "the buzzer's pin", -1),
    Key(
        "web.listen",
        lambda v: isinstance(v, str) and (not v or v.rpartition(":")[2].isdecimal()),
        'HOST:PORT, such as "0.0.0.0:8080" for the network, or "" for no web',
        "where browsers find the board",
        WEB,
    ),
    Key(
        "lamps.*",
        _pair,
        "{ cross = PIN, tick = PIN }, pins from 2 to 27",
        "the lamps of a zone, by its number",
        {},
    ),
    Key(
        "buttons.*",
        _int_in(PINS),
        "a pin from 2 to 27",
        "a button on the Pi, by its name",
        {},
    ),
    Key(
        "screens.*",
        _screen,
        '{ chip = "ssd1306", channel = 0 to 7, bus = 1, address = 0x3C }',
        "a screen: table, maker, or a zone's number",
        {},
    ),
    Key(
        "sound.speaker",
        lambda v: isinstance(v, str),
        """ALSA's name of it, such as "default", or "" for none""",
        "the loudspeaker of the Pi",
        "",
    ),
    Key(
        "sound.voice",
        lambda v: isinstance(v, bool),
        "true or false",
        "whether the loudspeaker says words after its tunes",
        default=True,
    ),
)


def load_profile(path: Path) -> Profile:
    """
    Return the profile in the file at *path*.

    Raises:
        SettingsError: The file cannot be read, or names something that no board can
            have; the text says file, line and remedy.
    """
    try:
        text = path.read_text(encoding="utf-8")
        table = tomllib.loads(text)
    except OSError as fault:
        msg = f"{path}: cannot be read: {fault.strerror}"
        raise SettingsError(msg) from fault
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
        msg = f"{path}: this is not TOML: {fault}"
        raise SettingsError(msg) from fault
    try:
        return _profile(_checked(table))
    except _WrongError as wrong:
        msg = f"{path}:{_line_of(text, wrong.path)}: {wrong}"
        raise SettingsError(msg) from None


class _WrongError(ValueError):
    """What is wrong, and under which key."""

    def __init__(self, path: str, text: str) -> None:
        super().__init__(text)
        self.path = path


def _line_of(text: str, path: str) -> int:
    """Return the line where *path* stands in the file, 1 where it is missing."""
    table, _, name = path.rpartition(".")
    here = ""
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.strip()
        if bare.startswith("["):
            here = bare.strip("[]").strip()
            if here in (name, path):
                return number
        key = bare.partition("=")[0].strip().strip("\"'")
        if here == table and key == name:
            return number
    return 1


def _flat(table: Mapping[str, Any]) -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in table.items():
        if isinstance(value, dict):
            flat |= {f"{name}.{inner}": item for inner, item in value.items()}
        else:
            flat[name] = value
    return flat


def _checked(table: Mapping[str, Any]) -> dict[str, Any]:
    """Return the flat table with every key known and every value right."""
    flat = _flat(table)
    by_path = {key.path: key for key in KEYS}
    for path, value in flat.items():
        key = by_path.get(path) or by_path.get(path.partition(".")[0] + ".*")
        if key is None:
            known = ", ".join(by_path)
            raise _WrongError(path, f"there is no key {path}; there are: {known}")
        if not key.check(value):
            text = f"{path} must be {key.expected}, not {value!r}"
            raise _WrongError(path, text)
    for key in KEYS:
        if key.default is None and key.path not in flat:
            text = f"{key.path} is missing; it must be {key.expected}"
            raise _WrongError(key.path, text)
        if not key.path.endswith("*"):
            flat.setdefault(key.path, key.default)
    return flat


def _profile(flat: Mapping[str, Any]) -> Profile:
    lamps = _under(flat, "lamps")
    screens = _under(flat, "screens")
    _known(lamps, tuple("123456"), "lamps")
    _known(screens, SCREENS, "screens")
    buttons = _under(flat, "buttons")
    _known(buttons, tuple(Button), "buttons")
    _each_pin_once(lamps, buttons, flat["pins.buzzer"], i2c=bool(screens))
    places = {name: _screen_at(value) for name, value in screens.items()}
    _each_place_once(places)
    return Profile(
        name=flat["name"],
        zones=flat["zones"],
        port=flat["controller.port"],
        pins=flat["pins.factory"],
        lamps={
            Zone(int(name)): (pair["cross"], pair["tick"])
            for name, pair in lamps.items()
        },
        buzzer=None if flat["pins.buzzer"] < 0 else flat["pins.buzzer"],
        buttons={Button(name): pin for name, pin in buttons.items()},
        screens=places,
        speaker=flat["sound.speaker"],
        voice=flat["sound.voice"],
        web=flat["web.listen"],
    )


def _under(flat: Mapping[str, Any], table: str) -> dict[str, Any]:
    start = f"{table}."
    return {
        path.removeprefix(start): value
        for path, value in flat.items()
        if path.startswith(start)
    }


def _known(given: Mapping[str, Any], names: tuple[str, ...], table: str) -> None:
    for name in given:
        if name not in names:
            text = f"{table} has no {name!r}; it may have: {', '.join(names)}"
            raise _WrongError(f"{table}.{name}", text)  # noqa: EM102 - a key, not a text


def _screen_at(value: Mapping[str, Any]) -> ScreenAt:
    return ScreenAt(
        chip=value["chip"],
        channel=value.get("channel"),
        bus=value.get("bus", 1),
        address=value.get("address", 0x3C),
    )


def _each_pin_once(
    lamps: Mapping[str, Mapping[str, int]],
    buttons: Mapping[str, int],
    buzzer: int,
    *,
    i2c: bool,
) -> None:
    used = dict.fromkeys(I2C_PINS, "the I2C bus of the screens") if i2c else {}
    wanted = [
        (pin, f"lamps.{zone}", f"the {name} lamp of zone {zone}")
        for zone, pair in lamps.items()
        for name, pin in pair.items()
    ]
    wanted += [
        (pin, f"buttons.{name}", f"button {name}") for name, pin in buttons.items()
    ]
    if buzzer >= 0:
        wanted.append((buzzer, "pins.buzzer", "the buzzer"))
    taken = {*used, *(pin for pin, _, _ in wanted)}
    free = ", ".join(str(pin) for pin in PINS if pin not in taken)
    for pin, path, what in wanted:
        if pin in used:
            text = (
                f"pin {pin} is wanted by {what} and by {used[pin]};"
                f" free pins: {free or 'none'}"
            )
            raise _WrongError(path, text)
        used[pin] = what


def _each_place_once(places: Mapping[str, ScreenAt]) -> None:
    used: dict[tuple[int | None, int, int], str] = {}
    for name, place in places.items():
        where = (place.channel, place.bus, place.address)
        if where in used:
            text = (
                f"screen {name} hangs where screen {used[where]} hangs; give it a"
                " channel or an address of its own"
            )
            raise _WrongError(f"screens.{name}", text)  # noqa: EM102 - a key, not a text
        used[where] = name
