"""The table of messages, and the controller's half of it."""

import re
from pathlib import Path

import pytest

from firmware_host.board.events import Button
from firmware_host.devices.firmware import import_firmware
from firmware_host.link.frames import PROTOCOL, VERSION, Frame
from firmware_host.link.messages import (
    BUTTONS,
    BY_PROTO,
    FAULT_CODES,
    FIRST_RELIABLE,
    LAYOUTS,
    NEVER,
    WHYS,
    ButtonChange,
    Capability,
    Fault,
    Tap,
    Tune,
    Type,
    UnclearTap,
    Update,
    bits,
    is_event,
    read_event,
    write,
    write_command,
)

(WIRE,) = import_firmware("wire")


def test_both_ends_number_and_lay_out_every_message_alike():
    """Types and layouts of all messages are the same at both ends."""
    ours = {int(kind): layout.struct.format for kind, layout in LAYOUTS.items()}
    assert ours == WIRE.LAYOUTS
    assert BY_PROTO[WIRE.OLD_PROTOCOL][Type.BEAT].struct.format == WIRE.OLD_BEAT
    assert {kind.name: int(kind) for kind in Type} == {
        name: getattr(WIRE, name) for name in Type.__members__
    }


def test_both_ends_agree_on_every_small_number():
    """Reasons, fault codes and capabilities are numbers on the wire."""
    assert (
        WHYS.index("two-pieces"),
        WHYS.index("two-zones"),
    ) == (WIRE.TWO_PIECES, WIRE.TWO_ZONES)
    assert tuple(map(FAULT_CODES.index, ("healed", "silent", "stuck", "held"))) == (
        WIRE.HEALED,
        WIRE.SILENT,
        WIRE.STUCK,
        WIRE.HELD,
    )
    assert NEVER == WIRE.NEVER
    assert (WIRE.VERSION, WIRE.PROTOCOL) == (VERSION, PROTOCOL)
    able = WIRE.HAS_TAGS, WIRE.HAS_BUTTONS, WIRE.HAS_RIMS
    assert able == tuple(Capability)


def test_hello_and_welcome_keep_their_layout_for_ever():
    """A daemon of any age must be able to refuse a controller of any age."""
    assert LAYOUTS[Type.HELLO].struct.format == "<B3s8sIBH"
    assert LAYOUTS[Type.WELCOME].struct.format == "<BII"


def test_the_newest_protocol_and_the_one_before_are_spoken():
    """A board may flash its controller on another day than it upgrades its Pi."""
    assert sorted(BY_PROTO) == [PROTOCOL - 1, PROTOCOL]
    assert BY_PROTO[PROTOCOL] is LAYOUTS
    assert set(LAYOUTS) - set(BY_PROTO[1]) == {Type.READS, Type.RIMS, Type.TUNE}


@pytest.mark.parametrize("kind", Type)
def test_the_type_tells_who_sends_it_and_whether_it_is_repeated(kind):
    """Bit 7 is the Pi's; 0x10 and more in the others want an ACK."""
    assert (kind >= 0x80) == (
        kind.name in ("WELCOME", "PI_ACK", "PI_BEAT", "RIMS", "UPDATE", "TUNE")
    )
    reliable = kind & 0x7F >= FIRST_RELIABLE
    events = "TAP", "UNCLEAR", "BUTTON", "FAULT"
    assert reliable == (kind.name in (*events, "UPDATE", "TUNE"))


@pytest.mark.parametrize(
    ("frame", "body"),
    [
        (
            Frame(Type.TAP, 1, bytes.fromhex("0100000096000000 03 04a1b2c3")),
            Tap(3, b"\x04\xa1\xb2\xc3"),
        ),
        (write(Type.UNCLEAR, 1, 150, 2, 1), UnclearTap(2, "two-zones")),
        (write(Type.BUTTON, 1, 150, 5, 1), ButtonChange(5, down=True)),
        (write(Type.FAULT, 1, 150, 4, 0), Fault(4, "healed")),
    ],
    ids=["tap", "unclear", "button", "fault"],
)
def test_an_event_is_read_as_it_was_written(frame, body):
    """An event's number, age and body are read from its frame."""
    assert read_event(frame) == (1, 150, body)


