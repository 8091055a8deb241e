"""
Every message of the wire, in one table, with its layout in bytes.

Types with bit 7 set come from the Pi, the others from the controller. Types whose low
seven bits are 0x10 and more are *reliable*: numbered, repeated until their ACK. HELLO
and WELCOME never change their layout, in any protocol. All numbers are little-endian.
docs/wire.md shows this table; hardware/controller/wire.py has the controller's half of
it, and a test compares the two.
"""

from dataclasses import field
from enum import IntEnum, IntFlag
from struct import Struct
from typing import Any, Literal

from firmware_host.board.events import Button
from firmware_host.board.pieces import ZONES, Zone
from firmware_host.board.record import Record
from firmware_host.link.frames import VERSION, Frame


class Type(IntEnum):
    """The second byte of a frame."""

    HELLO = 0x01
    ACK = 0x02
    BEAT = 0x03
    READS = 0x04
    TAP = 0x10
    UNCLEAR = 0x11
    BUTTON = 0x12
    FAULT = 0x13
    WELCOME = 0x81
    PI_ACK = 0x82
    PI_BEAT = 0x83
    RIMS = 0x84
    UPDATE = 0x90
    TUNE = 0x91


class Layout(Record):
    """
    The byte layout of one type of message.

    Args:
        meaning: One sentence for docs/wire.md.
        fields: Pairs of a name and its letter in `struct`, in the order of the bytes.
        tail: The name and the maximal length in bytes of a last field; None without.
    """

    meaning: str
    fields: tuple[tuple[str, str], ...] = ()
    tail: tuple[str, int] | None = None
    struct: Struct = field(init=False, compare=False)

    def __post_init__(self) -> None:
        letters = "".join(letter for _, letter in self.fields)
        object.__setattr__(self, "struct", Struct("<" + letters))

    def fits(self, payload: bytes) -> bool:
        """Return True if a payload's length is possible for this message."""
        most = self.struct.size + (self.tail[1] if self.tail else 0)
        return self.struct.size <= len(payload) <= most

    def read(self, frame: Frame) -> tuple[Any, ...]:
        """Return the values of the fields of *frame*, whose length `fits`."""
        return self.struct.unpack_from(frame.payload)


_EVENT = (("n", "I"), ("age_ms", "I"))

#: The longest UID a tag can have. Source: ISO/IEC 14443-3, triple size.
MAX_UID_BYTES = 10

LAYOUTS: dict[int, Layout] = {
    Type.HELLO: Layout(
        "The controller asks for a connection; sent every 500 ms until a WELCOME.",
        (
            ("proto", "B"),
            ("firmware", "3s"),
            ("board_uid", "8s"),
            ("boot_id", "I"),
            ("zones", "B"),
            ("capabilities", "H"),
        ),
    ),
    Type.ACK: Layout("The controller has done the command with this frame's seq."),
    Type.BEAT: Layout(
        "The controller works; sent each second.",
        (("buttons_held", "Q"), ("faults", "H"), ("lost", "I")),
    ),
    Type.READS: Layout(
        "A tag reader's counts of the last second; since_ms all ones: it never read.",
        (
            ("part", "B"),
            ("looks", "H"),
            ("hits", "H"),
            ("conflicts", "H"),
            ("since_ms", "I"),
        ),
    ),
    Type.TAP: Layout(
        "A tag lies on a zone's pad and counts; zone 0 is the rack.",
        (*_EVENT, ("zone", "B")),
        ("uid", MAX_UID_BYTES),
    ),
    Type.UNCLEAR: Layout(
        "No tap; why: 0 two pieces on a pad, 1 a piece on two pads, 2 left too soon.",
        (*_EVENT, ("zone", "B"), ("why", "B")),
    ),
    Type.BUTTON: Layout(
        "A button was pressed (1) or released (0).",
        (*_EVENT, ("id", "B"), ("down", "B")),
    ),
    Type.FAULT: Layout(
        "A part failed (1 silent, 2 stuck, 3 its bus is held) or works again (0).",
        (*_EVENT, ("part", "B"), ("code", "B")),
    ),
    Type.WELCOME: Layout(
        "The Pi accepts the HELLO; a new session resets both seqs.",
        (("proto", "B"), ("session", "I"), ("boot_id", "I")),
    ),
    Type.PI_ACK: Layout(
        "The event with this frame's seq is stored, or refused and shown."
    ),
    Type.PI_BEAT: Layout(
        "The Pi works, and knows this pair; boot_id 0: the controller must say HELLO.",
        (("session", "I"), ("boot_id", "I")),
    ),
    Type.RIMS: Layout(
        "The zones whose rims show a cross, or a tick; bit 0 is the rack's.",
        (("crosses", "B"), ("ticks", "B")),
    ),
    Type.UPDATE: Layout("The controller reboots once without watchdog, for flashing."),
    Type.TUNE: Layout(
        "How long a tag must stay on a pad, and the gain of its reader, 0 to 7.",
        (("zone", "B"), ("dwell_ms", "H"), ("gain", "B")),
    ),
}

