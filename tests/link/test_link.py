"""The Pi's side of a conversation, with the controller's own core at the other end."""

from pathlib import Path

import pytest

from firmware_host.board.pieces import Zone
from firmware_host.devices.firmware import import_firmware
from firmware_host.link import messages
from firmware_host.link.events import (
    Connected,
    Event,
    Heartbeat,
    Offline,
    Reads,
    Unreadable,
    Unsupported,
)
from firmware_host.link.frames import PROTOCOL, Decoder, Frame, Noise, encode
from firmware_host.link.link import (
    ASK_MS,
    OFFLINE_AFTER_MS,
    Link,
    Signal,
    State,
)
from firmware_host.link.messages import (
    ButtonChange,
    Capability,
    Fault,
    Tap,
    Tune,
    Type,
    UnclearTap,
    Update,
    write,
)
from tests.controller.vectors import spoken

(CORE,) = import_firmware("core")
UID = bytes.fromhex("04a1b2c3d4e5f6")
BOOT = 77


class Talk:
    """A link and a controller's core, joined by a perfect wire and one clock."""

    def __init__(self, *, session=5, boot_id=BOOT):
        self.now = 0
        self.told = []
        self.wire_up = True
        self.link = Link(session=session)
        self.core = CORE.Core(b"testbnch", boot_id)

    def run(self, ms, *, step=5):
        """Let *ms* milliseconds pass."""
        until = self.now + ms
        while self.now < until:
            self.now += step
            self.turn()

    def turn(self):
        """Let both ends do what is due until neither has anything to send."""
        self.told += self.link.tick(self.now)
        self.core.tick(self.now)
        while True:
            down, up = self.link.data_to_send(), self.core.take()
            if not (down or up) or not self.wire_up:
                return
            self.core.receive(down, self.now)
            self.told += self.link.receive(up, self.now)

    def events(self):
        """Return the events received since the last call."""
        told, self.told = self.told, []
        return [one for one in told if isinstance(one, Event)]


@pytest.fixture
def talk():
    """A conversation that has just begun."""
    talk = Talk()
    talk.run(5)
    return talk


def sent(link):
    """Return the types of the frames that wait to be sent."""
    return [frame.type for frame in Decoder().receive(link.data_to_send())]


def hello(**changes):
    """Return the bytes of a HELLO."""
    fields = {
        "proto": PROTOCOL,
        "firmware": b"\1\0\0",
        "uid": b"testbnch",
        "boot_id": BOOT,
        "zones": 0b1111,
        "capabilities": 1,
    } | changes
    return encode(write(Type.HELLO, *fields.values()))


def test_a_hello_is_welcomed_and_tells_what_the_controller_is():
    """The table learns where there are readers."""
    link = Link(session=5)

    told = list(link.receive(hello(), 0))

    assert told == [
        Connected(BOOT, b"testbnch".hex(), "1.0.0", (0, 1, 2, 3), Capability.TAGS, 2)
    ]
    assert link.state is State.WELCOMED
    assert sent(link) == [Type.WELCOME]


def test_a_repeated_hello_is_welcomed_again_but_told_once():
    """The first WELCOME may have been lost on the way."""
    link = Link(session=5)
    list(link.receive(hello(), 0))
    link.data_to_send()

    assert list(link.receive(hello(), 500)) == []
    assert sent(link) == [Type.WELCOME]


def test_rims_are_told_to_who_has_them_and_again_with_each_heartbeat():
    """The rims are sent after a welcome and with each heartbeat."""
    link = Link(session=5)
    link.show_rims(0b1000, 0b10)
    list(link.tick(0))
    link.data_to_send()
    list(link.receive(hello(capabilities=7), 0))
    assert sent(link) == [Type.WELCOME, Type.RIMS]
    link.show_rims(0b1000, 0)
    (frame,) = Decoder().receive(link.data_to_send())
    assert frame == Frame(Type.RIMS, 0, b"\x08\x00")
    list(link.tick(1000))
    assert sent(link) == [Type.PI_BEAT, Type.RIMS]
    list(link.receive(hello(capabilities=7, boot_id=BOOT + 1), 1001))
    assert sent(link) == [Type.WELCOME, Type.RIMS]


