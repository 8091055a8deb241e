"""The events that the link gives to the table."""

from firmware_host.board.pieces import Zone
from firmware_host.board.record import Record
from firmware_host.link.frames import PROTOCOL, Noise
from firmware_host.link.messages import NEVER, Body, Capability


class Connected(Record):
    """
    A controller was welcomed.

    Args:
        boot_id: Its random number of this boot; event numbers count within it.
        board_uid: Its serial number, in hex.
        firmware: Its version, such as ``1.0.0``.
        zones: Where it has a tag reader; zone 0 is the rack.
        capabilities: What it can do.
        proto: The protocol that both sides speak.
    """

    boot_id: int
    board_uid: str
    firmware: str
    zones: tuple[Zone, ...]
    capabilities: Capability
    proto: int = PROTOCOL


class Event(Record):
    """
    Something happened on the board; `Link.acknowledge` it once it is durable.

    Args:
        boot_id: The boot it happened in.
        n: 1 and up within the boot. Apply it only when it is above the last one.
        age_ms: How long ago it happened.
        seq: The frame's number, which its ACK repeats.
        body: What happened.
    """

    boot_id: int
    n: int
    age_ms: int
    seq: int
    body: Body


class Heartbeat(Record):
    """
    The controller is alive.

    Args:
        buttons_held: Which buttons are down, by their numbers on the wire.
        faults: Which parts are out of order.
        lost: How many events it had no room for since its boot.
    """

    buttons_held: tuple[int, ...]
    faults: tuple[int, ...]
    lost: int


class Reads(Record):
    """
    The statistics of a tag reader over the last second; protocol 2 and later.

    Args:
        zone: The reader's zone; 0 is the rack.
        looks: The number of readings.
        hits: The number of readings with exactly one tag.
        conflicts: How often it met more than one tag, or a neighbour's.
        since_ms: How long ago it last read one; None for never since its boot.
    """

    zone: Zone
    looks: int
    hits: int
    conflicts: int
    since_ms: int | None

    @classmethod
    def of(
        cls, part: int, looks: int, hits: int, conflicts: int, since_ms: int
    ) -> "Reads":
        """Return the counts of a READS message; `since_ms` is None if it is `NEVER`."""
        since = None if since_ms == NEVER else since_ms
        return cls(Zone(part), looks, hits, conflicts, since)


class Offline(Record):
    """The controller is silent, or its cable is unplugged."""


class Unsupported(Record):
    """The controller speaks another protocol; it must be flashed."""

    proto: int


class Unreadable(Record):
    """
    An event arrived whole, and its meaning is unknown. It is acknowledged already.

    Args:
        type: The type of its frame.
        payload: What the frame held.
    """

    type: int
    payload: bytes


LinkEvent = (
    Connected | Event | Heartbeat | Reads | Offline | Unreadable | Unsupported | Noise
)
