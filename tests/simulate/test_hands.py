"""Hands on a simulated board: they tap, press and hold, and see the results."""

import asyncio

import pytest

from firmware_host.board.events import Button
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import RACK, Card, Kind, Piece, Seat, Tile, Zone
from firmware_host.games.game import Undo
from firmware_host.session.modes.menu import Menu
from firmware_host.session.play import Playing
from firmware_host.simulate import hands as module
from tests.simulate.evening import ANN, BOB, SAME_AGAIN, at_the_board, begin, soon

RED, YELLOW, BLUE, GREEN = Kind


@pytest.fixture
async def demo(tmp_path):
    """A board with a game of two, whose word is HOBBY."""
    async with at_the_board(tmp_path, **SAME_AGAIN) as demo:
        await begin(demo, ANN, BOB, word="HOBBY")
        yield demo


def laid(demo):
    """Return which pieces lie on the board."""
    return {Piece(*one[:2]) for one in demo.doing.playing.game.round.laid}


async def test_a_tap_returns_what_the_board_answered(demo):
    (yes,) = await demo.hands.tap(Zone(1), Piece(RED))
    assert (yes.zone, yes.kind, yes.yes) == (1, RED, True)
    assert await demo.hands.tap(Zone(6), Piece(RED)) == Refused("outside-word")


async def test_a_tap_is_answered_before_its_piece_has_been_away(demo):
    """The next touch waits until then, not the answer."""
    hands = module.Hands(demo.hands._board, demo.table, away_ms=600_000)
    async with asyncio.timeout(20):
        (yes,) = await hands.tap(Zone(1), Piece(RED))
    assert yes.yes
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.1):
            await hands.away()


async def test_each_piece_that_lies_is_another_one(demo):
    """The second red piece of the H is not the first."""
    for _ in range(2):
        await demo.hands.tap(Zone(1), Piece(RED))
    assert laid(demo) == {Piece(RED, 1), Piece(RED, 2)}


async def test_a_piece_that_got_a_no_is_tried_elsewhere(demo):
    """After a No the same piece is tapped in the next zone."""
    await demo.hands.tap(Zone(2), Piece(YELLOW))
    await demo.hands.tap(Zone(1), Piece(YELLOW))
    assert laid(demo) == {Piece(YELLOW, 1)}


async def test_a_piece_that_was_taken_back_can_lie_again(demo):
    """After an undo the same piece is tapped again."""
    await demo.hands.tap(Zone(1), Piece(RED))
    await demo.table.submit(Undo())
    await demo.hands.tap(Zone(3), Piece(RED))
    assert laid(demo) == {Piece(RED, 1)}


async def test_a_new_round_begins_with_all_pieces(demo):
    """The board is empty, so the first piece is the first one again."""
    await demo.hands.tap(Zone(1), Piece(RED))
    await demo.doing.guess(Seat(1), "HOBBY")
    await demo.doing.secret(Seat(1), "HOUSE")
    await demo.hands.tap(Zone(1), Piece(RED))
    assert laid(demo) == {Piece(RED, 1)}


async def test_a_board_that_does_not_answer_gives_nothing(demo, monkeypatch):
    """A pulled cable: the hands give up, and the next tap is answered again."""
    monkeypatch.setattr(module, "ANSWER_S", 0.3)
    demo.hands._board.pull_cable()
    assert await demo.hands.tap(Zone(1), Piece(RED)) is None
    monkeypatch.undo()
    demo.hands._board.plug_cable()
    await soon(lambda: demo.doing.playing.game.round.touched)
    assert await demo.hands.tap(Zone(6), Piece(RED)) == Refused("outside-word")


async def test_a_press_is_pressed_and_let_go(demo):
    """A press is followed by a release."""
    held = []
    demo.table.listen(lambda *_: held.append(demo.table.session.held))
    await demo.hands.press(Button.CROSS)
    await soon(lambda: held and held[-1] == ())
    assert [one[0] for one in held[0]] == [Button.CROSS]


async def test_a_chord_opens_the_menu_and_lets_go(demo):
    """Tick and cross, as long as the table wants them."""
    await demo.hands.chord(Button.TICK, Button.CROSS)
    await soon(lambda: Menu.at(demo.table.session) is not None)
    await soon(lambda: demo.table.session.held == ())
    assert isinstance(demo.table.session.playing, Playing)


async def test_one_hand_waits_for_its_own_answer(demo):
    """A tap's answer is its own, not that of a guess made meanwhile."""
    tap = asyncio.create_task(demo.hands.tap(Zone(1), Piece(RED)))
    await demo.doing.guess(Seat(1), "HORSE")
    (answer,) = await tap
    assert answer.yes


async def test_any_item_can_be_tapped(demo):
    """A piece by number or by kind, a tile on the rack and a card can be tapped."""
    (yes,) = await demo.hands.tap(Zone(1), Piece(RED, 7))
    assert yes.yes
    assert laid(demo) == {Piece(RED, 7)}
    assert (await demo.hands.tap(Zone(2), Piece(BLUE)))[0].yes
    assert await demo.hands.tap(RACK, Tile("A")) is not None
    refused = await demo.hands.tap(Zone(1), Card("hearts", 12))
    assert refused == Refused("not-a-piece")
