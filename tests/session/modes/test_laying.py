"""A word of cards laid at the board alone, in private."""

from dataclasses import replace

import pytest

from firmware_host.board import commands
from firmware_host.board.commands import Begin
from firmware_host.board.events import (
    ZONE_BUTTONS,
    Button,
    Failed,
    Pressed,
    Released,
    Tapped,
    Woke,
)
from firmware_host.board.faces import HandFace, TableFace
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import RACK, Card, Seat
from firmware_host.games.game import Leave, Void
from firmware_host.games.keyword.rules import Deal, Laid, Lay, Pass, Passed
from firmware_host.session.acting import Submitted
from firmware_host.session.modes import filling
from firmware_host.session.modes.menu import Menu
from firmware_host.session.setups import Player
from firmware_host.session.state import StepResult
from firmware_host.session.step import wake_at
from tests.session.evening import (
    ENTROPY,
    face,
    first_evening,
    form_of,
    hold,
    press,
    then,
)

TICK, CROSS = Button.TICK, Button.CROSS
CIRCLE, SQUARE, TRIANGLE = Button.CIRCLE, Button.SQUARE, Button.TRIANGLE
ANN, BEN = Seat(0), Seat(1)
ROW = "AE?WTS"
#: As they stand on the screen: sorted.
HANDS = ("ABENXZ", "?DKOPY")


def begun(*, hands=HANDS, players=2, maker_screen=True, row=ROW):
    """A game of KEYWORD whose first cards are dealt."""
    buttons = (Button.CIRCLE, Button.SQUARE, Button.TRIANGLE, Button.STAR, None, None)
    session = first_evening(
        game="keyword", players=tuple(Player(button=one) for one in buttons[:players])
    )
    session = replace(session, maker_screen=maker_screen)
    session = then(session, Begin()).session
    deal = Deal(tuple(map(tuple, hands)), tuple(row), ENTROPY)
    return then(session, Submitted(deal)).session


def pick(session, *zones):
    """Press zones' buttons, one after the other."""
    return press(session, *(ZONE_BUTTONS[zone - 1] for zone in zones)).session


def own(session):
    return face(session).maker


def word(session):
    """Return the word on the private screen; open cards are in small letters."""
    seen = own(session)
    pairs = zip(seen.word, seen.blue, strict=True)
    return "".join(letter.lower() if blue else letter for letter, blue in pairs)


def public(session):
    """Return the face without the maker screen."""
    return replace(face(session), maker=None)


def laid(session):
    return session.playing.game.round.laid


def test_a_word_is_laid_with_the_buttons_from_hand_and_open_cards():
    """Own button, tick; zones choose; the own button turns the page; tick lays."""
    session = press(begun(), CIRCLE, TICK).session
    assert own(session).cards == tuple(HANDS[ANN])
    session = pick(session, 2, 3)
    session = press(session, CIRCLE).session
    assert own(session).cards == tuple(ROW)
    assert own(session).opened
    session = press(pick(session, 1), CIRCLE).session
    session = pick(session, 4)
    assert word(session) == "BEaN"
    assert own(session).used == (False, True, True, True, False, False)

    done = hold(session, TICK)

    assert laid(done.session) == (Laid(ANN, "BEAN", (0, 0, 1, 0), known=True),)
    assert form_of(done.session) is None
    assert own(done.session) is None


def test_a_blank_gets_its_letter_from_its_own_button():
    """A blank of the hand or in the row gets its letter by its own button."""
    session = pick(press(begun(), SQUARE, TICK).session, 3, 1)
    assert word(session) == "K?"
    assert own(session).note.code == "lay-blank"
    refused = press(session, TICK).session
    assert own(refused).note.code == "refused-keyword-letters"
    session = pick(press(pick(session, 1, 1), SQUARE).session, 3, 3)
    assert word(session) == "KBa"

    session = press(session, TICK).session

    assert laid(session) == (Laid(BEN, "KBA", (0, 0, 3), (2,), known=False),)


