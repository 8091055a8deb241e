"""When a table writes, waits and repeats, on a simulated clock."""

import asyncio

import pytest

from firmware_host.board.commands import Rename
from firmware_host.board.entries import Entry
from firmware_host.board.events import Button, Failed, Healed, Lost, Pressed, Woke
from firmware_host.board.faces import Face, Lamp, TableFace
from firmware_host.board.messages import Refused, say
from firmware_host.board.pieces import Seat, Zone
from firmware_host.errors import DoubtError
from firmware_host.games.decipher.rules import Answered, Guess
from firmware_host.link.events import (
    Connected,
    Event,
    Heartbeat,
    Offline,
    Reads,
    Unsupported,
)
from firmware_host.link.messages import Capability, Fault
from firmware_host.session.acting import Submitted
from firmware_host.session.modes.menu import Menu
from firmware_host.session.render import render
from firmware_host.table.service_mode import TagSettled
from tests.session.evening import first_evening, playing
from tests.table.fake import BAD, GOOD, UID, Fake, hobby, played

REFUSED = Refused("journal-failed")


def test_a_full_card_is_tried_once_a_second_until_it_takes_something():
    """
    A full card is tried once a second with an empty write, until it works.

    Watchers are not notified of the tries.
    """

    async def play(fake):
        fake.full = True
        fake.tap(1, GOOD)
        await fake.at(1.5)
        assert fake.fault == "fault-journal"
        assert fake.table.face.zones[0].lamp is Lamp.REFUSED
        assert fake.acknowledged == [(1000, 1, 1)]
        before = fake.table.changes
        fake.table.hear(Heartbeat((), (), lost=1))
        await fake.at(4.2)
        assert fake.table.changes == before + 1  # the loss alone
        fake.full = False
        await fake.at(9)
        assert fake.fault is None
        fake.tap(2, GOOD)
        await fake.at(12)

    fake = played(play)
    first, *touches, last = fake.written
    assert len(first[1].rows) == len(last[1].rows) == 1
    assert touches == [(ms, Entry(touch=True)) for ms in (2500, 3500, 4500)]
    assert last[0] == 9000
    assert [type(one) for _, one in fake.outcomes()] == [Refused, tuple]
    assert (4500, Healed("journal"), None) in fake.told


def test_what_is_not_to_be_written_is_not():
    """Only an accepted tap writes a row; wake-ups, losses and late taps write none."""

    async def play(fake):
        fake.table.hear(Heartbeat((), (3,), lost=2))
        fake.tap(1, GOOD, age_ms=2001)
        await fake.at(3.5)
        fake.tap(2, GOOD, age_ms=2000)
        await fake.at(9)

    fake = played(play)
    assert [(ms, len(entry.rows), entry.event) for ms, entry in fake.written] == [
        (3500, 1, (1, 2))
    ]
    assert fake.outcomes(Lost) == [(1000, None)]
    assert fake.outcomes(Woke) == [(3000, None)]  # when the refusal's lamps end


def test_an_hourglass_is_shown_after_a_tenth_of_a_second():
    """The hourglass is shown after 100 ms of waiting, until the write is done."""

    async def play(fake):
        fake.stalled = True
        fake.tap(1, GOOD)
        await fake.at(1.099)
        assert not fake.table.face.table.busy
        assert fake.lamps[1] == (False, False)
        await fake.at(1.101)
        assert fake.table.face.table.busy
        fake.go_on()
        assert fake.lamps[1] == (False, True)  # at once, on the journal's thread
        await fake.at(1.102)
        assert not fake.table.face.table.busy
        assert fake.table.face.zones[0].lamp is Lamp.YES

    assert len(played(play).written) == 1