def test_a_controller_without_rims_hears_nothing_of_them():
    """A controller without the capability never gets RIMS, with new or old firmware."""
    link = Link(session=5)
    list(link.receive(hello(capabilities=3), 0))
    link.show_rims(0b1000, 0)
    list(link.tick(1000))
    assert Type.RIMS not in sent(link)


def test_rims_hold_up_no_command_and_no_event(talk):
    """RIMS frames need no acknowledgement, so commands and events go on."""
    talk.link._able = Capability.RIMS
    talk.core.tap(3, UID, talk.now)
    talk.link.show_rims(0b1000, 0)
    talk.link.command(Tune(3, 250, 4))
    talk.run(5)
    assert (talk.core.rims, talk.core.tunings) == ((8, 0), [(3, 250, 4)])
    assert len(talk.events()) == 1


def test_an_event_is_acknowledged_only_when_the_table_says_so(talk):
    """Until the table acknowledges an event the next one waits."""
    talk.core.tap(3, UID, talk.now)
    talk.run(5)
    (event,) = talk.events()
    assert event == Event(BOOT, 1, 0, 1, Tap(3, UID))

    talk.run(1000)
    assert talk.events() == []  # its repeats are swallowed

    talk.core.tap(4, UID, talk.now)
    talk.run(1000)
    assert talk.events() == []  # the next one waits its turn

    talk.link.acknowledge(event)
    talk.run(5)
    (second,) = talk.events()
    assert (second.n, second.body) == (2, Tap(4, UID))


def test_a_lost_ack_is_said_again(talk):
    """The controller repeats the event; the table is not asked twice."""
    talk.core.tap(3, UID, talk.now)
    talk.run(5)
    (event,) = talk.events()
    talk.link.acknowledge(event)
    talk.link.data_to_send()  # lost on the way

    talk.run(300)
    talk.core.tap(4, UID, talk.now)
    talk.run(5)

    (second,) = talk.events()
    assert second.n == 2


def test_an_event_that_waited_says_how_long(talk):
    """An event that was delayed has its age."""
    talk.wire_up = False
    talk.core.tap(3, UID, talk.now)
    talk.run(2500)
    talk.wire_up = True
    talk.run(1000)

    (event,) = talk.events()
    assert 2500 <= event.age_ms <= 3500


def test_three_missed_heartbeats_are_offline_and_told_once(talk):
    """A controller that hangs is shown as a fault, not waited for."""
    talk.told.clear()
    talk.wire_up = False
    talk.run(OFFLINE_AFTER_MS - 100)
    assert talk.told == []

    talk.run(5000)
    assert talk.told == [Offline()]
    assert talk.link.state is State.OFFLINE


def test_a_pi_that_does_not_know_a_reason_takes_it_for_unclear_and_goes_on(
    talk, monkeypatch
):
    """A Pi from before "again, please": so the protocol keeps its number."""
    monkeypatch.setattr(messages, "WHYS", ("two-pieces", "two-zones"))
    talk.core.unclear(3, 2, talk.now)
    talk.core.tap(3, UID, talk.now)
    for body in (UnclearTap(Zone(3), "unknown"), Tap(Zone(3), UID)):
        talk.run(5)
        (event,) = talk.events()
        assert event.body == body
        talk.link.acknowledge(event)
    talk.run(1000)
    assert talk.events() == []


def test_a_controller_that_never_says_again_is_served(talk):
    """Controllers that send only the older reasons for "unclear" still work."""
    for why, body in enumerate(("two-pieces", "two-zones")):
        talk.core.unclear(3, why, talk.now)
        talk.run(5)
        (event,) = talk.events()
        assert event.body == UnclearTap(Zone(3), body)
        talk.link.acknowledge(event)
        talk.run(5)