_OLD_BEAT = Layout(
    "The controller works; the layout of protocol 1.",
    (("buttons_held", "I"), ("faults", "H"), ("lost", "I")),
)

#: The messages of each supported protocol.
BY_PROTO: dict[int, dict[int, Layout]] = {
    1: {
        kind: layout
        for kind, layout in {**LAYOUTS, Type.BEAT: _OLD_BEAT}.items()
        if kind not in (Type.READS, Type.RIMS, Type.TUNE)
    },
    2: LAYOUTS,
}

#: `since_ms` of a reader that has read nothing yet.
NEVER = 0xFFFFFFFF

#: The first type, in the low seven bits, that is repeated until its ACK.
FIRST_RELIABLE = 0x10

#: The first type that the Pi sends.
FIRST_OF_PI = 0x80

#: The buttons by their numbers on the wire.
BUTTONS = tuple(Button)

Why = Literal["two-pieces", "two-zones", "again", "unknown"]

#: The reasons of an unclear tap by their numbers on the wire; others are "unknown".
WHYS: tuple[Why, ...] = ("two-pieces", "two-zones", "again")

#: The faults of a part by their numbers on the wire; others are "unknown".
FAULT_CODES = ("healed", "silent", "stuck", "held")


class Capability(IntFlag):
    """An optional capability of a controller, as HELLO lists it."""

    TAGS = 1
    BUTTONS = 2
    RIMS = 4


class Tap(Record):
    """A tag with a UID was read on the pad of *zone* for its dwell time."""

    zone: Zone
    uid: bytes


class UnclearTap(Record):
    """
    A touch that does not count; *why* is the reason.

    The reasons: two pieces on one pad, one piece on two, a piece that was removed too
    early, or a tag with a malformed UID.
    """

    zone: Zone
    why: Why


class ButtonChange(Record):
    """A button went down or came up; *id* is its place in `BUTTONS`."""

    id: int
    down: bool


class Fault(Record):
    """A tag reader failed or works again: part 1 to 6 for the zones, 0 for the rack."""

    part: int
    code: str


Body = Tap | UnclearTap | ButtonChange | Fault


class Update(Record):
    """The controller reboots once without watchdog, for flashing."""


class Tune(Record):
    """
    Set the dwell time and reader gain of a pad; protocol 2 and later.

    Args:
        zone: The zone of the pad; 0 is the rack.
        dwell_ms: The time in ms that a tag must stay to count as a tap.
        gain: The gain step of its reader, 0 to 7.
    """

    zone: Zone
    dwell_ms: int
    gain: int


Command = Update | Tune


def write(kind: Type, *values: int | bytes, seq: int = 0) -> Frame:
    """Return the frame of a message with the values of its fields."""
    return Frame(kind, seq, LAYOUTS[kind].struct.pack(*values))


def write_command(command: Command, *, seq: int) -> Frame:
    """Return the frame of *command*, which is repeated with the number *seq*."""
    match command:
        case Update():
            return write(Type.UPDATE, seq=seq)
        case Tune(zone=zone, dwell_ms=dwell_ms, gain=gain):
            return write(Type.TUNE, zone, dwell_ms, gain, seq=seq)


def is_event(frame: Frame) -> bool:
    """Return True if a frame is a reliable event, whether its type is known or not."""
    return FIRST_RELIABLE <= frame.type < FIRST_OF_PI and frame.seq > 0


def read_event(frame: Frame) -> tuple[int, int, Body] | None:
    """
    Read an event's number, age in milliseconds, and body.

    A tap with a known zone and a malformed UID becomes an `UnclearTap` of that zone. An
    unknown reason or fault code becomes ``"unknown"``.

    Returns:
        The three values, or None if the type, the layout or the part is unknown.
    """
    layout = LAYOUTS.get(frame.type)
    size_bytes = len(frame.payload)
    if frame.version != VERSION or layout is None or size_bytes < layout.struct.size:
        return None
    n, age_ms, where, *rest = layout.read(frame)
    if where > (len(BUTTONS) - 1 if frame.type == Type.BUTTON else ZONES[-1]):
        return None
    body = _body(frame, where, *rest)
    return None if body is None else (n, age_ms, body)


def _body(frame: Frame, where: int, value: int = 0) -> Body | None:
    layout = LAYOUTS[frame.type]
    if frame.type == Type.TAP and layout.fits(frame.payload):
        return Tap(Zone(where), frame.payload[layout.struct.size :])
    if frame.type == Type.TAP:
        return UnclearTap(Zone(where), "unknown")
    if not layout.fits(frame.payload):
        return None
    if frame.type == Type.BUTTON:
        return ButtonChange(where, down=bool(value))
    if frame.type == Type.UNCLEAR:
        return UnclearTap(Zone(where), WHYS[value] if value < len(WHYS) else "unknown")
    return Fault(where, FAULT_CODES[value] if value < len(FAULT_CODES) else "unknown")


def bits(mask: int) -> tuple[int, ...]:
    """Return the positions of the bits that are 1 in *mask*, the lowest first."""
    return tuple(place for place in range(mask.bit_length()) if mask >> place & 1)