def test_what_comes_while_the_card_is_busy_waits_in_line():
    """Events that come during a write are taken in order afterwards."""

    async def play(fake):
        fake.stalled = True
        fake.tap(1, GOOD)
        guess = asyncio.ensure_future(fake.table.submit(Guess(Seat(1), "HORSE")))
        await fake.at(1.2)
        fake.tap(2, BAD)
        fake.tap(1, GOOD)
        await fake.at(1.5)
        assert len(fake.written) == 1
        assert fake.acknowledged == []
        fake.go_on()
        await fake.at(2)
        assert (await guess)[0].word == "HORSE"
        assert fake.acknowledged == [(1500, 1, 1), (1500, 1, 2), (1500, 1, 1)]

    fake = played(play)
    assert [len(entry.rows) for _, entry in fake.written] == [1, 1, 1]
    assert [entry.event for _, entry in fake.written] == [(1, 1), None, (1, 2)]
    taps = [outcome[0] for _, outcome in fake.outcomes()]
    assert [one.yes for one in taps] == [True, False]
    assert all(isinstance(one, Answered) for one in taps)


@pytest.mark.parametrize("n", [1, 5, 6])
@pytest.mark.parametrize("known", [{1: 7}, {}])
def test_a_controller_that_counts_anew_within_a_boot_is_named(n, known, caplog):
    """
    Events numbered anew within a boot do not count; the board shows a fault.

    The log has it once. An old event that was on its way is no fault.
    """

    async def play(fake):
        if not known:
            fake.tap(7, GOOD)
            await fake.at(1.2)
        fake.tap(7, GOOD, age_ms=200)
        await fake.at(1.9)
        fake.tap(n, BAD)  # may have been under way so long
        assert fake.fault is None
        await fake.at(4)
        fake.tap(n, BAD, age_ms=3500)  # as is one that has waited for longer
        assert fake.fault is None
        for _ in range(2):
            fake.tap(n, BAD)
            assert fake.fault == "fault-protocol"
            fake.table.hear(hello(1))
            assert fake.fault is None
        assert fake.acknowledged[-1][1:] == (1, n)

    fake = played(play, last_events=known)
    assert len(fake.written) == (0 if known else 1)
    assert caplog.text.count("counts its events anew within one boot") == 1
    assert f"from {n} after 7" in caplog.text


@pytest.mark.parametrize(("n", "counts"), [(6, False), (7, False), (8, True)])
def test_what_counted_before_a_restart_counts_no_second_time(n, counts):
    """
    An event that the journal has already does not count again after a restart.

    Events of another boot count.
    """

    async def play(fake):
        fake.tap(n, GOOD)
        await fake.at(1.5)
        assert len(fake.written) == counts
        fake.tap(1, BAD, boot_id=2)
        await fake.at(2)

    fake = played(play, last_events={1: 7})
    assert len(fake.written) == counts + 1
    assert [one[1:] for one in fake.acknowledged] == [(1, n), (2, 1)]


def test_what_cannot_be_shown_is_tried_again_every_second():
    """A failed output is repeated every second and shown as a fault until it works."""

    async def play(fake):
        fake.broken = True
        fake.tap(1, GOOD)
        await fake.at(1.5)
        assert fake.fault == "fault-showing"
        await fake.at(3.5)
        assert fake.fault == "fault-showing"
        fake.broken = False
        await fake.at(3.9)
        assert fake.fault == "fault-showing"
        await fake.at(9)
        assert fake.fault is None

    fake = played(play)
    assert [ms for ms, _ in fake.outcomes(Woke)] == [2000, 3000, 4000, 5000]
    assert [ms for ms, _ in fake.outcomes(Failed)] == [1000]
    assert [ms for ms, _ in fake.outcomes(Healed)] == [5000]


def test_the_board_wakes_for_a_button_that_is_held():
    """The menu opens when tick and cross have been held for three seconds."""

    async def play(fake):
        fake.table.happen(Pressed(Button.TICK))
        await fake.at(1.25)
        fake.table.happen(Pressed(Button.CROSS))
        await fake.at(4.249)
        assert Menu.at(fake.table.session) is None
        await fake.at(4.251)
        assert Menu.at(fake.table.session) is not None

    assert (4250, None) in played(play).outcomes(Woke)


