"""Our block in config.txt: the rest is never changed, and the block can be removed."""

from dataclasses import replace

import pytest

from firmware_host.app.system.hardware import FOLDER, profile_path
from firmware_host.app.system.setup import (
    BEGIN,
    END,
    conflicts,
    lines_for,
    with_block,
    without_block,
)
from firmware_host.errors import SettingsError
from firmware_host.settings.profile import load_profile

FULL = load_profile(profile_path("full"))

#: The file that Raspberry Pi OS (bookworm) has on a new card.
BOOKWORM = """\
# For more options and information see
# http://rptl.io/configtxt
# Some settings may impact device functionality. See link above for details

# Uncomment some or all of these to enable the optional hardware interfaces
#dtparam=i2c_arm=on
#dtparam=i2s=on
#dtparam=spi=on

# Enable audio (loads snd_bcm2835)
dtparam=audio=on

# Automatically load overlays for detected cameras
camera_auto_detect=1

# Enable DRM VC4 V3D driver
dtoverlay=vc4-kms-v3d
max_framebuffers=2

# Run in 64-bit mode
arm_64bit=1

[cm4]
otg_mode=1

[cm5]
dtoverlay=dwc2,dr_mode=host

[all]
"""

FILES = {
    "bookworm": BOOKWORM,
    "from Windows": BOOKWORM.replace("\n", "\r\n"),
    "no line break at its end": BOOKWORM.rstrip("\n"),
    "only one line": "dtparam=audio=on",
    "empty": "",
    "not UTF-8": b"# caf\xe9\ndtparam=audio=on\n".decode(errors="surrogateescape"),
}


@pytest.mark.parametrize("name", FILES)
def test_taking_the_block_out_gives_the_bytes_back(name):
    """Adding and removing the block gives the same bytes, for any kind of file."""
    there = with_block(FILES[name], lines_for(FULL), name)
    assert there.startswith(FILES[name])
    assert without_block(there, name) == FILES[name]
    assert without_block(FILES[name], name) == FILES[name]


@pytest.mark.parametrize("name", FILES)
def test_doing_it_twice_is_doing_it_once(name):
    """Writing the block twice gives the same file as writing it once."""
    once = with_block(FILES[name], lines_for(FULL), name)
    assert with_block(once, lines_for(FULL), name) == once


def test_another_profile_replaces_the_block_and_moves_nothing():
    """Lines that came behind it meanwhile stay behind it."""
    text = with_block(BOOKWORM, lines_for(FULL), "f") + "gpu_mem=64\n"
    plain = replace(FULL, screens={}, power=None)
    other = with_block(text, lines_for(plain), "f")
    assert other == f"{BOOKWORM}\n{BEGIN}\n[all]\n{END}\ngpu_mem=64\n"
    assert without_block(other, "f") == f"{BOOKWORM}gpu_mem=64\n"


def test_the_full_board_needs_these_lines():
    """The full board needs these lines, for all models of Pi by [all]."""
    assert lines_for(FULL) == (
        "[all]",
        "dtparam=i2c_arm=on,i2c_arm_baudrate=400000",
        "dtoverlay=i2c-mux,pca9548",
        f"dtoverlay=gpio-shutdown,gpio_pin={FULL.power}",
    )


def test_what_a_board_has_not_it_does_not_ask_for():
    """The boot lines are only those that the board's parts need."""
    one = {"table": replace(FULL.screens["table"], channel=None)}
    assert lines_for(replace(FULL, screens=one, power=None))[1:] == (
        "dtparam=i2c_arm=on,i2c_arm_baudrate=400000",
    )
    direct = replace(FULL, screens={}, power=None, reader_port="/dev/serial0")
    assert lines_for(direct)[1:] == ("enable_uart=1",)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*/board.toml")), ids=str)
def test_the_power_button_is_never_on_the_screens_bus(path):
    """The overlay's own choice is pin 3, which is the bus's clock."""
    assert load_profile(path).power not in (2, 3)


@pytest.mark.parametrize("keep", [BEGIN, END])
def test_half_a_block_is_refused_with_its_line(keep):
    """Half a block is refused with its line number."""
    lines = with_block(BOOKWORM, lines_for(FULL), "f").splitlines()
    lines.remove(END if keep == BEGIN else BEGIN)
    number = lines.index(keep) + 1
    for change in (without_block, lambda t, w: with_block(t, (), w)):
        with pytest.raises(SettingsError, match=rf"^f:{number}: half a block"):
            change("\n".join(lines) + "\n", "f")


def test_a_second_block_is_refused():
    """A second block is refused."""
    text = with_block(BOOKWORM, lines_for(FULL), "f")
    with pytest.raises(SettingsError, match="half a block"):
        with_block(text + text, lines_for(FULL), "f")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("dtparam=i2c_arm=off", "the I2C bus on"),
        ("dtparam=i2c=off", "the I2C bus on"),
        ("dtparam=audio=on,i2c_arm=off", "the I2C bus on"),
        ("dtparam=i2c_arm_baudrate=100000", "at 400000 bits"),
        ("dtparam=spi=on", "it takes pin 8, which the RST line of the screens"),
        ("dtparam=i2s=on", "it takes pin 18, which the buzzer needs"),
        ("dtoverlay=gpio-shutdown", "it takes pin 3, which the I2C bus"),
        ("dtoverlay=gpio-shutdown,gpio_pin=3", "it takes pin 3"),
        ("dtoverlay=w1-gpio", "it takes pin 4, which the cross lamp of zone 1"),
        ("dtoverlay=w1-gpio,gpiopin=17", "it takes pin 17"),
        ("  dtparam = i2c_arm = off  # why not", "the I2C bus on"),
    ],
)
def test_a_line_that_stands_against_the_board_is_named(line, why):
    """A line that conflicts with the board is named with its number and the need."""
    (found,) = conflicts(f"{BOOKWORM}{line}\n", FULL, "f")
    assert found.startswith(f"line {len(BOOKWORM.splitlines()) + 1}, ")
    assert why in found


@pytest.mark.parametrize(
    "line",
    [
        "#dtparam=i2c_arm=off",
        "dtparam=i2c_arm=on",
        "dtparam=i2c_arm=on,i2c_arm_baudrate=400000",
        "dtparam=spi=off",
        "dtoverlay=w1-gpio,gpiopin=25",
        "enable_uart=1",
        f"dtoverlay=gpio-shutdown,gpio_pin={FULL.power}",
    ],
)
def test_a_line_that_agrees_or_does_not_matter_is_left_alone(line):
    """Lines that agree, are commented out or concern free pins are no conflict."""
    assert conflicts(f"{BOOKWORM}{line}\n", FULL, "f") == ()


def test_our_own_block_is_no_conflict():
    """Our own block in the file is no conflict."""
    assert conflicts(with_block(BOOKWORM, lines_for(FULL), "f"), FULL, "f") == ()
