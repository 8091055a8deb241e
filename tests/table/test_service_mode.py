"""Service mode: it gets all events of the parts, and the game waits."""

import asyncio

import pytest

from firmware_host.board.commands import Pause
from firmware_host.board.events import Button, Failed, Pressed, Released
from firmware_host.board.faces import Face, Lamp, TableFace, ZoneFace
from firmware_host.board.messages import Refused, say
from firmware_host.board.pieces import Seat, Zone
from firmware_host.errors import AskedError
from firmware_host.games.decipher.rules import Guess, SetSecret
from firmware_host.games.game import End
from firmware_host.link.events import Reads
from firmware_host.session import play
from firmware_host.session.setups import Player
from firmware_host.table.service_mode import ServiceMode, TagSettled, TwoAtOnce
from tests.controller.bench import until
from tests.opened import choice
from tests.table.evening import NO, YES, evening

ONE, TWO = b"\x04aaaaaa", b"\x04bbbbbb"


async def heard(service_mode):
    """Return the next event that is not a report of reads."""
    while isinstance(event := await service_mode.next(5), Reads):
        pass
    return event


@pytest.fixture
async def now(tmp_path):
    """A round of HOBBY."""
    async with evening(tmp_path) as now:
        yield now


async def test_the_service_mode_hears_tags_as_they_are(now):
    """Service mode gets known and unknown tags, and the game gets none."""
    async with now.table.service_mode() as service_mode:
        now.board.put(Zone(3), ONE)
        assert await heard(service_mode) == TagSettled(Zone(3), ONE)
        now.put(*YES)
        assert isinstance(await heard(service_mode), TagSettled)
        now.board.put(Zone(2), ONE)  # and it lies on pad 3 still
        assert await heard(service_mode) == TwoAtOnce(Zone(2))
        await until(lambda: not now.board._core._queue)
    assert now.table.session.refusal is None
    assert len(now.rows()) == 1


async def test_a_button_is_held_or_let_go_and_nothing_else_is_lost():
    """`is_held` waits for one button and keeps all other events in order."""
    service_mode = ServiceMode(lambda _: None, lambda _: None)
    tapped, tick = TagSettled(Zone(3), ONE), Pressed(Button.TICK)
    for event in (tapped, Released(Button.TICK), tick, Released(Button.CROSS)):
        service_mode.put(event)
    assert not await service_mode.is_held(Button.CROSS, 5)
    assert await service_mode.next() == tapped
    assert await service_mode.next() == Released(Button.TICK)
    assert await service_mode.is_held(Button.CROSS, 0.02)
    assert await service_mode.next() == tick


async def test_the_game_goes_on_where_it_was(now):
    """After service mode the former face is back, and the next tap counts."""
    before = now.table.face
    async with now.table.service_mode() as service_mode:
        lit = ZoneFace(lamp=Lamp.YES)
        service_mode.show(Face(TableFace(say("paused")), (lit,) * 6))
        assert now.pins.pair(Zone(4)) == (False, True)
    assert now.table.face == before
    assert now.pins.pair(Zone(4)) == (False, False)
    await now.tap(*YES)
    assert now.pins.pair(Zone(1)) == (False, True)


@pytest.mark.parametrize("paused", [False, True])
async def test_no_time_of_a_turn_passes_in_service_mode(now, paused):
    """The turn's clock stands still; then it goes on, unless the game is paused."""
    table = now.table
    await table.submit(End())
    players = (Player("Ann"), Player("Ben"), Player("Cid"))
    await table.choose(choice(players, options=(("turn_s", 60),)))
    await table.submit(SetSecret(Seat(0), "HOBBY"))
    await table.submit(Guess(Seat(1), "PANDA"))
    async with table.service_mode():
        now.clock.ahead_ms += 120_000
        if paused:
            await table.ask(Pause(paused=True))
    playing = table.session.playing
    assert playing.game.round.turn == Seat(1)
    assert play.left_ms(playing, table.now_ms) > 50_000
    now.clock.ahead_ms += 5_000
    left_ms = play.left_ms(table.session.playing, table.now_ms)
    assert left_ms > 50_000 if paused else 40_000 < left_ms < 56_000


