"""The reports of a board's parts, for the doctor to judge."""

from collections.abc import Iterable, Mapping
from dataclasses import field
from itertools import pairwise

from firmware_host.app.daemon.daemon import Running
from firmware_host.board.events import Button
from firmware_host.board.pieces import Item, Zone
from firmware_host.board.record import Record
from firmware_host.link.events import Connected, Reads


class Quality(Record):
    """
    The read quality of a tag reader.

    Args:
        looks: The number of looks while a tag was on the pad all the time.
        hits: The number of these looks that saw the tag.
        touches: The number of all looks that saw a tag.
        conflicts: The number of looks with two tags, or a neighbour's.
    """

    looks: int = 0
    hits: int = 0
    touches: int = 0
    conflicts: int = 0


class ReportedParts(Record):
    """Readers that cannot be read because their bus is held."""

    faults: tuple[str, ...] = ()
    connected: Connected | None = None
    protocol: int = 0
    unreadable: int = 0
    held: frozenset[Zone] = frozenset()
    reads: Mapping[Zone, Reads] = field(default_factory=dict)
    quality: Mapping[Zone, Quality] = field(default_factory=dict)
    held_ms: Mapping[Button, int] = field(default_factory=dict)
    items: Mapping[bytes, Item] = field(default_factory=dict)
    unknown: tuple[Zone, ...] = ()


def report_parts(running: Running) -> ReportedParts:
    """Return the reports of the parts of an open board."""
    table, meter = running.table, running.meter
    return ReportedParts(
        faults=table.session.faults,
        connected=meter.connected,
        protocol=meter.protocol,
        unreadable=meter.unreadable,
        held=frozenset(meter.held),
        reads=dict(meter.reads),
        quality={zone: quality(them) for zone, them in meter.seconds.items()},
        held_ms=meter.held_ms,
        items=running.tags,
        unknown=tuple(tagged.zone for tagged in table.unknown),
    )


def quality(seconds: Iterable[Reads]) -> Quality:
    """
    Return the read quality of some seconds.

    The first and the last second of a tag do not count, since it came or went within
    them.
    """
    known = list(seconds)
    whole = [
        two
        for (one, two), three in zip(pairwise(known), known[2:], strict=False)
        if one.hits and two.hits and three.hits
    ]
    return Quality(
        looks=sum(one.looks for one in whole),
        hits=sum(one.hits for one in whole),
        touches=sum(one.hits for one in known),
        conflicts=sum(one.conflicts for one in known),
    )