@pytest.mark.parametrize(
    ("frame", "body"),
    [
        (write(Type.UNCLEAR, 1, 0, 2, 3), UnclearTap(2, "unknown")),
        (write(Type.FAULT, 1, 0, 6, 4), Fault(6, "unknown")),
        (Frame(Type.TAP, 1, bytes(8) + b"\6" + bytes(11)), UnclearTap(6, "unknown")),
    ],
    ids=["unclear", "fault", "tap"],
)
def test_a_touch_or_fault_of_a_newer_controller_is_understood_as_far_as_it_can_be(
    frame, body
):
    """A reason from the future is still a reason, and a long UID still a touch."""
    assert read_event(frame)[2] == body


@pytest.mark.parametrize(
    "frame",
    [
        Frame(0x14, 1, bytes(12)),
        Frame(Type.TAP, 1, bytes(8)),
        Frame(Type.TAP, 1, bytes(8) + b"\7" + bytes(7)),
        Frame(Type.FAULT, 1, bytes(11)),
        write(Type.UNCLEAR, 1, 0, 7, 0),
        write(Type.FAULT, 1, 0, 99, 1),
        write(Type.BUTTON, 1, 0, len(BUTTONS), 1),
        Frame(Type.TAP, 1, bytes(8) + b"\1" + bytes(7), version=VERSION + 1),
    ],
    ids=["type", "short", "zone", "long", "pad", "part", "button", "version"],
)
def test_an_event_that_names_nothing_of_this_board_cannot_be_read(frame):
    """A touch of zone 7 has no lamp that could answer."""
    assert read_event(frame) is None


@pytest.mark.parametrize(
    ("kind", "seq", "event"),
    [
        *((0x0F, 1, False), (0x10, 1, True), (0x7F, 1, True), (0x80, 1, False)),
        *((0x10, 255, True), (0x10, 0, False), (0x04, 0, False)),
    ],
)
def test_an_event_is_told_by_its_type_and_its_seq(kind, seq, event):
    """A frame of type 0x10 to 0x7F with a number is an event, even an unknown one."""
    assert is_event(Frame(kind, seq)) is event


def test_the_last_zone_part_and_button_can_be_read():
    """Events with the highest zone, button and UID length are read."""
    last = len(BUTTONS) - 1
    assert read_event(write(Type.BUTTON, 1, 0, last, 0))[2] == ButtonChange(
        last, down=False
    )
    assert read_event(write(Type.UNCLEAR, 1, 0, 6, 0))[2] == UnclearTap(6, "two-pieces")
    assert read_event(Frame(Type.TAP, 1, bytes(8) + b"\0" + bytes(10)))[2] == Tap(
        0, bytes(10)
    )


def test_a_payload_of_the_wrong_length_does_not_fit():
    """A payload of another length does not fit its layout."""
    tap = LAYOUTS[Type.TAP]
    assert [tap.fits(bytes(size)) for size in (8, 9, 19, 20)] == [0, 1, 1, 0]
    assert LAYOUTS[Type.ACK].fits(b"")
    assert not LAYOUTS[Type.ACK].fits(b"x")


def test_the_controller_is_flashed_and_tuned_and_asked_for_nothing_else():
    """The only commands are UPDATE and TUNE."""
    assert write_command(Update(), seq=7) == Frame(Type.UPDATE, 7)
    assert write_command(Tune(3, 250, 4), seq=8) == write(Type.TUNE, 3, 250, 4, seq=8)


def test_buttons_are_numbered_in_the_order_of_the_board():
    """The Pico's pins are given by these numbers, so they may not move."""
    assert tuple(Button) == BUTTONS
    assert BUTTONS.index(Button.TICK) == 0
    config = Path(WIRE.__file__).with_name("board_config.py").read_text("utf-8")
    told = re.findall(r"^    (\d+): \d+,  # (\S+)$", config, re.MULTILINE)
    assert told[:5] == [
        *(("0", "tick"), ("1", "cross"), ("2", "circle"), ("3", "square")),
        ("4", "triangle"),
    ]


def test_a_mask_is_read_from_its_lowest_bit():
    """Held buttons and faulty parts come as masks."""
    assert bits(0b100101) == (0, 2, 5)
    assert bits(0) == ()
