"""The keys of a profile: allowed values, and the line of each in the file."""

import pytest

from firmware_host.board.catalogue import KINDS
from firmware_host.board.events import SYMBOL_BUTTONS, Button
from firmware_host.board.json import inner, texts
from firmware_host.board.pieces import ZONES
from firmware_host.settings.keys import SCHEMA, line_of
from tests.settings.texts import LEAST, WHOLE

TABLE = 'table = { chip = "sh1106", bus = 1, address = 0x3D, upside_down = true }'

#: By what is wrong: a line of the whole profile, what stands there instead, and what is
#: said of it.
WRONG = {
    "no text": ('name = "mine"', "name = 1", "name must be a text of 1 to 40"),
    "two zones": ("zones = 4", "zones = 2", "zones must be 3 to 6, not 2"),
    "seven zones": ("zones = 4", "zones = 7", "zones must be 3 to 6"),
    "yes zones": ("zones = 4", "zones = true", "zones must be 3 to 6, not True"),
    "another input": ('input = "pads"', 'input = "voice"', "pads, station or buttons"),
    "a number as port": ('port = "/dev/ttyACM0"', "port = 1", "must be a path"),
    "another reader": (
        'chip = "pn532"',
        'chip = "pn5180"',
        "mfrc522 (modules sold as RC522) or pn532",
    ),
    "the Pico's own pin": ("reset = 13", "reset = 23", "0 to 22 or 26 to 28"),
    "a pin the Pico has not": ("3 = 3", "3 = 30", "0 to 22 or 26 to 28"),
    "a bus in a hurry": ("baud = 1000000", "baud = 20000000", "100000 to 10000000"),
    "too many LEDs": ("leds = 12", "leds = 17", "leds must be 4 to 16, not 17"),
    "LEDs that dazzle": ("brightness = 64", "brightness = 129", "must be 1 to 128"),
    "a rim without LEDs": (
        "leds = 12",
        "colour = 1",
        "controller.rims has no key colour; known are: pin, leds, brightness",
    ),
    "three symbols": (
        "1 = { red = 6, yellow = 7, blue = 8, green = 9 }",
        "1 = { red = 6, yellow = 7, blue = 8 }",
        "controller.symbols.1.green is missing; add green, which must be a GP pin",
    ),
    "another factory": ('factory = "mock"', 'factory = "wiringpi"', "lgpio, rpigpio"),
    "a pin that is none": ("buzzer = 18", "buzzer = 28", "a pin from 2 to 27"),
    "a buzzer of another kind": (
        'buzzer_kind = "passive"',
        'buzzer_kind = "loud"',
        "pins.buzzer_kind must be active or passive, not 'loud'",
    ),
    "the EEPROM's pin": ("power = 16", "power = 1", "0 and 1 are the Pi's own"),
    "a pin in words": ("tick = 21", 'tick = "GPIO21"', "a pin from 2 to 27"),
    "half a pair": (
        "2 = { cross = 27, tick = 22 }",
        "2 = { cross = 27 }",
        "lamps.2.tick is missing; add tick, which must be a pin from 2 to 27",
    ),
    "three of a pair": (
        "2 = { cross = 27, tick = 22 }",
        "2 = { cross = 27, tick = 22, maybe = 5 }",
        "lamps.2 has no key maybe; known are: cross, tick",
    ),
    "an unknown chip": (
        '1 = { chip = "ssd1306", channel = 0 }',
        '1 = { chip = "ssd1327", channel = 0 }',
        "screens.1.chip must be ssd1306 (mostly 0.96 inch), sh1106 (1.3 inch) or",
    ),
    "channel 8": (
        '1 = { chip = "ssd1306", channel = 0 }',
        '1 = { chip = "ssd1306", channel = 8 }',
        "screens.1.channel must be 0 to 7, not 8",
    ),
    "an address too far": (
        TABLE,
        'table = { chip = "sh1106", bus = 1, address = 0x78 }',
        "must be 0x3C or 0x3D; a module's print may say 0x78 or 0x7A for the same, not",
    ),
    "an address that no screen has": (
        TABLE,
        'table = { chip = "sh1106", bus = 1, address = 0x3F }',
        "screens.table.address must be 0x3C or 0x3D",
    ),
    "the bus on the pins of the EEPROM": (
        '1 = { chip = "ssd1306", channel = 0 }',
        '1 = { chip = "ssd1306", bus = 0 }',
        "screens.1.bus must be 1, the bus on pins 2 and 3; more screens than two take",
    ),
    "a bus whose pins nobody keeps free": (
        '1 = { chip = "ssd1306", channel = 0 }',
        '1 = { chip = "ssd1306", bus = 3 }',
        "screens.1.bus must be 1, the bus on pins 2 and 3",
    ),
    "a contrast that no chip has": (
        '1 = { chip = "ssd1306", channel = 0 }',
        '1 = { chip = "ssd1306", channel = 0, contrast = 256 }',
        "screens.1.contrast must be 1 to 255, not 256",
    ),
    "a screen half turned": (
        '1 = { chip = "ssd1306", channel = 0 }',
        '1 = { chip = "ssd1306", channel = 0, upside_down = 90 }',
        "screens.1.upside_down must be true or false, not 90",
    ),
    "a name of nothing": ('name = "mine"', 'name = ""', "a text of 1 to 40 letters"),
    "a name of two lines": ('name = "mine"', 'name = "a\\nb"', "in one line, not"),
    "a port without its folder": (
        'port = "/dev/ttyACM0"',
        'port = "ttyACM0"',
        'controller.port must be a path, such as "/dev/ttyACM0", or "" for the first',
    ),
    "another computer's port": (
        'port = "/dev/ttyACM0"',
        'port = "COM3"',
        "controller.port must be a path",
    ),
    "a speed with a point": (
        "baud = 1000000",
        "baud = 1e6",
        "controller.baud must be 100000 to 10000000, without a point, not 1000000.0",
    ),
    "the module's name for its chip": (
        'chip = "pn532"',
        'chip = "RC522"',
        "controller.chip must be mfrc522 (modules sold as RC522) or pn532, not",
    ),
    "a table's name mistyped": (
        "[lamps]",
        "[lamp]",
        "there is no key lamp; perhaps lamps is meant; known are: name, zones",
    ),
    "a table's name in capitals": (
        "[lamps]",
        "[LAMPS]",
        "there is no key LAMPS; perhaps lamps is meant",
    ),
    "a key's name mistyped": (
        "buzzer = 18",
        "buzer = 18",
        "pins has no key buzer; perhaps buzzer is meant; known are: factory",
    ),
    "a speaker's number": ('speaker = "default"', "speaker = 1", "ALSA's name of it"),
    "half a voice": ("voice = false", 'voice = "low"', "voice must be true or false"),
    "an unknown key": ("zones = 4", "zones = 4\ncolour = 1", "there is no key colour"),
    "an unknown inner key": (
        "buzzer = 18",
        "buzzer = 18\nhorn = 1",
        "pins has no key horn; known are: factory, buzzer, buzzer_kind, power",
    ),
    "an unknown innermost key": (
        "rack = 0",
        "rack = { pin = 0 }",
        "controller.readers.rack must be a GP pin",
    ),
    "an unknown table": (
        "[web]",
        "[knobs]",
        "there is no key knobs; known are: name, zones, input, controller, reader,",
    ),
    "a number for a table": (
        TABLE,
        "table = 1",
        'screens.table must be { chip = "ssd1306", channel = 0 to 7, address',
    ),
    "a zone that no board has": (
        "tick = 21",
        "zone-7 = 21",
        "buttons has no key zone-7; known are: tick",
    ),
    "a port without its host": (
        'listen = "0.0.0.0:80"',
        'listen = "80"',
        'web.listen must be HOST:PORT, such as "0.0.0.0:8080" for the network',
    ),
}


