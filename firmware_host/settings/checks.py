"""Checks of a whole profile: each pin used once, every zone with all its parts."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NoReturn

from firmware_host.board.events import SYMBOL_BUTTONS, ZONE_BUTTONS, Button
from firmware_host.board.pieces import KINDS, RACK, ZONES, Zone
from firmware_host.board.schema import MisfitError
from firmware_host.board.wiring import ScreenAt
from firmware_host.settings.board import Pico, Profile
from firmware_host.settings.keys import PICO_PINS, PINS
from firmware_host.settings.power import rails
from firmware_host.settings.uses import Use, pi_uses, pico_uses, zone_of

#: How fast each tag reader's SPI may be, in bits a second. Source: MFRC522 datasheet,
#: 8.1.2; PN532 user manual (UM0701-02), "SPI".
FASTEST = {"mfrc522": 10_000_000, "pn532": 5_000_000}

#: The address of a board's pages: a host name or IPv4 address, and a port. Source: RFC
#: 1123, 2.1; RFC 6335, 6.
WEB = re.compile(r"[A-Za-z0-9.-]+:([0-9]{1,5})")
PORTS = range(1, 65_536)
NO_WEB = "say HOST:PORT, such as 0.0.0.0:8080, with a port from 1 to 65535"

#: The Pico's pins that each SPI bus can use. Source: RP2040 datasheet, table 2.
SPI_PINS: tuple[Mapping[str, tuple[int, ...]], ...] = (
    {"sck": (2, 6, 18, 22), "mosi": (3, 7, 19), "miso": (0, 4, 16, 20)},
    {"sck": (10, 14, 26), "mosi": (11, 15, 27), "miso": (8, 12, 28)},
)


def check_board(profile: Profile) -> None:
    """
    Check that a board with this profile can be wired and played.

    Raises:
        MisfitError: It cannot; the error has the key and a sentence with the remedy.
    """
    on_pi, pico = pi_uses(profile), profile.pico
    on_pico = () if pico is None else pico_uses(pico)
    _beyond_the_board(profile, (*on_pi, *on_pico))
    _pins_twice(on_pi, PINS, "Pi")
    _pins_twice(on_pico, PICO_PINS, "Pico")
    _two_wires(profile)
    if pico is not None:
        _no_bus(pico)
        _too_fast(pico)
    _buttons_twice(on_pi, on_pico)
    _screens_twice(profile.screens)
    _no_tunes(profile)
    _no_mux(profile)
    if profile.web and not may_listen(profile.web):
        _cannot_be("web.listen", f"web.listen {profile.web}: {NO_WEB}")
    _not_whole(profile)
    _check_power(profile)


def may_listen(web: str) -> bool:
    """Return True if *web* is ``HOST:PORT`` with a port that a server may use."""
    found = WEB.fullmatch(web)
    return found is not None and int(found[1]) in PORTS


def wired(profile: Profile) -> frozenset[Button]:
    """Return every button of a board, on the Pi or on the Pico."""
    on_pico = profile.pico.buttons if profile.pico is not None else {}
    return frozenset((*profile.buttons, *on_pico))


def spi_bus(pico: Pico) -> int | None:
    """Return the number of the SPI bus that has all pins of the readers, or None."""
    for number, pins in enumerate(SPI_PINS):
        if all(getattr(pico, line) in pins[line] for line in pins):
            return number
    return None


def _cannot_be(path: str, why: str) -> NoReturn:
    """Raise `MisfitError` for a key of the profile; *why* has the remedy."""
    raise MisfitError(path, why)


def _beyond_the_board(profile: Profile, uses: Iterable[Use]) -> None:
    paths = [(use.path, use.zone) for use in uses]
    paths += [
        (f"screens.{name}", Zone(int(name)))
        for name in profile.screens
        if name.isdigit()
    ]
    for path, zone in paths:
        if zone is not None and zone > profile.zones:
            _cannot_be(
                path,
                f"{path} is for zone {zone}, and the board has {profile.zones} zones;"
                " leave it out, or raise zones",
            )


def _pins_twice(uses: Sequence[Use], pins: Sequence[int], owner: str) -> None:
    taken = {use.pin for use in uses}
    remedy = f"free pins: {', '.join(str(pin) for pin in pins if pin not in taken)}"
    if len(uses) > len(pins):
        other_one = "Pico" if owner == "Pi" else "Pi"
        remedy = (
            f"{len(uses)} pins are wanted and the {owner} has {len(pins)}: hang"
            f" buttons on the {other_one}, or leave some out"
        )
    seen: dict[int, Use] = {}
    for use in uses:
        other = seen.setdefault(use.pin, use)
        if other is not use:
            wanted = f"pin {use.pin} is wanted by {use.part} and by {other.part}"
            _cannot_be(use.path, f"{wanted}; {remedy}")


def _no_bus(pico: Pico) -> None:
    if pico.readers and spi_bus(pico) is None:
        choices = " or ".join(
            ", ".join(
                f"{line} {'/'.join(map(str, numbers))}"
                for line, numbers in pins.items()
            )
            for pins in SPI_PINS
        )
        _cannot_be(
            "controller.sck",
            f"sck {pico.sck}, mosi {pico.mosi}, miso {pico.miso} are on no SPI bus of"
            f" the Pico; choose {choices}",
        )


def _too_fast(pico: Pico) -> None:
    most = FASTEST[pico.chip]
    if pico.readers and pico.baud > most:
        _cannot_be(
            "controller.baud",
            f"controller.baud is {pico.baud}, and a {pico.chip} takes {most} at most;"
            " lower it, long wires take 1000000",
        )


def _two_wires(profile: Profile) -> None:
    """One serial port is read: a reader on a port of its own leaves a Pico unheard."""
    if profile.reader_port and profile.pico is not None:
        _cannot_be(
            "reader.port",
            f"reader.port {profile.reader_port} is for a board without a controller,"
            " and this one has a controller, which would not be heard; leave out"
            " [reader], or [controller] and all below it",
        )


def _no_tunes(profile: Profile) -> None:
    if profile.buzzer is None and profile.buzzer_kind == "passive":
        _cannot_be(
            "pins.buzzer_kind",
            "pins.buzzer_kind is passive and there is no buzzer; add buzzer = PIN"
            " under [pins], or leave buzzer_kind out",
        )


def _no_mux(profile: Profile) -> None:
    behind = any(at.channel is not None for at in profile.screens.values())
    if profile.mux_reset is not None and not behind:
        _cannot_be(
            "pins.mux_reset",
            "pins.mux_reset resets a multiplexer, and no screen has a channel of one;"
            " leave it out, or give the screens their channels",
        )


def _check_power(profile: Profile) -> None:
    for rail in rails(profile):
        if rail.takes_ma > rail.gives_ma:
            loads = ", ".join(load.part for load in rail.loads)
            _cannot_be(
                rail.path,
                f"{rail.name} has to give up to {rail.takes_ma} mA ({loads}), and it"
                f" gives {rail.gives_ma}; take fewer parts, or a supply that gives more"
                " (docs/devices.md, Power)",
            )


def _buttons_twice(on_pi: Iterable[Use], on_pico: Iterable[Use]) -> None:
    parts = {use.part for use in on_pi}
    for use in on_pico:
        if use.part in parts:
            twice = f"{use.part} hangs on the Pi and on the Pico; leave one out"
            _cannot_be(use.path, twice)


def _screens_twice(places: Mapping[str, ScreenAt]) -> None:
    seen: dict[str, ScreenAt] = {}
    for name, at in places.items():
        for other, there in seen.items():
            # Devices on the main bus answer also while a channel of the multiplexer is
            # open.
            same_channel = at.channel == there.channel or None in (
                at.channel,
                there.channel,
            )
            if at.address == there.address and same_channel:
                _cannot_be(
                    f"screens.{name}",
                    f"screen {name} hangs where screen {other} hangs; give it a channel"
                    " or an address of its own",
                )
        seen[name] = at


def _not_whole(profile: Profile) -> None:
    zones, has = ZONES[: profile.zones], wired(profile)
    for zone in zones:
        if zone not in profile.lamps:
            _cannot_be(
                "lamps",
                f"zone {zone} has no lamps; add {zone} = {{ cross = PIN, tick = PIN }}",
            )
    for button in (Button.TICK, Button.CROSS):
        if button not in has:
            _cannot_be(
                "buttons",
                f"there is no button {button}, and nothing can be chosen without it;"
                f" add {button} = PIN under [buttons] or [controller.buttons]",
            )
    readers = profile.pico.readers if profile.pico is not None else {}
    if profile.input == "pads":
        _without_pad(zones, readers)
    elif profile.input == "station":
        _no_station(profile, readers)
    else:
        _without_symbols(zones, has)


def _without_pad(zones: Iterable[Zone], readers: Mapping[Zone, int]) -> None:
    for zone in zones:
        if zone not in readers:
            _cannot_be(
                "controller.readers",
                f"zone {zone} has no tag reader; add {zone} = PIN under"
                ' [controller.readers], or choose input = "station"',
            )


def _no_station(profile: Profile, readers: Mapping[Zone, int]) -> None:
    if RACK not in readers and not profile.reader_port:
        _cannot_be(
            "controller.readers",
            "a station has one tag reader; add rack = PIN under [controller.readers],"
            " or a port under [reader]",
        )
    for button in ZONE_BUTTONS[: profile.zones]:
        if button not in wired(profile):
            _cannot_be(
                "buttons",
                f"zone {zone_of(button)} has no button; add {button} = PIN under"
                " [buttons] or [controller.buttons]",
            )


def _without_symbols(zones: Sequence[Zone], has: frozenset[Button]) -> None:
    for button, (zone, _) in SYMBOL_BUTTONS.items():
        if zone in zones and button not in has:
            pins = ", ".join(f"{kind} = PIN" for kind in KINDS)
            _cannot_be(
                "symbols",
                f"zone {zone} has no button {button}; add {zone} = {{ {pins} }} under"
                " [symbols] or [controller.symbols]",
            )
