"""
The claims that no owner has proven yet: the rows of docs/unproven.md.

`claims.toml` holds them. An id never changes, because saved proofs refer to it.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from firmware_host.board.events import SYMBOL_BUTTONS, Button
from firmware_host.board.json import JsonObject, as_object, inner, number, text, texts
from firmware_host.board.record import Record
from firmware_host.settings.profile import Profile
from firmware_host.settings.toml import read_toml

FILE = Path(__file__).with_name("claims.toml")

#: The keys of a section of `claims.toml` that are not claims.
OWN = ("title", "note")

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")


class ProofClaim(Record):
    """
    A claim that an owner can prove on a board.

    Args:
        id: The permanent id.
        claims: The claim in Markdown, by language.
        checks: How to check it, in Markdown, by language.
        needs: The parts that the board needs, in the words of `has`.
        count: How often to try it; 0 for one answer, yes or no.
        measure: The name of the function that measures it; empty if a person
            answers.
    """

    id: str
    claims: JsonObject
    checks: JsonObject
    needs: tuple[str, ...] = ()
    count: int = 0
    measure: str = ""

    def claim(self, language: str) -> str:
        """Return the claim in Markdown."""
        return text(self.claims, language)

    def check(self, language: str) -> str:
        """Return in Markdown how the claim is checked."""
        return text(self.checks, language)


class Section(Record):
    """
    A section of docs/unproven.md, with its claims.

    Args:
        titles: The heading, by language.
        notes: The paragraph before the table, by language; empty for none.
        claims: The claims of the section, in order.
    """

    titles: JsonObject
    notes: JsonObject
    claims: tuple[ProofClaim, ...]


@cache
def sections() -> tuple[Section, ...]:
    """Return all sections in the order of `claims.toml`."""
    _, table = read_toml(FILE, remedy="install Letterzone again")
    return tuple(_section(as_object(one)) for one in table.values())


def every_claim() -> Mapping[str, ProofClaim]:
    """Return all claims by their ids."""
    return {claim.id: claim for part in sections() for claim in part.claims}


def _section(table: JsonObject) -> Section:
    rows = (name for name in table if name not in OWN)
    return Section(
        titles=inner(table, "title"),
        notes=inner(table, "note") if "note" in table else {},
        claims=tuple(_claim(name, inner(table, name)) for name in rows),
    )


def _claim(name: str, row: JsonObject) -> ProofClaim:
    return ProofClaim(
        id=name,
        claims=inner(row, "claim"),
        checks=inner(row, "check"),
        needs=texts(row, "needs") if "needs" in row else (),
        count=number(row, "count", 0),
        measure=text(row, "measure", ""),
    )


def is_id(name: str) -> bool:
    """Return True if `name` is a valid id of a claim."""
    return _ID.fullmatch(name) is not None


def plain(markdown: str) -> str:
    """Return Markdown as a terminal shows it: links without their target."""
    return _LINK.sub(r"\1", markdown)


# --- which boards a row is for ------------------------------------------------


def has(profile: Profile) -> frozenset[str]:
    """Return the parts that a board has, in the words of `ProofClaim.needs`."""
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
