"""Whether a board can be wired and played: each pin once, every zone whole."""

from collections.abc import Iterable, Mapping

from firmware_host.board.events import SYMBOL_BUTTONS, ZONE_BUTTONS, Button
from firmware_host.board.pieces import KINDS, RACK, ZONES, Zone
from firmware_host.settings.board import Pico, Profile, ScreenAt
from firmware_host.settings.keys import PICO_PINS, PINS, WrongError
from firmware_host.settings.uses import Use, pi_uses, pico_uses, zone_of

#: The multiplexer's own address. Source: TCA9548A datasheet, 8.6.1, A0 to A2 low.
MULTIPLEXER = 0x70

#: The Pico's pins that each SPI bus can use. Source: RP2040 datasheet, table 2.
SPI_PINS: tuple[Mapping[str, tuple[int, ...]], ...] = (
    {"sck": (2, 6, 18, 22), "mosi": (3, 7, 19), "miso": (0, 4, 16, 20)},
    {"sck": (10, 14, 26), "mosi": (11, 15, 27), "miso": (8, 12, 28)},
)


def check_board(profile: Profile) -> None:
    """
    Look for what no board can have.

    Raises:
        WrongError: There is something; the text has the remedy.
    """
    _no_zone_too_many(profile)
    _each_pin_once(pi_uses(profile), PINS, "Pi")
    if profile.pico is not None:
        _each_pin_once(pico_uses(profile.pico), PICO_PINS, "Pico")
        _one_bus(profile.pico)
    _each_button_once(profile)
    _each_place_once(profile.screens)
    _every_zone_whole(profile)


def wired(profile: Profile) -> frozenset[Button]:
    """Return every button of a board, on the Pi or on the Pico."""
    on_pico = profile.pico.buttons if profile.pico is not None else {}
    return frozenset((*profile.buttons, *on_pico))


def spi_bus(pico: Pico) -> int | None:
    """Return the SPI bus that the readers' pins belong to; None where there is none."""
    for number, pins in enumerate(SPI_PINS):
        if all(getattr(pico, line) in pins[line] for line in pins):
            return number
    return None


def _no_zone_too_many(profile: Profile) -> None:
    uses = list(pi_uses(profile))
    if profile.pico is not None:
        uses += pico_uses(profile.pico)
    paths = [(use.path, use.zone) for use in uses]
    paths += [
        (f"screens.{name}", Zone(int(name)))
        for name in profile.screens
        if name.isdigit()
    ]
    for path, zone in paths:
        if zone is not None and zone > profile.zones:
            text = (
                f"{path} is for zone {zone}, and the board has {profile.zones} zones;"
                " leave it out, or raise zones"
            )
            raise WrongError(path, text)


def _each_pin_once(uses: Iterable[Use], pins: Iterable[int], owner: str) -> None:
    uses, pins = tuple(uses), tuple(pins)
    taken = {use.pin for use in uses}
    free = [str(pin) for pin in pins if pin not in taken]
    seen: dict[int, Use] = {}
    for use in uses:
        other = seen.setdefault(use.pin, use)
        if other is not use:
            text = f"pin {use.pin} is wanted by {use.part} and by {other.part}; "
            if len(uses) > len(pins):
                other_one = "Pico" if owner == "Pi" else "Pi"
                text += (
                    f"{len(uses)} pins are wanted and the {owner} has {len(pins)}:"
                    f" hang buttons on the {other_one}, or leave some out"
                )
            else:
                text += f"free pins: {', '.join(free)}"
            raise WrongError(use.path, text)


def _one_bus(pico: Pico) -> None:
    if pico.readers and spi_bus(pico) is None:
        choices = " or ".join(
            ", ".join(
                f"{line} {'/'.join(map(str, numbers))}"
                for line, numbers in pins.items()
            )
            for pins in SPI_PINS
        )
        text = (
            f"sck {pico.sck}, mosi {pico.mosi}, miso {pico.miso} are on no SPI bus of"
            f" the Pico; choose {choices}"
        )
        raise WrongError("controller.sck", text)  # noqa: EM101 - a key, not a text


