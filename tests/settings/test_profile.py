"""The board profile: what it may say, and a way out of everything else."""

import re
from pathlib import Path

import pytest

from firmware_host.board.happenings import SYMBOL_BUTTONS, Button
from firmware_host.errors import SettingsError
from firmware_host.settings.profile import (
    FACTORIES,
    KEYS,
    PINS,
    Profile,
    ScreenAt,
    load_profile,
)

BOARDS = sorted((Path(__file__).parents[2] / "hardware").glob("*/board.toml"))

#: Each key once, line by line.
WHOLE = """\
name = "mine"
zones = 4

[controller]
port = "/dev/ttyACM0"

[pins]
factory = "mock"
buzzer = 18

[lamps]
1 = { cross = 4, tick = 17 }
2 = { cross = 27, tick = 22 }

[buttons]
tick = 21
zone-1 = 20

[screens]
table = { chip = "sh1106", bus = 3, address = 0x3D }
1 = { chip = "ssd1306", channel = 0 }

[web]
listen = "0.0.0.0:80"

[sound]
speaker = "default"
voice = false
"""
LEAST = 'name = "least"\nzones = 3\n[pins]\nfactory = "lgpio"\n'


@pytest.fixture
def load(tmp_path):
    """Load a profile from its text."""
    path = tmp_path / "board.toml"

    def loaded(text):
        path.write_text(text, encoding="utf-8")
        return load_profile(path)

    return loaded


@pytest.fixture
def refused(load, tmp_path):
    """Load a profile that must be refused; return the line and what is said."""

    def told(text):
        with pytest.raises(SettingsError) as fault:
            load(text)
        found = re.fullmatch(r"(.*?board\.toml):(\d+): (.*)", str(fault.value))
        assert found, fault.value
        assert found[1] == str(tmp_path / "board.toml")
        return int(found[2]), found[3]

    return told


@pytest.mark.parametrize("path", BOARDS, ids=lambda path: path.parent.name)
def test_every_board_that_we_ship_loads(path):
    """Under the name of its folder, with lamps and a screen for every zone."""
    profile = load_profile(path)
    assert profile.name == path.parent.name
    zones = range(1, profile.zones + 1)
    assert set(profile.lamps) == set(zones)
    assert set(profile.screens) == {*map(str, zones), "table", "maker"}


def test_every_key_reaches_the_profile(load):
    assert load(WHOLE) == Profile(
        name="mine",
        zones=4,
        port="/dev/ttyACM0",
        pins="mock",
        lamps={1: (4, 17), 2: (27, 22)},
        buzzer=18,
        buttons={Button.TICK: 21, Button.ZONE_1: 20},
        screens={
            "table": ScreenAt("sh1106", channel=None, bus=3, address=0x3D),
            "1": ScreenAt("ssd1306", channel=0, bus=1, address=0x3C),
        },
        speaker="default",
        voice=False,
        web="0.0.0.0:80",
    )


def test_what_is_left_out_is_not_there(load):
    """A board of three zones and nothing else, with the first port found."""
    assert load(LEAST) == Profile("least", 3, "", "lgpio", {}, None, {}, {})


@pytest.mark.parametrize("factory", FACTORIES)
def test_each_way_to_the_pins_may_be_named(load, factory):
    assert load(LEAST.replace("lgpio", factory)).pins == factory


#: By what is wrong: a line of the whole profile, what stands there instead, what is
#: said of it; the line that is named is its own.
WRONG = {
    "no text": ('name = "mine"', "name = 1", "name must be a text, not 1"),
    "two zones": ("zones = 4", "zones = 2", "zones must be 3 to 6, not 2"),
    "seven zones": ("zones = 4", "zones = 7", "zones must be 3 to 6"),
    "yes zones": ("zones = 4", "zones = true", "zones must be 3 to 6, not True"),
    "a number as port": ('port = "/dev/ttyACM0"', "port = 1", "must be a path"),
    "another factory": ('factory = "mock"', 'factory = "wiringpi"', "lgpio, rpigpio"),
    "a pin that is none": ("buzzer = 18", "buzzer = 28", "a pin from 2 to 27"),
    "the EEPROM's pin": ("buzzer = 18", "buzzer = 1", "a pin from 2 to 27"),
    "a pin in words": ("tick = 21", 'tick = "GPIO21"', "a pin from 2 to 27"),
    "half a pair": ("2 = { cross = 27, tick = 22 }", "2 = { cross = 27 }", "cross ="),
    "three of a pair": (
        "2 = { cross = 27, tick = 22 }",
        "2 = { cross = 27, tick = 22, maybe = 5 }",
        "lamps.2 must be { cross = PIN, tick = PIN }",
    ),
    "lamps of zone 7": (
        "2 = { cross = 27, tick = 22 }",
        "7 = { cross = 27, tick = 22 }",
        "lamps has no '7'; it may have: 1, 2, 3, 4, 5, 6",
    ),
    "an unknown button": ("zone-1 = 20", "horn = 20", "buttons has no 'horn'"),
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
    "a screen for nobody": (
        '1 = { chip = "ssd1306", channel = 0 }',
        'door = { chip = "ssd1306", channel = 0 }',
        "screens has no 'door'",
    ),
    "a pin twice": (
        "tick = 21",
        "tick = 17",
        "pin 17 is wanted by button tick and by the tick lamp of zone 1; free pins: 5",
    ),
    "a pin twice in a pair": (
        "2 = { cross = 27, tick = 22 }",
        "2 = { cross = 27, tick = 27 }",
        "pin 27 is wanted by the tick lamp of zone 2 and by the cross lamp of zone 2",
    ),
    "the buzzer's pin twice": ("buzzer = 18", "buzzer = 4", "pin 4 is wanted by the"),
    "the screens' own pin": (
        "tick = 21",
        "tick = 2",
        "pin 2 is wanted by button tick and by the I2C bus of the screens",
    ),
    "a speaker's number": ('speaker = "default"', "speaker = 1", "ALSA's name of it"),
    "half a voice": ("voice = false", 'voice = "low"', "voice must be true or false"),
    "an unknown key": ("zones = 4", "zones = 4\ncolour = 1", "there is no key colour"),
    "an unknown inner key": (
        "buzzer = 18",
        "buzzer = 18\nhorn = 1",
        "there is no key pins.horn; there are: name, zones, ",
    ),
    "an unknown table": (
        "[buttons]\ntick = 21",
        "[knobs]\ntick = 21",
        "there is no key knobs.tick",
    ),
}


