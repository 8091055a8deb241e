"""The board profile: from a file to a board."""

from pathlib import Path

import pytest

from firmware_host.board.events import PLAYER_BUTTONS, SYMBOL_BUTTONS, Button
from firmware_host.board.wiring import Patience, ScreenAt
from firmware_host.errors import SettingsError
from firmware_host.settings.board import RimSettings
from firmware_host.settings.checks import wired
from firmware_host.settings.profile import Pico, Profile, load_profile
from tests.settings.texts import BUTTONS, LEAST, WHOLE

BOARDS = sorted((Path(__file__).parents[2] / "hardware").glob("*/board.toml"))


@pytest.mark.parametrize("path", BOARDS, ids=lambda path: path.parent.name)
def test_every_board_that_we_ship_loads(path):
    """Under its folder's name, with all that an evening without a phone needs."""
    profile = load_profile(path)
    assert profile.name == path.parent.name
    zones = range(1, profile.zones + 1)
    assert set(profile.lamps) == set(zones)
    assert {*map(str, zones), "table"} <= set(profile.screens)
    needed = {Button.TICK, Button.CROSS, Button.SERVICE, *PLAYER_BUTTONS}
    assert wired(profile) >= needed | {Button(f"zone-{zone}") for zone in zones}
    assert profile.buzzer is not None


def test_every_key_reaches_the_profile(load):
    symbols = {"red": 6, "yellow": 7, "blue": 8, "green": 9}
    on_pi = {"red": 7, "yellow": 8, "blue": 9, "green": 10}
    assert load(WHOLE) == Profile(
        name="mine",
        zones=4,
        pins="mock",
        lamps={1: (4, 17), 2: (27, 22), 3: (23, 24), 4: (5, 6)},
        buzzer=18,
        buzzer_kind="passive",
        buttons={Button.TICK: 21, Button.CROSS: 19, Button.ZONE_1: 20}
        | {Button(f"{kind}-2"): pin for kind, pin in on_pi.items()},
        screens={
            "table": ScreenAt(
                "sh1106", channel=None, bus=1, address=0x3D, upside_down=True
            ),
            "1": ScreenAt("ssd1306", channel=0, bus=1, address=0x3C),
        },
        speaker="default",
        voice=False,
        web="0.0.0.0:80",
        input="pads",
        pico=Pico(
            port="/dev/ttyACM0",
            chip="pn532",
            sck=10,
            mosi=11,
            miso=12,
            reset=13,
            baud=1_000_000,
            readers={0: 0, 1: 1, 2: 2, 3: 3, 4: 4},
            buttons={Button.ZONE_2: 5}
            | {Button(f"{kind}-1"): pin for kind, pin in symbols.items()},
            supply_ma=800,
            rims=RimSettings(pin=28, leds=12, brightness=64, supply_ma=500),
        ),
        reader_port="",
        power=16,
        mux_reset=26,
        patience=Patience(30_000, 25_000, 300_000),
    )


def test_what_is_left_out_is_not_there(load):
    """A board of three zones: no Pico, no screens, no buzzer, no network."""
    profile = load(LEAST)
    assert (profile.pico, profile.port, profile.screens) == (None, "", {})
    assert (profile.buzzer, profile.power, profile.speaker) == (None, None, "")
    assert profile.buzzer_kind == "active"
    assert profile.web.startswith("127.0.0.1:")


def test_a_controller_without_more_is_the_usual_one(load):
    """An empty controller table has the default Pico."""
    assert load(f"{BUTTONS}[controller]\n").pico == Pico(
        port="",
        chip="mfrc522",
        sck=18,
        mosi=19,
        miso=16,
        reset=26,
        baud=1_000_000,
        readers={},
        buttons={},
    )


@pytest.mark.parametrize("factory", ["lgpio", "rpigpio", "mock"])
def test_each_way_to_the_pins_may_be_named(load, factory):
    assert load(LEAST.replace("lgpio", factory)).pins == factory


def test_a_symbol_is_named_by_its_zone_and_colour(load):
    """A symbol is found by zone and colour, and has a button number of the wire."""
    profile = load(WHOLE)
    assert SYMBOL_BUTTONS[Button.GREEN_2] == (2, "green")
    assert profile.buttons[Button.GREEN_2] == 10
    assert profile.pico.buttons[Button.RED_1] == 6


@pytest.mark.parametrize(
    ("line", "instead", "says"),
    [
        ("4 = { cross = 5, tick = 6 }", "7 = { cross = 5, tick = 6 }",
         "lamps has no key 7; known are: 1, 2, 3, 4, 5, 6"),
        ("zone-1 = 20", "horn = 20", "buttons has no key horn; known are: tick, cross"),
        ("zone-1 = 20", "red-1 = 20", "buttons has no key red-1"),
        ("zone-2 = 5", "zone-7 = 5", "controller.buttons has no key zone-7"),
        ("rack = 0", "lid = 0", "readers has no key lid; known are: rack, 1"),
        ('1 = { chip = "ssd1306", channel = 0 }',
         'door = { chip = "ssd1306", channel = 0 }', "screens has no key door"),
    ],
)  # fmt: skip
def test_a_name_that_no_board_has_is_refused(changed, line, instead, says):
    """Unknown names are refused with the known ones."""
    assert says in changed(WHOLE, line, instead)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"\x81", "this is no text; mend it there, or name a build"),
        (b"zones = ", "this is not TOML"),
        (b"zones = 4\nzones = 5\n", "; sudo letterzone setup full puts a new profile"),
        (b"lamp = 5\n", "there is no key lamp; perhaps lamps is meant; known are"),
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