def test_after_silence_both_find_each_other_again(talk):
    """After a break the link connects again, and events of the break arrive."""
    talk.wire_up = False
    talk.core.button(5, 1, talk.now)
    talk.run(6000)
    talk.told.clear()
    talk.wire_up = True
    talk.run(600)

    assert [type(one) for one in talk.told[:2]] == [Connected, Event]
    assert talk.events()[0].body == ButtonChange(5, down=True)


def test_a_new_daemon_is_told_what_the_old_one_did_not_acknowledge(talk):
    """A new daemon gets the event that the old one did not acknowledge."""
    talk.core.tap(3, UID, talk.now)
    talk.run(5)
    talk.told.clear()

    talk.link = Link(session=6)
    talk.run(20)

    assert isinstance(talk.told[0], Connected)
    (event,) = talk.events()
    assert (event.n, event.seq) == (1, 1)


def test_a_new_boot_begins_both_numbers_anew(talk):
    """Old and new events of a rebooted controller cannot be mistaken."""
    talk.core.tap(3, UID, talk.now)
    talk.run(5)
    (old,) = talk.events()

    talk.core = CORE.Core(b"testbnch", BOOT + 1)
    talk.core.tap(3, UID, talk.now)
    talk.run(20)
    talk.link.acknowledge(old)  # too late, and for nobody
    assert talk.link.data_to_send() == b""
    (event,) = talk.events()
    assert (event.boot_id, event.n, event.seq) == (BOOT + 1, 1, 1)


def test_two_daemons_in_turn_swallow_nothing_of_each_other(talk):
    """Two daemons in turn both receive new events; `n` identifies a repeated one."""
    links = [talk.link, Link(session=6), talk.link]
    for number, talk.link in enumerate(links, start=1):
        talk.run(2000)
        talk.events()
        talk.core.tap(3, UID, talk.now)
        talk.run(5)
        (event,) = talk.events()
        assert (event.seq, event.n) == (1, number)
        talk.link.acknowledge(event)
        talk.run(5)


def test_a_pulled_cable_is_offline_at_once(talk):
    """Unplugging is reported as offline at once, and only once."""
    assert list(talk.link.unplugged(talk.now)) == [Offline()]
    assert list(talk.link.unplugged(talk.now)) == []
    assert talk.link.data_to_send() == b""


def test_an_event_acknowledged_while_the_cable_is_out_is_not_told_twice(talk):
    """COMMIT may fall between pulling and plugging."""
    talk.core.tap(3, UID, talk.now)
    talk.run(5)
    (event,) = talk.events()
    talk.told += talk.link.unplugged(talk.now)
    talk.link.acknowledge(event)
    talk.core.tap(4, UID, talk.now)
    talk.run(1000)

    assert [event.n for event in talk.events()] == [2]


def test_half_a_frame_from_before_a_replug_is_forgotten():
    """Half a frame from before a replug is discarded."""
    link = Link(session=5)
    list(link.receive(hello()[:9], 0))
    list(link.unplugged(1))

    assert isinstance(next(link.receive(hello()[1:], 2)), Connected)


@pytest.mark.parametrize("proto", [0, PROTOCOL + 1, 255])
def test_a_protocol_that_we_do_not_speak_is_refused_loudly_and_told_once(proto):
    """HELLO never changes, so even a controller of the future can be named."""
    link = Link(session=5)

    assert list(link.receive(hello(proto=proto), 0)) == [Unsupported(proto)]
    assert list(link.receive(hello(proto=proto), 500)) == []
    welcomes = list(Decoder().receive(link.data_to_send()))
    # The WELCOMEs have our protocol; one may be lost, so each HELLO gets its own.
    assert [frame.payload[0] for frame in welcomes] == [PROTOCOL, PROTOCOL]
    assert link.state is State.REFUSED


def test_a_flashed_controller_is_welcomed_after_all():
    """Refusal lasts only as long as its reason."""
    link = Link(session=5)
    list(link.receive(hello(proto=PROTOCOL + 1), 0))

    assert isinstance(next(link.receive(hello(boot_id=BOOT + 1), 900)), Connected)