def test_a_held_button_runs_through_the_letters():
    session = pick(press(begun(), SQUARE, TICK).session, 1)
    session = then(session, Pressed(Button.ZONE_1), 0).session
    assert wake_at(session, 0) == filling.HOLD_MS
    session = then(session, Woke(), filling.HOLD_MS).session
    assert word(session) == "B"
    session = then(session, Released(Button.ZONE_1), 600).session
    assert word(then(session, Woke(), 5000).session) == "B"


def test_the_cross_takes_the_last_card_back_and_a_second_press_any_card():
    session = pick(press(begun(), CIRCLE, TICK).session, 2, 3, 4)
    assert word(press(session, CROSS).session) == "BE"
    assert word(pick(session, 3)) == "BN"


def test_without_a_card_the_cross_asks_and_the_tick_passes_with_what_goes():
    """Zone buttons choose the cards to discard; pressed again, one stays."""
    session = press(begun(), CIRCLE, TICK, CROSS).session
    assert own(session).passes
    session = pick(session, 5, 6, 1, 1)
    assert own(session).used == (False, False, False, False, True, True)
    assert form_of(press(session, CROSS).session) is None

    done = hold(session, TICK)

    assert isinstance(done.outcome[0], Passed)
    assert done.outcome[0].discard == ("X", "Z")
    assert done.session.playing.game.round.passed == (ANN,)


def test_nothing_can_be_laid_without_a_card():
    session = press(begun(), CIRCLE, TICK, TICK).session
    assert own(session).note.code == "refused-keyword-nothing"
    assert laid(session) == ()


def test_a_hand_is_covered_until_the_tick():
    """A hand is hidden until the tick, so that a wrong button reveals no cards."""
    session = press(begun(), CIRCLE).session
    assert isinstance(own(session), TableFace)
    slipped = own(pick(session, 1))
    assert slipped == replace(own(session), note=Refused("button-idle").reason)
    assert form_of(press(session, CROSS).session) is None


def test_another_players_button_keeps_nothing_of_the_one_before():
    session = pick(press(begun(), CIRCLE, TICK).session, 2, 3)
    session = press(session, SQUARE).session
    assert isinstance(own(session), TableFace)
    session = press(session, TICK).session
    assert own(session).cards == tuple(HANDS[BEN])
    assert word(press(session, CIRCLE, TICK).session) == ""


def test_players_who_share_a_button_come_one_after_the_other():
    """Players who share a button are reached in turn; the screen names them."""
    hands = ("ABENXZ", "ADKOPY", "AEEIII", "EEERRR", "IINNTT")
    session = press(begun(hands=hands, players=5), CIRCLE).session
    assert form_of(session).seat == ANN
    assert form_of(press(session, CIRCLE).session).seat == Seat(4)
    assert form_of(press(session, CIRCLE, CIRCLE).session).seat == ANN
    opened = press(session, CIRCLE, TICK).session
    assert own(opened).cards == tuple("IINNTT")
    assert own(press(opened, CIRCLE).session).opened


def test_the_table_says_who_lays_and_nothing_of_what():
    """The public face shows only which player lays; all steps are quiet."""
    session = press(begun(), CIRCLE).session
    seen = public(session)
    assert seen.table.line.code == "lay-turn"
    for button in (TICK, *ZONE_BUTTONS[1:4], CIRCLE, *ZONE_BUTTONS[2:4], CROSS, CROSS):
        done = then(session, Pressed(button))
        assert done == StepResult(done.session, quiet=True)
        session = then(done.session, Released(button)).session
        assert public(session) == seen


@pytest.mark.parametrize("hands", [HANDS, ("ABENXZ", "AAEEII"), ("?DKOPY", "ABENXZ")])
def test_two_hands_look_alike_to_whoever_may_not_know(hands):
    """The public state does not depend on the hand, whatever is chosen."""
    session = press(begun(hands=("AAEEII", "AAEEII")), CIRCLE, TICK).session
    other = press(begun(hands=hands), CIRCLE, TICK).session
    for button in (*ZONE_BUTTONS[:3], CROSS, CIRCLE, *ZONE_BUTTONS[2:4]):
        session, other = press(session, button).session, press(other, button).session
        assert public(session) == public(other)
    assert "Put(opened" not in repr(form_of(replace(session, games={})))