def test_the_board_makes_its_word_at_once():
    """The board draws its word and hands out the first piece at once, then waits."""

    async def play(fake):
        await fake.at(9)

    fake = played(play, playing(board_makes=True))
    assert [(ms, len(entry.rows)) for ms, entry in fake.written] == [(1000, 1)] * 2
    assert [ms for ms, _ in fake.outcomes(Woke)] == [1000, 1000]


def test_who_no_longer_waits_for_an_answer_holds_nobody_up():
    """The guess counts all the same: it was on its way to the card."""

    async def play(fake):
        fake.stalled = True
        guess = asyncio.ensure_future(fake.table.submit(Guess(Seat(1), "HORSE")))
        await fake.at(1.2)
        guess.cancel()
        await fake.at(1.3)
        fake.go_on()
        fake.tap(1, GOOD)
        await fake.at(2)

    fake = played(play)
    assert [len(entry.rows) for _, entry in fake.written] == [1, 1]
    assert fake.outcomes(Submitted)[0][1][0].word == "HORSE"
    assert fake.acknowledged == [(1300, 1, 1)]


def test_what_the_link_says_of_itself_is_named_and_heals():
    """The cable, and a protocol that is not ours."""

    async def play(fake):
        named = []
        for event in (Offline(), Unsupported(9), hello(3), Offline(), hello(3)):
            fake.table.hear(event)
            named.append(fake.fault)
        assert named == [
            *("fault-controller", "fault-protocol", None, "fault-controller", None)
        ]
        fake.table.hear(Reads(Zone(3), 16, 15, 1, 42))

    assert played(play).written == []


def hello(boot_id):
    """Return the greeting of a controller."""
    return Connected(boot_id, "00", "1.0.0", (Zone(1),), Capability(3))


def test_the_service_mode_hears_what_the_game_does_not():
    """In service mode taps go to it and are acknowledged, and the game takes none."""

    async def play(fake):
        async with fake.table.service_mode() as service_mode:
            images = fake.images
            fake.tap(1, GOOD)
            assert await service_mode.next() == TagSettled(Zone(1), UID)
            refused = await fake.table.submit(Guess(Seat(1), "HORSE"))
            assert refused == Refused("in-service")
            fake.table.hear(Event(1, 2, 0, 2, Fault(3, "silent")))
            assert await service_mode.next() == Failed("reader-3")
            assert fake.table.session.faults == ("reader-3",)  # it is named later too
            fake.table.happen(Woke())
            assert fake.images == images
            before = fake.table.changes
        assert fake.table.changes == before + 1
        await fake.at(3)
        fake.tap(1, GOOD)
        fake.tap(3, BAD)
        await fake.at(4)

    fake = played(play)
    assert fake.acknowledged == [(1000, 1, 1), (1000, 1, 2), (3000, 1, 1), (3000, 1, 3)]
    assert [entry.event for _, entry in fake.written] == [(1, 3)]


def test_a_service_mode_that_is_left_after_the_table_shows_nothing():
    """Leaving service mode after the table was closed shows nothing."""

    async def play(fake):
        async with fake.table.service_mode():
            fake.table.close()
            images, before = fake.images, fake.table.changes
        assert (fake.images, fake.table.changes) == (images, before)
        await fake.at(20)
        assert (fake.images, fake.table.changes) == (images, before)
        fake.table.happen(Pressed(Button.TICK))
        fake.tap(1, GOOD)
        await fake.at(21)

    fake = played(play)
    assert (fake.written, fake.acknowledged) == ([], [])


def test_a_doubt_ends_all_answers():
    """After a commit in doubt lamps are off, a fault is shown and the program ends."""

    async def play(fake):
        fake.tap(1, GOOD)
        await fake.at(1.5)
        fake.stalled = True
        fake.tap(2, BAD)
        waiting = asyncio.ensure_future(fake.table.submit(Guess(Seat(1), "HORSE")))
        await fake.at(1.6)
        doubt = DoubtError("who knows")
        (future, _), fake.waiting = fake.waiting[0], []
        future.set_exception(doubt)
        await fake.at(1.7)
        assert fake.table.off.is_set()
        assert fake.table.doubt is doubt
        assert waiting.cancelled()
        assert set(fake.lamps.values()) == {(False, False)}
        face = fake.table.face
        fake.table.give_up(DoubtError("again"))
        fake.tap(3, GOOD)
        await fake.at(9)
        assert fake.table.doubt is doubt
        assert fake.table.face == face

    fake = played(play)
    assert fake.acknowledged == [(1000, 1, 1)]
    assert len(fake.written) == 2


