"""The way to the pins: the one that the profile names, or a sentence."""

import os
import sys

import pytest
from gpiozero.pins.mock import MockFactory

from firmware_host.devices.gpio import find_chip, pin_errors, pin_factory
from firmware_host.errors import BoardMissingError, SettingsError
from tests.devices.conftest import BUTTONS, BUZZER, LAMPS, PI_4, PI_5
from tests.devices.header import Header, Lgpio, RpiGpio


@pytest.fixture
def header():
    """Return a header with unclaimed pins."""
    return Header(lamps=LAMPS, buzzer=BUZZER, buttons=BUTTONS)


@pytest.fixture
def chips(tmp_path, header):
    """Return a function that puts GPIO chips into a folder and makes their lgpio."""

    def make(labels):
        for number in labels:
            (tmp_path / f"gpiochip{number}").touch()
        return Lgpio(header, labels)

    return make


@pytest.mark.parametrize(
    ("labels", "number"),
    [
        pytest.param({0: "pinctrl-bcm2835"}, 0, id="a Pi 3"),
        pytest.param({0: "pinctrl-bcm2711", 1: "raspberrypi-exp-gpio"}, 0, id="a Pi 4"),
        pytest.param({0: "gpio-brcmstb@107d508500", 4: "pinctrl-rp1"}, 4, id="a Pi 5"),
        pytest.param(
            {0: "gpio-brcmstb@107d508500", 11: "", 13: "pinctrl-rp1"},
            13,
            id="a Pi 5 with a kernel of 2026",
        ),
    ],
)
def test_the_chip_is_found_by_its_label(chips, tmp_path, labels, number):
    """The GPIO chip is found by its label, whatever its number, and closed again."""
    library = chips(labels)

    assert find_chip(library, dev=tmp_path) == number
    assert library.opened == []


def test_without_a_chip_of_a_pi_one_sentence_says_what_was_found(chips, tmp_path):
    """Without a Pi's chip the error lists the found ones and the remedy."""
    with pytest.raises(BoardMissingError) as caught:
        find_chip(chips({0: "gpio-sim", 1: ""}), dev=tmp_path)

    assert "gpiochip0 (gpio-sim), gpiochip1 (may not be opened)" in str(caught.value)
    assert "the group gpio" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_lgpio_gets_the_chip_that_was_found(chips, tmp_path, library, revision):
    """Gpiozero's own guess, 0 or 4, is never asked for."""
    revision(PI_5)
    library("lgpio", chips({0: "gpio-brcmstb", 13: "pinctrl-rp1"}))

    assert pin_factory("lgpio", dev=tmp_path).chip == 13


def test_lgpio_has_a_folder_it_may_write_to(chips, tmp_path, library, monkeypatch):
    """LG_WD is set to a writable folder: lgpio makes a pipe when it is imported."""
    monkeypatch.delenv("LG_WD", raising=False)
    monkeypatch.setenv("RUNTIME_DIRECTORY", "/run/letterzone")
    library("lgpio", chips({0: "pinctrl-bcm2711"}))
    pin_factory("lgpio", dev=tmp_path)

    folder = os.environ.pop("LG_WD")
    assert folder == "/run/letterzone"


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        (
            "lgpio",
            "on Raspberry Pi OS run sudo apt install python3-lgpio,.* Debian has no",
        ),
        ("RPi.GPIO", r"pip install RPi\.GPIO==0\.7\.1 with the Python that"),
    ],
)
def test_a_missing_library_is_named_with_its_remedy(
    name, remedy, monkeypatch, revision
):
    """A Pi without it gets a sentence, and no other library in its place."""
    revision(PI_4)
    monkeypatch.setitem(sys.modules, name, None)
    kind = name.replace("RPi.GPIO", "rpigpio")

    with pytest.raises(BoardMissingError, match=rf"is not installed: {remedy}"):
        pin_factory(kind)


def test_rpi_gpio_says_that_this_is_no_pi(monkeypatch, revision):
    """The real one raises where it is imported; that becomes the sentence."""
    revision(PI_4)

    class Elsewhere:
        def find_spec(self, name, *_):
            if name.startswith("RPi"):
                msg = "This module can only be run on a Raspberry Pi!"
                raise RuntimeError(msg)

    monkeypatch.setattr(sys, "meta_path", [Elsewhere(), *sys.meta_path])
    with pytest.raises(BoardMissingError, match="can only be run on a Raspberry Pi!"):
        pin_factory("rpigpio")


def test_rpi_gpio_on_a_pi_5_is_one_sentence(library, header, revision):
    """RPi.GPIO writes to registers that a Pi 5 has elsewhere."""
    revision(PI_5)
    library("RPi.GPIO", RpiGpio(header))

    with pytest.raises(BoardMissingError) as caught:
        pin_factory("rpigpio")

    assert str(caught.value) == (
        "RPi.GPIO cannot drive the pins of a Raspberry Pi 5: pip install rpi-lgpio,"
        ' or write factory = "lgpio" under [pins] in the profile'
    )


