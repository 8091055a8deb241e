"""How much current each supply of a board has to give, and how much it can give."""

from collections import Counter
from collections.abc import Iterator
from math import ceil

from firmware_host.board.record import Record
from firmware_host.settings.board import Pico, Profile

#: What each part takes at most, in mA. A screen with all pixels lit: ours, rounded up
#: from what shops and makers name. A reader with its field off and on: MFRC522 data
#: sheet, table 152 (IDDD 9, IDDA 10, ITVDD 100); PN532 ours, 150 by its data sheet.
SCREEN_MA = {"ssd1306": 25, "sh1106": 40, "ssd1309": 100}
IDLE_MA = {"mfrc522": 19, "pn532": 30}
FIELD_MA = {"mfrc522": 119, "pn532": 150}
BUZZER_MA, MUX_MA = {"passive": 15, "active": 16}, 1

#: A lamp: 3.3 V less the 1.8 V of a red LED, through 330 ohm.
LAMP_MA = 1500 / 330

#: The Pi at work with a USB stick, and the Pico without what hangs on its 3V3: ours.
PI_MA, PICO_MA = 1000, 50

#: What the Pi gives. Source: pinout.xyz, "3v3 Power", for all since the B+; for its
#: pins together Raspberry Pi's figure for its first boards, as no other is published.
#: The smallest supply of the bills gives 2.5 A.
PI_3V3_MA, PI_PINS_MA, PI_5V_MA = 500, 50, 2500

#: The keys that say what a supply of the readers, and of the rims, gives.
SUPPLY, RIMS = "controller.supply_ma", "controller.rims.supply_ma"

#: mA of a 5 V supply for each mA at 3.3 V, by a regulator that loses 15 %.
FROM_5V = 3.3 / 5 / 0.85


class Load(Record):
    """
    Parts that take current.

    Args:
        part: What they are, and how many.
        current_ma: What all of them take at most.
    """

    part: str
    current_ma: float


class Rail(Record):
    """
    A supply, and what hangs on it.

    Args:
        name: What it is called.
        gives_ma: What it can give.
        loads: What hangs on it.
        path: The key of the profile that has to change where it gives too little.
    """

    name: str
    gives_ma: int
    loads: tuple[Load, ...]
    path: str

    @property
    def takes_ma(self) -> int:
        """What all its loads take at most, rounded up."""
        return ceil(sum(load.current_ma for load in self.loads))


def rails(profile: Profile) -> tuple[Rail, ...]:
    """Return each supply of a board."""
    pins = Rail("Pi GPIO", PI_PINS_MA, tuple(_pins(profile)), "lamps")
    at_3v3 = (*_screens(profile), Load("what its pins give", pins.takes_ma))
    pi_3v3 = Rail("Pi 3V3", PI_3V3_MA, at_3v3, "screens")
    found, at_5v = [pi_3v3, pins], [Load("the Pi", PI_MA)]
    at_5v.append(Load("its 3V3", pi_3v3.takes_ma * FROM_5V))
    if pico := profile.pico:
        readers = Rail("Pico 3V3", pico.supply_ma, tuple(_readers(pico)), SUPPLY)
        found += [readers] if readers.loads else []
        at_5v.append(Load("the Pico", PICO_MA + readers.takes_ma * FROM_5V))
        if rims := pico.rims:
            leds = Load(f"{profile.zones} rims", rims.current_ma(profile.zones))
            found.append(Rail("Rims 5V", rims.supply_ma, (leds,), RIMS))
    if profile.reader_port:
        at_5v.append(Load("1 pn532 on USB", FIELD_MA["pn532"]))
    pi_5v = Rail("Pi 5V", PI_5V_MA, tuple(at_5v), "controller")
    return (*found, pi_5v)


def _pins(profile: Profile) -> Iterator[Load]:
    """Yield what the Pi's pins feed: a lamp a zone, both where a light runs past."""
    lit = len(profile.lamps) + 1
    yield Load(f"{lit} lamps lit", lit * LAMP_MA)
    if profile.buzzer is not None:
        yield Load("the buzzer", BUZZER_MA[profile.buzzer_kind])


def _screens(profile: Profile) -> Iterator[Load]:
    chips = Counter(at.chip for at in profile.screens.values())
    for chip, count in sorted(chips.items(), reverse=True):
        yield Load(f"{count} {chip}", count * SCREEN_MA[chip])
    if any(at.channel is not None for at in profile.screens.values()):
        yield Load("the multiplexer", MUX_MA)


def _readers(pico: Pico) -> Iterator[Load]:
    """Yield what the readers take: one field is on at a time."""
    if pico.readers:
        yield Load(f"1 {pico.chip}, its field on", FIELD_MA[pico.chip])
    if idle := len(list(pico.readers)[1:]):
        yield Load(f"{idle} {pico.chip}, field off", idle * IDLE_MA[pico.chip])
