"""Profiles that no board can have are refused, with the line and the remedy."""

from dataclasses import replace

import pytest

from firmware_host.board.events import SYMBOL_BUTTONS, Button
from firmware_host.settings.checks import FASTEST, SPI_PINS, spi_bus, wired
from firmware_host.settings.keys import PINS
from tests.settings.texts import BUTTONS, LEAST, READER, SYMBOLS, WHOLE

#: By what is wrong: a line of the whole profile, what stands there instead, and what is
#: said of it; the line that is named is the new one.
WRONG = {
    "a pin twice": (
        "tick = 21",
        "tick = 17",
        "by the tick lamp of zone 1; free pins: 11, 12, 13, 14, 15, 21, 25",
    ),
    "a pin twice in a pair": (
        "2 = { cross = 27, tick = 22 }",
        "2 = { cross = 27, tick = 27 }",
        "pin 27 is wanted by the tick lamp of zone 2 and by the cross lamp of zone 2",
    ),
    "a symbol's pin twice": (
        "2 = { red = 7, yellow = 8, blue = 9, green = 10 }",
        "2 = { red = 7, yellow = 8, blue = 9, green = 4 }",
        "pin 4 is wanted by button green-2 and by the cross lamp of zone 1",
    ),
    "the buzzer's pin twice": ("buzzer = 18", "buzzer = 4", "pin 4 is wanted by the"),
    "the power button's pin twice": (
        "power = 16",
        "power = 18",
        "pin 18 is wanted by the power button and by the buzzer",
    ),
    "the reset line's pin twice": (
        "mux_reset = 26",
        "mux_reset = 18",
        "by the RST line of the screens' multiplexer and by the buzzer",
    ),
    "the screens' own pin": (
        "tick = 21",
        "tick = 2",
        "pin 2 is wanted by button tick and by the I2C bus of the screens",
    ),
    "a reader's pin twice": (
        "3 = 3",
        "3 = 2",
        "reader of zone 3 and by the tag reader of zone 2; free pins: 3, 14, 15",
    ),
    "a line of the readers' bus": (
        "zone-2 = 5",
        "zone-2 = 13",
        "pin 13 is wanted by button zone-2 and by the RESET line of the tag readers",
    ),
    "a symbol on a reader's pin": (
        "1 = { red = 6, yellow = 7, blue = 8, green = 9 }",
        "1 = { red = 6, yellow = 7, blue = 8, green = 0 }",
        "pin 0 is wanted by button green-1 and by the tag reader by the rack",
    ),
    "a pin of the rims twice": (
        "pin = 28",
        "pin = 13",
        "by the data line of the rims and by the RESET line of the tag readers; free",
    ),
    "rims that take more than their supply gives": (
        "supply_ma = 500",
        "supply_ma = 288",
        "Rims 5V has to give up to 289 mA (4 rims), and it gives 288; take fewer",
    ),
    "no bus of the Pico": (
        "sck = 10",
        "sck = 22",
        "sck 22, mosi 11, miso 12 are on no SPI bus of the Pico; choose sck 2/6/18/22",
    ),
    "a button in two places": (
        "zone-2 = 5",
        "zone-1 = 5",
        "button zone-1 hangs on the Pi and on the Pico; leave one out",
    ),
    "a symbol in two places": (
        "1 = { red = 6, yellow = 7, blue = 8, green = 9 }",
        "2 = { red = 6, yellow = 7, blue = 8, green = 9 }",
        "button red-2 hangs on the Pi and on the Pico; leave one out",
    ),
    "a screen's place twice": (
        '1 = { chip = "ssd1306", channel = 0 }',
        '1 = { chip = "ssd1306", address = 0x3D }',
        "screen 1 hangs where screen table hangs; give it a channel or an address of",
    ),
    "one address before and behind the multiplexer": (
        '1 = { chip = "ssd1306", channel = 0 }',
        '1 = { chip = "ssd1306", channel = 0, address = 0x3D }',
        "screen 1 hangs where screen table hangs",
    ),
    "a bus too fast for its chip": (
        "baud = 1000000",
        "baud = 10000000",
        "controller.baud is 10000000, and a pn532 takes 5000000 at most; lower it",
    ),
    "a port that no network has": (
        'listen = "0.0.0.0:80"',
        'listen = "0.0.0.0:99999"',
        "web.listen 0.0.0.0:99999: say HOST:PORT, such as 0.0.0.0:8080, with a port",
    ),
    "a port that nobody can be told": (
        'listen = "0.0.0.0:80"',
        'listen = "0.0.0.0:0"',
        "with a port from 1 to 65535",
    ),
    "an address to open for one to listen at": (
        'listen = "0.0.0.0:80"',
        'listen = "http://0.0.0.0:80"',
        "web.listen http://0.0.0.0:80: say HOST:PORT",
    ),
    "a host with a space": (
        'listen = "0.0.0.0:80"',
        'listen = "0.0.0.0 :80"',
        "web.listen 0.0.0.0 :80: say HOST:PORT",
    ),
    "lamps beyond the board": (
        "4 = { cross = 5, tick = 6 }",
        "5 = { cross = 5, tick = 6 }",
        "for zone 5, and the board has 4 zones; leave it out, or raise zones",
    ),
    "a reader beyond the board": (
        "4 = 4",
        "6 = 4",
        "controller.readers.6 is for zone 6, and the board has 4 zones",
    ),
    "a button beyond the board": (
        "zone-1 = 20",
        "zone-5 = 20",
        "buttons.zone-5 is for zone 5",
    ),
    "symbols beyond the board": (
        "1 = { red = 6, yellow = 7, blue = 8, green = 9 }",
        "5 = { red = 6, yellow = 7, blue = 8, green = 9 }",
        "controller.symbols.5 is for zone 5",
    ),
    "a screen beyond the board": (
        '1 = { chip = "ssd1306", channel = 0 }',
        '5 = { chip = "ssd1306", channel = 0 }',
        "screens.5 is for zone 5",
    ),
}


