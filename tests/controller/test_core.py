"""The controller's side of a conversation; tests/link has both sides together."""

import struct

import pytest

from firmware_host.devices.firmware import import_firmware
from firmware_host.link.frames import Frame, encode
from tests.controller.bench import HERE
from tests.controller.vectors import spoken

CORE, WIRE = import_firmware("core", "wire")
BOOT, SESSION = 77, 5
UID = b"\x04\xa1\xb2\xc3"


def pi(kind, *values, seq=0):
    """Return the bytes of a message from the Pi."""
    return WIRE.encode(kind, seq, struct.pack(WIRE.LAYOUTS[kind], *values))


WELCOME = pi(WIRE.WELCOME, 2, SESSION, BOOT)


@pytest.fixture
def core():
    """A controller that was welcomed at 0 ms."""
    core = CORE.Core(b"testbnch", BOOT)
    core.receive(WELCOME, 0)
    core.take()
    return core


def said(core):
    """Return the frames that wait to be sent, as pairs of type and seq."""
    return [frame[1:3] for frame in WIRE.Decoder().receive(core.take())]


def told(core):
    """Return the events that wait to be sent: type, n, age and body."""
    found = []
    for _, kind, _, payload in WIRE.Decoder().receive(core.take()):
        if kind >= WIRE.TAP:
            found.append((kind, *struct.unpack("<II", payload[:8]), payload[8:]))
    return found


def test_hello_is_said_each_half_second_until_it_is_welcomed():
    """A daemon may come at any time."""
    core = CORE.Core(b"testbnch", BOOT)
    hellos = []
    for now in range(0, 2001, 10):
        core.tick(now)
        hellos += [now for kind, _ in said(core) if kind == WIRE.HELLO]
    assert hellos == [0, 500, 1000, 1500, 2000]

    core.receive(WELCOME, 2010)
    core.tick(2500)
    assert WIRE.HELLO not in [kind for kind, _ in said(core)]


@pytest.mark.parametrize(
    "welcome",
    [
        pi(WIRE.WELCOME, 0, SESSION, BOOT),
        pi(WIRE.WELCOME, 3, SESSION, BOOT),
        pi(WIRE.WELCOME, 2, SESSION, BOOT + 1),
    ],
    ids=["protocol 0", "protocol 3", "another boot"],
)
def test_a_welcome_for_somebody_else_is_none(welcome):
    """The core is not welcomed by a WELCOME of another protocol, session or boot."""
    core = CORE.Core(b"testbnch", BOOT)
    core.receive(welcome, 0)
    assert not core.welcomed


def test_a_heartbeat_goes_out_each_second(core):
    """A heartbeat has the held buttons, the faulty zones and the lost events."""
    core.button(5, 1, 0)
    core.button(36, 1, 0)
    core.fault(4, WIRE.SILENT, 0)
    core.lost = 9
    core.take()
    core.tick(1000)
    (beat,) = [
        one for one in WIRE.Decoder().receive(core.take()) if one[1] == WIRE.BEAT
    ]
    assert struct.unpack("<QHI", beat[3]) == (1 << 5 | 1 << 36, 1 << 4, 9)

    core.button(5, 0, 1000)
    core.button(36, 0, 1000)
    core.fault(4, WIRE.HEALED, 1000)
    assert (core.held, core.faults) == (0, 0)


def test_an_event_is_repeated_ever_more_slowly_until_its_ack(core):
    """100, 200, 400, 800, then 1000 ms; each time with its age."""
    core.tap(3, UID, 0)
    times = []
    for now in range(0, 4001, 10):
        core.receive(pi(WIRE.PI_BEAT, SESSION, BOOT), now)
        times += [
            now for event in told(core) if event == (WIRE.TAP, 1, now, b"\3" + UID)
        ]
    assert times == [0, 100, 300, 700, 1500, 2500, 3500]

    core.receive(pi(WIRE.PI_ACK, seq=1), 4001)
    core.tick(6000)
    assert told(core) == []


def test_only_the_ack_of_what_is_under_way_counts(core):
    """A late one of the event before must not settle the next."""
    core.tap(1, UID, 0)
    core.receive(pi(WIRE.PI_ACK, seq=1), 1)
    core.tap(2, UID, 2)
    core.take()
    core.receive(pi(WIRE.PI_ACK, seq=1), 3)
    core.tick(102)
    assert [event[1] for event in told(core)] == [2]


def test_numbers_go_from_1_to_255_and_round(core):
    """Sequence numbers go from 1 to 255 and start over; 0 needs no acknowledgement."""
    seqs = []
    for now in range(300):
        core.tap(1, UID, now)
        (seq,) = [seq for kind, seq in said(core) if kind == WIRE.TAP]
        seqs.append(seq)
        core.receive(pi(WIRE.PI_ACK, seq=seq), now)
    assert seqs == [1 + number % 255 for number in range(300)]


