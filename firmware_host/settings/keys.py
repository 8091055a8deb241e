"""Every key that a board profile may have, what it may say, and where it stands."""

from collections.abc import Callable
from dataclasses import dataclass

from firmware_host.board.json import Json, JsonObject
from firmware_host.settings.board import BAUD, MISO, MOSI, RESET, SCK, WEB

#: The number of a profile's keys (docs/formats.md).
VERSION = 1

#: Header pins that a profile may name, as BCM numbers.
#: Source: Raspberry Pi 40-pin header; 0 and 1 belong to the identification EEPROM.
PINS = range(2, 28)

#: The Pico's pins that lie on its edge, as GP numbers.
#: Source: Pico pinout; 23 to 25 and 29 belong to its own power supply and lamp.
PICO_PINS = (*range(23), 26, 27, 28)

SCREEN_CHIPS = ("ssd1306", "sh1106", "ssd1309")
READER_CHIPS = ("mfrc522", "pn532")
FACTORIES = ("lgpio", "rpigpio", "mock")
INPUTS = ("pads", "station", "buttons")
COLOURS = ("red", "yellow", "blue", "green")

_PI_PIN = "a pin from 2 to 27; 0 and 1 are the Pi's own"
_PICO_PIN = "a GP pin from 0 to 22 or 26 to 28; the Pico's others are its own"


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
    check: Callable[[Json], bool]
    expected: str
    help: str
    default: Json = None


class WrongError(ValueError):
    """What is wrong, and under which key."""

    def __init__(self, path: str, text: str) -> None:
        super().__init__(text)
        self.path = path


def _one_of(*values: str) -> Callable[[Json], bool]:
    return lambda value: isinstance(value, str) and value in values


def _text(value: Json) -> bool:
    return isinstance(value, str)


def _number(numbers: range | tuple[int, ...]) -> Callable[[Json], bool]:
    return lambda v: isinstance(v, int) and not isinstance(v, bool) and v in numbers


_pi_pin, _pico_pin = _number(PINS), _number(PICO_PINS)


def _table_of(
    names: tuple[str, ...], pin: Callable[[Json], bool]
) -> Callable[..., bool]:
    return lambda value: (
        isinstance(value, dict)
        and set(value) == set(names)
        and all(map(pin, value.values()))
    )


def _screen(value: Json) -> bool:
    return (
        isinstance(value, dict)
        and set(value) <= {"chip", "channel", "bus", "address"}
        and value.get("chip") in SCREEN_CHIPS
        and _number(range(8))(value.get("channel", 0))
        and _number(range(32))(value.get("bus", 1))
        and _number(range(0x08, 0x78))(value.get("address", 0x3C))
    )


