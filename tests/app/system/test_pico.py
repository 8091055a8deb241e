"""The Pico's own picture of its pins: a file of its firmware, from the profile."""

from dataclasses import replace

import pytest

from firmware_host.app.system.hardware import FOLDER
from firmware_host.app.system.pico import board_config
from firmware_host.board.events import Button
from firmware_host.errors import SettingsError
from firmware_host.link.messages import BUTTONS
from firmware_host.settings.profile import load_profile

FULL = load_profile(FOLDER / "full" / "board.toml")
PROFILES = [load_profile(path) for path in sorted(FOLDER.glob("*/board.toml"))]


def told(profile):
    """Run the file, and return its names."""
    names = {}
    exec(board_config(profile), names)  # noqa: S102 - what we have just written
    return names


def test_the_file_that_lies_there_is_the_full_boards():
    """The repository's `board_config.py` is that of the full board's profile."""
    path = FOLDER / "controller" / "board_config.py"
    assert path.read_text(encoding="utf-8") == board_config(FULL)


@pytest.mark.parametrize(
    "profile", [one for one in PROFILES if one.pico], ids=lambda one: one.name
)
def test_every_pin_reaches_the_pico(profile):
    """Each reader by its zone, each button by its number on the wire, and the bus."""
    names, pico = told(profile), profile.pico
    assert names["READERS"] == pico.readers
    assert {BUTTONS[number]: pin for number, pin in names["BUTTONS"].items()} == dict(
        pico.buttons
    )
    assert (names["SCK"], names["MOSI"], names["MISO"], names["RESET"]) == (
        pico.sck,
        pico.mosi,
        pico.miso,
        pico.reset,
    )
    assert (names["CHIP"], names["BAUD"]) == (pico.chip, pico.baud)


def test_a_board_of_ones_own_is_told_too():
    """A custom profile's bus, chip, buttons and missing readers are written."""
    pico = replace(FULL.pico, chip="pn532", sck=10, mosi=11, miso=12, reset=9)
    own = replace(pico, readers={0: 13}, buttons={Button.GREEN_6: 28})
    names = told(replace(FULL, pico=own))
    assert (names["SPI"], names["CHIP"]) == (1, "pn532")
    assert (names["READERS"], names["BUTTONS"]) == ({0: 13}, {36: 28})
    bare = told(replace(FULL, pico=replace(FULL.pico, readers={}, buttons={})))
    assert (bare["READERS"], bare["BUTTONS"], bare["SPI"]) == ({}, {}, 0)


def test_a_board_without_a_controller_has_no_such_file():
    with pytest.raises(SettingsError, match="has no controller"):
        board_config(replace(FULL, pico=None))