def test_it_queues_32_events_and_counts_what_it_could_not(core):
    """If the queue is full, the first event and the newest 31 are kept."""
    for number in range(40):
        core.tap(1, bytes((number,)) * 4, 0)
    core.take()
    numbers = []
    for seq in range(1, 41):
        core.tick(10_000 * seq)
        core.receive(WELCOME, 10_000 * seq)
        numbers += [event[1] for event in told(core)]
        core.receive(pi(WIRE.PI_ACK, seq=seq), 10_000 * seq)
    assert sorted(set(numbers)) == [1, *range(10, 41)]
    assert core.lost == 8


def test_a_silent_pi_is_greeted_again(core):
    """After three missed heartbeats events wait and HELLO is said."""
    core.tap(1, UID, 0)
    core.take()
    core.tick(3499)
    assert WIRE.TAP in [kind for kind, _ in said(core)]
    core.tick(3500)
    assert said(core) == [(WIRE.HELLO, 0)]
    assert core.wake_at() == 4000


@pytest.mark.parametrize("pair", [(SESSION + 1, BOOT), (SESSION, 0)])
def test_a_pi_that_does_not_know_it_gets_a_hello_at_once(core, pair):
    """A daemon that restarted is up again long before it is missed."""
    core.receive(pi(WIRE.PI_BEAT, *pair), 10)
    assert said(core) == [(WIRE.HELLO, 0)]


def test_the_same_session_keeps_the_numbers_and_a_new_one_begins_them_anew(core):
    """A WELCOME of the same session keeps an event's number, a new one resets it."""
    core.tap(1, UID, 0)
    core.receive(pi(WIRE.PI_ACK, seq=1), 0)
    core.tap(2, UID, 0)
    core.take()
    core.receive(pi(WIRE.PI_BEAT, SESSION, 0) + WELCOME, 10)
    assert (WIRE.TAP, 2) in said(core)

    core.receive(pi(WIRE.WELCOME, 2, SESSION + 1, BOOT), 20)
    assert (WIRE.TAP, 1) in said(core)


def test_update_is_done_once_and_acknowledged_each_time(core):
    """The Pi repeats it when the ACK was lost."""
    core.receive(pi(WIRE.UPDATE, seq=1), 1)
    assert core.update_asked
    core.update_asked = False
    core.receive(pi(WIRE.UPDATE, seq=1), 2)
    assert not core.update_asked
    assert [kind for kind, _ in said(core)].count(WIRE.ACK) == 2


def test_each_tuning_is_taken_once_and_acknowledged_each_time(core):
    """A repeated TUNE is acknowledged again, but applied once."""
    tune = pi(WIRE.TUNE, 3, 250, 4, seq=1)
    core.receive(tune + tune + pi(WIRE.TUNE, 0, 150, 7, seq=2), 1)
    assert core.tunings == [(3, 250, 4), (0, 150, 7)]
    assert [kind for kind, _ in said(core)].count(WIRE.ACK) == 3


def test_rims_show_the_last_word_of_a_pi_that_is_there(core):
    """The rims show the last message of a connected Pi, and go dark without one."""
    core.receive(pi(WIRE.RIMS, 8, 0) + pi(WIRE.RIMS, 8, 2), 1)
    assert core.rims == (8, 2)
    assert said(core) == []
    core.tick(3499)
    assert core.rims == (8, 2)
    core.tick(3500)
    assert core.rims == (0, 0)
    core.receive(pi(WIRE.RIMS, 8, 2), 3501)
    assert core.rims == (0, 0)  # it is not welcomed
    core.receive(WELCOME + pi(WIRE.RIMS, 8, 2) + pi(WIRE.PI_BEAT, SESSION + 1, 0), 3502)
    assert core.rims == (0, 0)


def test_each_second_it_says_how_its_readers_read():
    """In protocol 2 the report's values are sent as READS each second."""
    core = CORE.Core(b"testbnch", BOOT, report=lambda now: [(3, 16, 15, 1, now)])
    core.receive(WELCOME, 0)
    core.take()
    core.tick(1000)
    (reads,) = [
        frame for frame in WIRE.Decoder().receive(core.take()) if frame[1] == WIRE.READS
    ]
    assert struct.unpack("<BHHHI", reads[3]) == (3, 16, 15, 1, 1000)


# A Pi of the protocol before ours


def old_pi():
    """Return the recorded bytes of a Pi of protocol 1, with their milliseconds."""
    return spoken((HERE.parent / "link/protocol1.hex").read_text("ascii"), "pi")


def hellos(core):
    """Return the protocols of the HELLOs that wait to be sent."""
    frames = WIRE.Decoder().receive(core.take())
    return [payload[0] for _, kind, _, payload in frames if kind == WIRE.HELLO]