@pytest.mark.parametrize(("line", "instead", "says"), WRONG.values(), ids=WRONG)
def test_a_board_that_cannot_be_wired_is_refused(changed, line, instead, says):
    """The error is at the line that must be changed."""
    assert says in changed(WHOLE, line, instead)


#: By what is missing: what the profile was, the line that is left out, the line that is
#: named, and what is said.
MISSING = {
    "lamps of a zone": (
        LEAST,
        "2 = { cross = 27, tick = 22 }\n",
        "[lamps]",
        "zone 2 has no lamps; add 2 = { cross = PIN, tick = PIN }",
    ),
    "the tick": (
        LEAST,
        "tick = 5\n",
        "[buttons]",
        "there is no button tick, and nothing can be chosen without it; add tick = PIN",
    ),
    "a zone's button of a station": (
        LEAST,
        "zone-3 = 9\n",
        "[buttons]",
        "zone 3 has no button; add zone-3 = PIN under [buttons] or",
    ),
    "the reader of a station": (
        LEAST,
        '[reader]\nport = "/dev/ttyUSB0"\n',
        'name = "least"',
        "a station has one tag reader; add rack = PIN under [controller.readers],",
    ),
    "a pad": (
        WHOLE,
        "3 = 3\n",
        "[controller.readers]",
        "zone 3 has no tag reader; add 3 = PIN under [controller.readers], or choose",
    ),
}


@pytest.mark.parametrize(("text", "line", "named", "says"), MISSING.values(),
                         ids=MISSING)  # fmt: skip
def test_a_zone_that_cannot_be_played_is_refused(refused, text, line, named, says):
    """The error is at the table in which a key is missing."""
    assert line in text
    where, told = refused(text.replace(line, ""))
    assert where == named
    assert says in told


def test_a_reader_on_a_port_leaves_no_controller_unheard(refused):
    """A reader on a port is refused on a board with a controller."""
    named, told = refused(BUTTONS + READER + "[controller.buttons]\nservice = 18\n")
    assert named == 'port = "/dev/ttyUSB0"'
    assert told == (
        "reader.port /dev/ttyUSB0 is for a board without a controller, and this one has"
        " a controller, which would not be heard; leave out [reader], or [controller]"
        " and all below it"
    )


def test_a_reader_is_named_by_its_whole_path(changed):
    """
    A reader's port must be a whole path.

    Pyserial would look in the daemon's folder.
    """
    told = changed(LEAST, 'port = "/dev/ttyUSB0"', 'port = "ttyUSB0"')
    assert told == (
        'reader.port must be a path, such as "/dev/ttyUSB0", or "" for none, not'
        " 'ttyUSB0'"
    )


def test_a_reset_line_needs_a_multiplexer(changed):
    """A reset line is refused on a board without a multiplexer."""
    told = changed(LEAST + "buzzer = 10\n", "buzzer = 10", "mux_reset = 10")
    assert told.startswith("pins.mux_reset resets a multiplexer, and no screen has")


def test_tunes_need_a_buzzer(changed):
    """A passive buzzer without a pin is refused."""
    passive = 'buzzer_kind = "passive"'
    told = changed(LEAST + "buzzer = 10\n", "buzzer = 10", passive)
    assert told == (
        "pins.buzzer_kind is passive and there is no buzzer; add buzzer = PIN under"
        " [pins], or leave buzzer_kind out"
    )


@pytest.mark.parametrize(("chip", "most"), FASTEST.items())
def test_each_chip_takes_its_fastest_bus(load, refused, chip, most):
    """The fastest rate of each chip is accepted, a faster one refused."""
    text = WHOLE.replace('chip = "pn532"', f'chip = "{chip}"')
    fastest = text.replace("baud = 1000000", f"baud = {most}")
    assert load(fastest).pico.baud == most
    refused(text.replace("baud = 1000000", f"baud = {most + 1}"))


