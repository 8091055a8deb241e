"""What is known of a board's parts, for the doctor to judge."""

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
    How well a tag reader has read lately.

    Args:
        looks: How often it looked while a tag lay there all the time.
        hits: How often it saw it then.
        touches: How often it saw a tag at all.
        conflicts: How often it met two tags, or a neighbour's.
    """

    looks: int = 0
    hits: int = 0
    touches: int = 0
    conflicts: int = 0


class Told(Record):
    """
    What is known of a board's parts.

    Args:
        faults: Parts that are out of order, as the table names them.
        connected: The controller that was welcomed; None where none is there.
        protocol: The protocol of a controller that speaks another one; 0 for none.
        unreadable: How many events of the controller this version could not read.
        held: Readers that nobody understands, since their bus is held.
        reads: How each reader has read in the last second; zone 0 is the rack's.
        quality: How well each has read lately.
        held_ms: For how long each button that is down has been down.
        items: Everything that carries a tag, by tag.
        unknown: Where tags were tapped that nobody has enrolled.
    """

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


def told_by(running: Running) -> Told:
    """Return what the parts of an open board have told."""
    table, meter = running.table, running.meter
    return Told(
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
    Return how well those seconds were read.

    The first and the last second of a tag do not count, since it came or went within
    them. In the seconds between it lay there all the time.
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