def test_with_a_pi_of_the_protocol_before_it_plays_as_that_one_did():
    """If refused, the core says HELLO in protocol 1 and works with the old Pi."""
    core = CORE.Core(b"testbnch", 0x01020304, report=lambda now: [(3, 16, 15, 1, now)])
    core.tick(0)
    assert hellos(core) == [2]
    said = b""
    happens = {
        700: lambda: core.tap(3, UID, 700),
        900: lambda: core.button(36, 1, 900),  # of a build that it does not know
        1200: lambda: core.fault(4, 1, 1200),
    }
    for now, data in old_pi():
        happens.pop(now, lambda: None)()
        core.receive(data, now)
        core.tick(now)
        said += core.take()
    assert (core.welcomed, core.proto) == (True, 1)
    assert core.update_asked
    frames = WIRE.Decoder().receive(said)
    protos = [payload[0] for _, kind, _, payload in frames if kind == WIRE.HELLO]
    assert protos == [2, 1]  # asked for its HELLO, and refused
    beats = [payload for _, kind, _, payload in frames if kind == WIRE.BEAT]
    assert {struct.unpack("<IHI", beat) for beat in beats} == {(0, 0, 0), (0, 16, 0)}
    assert WIRE.READS not in [kind for _, kind, *_ in frames]
    assert core._queue == []  # the old Pi has acknowledged what it was told


def test_a_refusal_that_it_did_not_hear_is_guessed():
    """An old Pi refuses once, and asks for HELLO for ever after."""
    core = CORE.Core(b"testbnch", BOOT)
    asked = []
    for now in range(0, 3000, 250):
        core.receive(pi(WIRE.PI_BEAT, SESSION, 0), now)
        asked += hellos(core)
    assert asked == [2] * 8 + [1] * 4


@pytest.mark.parametrize("silent", [True, False])
def test_a_new_daemon_is_offered_the_new_protocol_again(silent):
    """The Pi may have been upgraded, while the controller kept its power."""
    core = CORE.Core(b"testbnch", BOOT)
    core.receive(pi(WIRE.WELCOME, 1, SESSION, BOOT), 0)
    core.receive(pi(WIRE.WELCOME, 1, SESSION, BOOT), 1)
    assert (core.welcomed, core.proto) == (True, 1)
    core.take()
    if silent:
        core.tick(5000)
    else:
        core.receive(pi(WIRE.PI_BEAT, SESSION + 1, 0), 5000)
    assert hellos(core) == [2]
    core.receive(pi(WIRE.WELCOME, 2, SESSION + 1, BOOT), 5001)
    assert (core.welcomed, core.proto) == (True, 2)


def test_a_frame_of_the_wrong_length_or_version_is_ignored(core):
    """Malformed or unknown frames are ignored."""
    core.receive(WIRE.encode(WIRE.PI_BEAT, 0, b"x") + WIRE.encode(0x7E, 0), 1)
    core.receive(b"\x00\xff\xff\x00" + bytes(range(256)), 2)
    assert core.welcomed
    assert said(core) == []


@pytest.mark.parametrize(
    "frame",
    [
        WIRE.encode(0x95, 9, b"new"),
        WIRE.encode(WIRE.TUNE, 9, b"too long"),
        encode(Frame(WIRE.TUNE, 9, b"\3\xfa\0\4", version=2)),
        encode(Frame(WIRE.UPDATE, 9, version=2)),
    ],
    ids=["unknown type", "unknown length", "unknown version", "no payload"],
)
def test_a_command_that_it_cannot_read_holds_up_none_behind_it(core, frame):
    """A command that cannot be parsed is acknowledged and ignored."""
    core.receive(frame, 1)
    assert said(core) == [(WIRE.ACK, 9)]
    assert core.tunings == []
    assert not core.update_asked


def test_what_nobody_repeats_counts_in_the_known_version_alone(core):
    """Except for WELCOME, unacknowledged frames of another version are ignored."""
    core.tap(1, UID, 50)
    assert said(core)[0][1] == 1
    core.receive(encode(Frame(WIRE.PI_ACK, 1, version=2)), 60)
    core.receive(encode(Frame(WIRE.PI_BEAT, 0, bytes(8), version=2)), 60)
    assert core.welcomed
    core.tick(150)
    assert said(core)[0][1] == 1
    core.receive(encode(Frame(WIRE.PI_ACK, 1)), 160)
    core.tick(400)
    assert said(core) == []


def test_events_are_counted_on_within_a_boot_whoever_welcomes_it(core):
    """A Pi takes an `n` that is not above the last one for a repetition."""
    ns = []
    for session in (SESSION, SESSION + 1, SESSION + 2):
        core.receive(pi(WIRE.WELCOME, 2, session, BOOT), 10)
        core.take()
        core.tap(1, UID, 20)
        (frame,) = WIRE.Decoder().receive(core.take())
        ns.append(int.from_bytes(frame[3][:4], "little"))
        core.receive(encode(Frame(WIRE.PI_ACK, frame[2])), 30)
    assert ns == [1, 2, 3]


def test_it_wants_to_be_woken_when_something_is_due(core):
    """`wake_at` is the next heartbeat, or earlier the repeat of an event."""
    assert core.wake_at() == 1000
    core.tap(1, UID, 50)
    assert core.wake_at() == 150
