"""Events are taken one after another: stored, applied to memory, then shown."""

import asyncio
from concurrent.futures import Future
from dataclasses import replace

import pytest

from firmware_host.board.events import Failed, Woke
from firmware_host.board.json import read_objects
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Kind, Piece, Seat, Zone
from firmware_host.errors import DoubtError, JournalError
from firmware_host.games.decipher.game import decipher
from firmware_host.games.decipher.rules import Guess
from firmware_host.games.game import CALLED_OFF, is_called_off
from firmware_host.link.events import Event
from firmware_host.link.messages import Tap
from firmware_host.session.acting import Submitted
from firmware_host.session.state import StepResult
from firmware_host.table.committer import Committer
from firmware_host.table.incoming import board_event_of
from firmware_host.table.parts import Parts
from tests.table.fake import PIECES, TEXTS, UID, hobby

TAP = Event(7, 3, 0, 3, Tap(Zone(1), UID))
HORSE = Submitted(Guess(Seat(1), "HORSE"))


class Outside:
    """A fake journal and presenter that record the calls of a committer."""

    def __init__(self):
        self.calls, self.writes = [], []
        parts = Parts(
            *(self, None, None, None, None, TEXTS, PIECES),
            clock_ms=lambda: 1000,
            entropy=lambda: bytes(32),
        )
        self.committer = Committer(
            hobby(),
            parts,
            self,
            interpret=lambda item, _now_ms: self.interpret(item),
        )

    def interpret(self, item):
        """Return the meaning of a tap."""
        if isinstance(item.heard, Event):
            return board_event_of(item.heard, PIECES, late_ms=0)
        return item.heard

    def last_event(self, _boot_id):
        """Be the journal, which knows of no event."""
        return 0

    def append(self, entry, *, then, meanwhile):
        """Be the journal."""
        self.calls.append("write")
        meanwhile()
        self.writes.append((entry, then, Future()))
        return self.writes[-1][2]

    async def written(self, fault=None):
        """Finish the oldest waiting write, or fail it."""
        _, then, done = self.writes.pop(0)
        if fault is None:
            then()
            done.set_result(None)
        else:
            done.set_exception(fault)
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    def __getattr__(self, name):
        """Act as the presenter; record each call with the number of known taps."""

        def call(*args, **_):
            known = ""
            if name == "light_up":
                known = f" {args[0].playing.number}"
            self.calls.append(name + known)
            return lambda: self.calls.append("light")

        return call


@pytest.fixture
async def now():
    return Outside()


async def test_the_order_is_write_light_show_acknowledge_tell_finish(now):
    """Memory moves on before the first screen; other screens come after the pages."""
    now.committer.put(TAP)
    assert now.calls == ["prepare", "write"]
    assert now.committer.session.playing.number == 1
    await now.written()
    shown = ["light_up 2", "acknowledge", "tell", "finish"]
    assert now.calls[2:] == ["light", "look_ahead", *shown]
    assert now.committer.session.playing.number == 2


async def test_what_comes_next_waits_for_the_card(now):
    """An action that waits for the card is applied to the state after the first one."""
    asked = asyncio.ensure_future(now.committer.ask(HORSE))
    now.committer.put(TAP)
    await asyncio.sleep(0)
    assert len(now.writes) == 1
    await now.written()
    assert not asked.done()
    await now.written()
    assert now.committer.session.playing.number == 3
    assert (await asked)[0].word == "HORSE"


async def test_a_game_of_the_house_that_raises_is_called_off(now, monkeypatch, caplog):
    """
    A game that raises is ended: the end is stored and shown.

    The log has no word of the game.
    """

    def fall(*_):
        msg = "HOBBY"
        raise KeyError(msg)

    monkeypatch.setattr(decipher, "decide", fall)
    asked = asyncio.ensure_future(now.committer.ask(HORSE))
    await asyncio.sleep(0)
    (row,) = now.writes[0][0].rows
    assert is_called_off(read_objects(row.facts))
    assert now.writes[0][0].ended is not None
    await now.written()
    assert await asked == (CALLED_OFF,)
    session = now.committer.session
    assert session.playing.engine.is_over(session.playing.game)
    assert session.said.code == "fault-game"
    assert "KeyError at" in caplog.text
    assert "HOBBY" not in caplog.text


async def test_a_fault_without_a_game_is_one_of_ours(now, monkeypatch):
    """An exception without a game is raised, because it is our own fault."""
    monkeypatch.setattr("firmware_host.table.committer.step", 0)
    now.committer.session = replace(now.committer.session, playing=None)
    with pytest.raises(TypeError):
        now.committer.put(Woke())


async def test_a_refusal_needs_no_card(now):
    """A refusal is shown and acknowledged at once, without a write."""
    now.committer.put(replace(TAP, body=Tap(Zone(1), b"strange")))
    assert now.calls == ["light_up 1", "acknowledge", "tell"]
    assert now.committer.session.refusal.refused == Refused("unknown-tag")


async def test_a_repetition_is_acknowledged_and_counts_no_second_time(now):
    """
    A repeated event is acknowledged and does not count again.

    Nor does a skipped one, such as a press that a heartbeat reported.
    """
    now.committer.put(TAP)
    await now.written()
    del now.calls[:]
    now.committer.put(TAP)
    now.committer.skip(replace(TAP, n=4))
    now.committer.put(replace(TAP, n=4))
    assert now.calls == ["acknowledge"] * 3
    assert now.committer.session.playing.number == 2


async def test_what_cannot_be_written_is_refused_and_memory_stays(now):
    """The fault is named; it heals with the first thing that can be written again."""
    asked = asyncio.ensure_future(now.committer.ask(HORSE))
    await asyncio.sleep(0)
    await now.written(JournalError("the disk is full"))
    assert await asked == Refused("journal-failed")
    assert now.committer.session.playing.number == 1
    assert now.committer.session.faults == ("journal",)
    now.committer.put(Woke())
    assert now.writes[0][0].touch
    await now.written()
    assert now.committer.session.faults == ()


async def test_in_doubt_nothing_is_shown_acknowledged_or_answered(now):
    """
    After a COMMIT with an unknown result nothing more is shown or acknowledged.

    Waiting actions are cancelled.
    """
    now.committer.put(TAP)
    asked = asyncio.ensure_future(now.committer.ask(HORSE))
    await asyncio.sleep(0)
    doubt = DoubtError("who knows")
    await now.written(doubt)
    assert now.calls[2:] == ["look_ahead", "close", "show_instead"]
    assert now.committer.doubt is doubt
    assert now.committer.off.is_set()
    with pytest.raises(asyncio.CancelledError):
        await asked
    now.committer.put(TAP)
    assert not now.writes


async def test_what_means_nothing_to_the_session_is_done_already(now):
    """
    An event without a meaning for the session writes nothing.

    It can still switch the program off.
    """
    now.interpret = lambda _: StepResult(now.committer.session, off=True)
    now.committer.put(Failed("screen-1"))
    assert now.calls == ["light_up 1", "tell"]
    assert now.committer.session.faults == ()
    assert now.committer.off.is_set()


def test_the_tap_of_these_tests_is_a_piece():
    """The tag used in these tests is that of a piece."""
    assert PIECES[UID] == Piece(Kind.LONG_STICK, 1)
