"""
What nobody has proven yet: the rows of docs/unproven.md, which `claims.toml` holds.

A row has an id that does not change, for owners' proofs name it.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from firmware_host.board.events import SYMBOL_BUTTONS, Button
from firmware_host.board.json import (
    JsonObject,
    as_object,
    inner,
    number,
    text,
    texts,
)
from firmware_host.board.record import Record
from firmware_host.settings.profile import Profile
from firmware_host.settings.toml import read_toml

FILE = Path(__file__).with_name("claims.toml")

#: What a table of rows has beside them.
OWN = ("title", "note")

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")


class Claim(Record):
    """
    A claim that a board can prove.

    Args:
        id: Its name, for ever.
        claims: What is claimed, by language.
        checks: How it is checked, by language.
        needs: What a board must have for it, as `has` names it.
        count: How often it is to be tried; 0 for a plain yes or no.
        measure: What measures it; empty where people are asked.
    """

    id: str
    claims: JsonObject
    checks: JsonObject
    needs: tuple[str, ...] = ()
    count: int = 0
    measure: str = ""

    def claim(self, language: str) -> str:
        """Return what is claimed, in Markdown."""
        return text(self.claims, language)

    def check(self, language: str) -> str:
        """Return how it is checked, in Markdown."""
        return text(self.checks, language)


class Section(Record):
    """
    Claims of one kind.

    Args:
        titles: Its heading, by language.
        notes: What stands before its rows, by language; empty for nothing.
        claims: Its rows.
    """

    titles: JsonObject
    notes: JsonObject
    claims: tuple[Claim, ...]


@cache
def sections() -> tuple[Section, ...]:
    """Return every row, section by section."""
    _, table = read_toml(FILE, remedy="install Letterzone again")
    return tuple(_section(as_object(one)) for one in table.values())


def every_claim() -> Mapping[str, Claim]:
    """Return every row, by its id."""
    return {claim.id: claim for part in sections() for claim in part.claims}


def _section(table: JsonObject) -> Section:
    rows = (name for name in table if name not in OWN)
    return Section(
        titles=inner(table, "title"),
        notes=inner(table, "note") if "note" in table else {},
        claims=tuple(_claim(name, inner(table, name)) for name in rows),
    )


def _claim(name: str, row: JsonObject) -> Claim:
    return Claim(
        id=name,
        claims=inner(row, "claim"),
        checks=inner(row, "check"),
        needs=texts(row, "needs") if "needs" in row else (),
        count=number(row, "count", 0),
        measure=text(row, "measure", ""),
    )


def is_id(name: str) -> bool:
    """Tell whether a row may be called so."""
    return _ID.fullmatch(name) is not None


def plain(markdown: str) -> str:
    """Return Markdown as a terminal shows it: links without their target."""
    return _LINK.sub(r"\1", markdown)


# --- which boards a row is for ------------------------------------------------


def has(profile: Profile) -> frozenset[str]:
    """Return what a board has, in the words of `Claim.needs`."""
    return frozenset(word for word, there in _parts(profile) if there)


def _parts(profile: Profile) -> Iterator[tuple[str, object]]:
    pico, screens = profile.pico, profile.screens
    chip = pico.chip if pico is not None and pico.readers else ""
    wired = {*profile.buttons, *(pico.buttons if pico is not None else ())}
    yield "tags", chip or profile.reader_port
    yield "pads", chip and profile.input == "pads"
    yield "mfrc522", chip == "mfrc522"
    yield "pn532", chip == "pn532" or profile.reader_port
    yield "usb-reader", profile.reader_port
    yield "pico", pico
    yield "ground-row", pico and pico.buttons and not (profile.buttons or chip)
    yield "rims", pico is not None and pico.rims
    yield "screens", screens
    yield "mux", any(at.channel is not None for at in screens.values())
    yield "zone-screens", any(name.isdigit() for name in screens)
    yield "table-screen", "table" in screens
    yield "maker", "maker" in screens
    yield "pins", profile.pins != "mock"
    yield "lamps", profile.lamps
    yield "passive", profile.buzzer_kind == "passive" and profile.buzzer
    yield "speaker", profile.speaker
    yield "symbols", set(SYMBOL_BUTTONS) & wired
    yield "service", Button.SERVICE in wired
    yield "web", profile.web
