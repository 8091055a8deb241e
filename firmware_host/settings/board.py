"""A board as its profile describes it: its parts and their pins, buses and ports."""

from collections.abc import Mapping
from math import ceil

from firmware_host.board.events import Button
from firmware_host.board.pieces import Zone
from firmware_host.board.record import Record
from firmware_host.board.wiring import Patience, ScreenAt

#: The current of a WS2812 LED in mA: for each of its three colours at full brightness,
#: and dark.
#: Source: Adafruit NeoPixel Überguide, "Powering NeoPixels", 60 mA for all three; dark,
#: one takes less than 1 mA.
COLOUR_MA, BRIGHTEST, IDLE_MA = 20, 255, 1


class RimSettings(Record):
    """
    The zones' rims: WS2812 LEDs in one chain, with a supply of their own.

    Args:
        pin: The data line, as a GP number of the controller.
        leds: How many LEDs each zone has.
        brightness: The brightness of a lit LED, 0 to 255.
        supply_ma: The current that the supply can give, in mA.
    """

    pin: int
    leds: int
    brightness: int
    supply_ma: int

    def current_ma(self, zones: int) -> int:
        """Return the highest current of the rims of *zones* zones, in mA."""
        lit_ma = COLOUR_MA * self.brightness / BRIGHTEST  # one colour at a time
        return ceil(zones * self.leds * (IDLE_MA + lit_ma))


class Pico(Record):
    """
    The zone controller, with its pins as GP numbers.

    Args:
        port: Its serial port on the Pi; empty for the first one found.
        chip: ``mfrc522`` or ``pn532``: the tag readers, all on one SPI bus.
        sck: The bus's clock.
        mosi: The bus's line to the readers.
        miso: The bus's line from the readers.
        reset: The line that resets all readers.
        baud: The bus's speed, in bits a second.
        readers: The select line of each zone's reader; zone 0 is the rack.
        buttons: The pins of the buttons that are connected to it.
        rims: The zones' rims; None without them.
        supply_ma: The current of the readers' 3.3 V supply in mA. The Pico's pin
            supplies 300.
            Source: Raspberry Pi Pico data sheet, 2.1, "3V3".
    """

    port: str
    chip: str
    sck: int
    mosi: int
    miso: int
    reset: int
    baud: int
    readers: Mapping[Zone, int]
    buttons: Mapping[Button, int]
    rims: RimSettings | None = None
    supply_ma: int = 300


class Broker(Record):
    """
    An MQTT broker, with the credentials of the board.

    Args:
        host: Its name or address.
        port: Its port.
        tls: Whether the connection is encrypted.
        user: The board's user name at the broker; empty for none.
        password_file: The file with its password; empty without one.
        ca: The certificate that the broker's own is signed by; empty for the system's.
    """

    host: str
    port: int
    tls: bool = False
    user: str = ""
    password_file: str = ""
    ca: str = ""


class Profile(Record):
    """
    A board.

    Args:
        name: The name of the board.
        zones: The number of letter zones, 3 to 6.
        pins: The library for the header's pins: ``lgpio``, ``rpigpio`` or ``mock``.
        lamps: Cross pin and tick pin of each zone.
        buzzer: The buzzer's pin; None without one.
        buzzer_kind: ``active`` for one with a tone of its own, ``passive`` for one
            that plays tunes.
        buttons: The pins of the buttons that are connected to the Pi.
        screens: The connection of each screen, by name.
        speaker: ALSA's name of the loudspeaker; empty without one.
        voice: True if the loudspeaker speaks after its tunes.
        web: The address for browsers, ``HOST:PORT``; empty for no web.
        input: How pieces are read: on ``pads``, one in each zone; at a ``station``,
            one reader and a button for each zone; or by ``buttons``, four a zone.
        pico: The controller; None without one.
        reader_port: The serial port of a tag reader without a controller, which is
            the rack's; empty for none.
        power: The pin of the button that switches the Pi off; None without one.
        patience: The timeouts of a kiosk.
        mux_reset: The pin at RST of the screens' multiplexer; None without one.
        broker: The MQTT broker that gets the board's messages; None for none.
    """

    name: str
    zones: int
    pins: str
    lamps: Mapping[Zone, tuple[int, int]]
    buzzer: int | None
    buzzer_kind: str
    buttons: Mapping[Button, int]
    screens: Mapping[str, ScreenAt]
    speaker: str
    voice: bool
    web: str
    input: str
    pico: Pico | None
    reader_port: str
    power: int | None
    patience: Patience = Patience()
    mux_reset: int | None = None
    broker: Broker | None = None

    @property
    def port(self) -> str:
        """The serial port of the controller; empty for the first one found."""
        return self.pico.port if self.pico is not None else ""
