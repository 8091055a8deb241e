"""The table: written down before shown, one after the other, and dead parts heal."""

import asyncio
import threading
import time

import pytest

from firmware_host.board.events import Button
from firmware_host.board.faces import Lamp
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Kind, Piece, Seat, Zone
from firmware_host.games.decipher.rules import Answered, Guess, Guessed
from firmware_host.journal.store import Journal
from firmware_host.link.events import Connected, Event, Heartbeat, Offline
from firmware_host.link.messages import BUTTONS, ButtonChange, Capability, Tap
from firmware_host.simulate.pieces import uid_of
from firmware_host.table.drawn import Drawn
from tests.controller.bench import until
from tests.table.evening import (
    ANSWER_MS,
    NO,
    YES,
    Card,
    evening,
    listen_to_the_wire,
    settle,
)


@pytest.fixture
async def now(tmp_path):
    """A round of HOBBY."""
    async with evening(tmp_path) as now:
        yield now


# --- durable before shown -----------------------------------------------------


async def test_nothing_is_shown_before_it_is_durable(now):
    """Before COMMIT no lamp, screen, acknowledgement or view changes."""
    before, tries = now.picture("1"), now.card.tries
    now.card.stall()
    now.put(*YES)
    await until(lambda: now.card.tries > tries)
    await settle()
    assert now.pins.pair(Zone(1)) == (False, False)
    assert now.picture("1") == before
    assert now.board._core._queue
    assert now.table.session.playing.game.round.last is None
    assert not now.taps()
    now.card.go_on()
    await until(lambda: now.picture("1") != before)
    assert now.pins.pair(Zone(1)) == (False, True)
    await until(lambda: not now.board._core._queue)
    assert len(now.rows()) == 2


async def test_the_pages_view_is_built_while_the_card_is_awaited_and_told_after(now):
    """
    The pages' view is built during the write, and sent after it.

    A failure there does not stop the answer.
    """
    built, told = [], []
    before = now.table.session.playing.number

    def build(session, _face):
        built.append(session.playing.number)
        raise ValueError

    now.table.on_ahead(build)
    now.table.on_change(lambda: told.append(now.table.session.playing.number))
    now.card.stall()
    now.put(*YES)
    await until(lambda: built)
    assert built == [before + 1]
    assert set(told) <= {before}  # the hourglass may be told
    now.card.go_on()
    await until(lambda: before + 1 in told)
    assert now.pins.pair(Zone(1)) == (False, True)


async def test_an_outcome_is_told_once_it_is_durable(now):
    """The outcome of an action is returned after it is stored."""
    now.card.stall()
    guess = asyncio.ensure_future(now.table.submit(Guess(Seat(1), "HORSE")))
    await settle()
    assert not guess.done()
    assert len(now.rows()) == 1
    now.card.go_on()
    assert isinstance((await guess)[0], Guessed)
    assert len(now.rows()) == 2


async def test_a_lamp_waits_for_no_screen(now):
    """The lamp is lit on the journal's thread, before the event loop knows of it."""
    tries = now.card.tries
    now.card.stall()
    now.put(*YES)
    await until(lambda: now.card.tries > tries)
    now.card.go_on()
    deadline = time.monotonic() + 5
    while now.pins.pair(Zone(1)) != (False, True):  # and nobody lets the loop run
        assert time.monotonic() < deadline
    assert not now.taps()


async def test_the_pages_wait_for_no_screen(now, monkeypatch):
    """Watchers are notified before a screen is drawn."""
    drawn, seen = [], []
    monkeypatch.setattr(Drawn, "zone", lambda _, at, _face: drawn.append(at))
    watching = now.table.watch()
    await anext(watching)

    async def be_a_page() -> None:
        await anext(watching)
        seen.append([*drawn])

    page = asyncio.create_task(be_a_page())
    await settle()
    now.put(*YES)
    await until(lambda: 0 in drawn)
    await page
    assert seen == [[]]


# --- a card that stalls, and one that is full -----------------------------------


async def test_a_stalled_card_stops_neither_heartbeat_nor_wire(now):
    """An hourglass after 100 ms, two heartbeats of both sides, and then the answer."""
    heard = listen_to_the_wire(now.table)
    beats = []
    core, hear = now.board._core, now.board._core._hear_beat
    core._hear_beat = lambda pair, at_ms: (beats.append(at_ms), hear(pair, at_ms))
    before = now.picture("table")
    now.card.stall()
    began_s = time.monotonic()
    now.put(*YES)
    await until(lambda: now.table.face.table.busy)
    assert time.monotonic() - began_s >= 0.1
    await until(lambda: now.picture("table") != before)
    await until(lambda: len(beats) >= 2)
    await until(lambda: sum(isinstance(one, Heartbeat) for one in heard) >= 2)
    assert not any(isinstance(one, Offline) for one in heard)
    assert core.welcomed
    assert not now.taps()
    now.card.go_on()
    await until(now.taps)
    assert isinstance(now.taps()[0][0], Answered)
    assert not now.table.face.table.busy
    assert now.pins.pair(Zone(1)) == (False, True)