def _each_button_once(profile: Profile) -> None:
    for button in profile.pico.buttons if profile.pico is not None else ():
        if button in profile.buttons:
            text = f"button {button} hangs on the Pi and on the Pico; leave one out"
            zone = zone_of(button)
            path = (
                f"symbols.{zone}" if button in SYMBOL_BUTTONS else f"buttons.{button}"
            )
            raise WrongError(f"controller.{path}", text)  # noqa: EM102 - a key, not a text


def _each_place_once(places: Mapping[str, ScreenAt]) -> None:
    seen: dict[tuple[int, int], dict[int | None, str]] = {}
    multiplexed = {at.bus for at in places.values() if at.channel is not None}
    for name, at in places.items():
        here = seen.setdefault((at.bus, at.address), {})
        # Behind a multiplexer the main bus goes on: what hangs there answers too.
        other = next(
            (
                there
                for channel, there in here.items()
                if at.channel == channel or at.channel is None or channel is None
            ),
            None,
        )
        if other is not None:
            text = (
                f"screen {name} hangs where screen {other} hangs; give it a channel or"
                " an address of its own"
            )
            raise WrongError(f"screens.{name}", text)  # noqa: EM102 - a key, not a text
        if at.address == MULTIPLEXER and at.bus in multiplexed:
            text = f"address 0x70 is the multiplexer's; screen {name} needs another one"
            raise WrongError(f"screens.{name}", text)  # noqa: EM102 - a key, not a text
        here[at.channel] = name


def _every_zone_whole(profile: Profile) -> None:
    for zone in ZONES[: profile.zones]:
        if zone not in profile.lamps:
            text = (
                f"zone {zone} has no lamps; add {zone} = {{ cross = PIN, tick = PIN }}"
            )
            raise WrongError("lamps", text)  # noqa: EM101 - a key, not a text
    for button in (Button.TICK, Button.CROSS):
        if button not in wired(profile):
            text = (
                f"there is no button {button}, and nothing can be chosen without it;"
                f" add {button} = PIN under [buttons] or [controller.buttons]"
            )
            raise WrongError("buttons", text)  # noqa: EM101 - a key, not a text
    {"pads": _pads, "station": _station, "buttons": _symbols}[profile.input](profile)


def _pads(profile: Profile) -> None:
    readers = profile.pico.readers if profile.pico is not None else {}
    for zone in ZONES[: profile.zones]:
        if zone not in readers:
            text = (
                f"zone {zone} has no tag reader; add {zone} = PIN under"
                ' [controller.readers], or choose input = "station"'
            )
            raise WrongError("controller.readers", text)  # noqa: EM101 - a key, not a text


def _station(profile: Profile) -> None:
    readers = profile.pico.readers if profile.pico is not None else {}
    if RACK not in readers and not profile.reader_port:
        text = (
            "a station has one tag reader; add rack = PIN under [controller.readers],"
            " or a port under [reader]"
        )
        raise WrongError("controller.readers", text)  # noqa: EM101 - a key, not a text
    for button in ZONE_BUTTONS[: profile.zones]:
        if button not in wired(profile):
            text = (
                f"zone {zone_of(button)} has no button; add {button} = PIN under"
                " [buttons] or [controller.buttons]"
            )
            raise WrongError("buttons", text)  # noqa: EM101 - a key, not a text


def _symbols(profile: Profile) -> None:
    for button, (zone, _) in SYMBOL_BUTTONS.items():
        if zone <= profile.zones and button not in wired(profile):
            pins = ", ".join(f"{kind} = PIN" for kind in KINDS)
            text = (
                f"zone {zone} has no button {button}; add {zone} = {{ {pins} }} under"
                " [symbols] or [controller.symbols]"
            )
            raise WrongError("symbols", text)  # noqa: EM101 - a key, not a text
