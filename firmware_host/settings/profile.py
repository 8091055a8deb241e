"""
The board profile: the only place where pins, buses and zones are named.

A profile is a TOML file. Every key is in `keys.KEYS`; whatever else stands in the file
is a mistake, and so is a board that cannot be wired or played. Each is said to be one,
with its line and the remedy.
"""

from pathlib import Path

from firmware_host.board.events import SYMBOL_BUTTONS, Button
from firmware_host.board.json import (
    Json,
    JsonObject,
    as_object,
    flag,
    inner,
    number,
    text,
)
from firmware_host.board.pieces import RACK, ZONES, Zone
from firmware_host.errors import SettingsError
from firmware_host.settings.board import Pico, Profile, ScreenAt
from firmware_host.settings.checks import check_board
from firmware_host.settings.keys import KEYS, WrongError, line_of, read_keys, under
from firmware_host.settings.toml import read_toml

__all__ = ["KEYS", "Pico", "Profile", "ScreenAt", "load_profile"]

#: What to do with a file that nobody can read.
REMEDY = (
    "mend it there, or name a build, such as full; sudo letterzone setup full puts a"
    " new profile in place and keeps this one beside it"
)

_ZONES = tuple(str(zone) for zone in ZONES)
_SCREENS = ("table", "maker", *_ZONES)
_BUTTONS = tuple(button.value for button in Button if button not in SYMBOL_BUTTONS)


def load_profile(path: Path) -> Profile:
    """
    Return the profile in the file at *path*.

    Raises:
        SettingsError: The file cannot be read, or names something that no board can
            have; the text says file, line and remedy.
    """
    written, table = read_toml(path, remedy=REMEDY)
    try:
        profile = _profile(read_keys(table), has_pico="controller" in table)
        check_board(profile)
    except WrongError as wrong:
        msg = f"{path}:{line_of(written, wrong.path)}: {wrong}"
        raise SettingsError(msg) from None
    return profile


def _profile(flat: JsonObject, *, has_pico: bool) -> Profile:
    lamps = _under(flat, "lamps", _ZONES)
    return Profile(
        name=text(flat, "name"),
        zones=number(flat, "zones"),
        port=text(flat, "controller.port"),
        pins=text(flat, "pins.factory"),
        lamps={
            Zone(int(name)): (number(pair, "cross"), number(pair, "tick"))
            for name, pair in ((name, inner(lamps, name)) for name in lamps)
        },
        buzzer=_pin(number(flat, "pins.buzzer")),
        buttons=_buttons(flat, ""),
        screens={
            name: _screen_at(as_object(value))
            for name, value in _under(flat, "screens", _SCREENS).items()
        },
        speaker=text(flat, "sound.speaker"),
        voice=flag(flat, "sound.voice"),
        web=text(flat, "web.listen"),
        input=text(flat, "input"),
        pico=_pico(flat) if has_pico else None,
        reader_port=text(flat, "reader.port"),
        power=_pin(number(flat, "pins.power")),
    )


def _pin(value: int) -> int | None:
    return None if value < 0 else value


def _pico(flat: JsonObject) -> Pico:
    readers = _under(flat, "controller.readers", ("rack", *_ZONES))
    return Pico(
        port=text(flat, "controller.port"),
        chip=text(flat, "controller.chip"),
        sck=number(flat, "controller.sck"),
        mosi=number(flat, "controller.mosi"),
        miso=number(flat, "controller.miso"),
        reset=number(flat, "controller.reset"),
        baud=number(flat, "controller.baud"),
        readers={
            RACK if name == "rack" else Zone(int(name)): number(readers, name)
            for name in readers
        },
        buttons=_buttons(flat, "controller."),
    )


def _buttons(flat: JsonObject, before: str) -> dict[Button, int]:
    named = _under(flat, f"{before}buttons", _BUTTONS)
    symbols = _under(flat, f"{before}symbols", _ZONES)
    buttons = {Button(name): number(named, name) for name in named}
    for zone in symbols:
        pins = inner(symbols, zone)
        buttons |= {Button(f"{kind}-{zone}"): number(pins, kind) for kind in pins}
    return buttons


def _screen_at(value: JsonObject) -> ScreenAt:
    return ScreenAt(
        chip=text(value, "chip"),
        channel=number(value, "channel") if "channel" in value else None,
        bus=number(value, "bus", 1),
        address=number(value, "address", 0x3C),
    )


def _under(flat: JsonObject, table: str, names: tuple[str, ...]) -> dict[str, Json]:
    """Return what stands in *table*, where it may have *names* only."""
    given = under(flat, table)
    for name in given:
        if name not in names:
            wrong = f"{table} has no {name!r}; it may have: {', '.join(names)}"
            raise WrongError(f"{table}.{name}", wrong)  # noqa: EM102 - a key, not a text
    return given
