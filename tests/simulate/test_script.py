"""A transcript on a simulated board: through the pads, not past them."""

from dataclasses import replace

import pytest

from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Card, Kind, Seat, Zone
from firmware_host.games.codecards.game import codecards
from firmware_host.games.decipher.rules import Guess, SetSecret, TapPiece
from firmware_host.games.game import Join, Undo
from firmware_host.link.events import Event
from firmware_host.simulate import script
from tests.session.evening import first_evening
from tests.simulate.evening import (
    ANN,
    BOB,
    CODES_HIDDEN,
    at_the_board,
    begin,
    begin_cards,
)

RED, YELLOW, BLUE, GREEN = Kind
HOBBY = SetSecret(Seat(0), "HOBBY", override=True)


@pytest.fixture
async def demo(tmp_path):
    """A board with a game of two, whose script is still to come."""
    async with at_the_board(tmp_path) as demo:
        demo.table.session = replace(demo.table.session, scripted=True)
        await begin(demo, ANN, BOB)
        yield demo


async def played(demo, *actions):
    """Play actions, each alone or with who joins by it; return the outcomes."""
    given = [one if isinstance(one, tuple) else (one, "") for one in actions]
    return [await script.act(demo.doing, *one) for one in given]


async def test_each_action_comes_back_with_its_outcome(demo):
    """Each action is returned with its result, in order, refused ones too."""
    _, yes, refused, wrong = await played(
        demo,
        HOBBY,
        TapPiece(Zone(1), RED),
        TapPiece(Zone(6), RED),
        Guess(Seat(1), "HORSE"),
    )
    assert yes[0].yes
    assert refused == Refused("outside-word")
    assert not wrong[0].right


async def test_taps_are_made_with_real_pieces(demo):
    """Each with its number, which a transcript leaves to the hands."""
    await played(demo, HOBBY, TapPiece(Zone(1), RED), TapPiece(Zone(1), RED))
    laid = demo.doing.playing.game.round.laid
    assert [one[1] for one in laid] == [1, 2]


async def test_a_tap_goes_over_the_wire(demo):
    """With the cable out a tap has no answer, but a guess has."""
    from firmware_host.simulate import hands  # noqa: PLC0415 - needed here alone

    await played(demo, HOBBY)
    demo.hands._board.pull_cable()
    patience, hands.ANSWER_S = hands.ANSWER_S, 0.05
    try:
        tap, guess = await played(demo, TapPiece(Zone(1), RED), Guess(Seat(1), "HORSE"))
    finally:
        hands.ANSWER_S = patience
    assert tap is None
    assert not guess[0].right


async def test_who_joins_has_the_name_of_the_script(demo):
    """A new player gets a seat with the script's name; a seated one is refused."""
    eve, twin = await played(demo, (Join(Seat(2)), "Eve"), (Join(Seat(1)), "Bob"))
    assert eve[0].by == 2
    assert twin == Refused("no-seat")
    assert [player.name for player in demo.doing.playing.players] == [
        *("Ann", "Bob", "Eve")
    ]


async def test_the_board_leaves_its_own_part_to_the_script(tmp_path):
    """In a scripted session the board draws neither word nor piece by itself."""
    async with at_the_board(tmp_path) as demo:
        demo.table.session = replace(demo.table.session, scripted=True)
        await begin(demo, ANN, board_makes=True)
        word = SetSecret(Seat(-1), "HOBBY", override=True)
        done = await played(demo, word, TapPiece(Zone(1), RED), Undo())
        assert done[1] == Refused("no-piece")
        assert done[2] == Refused("nothing-to-undo")


async def test_a_card_is_tapped_where_its_line_means_it(tmp_path):
    """Hidden and played cards are tapped over the wire in the zones of their lines."""
    async with at_the_board(tmp_path) as demo:
        demo.table.session = replace(demo.table.session, scripted=True)
        await begin_cards(demo)
        hide = codecards.action({"do": "hide", "by": 1, "place": 1, "card": "2D"})
        play = codecards.action({"do": "play", "column": 1, "card": "3S"})
        assert script.tap_of(demo.doing.playing, hide) == (Zone(6), Card("diamonds", 2))
        heard = []
        demo.table.listen(lambda event, _: heard.append(event))
        rest = [codecards.action(line) for line in CODES_HIDDEN]
        done = await played(demo, hide, *rest, play)
        assert not any(isinstance(one, Refused) for one in done)
        assert [event.body.zone for event in heard if isinstance(event, Event)] == [
            6,
            4,
        ]


async def test_what_is_said_has_no_tap(demo):
    """An action that is no tap has none; before a game an action is refused."""
    assert script.tap_of(demo.doing.playing, Undo()) is None
    demo.table.session = first_evening()
    assert await played(demo, Undo()) == [Refused("no-round")]