def test_rpi_lgpio_drives_a_pi_5(library, header, revision, tmp_path, monkeypatch):
    """The package rpi-lgpio, which provides RPi.GPIO, gets such a folder too."""
    revision(PI_5)
    monkeypatch.delenv("LG_WD", raising=False)
    library("RPi.GPIO", RpiGpio(header))
    folder = tmp_path / "rpi_lgpio-0.6.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: rpi-lgpio\n")
    monkeypatch.syspath_prepend(tmp_path)

    pin_factory("rpigpio").pin(5).output_with_state(state=True)

    assert header.lines[5].level
    assert "LG_WD" in os.environ


@pytest.mark.long
@pytest.mark.usefixtures("rpi_lgpio")
def test_the_package_rpi_lgpio_drives_a_pi_5(library, header, monkeypatch):
    """The real one, found by its name, above a lgpio in memory; it closes its chip."""
    monkeypatch.delenv("LG_WD", raising=False)
    lgpio = Lgpio(header, {0: "pinctrl-rp1"})
    library("lgpio", lgpio)

    factory = pin_factory("rpigpio")
    module = sys.modules["RPi.GPIO"]
    assert ".venv-rpi-lgpio" in module.__file__
    assert "LG_WD" in os.environ
    factory.pin(5).output_with_state(state=True)
    factory.pin(22).input_with_pull("up")

    assert lgpio.opened == [0]
    assert header.lines[5].level
    assert header.lines[22].level
    factory.close()
    assert lgpio.opened == []
    assert not header.lines[5].level


def test_rpi_gpio_drives_a_pi_4(library, header, revision):
    """Level and pull of a pin are set through gpiozero."""
    revision(PI_4)
    library("RPi.GPIO", RpiGpio(header))
    factory = pin_factory("rpigpio")

    factory.pin(5).output_with_state(state=True)
    factory.pin(22).input_with_pull("up")

    assert header.lines[5].level
    assert header.lines[22].level


def test_no_pins_are_asked_for_by_name():
    """The mock is gpiozero's; whatever else is not known is refused."""
    assert isinstance(pin_factory("mock"), MockFactory)
    with pytest.raises(SettingsError, match="lgpio, rpigpio, mock"):
        pin_factory("pigpio")


def test_the_errors_of_lgpio_are_known_where_it_is_used(chips, library):
    """The error of lgpio is a pin error once it is used; it is no `OSError`."""
    module = chips({0: "pinctrl-bcm2711"})
    assert module.error not in pin_errors()
    library("lgpio", module)

    assert module.error in pin_errors()


# --- the fake libraries refuse the same as the real ones ---


def test_rpi_gpio_wants_its_numbering_first(header):
    """RPi.GPIO needs its numbering mode first, and refuses another one."""
    gpio = RpiGpio(header)
    with pytest.raises(RuntimeError, match="pin numbering mode"):
        gpio.setup(5, gpio.OUT)
    gpio.setmode(gpio.BCM)
    with pytest.raises(ValueError, match="different mode"):
        gpio.setmode(gpio.BOARD)


def test_rpi_gpio_wants_a_pin_set_up(header):
    """A pin must be set up as an output to write and as an input to listen, once."""
    gpio = RpiGpio(header)
    gpio.setmode(gpio.BCM)
    with pytest.raises(RuntimeError, match="not been set up as an OUTPUT"):
        gpio.output(5, 1)
    with pytest.raises(RuntimeError, match="setup"):
        gpio.input(5)
    with pytest.raises(RuntimeError, match="as an input"):
        gpio.add_event_detect(5, gpio.BOTH)
    gpio.setup(5, gpio.IN)
    gpio.add_event_detect(5, gpio.BOTH)
    with pytest.raises(RuntimeError, match="Conflicting"):
        gpio.add_event_detect(5, gpio.BOTH)


def test_lgpio_wants_the_right_chip_and_an_output(header):
    """The lines of another chip are not the header's."""
    lib = Lgpio(header, {0: "gpio-brcmstb", 4: "pinctrl-rp1"})
    with pytest.raises(lib.error, match="not allocated"):
        lib.gpio_claim_output(0, 5)
    lib.gpio_claim_input(4, 5)
    with pytest.raises(lib.error, match="bad GPIO write"):
        lib.gpio_write(4, 5, 1)


def test_an_unheld_button_is_high_only_where_it_is_pulled(header):
    """A driver that forgets the pull-up reads a button that is always down."""
    gpio = RpiGpio(header)
    gpio.setmode(gpio.BCM)
    gpio.setup(22, gpio.IN)

    assert gpio.input(22) == 0
