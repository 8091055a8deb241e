"""The Pi's side of a conversation, with the controller's own core at the other end."""

import pytest

from firmware_host.link.frames import Decoder, Frame, Noise, encode
from firmware_host.link.link import (
    ASK_MS,
    OFFLINE_AFTER_MS,
    TRANSITIONS,
    Action,
    Beat,
    Connected,
    Event,
    Link,
    Offline,
    Signal,
    State,
    Unsupported,
)
from firmware_host.link.messages import (
    ButtonChange,
    Capability,
    Tap,
    Type,
    Update,
    write,
)
from firmware_host.simulate.controller import firmware

(CORE,) = firmware("core")
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
        """Let both ends do what is due, until neither has anything to say."""
        self.told += self.link.tick(self.now)
        self.core.tick(self.now)
        while True:
            down, up = self.link.data_to_send(), self.core.take()
            if not (down or up) or not self.wire_up:
                return
            self.core.receive(down, self.now)
            self.told += self.link.receive(up, self.now)

    def events(self):
        """Return the events told since the last time."""
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
        "proto": 1,
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
        Connected(BOOT, b"testbnch".hex(), "1.0.0", (0, 1, 2, 3), Capability.TAGS)
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


def test_an_event_is_acknowledged_only_when_the_table_says_so(talk):
    """Until COMMIT the controller keeps it."""
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
    """The table refuses as too late what is older than it thinks right."""
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


def test_after_silence_both_find_each_other_again(talk):
    """Nothing that happened meanwhile is lost."""
    talk.wire_up = False
    talk.core.button(5, 1, talk.now)
    talk.run(6000)
    talk.told.clear()
    talk.wire_up = True
    talk.run(600)

    assert [type(one) for one in talk.told[:2]] == [Connected, Event]
    assert talk.events()[0].body == ButtonChange(5, down=True)


def test_a_new_daemon_is_told_what_the_old_one_did_not_acknowledge(talk):
    """After kill -9 the controller repeats what may not be durable."""
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
    """Both saw seq 1 of the same boot; n tells a new event from a repeated one."""
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
    """The port says so long before a heartbeat is missed."""
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
    """It would spoil the first frame after it."""
    link = Link(session=5)
    list(link.receive(hello()[:9], 0))
    list(link.unplugged(1))

    assert isinstance(next(link.receive(hello()[1:], 2)), Connected)


def test_another_protocol_is_refused_loudly_and_once():
    """HELLO never changes, so even a controller of the future can be named."""
    link = Link(session=5)

    assert list(link.receive(hello(proto=2), 0)) == [Unsupported(2)]
    assert list(link.receive(hello(proto=2), 500)) == []
    assert sent(link) == [Type.WELCOME]  # which tells it our protocol
    assert link.state is State.REFUSED


def test_a_flashed_controller_is_welcomed_after_all():
    """Refusal lasts only as long as its reason."""
    link = Link(session=5)
    list(link.receive(hello(proto=2), 0))

    assert isinstance(next(link.receive(hello(boot_id=BOOT + 1), 900)), Connected)


def test_update_is_repeated_until_it_is_done(talk):
    """The controller reboots once, however often it heard so."""
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
    """Asked before anybody is there, it is done when somebody comes."""
    talk = Talk()
    talk.link.command(Update())
    talk.run(20)

    assert talk.core.update_asked


def test_a_beat_tells_buttons_faults_and_losses(talk):
    """What is held can be seen again after events were lost."""
    talk.core.button(2, 1, talk.now)
    talk.core.fault(4, 1, talk.now)
    talk.core.lost = 3
    talk.run(1000)

    assert Beat((2,), (4,), 3) in talk.told


def test_events_before_hello_are_not_ours():
    """Another daemon may have welcomed it; we ask for its HELLO first."""
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
        Frame(Type.BEAT, 0, bytes(10), version=2),
        Frame(Type.WELCOME, 0, bytes(9)),
        Frame(Type.UNCLEAR, 1, bytes(9) + b"\x09"),
    ],
    ids=["unknown type", "wrong length", "other version", "our own", "bad value"],
)
def test_a_whole_frame_without_meaning_is_noise(frame):
    """It is neither an error nor an event."""
    link = Link(session=5)
    list(link.receive(hello(), 0))

    assert list(link.receive(encode(frame), 0)) == [Noise(len(frame.payload))]
    assert link.state is State.WELCOMED


def test_the_link_wants_to_be_woken_when_something_is_due(talk):
    """A timer is enough; nobody has to poll."""
    talk.run(5)
    assert talk.now < talk.link.wake_at() <= talk.now + 1000
    talk.link.command(Update())
    assert talk.link.wake_at() <= talk.now


def test_every_state_can_be_reached_and_left():
    """The table has no dead end and no word that nothing uses."""
    reached = {after for after, _ in TRANSITIONS.values()} | {State.WAITING}
    left = {state for state, _ in TRANSITIONS}
    assert reached == left == set(State)
    assert {signal for _, signal in TRANSITIONS} == set(Signal)
    assert {action for _, action in TRANSITIONS.values()} == set(Action)
