"""The simulated board: the daemon itself, with nothing stood in for but the world."""

import asyncio
import time

import pytest

from firmware_host.app.demo.demo import open_demo
from firmware_host.board.events import Button
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Kind, Piece, Seat, Zone
from firmware_host.games.decipher.rules import SetSecret
from firmware_host.session.setups import Player, Setup
from firmware_host.simulate.pieces import tags, uid_of
from tests.opened import choice

RED = Kind.LONG_STICK
TWO = (Player("Ann"), Player("Bob"))


@pytest.fixture
async def demo(tmp_path):
    """A board with a game of two, whose word is HOBBY."""
    setup = Setup(players=(Player(button=Button.CIRCLE),))
    async with open_demo(tmp_path, tmp_path, setup=setup, haste=True) as demo:
        await demo.table.choose(choice(TWO))
        await demo.table.submit(SetSecret(Seat(0), "HOBBY"))
        yield demo


async def soon(condition, seconds=5.0):
    """Wait for *condition*, with a timeout."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - anything may be waited for
            await asyncio.sleep(0.005)


async def test_a_tap_goes_all_the_way_and_comes_back_as_light(demo):
    """Tag, pad, pty, wire, rule, journal, pin: and the tick lamp is lit."""
    (fact,) = await demo.hands.tap(Zone(1), Piece(RED))
    assert fact.yes
    await soon(lambda: demo.pins.pair(Zone(1)) == (False, True))


async def test_a_no_lights_the_cross(demo):
    (fact,) = await demo.hands.tap(Zone(2), Piece(RED))
    assert not fact.yes
    await soon(lambda: demo.pins.pair(Zone(2)) == (True, False))


async def test_the_screens_show_it(demo):
    """The zone's picture is another one after the answer."""
    before = demo.screens.screens["1"].image.tobytes()
    await demo.hands.tap(Zone(1), Piece(RED))
    await soon(lambda: demo.screens.screens["1"].image.tobytes() != before)


async def test_a_refusal_comes_back_as_one(demo):
    assert await demo.hands.tap(Zone(6), Piece(RED)) == Refused("outside-word")


async def test_a_script_waits_for_nobodys_hands(demo, tmp_path):
    """Three taps of a script take less time than three by hand."""
    setup = Setup(players=(Player(button=Button.CIRCLE),))
    other = tmp_path / "by hand"
    other.mkdir()
    async with open_demo(other, other, setup=setup) as by_hand:
        took_s = []
        for board in (demo, by_hand):
            began_s = time.monotonic()
            for _ in range(3):
                await board.hands.tap(Zone(6), Piece(RED))
            took_s.append(time.monotonic() - began_s)
    assert took_s[0] < took_s[1]


async def test_its_box_can_be_enrolled_anew_like_a_real_one(tmp_path):
    """A forgotten tag stays forgotten: only an empty box is enrolled at the start."""
    red, box = uid_of(Piece(RED, 1)), tags()
    for forgotten in (False, True):
        async with open_demo(tmp_path, tmp_path, setup=Setup(), haste=True) as demo:
            known = demo.running.tags
            assert (red in known) is not forgotten
            assert len(known.all()) == len(box) - forgotten
            known.forget(red).result()
            assert red not in known