def test_a_watcher_is_told_of_each_change_once():
    """Each change is counted once, beginning at 0."""

    async def play(fake):
        assert fake.table.changes == 0
        for n in (1, 2, 3):
            fake.tap(n, BAD)
            await fake.at(1 + n / 10)
            assert fake.table.changes == n

    assert played(play, first_evening()).written == []


def test_a_listener_that_raises_is_named_by_its_number(caplog):
    """The log names a failing listener by its number."""

    def slip(*_told):
        raise ValueError

    async def play(fake):
        fake.table.listen(slip)
        fake.tap(1, GOOD)
        await fake.at(1.5)

    played(play)
    assert [one.split(" cannot")[0] for one in caplog.messages] == ["listener 2"]


def test_the_face_is_built_once_for_each_step(monkeypatch):
    """The lamps and all that follows them show the same one."""
    looks = []

    def counted(*args):
        looks.append(args)
        return render(*args)

    monkeypatch.setattr("firmware_host.table.presenter.render", counted)

    async def play(fake):
        del looks[:]
        fake.tap(1, GOOD)
        await fake.at(1.05)
        fake.tap(2, BAD)
        await fake.at(1.1)

    assert len(played(play).written) == 2
    assert len(looks) == 2


def test_a_refusal_that_ends_while_the_card_stalls_stops_blinking():
    """The face was built before the card was done, and is out of date by then."""

    async def play(fake):
        fake.tap(1, (1, b"strange"))
        await fake.at(2)
        assert fake.table.face.zones[0].lamp is Lamp.REFUSED
        fake.stalled = True
        renamed = asyncio.ensure_future(fake.table.ask(Rename(Seat(1), "Eve")))
        await fake.at(4)
        fake.go_on()
        await renamed
        await fake.at(4.1)
        assert fake.table.face.zones[0].lamp is not Lamp.REFUSED

    played(play)


def test_service_mode_keeps_the_lamps_while_something_is_written():
    """In service mode a rename is stored without showing the game or an hourglass."""

    async def play(fake):
        fake.tap(1, GOOD)
        await fake.at(2)
        async with fake.table.service_mode() as service_mode:
            service_mode.show(Face(TableFace(say("paused"))))
            dark, fake.stalled = dict(fake.lamps), True
            renamed = asyncio.ensure_future(fake.table.ask(Rename(Seat(1), "Eve")))
            await fake.at(3)
            fake.go_on()
            assert await renamed == ()
            assert not any(map(any, dark.values()))
            assert fake.lamps == dark
            assert not fake.table.face.table.busy
            assert fake.table.session.playing.players[1].name == "Eve"
        assert fake.lamps[1] == (False, True)

    played(play)


def test_nothing_rings_in_service_mode_and_nobody_is_woken_for_a_button():
    """In service mode the game's timers and held buttons wait until it is left."""

    async def play(fake):
        fake.tap(1, (1, b"strange"))
        await fake.at(2)
        async with fake.table.service_mode():
            fake.table.happen(Failed("screen-1"))
            before = fake.table.changes
            fake.table.happen(Pressed(Button.TICK))
            await fake.at(5)
            assert fake.table.changes == before
            assert fake.outcomes(Woke) == []
        await fake.at(5.1)
        assert fake.table.face.zones[0].lamp is not Lamp.REFUSED

    played(play)


def test_the_face_is_there_before_anything_is_shown():
    """A table that was not started has the face that it will show."""

    async def play(fake):
        waiting = Fake(hobby()).table
        assert waiting.face == fake.table.face

    played(play)