async def test_whoever_looks_on_sees_what_the_service_mode_shows(now):
    """Watchers get the faces that service mode shows."""
    watching = now.table.watch()
    await anext(watching)
    async with now.table.service_mode() as service_mode:
        service_mode.show(Face(TableFace(say("paused"))))
        await asyncio.wait_for(anext(watching), 5)
        assert now.table.face.table.line.code == "paused"
    await asyncio.wait_for(anext(watching), 5)
    assert now.table.face.table.line.code != "paused"
    await watching.aclose()


async def test_nothing_is_done_while_the_board_is_out_of_play(now):
    """
    In service mode guesses are refused and buttons do nothing in the game.

    Its face is not replaced.
    """
    async with now.table.service_mode() as service_mode:
        shown = Face(TableFace(say("paused")))
        service_mode.show(shown)
        refused = await now.table.submit(Guess(1, "HORSE"))
        assert refused == Refused("in-service")
        now.table.happen(Pressed(Button.TICK))
        assert await heard(service_mode) == Pressed(Button.TICK)
        now.table.happen(Failed("screen-3"))
        assert await heard(service_mode) == Failed("screen-3")
        assert now.table.face == shown
        assert now.table.session.faults == ("screen-3",)
    assert now.table.session.held == ()
    assert len(now.rows()) == 1


async def test_two_cannot_have_the_service_mode(now):
    """A second service mode is refused, and the first one goes on."""
    async with now.table.service_mode() as service_mode:
        with pytest.raises(AskedError):
            async with now.table.service_mode():
                pass
        now.board.put(Zone(1), ONE)
        assert await heard(service_mode) == TagSettled(Zone(1), ONE)


async def test_the_service_mode_waits_no_longer_than_it_is_told(now):
    """Waiting for an event has a timeout, and waiting events can be cleared."""
    async with now.table.service_mode() as service_mode:
        assert await service_mode.next(0.01) is None
        service_mode.put(Pressed(Button.TICK))
        service_mode.clear()
        assert await service_mode.next(0.01) is None


@pytest.mark.parametrize("moments", range(4))
async def test_who_waits_at_the_service_mode_can_be_sent_away(now, moments):
    """A task that waits for an event can be cancelled, even as an event comes."""
    async with now.table.service_mode() as service_mode:

        async def listen():
            while True:
                await service_mode.next(5)

        listens = asyncio.create_task(listen())
        await asyncio.sleep(0.01)
        service_mode.put(Pressed(Button.TICK))
        for _ in range(moments):
            await asyncio.sleep(0)
        listens.cancel()
        await asyncio.wait({listens}, timeout=1)
        assert listens.cancelled()


async def test_how_the_readers_read_is_for_the_service_mode_alone(now):
    """Readers' reports are for service mode only, to calibrate them."""
    reads = Reads(Zone(3), 16, 15, 1, 42)
    now.table.hear(reads)
    async with now.table.service_mode() as service_mode:
        now.table.hear(reads)
        assert await service_mode.next(5) == reads
        assert await service_mode.next(0.01) is None


async def test_a_strange_tag_shows_up_by_itself(now):
    """An unknown tag is listed with its zone; the list keeps the last 16."""
    await now.tap(*NO)
    assert now.table.unknown == ()
    for number in range(17):
        await now.board.tap(Zone(2), bytes((4, number)) * 3)
    await now.board.tap(Zone(5), TWO)
    await until(lambda: TagSettled(Zone(5), TWO) in now.table.unknown)
    assert len(now.table.unknown) == 16
    assert now.table.unknown[-1] == TagSettled(Zone(5), TWO)