@pytest.mark.parametrize(
    "event",
    [
        Submitted(Void()),
        Submitted(Leave(ANN)),
        Submitted(Lay(ANN, "BEAN")),
        Submitted(Pass(ANN)),
        commands.Pause(paused=True),
        Failed("screen-maker"),
    ],
)
def test_a_hand_goes_dark_as_soon_as_it_cannot_be_laid(event):
    session = pick(press(begun(), CIRCLE, TICK).session, 2)
    after = then(session, event).session
    assert form_of(after) is None
    assert not isinstance(own(after), HandFace)


def test_a_hand_goes_dark_when_time_is_up():
    """When the time is up the hand closes, and an unfinished word is not laid."""
    session = pick(press(begun(), CIRCLE, TICK).session, 2)
    after = then(session, Woke(), 90_000).session
    assert form_of(after) is None
    assert after.playing.game.round is None


def test_the_menus_chord_lays_nothing_and_passes_nobody():
    session = press(begun(), CIRCLE, TICK).session
    held = then(then(session, Pressed(CROSS)).session, Pressed(TICK), 10).session
    assert held.playing.game.round.passed == ()
    opened = then(held, Woke(), 3010).session
    assert Menu.at(opened) is not None
    assert own(opened) is None


def test_who_has_laid_is_told_so_and_who_can_claim_claims():
    session = pick(press(begun(), CIRCLE, TICK).session, 2)
    session = press(session, TICK).session
    assert press(session, CIRCLE).outcome == Refused("keyword-laid")
    assert press(session, TRIANGLE).outcome == Refused("button-idle")


def test_a_board_without_a_screen_for_one_alone_says_where_to_lay():
    assert press(begun(maker_screen=False), CIRCLE).outcome.code == "no-own-screen"
    assert press(begun(), CIRCLE).outcome is None


def test_three_who_share_a_button_come_one_after_the_other():
    """Of three who share a button its owner comes first."""
    hands = ("ABENXZ", "ADKOPY", "AEEIII", "EEERRR", "IINNTT", "AAEEOO")
    session = begun(hands=hands, players=6)
    players = (Player(), *session.playing.players[1:5], Player(button=CIRCLE))
    session = replace(session, playing=replace(session.playing, players=players))
    seats = []
    for _ in range(4):
        session = press(session, CIRCLE).session
        seats.append(form_of(session).seat)
    assert seats == [5, 0, 4, 5]


def test_a_zone_without_a_card_adds_none():
    """The button of a zone without a card adds no card."""
    session = begun()
    running = session.playing
    game = replace(running.game, hands=(tuple("ABENX"), running.game.hands[BEN]))
    session = replace(session, playing=replace(running, game=game))
    session = press(session, CIRCLE, TICK).session
    assert word(pick(session, 5)) == "X"
    assert word(pick(session, 6)) == ""


def test_what_others_see_too_is_told_to_everybody():
    """A part that fails changes nothing behind the lid; a clock runs for all."""
    session = press(begun(), CIRCLE, TICK).session
    failed = then(session, Failed("lamps"))
    assert form_of(failed.session) == form_of(session)
    assert not failed.quiet
    assert then(session, Pressed(ZONE_BUTTONS[1])).quiet


def test_a_card_on_the_rack_is_none_of_a_hand_that_the_board_deals():
    """A tapped letter card is refused if the board deals."""
    session = press(begun(), CIRCLE, TICK).session
    tapped = then(session, Tapped(RACK, Card("orange-e", 1)))
    assert form_of(tapped.session) == form_of(session)
    assert tapped.outcome == Refused("keyword-deals")
    assert face(tapped.session).table.line.code == "lay-turn"
