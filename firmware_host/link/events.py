"""The events that the link gives to the table."""

from firmware_host.board.pieces import Zone
from firmware_host.board.record import Record
from firmware_host.link.frames import PROTOCOL, Noise
from firmware_host.link.messages import NEVER, Body, Capability


class Connected(Record):
    """
    A controller has connected and was sent WELCOME.

    Args:
        boot_id: The random number of its boot; event numbers count from 1 in each boot.
        board_uid: Its serial number, in hex.
        firmware: Its version, such as ``1.0.0``.
        zones: The zones with a tag reader; zone 0 is the rack.
        capabilities: Its optional capabilities.
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
    An event on the board; call `Link.acknowledge` with it once it is durable.

    Args:
        boot_id: The boot in which it happened.
        n: Its number in the boot, from 1. It is a repetition if a later event was
            processed.
        age_ms: Its age when it was sent, in ms.
        seq: The frame's number, which its ACK repeats.
        body: The tap, button change or fault.
    """

    boot_id: int
    n: int
    age_ms: int
    seq: int
    body: Body


class Heartbeat(Record):
    """
    The regular message by which the controller shows that it runs.

    Args:
        buttons_held: The buttons that are down now, by their numbers in the protocol.
        faults: The parts that do not work, by their numbers in the protocol.
        lost: The number of events that were discarded since the controller's boot
            because its queue was full.
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
        since_ms: The time since its last reading of a tag, in ms; None for never since
            boot.
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
    An event with a valid frame but an unknown meaning; it is already acknowledged.

    Args:
        type: The type of its frame.
        payload: The content of its frame.
    """

    type: int
    payload: bytes


LinkEvent = (
    Connected | Event | Heartbeat | Reads | Offline | Unreadable | Unsupported | Noise
)