#: Every key there is, with what it may be and what it is for.
KEYS = (
    Key("name", _text, "a text", "what the board is called"),
    Key("zones", _number(range(3, 7)), "3 to 6", "how many letter zones it has"),
    Key(
        "input",
        _one_of(*INPUTS),
        "pads, station or buttons",
        "how pieces come in: a reader in each zone, one reader and a button a zone,"
        " or four buttons a zone",
        "pads",
    ),
    Key(
        "controller.port",
        _text,
        'a path, or "" for the first controller found',
        "the controller's serial port",
        "",
    ),
    Key(
        "controller.chip",
        _one_of(*READER_CHIPS),
        "mfrc522 or pn532",
        "the chip of the controller's tag readers",
        "mfrc522",
    ),
    Key("controller.sck", _pico_pin, _PICO_PIN, "the readers' clock", SCK),
    Key("controller.mosi", _pico_pin, _PICO_PIN, "the line to the readers", MOSI),
    Key("controller.miso", _pico_pin, _PICO_PIN, "the line from the readers", MISO),
    Key("controller.reset", _pico_pin, _PICO_PIN, "the readers' reset line", RESET),
    Key(
        "controller.baud",
        _number(range(100_000, 10_000_001)),
        "100000 to 10000000",
        "the speed of the readers' bus, in bits a second",
        BAUD,
    ),
    Key(
        "controller.readers.*",
        _pico_pin,
        _PICO_PIN,
        "the select line of a tag reader, by its zone's number, or rack",
        {},
    ),
    Key(
        "controller.buttons.*",
        _pico_pin,
        _PICO_PIN,
        "a button on the controller, by its name",
        {},
    ),
    Key(
        "controller.symbols.*",
        _table_of(COLOURS, _pico_pin),
        "{ red = PIN, yellow = PIN, blue = PIN, green = PIN }, GP pins of the Pico",
        "the four symbol buttons of a zone on the controller, by its number",
        {},
    ),
    Key(
        "reader.port",
        _text,
        'a path, such as "/dev/ttyUSB0", or "" for none',
        "a PN532 on a serial port of the Pi, where no controller reads tags",
        "",
    ),
    Key(
        "pins.factory",
        _one_of(*FACTORIES),
        "lgpio, rpigpio or mock",
        "the way to the header's pins",
    ),
    Key("pins.buzzer", _pi_pin, _PI_PIN, "the buzzer's pin", -1),
    Key("pins.power", _pi_pin, _PI_PIN, "the pin of the power button", -1),
    Key(
        "web.listen",
        lambda v: isinstance(v, str) and (not v or v.rpartition(":")[2].isdecimal()),
        'HOST:PORT, such as "0.0.0.0:8080" for the network, or "" for no web',
        "where browsers find the board",
        WEB,
    ),
    Key(
        "lamps.*",
        _table_of(("cross", "tick"), _pi_pin),
        "{ cross = PIN, tick = PIN }, pins from 2 to 27",
        "the lamps of a zone, by its number",
        {},
    ),
    Key("buttons.*", _pi_pin, _PI_PIN, "a button on the Pi, by its name", {}),
    Key(
        "symbols.*",
        _table_of(COLOURS, _pi_pin),
        "{ red = PIN, yellow = PIN, blue = PIN, green = PIN }, pins from 2 to 27",
        "the four symbol buttons of a zone on the Pi, by its number",
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
        _text,
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

_BY_PATH = {key.path: key for key in KEYS}


def read_keys(table: JsonObject) -> dict[str, Json]:
    """
    Return a file's table, flat, with every key known and every value right.

    Raises:
        WrongError: It has another key, another value, or lacks a key.
    """
    flat = _flat(table)
    for path, value in flat.items():
        key = _key_of(path)
        if key is None:
            known = ", ".join(_BY_PATH)
            raise WrongError(path, f"there is no key {path}; there are: {known}")
        if not key.check(value):
            text = f"{path} must be {key.expected}, not {value!r}"
            raise WrongError(path, text)
    for key in KEYS:
        if key.default is None and key.path not in flat:
            text = f"{key.path} is missing; it must be {key.expected}"
            raise WrongError(key.path, text)
        if not key.path.endswith("*"):
            flat.setdefault(key.path, key.default)
    return flat


def _key_of(path: str) -> Key | None:
    return _BY_PATH.get(path) or _BY_PATH.get(f"{path.rpartition('.')[0]}.*")


def _flat(table: JsonObject, before: str = "") -> dict[str, Json]:
    """Return *table* with dotted names; a table that is a value stays whole."""
    flat: dict[str, Json] = {}
    for name, value in table.items():
        path = f"{before}{name}"
        if isinstance(value, dict) and _key_of(path) is None:
            flat |= _flat(value, f"{path}.")
        else:
            flat[path] = value
    return flat


def under(flat: JsonObject, table: str) -> dict[str, Json]:
    """Return what stands in *table*, by the names in it."""
    start = f"{table}."
    return {
        path.removeprefix(start): value
        for path, value in flat.items()
        if path.startswith(start) and "." not in path.removeprefix(start)
    }


def line_of(text: str, path: str) -> int:
    """Return the line where *path* stands in the file, or what holds it, or 1."""
    lines: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.strip()
        if bare.startswith("["):
            table = bare[1:].partition("]")[0].strip()
            lines.setdefault(table, number)
        elif "=" in bare and not bare.startswith("#"):
            key = bare.partition("=")[0].replace('"', "").replace("'", "").strip()
            lines.setdefault(f"{table}.{key}" if table else key, number)
    while path not in lines and path:
        path = path.rpartition(".")[0]
    return lines.get(path, 1)