def old_controller():
    """Return the recorded bytes of a controller of protocol 1, with milliseconds."""
    path = Path(__file__).with_name("protocol1.hex")
    return spoken(path.read_text(encoding="ascii"), "controller")


def test_a_controller_of_the_protocol_before_plays_as_it_always_did():
    """A controller of protocol 1 is welcomed in it, and gets no TUNE."""
    link, told, sent = Link(session=0xDEADBEEF), [], b""
    link.command(Tune(3, 250, 4))
    for now_ms, data in old_controller():
        if now_ms >= 2500:
            link.command(Update())
        for one in [*link.receive(data, now_ms), *link.tick(now_ms)]:
            told.append(one)
            if isinstance(one, Event):
                link.acknowledge(one)
        sent += link.data_to_send()

    (hello,) = [one for one in told if isinstance(one, Connected)]
    assert (hello.proto, hello.firmware) == (1, "1.0.0")
    assert [one.body for one in told if isinstance(one, Event)] == [
        Tap(3, UID),
        ButtonChange(5, down=True),
        Fault(4, "silent"),
    ]
    assert Heartbeat((5,), (4,), 0) in told
    frames = list(Decoder().receive(sent))
    protos = {frame.payload[0] for frame in frames if frame.type == Type.WELCOME}
    assert protos == {1}
    assert Type.TUNE not in [frame.type for frame in frames]
    assert Type.UPDATE in [frame.type for frame in frames]


def test_an_old_hello_that_lay_in_the_cable_does_not_hold_the_protocol_down():
    """A late HELLO of protocol 1 does not change a newer connection."""
    link = Link(session=5)
    told = list(link.receive(hello(proto=1) + hello() + hello(proto=1), 0))

    assert [one.proto for one in told] == [1, 2]
    welcomes = list(Decoder().receive(link.data_to_send()))
    assert [frame.payload[0] for frame in welcomes] == [1, 2, 2]


def test_a_pad_is_tuned_once(talk):
    """The command is repeated until the controller has it."""
    talk.link.command(Tune(3, 250, 4))
    talk.run(300)
    assert talk.core.tunings == [(3, 250, 4)]


def test_how_its_readers_read_is_told(talk):
    """READS are passed on, with None for a reader that has read nothing yet."""
    talk.core._report = lambda _: [(3, 16, 15, 1, 42), (0, 16, 0, 0, 0xFFFFFFFF)]
    talk.run(1000)
    assert Reads(3, 16, 15, 1, 42) in talk.told
    assert Reads(0, 16, 0, 0, None) in talk.told


def test_update_is_repeated_until_it_is_done(talk):
    """UPDATE is repeated until it is acknowledged, and done only once."""
    talk.wire_up = False
    talk.link.command(Update())
    talk.run(350)
    talk.wire_up = True
    talk.run(1000)

    assert talk.core.update_asked
    assert sent(talk.link) == []
    talk.core.update_asked = False
    talk.run(2000)
    assert not talk.core.update_asked


def test_a_command_that_was_under_way_dies_with_its_boot(talk):
    """An UPDATE whose ACK was lost must not reboot the controller again."""
    talk.wire_up = False
    talk.link.command(Update())
    talk.run(50)
    talk.core = CORE.Core(b"testbnch", BOOT + 1)
    talk.wire_up = True
    talk.run(3000)

    assert not talk.core.update_asked


def test_commands_wait_for_a_controller():
    """A command sent before a controller is connected is done after its HELLO."""
    talk = Talk()
    talk.link.command(Update())
    talk.run(20)

    assert talk.core.update_asked


def test_a_beat_tells_buttons_faults_and_losses(talk):
    """A heartbeat has the held buttons, the faults and the lost events."""
    talk.core.button(2, 1, talk.now)
    talk.core.button(36, 1, talk.now)
    talk.core.fault(4, 1, talk.now)
    talk.core.lost = 3
    talk.run(1000)

    assert Heartbeat((2, 36), (4,), 3) in talk.told


