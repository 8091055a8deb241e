"""The keys of a profile: what each may say, and where in the file it stands."""

import pytest

from firmware_host.settings.keys import KEYS, line_of
from tests.settings.texts import LEAST, WHOLE

#: By what is wrong: a line of the whole profile, what stands there instead, and what is
#: said of it.
WRONG = {
    "no text": ('name = "mine"', "name = 1", "name must be a text, not 1"),
    "two zones": ("zones = 4", "zones = 2", "zones must be 3 to 6, not 2"),
    "seven zones": ("zones = 4", "zones = 7", "zones must be 3 to 6"),
    "yes zones": ("zones = 4", "zones = true", "zones must be 3 to 6, not True"),
    "another input": ('input = "pads"', 'input = "voice"', "pads, station or buttons"),
    "a number as port": ('port = "/dev/ttyACM0"', "port = 1", "must be a path"),
    "another reader": ('chip = "pn532"', 'chip = "pn5180"', "mfrc522 or pn532"),
    "the Pico's own pin": ("reset = 13", "reset = 23", "0 to 22 or 26 to 28"),
    "a pin the Pico has not": ("3 = 3", "3 = 30", "0 to 22 or 26 to 28"),
    "a bus in a hurry": ("baud = 1000000", "baud = 20000000", "100000 to 10000000"),
    "three symbols": (
        "1 = { red = 6, yellow = 7, blue = 8, green = 9 }",
        "1 = { red = 6, yellow = 7, blue = 8 }",
        "controller.symbols.1 must be { red = PIN, yellow = PIN,",
    ),
    "another factory": ('factory = "mock"', 'factory = "wiringpi"', "lgpio, rpigpio"),
    "a pin that is none": ("buzzer = 18", "buzzer = 28", "a pin from 2 to 27"),
    "the EEPROM's pin": ("power = 16", "power = 1", "0 and 1 are the Pi's own"),
    "a pin in words": ("tick = 21", 'tick = "GPIO21"', "a pin from 2 to 27"),
    "half a pair": ("2 = { cross = 27, tick = 22 }", "2 = { cross = 27 }", "cross ="),
    "three of a pair": (
        "2 = { cross = 27, tick = 22 }",
        "2 = { cross = 27, tick = 22, maybe = 5 }",
        "lamps.2 must be { cross = PIN, tick = PIN }",
    ),
    "an unknown chip": (
        '1 = { chip = "ssd1306", channel = 0 }',
        '1 = { chip = "ssd1327", channel = 0 }',
        "screens.1 must be",
    ),
    "channel 8": (
        '1 = { chip = "ssd1306", channel = 0 }',
        '1 = { chip = "ssd1306", channel = 8 }',
        "channel = 0 to 7",
    ),
    "an address too far": (
        'table = { chip = "sh1106", bus = 3, address = 0x3D }',
        'table = { chip = "sh1106", bus = 3, address = 0x78 }',
        "address = 0x3C",
    ),
    "a speaker's number": ('speaker = "default"', "speaker = 1", "ALSA's name of it"),
    "half a voice": ("voice = false", 'voice = "low"', "voice must be true or false"),
    "an unknown key": ("zones = 4", "zones = 4\ncolour = 1", "there is no key colour"),
    "an unknown inner key": (
        "buzzer = 18",
        "buzzer = 18\nhorn = 1",
        "there is no key pins.horn; there are: name, zones, ",
    ),
    "an unknown innermost key": (
        "rack = 0",
        "rack = { pin = 0 }",
        "controller.readers.rack must be a GP pin",
    ),
    "an unknown table": (
        "[web]",
        "[knobs]",
        "there is no key knobs.listen",
    ),
}


@pytest.mark.parametrize(("line", "instead", "says"), WRONG.values(), ids=WRONG)
def test_a_mistake_is_told_with_file_line_and_remedy(refused, line, instead, says):
    """The line is the one that has to be changed."""
    text = WHOLE.replace(f"{line}\n", f"{instead}\n", 1)
    assert text != WHOLE
    named, told = refused(text)
    assert says in told
    wrong = 'listen = "0.0.0.0:80"' if instead == "[knobs]" else instead
    assert named == wrong.splitlines()[-1]


@pytest.mark.parametrize("key", [key for key in KEYS if key.default is None])
def test_what_must_be_there_is_missed(refused, key):
    """With what it must be."""
    name = key.path.rpartition(".")[2]
    lines = [line for line in LEAST.splitlines() if not line.startswith(name)]
    _, told = refused("\n".join(lines))
    assert told == f"{key.path} is missing; it must be {key.expected}"


def test_every_key_says_what_it_is_for():
    """The manual is made from them."""
    for key in KEYS:
        assert key.help
        assert key.expected
    assert len({key.path for key in KEYS}) == len(KEYS)


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
    """Under its table, with dots, in quotes; else what holds it, else the start."""
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
