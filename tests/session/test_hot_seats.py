"""The seats on the shared screen: those without a phone, at a virtual board."""

from dataclasses import replace

import pytest

from firmware_host.board.commands import Begin, Look, Pause, SeatPhone
from firmware_host.board.events import PLAYER_BUTTONS, Button, Woke
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Seat
from firmware_host.games.game import Undo
from firmware_host.games.keyword.rules import Pass
from firmware_host.games.views import PrivateTurn
from firmware_host.session.acting import Submitted
from firmware_host.session.holders import (
    hot_seats,
    looks_on,
    phone_of,
    private_turns,
    secrets,
)
from firmware_host.session.modes import choosing
from firmware_host.session.play import left_ms
from firmware_host.session.setups import Player
from tests.session.evening import first_evening, press, then

BOTH = (Seat(0), Seat(1))


def shared(*, seats=2, **setup):
    """Return a game of people at a virtual board."""
    players = tuple(Player(button=one) for one in PLAYER_BUTTONS[:seats])
    chosen = replace(first_evening(players=players, **setup), virtual=True)
    return press(choosing.ask(chosen, "again"), Button.TICK).session


def dealt(**setup):
    """Return a game of KEYWORD of two players after the deal."""
    return press(shared(game="keyword", **setup), Button.TICK).session


def line(session, **item):
    """Return the session after a line of a transcript."""
    action = session.playing.engine.action(item)
    done = then(session, Submitted(action))
    assert not isinstance(done.outcome, Refused), done.outcome
    return done.session


def needed(session):
    """Return the private turns that are due."""
    return private_turns(secrets(session).known, hot_seats(session))


def test_everybody_without_a_phone_has_a_hot_seat():
    assert hot_seats(dealt()) == BOTH
    assert needed(dealt()) == tuple(PrivateTurn(one, "cards") for one in BOTH)


def test_a_real_board_has_its_lid_and_a_class_has_none():
    assert hot_seats(replace(dealt(), virtual=False)) == ()
    assert hot_seats(dealt(place="class")) == ()
    assert needed(dealt(place="class")) == ()


def test_nobody_looks_before_a_game_or_in_one_without_secrets():
    assert hot_seats(replace(first_evening(), virtual=True)) == ()
    public = dealt()
    engine = public.playing.engine

    class Open(type(engine)):
        OWN = ()

    open_game = replace(public, playing=replace(public.playing, engine=Open()))
    assert hot_seats(open_game) == ()


def test_a_phone_serves_its_player_and_a_bot_needs_nothing():
    session = then(shared(game="keyword"), SeatPhone("a", Seat(1))).session
    assert hot_seats(session) == (Seat(0),)
    session = press(session, Button.TICK).session
    assert needed(session) == (PrivateTurn(Seat(0), "cards"),)
    chosen = Begin(game="keyword", players=("Tina", "Ben"), bots=("", "easy"))
    with_bot = then(replace(first_evening(), virtual=True), chosen)
    assert hot_seats(with_bot.session) == (Seat(0),)


def test_a_phone_that_comes_too_late_leaves_the_screen_open():
    """A phone that came too late leaves its seat on the shared screen."""
    session = then(dealt(), SeatPhone("a", Seat(1))).session
    assert looks_on(session, phone_of(session, "a"))
    assert hot_seats(session) == BOTH


@pytest.mark.parametrize(
    ("setup", "needs"),
    [
        ({"game": "wqrdles"}, tuple(PrivateTurn(one, "word") for one in BOTH)),
        ({"game": "decipher", "board_makes": False}, (PrivateTurn(Seat(0), "word"),)),
        ({"game": "decipher", "board_makes": True}, ()),
        ({"game": "codecards"}, ()),
    ],
)
def test_what_each_game_needs_first(setup, needs):
    """Before the cards are dealt nothing has to be done unseen."""
    assert needed(shared(**setup)) == needs


def test_code_cards_need_whoever_is_on_turn():
    session = press(shared(game="codecards"), Button.TICK).session
    turn = session.playing.game.round.turn
    assert needed(session) == (PrivateTurn(turn, "cards"),)


def test_who_has_hidden_a_word_is_not_needed_any_more():
    session = line(shared(game="wqrdles"), do="secret", by=1, word="HOUSE")
    assert needed(session) == (PrivateTurn(Seat(0), "word"),)


def test_a_look_changes_nothing_where_the_game_has_no_use_for_it():
    session = shared(game="wqrdles")
    done = then(session, Look(Seat(0)))
    assert (done.entry, done.outcome, done.quiet) == (None, None, True)
    assert done.session.playing.game == session.playing.game


def test_who_takes_a_pass_back_has_the_rest_of_the_time():
    """Ten of 90 seconds are used, and the time until the next look is not."""
    session = then(dealt(), Look(Seat(0)), 10_000).session
    session = then(session, Submitted(Pass(Seat(0))), 20_000).session
    session = then(session, Look(Seat(1)), 150_000).session
    session = then(session, Submitted(Undo()), 160_000).session
    session = then(
        then(session, Woke(), 161_000).session, Look(Seat(0)), 170_000
    ).session

    assert session.playing.game.round.waiting == BOTH
    assert left_ms(session.playing, 170_000) == 70_000  # of the other player
    assert session.playing.game.round.sand_since(Seat(0)) == 160_000


@pytest.mark.parametrize("seat", [Seat(2), Seat(1)])
def test_nobody_looks_for_a_seat_that_the_screen_does_not_serve(seat):
    session = then(shared(game="keyword"), SeatPhone("a", Seat(1))).session
    assert then(session, Look(seat)).outcome == Refused("not-now")


def test_nobody_looks_while_the_game_is_stopped():
    session = then(dealt(), Pause(paused=True)).session
    assert then(session, Look(Seat(0))).outcome == Refused("paused")


def test_a_seat_is_hot_as_long_as_its_player_is_there():
    three = press(shared(game="keyword", seats=3), Button.TICK).session
    assert hot_seats(line(three, do="leave", by=1)) == (Seat(0), Seat(2))