async def test_a_quick_card_shows_no_hourglass(now):
    """A quick write shows no hourglass."""
    busy = []
    now.table._presenter.busy = lambda: busy.append(True)
    await now.tap(*YES)
    await until(now.table._presenter._hourglass.cancelled)
    assert not busy


async def test_a_full_disk_refuses_and_loses_nothing(now):
    """With a full disk a tap is refused and the state is kept, until there is space."""
    await now.tap(*YES)
    now.card.full = True
    refused, took_ms = await now.tap(*NO)
    assert refused == Refused("journal-failed")
    assert took_ms < ANSWER_MS
    assert now.fault() == ("fault-journal", None)
    assert now.table.face.zones[0].lamp is Lamp.REFUSED
    assert len(now.rows()) == 2
    assert now.table.session.playing.game.round.last == (Zone(1), True)
    await until(lambda: not now.board._core._queue)
    now.card.full = False
    answer, _ = await now.tap(*NO)
    assert answer[0].yes is False
    assert now.fault() is None
    assert len(now.rows()) == 3


async def test_the_fault_of_a_full_disk_heals_by_itself(now):
    """The fault of a full disk ends by itself, without refusals in between."""
    now.card.full = True
    await now.tap(*NO)
    assert now.fault() == ("fault-journal", None)
    told, tries = len(now.told), now.card.tries
    await until(lambda: now.card.tries > tries + 1, seconds=5)
    assert now.fault() == ("fault-journal", None)
    assert not any(isinstance(outcome, Refused) for _, outcome in now.told[told:])
    now.card.full = False
    await until(lambda: now.fault() is None, seconds=3)
    assert len(now.rows()) == 1


async def test_words_are_refused_too_while_the_disk_is_full(now):
    """With a full disk a guess is refused and costs no token."""
    now.card.full = True
    refused = Refused("journal-failed")
    assert await now.table.submit(Guess(Seat(1), "HORSE")) == refused
    assert now.table.session.playing.game.round.tokens[1] == 3


async def test_the_boards_own_move_waits_for_room_on_the_disk(tmp_path):
    """The board's own move is repeated at intervals until it can be stored."""
    async with evening(tmp_path, board_makes=True, full=True) as now:
        await until(lambda: now.fault() == ("fault-journal", None))
        began_s, tries = time.monotonic(), now.card.tries
        await until(lambda: time.monotonic() - began_s > 0.5)
        assert now.card.tries - tries <= 1
        now.card.full = False
        await until(lambda: now.table.session.playing.game.round)
        await until(lambda: now.fault() is None)


async def test_leaving_while_the_card_stalls_leaves_nothing_half_done(tmp_path, caplog):
    """At the end a running write is finished, and waiting actions are cancelled."""
    async with evening(tmp_path, board_makes=True, full=True) as now:
        await until(lambda: now.fault() == ("fault-journal", None))
        now.card.full = False
        now.card.stall()
        tries = now.card.tries
        await until(lambda: now.card.tries > tries)
        waiting = asyncio.ensure_future(now.table.submit(Guess(Seat(1), "HORSE")))
        await settle()
        threading.Timer(0.1, now.card.go_on).start()
    await settle()
    assert waiting.cancelled()
    with pytest.raises(asyncio.CancelledError):
        await now.table.submit(Guess(Seat(1), "HORSE"))
    assert len(now.rows()) == 1
    assert not caplog.records


# --- repetitions, age and loss ----------------------------------------------------


async def test_a_repeated_event_counts_once(now):
    """A repeated event counts once, even while the first is being written."""
    now.card.stall()
    first = touch(1, YES)
    now.table.hear(first)
    now.table.hear(first)
    now.card.go_on()
    await until(now.taps)
    now.table.hear(first)
    now.table.hear(touch(2, NO))
    await until(lambda: len(now.taps()) == 2)
    assert len(now.rows()) == 3
    assert [outcome[0].yes for outcome in now.taps()] == [True, False]


