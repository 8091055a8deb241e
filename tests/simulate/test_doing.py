"""A person's actions on a simulated board, however they are typed."""

from dataclasses import replace

import pytest

from firmware_host.board.events import Button
from firmware_host.board.messages import Refused, say
from firmware_host.board.pieces import Card, Kind, Piece, Zone
from firmware_host.session.modes.choosing import Choosing
from firmware_host.session.modes.menu import Menu
from tests.opened import choice
from tests.simulate.evening import (
    ANN,
    BOB,
    CEM,
    CODES_HIDDEN,
    SAME_AGAIN,
    at_the_board,
    begin,
    begin_cards,
    soon,
)

RED, YELLOW, BLUE, GREEN = Kind


@pytest.fixture
async def demo(tmp_path):
    """A board that offers the same again."""
    async with at_the_board(tmp_path, **SAME_AGAIN) as demo:
        yield demo


async def test_before_a_game_numbers_choose_and_nobody_seeks(demo):
    assert demo.doing.playing is None
    assert demo.doing.choosing()
    assert demo.doing.names() == ()
    assert demo.doing.seekers() == ()
    assert demo.doing.maker() is None
    await demo.doing.number(2)
    await soon(lambda: demo.table.session.mode == Choosing("again", marked=1))


async def test_in_a_game_numbers_tap_the_piece_that_was_picked(demo):
    """A number taps the chosen piece; without one it does nothing."""
    await begin(demo, ANN, BOB, word="HOBBY")
    assert not demo.doing.choosing()
    assert await demo.doing.number(1) is None
    demo.doing.item = Piece(RED)
    (answer,) = await demo.doing.number(1)
    assert (answer.zone, answer.kind, answer.yes) == (Zone(1), RED, True)


async def test_a_piece_in_the_seekers_hand_is_the_one_that_is_tapped(demo):
    """The piece in the seeker's hand is tapped, whatever was chosen."""
    await begin(demo, ANN, BOB, word="HOBBY")
    demo.doing.item = Piece(YELLOW)
    await demo.doing.number(2)
    demo.doing.item = Piece(RED)
    (answer,) = await demo.doing.number(1)
    assert answer.kind is YELLOW


@pytest.mark.usefixtures("short_chord")
async def test_in_the_menu_numbers_choose_again(demo):
    await begin(demo, ANN, BOB, word="HOBBY")
    await demo.doing.menu()
    await soon(lambda: Menu.at(demo.table.session) is not None)
    assert demo.doing.choosing()
    await demo.doing.number(3)
    await soon(lambda: Menu.at(demo.table.session).marked == 2)


@pytest.mark.usefixtures("short_chord")
async def test_in_class_the_menu_is_behind_the_service_button(demo):
    """Children may press tick and cross as they like."""
    session = demo.table.session
    demo.table.session = replace(session, setup=replace(session.setup, place="class"))
    await begin(demo, ANN, BOB, word="HOBBY")
    held = []
    demo.table.listen(lambda *_: held.extend(demo.table.session.held))
    await demo.doing.menu()
    await soon(lambda: Menu.at(demo.table.session) is not None)
    assert {button for button, _ in held} == {Button.SERVICE}


async def test_names_seekers_and_maker_are_those_of_the_game(demo):
    await begin(demo, ANN, BOB, CEM)
    assert demo.doing.names() == ("Ann", "Bob", "Cem")
    assert demo.doing.maker() == 0
    await demo.doing.secret(0, "hobby")
    assert demo.doing.maker() is None
    assert demo.doing.seekers() == (1, 2)
    await demo.doing.retire(2)
    assert demo.doing.seekers() == (1,)


async def test_the_board_needs_no_person_to_make_a_word(demo):
    await begin(demo, ANN, board_makes=True)
    assert demo.doing.maker() is None


async def test_words_are_folded_as_they_come(demo):
    """Typed words are folded, in small letters and with umlauts."""
    await begin(demo, ANN, BOB, language="de")
    await demo.doing.secret(0, "grün")
    assert demo.doing.playing.game.round.puzzle.word == "GRUEN"
    right, *_ = await demo.doing.guess(1, "Grün")
    assert right.right


async def test_a_word_no_dictionary_has_needs_to_be_meant(demo):
    """An unknown word is accepted only with an exclamation mark."""
    await begin(demo, ANN, BOB)
    refused = await demo.doing.secret(0, "XQZJK")
    assert refused.code == "word-unknown"
    await demo.doing.secret(0, "xqzjk!")
    assert demo.doing.playing.game.round.puzzle.word == "XQZJK"


async def test_where_no_list_can_be_overruled_it_is_not(demo):
    """WQRDLES has words of its list alone."""
    two = choice((ANN, BOB), game="wqrdles")
    await demo.table.choose(two)
    refused = await demo.doing.secret(0, "xqzjk!")
    assert refused.code == (await demo.doing.secret(0, "xqzjk")).code


async def test_undo_takes_the_last_action_back(demo):
    await begin(demo, ANN, BOB, word="HOBBY")
    demo.doing.item = Piece(RED)
    await demo.doing.number(1)
    await demo.doing.undo()
    assert demo.doing.playing.game.round.handed == 0
    await demo.doing.undo()
    assert await demo.doing.undo() == Refused("nothing-to-undo")


async def test_a_players_button_is_pressed_by_its_number(demo):
    """Each player's button takes a seat."""
    await demo.doing.number(2)
    for _ in range(5):
        await demo.doing.hands.press(Button.TICK)
    await soon(lambda: demo.table.session.mode == Choosing("players"))
    for button in (Button.SQUARE, Button.TRIANGLE, Button.STAR):
        await demo.hands.press(button)
    await soon(lambda: len(demo.table.session.setup.players) == 4)
    buttons = [player.button for player in demo.table.session.setup.players]
    assert buttons == [Button.CIRCLE, Button.SQUARE, Button.TRIANGLE, Button.STAR]


async def test_it_speaks_the_tables_language(demo):
    """The texts change with the chosen language."""
    assert demo.doing.texts.say(say("yes"), "page") == "Yes."
    await begin(demo, ANN, BOB, language="de")
    assert demo.doing.texts.say(say("yes"), "page") == "Ja."


async def test_a_card_that_was_typed_is_tapped_by_a_number(demo):
    """A number taps the typed card, which replaces the chosen piece."""
    await begin_cards(demo, *CODES_HIDDEN)
    assert demo.doing.seekers() == ()
    assert demo.doing.maker() is None
    demo.doing.item = Piece(RED)
    assert await demo.doing.take_card("3s")
    assert demo.doing.item == Card("spades", 3)
    assert not await demo.doing.take_card("nothing")
    played, *_ = await demo.doing.number(4)
    assert played.card == "3S"
    assert demo.doing.item is None


async def test_advice_is_the_boards_own_where_there_is_no_coach(demo):
    await begin_cards(demo, *CODES_HIDDEN)
    assert demo.doing.advice() == demo.table.face.table.line
