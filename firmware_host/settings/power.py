"""Compute the current of each supply of a board, and compare it with its limit."""

from collections import Counter
from collections.abc import Iterator
from math import ceil

from firmware_host.board.record import Record
from firmware_host.settings.board import Pico, Profile

#: The factor for estimated currents, a quarter more; other values have their source.
#: And the mA of a 5 V supply for each mA at 3.3 V, by a regulator that loses 15 %: an
#: estimate.
MARGIN, FROM_5V = 1.25, 3.3 / 5 / 0.85

#: A screen with all pixels lit, in mA. Sources: SSD1306 data sheet 1.5, 8.8: 100 uA for
#: each of 128 columns, SH1106 data sheet 2.6, features: 300 uA; the chip's pump doubles
#: it. SSD1309: half of a panel with 256 columns, ER-OLEDM3.12 data sheet 1.0, 4.3.
SCREEN_MA = {"ssd1306": 26, "sh1106": 77, "ssd1309": 160 * MARGIN}

#: A reader, its field off and on. Sources: MFRC522 data sheet 3.9, table 1 (9 + 10, and
#: 100 for the field); PN532: reports of users, 36 and 100 to 150.
IDLE_MA = {"mfrc522": 19, "pn532": 36 * MARGIN}
FIELD_MA = {"mfrc522": 119, "pn532": 150 * MARGIN}

#: The current of an active buzzer in the bills. A passive one is driven by a pin, or by
#: the transistor.
BUZZER_MA, BUZZER_PIN_MA, MUX_MA = 30, {"passive": 15, "active": 2.6}, 1

#: A lamp: 3.3 V less the 1.8 V of a red LED, through 330 ohm.
LAMP_MA = 1500 / 330

#: The Pi: the most of those that a supply of 2.5 A feeds, a 3B under stress. Source:
#: Raspberry Pi, documentation, "Power supply". The Pico without its 3V3: an estimate.
PI_MA, PICO_MA = 1340, 50 * MARGIN

#: The currents that the Pi supplies. Sources: pinout.xyz, "3v3 Power", for all since
#: the B+; 50 for all
#: pins together: Raspberry Pi, as above. The smallest supply of the bills gives 2.5 A.
PI_3V3_MA, PI_PINS_MA, PI_5V_MA = 500, 50, 2500

#: The keys for the current of the readers' supply, and of the rims' supply.
SUPPLY, RIMS = "controller.supply_ma", "controller.rims.supply_ma"


class Load(Record):
    """
    A group of parts on one supply, and their maximum current.

    Args:
        part: Their name and number, for messages.
        current_ma: Their highest current together, in mA.
    """

    part: str
    current_ma: float


class Rail(Record):
    """
    A power supply, its current limit, and the loads connected to it.

    Args:
        name: Its name, for messages.
        gives_ma: The highest current that it can give, in mA.
        loads: The loads connected to it.
        path: The key of the profile to change if its current is too low.
    """

    name: str
    gives_ma: int
    loads: tuple[Load, ...]
    path: str

    @property
    def takes_ma(self) -> int:
        """The maximum current of all loads of this supply, in mA, rounded up."""
        return ceil(sum(load.current_ma for load in self.loads))


def rails(profile: Profile) -> tuple[Rail, ...]:
    """Return each power supply of a board with its limit and its loads."""
    pins = Rail("Pi GPIO", PI_PINS_MA, tuple(_pins(profile)), "lamps")
    at_3v3 = (*_at_3v3(profile), Load("what its pins give", pins.takes_ma))
    pi_3v3 = Rail("Pi 3V3", PI_3V3_MA, at_3v3, "screens")
    found = [pi_3v3, pins]
    at_5v = [Load("the Pi", PI_MA), Load("its 3V3", pi_3v3.takes_ma * FROM_5V)]
    if pico := profile.pico:
        readers = Rail("Pico 3V3", pico.supply_ma, tuple(_readers(pico)), SUPPLY)
        found += [readers] if readers.loads else []
        at_5v.append(Load("the Pico", PICO_MA + readers.takes_ma * FROM_5V))
        if rims := pico.rims:
            leds = Load(f"{profile.zones} rims", rims.current_ma(profile.zones))
            found.append(Rail("Rims 5V", rims.supply_ma, (leds,), RIMS))
    if profile.reader_port:
        at_5v.append(Load("1 pn532 on USB", FIELD_MA["pn532"]))
    return (*found, Rail("Pi 5V", PI_5V_MA, tuple(at_5v), "controller"))


def _pins(profile: Profile) -> Iterator[Load]:
    """Yield the loads of the Pi's GPIO pins: the lamps, and the buzzer if present."""
    lit = len(profile.lamps) + 1
    yield Load(f"{lit} lamps lit", lit * LAMP_MA)
    if profile.buzzer is not None:
        yield Load("for the buzzer", BUZZER_PIN_MA[profile.buzzer_kind])


def _at_3v3(profile: Profile) -> Iterator[Load]:
    chips = Counter(at.chip for at in profile.screens.values())
    for chip, count in sorted(chips.items(), reverse=True):
        yield Load(f"{count} {chip}", count * SCREEN_MA[chip])
    if any(at.channel is not None for at in profile.screens.values()):
        yield Load("the multiplexer", MUX_MA)
    if profile.buzzer is not None and profile.buzzer_kind == "active":
        yield Load("the buzzer", BUZZER_MA)


def _readers(pico: Pico) -> Iterator[Load]:
    """Yield the loads of the tag readers; only one reader has its field on."""
    if pico.readers:
        yield Load(f"1 {pico.chip}, its field on", FIELD_MA[pico.chip])
    if idle := len(list(pico.readers)[1:]):
        yield Load(f"{idle} {pico.chip}, field off", idle * IDLE_MA[pico.chip])
