"""
The board profile: the only place where pins, buses and zones are named.

A profile is a TOML file. Every key is in `keys.SCHEMA`; any other key is an error, and
so is a board that cannot be wired or played. Each error has its line and a remedy.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import TypeVar

from firmware_host.board.events import Button
from firmware_host.board.json import (
    JsonObject,
    as_number,
    as_object,
    inner,
    number,
    text,
)
from firmware_host.board.pieces import RACK, Millis, Zone
from firmware_host.board.record import Record
from firmware_host.board.schema import MisfitError, fit
from firmware_host.board.wiring import Patience, ScreenAt
from firmware_host.errors import SettingsError
from firmware_host.settings.board import Broker, Pico, Profile, RimSettings
from firmware_host.settings.checks import check_board
from firmware_host.settings.keys import SCHEMA, line_of
from firmware_host.settings.toml import read_toml

__all__ = ["Pico", "Profile", "load_profile"]

T = TypeVar("T", bound=Record)

#: The port of a broker that is given none, and how much higher that of TLS is.
#: Source: IANA's registry, mqtt and secure-mqtt.
PLAIN_PORT, TLS_MORE = 1883, 7000

_PORT = re.compile(r":(\d+)$")

#: The remedy for a file that cannot be read.
REMEDY = (
    "mend it there, or name a build, such as full; sudo letterzone setup full puts a"
    " new profile in place and keeps this one beside it"
)


def load_profile(path: Path) -> Profile:
    """
    Return the profile in the file at *path*.

    Raises:
        SettingsError: The file cannot be read, or describes an impossible board; the
            text has the file, the line and a remedy.
    """
    written, table = read_toml(path, remedy=REMEDY)
    try:
        profile = _profile(as_object(fit(table, SCHEMA)))
        check_board(profile)
    except MisfitError as wrong:
        msg = f"{path}:{line_of(written, wrong.path)}: {wrong}"
        raise SettingsError(msg) from None
    return profile


def _profile(item: JsonObject) -> Profile:
    pins, sound = inner(item, "pins"), inner(item, "sound")
    return _filled(
        Profile,
        item,
        pins=pins["factory"],
        lamps={
            Zone(int(zone)): (number(pair, "cross"), number(pair, "tick"))
            for zone, pair in _tables(item, "lamps")
        },
        buzzer=pins.get("buzzer"),
        buzzer_kind=pins["buzzer_kind"],
        buttons=_buttons(item),
        screens={name: _filled(ScreenAt, at) for name, at in _tables(item, "screens")},
        speaker=sound["speaker"],
        voice=sound["voice"],
        web=inner(item, "web")["listen"],
        pico=_pico(inner(item, "controller")) if "controller" in item else None,
        reader_port=inner(item, "reader")["port"],
        power=pins.get("power"),
        mux_reset=pins.get("mux_reset"),
        patience=_patience(inner(item, "kiosk")),
        broker=_broker(inner(item, "mqtt")),
    )


def _broker(item: JsonObject) -> Broker | None:
    way, _, place = text(item, "broker").partition("://")
    return _filled(Broker, item, **_broker_at(way, place)) if place else None


def broker_of(broker: str, **more: str) -> Broker | None:
    """
    Return the broker that a command line names, or None if it names none.

    Args:
        broker: ``mqtt://HOST:PORT``, as in a profile; empty for none.
        more: The other keys of the profile's table ``mqtt``.

    Raises:
        SettingsError: A value does not fit the schema of a profile.
    """
    written = {key: value for key, value in {"broker": broker, **more}.items() if value}
    try:
        fitted = fit(written, inner(inner(SCHEMA, "properties"), "mqtt"))
    except MisfitError as wrong:
        msg = f"--{wrong.path.replace('_', '-')}: {wrong}"
        raise SettingsError(msg) from None
    return _broker(as_object(fitted))


def _broker_at(way: str, place: str) -> dict[str, str | int | bool]:
    tls = way == "mqtts"
    host, port = place, PLAIN_PORT + TLS_MORE * tls
    if found := _PORT.search(place):
        host, port = place[: found.start()], int(found[1])
    return {"host": host.strip("[]"), "port": port, "tls": tls}


def _patience(item: JsonObject) -> Patience:
    return Patience(
        ask_ms=Millis(number(item, "ask_s") * 1000),
        back_ms=Millis(number(item, "back_s") * 1000),
        turn_ms=Millis(number(item, "turn_min") * 60_000),
    )


def _filled(part: type[T], item: JsonObject, **own: object) -> T:
    """
    Return a part of a board, an instance of `part`.

    Each field is taken from `own`, else from the key of its name in `item`, which the
    schema has checked; a field in neither is None.
    """
    made: Callable[..., T] = part
    return made(**{one.name: item.get(one.name) for one in fields(part)} | own)


def _pico(item: JsonObject) -> Pico:
    return _filled(
        Pico,
        item,
        readers={
            RACK if name == "rack" else Zone(int(name)): as_number(pin)
            for name, pin in inner(item, "readers").items()
        },
        buttons=_buttons(item),
        rims=_filled(RimSettings, inner(item, "rims")) if "rims" in item else None,
    )


def _buttons(item: JsonObject) -> dict[Button, int]:
    named = {
        Button(name): as_number(pin) for name, pin in inner(item, "buttons").items()
    }
    symbols = {
        Button(f"{kind}-{zone}"): as_number(pin)
        for zone, pins in _tables(item, "symbols")
        for kind, pin in pins.items()
    }
    return named | symbols


def _tables(item: JsonObject, name: str) -> Iterator[tuple[str, JsonObject]]:
    """Yield the name and the keys of each table in the table called *name*."""
    for one, table in inner(item, name).items():
        yield one, as_object(table)
