"""
The board profile: the only place where pins, buses and zones are named.

A profile is a TOML file. Every key is in `keys.KEYS`; whatever else stands in the file
is a mistake, and so is a board that cannot be wired or played. Each is said to be one,
with its line and the remedy.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from firmware_host.board.events import SYMBOL_BUTTONS, Button
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
    text, table = read_toml(path, remedy=REMEDY)
    try:
        profile = _profile(read_keys(table), has_pico="controller" in table)
        check_board(profile)
    except WrongError as wrong:
        msg = f"{path}:{line_of(text, wrong.path)}: {wrong}"
        raise SettingsError(msg) from None
    return profile


def _profile(flat: Mapping[str, Any], *, has_pico: bool) -> Profile:
    lamps = _under(flat, "lamps", _ZONES)
    return Profile(
        name=flat["name"],
        zones=flat["zones"],
        port=flat["controller.port"],
        pins=flat["pins.factory"],
        lamps={
            Zone(int(name)): (pair["cross"], pair["tick"])
            for name, pair in lamps.items()
        },
        buzzer=_pin(flat["pins.buzzer"]),
        buttons=_buttons(flat, ""),
        screens={
            name: _screen_at(value)
            for name, value in _under(flat, "screens", _SCREENS).items()
        },
        speaker=flat["sound.speaker"],
        voice=flat["sound.voice"],
        web=flat["web.listen"],
        input=flat["input"],
        pico=_pico(flat) if has_pico else None,
        reader_port=flat["reader.port"],
        power=_pin(flat["pins.power"]),
    )


def _pin(value: int) -> int | None:
    return None if value < 0 else value


def _pico(flat: Mapping[str, Any]) -> Pico:
    readers = _under(flat, "controller.readers", ("rack", *_ZONES))
    return Pico(
        port=flat["controller.port"],
        chip=flat["controller.chip"],
        sck=flat["controller.sck"],
        mosi=flat["controller.mosi"],
        miso=flat["controller.miso"],
        reset=flat["controller.reset"],
        baud=flat["controller.baud"],
        readers={
            RACK if name == "rack" else Zone(int(name)): pin
            for name, pin in readers.items()
        },
        buttons=_buttons(flat, "controller."),
    )


def _buttons(flat: Mapping[str, Any], before: str) -> dict[Button, int]:
    named = _under(flat, f"{before}buttons", _BUTTONS)
    symbols = _under(flat, f"{before}symbols", _ZONES)
    buttons = {Button(name): pin for name, pin in named.items()}
    for zone, pins in symbols.items():
        buttons |= {Button(f"{kind}-{zone}"): pin for kind, pin in pins.items()}
    return buttons


def _screen_at(value: Mapping[str, Any]) -> ScreenAt:
    return ScreenAt(
        chip=value["chip"],
        channel=value.get("channel"),
        bus=value.get("bus", 1),
        address=value.get("address", 0x3C),
    )


def _under(
    flat: Mapping[str, Any], table: str, names: tuple[str, ...]
) -> dict[str, Any]:
    """Return what stands in *table*, where it may have *names* only."""
    given = under(flat, table)
    for name in given:
        if name not in names:
            text = f"{table} has no {name!r}; it may have: {', '.join(names)}"
            raise WrongError(f"{table}.{name}", text)  # noqa: EM102 - a key, not a text
    return given