@pytest.mark.parametrize(("line", "instead", "says"), WRONG.values(), ids=WRONG)
def test_a_mistake_is_told_with_file_line_and_remedy(refused, line, instead, says):
    """The line is the one that has to be changed."""
    text = WHOLE.replace(line, instead)
    assert text != WHOLE
    number, told = refused(text)
    assert says in told
    wrong = instead.splitlines()[-1]
    assert text.splitlines()[number - 1] == wrong


def test_two_screens_in_one_place_are_refused(refused):
    """The later one is named, with the way out."""
    one = '1 = { chip = "ssd1306", channel = 0 }'
    two = one.replace("1 =", "2 =")
    text = WHOLE.replace(one, f"{one}\n{two}")
    number, told = refused(text)
    assert text.splitlines()[number - 1] == two
    assert told == (
        "screen 2 hangs where screen 1 hangs; give it a channel or an address of its"
        " own"
    )


@pytest.mark.parametrize("key", [key for key in KEYS if key.default is None])
def test_what_must_be_there_is_missed(refused, key):
    """With what it must be."""
    name = key.path.rpartition(".")[2]
    lines = [line for line in LEAST.splitlines() if not line.startswith(name)]
    number, told = refused("\n".join(lines))
    assert told == f"{key.path} is missing; it must be {key.expected}"
    assert number <= 3


def test_pins_are_the_screens_own_only_where_there_are_screens(load):
    """Without them pins 2 and 3 are free."""
    assert load(f"{LEAST}buzzer = 2\n").buzzer == 2


def test_a_board_may_use_every_pin(load, refused):
    """And one more device finds none free."""
    names = [button.value for button in Button if button not in SYMBOL_BUTTONS]
    pins = dict(zip(names, PINS, strict=False))
    taken = "".join(f"{name} = {pin}\n" for name, pin in pins.items())
    lamps = "".join(
        f"{zone} = {{ cross = {pin}, tick = {pin + 1} }}\n"
        for zone, pin in enumerate(range(15, 27, 2), 1)
    )
    text = f"{LEAST}[buttons]\n{taken}[lamps]\n{lamps}"
    assert len(load(text).buttons) == 13
    whole = text.replace('"lgpio"\n', '"lgpio"\nbuzzer = 27\n')
    assert load(whole).buzzer == 27
    _, told = refused(whole.replace("buzzer = 27", "buzzer = 26"))
    assert told.endswith("free pins: 27")


def test_every_key_says_what_it_is_for():
    """The manual is made from them."""
    for key in KEYS:
        assert key.help
        assert key.expected
    assert len({key.path for key in KEYS}) == len(KEYS)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"\xff\xfe", "this is not TOML"),
        (b"zones = ", "this is not TOML"),
        (b"zones = 4\nzones = 5\n", "this is not TOML"),
        (b"lamps = 5\n", "lamps"),
    ],
)
def test_a_file_that_is_no_profile_is_refused_by_its_name(tmp_path, content, says):
    path = tmp_path / "board.toml"
    path.write_bytes(content)
    with pytest.raises(SettingsError, match=says) as told:
        load_profile(path)
    assert str(told.value).startswith(f"{path}:")
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("name", ["missing.toml", "."])
def test_a_file_that_cannot_be_read_is_refused(tmp_path, name):
    with pytest.raises(SettingsError, match="cannot be read"):
        load_profile(tmp_path / name)
