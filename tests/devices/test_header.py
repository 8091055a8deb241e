"""The fake libraries refuse what the real ones refuse."""

import pytest

from tests.devices.conftest import BUTTONS, BUZZER, LAMPS
from tests.devices.header import Header, Lgpio, RpiGpio


@pytest.fixture
def header():
    """Pins that nobody has claimed."""
    return Header(lamps=LAMPS, buzzer=BUZZER, buttons=BUTTONS)


def test_rpi_gpio_wants_its_numbering_first(header):
    """And no second one."""
    gpio = RpiGpio(header)
    with pytest.raises(RuntimeError, match="pin numbering mode"):
        gpio.setup(5, gpio.OUT)
    gpio.setmode(gpio.BCM)
    with pytest.raises(ValueError, match="different mode"):
        gpio.setmode(gpio.BOARD)


def test_rpi_gpio_wants_a_pin_set_up(header):
    """As an output to write, as an input to listen, once."""
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