async def test_a_button_whose_press_counted_before_the_start_is_held_still(
    now, monkeypatch
):
    """A button whose press was stored before the start is held by the heartbeat."""
    monkeypatch.setattr(Journal, "last_event", lambda *_: 1)
    tick = BUTTONS.index(Button.TICK)
    now.table.hear(connected(1))
    now.table.hear(Event(1, 1, 0, 1, ButtonChange(tick, down=True)))
    assert now.table.session.held == ()
    now.table.hear(Heartbeat((tick,), (), lost=0))
    assert [button for button, _ in now.table.session.held] == [Button.TICK]


async def test_another_boot_counts_anew(now):
    """The numbers of a controller begin at 1 whenever it has lost its power."""
    now.table.hear(touch(1, YES, boot_id=1))
    now.table.hear(touch(1, NO, boot_id=2))
    await until(lambda: len(now.taps()) == 2)
    assert len(now.rows()) == 3


async def test_a_touch_of_long_ago_is_too_late(now):
    """2,000 ms may pass, in the controller's queue and in ours together; no more."""
    now.table.hear(touch(1, YES, age_ms=2001))
    assert now.taps() == [Refused("too-late")]
    assert now.table.face.zones[0].lamp is Lamp.REFUSED
    now.table.hear(touch(2, YES, age_ms=1900))
    await until(lambda: len(now.taps()) == 2)
    assert isinstance(now.taps()[1][0], Answered)


async def test_a_touch_grows_old_in_our_own_line_too(now):
    """A tap that waits more than two seconds for the card is refused as too late."""
    now.card.stall()
    now.table.hear(touch(1, YES))
    now.table.hear(touch(2, NO))
    now.clock.ahead_ms += 2001
    now.card.go_on()
    await until(lambda: len(now.taps()) == 2)
    assert isinstance(now.taps()[0][0], Answered)
    assert now.taps()[1] == Refused("too-late")


async def test_a_loss_asks_for_a_new_tap(now):
    """A loss asks for a new tap until one is accepted, and is reported once."""
    now.table.hear(Heartbeat((), (), lost=2))
    now.table.hear(Heartbeat((), (), lost=3))
    assert note(now) == ("touches-lost", 3)
    await now.tap(*YES)
    now.table.hear(Heartbeat((), (), lost=3))
    assert note(now)[0] != "touches-lost"


async def test_a_replugged_controller_has_lost_nothing_new(now):
    """Losses of the same boot are reported once, and of a new boot added."""
    for boot_id, lost, told in (1, 2, 2), (1, 2, 2), (1, 3, 3), (2, 1, 4):
        now.table.hear(connected(boot_id))
        now.table.hear(Heartbeat((), (), lost=lost))
        assert note(now) == ("touches-lost", told)


def touch(n, what, *, boot_id=1, age_ms=0):
    """Return a tap as the controller link reports it."""
    zone, piece = what
    return Event(boot_id, n, age_ms, n % 255 + 1, Tap(zone, uid_of(piece)))


def connected(boot_id):
    """Return the greeting of a controller."""
    return Connected(boot_id, "00", "1.0.0", (Zone(1),), Capability(3))


def note(now):
    """Return the small print of the table screen, as its code and number."""
    note = now.table.face.table.note
    return note.code, dict(note.values).get("n")


# --- who looks on -----------------------------------------------------------------


async def test_a_slow_watcher_is_told_once(now):
    """A slow watcher gets several changes as one."""
    looking = now.table.watch()
    await anext(looking)
    before = now.table.changes
    await now.tap(*NO)
    await now.tap(Zone(5), Piece(Kind.WIDE_CURVE, 1))
    assert now.table.changes > before
    await anext(looking)
    later = asyncio.ensure_future(anext(looking))
    await settle()
    assert not later.done()
    await now.table.submit(Guess(Seat(1), "HORSE"))
    await later
    await looking.aclose()
    # Those of the comparison of games and of the clock file.
    assert len(now.table._presenter._changed) <= 2


async def test_a_watcher_hears_of_the_hourglass(now):
    """A watcher is notified of the hourglass."""
    before = now.table.changes
    now.card.stall()
    now.put(*YES)
    await until(lambda: now.table.changes > before)
    assert now.table.face.table.busy
    now.card.go_on()
    await until(now.taps)


# --- the card and the eyes of these tests -------------------------------------------


def test_the_card_of_these_tests_can_stall_and_be_full():
    """The fake card of these tests can block and can be full."""
    card = Card()
    card()
    card.full = True
    with pytest.raises(OSError, match="No space"):
        card()
    card.full = False
    card.stall()
    writer = threading.Thread(target=card)
    writer.start()
    writer.join(0.05)
    assert writer.is_alive()
    card.go_on()
    writer.join(5)
    assert not writer.is_alive()
