"""The times of the Pi's messages, to the millisecond: docs/wire.md."""

import pytest

from firmware_host.link.events import Event, LinkEvent, Offline
from firmware_host.link.frames import PROTOCOL, VERSION, Decoder, Frame, Noise, encode
from firmware_host.link.link import Link
from firmware_host.link.messages import (
    LAYOUTS,
    Command,
    Layout,
    Tap,
    Tune,
    Type,
    Update,
    read_event,
    write,
)

BOOT = 77

#: The time in milliseconds, and the message that was sent or the event.
Said = list[tuple[int, Type | LinkEvent]]


def hello(boot_id: int = BOOT) -> bytes:
    """Return the bytes of a HELLO."""
    return encode(
        write(Type.HELLO, PROTOCOL, b"\1\0\0", b"testbnch", boot_id, 0b1111, 1)
    )


def said(link: Link, now: int, told: list[LinkEvent]) -> Said:
    """Return the events of *link* and the messages that it sends, with the time."""
    sent = Decoder().receive(link.data_to_send())
    return [(now, one) for one in (*told, *(Type(frame.type) for frame in sent))]


def every_ms(link: Link, begin: int, end: int) -> Said:
    """Return the events and messages of a link that is called each millisecond."""
    return [
        one for now in range(begin, end) for one in said(link, now, [*link.tick(now)])
    ]


def when_woken(link: Link, begin: int, end: int) -> Said:
    """Return the events and messages of a link that is called only at `wake_at`."""
    found, now = [], begin
    while now < end:
        found += said(link, now, list(link.tick(now)))
        now = max(now + 1, link.wake_at())
    return found


LOOKING = pytest.mark.parametrize("look", [every_ms, when_woken])


def welcomed(at: int = 0, *commands: Command) -> Link:
    """Return a link that has just welcomed a controller."""
    link = Link(session=5)
    for command in commands:
        link.command(command)
    list(link.receive(hello(), at))
    assert said(link, at, []) == [(at, Type.WELCOME)]
    return link


@LOOKING
def test_nobody_there_is_asked_for_four_times_a_second_and_told_after_a_while(look):
    """3.5 seconds without a HELLO are a fault; it is asked for all the same."""
    assert look(Link(session=5), 0, 4001) == [
        *((ms, Type.PI_BEAT) for ms in range(0, 3500, 250)),
        (3500, Offline()),
        *((ms, Type.PI_BEAT) for ms in (3500, 3750, 4000)),
    ]


@LOOKING
def test_one_that_was_welcomed_hears_a_beat_each_second_until_it_is_silent(look):
    """Three heartbeats missed, and half a one for a slow line."""
    link = welcomed(at=10)
    list(link.receive(encode(write(Type.BEAT, 0, 0, 0)), 20))

    assert look(link, 20, 4021) == [
        *((ms, Type.PI_BEAT) for ms in (20, 1020, 2020, 3020)),
        (3520, Offline()),
        *((ms, Type.PI_BEAT) for ms in (3520, 3770, 4020)),
    ]


@LOOKING
def test_a_command_is_repeated_ever_more_slowly(look):
    """After 100 ms, then after twice as long, up to a second; the first at once."""
    sent = look(welcomed(0, Update()), 0, 3499)

    assert [ms for ms, one in sent if one is Type.UPDATE] == [
        *(0, 100, 300, 700, 1500, 2500)
    ]


@LOOKING
def test_the_next_command_begins_as_quickly_as_the_first(look):
    """The next command is sent at once, and first repeated after 100 ms."""
    link = welcomed(0, Update(), Tune(3, 250, 4))
    look(link, 0, 2000)
    list(link.receive(encode(Frame(Type.ACK, 1)), 2000))

    sent = look(link, 2000, 2400)

    assert [ms for ms, one in sent if one is Type.TUNE] == [2000, 2100, 2300]


def test_a_command_is_done_by_its_own_ack_alone():
    """An old one that lay in the cable is another one's."""
    link = Link(session=5)
    assert link.is_idle
    link.command(Update())
    assert not link.is_idle
    list(link.receive(hello(), 0))
    list(link.tick(0))
    assert not link.is_idle

    list(link.receive(encode(Frame(Type.ACK, 2)), 0))
    assert not link.is_idle
    list(link.receive(encode(Frame(Type.ACK, 1)), 0))
    assert link.is_idle


def test_commands_are_numbered_round_and_round_without_nought():
    """Commands are numbered from 1 to 255 and over; a new boot starts with 1."""
    link = welcomed()
    found = []
    for _ in range(257):
        link.command(Update())
        list(link.tick(0))
        sent = Decoder().receive(link.data_to_send())
        (seq,) = (frame.seq for frame in sent if frame.type == Type.UPDATE)
        found.append(seq)
        list(link.receive(encode(Frame(Type.ACK, seq)), 0))
    assert found == [*range(1, 256), 1, 2]

    list(link.receive(hello(BOOT + 1), 0))
    link.command(Update())
    list(link.tick(0))
    *_, last = Decoder().receive(link.data_to_send())
    assert (last.type, last.seq) == (Type.UPDATE, 1)


def test_the_first_event_of_a_new_boot_is_no_repetition():
    """The first event after a new boot is reported though it has the old numbers."""
    link = welcomed()
    tap = encode(write(Type.TAP, 1, 0, 3, seq=1))
    old = Event(BOOT, 1, 0, 1, Tap(3, b""))
    assert list(link.receive(tap, 0)) == [old]

    list(link.receive(hello(BOOT + 1), 0))
    link.data_to_send()
    link.acknowledge(old)  # of a controller that is gone
    assert link.data_to_send() == b""

    assert list(link.receive(tap, 0)) == [Event(BOOT + 1, 1, 0, 1, Tap(3, b""))]


def test_the_first_boot_that_is_heard_of_may_have_any_number():
    """Without an earlier welcome any boot id is accepted."""
    link = Link(session=5)
    (connected,) = link.receive(hello(boot_id=1), 0)
    assert connected.boot_id == 1


def test_a_buffer_holds_the_longest_frame_and_not_a_byte_more():
    """The decoder keeps the longest frame, and discards longer data."""
    longest = encode(Frame(Type.TAP, 1, b"\1" * 200)).strip(b"\0")
    decoder = Decoder()
    assert list(decoder.receive(longest)) == []
    assert list(decoder.receive(b"\0")) == [Frame(Type.TAP, 1, b"\1" * 200, VERSION)]

    assert list(decoder.receive(longest + b"\1")) == [Noise(len(longest) + 1)]


def test_messages_that_say_the_same_are_equal():
    """Equal layouts and equal messages compare equal."""
    ack = Layout(LAYOUTS[Type.ACK].meaning)
    assert ack == LAYOUTS[Type.ACK]
    assert write(Type.ACK) == Frame(Type.ACK, 0)


@pytest.mark.parametrize(
    ("kind", "where", "last"), [(Type.TAP, (), 6), (Type.FAULT, (1,), 6)]
)
def test_what_is_beyond_the_last_zone_is_nowhere(kind, where, last):
    """Zones are 1 to 6; the board's own profile is not asked."""
    (there, nowhere) = (
        read_event(write(kind, 1, 0, place, *where, seq=1))
        for place in (last, last + 1)
    )
    assert there is not None
    assert nowhere is None