@pytest.mark.parametrize(("line", "instead", "says"), WRONG.values(), ids=WRONG)
def test_a_mistake_is_told_with_file_line_and_remedy(refused, line, instead, says):
    """The line is the one that has to be changed."""
    text = WHOLE.replace(f"{line}\n", f"{instead}\n", 1)
    assert text != WHOLE
    named, told = refused(text)
    assert says in told
    assert named == instead.splitlines()[-1]


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("name", "a text of 1 to 40 letters in one line"),
        ("zones", "3 to 6"),
        ("pins.factory", "lgpio, rpigpio or mock"),
    ],
)
def test_what_must_be_there_is_missed(refused, key, expected):
    """A missing key is reported with what it must be."""
    name = key.rpartition(".")[2]
    lines = [line for line in LEAST.splitlines() if not line.startswith(name)]
    _, told = refused("\n".join(lines))
    assert told == f"{key} is missing; add {name}, which must be {expected}"


def test_a_profile_may_name_what_the_board_has():
    """The names in the schema are those of the code."""
    parts = inner(SCHEMA, "$defs")
    assert texts(inner(parts, "zone"), "enum") == tuple(map(str, ZONES))
    named = [button for button in Button if button not in SYMBOL_BUTTONS]
    assert list(texts(inner(parts, "button"), "enum")) == named
    for table in (SCHEMA, inner(inner(SCHEMA, "properties"), "controller")):
        symbols = inner(
            inner(inner(table, "properties"), "symbols"), "additionalProperties"
        )
        assert texts(symbols, "required") == tuple(KINDS)


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("zones", 1),
        ("lamps", 3),
        ("lamps.1", 4),
        ("lamps.2", 3),
        ("lamps.1.cross", 4),
        ("controller.buttons.tick", 7),
        ("controller.buttons.cross", 6),
        ("controller.readers.rack", 9),
        ("controller.readers.1", 8),
        ("nowhere.at.all", 1),
    ],
)
def test_a_key_is_found_however_it_is_written(path, line):
    """A key's line is found under its table, with dots or in quotes."""
    text = (
        "zones = 3 # lamps.1 = no\n"
        "# lamps.1 = 4\n"
        "[lamps] # here\n"
        "1 = { cross = 4, tick = 5 }\n"
        "\n"
        "[controller.buttons]\n"
        '"tick" = 3\n'
        "[controller]\n"
        "readers.rack = 1\n"
    )
    assert line_of(text, path) == line