def test_pads_need_a_controller(refused):
    _, told = refused(LEAST.replace('"station"', '"pads"'))
    assert told.startswith("zone 1 has no tag reader; add 1 = PIN")


def test_every_zone_of_a_buttons_board_has_its_four_symbols(load, refused):
    """Each zone of a buttons board needs four symbols, on the Pi, the Pico or both."""
    rows = [
        f"{zone} = {{ red = {4 * zone}, yellow = {4 * zone + 1},"
        f" blue = {4 * zone + 2}, green = {4 * zone + 3} }}\n"
        for zone in (1, 2, 3)
    ]
    text = BUTTONS.replace(SYMBOLS, "[controller.symbols]\n")
    assert len(wired(load(text + "".join(rows)))) == 5 + 12
    _, told = refused(text + rows[0] + rows[2])
    assert told.startswith(
        "zone 2 has no button red-2; add 2 = { red = PIN, yellow = PIN, blue = PIN,"
        " green = PIN } under [symbols] or [controller.symbols]"
    )
    here = "[symbols]\n2 = { red = 10, yellow = 11, blue = 12, green = 13 }\n"
    assert Button.BLUE_2 in load(text + rows[0] + rows[2] + here).buttons


def test_pins_are_the_screens_own_only_where_there_are_screens(load):
    """Pins 2 and 3 are free on a board without screens."""
    assert load(f"{LEAST}buzzer = 2\n").buzzer == 2


@pytest.mark.parametrize("port", ["/dev/serial0", "/dev/ttyAMA0"])
def test_pins_are_the_serial_ports_own_only_where_it_is_used(load, changed, port):
    """Pins 14 and 15 are taken by a reader on the header, but not by one on USB."""
    assert load(f"{LEAST}buzzer = 15\n").buzzer == 15
    text = LEAST.replace("/dev/ttyUSB0", port)
    assert load(text).reader_port == port
    told = changed(text, "tick = 5", "tick = 15")
    assert told.startswith(
        "pin 15 is wanted by button tick and by the header's serial port"
    )


def test_a_board_may_use_every_pin(load, refused):
    """A board may use every pin; the error of one more gives both numbers."""
    names = [
        button.value
        for button in Button
        if button not in SYMBOL_BUTTONS and not button.endswith(("-4", "-5", "-6"))
    ]
    buttons = dict(zip(names, PINS, strict=False))
    lamps = {zone: (14 + 2 * zone, 15 + 2 * zone) for zone in (1, 2, 3)}
    assert len(buttons) == 10
    text = (
        'name = "tight"\nzones = 3\ninput = "buttons"\n'
        '[pins]\nfactory = "mock"\nbuzzer = 27\npower = 26\n'
        "[symbols]\n1 = { red = 12, yellow = 13, blue = 14, green = 15 }\n"
        "2 = { red = 22, yellow = 23, blue = 24, green = 25 }\n"
        "[controller.symbols]\n3 = { red = 22, yellow = 26, blue = 27, green = 28 }\n"
        "[lamps]\n"
        + "".join(
            f"{z} = {{ cross = {x}, tick = {v} }}\n" for z, (x, v) in lamps.items()
        )
        + "[buttons]\n"
        + "".join(f"{name} = {pin}\n" for name, pin in buttons.items())
    )
    assert len(load(text).buttons) == 18
    _, told = refused(f'{text}[screens]\ntable = {{ chip = "sh1106" }}\n')
    assert told == (
        "pin 2 is wanted by button tick and by the I2C bus of the screens; 28 pins are"
        " wanted and the Pi has 26: hang buttons on the Pico, or leave some out"
    )


def test_a_pico_may_be_too_small_too(refused):
    """The Pico has 26 pins; one more is refused."""
    symbols = "".join(
        f"{zone} = {{ red = {4 * zone - 4}, yellow = {4 * zone - 3},"
        f" blue = {4 * zone - 2}, green = {4 * zone - 1} }}\n"
        for zone in range(1, 6)
    )
    _, told = refused(
        'name = "big"\nzones = 5\ninput = "buttons"\n[pins]\nfactory = "mock"\n'
        f"[controller.symbols]\n{symbols}[controller.buttons]\n"
        "tick = 20\ncross = 21\ncircle = 22\nsquare = 26\ntriangle = 27\nstar = 28\n"
        "service = 28\n"
    )
    assert told == (
        "pin 28 is wanted by button service and by button star; 27 pins are wanted and"
        " the Pico has 26: hang buttons on the Pi, or leave some out"
    )


def test_both_buses_of_the_pico_will_do(load):
    """Both SPI buses are accepted with any of their pins, but not mixed."""
    usual = load(WHOLE).pico
    for number, pins in enumerate(SPI_PINS):
        for sck in pins["sck"]:
            pico = replace(usual, sck=sck, mosi=pins["mosi"][0], miso=pins["miso"][-1])
            assert spi_bus(pico) == number
    assert spi_bus(replace(usual, sck=18, mosi=11, miso=16)) is None