def test_events_before_hello_are_not_ours():
    """Events before HELLO are ignored, and the link asks for a HELLO."""
    link = Link(session=5)
    tap = Frame(Type.TAP, 1, bytes(9) + UID)

    assert list(link.receive(encode(tap), 0)) == []
    assert list(link.tick(0)) == []
    assert sent(link) == [Type.PI_BEAT]
    assert link.wake_at() == ASK_MS


@pytest.mark.parametrize(
    "frame",
    [
        Frame(0x7F, 0),
        Frame(Type.BEAT, 0, b"x"),
        Frame(Type.BEAT, 0, bytes(14), version=2),
        Frame(Type.BEAT, 0, bytes(10)),
        Frame(Type.WELCOME, 0, bytes(9)),
        Frame(Type.UNCLEAR, 0, bytes(10)),
    ],
    ids=[
        "unknown type",
        "wrong length",
        "other frame",
        "protocol 1's",
        "our own",
        "not repeated",
    ],
)
def test_a_whole_frame_without_meaning_is_noise(frame):
    """A valid frame of an unknown type or length is reported as noise."""
    link = Link(session=5)
    list(link.receive(hello(), 0))

    assert list(link.receive(encode(frame), 0)) == [Noise(len(frame.payload))]
    assert link.state is State.WELCOMED


@pytest.mark.parametrize(
    "frame",
    [
        Frame(0x14, 3, bytes(9)),
        Frame(0x7F, 3),
        Frame(Type.TAP, 3, bytes(8)),
        Frame(Type.FAULT, 3, bytes(8) + b"\x63\x01"),
        Frame(Type.TAP, 3, bytes(9) + UID, version=2),
    ],
    ids=["new type", "last type", "too short", "unknown part", "other frame"],
)
def test_an_event_that_cannot_be_read_is_acknowledged_and_told(frame):
    """An unreadable event is acknowledged, so that it is not repeated, and reported."""
    link = Link(session=5)
    list(link.receive(hello(), 0))
    link.data_to_send()

    told = list(link.receive(encode(frame), 0))

    assert told == [Unreadable(frame.type, frame.payload)]
    assert list(Decoder().receive(link.data_to_send())) == [Frame(Type.PI_ACK, 3)]


def test_a_controller_that_never_says_hello_is_told_offline():
    """Without a HELLO the link is offline after a time, until one comes."""
    link = Link(session=5, now_ms=1000)
    assert list(link.tick(1000 + OFFLINE_AFTER_MS - 1)) == []
    assert link.wake_at() <= 1000 + OFFLINE_AFTER_MS
    assert list(link.tick(1000 + OFFLINE_AFTER_MS)) == [Offline()]
    assert list(link.tick(1000 + 2 * OFFLINE_AFTER_MS)) == []

    (told,) = link.receive(hello(), 9000)
    assert isinstance(told, Connected)


def test_a_port_that_is_not_there_at_the_start_is_told_once():
    """A missing port is reported as offline only once."""
    link = Link(session=5)
    assert list(link.unplugged(0)) == [Offline()]
    assert list(link.unplugged(50)) == []


def test_the_link_wants_to_be_woken_when_something_is_due(talk):
    """`wake_at` is within a second, and at once if a command waits."""
    talk.run(5)
    assert talk.now < talk.link.wake_at() <= talk.now + 1000
    talk.link.command(Update())
    assert talk.link.wake_at() <= talk.now


def test_every_state_can_be_reached_and_left():
    """The table has no dead end and no word that nothing uses."""
    reached = {after for after, _ in Link.TRANSITIONS.values()} | {State.WAITING}
    left = {state for state, _ in Link.TRANSITIONS}
    assert reached == left == set(State)
    assert {signal for _, signal in Link.TRANSITIONS} == set(Signal)
    assert all(action.__doc__ for _, action in Link.TRANSITIONS.values())
