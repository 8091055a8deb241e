"""The use of each pin."""

from firmware_host.board.events import Button
from firmware_host.settings.uses import Use, pi_uses, pico_uses, zone_of
from tests.settings.texts import BUTTONS, LEAST, WHOLE


def test_every_pin_is_named_with_its_key(load):
    """
    Each pin is listed with its key.

    Those of the Pi itself come first, without one.
    """
    uses = pi_uses(load(WHOLE))
    assert uses[:2] == (
        Use(2, "the I2C bus of the screens", "screens SDA"),
        Use(3, "the I2C bus of the screens", "screens SCL"),
    )
    assert Use(17, "the tick lamp of zone 1", "zone 1 v", "lamps.1", 1) in uses
    assert Use(20, "button zone-1", "button zone-1", "buttons.zone-1", 1) in uses
    assert Use(8, "button yellow-2", "button yellow-2", "symbols.2", 2) in uses
    assert Use(16, "the power button", "power button", "pins.power") in uses
    line = "the RST line of the screens' multiplexer"
    assert Use(26, line, "screens RST", "pins.mux_reset") in uses
    assert len({use.pin for use in uses}) == len(uses) == 2 + 8 + 3 + 4 + 3


def test_the_picos_pins_are_named_too(load):
    uses = pico_uses(load(WHOLE).pico)
    sck = Use(10, "the SCK line of the tag readers", "readers SCK", "controller.sck")
    assert sck in uses
    rack = Use(
        0, "the tag reader by the rack", "reader rack", "controller.readers.rack", 0
    )
    assert rack in uses
    assert Use(9, "button green-1", "button green-1", "controller.symbols.1", 1) in uses
    rims = Use(28, "the data line of the rims", "rims data", "controller.rims.pin")
    assert rims in uses
    assert len({use.pin for use in uses}) == len(uses) == 4 + 5 + 1 + 4 + 1


def test_a_pico_without_readers_needs_no_bus(load):
    bare = load(f"{BUTTONS}[controller.buttons]\nservice = 18\n").pico
    assert pico_uses(bare) == (
        Use(18, "button service", "button service", "controller.buttons.service"),
    )


def test_the_headers_serial_port_takes_two_pins(load):
    uses = pi_uses(load(LEAST.replace("ttyUSB0", "serial0")))
    assert [(use.pin, use.short) for use in uses[:2]] == [
        (14, "serial TX"),
        (15, "serial RX"),
    ]


def test_a_button_knows_its_zone():
    assert zone_of(Button.ZONE_4) == 4
    assert zone_of(Button.BLUE_6) == 6
    assert zone_of(Button.STAR) is None
